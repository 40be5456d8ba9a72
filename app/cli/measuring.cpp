// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/measuring.h"

#include <CLI/CLI.hpp>

#include "app/cli/number_option.h"

namespace lanescope::cli {

void MeasuringChoice::addTo(CLI::App& verb) {
    CLI::Option* required = verb.add_flag("--counters", m_required, "Fail if hardware counters cannot be read");
    CLI::Option* none = verb.add_flag("--no-counters", m_none, "Times only")->excludes(required);
    verb.add_flag("--all-counters", m_all, "Read every metric that this GPU has, in more passes")->excludes(none);
    addNumber(verb, "--samples", m_samples, {1, kMostSamples},
              "Take just so many samples (default: until the median is stable)");
    addNumber(verb, "--time-limit", m_timeLimit, {0, 3600}, "Seconds for the samples of a configuration (default 1)");
    addNumber(verb, "--hang-limit", m_hangLimit, {0.1, 86400},
              "Seconds that a kernel may take; after that the program ends, which ends the kernel (default 20)");
    CLI::Option* cold = verb.add_flag("--cold", m_cold, "Flush the L2 cache before each sample (default)");
    CLI::Option* hot =
        verb.add_flag("--hot", m_hot, "The same has just run before each sample; short kernels in batches");
    CLI::Option* l2 = verb.add_option("--l2", m_l2, "The same by the cache's state: flushed (--cold) or warm (--hot)")
                          ->check(CLI::IsMember({"flushed", "warm"}));
    cold->excludes(hot)->excludes(l2);
    hot->excludes(l2);
}

MeasureOptions MeasuringChoice::options() const {
    MeasureOptions options;
    options.counters = !m_none;
    options.counterSet = m_all ? MetricSet::Whole : MetricSet::Default;
    options.samples = m_samples;
    options.timeLimit = m_timeLimit;
    options.hangLimit = m_hangLimit;
    options.l2 = m_hot || m_l2 == "warm" ? L2State::Warm : L2State::Flushed;
    return options;
}

}  // namespace lanescope::cli
