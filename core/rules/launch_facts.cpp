// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/launch_facts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "core/simt/memory/place_name.h"
#include "core/simt/memory/request.h"

namespace lanescope::rules {
namespace {

using simt::AccessKind;

/// What hardware would count goes before what was counted of PTX where the machine code has instructions of its own.
constexpr std::array kOfMachineCode{"warp_instructions", "thread_instructions", "instructions_per_warp",
                                    "warp_execution_efficiency"};

double fewestSectors(const simt::GlobalCounts& counts) {
    return std::max(static_cast<double>(counts.requests),
                    std::ceil(static_cast<double>(counts.bytes) / simt::kSectorBytes));
}

class Lines {
public:
    void add(std::uint32_t line, const simt::SiteCounts& site) {
        add(line, site.access, program::Space::Global, site.global.requests, site.global.sectors,
            fewestSectors(site.global));
        add(line, site.access, program::Space::Local, site.local.requests, site.local.sectors,
            fewestSectors(site.local));
        add(line, site.access, program::Space::Shared, site.shared.requests, site.shared.wavefronts,
            static_cast<double>(site.shared.wavefronts - site.shared.conflicts));
    }
    [[nodiscard]] std::vector<LineCost> ranked() && {
        std::vector<LineCost> all;
        for (auto& [key, cost] : m_costs) all.push_back(cost);
        std::ranges::stable_sort(all, std::greater<>(), &LineCost::beyond);
        return all;
    }

private:
    void add(std::uint32_t line, AccessKind access, program::Space space, std::uint64_t requests, std::uint64_t taken,
             double fewest) {
        if (requests == 0) return;
        LineCost& cost = m_costs[{line, access, space}];
        cost.line = line;
        cost.access = access;
        cost.space = space;
        cost.requests += static_cast<double>(requests);
        cost.taken += static_cast<double>(taken);
        cost.fewest += fewest;
    }
    std::map<std::tuple<std::uint32_t, AccessKind, program::Space>, LineCost> m_costs;
};

void addLines(LaunchFacts& facts, const Kernel& kernel, const simt::LaunchReport& report) {
    const std::vector<std::uint32_t> lines = simt::linesOf(*kernel.module, kernel.code());
    if (lines.size() != report.sites.size()) return;
    Lines costs;
    std::map<std::uint32_t, LineParting> partings;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const simt::SiteCounts& site = report.sites[i];
        costs.add(lines[i], site);
        if (site.divergent == 0) continue;
        LineParting& parting = partings[lines[i]];
        parting.line = lines[i];
        parting.branches += static_cast<double>(site.branches);
        parting.divergent += static_cast<double>(site.divergent);
    }
    facts.lines = std::move(costs).ranked();
    for (const auto& [line, parting] : partings) facts.partings.push_back(parting);
    std::ranges::stable_sort(facts.partings, std::greater<>(), &LineParting::divergent);
}

/// From lane to lane in elements, where it is the same between all neighbours that take part.
std::optional<std::int64_t> strideOf(const simt::StepRecord& step) {
    std::optional<std::int64_t> stride;
    std::optional<unsigned> before;
    if (step.bytesPerLane == 0) return std::nullopt;
    for (simt::LaneMask rest = step.active; rest != 0; rest &= rest - 1) {
        const unsigned lane = simt::firstLane(rest);
        if (before) {
            const auto distance = static_cast<std::int64_t>(step.address[lane] - step.address[*before]);
            if (lane != *before + 1 || (stride && *stride != distance)) return std::nullopt;
            stride = distance;
        }
        before = lane;
    }
    const auto bytes = static_cast<std::int64_t>(step.bytesPerLane);
    if (!stride || *stride % bytes != 0) return std::nullopt;
    return *stride / bytes;
}

void addTime(LaunchFacts& facts, const Plan& plan, std::size_t launch, const Measurement* measured) {
    facts.secondsMissing = Message("rules.no_time"_id, {{"gpu", facts.gpu.title}});
    if (measured == nullptr) return;
    if (plan.timed == Timed::Launches && plan.launches().size() == 1) {
        facts.seconds = Fact{measured->median, measured->origin};
    } else if (const Fact* profiled = facts.find("profiled_seconds");
               profiled != nullptr && launch < measured->counters.size()) {
        facts.seconds = *profiled;
    } else {
        facts.secondsMissing = Message("rules.no_time_of_one"_id);
    }
}

}  // namespace

const Fact* LaunchFacts::find(std::string_view id) const {
    const auto found = facts.find(id);
    return found == facts.end() ? nullptr : &found->second;
}

double LaunchFacts::value(std::string_view id) const {
    const Fact* const fact = find(id);
    return fact == nullptr ? 0 : fact->value;
}

const WorstRequest* LaunchFacts::worstOf(flow::Finding::Kind kind, AccessKind access) const {
    const auto found = std::ranges::find_if(worst, [&](const WorstRequest& request) {
        return request.finding.kind == kind && request.finding.access == access;
    });
    return found == worst.end() ? nullptr : &*found;
}

std::optional<LaunchFacts> launchFactsOf(const Emulation& run, std::size_t launch, const Measurement* measured,
                                         const GpuSpec& gpu, const LaunchBlock& block, const BlockTrace* trace) {
    const std::vector<const Launch*> launches = run.plan.launches();
    if (launch >= run.launches.size() || launch >= launches.size() || run.launches[launch].fault) return std::nullopt;
    const simt::LaunchReport& report = run.launches[launch];
    LaunchFacts facts;
    facts.gpu = gpu;
    facts.block = block;
    facts.sampled = report.sampled();
    for (const auto& [id, value] : countersOf(run, launch)) facts.facts[id] = {value, Origin::Emulated};
    const Prediction predicted = predictionOf(run, launch);
    for (const char* id : kOfMachineCode)
        if (const auto found = predicted.counters.find(id); found != predicted.counters.end())
            facts.facts[id] = {found->second, Origin::Estimated};
    const Measurement* const here = measured != nullptr && measured->provenance.gpu == gpu.title ? measured : nullptr;
    if (here != nullptr && launch < here->counters.size())
        for (const auto& [id, value] : here->counters[launch]) facts.facts[id] = {value, here->origin};
    if (auto occupancy = theoreticalOccupancy(block.kernel, block.block, gpu)) facts.occupancy = std::move(*occupancy);
    const ModelInput input = modelInputOf(run);
    if (launch < input.launches.size()) facts.footprint = input.launches[launch].footprint.value_or(0);
    addTime(facts, run.plan, launch, here);
    addLines(facts, *launches[launch]->kernel, report);
    if (trace != nullptr) {
        const flow::RequestCosts costs(*trace);
        for (const flow::Finding& finding : costs.findings())
            facts.worst.push_back({finding, strideOf(trace->record(finding.event))});
        facts.reads = blockReadsOf(*trace);
    }
    return facts;
}

}  // namespace lanescope::rules
