// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/dictionary.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>

#include "tests/support/contract_counters.h"

namespace lanescope {
namespace {

TEST(MetricDictionary, HasTheIdsThatScriptsRelyOn) {
    for (const char* id : kContractCounters) {
        const Metric* metric = findMetric(id);
        ASSERT_NE(metric, nullptr) << id;
        EXPECT_EQ(metric->id, id);
    }
    EXPECT_EQ(findMetric("no_such_metric"), nullptr);
}

TEST(MetricDictionary, SaysInWordsWhatEachNumberIs) {
    std::set<std::string_view> ids;
    std::set<std::string_view> titles;
    for (const Metric& metric : metricDictionary()) {
        EXPECT_TRUE(ids.insert(metric.id).second) << metric.id << " is there twice";
        EXPECT_TRUE(titles.insert(metric.title).second) << metric.title << " is there twice";
        EXPECT_FALSE(metric.unit.empty()) << metric.id;
        EXPECT_GT(metric.definition.size(), 30U) << metric.id;
        EXPECT_EQ(metric.definition.back(), '.') << metric.id;
        ASSERT_FALSE(metric.good.empty()) << metric.id;
        EXPECT_EQ(metric.good.back(), '.') << metric.id;
        EXPECT_TRUE(metric.emulator.empty() || metric.emulator.back() == '.') << metric.id;
    }
    EXPECT_GT(ids.size(), 90U);
}

TEST(MetricDictionary, FormulasAreOfMetrics) {
    const std::regex word("[a-z][a-z0-9]*(_[a-z0-9]+)+|branches");
    for (const Metric& metric : metricDictionary()) {
        const std::string formula(metric.formula);
        for (std::sregex_iterator id(formula.begin(), formula.end(), word), end; id != end; ++id)
            EXPECT_NE(findMetric(id->str()), nullptr) << metric.id << ": " << id->str();
    }
}

TEST(MetricDictionary, EveryMetricComesFromSomewhere) {
    for (const Metric& metric : metricDictionary()) {
        const bool hardware = !metric.perfworks.empty() || !metric.driver.empty() || !metric.formula.empty();
        EXPECT_TRUE(hardware || metric.emulator.empty()) << metric.id;
        EXPECT_FALSE(!metric.perfworks.empty() && !metric.driver.empty()) << metric.id;
    }
}

TEST(MetricDictionary, EachChipHasItsNames) {
    const Metric& read = *findMetric("dram_read_bytes");
    EXPECT_EQ(perfworksOn(read, "GH100").sum, "dram__bytes_read.sum");
    EXPECT_EQ(perfworksOn(read, "TU102").sum, "dram__bytes_read.sum");
    EXPECT_EQ(perfworksOn(read, "GB202").sum, "dram__bytes_op_read.sum");
    EXPECT_EQ(perfworksOn(read, "GB20B").sum, "");
    EXPECT_THAT(perfworksOn(read, "GB20B").missing, testing::HasSubstr("shares its memory with the CPU"));
    EXPECT_EQ(perfworksOn(read, "XY100").sum, "dram__bytes_read.sum") << "a chip of the future";
    EXPECT_EQ(perfworksOn(*findMetric("stall_warp_group"), "AD102").sum, "");
    EXPECT_THAT(perfworksOn(*findMetric("registers_per_thread"), "GH100").missing, testing::HasSubstr("driver"));
    EXPECT_EQ(perfworksOn(*findMetric("barriers"), "GH100").missing, "Hardware has no counter of it.");
    for (const char* capability : {"7.5", "8.0", "8.6", "8.7", "8.9", "9.0", "10.0", "10.3", "11.0", "12.0", "12.1"})
        EXPECT_EQ(std::ranges::count(perfworksChips(), capability, &PerfworksChip::computeCapability) > 0, true)
            << capability;
}

TEST(MetricDictionary, KnowsDocument003sColumns) {
    std::set<std::string_view> columns;
    for (const Metric& metric : metricDictionary())
        if (!metric.published.empty()) columns.insert(metric.published);
    EXPECT_THAT(columns, testing::IsSupersetOf({"GMLE", "GMSE", "achieved_occupancy", "multiprocessor_activity"}));
}

TEST(MetricDictionary, TakesPerfworksSumsApart) {
    const auto terms = perfworksTerms(*findMetric("fp_operations"));
    ASSERT_EQ(terms.size(), 6U);
    EXPECT_EQ(terms[2].name, "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum");
    EXPECT_EQ(terms[2].factor, 2);
    EXPECT_EQ(terms[5].name, "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum");
    EXPECT_EQ(terms[0].factor, 1);
    EXPECT_EQ(perfworksTerms(*findMetric("warp_instructions")).size(), 1U);
    EXPECT_TRUE(perfworksTerms(*findMetric("barriers")).empty());
    EXPECT_DOUBLE_EQ(perfworksTerms(*findMetric("profiled_seconds")).at(0).factor, 1e-9);
}

}  // namespace
}  // namespace lanescope
