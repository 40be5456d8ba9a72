// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <charconv>

namespace lanescope {

/// Shortest words that read back as the same number, for machines.
inline QString exactNumber(double value) {
    constexpr std::size_t kMost = 32;
    std::array<char, kMost> words{};
    const auto end = std::to_chars(words.data(), words.data() + words.size(), value).ptr;
    return QString::fromLatin1(words.data(), end - words.data());
}

}  // namespace lanescope
