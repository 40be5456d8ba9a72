// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

namespace lanescope::cli {
namespace {

using std::chrono::milliseconds;

bool stopsWithin(const InterruptWatcher& watcher, milliseconds most) {
    const auto until = std::chrono::steady_clock::now() + most;
    while (!watcher.token().stop_requested() && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(milliseconds(1));
    return watcher.token().stop_requested();
}

TEST(InterruptWatcher, TwoSignalsAtOnceAreOneWish) {
    EXPECT_EXIT(
        {
            const InterruptWatcher watcher;
            kill(getpid(), SIGINT);
            const bool stopped = stopsWithin(watcher, milliseconds(5000));
            kill(getpid(), SIGINT);
            std::this_thread::sleep_for(milliseconds(500));
            std::_Exit(stopped ? 7 : 8);
        },
        testing::ExitedWithCode(7), "");
}

TEST(InterruptWatcher, ASecondOneEndsTheProgram) {
    EXPECT_EXIT(
        {
            const InterruptWatcher watcher;
            kill(getpid(), SIGINT);
            stopsWithin(watcher, milliseconds(5000));
            std::this_thread::sleep_for(milliseconds(400));
            kill(getpid(), SIGINT);
            std::this_thread::sleep_for(milliseconds(5000));
            std::_Exit(8);
        },
        testing::KilledBySignal(SIGINT), "");
}

}  // namespace
}  // namespace lanescope::cli
