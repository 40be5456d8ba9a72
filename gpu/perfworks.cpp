// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/base/words.h"
#include "core/metrics/dictionary.h"
#include "gpu/counters.h"

namespace lanescope {
namespace {

std::vector<std::string> namesOf(const std::vector<MetricGroup>& groups) {
    std::vector<std::string> names;
    for (const MetricGroup& group : groups)
        for (const std::string& name : group.names)
            if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    return names;
}

}  // namespace

ScheduledMetrics scheduleMetrics(const std::vector<MetricGroup>& groups,
                                 const std::function<std::string(const std::vector<std::string>&)>& attempt) {
    ScheduledMetrics scheduled;
    const auto all = [&](const std::vector<MetricGroup>& some) {
        scheduled.names = namesOf(some);
        return some.empty() || attempt(scheduled.names).empty();
    };
    if (all(groups)) return scheduled;
    std::vector<MetricGroup> able;
    for (const MetricGroup& group : groups) {
        if (const std::string problem = attempt(namesOf({group})); problem.empty())
            able.push_back(group);
        else
            scheduled.missing.push_back({group.id, problem});
    }
    if (all(able)) return scheduled;
    std::vector<MetricGroup> together;
    for (const MetricGroup& group : able) {
        together.push_back(group);
        if (all(together)) continue;
        scheduled.missing.push_back({group.id, textOf("counters.not_together"_id)});
        together.pop_back();
    }
    // The last attempt may have been one too many.
    static_cast<void>(all(together));
    return scheduled;
}

Counters countersFromPerfworks(std::string_view chip, const std::function<double(std::string_view)>& value) {
    Counters counters;
    for (const Metric& metric : metricDictionary()) {
        const auto terms = perfworksTerms(perfworksOn(metric, chip).sum);
        double sum = 0;
        for (const PerfworksTerm& term : terms) sum += term.factor * value(term.name);
        if (!terms.empty() && std::isfinite(sum)) counters[std::string(metric.id)] = sum;
    }
    dropEmptyRatios(counters);  // the hardware gives 0 for 0 / 0
    counters.merge(ratiosOf(counters));
    return counters;
}

}  // namespace lanescope
