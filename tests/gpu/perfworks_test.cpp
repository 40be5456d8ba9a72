// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <set>

#include "core/metrics/dictionary.h"
#include "gpu/counters.h"

namespace lanescope {
namespace {

std::vector<std::string> namesOn(std::string_view chip, MetricSet set) {
    std::set<std::string> names;
    for (const Metric& metric : metricDictionary())
        if (set == MetricSet::Whole || metric.set == MetricSet::Default)
            for (const PerfworksTerm& term : perfworksTerms(perfworksOn(metric, chip).sum)) names.emplace(term.name);
    return {names.begin(), names.end()};
}

// CUPTI answers for a chip by name, with no GPU and no driver.
TEST(Perfworks, CuptiKnowsEveryNameOfTheDictionaryOnEveryChip) {
    for (const PerfworksChip& chip : perfworksChips()) {
        const auto catalogue = PerfworksCatalogue::open(std::string(chip.name));
        if (!catalogue) GTEST_SKIP() << describe(catalogue.error());
        for (const std::string& name : namesOn(chip.name, MetricSet::Whole)) {
            EXPECT_TRUE(catalogue->has(name)) << chip.name << ": " << name;
            EXPECT_FALSE(catalogue->description(name).starts_with("[DEPRECATED")) << chip.name << ": " << name;
        }
        EXPECT_FALSE(catalogue->has("smsp__no_such_metric.sum"));
    }
}

// What is said to be missing is missing, so that the sentence is true.
TEST(Perfworks, WhatTheDictionaryCallsMissingTheChipLacks) {
    int missing = 0;
    for (const PerfworksChip& chip : perfworksChips()) {
        const auto catalogue = PerfworksCatalogue::open(std::string(chip.name));
        if (!catalogue) GTEST_SKIP() << describe(catalogue.error());
        for (const Metric& metric : metricDictionary()) {
            const PerfworksName name = perfworksOn(metric, chip.name);
            if (metric.perfworks.empty() || name.sum == metric.perfworks) continue;
            ++missing;
            EXPECT_EQ(name.sum.empty(), !name.missing.empty()) << chip.name << ": " << metric.id;
            for (const PerfworksTerm& term : perfworksTerms(metric))
                EXPECT_FALSE(catalogue->has(term.name)) << chip.name << ": " << metric.id;
        }
    }
    EXPECT_GT(missing, 20);
}

TEST(Perfworks, PassesAreFew) {
    for (const PerfworksChip& chip : perfworksChips()) {
        const auto catalogue = PerfworksCatalogue::open(std::string(chip.name));
        if (!catalogue) GTEST_SKIP() << describe(catalogue.error());
        const auto some = catalogue->passes(namesOn(chip.name, MetricSet::Default));
        const auto all = catalogue->passes(namesOn(chip.name, MetricSet::Whole));
        ASSERT_TRUE(some && all) << chip.name;
        EXPECT_LE(*some, 8U) << chip.name << ": reading the counters runs the plan so often";
        EXPECT_LE(*all, 16U) << chip.name;
        if (chip.name == "GH100") std::cout << "GH100: " << *some << " passes by default, " << *all << " for all\n";
    }
}

// A name that cannot be scheduled, alone or with others, loses nothing but itself.
TEST(Perfworks, WhatCannotBeScheduledDoesNotLoseTheOthers) {
    const std::vector<MetricGroup> groups{
        {"one", {"a", "b"}}, {"two", {"bad"}}, {"three", {"b", "c"}}, {"four", {"d"}}};
    std::vector<std::string> last;
    const auto attempt = [&](std::size_t most) {
        return [&last, most](const std::vector<std::string>& names) -> std::string {
            if (std::ranges::count(names, "bad") > 0) return "no bad ones";
            if (names.size() > most) return "too many";
            last = names;
            return "";
        };
    };
    const ScheduledMetrics three = scheduleMetrics(groups, attempt(9));
    EXPECT_EQ(three.names, (std::vector<std::string>{"a", "b", "c", "d"}));
    EXPECT_EQ(last, three.names);
    ASSERT_EQ(three.missing.size(), 1U);
    EXPECT_EQ(three.missing[0].id, "two");
    EXPECT_EQ(three.missing[0].reason, "no bad ones");

    const ScheduledMetrics two = scheduleMetrics(groups, attempt(2));
    EXPECT_EQ(two.names, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(last, two.names);
    ASSERT_EQ(two.missing.size(), 3U);
    EXPECT_EQ(two.missing[2].id, "four");

    EXPECT_EQ(scheduleMetrics({groups[1]}, attempt(9)).names, std::vector<std::string>{});
}

TEST(Perfworks, UnknownChipAndUnknownNameAreErrors) {
    const auto catalogue = PerfworksCatalogue::open("GH100");
    if (!catalogue) GTEST_SKIP() << describe(catalogue.error());
    EXPECT_FALSE(catalogue->passes({"smsp__no_such_metric.sum"}));
    const auto none = PerfworksCatalogue::open("NO_SUCH_CHIP");
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::NoCounters);
}

TEST(Perfworks, CountersAreSumsOfWhatCuptiSays) {
    const std::map<std::string, double, std::less<>> values{
        {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", 1},
        {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", 10},
        {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", 100},
        {"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum", 1000},
        {"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum", 10000},
        {"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", 100000},
        {"gpu__time_duration.sum", 2500},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 4},
        {"smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct", 56.25},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", 0},
        {"smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct", 0}};
    const Counters counters = countersFromPerfworks("GH100", [&](std::string_view name) {
        const auto found = values.find(name);
        return found == values.end() ? std::nan("") : found->second;
    });
    EXPECT_EQ(counters.at("fp_operations"), 1 + 10 + 200 + 1000 + 10000 + 200000);
    EXPECT_DOUBLE_EQ(counters.at("profiled_seconds"), 2.5e-6);
    EXPECT_EQ(counters.at("global_load_efficiency"), 56.25);
    EXPECT_FALSE(counters.contains("global_store_efficiency")) << "no store, no efficiency";
    EXPECT_FALSE(counters.contains("warp_instructions")) << "what CUPTI does not say is absent, not 0";
    EXPECT_FALSE(counters.contains("barriers")) << "hardware has no such counter";
}

}  // namespace
}  // namespace lanescope
