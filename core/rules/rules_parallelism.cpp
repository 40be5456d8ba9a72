// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of parallelism: too few blocks, a last wave of few, too few warps to hide what they wait for.
#include <algorithm>
#include <cmath>

#include "core/base/number_format.h"
#include "core/rules/rule_list.h"

namespace lanescope::rules {
namespace {

struct Waves {
    double multiprocessors = 0;
    double atOnce = 0;  ///< blocks that the GPU holds
    double blocks = 0;
    [[nodiscard]] double number() const { return blocks / atOnce; }
};

std::optional<Waves> wavesOf(const LaunchFacts& facts) {
    const GpuValue* const multiprocessors = facts.gpu.find("sm_count");
    if (multiprocessors == nullptr || !facts.occupancy || facts.occupancy->blocksPerSm == 0 || facts.block.blocks == 0)
        return std::nullopt;
    return Waves{multiprocessors->value, multiprocessors->value * static_cast<double>(facts.occupancy->blocksPerSm),
                 static_cast<double>(facts.block.blocks)};
}

/// The nearest value of an axis that lets more warps in.
std::optional<OccupancyPoint> better(const LaunchFacts& facts, OccupancyAxis axis, std::uint64_t now) {
    std::optional<OccupancyPoint> nearest;
    const auto distance = [&](std::uint64_t x) { return x > now ? x - now : now - x; };
    for (const OccupancyPoint& point : occupancyCurve(axis, facts.block.block, facts.gpu))
        if (point.percent > facts.occupancy->percent && (!nearest || distance(point.x) < distance(nearest->x)))
            nearest = point;
    return nearest;
}

Message whatWouldHold(const LaunchFacts& facts) {
    const BlockResources& block = facts.block.block;
    const std::string& by = facts.occupancy->limitedBy;
    if (by == "registers" && block.registersPerThread)
        if (const auto point = better(facts, OccupancyAxis::Registers, *block.registersPerThread))
            return Message("rules.occupancy.registers"_id,
                           {{"registers", point->x}, {"occupancy", percent(point->percent / 100)}});
    if (by == "shared memory")
        if (const auto point = better(facts, OccupancyAxis::SharedMemory, block.sharedBytes))
            return Message("rules.occupancy.shared"_id,
                           {{"bytes", point->x}, {"occupancy", percent(point->percent / 100)}});
    if (const auto point = better(facts, OccupancyAxis::Threads, block.threads))
        return Message("rules.occupancy.threads"_id,
                       {{"threads", point->x}, {"occupancy", percent(point->percent / 100)}});
    return {};
}

}  // namespace

/// Fewer blocks than multiprocessors. Share: of the multiprocessors, those that have nothing.
std::optional<Advice> fewBlocks(const Case& launch) {
    const auto waves = wavesOf(launch.facts);
    if (!waves || waves->blocks >= waves->multiprocessors) return std::nullopt;
    Advice advice;
    advice.rule = "few_blocks";
    advice.title = Message("rules.few_blocks.title"_id);
    advice.sentence = Message::counted("rules.few_blocks.sentence"_id, launch.facts.block.blocks,
                                       {{"all", static_cast<std::uint64_t>(waves->multiprocessors)},
                                        {"idle", percent(1 - waves->blocks / waves->multiprocessors)}});
    advice.possible =
        Message("rules.few_blocks.possible"_id, {{"blocks", static_cast<std::uint64_t>(waves->multiprocessors)}});
    advice.share = 1 - waves->blocks / waves->multiprocessors;
    advice.metric = "blocks_launched";
    return advice;
}

/// More blocks than fit at once, and few in the last wave. Share: of all waves' places, those that stay empty.
std::optional<Advice> lastWave(const Case& launch) {
    constexpr double kLeast = 0.05;
    const auto waves = wavesOf(launch.facts);
    if (!waves || waves->number() <= 1) return std::nullopt;
    const double share = 1 - waves->number() / std::ceil(waves->number());
    if (share < kLeast) return std::nullopt;
    const double whole = std::floor(waves->number());
    Advice advice;
    advice.rule = "last_wave";
    advice.title = Message("rules.last_wave.title"_id);
    advice.sentence = Message::counted(
        "rules.last_wave.sentence"_id, static_cast<std::uint64_t>(std::llround(waves->blocks - whole * waves->atOnce)),
        {{"atonce", static_cast<std::uint64_t>(waves->atOnce)}, {"waves", times(waves->number())}});
    advice.share = share;
    advice.metric = "blocks_launched";
    return advice;
}

/// Share: of the time that no part of the GPU explains, the warps that are not there.
std::optional<Advice> lowOccupancy(const Case& launch) {
    constexpr double kEnough = 60;
    const auto& occupancy = launch.facts.occupancy;
    if (!occupancy || occupancy->percent >= kEnough) return std::nullopt;
    Advice advice;
    advice.rule = "low_occupancy";
    advice.title = Message("rules.occupancy.title"_id);
    advice.sentence = Message("rules.occupancy.sentence"_id, {{"occupancy", percent(occupancy->percent / 100)},
                                                              {"warps", occupancy->warpsPerSm},
                                                              {"resource", occupancy->limitedBy}});
    advice.possible = whatWouldHold(launch.facts);
    // Without a time nobody knows how much is waited.
    advice.share = launch.ofTime ? std::optional((1 - occupancy->percent / 100) * launch.waiting()) : std::nullopt;
    advice.origin = Origin::Estimated;
    advice.metric = "achieved_occupancy";
    return advice;
}

/// No part is near what it can give, and the schedulers have nothing to issue. Only counters of hardware tell that.
/// Share: of the slots, those that stay empty, as far as no part explains it.
std::optional<Advice> idleSlots(const Case& launch) {
    constexpr double kUsed = 60, kUnexplained = 0.3;
    const Fact* const used = launch.facts.find("issue_slot_utilization");
    if (used == nullptr || used->value >= kUsed || !launch.ofTime || launch.waiting() < kUnexplained)
        return std::nullopt;
    const Fact* const resident = launch.facts.find("achieved_occupancy");
    Advice advice;
    advice.rule = "idle_slots";
    advice.title = Message("rules.idle_slots.title"_id);
    advice.sentence = resident != nullptr
                          ? Message("rules.idle_slots.with_warps"_id,
                                    {{"used", percent(used->value / 100)}, {"warps", percent(resident->value / 100)}})
                          : Message("rules.idle_slots.sentence"_id, {{"used", percent(used->value / 100)}});
    advice.share = (1 - used->value / 100) * launch.waiting();
    advice.origin = used->origin;
    advice.metric = "issue_slot_utilization";
    return advice;
}

/// Share: what a launch of nothing takes.
std::optional<Advice> launchCost(const Case& launch) {
    const GpuValue* const overhead = launch.facts.gpu.find("launch_overhead");
    constexpr double kLeast = 0.15;
    if (overhead == nullptr || !launch.ofTime || overhead->value / launch.whole < kLeast) return std::nullopt;
    Advice advice;
    advice.rule = "launch_cost";
    advice.title = Message("rules.launch_cost.title"_id);
    advice.sentence = Message("rules.launch_cost.sentence"_id,
                              {{"overhead", numbers::time(overhead->value)}, {"time", numbers::time(launch.whole)}});
    advice.possible = Message("rules.launch_cost.possible"_id);
    advice.share = overhead->value / launch.whole;
    advice.origin = launch.facts.seconds->origin;
    return advice;
}

}  // namespace lanescope::rules
