// SPDX-License-Identifier: GPL-3.0-or-later
// The formats of printf that say their width or precision in an argument.
#include "core/simt/engine/print_format.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace lanescope::simt {
namespace {

/// The text of a format with 4-byte arguments, or "?" if an argument cannot be read.
std::string printed(const std::string& format, const std::vector<std::int32_t>& arguments) {
    PrintSource source;
    source.argument = [&](std::uint64_t offset, unsigned bytes) -> std::optional<std::uint64_t> {
        if (offset + bytes > arguments.size() * 4) return std::nullopt;
        std::uint64_t bits = 0;
        std::memcpy(&bits, reinterpret_cast<const char*>(arguments.data()) + offset, bytes);
        return bits;
    };
    source.text = [](std::uint64_t) { return std::optional<std::string>("text"); };
    const auto result = print(format, source);
    return result ? result->text : "?";
}

TEST(Printf, WidthAndPrecisionFromArguments) {
    EXPECT_EQ(printed("%*d|", {6, 42}), "    42|");
    EXPECT_EQ(printed("%-*d|", {6, 42}), "42    |");
    EXPECT_EQ(printed("%*d|", {-6, 42}), "42    |");
    EXPECT_EQ(printed("%.*d|", {4, 42}), "0042|");
    EXPECT_EQ(printed("%*.*d|", {6, 4, 42}), "  0042|");
    EXPECT_EQ(printed("%.*d|", {-1, 42}), "42|");
    // Eight bytes begin at a multiple of eight: 2 and, behind a gap, 1.5.
    EXPECT_EQ(printed("%.*f|", {2, 0, 0, 0x3ff80000}), "1.50|");
    EXPECT_EQ(printed("%*d", {6}), "?");
}

}  // namespace
}  // namespace lanescope::simt
