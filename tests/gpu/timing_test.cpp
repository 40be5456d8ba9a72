// SPDX-License-Identifier: GPL-3.0-or-later
// How plans are timed, on a stand-in for the driver whose time is pretended (fake_cuda.cpp): a launch takes as long as
// the test says, and queueing one takes the host 5 µs.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <map>

#include "gpu/cuda_error.h"
#include "gpu/cuda_executor.h"
#include "gpu/launch_sampler.h"
#include "gpu/measure.h"

namespace lanescope {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Sets a variable of the environment while it lives.
class With {
public:
    With(const char* name, const char* value) : m_name(name) { setenv(name, value, 1); }
    ~With() { unsetenv(m_name); }
    With(const With&) = delete;
    With& operator=(const With&) = delete;

private:
    const char* m_name;
};

std::shared_ptr<const Kernel> kernelOf(const std::string& name) {
    auto module = std::make_shared<ptx::Module>();
    module->name = "test.ptx";
    module->text = ".visible .entry " + name + "()";
    module->entries.emplace_back().name = name;
    Kernel kernel;
    kernel.module = module;
    kernel.entry = name;
    return std::make_shared<const Kernel>(std::move(kernel));
}

LaunchStep launchOf(const std::string& name, std::uint32_t stream = 0) {
    return {
        Launch{.kernel = kernelOf(name), .grid = {1, 1, 1}, .block = {32, 1, 1}, .arguments = {}, .stream = stream}};
}

Plan planOf(std::vector<Step> steps) {
    Plan plan;
    plan.buffers = {{"A", ElementType::I32, 4, 4, {InitialContent::Kind::Ramp}}};
    plan.steps = std::move(steps);
    return plan;
}

Measurement measured(const Plan& plan, L2State l2 = L2State::Flushed, std::size_t samples = 24) {
    auto gpu = Gpu::open();
    EXPECT_TRUE(gpu) << describe(gpu.error());
    MeasureOptions options;
    options.samples = samples;
    options.shortest = 0;
    options.l2 = l2;
    options.counters = false;
    auto measurement = gpu->measure(plan, options, {});
    EXPECT_TRUE(measurement) << describe(measurement.error());
    return measurement ? *measurement : Measurement();
}

double partOf(const Measurement& m, const std::string& name) {
    for (const MeasuredPart& part : m.parts)
        if (part.name == name) return part.median;
    ADD_FAILURE() << "no part " << name;
    return -1;
}

TEST(Timing, OfOneLaunchIsThatOfItsKernel) {
    const With time("FAKE_KERNEL_US", "100");
    const Measurement m = measured(planOf({UploadStep{0}, launchOf("f"), DownloadStep{0}}));
    EXPECT_NEAR(m.median, 100e-6, 1e-9);
    EXPECT_EQ(m.samplesTaken, 24U);
    EXPECT_EQ(m.batch, 1U);
    EXPECT_EQ(m.provenance.mode, "cold");
    EXPECT_EQ(m.provenance.l2, "flushed");
    EXPECT_EQ(m.provenance.host, "") << "the CPU computes nothing";
    EXPECT_NEAR(m.provenance.smClockHz, 1.98e9, 1e7);
    EXPECT_EQ(m.provenance.ecc, true);
    EXPECT_THAT(m.notes, IsEmpty());
    ASSERT_TRUE(m.histogram);
    EXPECT_DOUBLE_EQ(partOf(m, "kernel f"), m.median);
    EXPECT_GT(partOf(m, "copy to device"), 0);
    EXPECT_GT(partOf(m, "copy from device"), 0);
}

// Whole runs would take longer than the parts may; of the copies there are five all the same.
TEST(Timing, CopiesBesideALongKernelAreTakenFiveTimes) {
    const With time("FAKE_KERNEL_US", "100");
    Plan plan = planOf({UploadStep{0}, launchOf("f"), FillStep{1}, launchOf("g"), DownloadStep{0}});
    plan.buffers.push_back({"B", ElementType::I32, 4, 4, {}});
    MeasureOptions options;
    options.counters = false;
    options.shortest = 0;
    options.timeLimit = 0;
    auto gpu = Gpu::open();
    ASSERT_TRUE(gpu) << describe(gpu.error());
    const auto m = gpu->measure(plan, options, {});
    ASSERT_TRUE(m) << describe(m.error());
    std::map<std::string, std::uint64_t> runs;
    for (const MeasuredPart& part : m->parts) runs[part.name] = part.runs;
    EXPECT_EQ(runs, (std::map<std::string, std::uint64_t>{{"copy to device", 5},
                                                          {"kernel f", 1},
                                                          {"fill", 5},
                                                          {"kernel g", 1},
                                                          {"launch gaps", 0},
                                                          {"copy from device", 5}}));
}

// A sample of thousands of launches takes seconds, which nobody wants to wait for.
TEST(Timing, ASampleStopsBetweenItsLaunches) {
    const With time("FAKE_KERNEL_US", "1");
    auto session = CudaSession::open(0);
    ASSERT_TRUE(session) << describe(session.error());
    const Plan plan = planOf(std::vector<Step>(100, launchOf("f")));
    CudaExecutor executor(*session);
    ASSERT_TRUE(runPlan(plan, executor, {}));
    std::stop_source stop;
    LaunchSampler sampler(plan, executor, L2State::Warm, {stop.get_token(), {}});
    EXPECT_EQ(sampler.take().size(), 1U);
    stop.request_stop();
    try {
        static_cast<void>(sampler.take());
        FAIL() << "it was not stopped";
    } catch (const cuda::CudaError& error) {
        EXPECT_EQ(error.error().code, ErrorCode::Cancelled);
    }
}

/// Of the stand-in, since this was last asked: seconds of work that were queued at most.
double furthestAhead() {
    void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    const auto ask = reinterpret_cast<double (*)()>(dlsym(library, "fakeFurthestAhead"));
    return ask == nullptr ? -1 : ask();
}

// What is queued cannot be called back: who stops a measurement waits for it.
TEST(Timing, OfLongLaunchesNoMoreIsQueuedAheadThanNobodyNotices) {
    const With time("FAKE_KERNEL_US", "1000");
    const Plan plan = planOf(std::vector<Step>(400, launchOf("f")));
    for (const L2State l2 : {L2State::Flushed, L2State::Warm}) {
        static_cast<void>(furthestAhead());
        const Measurement m = measured(plan, l2, 3);
        EXPECT_NEAR(m.median, 400e-3, 1e-6) << "the GPU never waits for the host";
        EXPECT_THAT(m.notes, IsEmpty());
        const double ahead = furthestAhead();
        EXPECT_GT(ahead, LaunchPace::kAhead / 2);
        EXPECT_LT(ahead, 1.1 * LaunchPace::kAhead);
    }
}

TEST(Timing, LongLaunchesOfSeveralStreamsAreQueuedTogether) {
    const With time("FAKE_KERNEL_US", "100000");
    const Plan plan = planOf({launchOf("f", 1), launchOf("f", 2), launchOf("f", 3), launchOf("f", 4)});
    static_cast<void>(furthestAhead());
    static_cast<void>(measured(plan, L2State::Flushed, 3));
    EXPECT_GT(furthestAhead(), 0.39) << "they may run together";
}

TEST(Timing, GapsOfTheHostStayOut) {
    const With time("FAKE_KERNEL_US", "1");
    std::vector<Step> steps(20, launchOf("f"));
    const Measurement m = measured(planOf(steps));
    EXPECT_NEAR(m.median, 20e-6, 1e-9) << "queueing them took the host 100 µs";
    EXPECT_THAT(m.notes, IsEmpty());
    double sum = 0;
    for (const MeasuredPart& part : m.parts) sum += part.median;
    EXPECT_NEAR(sum, m.median, 1e-9);
}

TEST(Timing, WhereNothingCanBeQueuedANoteSaysSo) {
    const With time("FAKE_KERNEL_US", "1");
    const With blocking("FAKE_CUDA", "blocking");
    const auto start = std::chrono::steady_clock::now();
    const Measurement m = measured(planOf({launchOf("f"), launchOf("g")}));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
    EXPECT_GT(m.median, 2e-6 + 5e-6) << "what comes between the launches is seen";
    EXPECT_THAT(m.notes, Contains(HasSubstr("could not be queued ahead")));
}

TEST(Timing, OfMoreLaunchesThanTheQueueHoldsGoesOn) {
    const With time("FAKE_KERNEL_US", "1");
    const Measurement m = measured(planOf(std::vector<Step>(1000, launchOf("f"))), L2State::Flushed, 3);
    EXPECT_GT(m.median, 1000e-6);
    EXPECT_LT(m.median, 5000e-6) << "the first 500 were queued before";
    EXPECT_THAT(m.notes, Contains(HasSubstr("1000 launches, more than the driver's queue holds")));
    EXPECT_EQ(m.parts.at(0).steps, 1000U);
}

TEST(Timing, ShortHotKernelsRunInBatches) {
    const With time("FAKE_KERNEL_US", "2");
    const Plan plan = planOf({launchOf("f")});
    const Measurement hot = measured(plan, L2State::Warm);
    EXPECT_NEAR(static_cast<double>(hot.batch), 50, 1) << "100 µs in a sample";
    EXPECT_NEAR(hot.median, 2e-6, 1e-9);
    EXPECT_EQ(hot.provenance.mode, "hot");
    EXPECT_THAT(hot.notes, IsEmpty());
    const Measurement cold = measured(plan);
    EXPECT_EQ(cold.batch, 1U);
    EXPECT_NEAR(cold.median, 2e-6, 1e-9);
    EXPECT_THAT(cold.notes, Contains(HasSubstr("Hot, it is measured in batches")));
}

TEST(Timing, StreamsAreTimedTogether) {
    const With time("FAKE_KERNEL_US", "50");
    const Measurement m = measured(planOf({launchOf("f", 1), launchOf("g", 2), WaitStep{}}));
    EXPECT_NEAR(m.median, 100e-6, 1e-9) << "the stand-in runs one after the other";
}

TEST(Timing, ThrottledSamplesAreDroppedAndCounted) {
    const With time("FAKE_KERNEL_US", "100");
    const With dips("FAKE_CUDA", "dips");
    const Measurement m = measured(planOf({launchOf("f")}), L2State::Flushed, 6);
    EXPECT_EQ(m.seconds.size(), 6U);
    EXPECT_GE(m.throttledSamples, 1U);
    EXPECT_TRUE(m.provenance.throttled);
    EXPECT_NEAR(m.provenance.smClockHzLowest, 1.98e9, 2e7) << "of those that count";
    EXPECT_THAT(m.notes, Contains(HasSubstr("dropped")));
}

TEST(Timing, AClockThatStaysLowIsTold) {
    const With time("FAKE_KERNEL_US", "100");
    const With slow("FAKE_CUDA", "slow");
    const Measurement m = measured(planOf({launchOf("f")}), L2State::Flushed, 6);
    EXPECT_EQ(m.seconds.size(), 6U);
    EXPECT_NEAR(m.provenance.smClockHz, 0.99e9, 1e7);
    EXPECT_THAT(m.notes, Contains(HasSubstr("stayed near 990 MHz")));
}

TEST(Timing, WholePlansHaveTheSameParts) {
    const With time("FAKE_KERNEL_US", "30");
    Plan plan = planOf({UploadStep{0}, FillStep{0, 1, 0}, launchOf("f"), launchOf("f"), DownloadStep{0}});
    plan.steps.emplace_back(
        HostStep{"look, block 1", false, {0}, {}, [](HostBuffers&, const JobContext&) -> Result<void> { return {}; }});
    plan.timed = Timed::Steps;
    const Measurement m = measured(plan);
    EXPECT_NEAR(partOf(m, "kernel f"), 60e-6, 1e-9);
    EXPECT_NEAR(partOf(m, "fill"), 1e-6, 1e-9);
    EXPECT_GE(partOf(m, "host look"), 0);
    EXPECT_GE(partOf(m, "launch gaps"), 0);
    EXPECT_NE(m.provenance.host, "");
    EXPECT_NE(m.provenance.gpu, "");
    EXPECT_NEAR(m.provenance.smClockHzLowest, 1.98e9, 1e7) << "read by kernels before and behind each sample";
}

TEST(Timing, APlanOfTheCpuAloneNeedsNoGpu) {
    Plan plan;
    plan.buffers = {{"A", ElementType::I32, 8, 8, {InitialContent::Kind::Ramp}, Buffer::Place::Host}};
    int runs = 0;
    plan.steps = {HostStep{"count", false, {0}, {0}, [&](HostBuffers& host, const JobContext&) -> Result<void> {
                               ++runs;
                               EXPECT_EQ(host[0][4], std::byte{1}) << "filled anew each time";
                               host[0][4] = std::byte{9};
                               return {};
                           }}};
    plan.timed = Timed::Steps;
    EXPECT_FALSE(needsGpu(plan));
    std::optional<Gpu> none;
    MeasureOptions options;
    options.samples = 5;
    options.shortest = 0;
    const auto m = measurePlan(none, plan, options, {});
    ASSERT_TRUE(m) << describe(m.error());
    EXPECT_FALSE(none.has_value()) << "no GPU was opened";
    EXPECT_EQ(m->samplesTaken, 5U);
    EXPECT_EQ(m->provenance.gpu, "");
    EXPECT_NE(m->provenance.host, "");
    EXPECT_EQ(m->provenance.mode, "hot");
    EXPECT_NE(m->countersMissing, "");
    ASSERT_EQ(m->parts.size(), 1U);
    EXPECT_EQ(m->parts[0].name, "host count");
    EXPECT_EQ(runs, 1 + 3 + 5 + 5) << "its result, the warm-up, samples, parts";
    EXPECT_TRUE(measurePlan(none, planOf({launchOf("f")}), options, {}));
    EXPECT_TRUE(none.has_value());
}

TEST(Timing, ATaskThatFailsIsTheError) {
    Plan plan;
    plan.steps = {HostStep{"fail", false, {}, {}, [](HostBuffers&, const JobContext&) -> Result<void> {
                               return fail(ErrorCode::NoLibrary, {{"library", "LAPACK"}, {"reason", "none here"}});
                           }}};
    plan.timed = Timed::Steps;
    const auto m = measureOnHost(plan, {}, {});
    ASSERT_FALSE(m);
    EXPECT_EQ(m.error().code, ErrorCode::NoLibrary);
}

// A profiler runs the kernel within the launch itself, so that the first call behind it is refused.
TEST(Timing, AFaultIsTheKernelsWhateverCallIsRefused) {
    auto session = CudaSession::open();
    ASSERT_TRUE(session);
    CudaExecutor executor(*session);
    executor.enqueue(launchOf("f").launch);
    const With fault("FAKE_CUDA", "fault");
    const auto waited = executor.wait(std::nullopt);
    ASSERT_FALSE(waited);
    EXPECT_EQ(waited.error().code, ErrorCode::KernelFault) << describe(waited.error());
    EXPECT_THAT(describe(waited.error()), HasSubstr("The kernel f failed on the GPU"));
}

TEST(Timing, MemoryThatIsNotThereIsSaidBefore) {
    Plan plan = planOf({UploadStep{0}, launchOf("f")});
    plan.buffers[0].columns = 3 << 18;
    plan.buffers[0].initial = {};
    auto gpu = Gpu::open();
    ASSERT_TRUE(gpu);
    {
        const With small("FAKE_CUDA", "small");
        const auto m = gpu->measure(plan, {}, {});
        ASSERT_FALSE(m);
        EXPECT_EQ(describe(m.error()), "The plan's memory on the GPU needs 12 MiB, but only 1 MiB can be had.");
    }
    const With taken("FAKE_CUDA", "taken");
    const auto m = gpu->measure(plan, {}, {});
    ASSERT_FALSE(m);
    EXPECT_EQ(m.error().code, ErrorCode::TooLarge) << "another program was faster";
}

}  // namespace
}  // namespace lanescope
