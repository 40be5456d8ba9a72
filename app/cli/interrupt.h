// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <thread>

namespace lanescope::cli {

/// While it lives, the first Ctrl-C (SIGINT) or SIGTERM asks to stop instead of ending the program; a second one, a
/// quarter of a second later or more, ends it. To be made before other threads are started, which inherit the blocked
/// signals.
class InterruptWatcher {
public:
    InterruptWatcher();
    ~InterruptWatcher();
    InterruptWatcher(const InterruptWatcher&) = delete;
    InterruptWatcher& operator=(const InterruptWatcher&) = delete;
    /// Stops when the user interrupts.
    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

private:
    std::stop_source m_source;
    std::jthread m_thread;
};

}  // namespace lanescope::cli
