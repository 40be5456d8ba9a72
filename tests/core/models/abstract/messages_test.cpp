// SPDX-License-Identifier: GPL-3.0-or-later
// BSP and LogP by hand.
#include <gtest/gtest.h>

#include "core/models/abstract/bsp.h"
#include "core/models/abstract/logp.h"

namespace lanescope {
namespace {

/// 4 multiprocessors of 32 lanes at 1 GHz; 16 GB/s, so that a word takes each multiprocessor 1 cycle.
GpuSpec smallGpu() {
    GpuSpec gpu;
    gpu.id = "small";
    gpu.title = "Small";
    gpu.values["sm_count"] = {4, "", "test"};
    gpu.values["cores_per_sm"] = {32, "", "test"};
    gpu.values["clock"] = {1e9, "Hz", "test"};
    gpu.values["memory_bandwidth"] = {16e9, "B/s", "test"};
    gpu.values["barrier_cycles"] = {20, "cycles", "test"};
    gpu.values["launch_overhead"] = {3e-6, "s", "test"};
    gpu.values["copy_latency"] = {10e-6, "s", "test"};
    gpu.values["copy_to_device"] = {4e9, "B/s", "test"};
    gpu.values["copy_from_device"] = {2e9, "B/s", "test"};
    return gpu;
}

LaunchAccesses launchOf(std::vector<PhaseWork> phases) {
    LaunchAccesses launch;
    launch.phases = std::move(phases);
    launch.blocks = launch.blocksSeen = 8;
    return launch;
}

void shown(Bsp& bsp, LaunchAccesses launch) { EXPECT_TRUE(bsp.add(launch, {})); }

TEST(Bsp, AddsUpWhatTheBusiestThreadDoes) {
    Bsp bsp;
    shown(bsp,
          launchOf({{.mostReads = 2, .mostWrites = 1, .mostOperations = 10}, {.mostReads = 1, .mostOperations = 5}}));
    shown(bsp, launchOf({{.mostWrites = 4, .mostOperations = 7}}));
    const BspCounts& answer = bsp.counts();
    EXPECT_EQ(answer.supersteps, 3U);
    EXPECT_EQ(answer.launches, 2U);
    EXPECT_EQ(answer.work, 10U + 5U + 7U);
    EXPECT_EQ(answer.messages, 3U + 1U + 4U);
    EXPECT_EQ(answer.longestMessages, 4U);
}

TEST(Bsp, OnAGpuCountsWorkWordsBarriersAndLaunches) {
    Bsp bsp;
    // 12800 operations on 128 lanes: 100 cycles; 4000 words over 4 multiprocessors: 1000. The second phase is one
    // thread's.
    shown(bsp, launchOf({{.mostOperations = 10, .operations = 12'000, .sharedAccesses = 800, .globalBytes = 16'000},
                         {.mostOperations = 50, .operations = 50}}));
    const Result<BspOnGpu> on = bsp.on(smallGpu());
    ASSERT_TRUE(on) << describe(on.error());
    EXPECT_DOUBLE_EQ(on->work, 100 + 50);
    EXPECT_DOUBLE_EQ(on->words, 1000);
    EXPECT_DOUBLE_EQ(on->gap, 1);
    EXPECT_DOUBLE_EQ(on->cycles, 150 + 1000 + 20 + 3000);
    EXPECT_TRUE(on->notes.empty());
}

TEST(Bsp, SaysWhatAGpuLacks) {
    GpuSpec gpu = smallGpu();
    gpu.values.erase("barrier_cycles");
    Bsp bsp;
    shown(bsp, launchOf({{}, {}}));
    EXPECT_EQ(bsp.on(gpu)->notes.size(), 1U);
    gpu.values.erase("cores_per_sm");
    const Result<BspOnGpu> on = bsp.on(gpu);
    ASSERT_FALSE(on);
    EXPECT_NE(describe(on.error()).find("cores_per_sm"), std::string::npos);
}

Plan planWithCopies() {
    Plan plan;
    plan.buffers = {{"A", ElementType::F32, 1, 256, {InitialContent::Kind::Zeros}},
                    {"C", ElementType::F32, 1, 64, {InitialContent::Kind::Zeros}}};
    plan.steps.emplace_back(UploadStep{0});
    plan.steps.emplace_back(LaunchStep{});
    plan.steps.emplace_back(WaitStep{});
    plan.steps.emplace_back(DownloadStep{1});
    return plan;
}

TEST(Logp, CopiesAndLaunchesAreMessages) {
    LogpMessage copy{LogpMessage::Kind::ToDevice, "copy A", 1025, false};
    EXPECT_EQ(copy.packets(), 5);
    copy.bytes = 0;
    EXPECT_EQ(copy.packets(), 1) << "a message is never empty";
    const Result<LogpMachine> machine = logpMachineOf(smallGpu(), true);
    ASSERT_TRUE(machine) << describe(machine.error());
    EXPECT_DOUBLE_EQ(machine->overhead, 3000);
    EXPECT_DOUBLE_EQ(machine->latency, 4000);
    EXPECT_DOUBLE_EQ(machine->gapToDevice, 64);
    EXPECT_DOUBLE_EQ(machine->gapFromDevice, 128);
    EXPECT_DOUBLE_EQ(machine->capacity(), 63);  // ⌈4000 / 64⌉
    EXPECT_EQ(machine->notes.size(), 2U) << "pageable rates stand in for page-locked ones";
    // 1024 bytes are 4 packets.
    const LogpMessage down{LogpMessage::Kind::ToDevice, "", 1024, false};
    EXPECT_DOUBLE_EQ(cyclesOf(down, *machine), 3000 + 3 * 64 + 4000 + 3000);
}

TEST(Logp, OneAfterTheOtherOrAllSentAtOnce) {
    Plan plan = planWithCopies();
    plan.steps.erase(plan.steps.begin() + 1);  // the launch has no kernel to be described
    const LogpCounts answer = messagesOf(plan);
    EXPECT_EQ(answer.toDevice, 1U);
    EXPECT_EQ(answer.fromDevice, 1U);
    EXPECT_EQ(answer.launches, 0U);
    EXPECT_EQ(answer.bytesToDevice, 1024U);
    EXPECT_EQ(answer.bytesFromDevice, 256U);
    ASSERT_EQ(answer.messages.size(), 2U);
    const Result<LogpMachine> machine = logpMachineOf(smallGpu(), true);
    ASSERT_TRUE(machine);
    const LogpCost cost = costOf(plan, *machine);
    EXPECT_DOUBLE_EQ(cost.cycles, (10'000 + 3 * 64) + 10'000);
    EXPECT_DOUBLE_EQ(cost.pipelined, (3000 + 3 * 64) + (3000 + 7000));
}

TEST(Logp, SaysWhatAGpuLacks) {
    GpuSpec gpu = smallGpu();
    gpu.values.erase("launch_overhead");
    const Result<LogpMachine> machine = logpMachineOf(gpu, false);
    ASSERT_FALSE(machine);
    EXPECT_NE(describe(machine.error()).find("launch_overhead"), std::string::npos);
}

}  // namespace
}  // namespace lanescope
