// SPDX-License-Identifier: GPL-3.0-or-later
// What words about requests are made of. Private to request_words.cpp and request_sentences.cpp.
#pragma once

#include <QString>
#include <algorithm>
#include <array>

#include "widgets/stage/memory/request_scene.h"

namespace lanescope {

/// Banks that serve most words, and how many those are.
struct Fullest {
    unsigned bank = 0;
    unsigned words = 0;
    unsigned banks = 0;  ///< that serve as many
};

inline Fullest fullestOf(const RequestScene& scene) {
    std::array<unsigned, simt::kSharedBanks> words{};
    for (const simt::BankWord& word : scene.words) ++words[word.word % simt::kSharedBanks];
    Fullest fullest;
    for (unsigned bank = 0; bank < simt::kSharedBanks; ++bank) {
        if (words[bank] > fullest.words) fullest = {bank, words[bank], 0};
        if (words[bank] == fullest.words && fullest.words > 0) ++fullest.banks;
    }
    return fullest;
}

inline const simt::Meeting& fullestMeeting(const RequestScene& scene) {
    return *std::ranges::max_element(scene.meetings, {}, [](const auto& one) { return simt::lanesIn(one.lanes); });
}

inline QString placeText(const RequestScene& scene, std::uint64_t address) {
    return QString::fromStdString(scene.elementAt(address));
}

}  // namespace lanescope
