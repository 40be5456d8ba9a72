// SPDX-License-Identifier: GPL-3.0-or-later
// Streams, engines and the host in time, by hand; and times of steps from a GPU's numbers.
#include "core/timing/plan_timeline.h"

#include <gtest/gtest.h>

#include "core/base/words.h"

namespace lanescope::timing {
namespace {

using Doing = PlanSpan::Doing;

constexpr double kHandOn = 1e-6;

GpuSpec gpuOf(std::initializer_list<std::pair<const char*, double>> values) {
    GpuSpec gpu{.id = "made", .title = "A made one", .computeCapability = "9.0", .values = {}};
    for (const auto& [id, value] : values) gpu.values[id] = {value, "", "test"};
    return gpu;
}

/// A: 1000 floats on both sides, B likewise.
Plan planOf(std::vector<Step> steps) {
    Plan plan;
    plan.buffers = {{.name = "A", .rows = 1, .columns = 1000}, {.name = "B", .rows = 1, .columns = 1000}};
    plan.steps = std::move(steps);
    return plan;
}

LaunchStep launchOn(std::uint32_t stream) {
    LaunchStep step;
    step.launch.stream = stream;
    return step;
}

StepTime takes(double seconds) { return {seconds, Origin::Estimated, {}}; }

PlanTimeline timelineOf(const std::vector<Step>& steps, const std::vector<double>& seconds) {
    std::vector<StepTime> times;
    for (const double each : seconds) times.push_back(takes(each));
    return planTimeline(planOf(steps), std::move(times), gpuOf({{"host_launch_time", kHandOn}}));
}

const PlanSpan* workOf(const PlanTimeline& timeline, std::size_t step) {
    for (const PlanSpan& span : timeline.spans)
        if (span.step == step && span.doing == Doing::Work) return &span;
    return nullptr;
}

UploadStep pinnedUpload(std::uint32_t stream) { return {0, HostMemory::Pinned, stream}; }
DownloadStep pinnedDownload(std::uint32_t stream) { return {1, HostMemory::Pinned, stream}; }

TEST(PlanTimeline, TheHostWaitsForPageableCopiesAndHandsOnLaunches) {
    const PlanTimeline timeline = timelineOf({UploadStep{0}, launchOn(0), DownloadStep{1}}, {10e-6, 20e-6, 5e-6});
    EXPECT_DOUBLE_EQ(workOf(timeline, 1)->begin, 11e-6);  // a launch is handed on behind the copy
    EXPECT_DOUBLE_EQ(workOf(timeline, 2)->begin, 31e-6);  // and the copy back is of the same stream
    EXPECT_DOUBLE_EQ(timeline.seconds, 36e-6);
    EXPECT_DOUBLE_EQ(timeline.busy(Track::Device), 20e-6);
    EXPECT_DOUBLE_EQ(timeline.hostWaits, 10e-6 + 25e-6);
    EXPECT_DOUBLE_EQ(timeline.overlapped, 0);
}

TEST(PlanTimeline, CopiesAndKernelsOfTwoStreamsOverlap) {
    const PlanTimeline timeline = timelineOf({pinnedUpload(1), launchOn(1), pinnedUpload(2), launchOn(2), WaitStep{}},
                                             {10e-6, 20e-6, 10e-6, 20e-6, 0});
    EXPECT_DOUBLE_EQ(workOf(timeline, 0)->begin, 1e-6);
    EXPECT_DOUBLE_EQ(workOf(timeline, 1)->begin, 11e-6);
    EXPECT_DOUBLE_EQ(workOf(timeline, 2)->begin, 11e-6);  // the way is free, and the host has long handed it on
    EXPECT_DOUBLE_EQ(workOf(timeline, 3)->begin, 31e-6);  // one kernel after the other
    EXPECT_DOUBLE_EQ(timeline.seconds, 51e-6);
    EXPECT_DOUBLE_EQ(timeline.overlapped, 10e-6);  // the second copy beside the first kernel
}

TEST(PlanTimeline, CopiesOfBothWaysOverlap) {
    const PlanTimeline timeline = timelineOf({pinnedUpload(1), pinnedDownload(2), WaitStep{}}, {10e-6, 10e-6, 0});
    EXPECT_DOUBLE_EQ(workOf(timeline, 1)->begin, 2e-6);
    EXPECT_DOUBLE_EQ(timeline.seconds, 12e-6);
}

TEST(PlanTimeline, TheDefaultStreamWaitsForAllAndTheyForIt) {
    const PlanTimeline timeline =
        timelineOf({pinnedUpload(1), launchOn(0), pinnedDownload(2), WaitStep{}}, {10e-6, 20e-6, 10e-6, 0});
    EXPECT_DOUBLE_EQ(workOf(timeline, 1)->begin, 11e-6);
    EXPECT_DOUBLE_EQ(workOf(timeline, 2)->begin, 31e-6);
}

TEST(PlanTimeline, AWaitIsForItsStreamAlone) {
    HostStep task{.name = "task"};
    const PlanTimeline timeline =
        timelineOf({pinnedUpload(1), launchOn(2), WaitStep{1}, task}, {10e-6, 50e-6, 0, 4e-6});
    EXPECT_DOUBLE_EQ(workOf(timeline, 3)->begin, 11e-6);  // while the kernel still runs
    EXPECT_DOUBLE_EQ(timeline.seconds, 52e-6);
    EXPECT_DOUBLE_EQ(timeline.hostWaits, 9e-6);
}

TEST(PlanTimeline, ALaunchRightBehindAnotherBeginsSooner) {
    const Plan plan = planOf({launchOn(1), launchOn(1), WaitStep{}, launchOn(1)});
    std::vector<StepTime> times(4, {20e-6, Origin::Simulated, {}, 18e-6});
    times[2] = takes(0);
    const PlanTimeline timeline = planTimeline(plan, times, gpuOf({{"host_launch_time", kHandOn}}));
    EXPECT_DOUBLE_EQ(workOf(timeline, 0)->seconds(), 20e-6);
    EXPECT_DOUBLE_EQ(workOf(timeline, 1)->seconds(), 18e-6);
    EXPECT_DOUBLE_EQ(workOf(timeline, 3)->seconds(), 20e-6);  // the GPU had nothing to do before
    EXPECT_DOUBLE_EQ(workOfSteps(timeline)[1], 18e-6);
}

TEST(PlanTimeline, WhatTheHostTakesIsToldWhereNobodyKnowsIt) {
    const GpuSpec gpu = gpuOf({{"host_wait_time", 1e-6}});
    const PlanTimeline timeline = planTimeline(planOf({launchOn(1), WaitStep{}}), {takes(2e-6), takes(0)}, gpu);
    EXPECT_EQ(timeline.missing, std::vector<std::string_view>{"host_launch_time"});
    EXPECT_DOUBLE_EQ(timeline.seconds, 3e-6);
    EXPECT_NE(whatIsMissing(timeline, gpu).find("A made one has no host_launch_time"), std::string::npos);
    EXPECT_EQ(timeline.origins(), std::set<Origin>{Origin::Estimated});
}

TEST(PlanTimeline, WhatNobodyKnowsTakesNoTimeAndIsTold) {
    std::vector<StepTime> times{takes(1e-6), {0, std::nullopt, {}}};
    const PlanTimeline timeline = planTimeline(planOf({UploadStep{0}, HostStep{.name = "task"}}), times, gpuOf({}));
    EXPECT_EQ(timeline.unknown, std::vector<std::size_t>{1});
    EXPECT_DOUBLE_EQ(timeline.seconds, 1e-6);
}

TEST(StepTimes, ACopyTakesItsLatencyAndItsBytes) {
    const GpuSpec gpu = gpuOf(
        {{"copy_latency", 5e-6}, {"queued_copy_latency", 6e-6}, {"copy_to_device", 1e9}, {"pinned_from_device", 4e9}});
    const std::vector<StepTime> times = stepTimes(planOf({UploadStep{0}, pinnedDownload(0), DownloadStep{1}}), {}, gpu);
    EXPECT_DOUBLE_EQ(times[0].seconds, 5e-6 + 4e-6);
    EXPECT_DOUBLE_EQ(times[1].seconds, 6e-6 + 1e-6);
    EXPECT_EQ(times[0].origin, Origin::Estimated);
    EXPECT_FALSE(times[2].origin);  // copy_from_device is not there
    EXPECT_EQ(inWords(times[2].how), "not known: A made one has no copy_from_device");
}

TEST(StepTimes, LaunchesAreTakenInOrderAndTheirErrorsTold) {
    const std::vector<Result<LaunchSeconds>> launches{
        LaunchSeconds{7e-6, 5e-6}, fail(ErrorCode::ModelOutOfRange, {{"model", "m"}, {"reason", "r"}})};
    const std::vector<StepTime> times =
        stepTimes(planOf({launchOn(0), UploadStep{0}, launchOn(0)}), launches, gpuOf({}));
    EXPECT_DOUBLE_EQ(times[0].seconds, 7e-6);
    EXPECT_EQ(times[0].origin, Origin::Simulated);
    EXPECT_DOUBLE_EQ(times[0].behind.value(), 5e-6);
    EXPECT_FALSE(times[2].origin);
    EXPECT_EQ(inWords(times[2].how), describe(launches[1].error()));
}

TEST(StepTimes, AProductOfALibraryTakesACallAChainAndItsOperations) {
    const GpuSpec gpu = gpuOf({{"library_call_time", 3e-6},
                               {"library_f32_step_time", 1e-8},
                               {"library_f32_rate", 1e12},
                               {"dram_bandwidth", 1e15}});
    Plan plan;
    const Buffer matrix{.name = "M", .rows = 100, .columns = 100};
    plan.buffers = {matrix, matrix, matrix};
    plan.steps = {LibraryStep{LibraryStep::Call::Gemm, {0}, {1}, {2}}};
    EXPECT_DOUBLE_EQ(stepTimes(plan, {}, gpu)[0].seconds, 3e-6 + 100 * 1e-8 + 2e6 / 1e12);
}

TEST(StepTimes, ATaskOfTheHostThatNobodyCountedIsNotKnown) {
    const GpuSpec gpu = gpuOf({{"host_loop_rate", 1e9}, {"host_write_rate", 1e10}});
    HostStep counted{.name = "loops"};
    counted.operations = 1e6;
    const HostStep fills{.name = "fills", .writes = {0}};
    const std::vector<StepTime> times = stepTimes(planOf({counted, fills, HostStep{.name = "secret"}}), {}, gpu);
    EXPECT_DOUBLE_EQ(times[0].seconds, 1e-3);
    EXPECT_DOUBLE_EQ(times[1].seconds, 4e-7);  // of A
    EXPECT_FALSE(times[2].origin);
    EXPECT_EQ(inWords(times[2].how), "not known: nobody counted what secret does");
}

}  // namespace
}  // namespace lanescope::timing
