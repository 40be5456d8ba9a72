// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/printable.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace lanescope {
namespace {

TEST(Printable, LeavesTextAsItIs) {
    for (const char* text : {"", "a b\n\tc", "µs × … ≥ ✓ 🙂", "\xc2\xa0", "\xf4\x8f\xbf\xbf"})
        EXPECT_EQ(printable(text), text);
}

TEST(Printable, ShowsWhatWouldSteerATerminal) {
    EXPECT_EQ(printable("\x1b[2Ja\x1b]0;title\a"), "\\u001b[2Ja\\u001b]0;title\\u0007");
    EXPECT_EQ(printable("100 %\rOK\b\x7f\v\f"), "100 %\\u000dOK\\u0008\\u007f\\u000b\\u000c");
    EXPECT_EQ(printable("\xc2\x9b"
                        "31m\xc2\x80\xc2\x9f"),
              "\\u009b31m\\u0080\\u009f");  // C1: CSI in one character
    EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\u0000b");
    EXPECT_EQ(printable("\xe2\x80\xaegpj.exe\xe2\x81\xa6\xd8\x9c"), "\\u202egpj.exe\\u2066\\u061c");
}

TEST(Printable, ReplacesWhatIsNotUtf8) {
    const std::string one = "\xef\xbf\xbd";
    EXPECT_EQ(printable("a\xff"
                        "b"),
              "a" + one + "b");
    EXPECT_EQ(printable("\x9b"
                        "31m"),
              one + "31m");                                 // a C1 character in Latin-1
    EXPECT_EQ(printable("\xc0\x9b"), one + one);            // overlong
    EXPECT_EQ(printable("\xed\xa0\x80"), one + one + one);  // a surrogate
    EXPECT_EQ(printable("\xf0\x9f\x98"), one);              // cut
    EXPECT_EQ(printable("\xf0\x9f\x98\x1b"), one + "\\u001b");
    EXPECT_EQ(printable("\xf5\x80\x80\x80"), one + one + one + one);
}

TEST(Printable, PiecesMakeTheSameAsTheWhole) {
    const std::string text = "é×\x1b[1m…\xff\xc2\x9b🙂\xe2\x80\xae\xf0\x9f";
    for (std::size_t size = 1; size <= 3; ++size) {
        Printable filter;
        std::string out;
        for (std::size_t i = 0; i < text.size(); i += size) filter.add(std::string_view(text).substr(i, size), out);
        filter.end(out);
        EXPECT_EQ(out, printable(text)) << size;
    }
}

TEST(Printable, EveryByteAndEveryPairGivesWhatATerminalMayGet) {
    for (int a = 0; a < 256; ++a)
        for (int b = 0; b < 256; ++b) {
            const std::string shown = printable(std::string{char(a), char(b)});
            for (std::size_t i = 0; i < shown.size(); ++i) {
                const auto c = static_cast<unsigned char>(shown[i]);
                EXPECT_TRUE((c >= ' ' && c != 0x7f) || c == '\n' || c == '\t') << a << ' ' << b;
                EXPECT_FALSE(c == 0xc2 && static_cast<unsigned char>(shown[i + 1]) < 0xa0) << a << ' ' << b;
            }
            EXPECT_EQ(printable(shown), shown) << a << ' ' << b;
        }
}

TEST(Printable, JsonStaysTheSame) {
    const nlohmann::ordered_json json{{"title", "\x1b[2J\xc2\x9b\x7f\xe2\x80\xae \"é\" \\ \n"}};
    const std::string shown = printable(json.dump());
    EXPECT_EQ(shown.find('\x7f'), std::string::npos);
    EXPECT_EQ(nlohmann::ordered_json::parse(shown), json);
}

}  // namespace
}  // namespace lanescope
