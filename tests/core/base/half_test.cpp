// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/half.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lanescope {
namespace {

TEST(Half, EveryValueComesBack) {
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        const auto half = static_cast<std::uint16_t>(bits);
        const double value = doubleOfHalf(half);
        if (std::isnan(value))
            EXPECT_TRUE(std::isnan(doubleOfHalf(halfOf(value)))) << bits;
        else
            EXPECT_EQ(halfOf(value), half);
    }
}

TEST(Half, KnownValues) {
    EXPECT_EQ(doubleOfHalf(0x3c00), 1);
    EXPECT_EQ(doubleOfHalf(0xc000), -2);
    EXPECT_EQ(doubleOfHalf(0x7bff), 65504);
    EXPECT_EQ(doubleOfHalf(0x0001), 0x1p-24);
    EXPECT_EQ(doubleOfHalf(0x0400), 0x1p-14);
    EXPECT_EQ(doubleOfHalf(0xfc00), -HUGE_VAL);
    EXPECT_TRUE(std::signbit(doubleOfHalf(0x8000)));
}

TEST(Half, RoundsToNearestTiesToEven) {
    for (unsigned bits = 0; bits < 0x7bff; ++bits) {
        const double low = doubleOfHalf(static_cast<std::uint16_t>(bits));
        const double middle = (low + doubleOfHalf(static_cast<std::uint16_t>(bits + 1))) / 2;
        EXPECT_EQ(halfOf(middle), bits + bits % 2);
        EXPECT_EQ(halfOf(std::nextafter(middle, 0)), bits);
        EXPECT_EQ(halfOf(-std::nextafter(middle, 1e9)), (bits + 1) | 0x8000U);
    }
    EXPECT_EQ(halfOf(std::nextafter(65520, 0)), 0x7bff);
    EXPECT_EQ(halfOf(65520), 0x7c00);
    EXPECT_EQ(halfOf(0x1p-25), 0);
    EXPECT_EQ(halfOf(std::nextafter(0x1p-25, 1)), 1);
}

}  // namespace
}  // namespace lanescope
