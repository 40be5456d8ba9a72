// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/threads.h"

#include <gtest/gtest.h>

#include <atomic>

namespace lanescope {
namespace {

TEST(Threads, AllDoTheWorkAndOneIsTheCaller) {
    std::atomic<int> callers = 0;
    std::atomic<int> all = 0;
    onThreads(4, [&](bool isCaller) {
        ++all;
        if (isCaller) ++callers;
    });
    EXPECT_EQ(all, 4);
    EXPECT_EQ(callers, 1);
}

TEST(Threads, WhatOneThrowsComesToTheCallerWhenAllHaveEnded) {
    std::atomic<int> ended = 0;
    const auto work = [&](bool isCaller) {
        ++ended;
        if (!isCaller) throw std::bad_alloc();
    };
    EXPECT_THROW(onThreads(3, work), std::bad_alloc);
    EXPECT_EQ(ended, 3);
}

}  // namespace
}  // namespace lanescope
