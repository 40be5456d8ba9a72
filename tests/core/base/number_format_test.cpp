// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_format.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "core/base/number_text.h"

namespace lanescope {
namespace {

/// With plain spaces, to be read here.
std::string spaced(std::string text) {
    for (std::size_t at = 0; (at = text.find("\u202f", at)) != std::string::npos;) text.replace(at, 3, " ");
    return text;
}

TEST(Numbers, CountsAreGroupedByThree) {
    EXPECT_EQ(spaced(numbers::count(0)), "0");
    EXPECT_EQ(spaced(numbers::count(0x1p53)), "9 007 199 254 740 992");
    EXPECT_EQ(spaced(numbers::count(999)), "999");
    EXPECT_EQ(spaced(numbers::count(4567)), "4 567");
    EXPECT_EQ(spaced(numbers::count(1234567)), "1 234 567");
    EXPECT_EQ(spaced(numbers::count(1234.5)), "1 234.50");
    EXPECT_EQ(spaced(numbers::count(-1234)),
              "\xe2\x88\x92"
              "1 234");
}

TEST(Numbers, HalvesAreRoundedAwayFromZero) {
    EXPECT_EQ(numbers::count(0.25, 1), "0.3");
    EXPECT_EQ(numbers::count(2.125), "2.13");
    EXPECT_EQ(numbers::count(-0.25, 1), "\u22120.3");
    EXPECT_EQ(numbers::count(0.35, 1), "0.3") << "which is a little less than that in binary";
}

TEST(Numbers, TimesTakeTheFittingPrefix) {
    EXPECT_EQ(spaced(numbers::time(0)), "0 s");
    EXPECT_EQ(spaced(numbers::time(12.34e-6)), "12.3 µs");
    EXPECT_EQ(spaced(numbers::time(999.9e-6)), "1.00 ms");
    EXPECT_EQ(spaced(numbers::time(2.5e-10)), "0.25 ns");
    EXPECT_EQ(spaced(numbers::time(1e-7)), "100 ns") << "which is a little less in binary";
    EXPECT_EQ(spaced(numbers::time(99.96)), "100 s");
    EXPECT_EQ(spaced(numbers::time(99.94)), "99.9 s");
    EXPECT_EQ(spaced(numbers::time(9.996)), "10.0 s");
    EXPECT_EQ(spaced(numbers::time(9.994)), "9.99 s");
    EXPECT_EQ(spaced(numbers::time(250)), "250 s");
    EXPECT_EQ(spaced(numbers::time(86400)), "86 400 s");
    EXPECT_EQ(spaced(numbers::time(-1.19e-6)),
              "\xe2\x88\x92"
              "1.19 µs");
}

TEST(Numbers, DifferencesSayTheirSign) {
    EXPECT_EQ(spaced(numbers::difference(100, 100)), "=");
    EXPECT_EQ(spaced(numbers::difference(112.5, 100)), "+12.5 %");
    EXPECT_EQ(spaced(numbers::difference(50, 100)),
              "\xe2\x88\x92"
              "50.0 %");
    EXPECT_EQ(spaced(numbers::difference(5, 0)), "?");
    EXPECT_EQ(spaced(numbers::difference(12838, 100)), "+12 738 %");
    EXPECT_EQ(spaced(numbers::difference(109.996, 100)), "+10.0 %");
    EXPECT_EQ(spaced(numbers::difference(1099.96, 100)), "+1 000 %");
}

TEST(Numbers, UnitsDecideTheForm) {
    EXPECT_EQ(spaced(numbers::value(56.25, "%")), "56.25 %");
    EXPECT_EQ(spaced(numbers::value(2048, "B")), "2 048 B");
    EXPECT_EQ(spaced(numbers::value(13.95e9, "B/s")), "13.9 GB/s");
    EXPECT_EQ(spaced(numbers::value(2.5e6, "B/s")), "2.50 MB/s");
    EXPECT_EQ(spaced(numbers::value(4.814e12, "B/s")), "4 814 GB/s");
    EXPECT_EQ(spaced(numbers::value(3e-3, "s")), "3.00 ms");
}

TEST(Numbers, TheShortFormKeepsFourDigits) {
    EXPECT_EQ(spaced(numbers::shortValue(1073741824, "")), "1.074 G");
    EXPECT_EQ(spaced(numbers::shortValue(131072, "B")), "131.1 kB");
    EXPECT_EQ(spaced(numbers::shortValue(999960, "")), "1.000 M");
    EXPECT_EQ(spaced(numbers::shortValue(99999, "")), "99 999");
    EXPECT_EQ(spaced(numbers::shortValue(100, "%")), "100 %");
    EXPECT_EQ(spaced(numbers::shortValue(56.25, "%")), "56.25 %");
    EXPECT_EQ(spaced(numbers::shortValue(2e-6, "s")), "2.00 µs");
}

TEST(Numbers, RatesAndFactors) {
    EXPECT_EQ(spaced(numbers::rate(4.56e12)), "4.56 TFlop/s");
    EXPECT_EQ(spaced(numbers::rate(999.6e6)), "1.00 GFlop/s") << "what rounds to 1000 of a prefix is 1 of the next";
    EXPECT_EQ(spaced(numbers::rate(0)), "0.00 Flop/s");
    EXPECT_EQ(numbers::megahertz(1979.6e6), "1980 MHz");
    EXPECT_EQ(spaced(numbers::factor(2.5)), "2.50×");
    EXPECT_EQ(spaced(numbers::factor(0.0132)), "0.013×");
    EXPECT_EQ(spaced(numbers::factor(12345)), "12 345×");
}

TEST(Numbers, PlainOnesHaveNoSpacesAndAreWholeInFull) {
    EXPECT_EQ(numbers::plain(262144), "262144");
    EXPECT_EQ(numbers::plain(-16777216), "-16777216");
    EXPECT_EQ(numbers::plain(56.25), "56.25");
    EXPECT_EQ(numbers::plain(1.5e-5), "1.5e-05");
    EXPECT_EQ(numbers::plain(1e15), "1e+15");
    EXPECT_EQ(numbers::plain(1.0 / 3, 4), "0.3333");
}

TEST(Numbers, PlainTimesTakeTheFittingPrefix) {
    EXPECT_EQ(numbers::plainTime(0), "0 s");
    EXPECT_EQ(numbers::plainTime(1.234e-3), "1.234 ms");
    EXPECT_EQ(numbers::plainTime(12.5), "12.5 s");
    EXPECT_EQ(numbers::plainTime(999.99e-6), "1 ms");
    EXPECT_EQ(numbers::plainTime(5e-11), "0.05 ns");
}

TEST(Numbers, ExactOnesReadBackAsTheSame) {
    EXPECT_EQ(numbers::exact(0.1), "0.1");
    EXPECT_EQ(numbers::exact(100000), "100000");
    EXPECT_EQ(numbers::exact(1e7), "1e+07");
    constexpr double kMost = std::numeric_limits<double>::max();
    for (const double value : {1.0 / 3, std::numeric_limits<double>::denorm_min(), kMost, -123456.789, 0x1p53})
        EXPECT_EQ(realNumberFromText(numbers::exact(value), {-kMost, kMost}), value);
}

TEST(Numbers, WhatIsNoNumberIsSaid) {
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    EXPECT_EQ(numbers::count(kInfinite), "inf");
    EXPECT_EQ(numbers::time(-kInfinite), "-inf");
    EXPECT_EQ(numbers::plainTime(std::numeric_limits<double>::quiet_NaN()), "nan s");
    EXPECT_EQ(numbers::plain(kInfinite), "inf");
}

TEST(Numbers, MemoryIsInPowersOf1024) {
    EXPECT_EQ(numbers::memory(0), "0 bytes");
    EXPECT_EQ(numbers::memory(512), "512 bytes");
    EXPECT_EQ(numbers::memory(1000), "0.977 KiB");
    EXPECT_EQ(numbers::memory(1536), "1.5 KiB");
    EXPECT_EQ(numbers::memory(2147483648.0), "2 GiB");
    EXPECT_EQ(numbers::memory(8e12), "7.28 TiB");
    EXPECT_EQ(numbers::memory(1023.7 * 1024), "1 MiB");
}

}  // namespace
}  // namespace lanescope
