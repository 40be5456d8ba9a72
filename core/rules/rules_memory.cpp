// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of memory: what is moved and not used, moved again, or moved one after the other.
#include <algorithm>
#include <cmath>

#include "core/base/number_format.h"
#include "core/rules/rule_list.h"

namespace lanescope::rules {
namespace {

using flow::Finding;
using program::Space;
using simt::AccessKind;

/// What of the sectors or wavefronts must be beyond the fewest before it is a fault.
constexpr double kLeastWaste = 0.1;

struct Waste {
    const LineCost* worst = nullptr;
    double taken = 0, beyond = 0;
    [[nodiscard]] double share() const { return taken > 0 ? beyond / taken : 0; }
    [[nodiscard]] double possible() const { return taken > beyond ? taken / (taken - beyond) : 1; }
};

Waste wasteOf(const LaunchFacts& facts, Space space, std::initializer_list<AccessKind> kinds) {
    Waste waste;
    for (const LineCost& line : facts.lines) {
        if (line.space != space || std::ranges::find(kinds, line.access) == kinds.end()) continue;
        waste.taken += line.taken;
        waste.beyond += line.beyond();
        if (waste.worst == nullptr && line.beyond() > 0) waste.worst = &line;  // they come by that
    }
    return waste;
}

/// What the worst request of the line takes, where the block was recorded; else its requests on average.
struct Place {
    const LineCost& line;
    const WorstRequest* worst = nullptr;  ///< nullptr: none of this line is known

