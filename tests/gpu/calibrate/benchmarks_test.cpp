// SPDX-License-Identifier: GPL-3.0-or-later
// The micro-benchmarks on the emulator, whose clock counts warp instructions: what they divide by is what they did.
#include <cmath>
#include <map>
#include <set>

#include "core/gpus/gpu_quantities.h"
#include "gpu/calibrate/calibrate.h"
#include "gpu/calibrate/samples.h"
#include "gpu/calibrate/turns.h"
#include "tests/gpu/calibrate/emulated_rig.h"

namespace lanescope {
namespace {

/// The median that is found for a quantity. A benchmark is run once, for all that it finds.
double measured(const std::string& id) {
    static std::map<std::string_view, Findings> known;
    for (const MicroBenchmark& benchmark : microBenchmarks()) {
        if (std::find(benchmark.quantities.begin(), benchmark.quantities.end(), id) == benchmark.quantities.end())
            continue;
        const auto [found, isNew] = known.try_emplace(benchmark.name);
        if (isNew) {
            simt::Emulator emulator;
            EmulatedRig rig(emulator);
            benchmark.run(rig, found->second);
        }
        return summaryOf(found->second.samples().at(id)).median;
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

TEST(Benchmarks, ARequestOfAPatternIsOneInstructionAndMore) {
    // The load, its address, what mixes its value, and the loop.
    EXPECT_GE(measured("l1_request_cycles"), 1);
    EXPECT_LE(measured("l1_request_cycles"), 4);
    EXPECT_EQ(measured("l1_fill_cycles"), 0) << "the emulator has no time for misses";
    EXPECT_EQ(measured("l1_replay_cycles"), 0);
    for (const auto& [id, sectors] : {std::pair{"l2_lone_sector_rate", 8.0},
                                      {"l2_pair_rate", 16.0},
                                      {"l2_line_rate", 32.0},
                                      {"l2_write_rate", 4.0},
                                      {"l2_partial_write_rate", 8.0}}) {
        const double instructions = sectors / measured(id);
        EXPECT_GE(instructions, 1) << id;
        EXPECT_LE(instructions, 4) << id;
    }
}

TEST(Benchmarks, AnAtomicAdditionOfAPatternIsAFewInstructions) {
    for (const auto& [id, requests] : {std::pair{"atomic_sector_cycles", 1.0},
                                       {"atomic_lane_cycles", 32.0},
                                       {"atomic_float_lane_cycles", 32.0},
                                       {"atomic_double_lane_cycles", 32.0}}) {
        const double instructions = requests * measured(id);
        EXPECT_GE(instructions, 1) << id;
        EXPECT_LE(instructions, 8) << id;
    }
    EXPECT_NEAR(4 / measured("atomic_spread_rate"), measured("atomic_sector_cycles"), 0.01);
}

TEST(Benchmarks, NearAndFarAreOneStepOfTheirKernels) {
    for (const char* id : {"l2_near_latency", "l2_far_latency", "constant_latency"}) {
        EXPECT_GE(measured(id), 1) << id;
        EXPECT_LE(measured(id), 3) << id;
    }
    EXPECT_EQ(measured("atomic_near_latency"), measured("atomic_far_latency"));
    EXPECT_EQ(measured("tlb_miss_cycles"), 0);
    EXPECT_EQ(measured("page_miss_cycles"), 0);
    EXPECT_EQ(measured("cold_code_cycles"), 0);
}

TEST(Benchmarks, JumpsBarriersAndOperationsAreInstructions) {
    EXPECT_LE(std::abs(measured("taken_branch_cycles")), 4);
    EXPECT_LE(std::abs(measured("predicate_latency")), 4);
    EXPECT_NEAR(measured("barrier_warp_cycles"), 1.1, 0.2) << "one instruction of each warp";
    EXPECT_LE(std::abs(measured("barrier_base_cycles")), 1);
    EXPECT_DOUBLE_EQ(measured("alu_latency"), 1);
    EXPECT_DOUBLE_EQ(measured("conversion_throughput"), 1);
    EXPECT_DOUBLE_EQ(measured("conversion32_throughput"), 0.5) << "the way back is not counted";
    EXPECT_DOUBLE_EQ(measured("ex2_throughput"), 1);
}

TEST(Benchmarks, LinesUnderWayAreWhatTheLatencyHolds) {
    // In the emulator a line of one warp takes as long as one of 32.
    EXPECT_NEAR(measured("outstanding_lines"), 16, 1);
}

TEST(Benchmarks, WaysOfRequestsAreInstructions) {
    EXPECT_EQ(measured("memory_port_cycles"), 0) << "the emulator has no time for registers";
    // The load, what mixes its value, and the loop.
    EXPECT_GE(measured("request_cycles"), 1);
    EXPECT_LE(measured("request_cycles"), 4);
    EXPECT_GE(measured("special_register_cycles"), 1);
    EXPECT_LE(measured("special_register_cycles"), 3);
    // Stores of 1, 2 and 4 words are one instruction and the loop each.
    EXPECT_NEAR(measured("store_address_passes"), 1.3 - 7.0 / 3, 0.3);
    EXPECT_NEAR(measured("barrier_opening_cycles"), 1.0 / 32, 1e-9) << "one more in a round of one of 32 blocks";
    for (const auto& [id, requests] :
         {std::pair{"store_sector_cycles", 4.0}, {"store_line_cycles", 32.0}, {"load_line_cycles", 32.0}}) {
        const double instructions = requests * measured(id);
        EXPECT_GE(instructions, 1) << id;
        EXPECT_LE(instructions, 4) << id;
    }
    EXPECT_EQ(measured("stores_under_way_cycles"), 0) << "the emulator's stores are done at once";
    EXPECT_GE(1 / measured("l2_one_line_rate"), 1);
    EXPECT_LE(1 / measured("l2_one_line_rate"), 4);
    for (const char* id : {"l1_request8_cycles", "l1_request16_cycles"}) {
        EXPECT_GE(measured(id), 1) << id;
        EXPECT_LE(measured(id), 8) << id;
    }
}

TEST(Benchmarks, CachesOfTheEmulatorHoldEverything) {
    EXPECT_EQ(measured("constant_word_cycles"), 0);
    EXPECT_EQ(measured("constant_word_latency"), 0);
    EXPECT_EQ(measured("indexed_constant_bytes"), 8192) << "all that is tried";
    EXPECT_EQ(measured("indexed_constant_miss_cycles"), 0);
    // A loop's own instructions are spread over more additions the longer it is: the shortest comes out as the dearest.
    EXPECT_EQ(measured("code_near_bytes"), 2048);
    EXPECT_NEAR(measured("code_fetch_cycles"), 0, 0.25) << "the jump between pieces";
}

TEST(Benchmarks, OperationsOfWholeNumbersAreInstructions) {
    EXPECT_DOUBLE_EQ(measured("shift_throughput"), 1);
    EXPECT_DOUBLE_EQ(measured("popc_throughput"), 1);
    // PTX takes the halves of a product apart, by three instructions; machine code does not have to.
    EXPECT_DOUBLE_EQ(measured("wide_product_throughput"), 1.0 / 4);
    EXPECT_NEAR(measured("behind_wide_product_cycles"), 3 * 4, 1e-9)
        << "these three in warps of four schedulers, all of which the clock counts";
}

TEST(Benchmarks, WarpsOfABlockBeginOneAfterTheOther) {
    // The emulator runs a warp to its first barrier before the next begins: the first one through 32 rounds of 16 steps
    // and 3 instructions, and each of 31 through 19 others.
    EXPECT_NEAR(measured("warp_spacing_cycles"), 32.0 * (16 + 3) / 31 + 19, 1);
}

TEST(Turns, ABlockTakesThePlaceOfTheOneThatEndedBeforeIt) {
    // Two places on multiprocessor 3, one on 5, whose clocks do not agree.
    const std::vector<Stay> stays{{3, 0, 100},   {3, 5, 150},     {5, 9000, 9100}, {3, 130, 300},
                                  {3, 190, 310}, {5, 9125, 9200}, {3, 350, 400}};
    std::vector<double> turns = turnsOf(stays);
    std::sort(turns.begin(), turns.end());
    EXPECT_EQ(turns, (std::vector<double>{25, 30, 40, 50}));
    EXPECT_TRUE(turnsOf({{0, 1, 2}}).empty());
}

TEST(Turns, FirstBlocksComeOneAfterTheOther) {
    // Three on multiprocessor 3 before the first of them ends, one on 5.
    const std::vector<Stay> stays{{3, 10, 100}, {3, 30, 110}, {3, 60, 120}, {3, 130, 300}, {5, 7, 50}, {5, 60, 90}};
    EXPECT_EQ(arrivalsOf(stays), std::vector<double>{25});
    EXPECT_TRUE(arrivalsOf({{0, 1, 2}}).empty());
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
