// SPDX-License-Identifier: GPL-3.0-or-later
// A ladder of the catalogue, climbed here: with recordings and kept machine code, counted by the emulator.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/ladder/ladder.h"
#include "core/library/library.h"

namespace lanescope::test {

inline const Library& ladderLibrary() {
    static const Library kLibrary(LANESCOPE_SOURCE_DIR "/resources");
    return kLibrary;
}

inline LadderQuestion ladderQuestion(const std::string& id, const Parameters& given) {
    LadderQuestion question;
    question.catalogue = &ladderLibrary().catalogue();
    question.kind = ladderNamed(*question.catalogue, id).value();
    question.given = given;
    question.gpu = *ladderLibrary().gpus().find("h200").value();
    question.recordings = &ladderLibrary().recordings();
    question.codes = &ladderLibrary().machineCodes();
    question.model = findModel("volkov").value();
    return question;
}

inline Ladder climbed(const LadderQuestion& question) {
    Result<Ladder> ladder = ladderOf(question, {});
    if (!ladder) {
        ADD_FAILURE() << describe(ladder.error());
        return {};
    }
    for (std::size_t step = 0; step < ladder->steps.size(); ++step)
        if (const auto counted = countStep(*ladder, step, question, {}); !counted)
            ADD_FAILURE() << describe(counted.error());
    compareSteps(*ladder);
    return std::move(*ladder);
}

inline Ladder climbed(const std::string& id, const Parameters& given) { return climbed(ladderQuestion(id, given)); }

inline const Moved* find(const std::vector<Moved>& all, std::string_view metric) {
    for (const Moved& moved : all)
        if (moved.metric == metric) return &moved;
    return nullptr;
}

}  // namespace lanescope::test
