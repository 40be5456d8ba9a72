// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of execution: what is busiest, and what warps do for nothing.
#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/number_format.h"
#include "core/rules/rule_list.h"

namespace lanescope::rules {
namespace {

constexpr double kWarp = 32;

/// "6.64 GB", "2.15 GFlop", "457 M warp instructions"
Message amountIn(const Bound& bound) {
    switch (bound.ceiling.resource) {
        case Resource::Fp32:
        case Resource::Fp64:
            return Message("rules.amount.operations"_id, {{"number", numbers::shortValue(bound.amount.value, "")}});
        case Resource::Issue:
            return Message("rules.amount.instructions"_id, {{"number", numbers::shortValue(bound.amount.value, "")}});
        default: return Message::plain(numbers::shortValue(bound.amount.value, "B"));
    }
}

/// In the unit of amountIn(), a second.
std::string rateIn(const Ceiling& ceiling) {
    switch (ceiling.resource) {
        case Resource::Fp32:
        case Resource::Fp64: return numbers::shortValue(ceiling.rate, "Flop/s");
        case Resource::Issue: return numbers::shortValue(ceiling.rate, "/s");
        default: return numbers::shortValue(ceiling.rate, "B/s");
    }
}

/// The line that takes most of a memory.
std::uint32_t lineOf(const LaunchFacts& facts, Resource resource) {
    const bool shared = resource == Resource::Shared;
    if (!shared && resource != Resource::L1 && resource != Resource::L2 && resource != Resource::Dram) return 0;
    const program::Space space = shared ? program::Space::Shared : program::Space::Global;
    const LineCost* most = nullptr;
    for (const LineCost& line : facts.lines)
        if (line.space == space && (most == nullptr || line.taken > most->taken)) most = &line;
    return most == nullptr ? 0 : most->line;
}

/// Warp instructions for which no lane of a whole warp is missing; of warps that a block cuts short, what they have.
double lanesOfWarps(const LaunchFacts& facts) {
    const auto threads = static_cast<double>(facts.block.block.threads);
    return threads > 0 ? threads / (kWarp * std::ceil(threads / kWarp)) : 1;
}

}  // namespace

/// Share: what the busiest part of the GPU takes of the whole.
std::optional<Advice> busiestPart(const Case& launch) {
    constexpr double kBusy = 0.5, kFull = 0.8;
    const Bound* const most = launch.longest();
    if (most == nullptr || launch.whole <= 0) return std::nullopt;
    const double share = most->seconds / launch.whole;
    if (launch.ofTime && share < kBusy) return std::nullopt;
    const Resource resource = most->ceiling.resource;
    Advice advice;
    advice.rule = "busiest_part";
    if (!launch.ofTime) {
        advice.title = Message("rules.busiest.longest"_id, {{"resource", nameOf(resource)}});
        advice.sentence = Message(
            "rules.busiest.least"_id,
            {{"amount", amountIn(*most)}, {"time", numbers::time(most->seconds)}, {"rate", rateIn(most->ceiling)}});
    } else {
        advice.title = share >= kFull ? Message("rules.busiest.full"_id, {{"resource", nameOf(resource)}})
                                      : Message("rules.busiest.busy"_id, {{"resource", nameOf(resource)}});
        advice.sentence =
            Message("rules.busiest.sentence"_id,
                    {{"amount", amountIn(*most)}, {"share", percent(share)}, {"time", numbers::time(launch.whole)}});
    }
    advice.possible = Message("rules.busiest.possible"_id);
    advice.share = share;
    advice.origin = most->amount.origin;
    advice.metric = metricOf(resource);
    advice.line = lineOf(launch.facts, resource);
    return advice;
}

/// Blocks whose threads are no multiple of 32. Share: of the lanes, those that are never there.
std::optional<Advice> partialWarps(const Case& launch) {
    const double present = lanesOfWarps(launch.facts);
    if (present >= 1) return std::nullopt;
    const std::uint64_t threads = launch.facts.block.block.threads;
    Advice advice;
    advice.rule = "partial_warps";
    advice.title = Message("rules.partial_warps.title"_id);
    advice.sentence = Message("rules.partial_warps.sentence"_id,
                              {{"threads", threads}, {"warps", (threads + 31) / 32}, {"lanes", percent(1 - present)}});
    advice.possible = Message("rules.partial_warps.possible"_id, {{"threads", (threads + 31) / 32 * 32}});
    advice.share = 1 - present;
    advice.metric = "warp_execution_efficiency";
    return advice;
}

/// Lanes of whole warps that do not take part. Share: of the lanes' steps, those that are missing.
std::optional<Advice> divergence(const Case& launch) {
    constexpr double kLeast = 0.05;
    const Fact* const lanes = launch.facts.find("thread_instructions");
    const Fact* const warps = launch.facts.find("warp_instructions");
    if (lanes == nullptr || warps == nullptr || warps->value <= 0) return std::nullopt;
    const double present = lanesOfWarps(launch.facts);
    const double taking = lanes->value / (kWarp * warps->value * present);
    const double parted = launch.facts.value("divergent_branches");
    if (parted <= 0 || 1 - taking < kLeast) return std::nullopt;
    Advice advice;
    advice.rule = "divergence";
    advice.ofCode = true;
    advice.title = Message("rules.divergence.title"_id);
    advice.line = launch.facts.partings.empty() ? 0 : launch.facts.partings.front().line;
    const std::string number = numbers::shortValue(parted, ""), share = percent(taking);
    advice.sentence = advice.line > 0 ? Message("rules.divergence.on_line"_id,
                                                {{"share", share}, {"number", number}, {"line", advice.line}})
                                      : Message("rules.divergence.sentence"_id, {{"share", share}, {"number", number}});
    advice.possible = Message("rules.divergence.possible"_id, {{"times", times(1 / taking)}});
    advice.share = 1 - taking;
    advice.origin = lanes->origin;
    advice.metric = "warp_execution_efficiency";
    return advice;
}

/// Share: waves of blocks × a block's barriers × cycles of one, as calibrated; what other blocks do meanwhile is not
/// taken off.
std::optional<Advice> barrierWaits(const Case& launch) {
    constexpr double kLeast = 0.1;
    const Fact* const barriers = launch.facts.find("barriers");
    const Fact* const warps = launch.facts.find("warps_launched");
    const GpuValue* const cycles = launch.facts.gpu.find("barrier_cycles");
    const GpuValue* const clock = launch.facts.gpu.find("clock");
    const GpuValue* const multiprocessors = launch.facts.gpu.find("sm_count");
    if (barriers == nullptr || warps == nullptr || warps->value <= 0 || cycles == nullptr || clock == nullptr ||
        multiprocessors == nullptr || !launch.facts.occupancy || launch.whole <= 0)
        return std::nullopt;
    const double ofBlock = barriers->value / warps->value;
    const double held = multiprocessors->value * static_cast<double>(launch.facts.occupancy->blocksPerSm);
    const double waves = std::ceil(static_cast<double>(launch.facts.block.blocks) / std::max(held, 1.0));
    const double share = waves * ofBlock * cycles->value / clock->value / launch.whole;
    if (share < kLeast) return std::nullopt;
    Advice advice;
    advice.rule = "barrier_waits";
    advice.title = Message("rules.barrier_waits.title"_id);
    advice.sentence = Message(
        "rules.barrier_waits.sentence"_id,
        {{"barriers", times(ofBlock)}, {"cycles", times(cycles->value)}, {"share", percent(std::min(share, 1.0))}});
    advice.share = std::min(share, 1.0) * launch.waiting();
    advice.metric = "barriers";
    return advice;
}

}  // namespace lanescope::rules
