// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_text.h"

#include <gtest/gtest.h>

#include <clocale>

namespace lanescope {
namespace {

TEST(NumberText, ReadsAllOfTheTextOrNothing) {
    constexpr WholeRange kAny{-1000, 1000};
    EXPECT_EQ(wholeNumberFromText("64", kAny), 64);
    EXPECT_EQ(wholeNumberFromText("064", kAny), 64);
    EXPECT_EQ(wholeNumberFromText("-7", kAny), -7);
    EXPECT_EQ(realNumberFromText("0.5", {0, 1}), 0.5);
    EXPECT_EQ(realNumberFromText("1e3", {0, 1e6}), 1000);
    for (const char* wrong :
         {"", " ", " 1", "1 ", "1\n", "+1", "0x10", "1,0", "1.", "1e3", "one", "nan", "inf", "--1", "-", "[1]", "{}"})
        EXPECT_EQ(wholeNumberFromText(wrong, kAny), std::nullopt) << wrong;
    for (const char* wrong :
         {"", " 1", "1 ", "+1", "0x10", "1,0", "nan", "-nan", "inf", "-inf", "infinity", "1e400", "1e", "e1", "-"})
        EXPECT_EQ(realNumberFromText(wrong, {-1e308, 1e308}), std::nullopt) << wrong;
    EXPECT_EQ(wholeNumberFromText(std::string_view("1\0", 2), kAny), std::nullopt);
}

TEST(NumberText, EndsOfTheRangeAreLegalAndWhatIsBeyondIsNot) {
    EXPECT_EQ(wholeNumberFromText("1", {1, 8}), 1);
    EXPECT_EQ(wholeNumberFromText("8", {1, 8}), 8);
    EXPECT_EQ(wholeNumberFromText("0", {1, 8}), std::nullopt);
    EXPECT_EQ(wholeNumberFromText("9", {1, 8}), std::nullopt);
    EXPECT_EQ(wholeNumberFromText("-0", {0, 8}), std::nullopt);
    for (const char* large : {"18446744073709551616", "9223372036854775808", "100000000000000000000"})
        EXPECT_EQ(wholeNumberFromText(large, {0, INT64_MAX}), std::nullopt) << large;
    EXPECT_EQ(wholeNumberFromText("9223372036854775807", {0, INT64_MAX}), INT64_MAX);
    EXPECT_EQ(realNumberFromText("1", {1, 3}), 1);
    EXPECT_EQ(realNumberFromText("3", {1, 3}), 3);
    EXPECT_EQ(realNumberFromText("3.0000001", {1, 3}), std::nullopt);
    EXPECT_EQ(realNumberFromText("-0.0", {0, 3}), std::nullopt);
}

TEST(NumberText, TheSentenceNamesOptionValueAndRange) {
    EXPECT_EQ(describe(wholeNumber("--threads", "-1", {0, 1024}).error()),
              "--threads = \"-1\" is not possible: it must be a whole number from 0 to 1024.");
    EXPECT_EQ(describe(realNumber("--scale", "nan", {1, 3.5}).error()),
              "--scale = \"nan\" is not possible: it must be a number from 1 to 3.5.");
    EXPECT_EQ(rangeText(RealRange{0.001, 1e18}), "a number from 0.001 to 1e+18");
    EXPECT_LT(describe(wholeNumber("n", std::string(1 << 20, '1'), {0, 1}).error()).size(), 200U);
}

TEST(NumberText, DoesNotFollowTheLocale) {
    const char* const before = std::setlocale(LC_NUMERIC, nullptr);
    for (const char* comma : {"de_DE.UTF-8", "fr_FR.UTF-8"}) std::setlocale(LC_NUMERIC, comma);  // where there is one
    EXPECT_EQ(realNumberFromText("1.5", {0, 9}), 1.5);
    EXPECT_EQ(realNumberFromText("1,5", {0, 9}), std::nullopt);
    std::setlocale(LC_NUMERIC, before);
}

}  // namespace
}  // namespace lanescope
