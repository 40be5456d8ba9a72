// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/timed_counters.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

namespace lanescope {
namespace {

constexpr double kClose = 0.10;
/// What a GPU reads and writes besides, for its page tables, its code and whoever else is there, is less.
constexpr double kFewestBytes = 1e6;

bool isOfHits(std::string_view counter) { return counter.ends_with("_hit_rate"); }

class Comparison {
public:
    void add(const ErrorPoint& point, const ErrorPoint::Answer& answer) {
        if (answer.counters.size() != point.counters.size() || answer.counters.empty()) return;
        if (!point.countedAsTimed) {
            ++m_result.otherwiseCounted;
            return;
        }
        for (std::size_t launch = 0; launch < answer.counters.size(); ++launch) {
            for (const auto& [id, estimated] : answer.counters[launch]) {
                const auto measured = point.counters[launch].find(id);
                if (measured == point.counters[launch].end()) continue;
                if (measured->second == 0 && !isOfHits(id)) continue;
                if (id == "l2_hit_rate" && point.footprints[launch] < kFewestBytes) continue;
                if (id.starts_with("dram_") && std::max(measured->second, estimated) < kFewestBytes) continue;
                const double off = estimated - measured->second;
                m_result.all.push_back({answer.model, point.algorithm, point.parameters, launch, id, measured->second,
                                        estimated, isOfHits(id) ? off / 100 : off / measured->second});
            }
        }
    }

    TimedCounters take() {
        std::map<std::pair<std::string, std::string>, std::vector<double>> differences;
        for (const TimedCounter& one : m_result.all) differences[{one.model, one.counter}].push_back(one.difference);
        for (const auto& [names, all] : differences) {
            const ErrorStatistics statistics = statisticsOf(all);
            const auto close = std::ranges::count_if(all, [](double off) { return std::abs(off) <= kClose; });
            m_result.rows.push_back({names.first, names.second, statistics.compared, static_cast<std::size_t>(close),
                                     statistics.medianApe, statistics.p95Ape, statistics.signedMedian});
        }
        return std::move(m_result);
    }

private:
    TimedCounters m_result;
};

}  // namespace

TimedCounters timedCountersOf(const std::vector<ErrorPoint>& points) {
    Comparison comparison;
    for (const ErrorPoint& point : points)
        for (const ErrorPoint::Answer& answer : point.answers) comparison.add(point, answer);
    return comparison.take();
}

}  // namespace lanescope
