// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/metrics/dictionary.h"
#include "gpu/counters.h"

namespace lanescope {

Counters countersFromPerfworks(const std::function<double(std::string_view)>& value) {
    Counters counters;
    for (const Metric& metric : metricDictionary()) {
        const auto terms = perfworksTerms(metric);
        double sum = 0;
        for (const PerfworksTerm& term : terms) sum += term.factor * value(term.name);
        if (!terms.empty() && std::isfinite(sum)) counters[std::string(metric.id)] = sum;
    }
    // The hardware gives 0 for 0 / 0; a ratio of nothing is no number.
    const auto none = [&](const char* id) { return counters.contains(id) && counters.at(id) == 0; };
    if (none("global_load_sectors")) counters.erase("global_load_efficiency");
    if (none("global_store_sectors")) counters.erase("global_store_efficiency");
    if (none("warp_instructions")) counters.erase("warp_execution_efficiency");
    return counters;
}

}  // namespace lanescope
