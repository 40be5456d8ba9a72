// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/device_traffic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/plan/executor.h"
#include "core/plan/launch_spec.h"
#include "core/ptx/parser.h"
#include "core/timing/sample_recorder.h"
#include "tests/core/timing/small_gpu.h"

namespace lanescope::timing {
namespace {

constexpr double kSize = 1 << 20;  ///< of L2
constexpr double kSectors = kSize / 32;

/// Of a kernel that does nothing, or whose warps meet once.
LaunchSample sampleOf(bool barrier) {
    const std::string source =
        std::string(".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry nothing()\n{\n") +
        (barrier ? "bar.sync 0;\n" : "") + "ret;\n}\n";
    auto module = ptx::parse(source, "nothing.ptx");
    EXPECT_TRUE(module);
    const auto plan = planOf({.entry = "nothing", .grid = {1200, 1, 1}, .block = {32, 1, 1}, .arguments = {}},
                             std::make_shared<const ptx::Module>(std::move(*module)));
    EXPECT_TRUE(plan) << (plan ? "" : describe(plan.error()));
    SampleRecorder recorder({});
    simt::Emulator emulator({.observer = &recorder});
    EXPECT_TRUE(runPlan(*plan, emulator, {}));
    return *recorder.samples().at(0);
}

/// Ten multiprocessors with three blocks at a time, forty rounds of them.
LaunchSetting setting() {
    LaunchSetting on;
    on.active = 10;
    on.resident = 3;
    on.blocks = 120;
    return on;
}

GpuSpec gpuOf(double parts) {
    GpuSpec gpu{"g", "G", "9.0", {}, {}, {}};
    gpu.values["l2_size"] = {kSize, "B", "a test"};
    gpu.values["l2_partitions"] = {parts, "", "a test"};
    gpu.values["l2_kept"] = {kSize / 2, "B", "a test"};
    return gpu;
}

/// Over the buffer's sectors, of which there are `size` times as many as L2 has room for; each block reads `of` of
/// them.
double timesRead(bool barrier, double size, double of, double parts = 1) {
    LaunchSample sample = sampleOf(barrier);
    const double distinct = size * kSectors;
    sample.read = {{distinct, of * distinct * 1200}};
    return deviceReadsOf(sample, setting(), gpuOf(parts)).sectors / distinct;
}

TEST(DeviceTraffic, WhatFitsIsReadOnce) { EXPECT_DOUBLE_EQ(timesRead(true, 1, 0.5), 1); }

TEST(DeviceTraffic, BlocksOfOneMultiprocessorComeOneAfterTheOtherIfTheyMeetAtBarriers) {
    // One of each of ten multiprocessors at a time: 120 times.
    EXPECT_DOUBLE_EQ(timesRead(true, 1.1, 0.5), 120);
    // Forty blocks go once through it, three or four times as many as go in step.
    EXPECT_DOUBLE_EQ(timesRead(true, 1.1, 1 / 40.0), 30);
}

TEST(DeviceTraffic, TheyGoInStepElsewhere) {
    EXPECT_DOUBLE_EQ(timesRead(false, 1.1, 0.5), 40);
    EXPECT_DOUBLE_EQ(timesRead(false, 1.1, 1 / 40.0), 30);
    EXPECT_DOUBLE_EQ(timesRead(false, 1.1, 1 / 1200.0), 1) << "each sector is one block's";
}

TEST(DeviceTraffic, PartsOfL2HaveCopiesOfWhatSeveralRead) {
    // In two parts: one and a half lines for each that one multiprocessor reads, two for each that many do.
    EXPECT_DOUBLE_EQ(timesRead(true, 0.6, 1 / 10.0, 2), 1);
    EXPECT_DOUBLE_EQ(timesRead(true, 0.7, 1 / 10.0, 2), 120);
    EXPECT_DOUBLE_EQ(timesRead(true, 0.6, 1, 2), 120);
    EXPECT_DOUBLE_EQ(timesRead(true, 0.5, 1, 2), 1);
    LaunchSample sample = sampleOf(true);
    sample.read = {{2 * kSectors, 2 * kSectors * 1200}};
    const auto copied = [&](double parts) { return deviceReadsOf(sample, setting(), gpuOf(parts)).copied; };
    EXPECT_DOUBLE_EQ(copied(1), 0);
    EXPECT_NEAR(copied(2), 120 * 2 * kSectors, 0.001 * 120 * 2 * kSectors) << "all ten read it: both parts have it";
    sample.read = {{2 * kSectors, 2 * kSectors}};
    EXPECT_DOUBLE_EQ(copied(2), 0) << "what is read once asks and misses alike";
    sample.read = {{kSectors / 4, kSectors / 4 * 1200}};
    EXPECT_NEAR(copied(2), kSectors / 4, 0.001 * kSectors) << "what fits is copied once";
}

TEST(DeviceTraffic, WhatEarlierLaunchesHaveLeftIsNotReadAgain) {
    LaunchSample sample = sampleOf(false);
    sample.sectorCount = 4;
    sample.read = {{4, 4}};
    Access access;
    access.space = program::Space::Global;
    access.kind = simt::AccessKind::Load;
    access.sectors = 4;
    sample.accesses = {access};
    sample.sectors = {0, 1, 2, 3};
    LaunchSetting on = setting();
    on.warm.last = 1;
    on.warm.before = 0.5;
    const auto read = [&] { return deviceReadsOf(sample, on, gpuOf(1)).sectors; };
    EXPECT_DOUBLE_EQ(read(), 4);
    sample.touchedBefore = {true, true, true, false};
    EXPECT_DOUBLE_EQ(read(), 2.5) << "half of three are left";
    sample.touchedLast = {true, false, false, false};
    EXPECT_DOUBLE_EQ(read(), 2) << "and all that the last one touched";
    sample.partlyBefore = {0};
    EXPECT_DOUBLE_EQ(read(), 3) << "but not what it has stored in part";
}

TEST(DeviceTraffic, WhatIsStoredLastWaits) {
    LaunchSample sample = sampleOf(false);
    GpuSpec gpu = gpuOf(2);
    gpu.values["l2_dirty"] = {kSize / 4, "B", "a test"};
    gpu.values["l2_kept_once"] = {kSize / 1.5, "B", "a test"};
    EXPECT_DOUBLE_EQ(writtenToDevice(2 * kSize, 0, sample, gpu), 0) << "it stores nothing";
    EXPECT_DOUBLE_EQ(writtenToDevice(0, kSize / 8, sample, gpu), 0) << "all of it waits";
    EXPECT_DOUBLE_EQ(writtenToDevice(0, 2 * kSize, sample, gpu), 1.75 * kSize);
    // Of what passed last, L2 keeps two thirds of its size, a sixth of which was stored.
    EXPECT_DOUBLE_EQ(writtenToDevice(5 * kSize, kSize, sample, gpu), kSize * (1 - 1 / 9.0));
    sample.storedBefore = kSize / 6;
    EXPECT_DOUBLE_EQ(writtenToDevice(0, kSize / 8, sample, gpu), kSize * (1 / 6.0 + 1 / 8.0 - 1 / 4.0));
    sample.storedBefore = kSize;
    EXPECT_DOUBLE_EQ(writtenToDevice(0, kSize / 8, sample, gpu), kSize / 8) << "what an earlier launch left";
    sample.storedNew = 0;
    EXPECT_DOUBLE_EQ(writtenToDevice(0, kSize / 8, sample, gpu), 0) << "what waits is stored again";
}

TEST(DeviceTraffic, WhatMayWaitIsFullSoonerHereAndLaterThere) {
    LaunchSample sample = sampleOf(false);
    GpuSpec gpu = gpuOf(2);
    gpu.values["l2_dirty"] = {kSize / 4, "B", "a test"};
    gpu.values["l2_dirty_sharpness"] = {7, "", "a test"};
    gpu.values["l2_kept_once"] = {kSize / 1.5, "B", "a test"};
    const auto written = [&](double stored) { return writtenToDevice(0, stored, sample, gpu); };
    EXPECT_NEAR(written(kSize / 4), kSize / 4 * (1 - std::pow(2, -1 / 7.0)), 1e-6 * kSize);
    EXPECT_LT(written(kSize / 8), 0.001 * kSize);
    EXPECT_NEAR(written(2 * kSize), 1.75 * kSize, 0.001 * kSize);
    // Launch by launch as much as at once.
    const double atOnce = written(kSize / 2);
    const double first = written(kSize / 4);
    sample.storedBefore = kSize / 4;
    EXPECT_NEAR(first + written(kSize / 4), atOnce, 1e-6 * kSize);
}

TEST(DeviceTraffic, WhereNobodyToldWhatL2KeepsOfWhatIsReadOnceItKeepsWhatItDoesOfAll) {
    EXPECT_DOUBLE_EQ(keptOfReadOnce(gpuOf(2)), kSize / 2);
    GpuSpec told = gpuOf(2);
    told.values["l2_kept_once"] = {kSize / 1.5, "B", "a test"};
    EXPECT_DOUBLE_EQ(keptOfReadOnce(told), kSize / 1.5);
}

}  // namespace
}  // namespace lanescope::timing
