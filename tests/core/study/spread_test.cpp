// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/spread.h"

#include <gmock/gmock.h>

namespace lanescope {
namespace {

using testing::HasSubstr;

RecordedAccuracies tried() {
    RecordedAccuracy of{"h200", "errors", {{"simulation", 100, 0.05, 0.2, 3e-6, 1e-2, "errors --half even", {}}}};
    of.rows[0].bounds = {{"requests", 40, 0.03, 0.12}, {"dram", 3, 0.5, 0.9}};
    of.rows.push_back({"volkov", 100, 0.7});
    return {{of}, {}};
}
Estimate estimated(std::string model, std::string bound, double seconds = 1e-4) {
    Estimate estimate;
    estimate.model = std::move(model);
    estimate.bound = std::move(bound);
    estimate.seconds = estimate.kernelSeconds = seconds;
    return estimate;
}
const GpuSpec kH200{"h200", "NVIDIA H200", "9.0", {}, {}, {}};
const GpuSpec kT4{"t4", "NVIDIA T4", "7.5", {}, {}, {}};

TEST(Spread, IsThatOfTheSameBoundWhereEnoughWereCompared) {
    const auto spread = spreadOf(estimated("simulation", "requests"), kH200, tried());
    ASSERT_TRUE(spread);
    EXPECT_DOUBLE_EQ(spread->usual, 0.03);
    EXPECT_EQ(spread->compared, 40U);
    EXPECT_THAT(describe(*spread), HasSubstr("usually within 3 %, one in twenty off by more than 12 %"));
    const auto few = spreadOf(estimated("simulation", "dram"), kH200, tried());
    EXPECT_DOUBLE_EQ(few->rare, 0.2);
    EXPECT_EQ(few->bound, "");
    EXPECT_EQ(few->caution, "");
}

TEST(Spread, SaysWhereItsFiguresSayLittle) {
    EXPECT_THAT(spreadOf(estimated("simulation", "", 1.0), kH200, tried())->caution, HasSubstr("outside"));
    EXPECT_THAT(spreadOf(estimated("simulation", ""), kT4, tried())->caution, HasSubstr("Not calibrated here"));
    Estimate out = estimated("simulation", "");
    out.outOfRange = "It is not made for this.";
    EXPECT_FALSE(spreadOf(out, kH200, tried())->caution.empty());
    EXPECT_FALSE(spreadOf(estimated("volkov", ""), kH200, tried())) << "nobody has told its spread";
}

TEST(Spread, IsWrittenAsItIsRead) {
    const RecordedAccuracy of = tried().all[0];
    const auto read = recordedAccuracyFrom(toJson(of), "a.json");
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(read->rows, of.rows);
}

}  // namespace
}  // namespace lanescope
