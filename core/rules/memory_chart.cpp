// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/memory_chart.h"

#include <algorithm>
#include <cmath>

#include "core/base/words.h"
#include "core/metrics/dictionary.h"

namespace lanescope::rules {
namespace {

constexpr double kSector = 32, kWavefront = 128;

/// A sum of metrics, each times `unit` bytes; of the origin of the one that makes most of it.
Amount sumOf(const LaunchFacts& facts, std::initializer_list<std::string_view> metrics, double unit) {
    Amount amount;
    std::vector<Message> from;
    double most = 0;
    for (const std::string_view metric : metrics) {
        const Fact* const fact = facts.find(metric);
        if (fact == nullptr) continue;
        if (!amount.fact) amount.fact = Fact{0, fact->origin};
        amount.fact->value += unit * fact->value;
        if (fact->value > most) amount.fact->origin = fact->origin;
        most = std::max(most, fact->value);
        if (fact->value > 0) from.push_back(Message::plain(metric));
    }
    if (from.empty()) from.push_back(Message::plain(*metrics.begin()));
    amount.words = Message("rules.amount.sum"_id, {{"unit", static_cast<int>(unit)}, {"metrics", Join::Comma, from}});
    return amount;
}

Amount missing(std::string_view metric) {
    const Metric* const known = findMetric(metric);
    return {std::nullopt, Message::plain(known == nullptr ? metric : known->emulator)};
}

Amount counted(const LaunchFacts& facts, std::string_view metric) {
    const Fact* const fact = facts.find(metric);
    return fact == nullptr ? missing(metric) : Amount{*fact, Message::plain(metric)};
}

/// Hits and accesses are counted in passes of their own, and in a small launch what is there differs from pass to pass.
Amount hitsOf(const LaunchFacts& facts, std::string_view metric) {
    constexpr double kAll = 100.5;  // %, rounded
    const Amount rate = counted(facts, metric);
    if (!rate.fact || rate.fact->value <= kAll) return rate;
    return {std::nullopt, Message("rules.amount.more_than_all"_id, {{"percent", std::llround(rate.fact->value)}})};
}

void addUp(LevelTraffic& level) {
    if (!level.read.fact && !level.written.fact) {
        level.total = level.read;
        return;
    }
    Fact sum{0, level.read.fact ? level.read.fact->origin : level.written.fact->origin};
    for (const Amount* part : {&level.read, &level.written})
        if (part->fact) sum.value += part->fact->value;
    level.total = {sum, Message("rules.amount.both"_id)};
}

LevelTraffic sharedOf(const LaunchFacts& facts) {
    LevelTraffic level{.level = Resource::Shared, .read = {}, .written = {}, .total = {}, .hits = {}};
    level.read = sumOf(facts, {"shared_load_wavefronts"}, kWavefront);
    level.written = sumOf(facts, {"shared_store_wavefronts"}, kWavefront);
    addUp(level);
    return level;
}

LevelTraffic l1Of(const LaunchFacts& facts) {
    LevelTraffic level{.level = Resource::L1, .read = {}, .written = {}, .total = {}, .hits = {}};
    level.read = sumOf(facts, {"global_load_sectors", "local_load_sectors"}, kSector);
    level.written = sumOf(facts, {"global_store_sectors", "local_store_sectors"}, kSector);
    level.hits = hitsOf(facts, "l1_hit_rate");
    addUp(level);
    return level;
}

LevelTraffic l2Of(const LaunchFacts& facts) {
    LevelTraffic level{.level = Resource::L2, .read = {}, .written = {}, .total = {}, .hits = {}};
    level.hits = hitsOf(facts, "l2_hit_rate");
    level.written = sumOf(facts, {"global_store_sectors", "atomic_sectors"}, kSector);
    const Fact* hits = facts.find("l1_global_load_hit_rate");
    const std::string_view rate = hits != nullptr ? "l1_global_load_hit_rate" : "l1_hit_rate";
    if (hits == nullptr) hits = facts.find(rate);
    if (facts.find("l2_read_sectors") != nullptr) {
        level.read = sumOf(facts, {"l2_read_sectors"}, kSector);
    } else if (hits != nullptr) {
        const double missed = std::clamp(1 - hits->value / 100, 0.0, 1.0);
        level.read = {Fact{kSector * facts.value("global_load_sectors") * missed, hits->origin},
                      Message("rules.amount.misses"_id, {{"rate", rate}})};
    } else {
        level.read = missing("l2_read_sectors");
        level.total = level.read;
        return level;
    }
    addUp(level);
    return level;
}

LevelTraffic dramOf(const LaunchFacts& facts, const LevelTraffic& l1) {
    LevelTraffic level{.level = Resource::Dram, .read = {}, .written = {}, .total = {}, .hits = {}};
    level.read = counted(facts, "dram_read_bytes");
    level.written = counted(facts, "dram_write_bytes");
    addUp(level);
    if (!level.total.fact && facts.footprint > 0 && l1.total.fact)
        level.total = {Fact{std::min(facts.footprint, l1.total.fact->value), Origin::Estimated},
                       Message("rules.amount.footprint"_id)};
    return level;
}

}  // namespace

std::vector<LevelTraffic> memoryChart(const LaunchFacts& facts) {
    std::vector<LevelTraffic> levels{sharedOf(facts), l1Of(facts), l2Of(facts)};
    levels.push_back(dramOf(facts, levels[1]));
    return levels;
}

}  // namespace lanescope::rules
