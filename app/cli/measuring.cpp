// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/measuring.h"

#include <CLI/CLI.hpp>

namespace lanescope::cli {

void MeasuringChoice::addTo(CLI::App& verb) {
    CLI::Option* required = verb.add_flag("--counters", m_required, "Fail if hardware counters cannot be read");
    verb.add_flag("--no-counters", m_none, "Times only")->excludes(required);
    verb.add_option("--samples", m_samples, "Take just so many samples (default: until the median is stable)")
        ->check(CLI::Range(1, 100000));
    verb.add_option("--time-limit", m_timeLimit, "Seconds for the samples of a configuration (default 1)")
        ->check(CLI::Range(0.0, 3600.0));
    verb.add_option("--l2", m_l2, "State of the L2 cache before each sample: flushed (default) or warm")
        ->check(CLI::IsMember({"flushed", "warm"}));
}

MeasureOptions MeasuringChoice::options() const {
    MeasureOptions options;
    options.counters = !m_none;
    options.stopwatch.exactSamples = m_samples;
    options.stopwatch.timeLimit = m_timeLimit;
    options.stopwatch.l2 = m_l2 == "warm" ? L2State::Warm : L2State::Flushed;
    return options;
}

}  // namespace lanescope::cli
