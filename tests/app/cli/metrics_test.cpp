// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "tests/app/cli/cli.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

nlohmann::ordered_json metric(const std::string& id, const std::vector<std::string>& options = {}) {
    std::vector<std::string> words{"metrics", id, "--json"};
    words.insert(words.end(), options.begin(), options.end());
    const auto metrics = jsonOf(cli(words))["metrics"];
    EXPECT_EQ(metrics.size(), 1U);
    return metrics[0];
}

TEST(MetricsVerb, TellsOfEachMetricWhatItIsAndWhoKnowsIt) {
    const auto all = jsonOf(cli({"metrics", "--json"}));
    EXPECT_GT(all["metrics"].size(), 90U);
    const auto efficiency = metric("global_load_efficiency");
    EXPECT_EQ(efficiency["unit"], "%");
    EXPECT_EQ(efficiency["nvprof"], "gld_efficiency");
    EXPECT_EQ(efficiency["perfworks"], "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct");
    EXPECT_EQ(efficiency["emulated"], true);
    EXPECT_THAT(efficiency["good"].get<std::string>(), HasSubstr("100 %"));
    EXPECT_EQ(metric("achieved_occupancy")["emulated_missing"], "The emulator has no clock.");
    EXPECT_EQ(metric("registers_per_thread")["driver"], "CU_FUNC_ATTRIBUTE_NUM_REGS");
}

TEST(MetricsVerb, KnowsEachChipsNames) {
    EXPECT_EQ(metric("dram_read_bytes", {"--chip", "GB202"})["perfworks"], "dram__bytes_op_read.sum");
    const auto missing = metric("dram_read_bytes", {"--chip", "GB20B"});
    EXPECT_EQ(missing["perfworks"], "");
    EXPECT_THAT(missing["perfworks_missing"].get<std::string>(), HasSubstr("shares its memory with the CPU"));
    const auto exceptions = metric("dram_read_bytes")["perfworks_on_other_chips"];
    EXPECT_EQ(exceptions["GB202"]["name"], "dram__bytes_op_read.sum");
    EXPECT_TRUE(exceptions["GB20B"].contains("missing"));
    EXPECT_FALSE(exceptions.contains("GA100"));
    EXPECT_THAT(cli({"metrics", "dram_read_bytes", "--chip", "GB20B"}).out, HasSubstr("not available on GB20B: "));
}

TEST(MetricsVerb, NamesWhatItDoesNotKnow) {
    EXPECT_THAT(errorOf({"metrics", "speed"}, 2)["message"].get<std::string>(), HasSubstr("\"speed\""));
    EXPECT_THAT(errorOf({"metrics", "--chip", "G80"}, 2)["message"].get<std::string>(), HasSubstr("GH100"));
}

}  // namespace
}  // namespace lanescope
