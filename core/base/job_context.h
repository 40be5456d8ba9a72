// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>

namespace lanescope {

/// Handed to everything that may take long: when to stop, and where to tell how far it is.
/// Functions that are stopped return Error{Cancelled}.
struct JobContext {
    std::stop_token stop;
    /// Called now and then with the done fraction in [0, 1]; may be empty. Called on the working thread.
    std::function<void(double)> progress;

    [[nodiscard]] bool stopRequested() const { return stop.stop_requested(); }
    void report(double fraction) const {
        if (progress) progress(fraction);
    }
};

}  // namespace lanescope
