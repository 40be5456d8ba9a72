// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/end_labels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace lanescope {
namespace {

TEST(EndLabels, StandWhereTheirLinesEndIfTheyCan) {
    const LabelPlaces places = placedLabels({{100, 20, true}, {200, 20, true}}, 0, 400);
    EXPECT_EQ(places.top, (std::vector<double>{90, 190}));
    EXPECT_EQ(places.left, 0U);
}

TEST(EndLabels, ThoseThatWouldOverlapShareTheWay) {
    const LabelPlaces places = placedLabels({{100, 20, true}, {104, 20, true}}, 0, 400);
    EXPECT_DOUBLE_EQ(places.top[0], 82);
    EXPECT_DOUBLE_EQ(places.top[1], 102);
}

// Whatever the lines do: no label over another, none outside, in the order of the ends.
TEST(EndLabels, NeverOverlapNorLeaveTheRoom) {
    std::mt19937 random(7);
    for (int round = 0; round < 500; ++round) {
        std::vector<LabelWish> wishes;
        for (unsigned n = random() % 15; n > 0; --n)
            wishes.push_back({static_cast<double>(random() % 400), 10.0 + random() % 30, random() % 2 == 0});
        const LabelPlaces places = placedLabels(wishes, 20, 320);
        ASSERT_EQ(places.top.size(), wishes.size());
        std::size_t left = 0;
        for (std::size_t i = 0; i < wishes.size(); ++i) {
            if (places.top[i] < 0) {
                ++left;
                continue;
            }
            EXPECT_GE(places.top[i], 20 - 1e-9);
            EXPECT_LE(places.top[i] + wishes[i].height, 320 + 1e-9);
            for (std::size_t k = 0; k < wishes.size(); ++k) {
                if (k == i || places.top[k] < 0 || wishes[k].y < wishes[i].y) continue;
                const bool below = places.top[k] >= places.top[i] + wishes[i].height - 1e-9;
                const bool above = places.top[i] >= places.top[k] + wishes[k].height - 1e-9;
                EXPECT_TRUE(below || (above && wishes[k].y == wishes[i].y)) << round << ": " << i << ' ' << k;
            }
        }
        EXPECT_EQ(left, places.left);
        const FreeStretch free = freeStretch(wishes, places, 20, 320);
        for (std::size_t i = 0; i < wishes.size(); ++i)
            EXPECT_TRUE(places.top[i] < 0 || places.top[i] >= free.to - 1e-9 ||
                        places.top[i] + wishes[i].height <= free.from + 1e-9);
    }
}

TEST(EndLabels, WhatMattersHasRoomFirst) {
    const LabelPlaces places = placedLabels({{10, 50, false}, {20, 50, true}, {30, 50, true}}, 0, 110);
    EXPECT_LT(places.top[0], 0);
    EXPECT_GE(places.top[1], 0);
    EXPECT_GE(places.top[2], 0);
    EXPECT_EQ(places.left, 1U);
}

}  // namespace
}  // namespace lanescope
