// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/dictionary.h"

#include <gmock/gmock.h>

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
    }
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
