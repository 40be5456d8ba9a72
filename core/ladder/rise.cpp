// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "core/baseline/difference.h"
#include "core/ladder/ladder.h"
#include "core/metrics/dictionary.h"

namespace lanescope {
namespace {

using baseline::Facts;

/// What changed by less is not told.
constexpr double kLeastRatio = 1.1;
/// Counts below this share of the warp instructions, and percentages that moved by fewer points, are noise beside them.
constexpr double kLeastShare = 0.01;
constexpr double kLeastPoints = 1;
/// What says how long it took, and what follows from that: the time itself is told.
constexpr std::array<std::string_view, 4> kUnitsOfTime{"s", "cycles", "B/s", "instructions/cycle"};
constexpr std::array<std::string_view, 3> kOfTime{"issue_slot_utilization", "dram_utilization",
                                                  "multiprocessor_activity"};
/// What a kernel takes is told as its costs.
constexpr std::array<std::string_view, 5> kOfCosts{"registers_per_thread", "static_shared_bytes",
                                                   "dynamic_shared_bytes", "resident_blocks", "local_bytes_per_thread"};

template <typename Range>
bool has(const Range& range, std::string_view value) {
    return std::ranges::find(range, value) != range.end();
}

bool isTold(const Metric& metric) {
    return metric.set == MetricSet::Default && !has(kUnitsOfTime, metric.unit) && !has(kOfTime, metric.id) &&
           !has(kOfCosts, metric.id);
}

double weightOf(double before, double after) {
    if (before == after) return 0;
    if (before <= 0 || after <= 0) return std::abs(std::log(std::max(after, 1.0) / std::max(before, 1.0)));
    return std::abs(std::log(after / before));
}

/// In warp instructions: what a count would be if each took a whole warp. 0 of what is no count.
double inWarps(const Metric& metric, double value) {
    constexpr double kLanes = 32;
    if (metric.unit == "B" || metric.unit == "operations" || metric.id == "thread_instructions") return value / kLanes;
    return value;
}

bool isRatio(const Metric& metric) { return metric.unit.find('/') != std::string_view::npos; }

/// Is it large enough beside the work of the launch to tell something?
bool matters(const Metric& metric, double before, double after, const Facts& old, const Facts& now) {
    // Hits and accesses are counted in passes of their own: of a small launch more than all may hit.
    constexpr double kAll = 100.5;  // %, rounded
    if (metric.unit == "%") return std::max(before, after) <= kAll && std::abs(after - before) >= kLeastPoints;
    if (isRatio(metric)) return true;
    const auto share = [&metric](double value, const Facts& facts) {
        const auto all = facts.find("warp_instructions");
        return all == facts.end() || all->second.value <= 0 ? 1 : inWarps(metric, value) / all->second.value;
    };
    return std::max(share(before, old), share(after, now)) >= kLeastShare;
}

std::optional<Moved> movedOf(const std::string& id, const rules::Fact& before, const rules::Fact& after) {
    const double weight = weightOf(before.value, after.value);
    if (weight == 0) return std::nullopt;
    return Moved{id, before.value, after.value, before.origin, after.origin, weight};
}

void largestFirst(std::vector<Moved>& moved) { std::ranges::stable_sort(moved, std::greater<>(), &Moved::weight); }

/// Those that both steps have; hardware's counters only where both have those of hardware.
std::vector<Moved> countersMoved(const LadderStep& before, const LadderStep& after) {
    std::vector<Moved> moved;
    for (const Metric& metric : metricDictionary()) {
        if (!isTold(metric)) continue;
        const auto pair = baseline::pairOf(metric.id, {&before.hard, &before.soft}, {&after.hard, &after.soft});
        if (!pair) continue;
        const auto one = movedOf(std::string(metric.id), pair->before, pair->after);
        if (one && one->weight >= std::log(kLeastRatio) &&
            matters(metric, one->before, one->after, *pair->old, *pair->now))
            moved.push_back(*one);
    }
    largestFirst(moved);
    return moved;
}

/// Costs of a step: what is known of them.
Facts costsOf(const LadderStep& step) {
    Facts costs;
    if (!step.block) return costs;
    const BlockResources& block = step.block->block;
    const auto measured = step.hard.find(ladder_cost::kRegisters);
    if (block.registersPerThread)
        costs[std::string(ladder_cost::kRegisters)] = {
            static_cast<double>(*block.registersPerThread),
            measured == step.hard.end() ? Origin::Estimated : measured->second.origin};
    costs[std::string(ladder_cost::kShared)] = {static_cast<double>(block.sharedBytes), Origin::Emulated};
    costs[std::string(ladder_cost::kThreads)] = {static_cast<double>(block.threads), Origin::Emulated};
    if (step.occupancy) costs[std::string(ladder_cost::kOccupancy)] = {step.occupancy->percent, Origin::Estimated};
    return costs;
}

std::vector<Moved> costsMoved(const LadderStep& before, const LadderStep& after) {
    const Facts old = costsOf(before), now = costsOf(after);
    std::vector<Moved> moved;
    for (const auto& [id, fact] : now)
        if (const auto from = old.find(id); from != old.end())
            if (const auto one = movedOf(id, from->second, fact)) moved.push_back(*one);
    largestFirst(moved);
    return moved;
}

/// What does not depend on counts, and is found once.
Rise codeChanged(const LadderStep& before, const LadderStep& after) {
    Rise rise;
    if (before.kernel && after.kernel) rise.source = sourceChange(*before.kernel, *after.kernel);
    rise.machine = machineChange(before.code.get(), after.code.get());
    return rise;
}

std::optional<rules::Fact> factOf(const std::optional<StepTime>& time) {
    return time ? std::optional(rules::Fact{time->seconds, time->origin}) : std::nullopt;
}

/// A step's time stands for the model's where there is none of hardware.
baseline::Times timesOf(const LadderStep& step) {
    const bool modelled = step.time && step.time->origin == Origin::Estimated;
    return {modelled ? std::nullopt : factOf(step.time), factOf(step.estimate)};
}

std::optional<std::pair<double, Origin>> speedUpOf(const baseline::Times& before, const baseline::Times& after) {
    const auto difference = baseline::heldTimes(before, after).difference;
    if (!difference || difference->after.value <= 0) return std::nullopt;
    return std::pair(difference->before.value / difference->after.value, difference->origin());
}

}  // namespace

std::optional<std::pair<double, Origin>> speedUpOf(const LadderStep& before, const LadderStep& after) {
    return speedUpOf(timesOf(before), timesOf(after));
}

std::optional<std::pair<double, Origin>> Ladder::speedUpOverBaseline(std::size_t step) const {
    return baseline ? speedUpOf(baseline->times, timesOf(steps.at(step))) : std::nullopt;
}

Result<LadderBaseline> ladderBaselineOf(const Plan& plan, const LadderQuestion& question, const JobContext& job) {
    LadderQuestion alone = question;
    alone.kind.rungs = {{plan.algorithm, plan.parameters, plan.algorithm}};
    alone.given = {};
    Result<Ladder> ladder = ladderOf(alone, job);
    if (!ladder) return fail(ladder.error());
    if (const auto counted = countStep(*ladder, 0, alone, job); !counted) return fail(counted.error());
    return LadderBaseline{plan.algorithm + ' ' + toString(plan.parameters), timesOf(ladder->steps.front())};
}

void compareSteps(Ladder& ladder) {
    ladder.rises.resize(ladder.steps.size());
    std::optional<std::size_t> before;
    for (std::size_t number = 0; number < ladder.steps.size(); ++number) {
        const LadderStep& step = ladder.steps[number];
        if (!step.possible()) continue;
        if (before) {
            const LadderStep& from = ladder.steps[*before];
            std::optional<Rise>& rise = ladder.rises[number];
            if (!rise) rise = codeChanged(from, step);
            rise->from = *before;
            if (const auto faster = speedUpOf(from, step)) std::tie(rise->speedUp, rise->origin) = *faster;
            rise->counters = countersMoved(from, step);
            rise->costs = costsMoved(from, step);
        }
        before = number;
    }
}

}  // namespace lanescope