    Place(const LineCost& cost, const WorstRequest* request)
        : line(cost), worst(request != nullptr && request->finding.line == cost.line ? request : nullptr) {}
    [[nodiscard]] std::string taken() const {
        return worst != nullptr ? std::to_string(worst->finding.count) : times(line.taken / line.requests);
    }
    [[nodiscard]] std::string fewest() const {
        return worst != nullptr ? std::to_string(worst->finding.enough) : times(line.fewest / line.requests);
    }
    void mark(Advice& advice) const {
        advice.line = line.line;
        if (worst != nullptr) advice.event = worst->finding.event;
    }
    [[nodiscard]] Message words() const;
};

/// "line 42, stride 8"
Message Place::words() const {
    if (line.line == 0) return Message("rules.place.everywhere"_id);
    if (worst != nullptr && worst->stride && *worst->stride > 1)
        return Message("rules.place.line_and_stride"_id, {{"line", line.line}, {"stride", *worst->stride}});
    return Message("rules.place.line"_id, {{"line", line.line}});
}

/// Share: of the time that the levels take which move whole sectors, so much as is not used.
std::optional<Advice> unused(const Case& launch, AccessKind kind, const Message& title, std::string_view rule,
                             std::string_view metric) {
    const Waste waste = wasteOf(launch.facts, Space::Global, {kind});
    if (waste.worst == nullptr || waste.share() < kLeastWaste) return std::nullopt;
    const double moved = launch.facts.value("global_load_sectors") + launch.facts.value("global_store_sectors");
    const double busy = std::max({launch.busy(Resource::L1), launch.busy(Resource::L2), launch.busy(Resource::Dram)});
    const Place place(*waste.worst, launch.facts.worstOf(Finding::Kind::Sectors, kind));
    Advice advice;
    advice.rule = rule;
    advice.ofCode = true;
    advice.title = title;
    const bool loads = kind == AccessKind::Load;
    advice.sentence = Message(loads ? "rules.unused_loads.sentence"_id : "rules.unused_stores.sentence"_id,
                              {{"used", percent(1 - waste.share())},
                               {"place", place.words()},
                               {"taken", place.taken()},
                               {"fewest", place.fewest()}});
    advice.possible = Message("rules.less_traffic"_id, {{"times", times(waste.possible())}});
    advice.share = moved > 0 ? busy * waste.beyond / moved : 0;
    advice.metric = metric;
    place.mark(advice);
    return advice;
}

}  // namespace

std::optional<Advice> unusedLoads(const Case& launch) {
    return unused(launch, AccessKind::Load, Message("rules.unused_loads.title"_id), "unused_loads",
                  "global_load_efficiency");
}

std::optional<Advice> unusedStores(const Case& launch) {
    return unused(launch, AccessKind::Store, Message("rules.unused_stores.title"_id), "unused_stores",
                  "global_store_efficiency");
}

/// Share: of the time that shared memory takes, so much as its conflicts.
std::optional<Advice> bankConflicts(const Case& launch) {
    const Waste waste = wasteOf(launch.facts, Space::Shared, {AccessKind::Load, AccessKind::Store});
    if (waste.worst == nullptr || waste.share() < kLeastWaste) return std::nullopt;
    const LineCost& line = *waste.worst;
    const Place place(line, launch.facts.worstOf(Finding::Kind::Wavefronts, line.access));
    Advice advice;
    advice.rule = "bank_conflicts";
    advice.ofCode = true;
    advice.title = Message("rules.bank_conflicts.title"_id);
    advice.sentence = Message("rules.bank_conflicts.sentence"_id, {{"beyond", percent(waste.share())},
                                                                   {"place", place.words()},
                                                                   {"taken", place.taken()},
                                                                   {"fewest", place.fewest()}});
    advice.possible = Message("rules.fewer_wavefronts"_id, {{"times", times(waste.possible())}});
    advice.share = launch.busy(Resource::Shared) * waste.share();
    advice.metric = line.access == AccessKind::Load ? "shared_load_conflicts" : "shared_store_conflicts";
    place.mark(advice);
    return advice;
}

/// A block that loads the same sectors again and again, and has no shared memory to keep them in. Share: of the time
/// that L1 takes, what the block would not load twice.
std::optional<Advice> loadedAgain(const Case& launch) {
    constexpr double kOften = 4;
    const auto& reads = launch.facts.reads;
    if (!reads || reads->different == 0 || launch.facts.value("shared_load_requests") > 0) return std::nullopt;
    const double each = static_cast<double>(reads->sectors) / static_cast<double>(reads->different);
    if (each < kOften) return std::nullopt;
    Advice advice;
    advice.rule = "loaded_again";
    advice.ofCode = true;
    advice.title = Message("rules.loaded_again.title"_id);
    const std::string count = times(each);
    advice.sentence = reads->line > 0
                          ? Message("rules.loaded_again.on_line"_id, {{"times", count}, {"line", reads->line}})
                          : Message("rules.loaded_again.sentence"_id, {{"times", count}});
    advice.possible = Message("rules.loaded_again.possible"_id, {{"times", count}});
    advice.share = launch.busy(Resource::L1) * (1 - 1 / each);
    advice.metric = "global_load_sectors";
    advice.line = reads->line;
    return advice;
}

/// Share: what the registers' places in memory take of L1.
std::optional<Advice> spills(const Case& launch) {
    const double sectors = launch.facts.value("local_load_sectors") + launch.facts.value("local_store_sectors");
    const auto& code = launch.facts.block.machineCode;
    const std::uint64_t spilled = code ? code->spillLoadBytes + code->spillStoreBytes : 0;
    if (sectors <= 0 && spilled == 0) return std::nullopt;
    const double all = sectors + launch.facts.value("global_load_sectors") + launch.facts.value("global_store_sectors");
    Advice advice;
    advice.rule = "spills";
    advice.ofCode = true;
    advice.title = Message("rules.spills.title"_id);
    advice.sentence =
        Message("rules.spills.sentence"_id, {{"sectors", numbers::shortValue(sectors, "")}, {"bytes", spilled}});
    advice.share = all > 0 ? launch.busy(Resource::L1) * sectors / all : 0;
    advice.metric = "local_load_sectors";
    if (const auto line = std::ranges::find(launch.facts.lines, Space::Local, &LineCost::space);
        line != launch.facts.lines.end())
        advice.line = line->line;
    return advice;
}

/// Lanes that meet at one address go one after the other. Share: lanes beyond the first of each request, so many
/// cycles each as calibrated, as if all blocks met at one place.
std::optional<Advice> meetingAtomics(const Case& launch) {
    const WorstRequest* const worst = launch.facts.worstOf(Finding::Kind::Meeting, AccessKind::Atomic);
    if (worst == nullptr) return std::nullopt;
    const Finding& finding = worst->finding;
    const bool shared = finding.space == Space::Shared;
    const GpuValue* const cycles =
        launch.facts.gpu.find(shared ? "shared_atomic_contended_cycles" : "atomic_contended_cycles");
    const GpuValue* const clock = launch.facts.gpu.find("clock");
    const GpuValue* const multiprocessors = launch.facts.gpu.find("sm_count");
    Advice advice;
    advice.rule = "meeting_atomics";
    advice.ofCode = true;
    advice.title = Message("rules.meeting_atomics.title"_id);
    advice.sentence = flow::messageOf(finding);
    advice.possible = Message("rules.meeting_atomics.possible"_id, {{"count", finding.count}});
    if (cycles != nullptr && clock != nullptr && multiprocessors != nullptr && launch.whole > 0) {
        const double lanes = static_cast<double>(finding.beyond) * static_cast<double>(launch.facts.block.blocks);
        const double places = shared ? multiprocessors->value : 1;
        advice.share = lanes * cycles->value / clock->value / places / launch.whole;
    }
    advice.metric = "atomic_requests";
    advice.line = finding.line;
    advice.event = finding.event;
    return advice;
}

}  // namespace lanescope::rules
