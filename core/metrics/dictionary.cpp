// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/dictionary.h"

#include <array>
#include <cstdlib>
#include <string>

#include "core/base/words.h"
#include "core/metrics/dictionary_tables.h"

namespace lanescope {
namespace {

/// A row of the tables with its words in place of their ids.
Metric inWords(Metric metric) {
    const std::string own = "metric." + std::string(metric.id);
    metric.title = textOf(own + ".title");
    metric.definition = textOf(own + ".definition");
    metric.good = textOf(metric.good.empty() ? own + ".good" : metric.good);
    if (!metric.emulator.empty()) metric.emulator = textOf(metric.emulator);
    return metric;
}

std::vector<Metric> allMetrics() {
    std::vector<Metric> all;
    for (const auto part : {memoryMetrics(), cacheMetrics(), executionMetrics(), timingMetrics(), stallMetrics()})
        for (const Metric& metric : part) all.push_back(inWords(metric));
    return all;
}

/// libcupti 13.0's chips (cuptiProfilerHostGetSupportedChips).
constexpr std::array kChips{
    PerfworksChip{"TU102", "7.5"},  PerfworksChip{"TU104", "7.5"},  PerfworksChip{"TU106", "7.5"},
    PerfworksChip{"TU116", "7.5"},  PerfworksChip{"TU117", "7.5"},  PerfworksChip{"GA100", "8.0"},
    PerfworksChip{"GA102", "8.6"},  PerfworksChip{"GA103", "8.6"},  PerfworksChip{"GA104", "8.6"},
    PerfworksChip{"GA106", "8.6"},  PerfworksChip{"GA107", "8.6"},  PerfworksChip{"GA10B", "8.7"},
    PerfworksChip{"AD102", "8.9"},  PerfworksChip{"AD103", "8.9"},  PerfworksChip{"AD104", "8.9"},
    PerfworksChip{"AD106", "8.9"},  PerfworksChip{"AD107", "8.9"},  PerfworksChip{"GH100", "9.0"},
    PerfworksChip{"GB100", "10.0"}, PerfworksChip{"GB102", "10.0"}, PerfworksChip{"GB110", "10.3"},
    PerfworksChip{"GB10B", "11.0"}, PerfworksChip{"GB202", "12.0"}, PerfworksChip{"GB203", "12.0"},
    PerfworksChip{"GB205", "12.0"}, PerfworksChip{"GB206", "12.0"}, PerfworksChip{"GB207", "12.0"},
    PerfworksChip{"GB20B", "12.1"},
};

/// Where a family of chips has another name than GH100, or none. `chips` is how their names begin; `missing` is an id.
struct Exception {
    std::string_view chips;
    std::string_view metric;
    PerfworksName name;
};

constexpr PerfworksName kMemoryOfTheBoard{"", "metric.missing.memory_of_the_board"_id};
constexpr PerfworksName kNoImmediateConstants{"", "metric.missing.no_immediate_constants"_id};
constexpr PerfworksName kHopperOnly{"", "metric.missing.hopper_only"_id};

constexpr std::array kExceptions{
    Exception{"GA10B", "dram_", kMemoryOfTheBoard},
    Exception{"GB10B", "dram_", kMemoryOfTheBoard},
    Exception{"GB20B", "dram_", kMemoryOfTheBoard},
    Exception{"GB20", "dram_read_bytes", {"dram__bytes_op_read.sum", ""}},
    Exception{"GB20", "dram_write_bytes", {"dram__bytes_op_write.sum", ""}},
    Exception{"GB20", "dram_read_throughput", {"dram__bytes_op_read.sum.per_second", ""}},
    Exception{"GB20", "dram_write_throughput", {"dram__bytes_op_write.sum.per_second", ""}},
    Exception{"GB", "stall_immediate_constant", kNoImmediateConstants},
    Exception{"TU", "stall_warp_group", kHopperOnly},
    Exception{"GA", "stall_warp_group", kHopperOnly},
    Exception{"AD", "stall_warp_group", kHopperOnly},
    Exception{"GB", "stall_warp_group", kHopperOnly},
};

}  // namespace

std::span<const Metric> metricDictionary() {
    static const std::vector<Metric> all = allMetrics();
    return all;
}

const Metric* findMetric(std::string_view id) {
    for (const Metric& metric : metricDictionary())
        if (metric.id == id) return &metric;
    return nullptr;
}

std::vector<PerfworksTerm> perfworksTerms(std::string_view sum) {
    constexpr std::string_view kPlus = " + ";
    constexpr std::string_view kTimes = " * ";
    std::vector<PerfworksTerm> terms;
    std::string_view rest = sum;
    while (!rest.empty()) {
        const std::size_t plus = rest.find(kPlus);
        PerfworksTerm term{1, rest.substr(0, plus)};
        if (const std::size_t times = term.name.find(kTimes); times != std::string_view::npos) {
            term.factor = std::strtod(std::string(term.name.substr(0, times)).c_str(), nullptr);
            term.name.remove_prefix(times + kTimes.size());
        }
        terms.push_back(term);
        rest.remove_prefix(plus == std::string_view::npos ? rest.size() : plus + kPlus.size());
    }
    return terms;
}

std::vector<PerfworksTerm> perfworksTerms(const Metric& metric) { return perfworksTerms(metric.perfworks); }

PerfworksName perfworksOn(const Metric& metric, std::string_view chip) {
    if (metric.perfworks.empty()) {
        if (metric.driver.empty()) return {"", textOf("metric.missing.no_counter"_id)};
        return {"", textOf("metric.missing.by_driver"_id)};
    }
    for (const Exception& exception : kExceptions)
        if (chip.starts_with(exception.chips) && metric.id.starts_with(exception.metric))
            return {exception.name.sum,
                    exception.name.missing.empty() ? std::string_view() : textOf(exception.name.missing)};
    return {metric.perfworks, ""};
}

std::span<const PerfworksChip> perfworksChips() { return kChips; }

}  // namespace lanescope
