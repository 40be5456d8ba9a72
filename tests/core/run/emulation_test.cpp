// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/emulation.h"

#include <gtest/gtest.h>

#include "core/run/counted_plan.h"
#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {
namespace {

using Verdict = CheckResult::Verdict;

// matmul.cublas with n = 8192 took ten minutes of one CPU for counts that nobody takes from it.
TEST(Emulate, OfASampleLongCallsOfLibrariesAreLeftOut) {
    const EmulationOptions sample{.maxBlocks = 9};
    const Emulation longer = emulate(planFor("matmul.cublas", {{"n", "1024"}}).value(), sample, {}).value();
    EXPECT_EQ(longer.check.verdict, Verdict::NotChecked);
    EXPECT_NE(longer.check.note.find("libraries"), std::string::npos) << longer.check.note;
    EXPECT_EQ(longer.plan.steps.size(), planFor("matmul.cublas", {{"n", "1024"}}).value().steps.size())
        << "models price the call all the same";
    const Emulation shorter = emulate(planFor("matmul.cublas", {{"n", "64"}}).value(), sample, {}).value();
    EXPECT_EQ(shorter.check.verdict, Verdict::Correct);
}

// The second launch read partial results that blocks of the first one had not been run for, which was called a fault.
TEST(Emulate, WhatASampledLaunchLeftOutIsNoFaultOfTheNext) {
    for (const auto& [id, parameters] : {std::pair<const char*, Parameters>{"reduce.0", {{"n", "1048576"}}},
                                         {"reduce.cub", {{"n", "1048576"}, {"blocks", "264"}}}}) {
        const Emulation emulation = emulate(planFor(id, parameters).value(), {.maxBlocks = 16}, {}).value();
        ASSERT_GE(emulation.launches.size(), 2U) << id;
        EXPECT_TRUE(emulation.launches.front().sampled()) << id;
        EXPECT_EQ(emulation.check.verdict, Verdict::NotChecked) << id << ": " << emulation.check.note;
    }
}

// A sampled run that nobody wants the memory of makes only what its blocks read.
TEST(Emulate, CountsOfASampleDoNotDependOnWhatIsCopied) {
    for (const auto& [id, parameters] : {std::pair<const char*, Parameters>{"vector.add", {{"n", "1048576"}}},
                                         {"matvec.rows", {{"n", "1024"}, {"m", "1024"}, {"block", "8"}}},
                                         {"triangle.ltm", {{"n", "2048"}, {"workload", "collision"}}},
                                         {"reduce.0", {{"n", "1048576"}}}}) {
        const Plan plan = planFor(id, parameters).value();
        const Emulation quick = emulate(plan, {.maxBlocks = 16}, {}).value();
        const Emulation whole = emulate(plan, {.maxBlocks = 16, .keepBuffers = true}, {}).value();
        EXPECT_EQ(quick.check.verdict, whole.check.verdict) << id;
        ASSERT_EQ(quick.launches.size(), whole.launches.size()) << id;
        for (std::size_t i = 0; i < quick.launches.size(); ++i)
            EXPECT_EQ(quick.launches[i].counts, whole.launches[i].counts) << id;
        EXPECT_EQ(quick.plan.steps.size(), plan.steps.size()) << id;
    }
}

// Estimates made the inputs of small launches, copied them and checked the result, which nobody asked for.
TEST(Emulate, CountsAloneAreThoseOfAWholeRun) {
    for (const auto& [id, parameters] :
         {std::pair<const char*, Parameters>{"matmul.tiled", {{"n", "544"}, {"block", "32"}}},
          {"matvec.columns", {{"n", "1024"}, {"m", "512"}}},  // fills a buffer before it uploads another
          {"matmul.quadrants", {{"n", "64"}}},                // copies between launches
          {"reduce.0", {{"n", "300000"}}}}) {
        const Plan plan = planFor(id, parameters).value();
        const Emulation counted = emulate(plan, {.countsOnly = true}, {}).value();
        const Emulation whole = emulate(plan, {}, {}).value();
        EXPECT_EQ(whole.check.verdict, Verdict::Correct) << id;
        EXPECT_EQ(counted.check.verdict, Verdict::NotChecked) << id;
        EXPECT_FALSE(counted.check.note.empty()) << id;
        ASSERT_EQ(counted.launches.size(), whole.launches.size()) << id;
        for (std::size_t i = 0; i < whole.launches.size(); ++i)
            EXPECT_EQ(counted.launches[i].counts, whole.launches[i].counts) << id;
    }
}

TEST(CountedPlan, WhatIsFilledBeforeItIsUploadedIsUploaded) {
    Plan plan = planFor("vector.add", {{"n", "300000"}}).value();  // uploads 0 and 1
    plan.steps.insert(plan.steps.begin(), FillStep{.buffer = 0, .byte = 1});
    const CountedPlan filledBefore = countedPlan(plan, 0, true).value();
    EXPECT_EQ(filledBefore.heldFromStart, std::vector<BufferId>{1});
    ASSERT_GE(filledBefore.plan.steps.size(), 2U);
    EXPECT_TRUE(std::holds_alternative<FillStep>(filledBefore.plan.steps[0]));
    EXPECT_TRUE(std::holds_alternative<UploadStep>(filledBefore.plan.steps[1]));
    std::swap(plan.steps[0], plan.steps[1]);
    const CountedPlan filledBehind = countedPlan(plan, 0, true).value();
    EXPECT_EQ(filledBehind.heldFromStart, (std::vector<BufferId>{0, 1}));
    EXPECT_TRUE(std::holds_alternative<FillStep>(filledBehind.plan.steps[0]));
    EXPECT_FALSE(countedPlan(plan, 0, false)) << "somebody looks at what a whole run computes";
}

// Of a launch whose machine code does not run through, the PTX is sampled all the same.
TEST(Emulate, SamplesPtxWhereMachineCodeFaults) {
    const Plan plan = planFor("vector.add", {{"n", "1024"}, {"type", "f32"}}).value();
    const Plan other = planFor("vector.add", {{"n", "1024"}, {"type", "f64"}}).value();
    EmulationOptions options{.countsOnly = true};
    options.sample = timing::SampleOptions{};
    // Twice as many bytes as there are: out of bounds.
    options.machine = [&](const Launch&) {
        return sass::MachineKernel{.kernel = other.launches().front()->kernel,
                                   .listing = std::make_shared<const sass::Listing>()};
    };
    const Emulation emulation = emulate(plan, options, {}).value();
    ASSERT_EQ(emulation.samples.size(), 1U);
    EXPECT_EQ(emulation.samples.front()->listing, nullptr);
    EXPECT_FALSE(emulation.samples.front()->blocks.empty());
}

TEST(Emulate, RunsCountsAndChecksAPlan) {
    const Emulation emulation = emulate(planFor("matmul.tiled", {}).value(), {}, {}).value();
    EXPECT_EQ(emulation.plan.algorithm, "matmul.tiled");
    EXPECT_EQ(emulation.check.verdict, Verdict::Correct);
    EXPECT_EQ(emulation.check.buffer, "C");
    EXPECT_EQ(emulation.check.checked, 64U * 64U);
    EXPECT_TRUE(emulation.traces.empty());
    EXPECT_GT(emulation.seconds, 0);
    ASSERT_EQ(emulation.launches.size(), 1U);
    const simt::LaunchReport& launch = emulation.launches[0];
    EXPECT_EQ(launch.kernel, "tiled<16, float>");
    EXPECT_EQ(launch.grid, (Dim3{4, 4, 1}));
    EXPECT_EQ(launch.block, (Dim3{16, 16, 1}));
    EXPECT_EQ(launch.staticSharedBytes, 2048U);
    // 16 blocks of 8 warps; each loads 2 elements a thread for 4 tiles, and waits twice.
    EXPECT_EQ(launch.counts.globalLoad.requests, 16U * 8U * 4U * 2U);
    EXPECT_EQ(launch.counts.globalStore.requests, 16U * 8U);
    EXPECT_EQ(launch.counts.barriers, 16U * 8U * 4U * 2U);
    EXPECT_EQ(launch.counts.fpOperations, 2U * 64U * 64U * 64U);
}

TEST(Emulate, TracesTheBlocksThatAreAskedFor) {
    EmulationOptions options;
    options.tracedBlocks = {{1, 2, 0}, {3, 0, 0}};
    const Emulation emulation = emulate(planFor("matmul.tiled", {}).value(), options, {}).value();
    ASSERT_EQ(emulation.traces.size(), 2U);
    EXPECT_EQ(emulation.traces[0]->block(), (Dim3{3, 0, 0}));  // blocks run row by row
    EXPECT_EQ(emulation.traces[1]->block(), (Dim3{1, 2, 0}));
    EXPECT_EQ(emulation.traces[0]->phaseCount(), 9U);
    EXPECT_EQ(emulation.check.verdict, Verdict::Correct);
}

TEST(Emulate, DoesNotJudgeASample) {
    const Parameters large{{"n", "256"}};
    EmulationOptions options;
    options.maxBlocks = 32;
    const Emulation emulation = emulate(planFor("matmul.tiled", large).value(), options, {}).value();
    EXPECT_EQ(emulation.check.verdict, Verdict::NotChecked);
    EXPECT_TRUE(emulation.launches[0].sampled());
    EXPECT_EQ(emulation.check.note, "only " + std::to_string(emulation.launches[0].blocksRun) +
                                        " of 256 blocks were run, so the result is not complete");
    const Emulation whole = emulate(planFor("matmul.tiled", large).value(), {}, {}).value();
    EXPECT_EQ(emulation.launches[0].counts, whole.launches[0].counts);  // its blocks are all alike
}

TEST(Emulate, AFaultIsAResult) {
    EmulationOptions options;
    options.stepBudget = 100;
    const Emulation emulation = emulate(planFor("matmul.tiled", {}).value(), options, {}).value();
    EXPECT_EQ(emulation.check.verdict, Verdict::Fault);
    EXPECT_EQ(emulation.launches.at(0).fault->kind, simt::Fault::Kind::StepBudget);
    EXPECT_EQ(emulation.check.note, explain(*emulation.launches[0].fault));
    EXPECT_EQ(emulation.check.rows, 64U);
}

TEST(Emulate, NamesTheBuffersThatMemoryCannotHold) {
    Plan plan = planFor("matmul.tiled", {}).value();
    for (Buffer& buffer : plan.buffers) buffer.rows = buffer.columns = 1ULL << 22;
    const Result<Emulation> emulation = emulate(plan, {}, {});
    ASSERT_FALSE(emulation);
    EXPECT_EQ(emulation.error().code, ErrorCode::TooLarge);
    EXPECT_NE(describe(emulation.error()).find("A, B, C"), std::string::npos) << describe(emulation.error());
}

TEST(Emulate, CanBeStopped) {
    std::stop_source source;
    source.request_stop();
    const Result<Emulation> emulation =
        emulate(planFor("matmul.tiled", {}).value(), {}, {.stop = source.get_token(), .progress = {}});
    ASSERT_FALSE(emulation);
    EXPECT_EQ(emulation.error().code, ErrorCode::Cancelled);
}

TEST(ModelInput, IsWhatTheRunDid) {
    const Emulation emulation = emulate(planFor("matmul.tiled", {{"type", "f64"}}).value(), {}, {}).value();
    const ModelInput input = modelInputOf(emulation);
    EXPECT_EQ(input.bytes(CopyProfile::Direction::ToDevice), 2U * 64U * 64U * 8U);
    EXPECT_EQ(input.bytes(CopyProfile::Direction::FromDevice), 64U * 64U * 8U);
    ASSERT_EQ(input.launches.size(), 1U);
    EXPECT_EQ(input.launches[0].kernel, "tiled<16, double>");
    EXPECT_EQ(input.launches[0].blocks, 16U);
    EXPECT_EQ(input.launches[0].threadsPerBlock, 256U);
    EXPECT_EQ(input.launches[0].globalLoads, 8);
    EXPECT_EQ(input.launches[0].globalStores, 1);
}

}  // namespace
}  // namespace lanescope
