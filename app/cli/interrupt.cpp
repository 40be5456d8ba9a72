// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <chrono>
#include <csignal>
#include <ctime>

namespace lanescope::cli {
namespace {

sigset_t interruptSignals() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

}  // namespace

InterruptWatcher::InterruptWatcher() {
    const sigset_t set = interruptSignals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    m_thread = std::jthread([this, set](const std::stop_token& end) {
        using Clock = std::chrono::steady_clock;
        constexpr timespec kTenth{0, 100'000'000};
        // `timeout` signals a program and its group, which it is one of: both are one wish.
        constexpr std::chrono::milliseconds kOneWish{250};
        Clock::time_point asked;
        while (!end.stop_requested()) {
            const int signal = sigtimedwait(&set, nullptr, &kTenth);
            if (signal <= 0) continue;
            if (!m_source.stop_requested()) asked = Clock::now();
            if (Clock::now() - asked > kOneWish) {  // asked twice: at once
                std::signal(signal, SIG_DFL);
                sigset_t all = set;
                pthread_sigmask(SIG_UNBLOCK, &all, nullptr);
                std::raise(signal);
            }
            m_source.request_stop();
        }
    });
}

InterruptWatcher::~InterruptWatcher() {
    m_thread.request_stop();
    m_thread.join();
    const sigset_t set = interruptSignals();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace lanescope::cli
