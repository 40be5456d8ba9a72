// SPDX-License-Identifier: GPL-3.0-or-later
// What was counted: metrics of a launch or of all, what hardware would count, facts and parameters.
#include <algorithm>

#include "core/base/words.h"
#include "core/metrics/dictionary.h"
#include "core/story/number_lookups.h"

namespace lanescope::story {
namespace {

std::string unitOf(std::string_view metric) {
    const Metric* known = findMetric(metric);
    return known ? std::string(known->unit) : std::string();
}

Message noMetric(std::string_view name) { return Message("story.number.no_value"_id, {{"name", name}}); }

FoundNumber inCounters(const Counters& counters, const Asked& asked, const std::string& origin) {
    const auto found = counters.find(std::string(asked.name));
    if (found != counters.end()) return Number{found->second, unitOf(asked.name), origin};
    if (findMetric(asked.name) != nullptr) return noNumber(noMetric(asked.name));
    return unknownNumber(asked, namesOfMetrics(asked));
}

std::string emulatedOrigin(const RunSide& side) {
    const bool sampled = side.launch < side.run->launches.size() && side.run->launches[side.launch].sampled();
    return textOf(sampled ? "story.origin.sampled"_id : "story.origin.emulated"_id);
}

Counters countersOfLaunch(const RunSide& side) {
    return side.launch < side.run->launches.size() ? countersOf(*side.run, side.launch) : Counters();
}

/// Sums, and the ratios that follow from them; a maximum has no sum, and is left out with what is per launch.
Counters sumOfAll(const Emulation& run) {
    Counters sum;
    for (const Counters& launch : countersOf(run))
        for (const auto& [id, value] : launch) {
            const Metric* metric = findMetric(id);
            const bool adds = metric && metric->formula.empty() && metric->unit != "%" && !id.starts_with("static_") &&
                              !id.starts_with("dynamic_");
            if (adds) sum[id] += value;
        }
    for (const auto& [id, value] : ratiosOf(sum)) sum[id] = value;
    return sum;
}

}  // namespace

FoundNumber findOwn(const Asked& asked) {
    const RunSide& side = asked.of();
    const Counters counters = countersOfLaunch(side);
    if (counters.contains(std::string(asked.name))) return inCounters(counters, asked, emulatedOrigin(side));
    for (const Fact& fact : side.algorithm->facts(side.parameters))
        if (fact.id == asked.name) return Number{fact.value, fact.unit, textOf("story.origin.fact"_id)};
    if (const auto number = side.parameters.number(asked.name))
        return Number{static_cast<double>(*number), "", textOf("story.origin.chosen"_id)};
    if (findMetric(asked.name) != nullptr) return noNumber(noMetric(asked.name));
    return unknownNumber(asked, NumberSource(asked.library, asked.run).names(asked.side));
}

std::vector<std::string> namesOfOwn(const Asked& asked) {
    std::vector<std::string> names;
    for (const auto& [id, value] : countersOfLaunch(asked.of())) names.push_back(id);
    for (const Fact& fact : asked.of().algorithm->facts(asked.of().parameters)) names.push_back(fact.id);
    for (const auto& [name, value] : asked.of().parameters)
        if (asked.of().parameters.number(name)) names.push_back(name);
    return names;
}

std::vector<std::string> namesOfMetrics(const Asked& asked) {
    std::vector<std::string> names;
    for (const auto& [id, value] : countersOfLaunch(asked.of())) names.push_back(id);
    return names;
}

FoundNumber findOfAll(const Asked& asked) {
    return inCounters(sumOfAll(*asked.of().run), asked, emulatedOrigin(asked.of()));
}

FoundNumber findHardware(const Asked& asked) {
    const RunSide& side = asked.of();
    if (side.launch >= side.run->launches.size()) return noNumber(noMetric(asked.name));
    return inCounters(predictionOf(*side.run, side.launch).counters, asked, textOf("story.origin.hardware"_id));
}

}  // namespace lanescope::story
