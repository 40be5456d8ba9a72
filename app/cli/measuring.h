// SPDX-License-Identifier: GPL-3.0-or-later
// The options that measure and record have in common.
#pragma once

#include <string>

#include "gpu/measure.h"

namespace CLI {
class App;
}

namespace lanescope::cli {

/// --counters, --no-counters, --all-counters, --samples, --time-limit, --hang-limit, --cold, --hot, --l2. Lives as long
/// as the verb's action.
class MeasuringChoice {
public:
    void addTo(CLI::App& verb);
    [[nodiscard]] MeasureOptions options() const;
    /// Were counters demanded, so that not having them is an error?
    [[nodiscard]] bool countersRequired() const { return m_required; }

private:
    bool m_required = false;
    bool m_none = false;
    bool m_all = false;
    std::size_t m_samples = 0;
    double m_timeLimit = MeasureChoice{}.timeLimit;
    double m_hangLimit = kHangLimit;
    bool m_cold = false;
    bool m_hot = false;
    std::string m_l2 = "flushed";
};

}  // namespace lanescope::cli
