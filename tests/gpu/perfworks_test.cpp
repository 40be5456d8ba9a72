// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/metrics/dictionary.h"
#include "gpu/counters.h"

namespace lanescope {
namespace {

// CUPTI answers for a chip by name, with no GPU and no driver.
TEST(Perfworks, CuptiKnowsEveryNameOfTheDictionaryOnGh100) {
    const auto catalogue = PerfworksCatalogue::open("GH100");
    if (!catalogue) GTEST_SKIP() << describe(catalogue.error());
    std::vector<std::string> names;
    for (const Metric& metric : metricDictionary())
        for (const PerfworksTerm& term : perfworksTerms(metric)) {
            EXPECT_TRUE(catalogue->has(term.name)) << metric.id << ": " << term.name;
            EXPECT_FALSE(catalogue->description(term.name).starts_with("[DEPRECATED")) << term.name;
            names.emplace_back(term.name);
        }
    ASSERT_GT(names.size(), 30U);
    const auto passes = catalogue->passes(names);
    ASSERT_TRUE(passes) << describe(passes.error());
    EXPECT_GE(*passes, 1U);
    EXPECT_LE(*passes, 8U) << "reading all counters replays each kernel so often";
    EXPECT_FALSE(catalogue->has("smsp__no_such_metric.sum"));
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
    const Counters counters = countersFromPerfworks([&](std::string_view name) {
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
