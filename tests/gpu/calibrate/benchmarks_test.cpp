// SPDX-License-Identifier: GPL-3.0-or-later
// The micro-benchmarks on the emulator, whose clock counts warp instructions: what they divide by is what they did.
#include <cmath>
#include <set>

#include "core/gpus/gpu_quantities.h"
#include "gpu/calibrate/calibrate.h"
#include "gpu/calibrate/samples.h"
#include "tests/gpu/calibrate/emulated_rig.h"

namespace lanescope {
namespace {

/// The median that is found for a quantity.
double measured(const std::string& id) {
    simt::Emulator emulator;
    EmulatedRig rig(emulator);
    for (const MicroBenchmark& benchmark : microBenchmarks()) {
        if (std::find(benchmark.quantities.begin(), benchmark.quantities.end(), id) == benchmark.quantities.end())
            continue;
        Findings findings;
        benchmark.run(rig, findings);
        return summaryOf(findings.samples().at(id)).median;
    }
    ADD_FAILURE() << "nobody measures " << id;
    return 0;
}

TEST(Benchmarks, AStepOfARingIsOneLoad) {
    // 16 loads and the loop's counting: 3 instructions or less.
    for (const char* id : {"l1_latency", "l2_latency", "dram_latency", "shared_latency"}) {
        const double steps = measured(id);
        EXPECT_GE(steps, 1) << id;
        EXPECT_LE(steps, 19.0 / 16) << id;
    }
}

TEST(Benchmarks, AnOperationOfAChainIsOneInstructionAndTheLoopIsNotCounted) {
    for (const std::string kind : {"fp32", "fp64", "int32", "sfu"}) {
        EXPECT_DOUBLE_EQ(measured(kind + "_latency"), 1) << kind;
        EXPECT_DOUBLE_EQ(measured(kind + "_throughput"), 1) << kind;
    }
    EXPECT_DOUBLE_EQ(measured("issue_rate"), 1);
}

TEST(Benchmarks, AWarpThatPartsPaysForBothWaysOnly) {
    EXPECT_LE(std::abs(measured("divergent_branch_cycles")), 4) << "but for a jump or two";
}

TEST(Benchmarks, ABarrierIsOneInstructionOfEachWarp) {
    const double steps = measured("barrier_cycles");
    EXPECT_GE(steps, 8);
    EXPECT_LE(steps, 8 * 19.0 / 16);
}

TEST(Benchmarks, EachFurtherWarpAtAnAddressIsAFewInstructionsMore) {
    for (const char* id : {"atomic_contended_cycles", "shared_atomic_contended_cycles"}) {
        const double instructions = 32 * measured(id);  // the addition, its address, the barrier, the loop
        EXPECT_GE(instructions, 2) << id;
        EXPECT_LE(instructions, 8) << id;
    }
}

TEST(Benchmarks, ARequestIsOneInstructionHoweverManyLines) {
    EXPECT_EQ(measured("departure_delay_uncoalesced"), 0) << "the emulator has no time for lines";
    const double steps = measured("departure_delay_coalesced");  // the load, its address, the sum
    EXPECT_GE(steps, 1);
    EXPECT_LE(steps, 5);
}

/// A launch takes 5 µs, and each round of its loop one more.
class TimedRig final : public Rig {
public:
    explicit TimedRig(simt::Emulator& emulator) : Rig(emulator, keptKernels(), smallGpu(), {}) {}
    [[nodiscard]] int samples(int) const override { return 2; }
    [[nodiscard]] double seconds(const Launch& launch, unsigned times) override {
        return times * (5e-6 + 1e-6 * static_cast<double>(std::get<Scalar>(launch.arguments.at(2)).bits));
    }
};

TEST(Benchmarks, TheClockIsCyclesOverSecondsAndALaunchIsNotCounted) {
    simt::Emulator emulator;
    TimedRig rig(emulator);
    Findings findings;
    for (const MicroBenchmark& benchmark : microBenchmarks())
        if (benchmark.quantities.front() == "clock_under_load") benchmark.run(rig, findings);
    ASSERT_TRUE(findings.samples().contains("clock_under_load"));
    // 32 warps, 96 additions and the loop.
    const double rounds = summaryOf(findings.samples().at("clock_under_load")).median / (32 * 1e6);
    EXPECT_NEAR(rounds, 98, 1.01);
}

TEST(Benchmarks, EachQuantityIsKnownAndMeasuredByOneOfThem) {
    std::set<std::string_view> names;
    std::set<std::string_view> ids;
    for (const MicroBenchmark& benchmark : microBenchmarks()) {
        EXPECT_TRUE(names.insert(benchmark.name).second) << benchmark.name;
        EXPECT_FALSE(benchmark.how.empty());
        for (const std::string_view id : benchmark.quantities) {
            EXPECT_NE(findGpuQuantity(id), nullptr) << id;
            EXPECT_TRUE(ids.insert(id).second) << id;
        }
    }
}

TEST(Samples, MedianAndSpread) {
    const Summary summary = summaryOf({5, 1, 3, 2, 4});
    EXPECT_EQ(summary.median, 3);
    EXPECT_DOUBLE_EQ(summary.spread, 1.0 / 3);
    EXPECT_EQ(summaryOf({7}).median, 7);
    EXPECT_EQ(summaryOf({7}).spread, 0);
    EXPECT_EQ(summaryOf({0, 0}).spread, 0);
}

TEST(Samples, SlopeOfALine) {
    EXPECT_DOUBLE_EQ(slopeOf(std::vector<std::pair<double, double>>{{1, 5}, {2, 7}, {4, 11}}), 2);
    EXPECT_DOUBLE_EQ(slopeOf(std::vector<std::pair<double, double>>{{0, 0}, {1, 2}, {2, 1}}), 0.5);
}

}  // namespace
}  // namespace lanescope
