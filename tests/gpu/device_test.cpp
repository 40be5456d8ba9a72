// SPDX-License-Identifier: GPL-3.0-or-later
// The real GPU against the emulator: the same plans, the same PTX. And what a GPU does when it is asked for something
// wrong. All of it is skipped, with the reason, where there is no GPU.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "core/ptx/parser.h"
#include "core/simt/emulator.h"
#include "gpu/counters.h"
#include "gpu/cuda_executor.h"
#include "gpu/measure.h"
#include "tests/core/study/h200_recording.h"
#include "tests/gpu/ptx_plan.h"

namespace lanescope {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Verdict = CheckResult::Verdict;

Plan planOf(std::string_view id, const Parameters& given) {
    const Algorithm& algorithm = **catalogue().find(id);
    return algorithm.plan(algorithm.complete(given).value()).value();
}

std::string nameOfPlan(const Plan& plan) { return plan.algorithm + " " + toString(plan.parameters); }

/// Every variant, block side and type of an algorithm that goes with one of these orders.
std::vector<Plan> plansOf(std::string_view id, const std::vector<std::string>& orders) {
    const Algorithm& algorithm = **catalogue().find(id);
    const auto valuesOf = [&](std::string_view name) {
        return std::ranges::find(algorithm.parameters(), name, &ParameterSpec::name)->values;
    };
    std::vector<Plan> plans;
    for (const std::string& variant : valuesOf("variant"))
        for (const std::string& n : orders)
            for (const std::string& block : valuesOf("block"))
                for (const std::string& type : valuesOf("type")) {
                    const Parameters chosen{{"variant", variant}, {"n", n}, {"block", block}, {"type", type}};
                    if (auto plan = algorithm.plan(chosen)) plans.push_back(std::move(*plan));
                }
    return plans;
}

/// The one kernel whose result depends on how the warps happen to run (see its verdict).
bool isRace(const Plan& plan) {
    return plan.algorithm == "matmul.rect2" && plan.parameters.value("variant") == "published" &&
           plan.parameters.value("block") != "4";
}

Verdict verdictOfTheCatalogue(const Plan& plan) {
    const Judgement judgement = (*catalogue().find(plan.algorithm))->judge(plan.parameters);
    return isRight(judgement.kind) ? Verdict::Correct : Verdict::Wrong;
}

Plan writesToAddressZero() {
    return planOfPtx("writesNowhere", "mov.u64 %d1, 0;\nmov.u32 %r1, 7;\nst.global.u32 [%d1], %r1;\nret;");
}

/// The plan with C's address replaced by 0.
Plan withoutResultBuffer(Plan plan) {
    for (Step& step : plan.steps)
        if (auto* launch = std::get_if<LaunchStep>(&step)) launch->launch.arguments.at(0) = Scalar(ElementType::U64, 0);
    return plan;
}

class Device : public testing::Test {
protected:
    void SetUp() override {
        auto opened = CudaSession::open();
        if (!opened && (opened.error().code == ErrorCode::NoDriver || opened.error().code == ErrorCode::NoDevice))
            GTEST_SKIP() << describe(opened.error());
        ASSERT_TRUE(opened) << describe(opened.error());
        m_session = *opened;
    }
    Result<HostBuffers> run(const Plan& plan) const {
        CudaExecutor executor(m_session);
        return runPlan(plan, executor, {});
    }
    std::shared_ptr<CudaSession> m_session;
};

class DeviceOf : public Device, public testing::WithParamInterface<const char*> {};

TEST_P(DeviceOf, ComputesWhatTheEmulatorComputesBitForBit) {
    std::size_t equal = 0, races = 0;
    for (const Plan& plan : plansOf(GetParam(), {"16", "32", "64", "96", "100", "131"})) {
        const auto here = run(plan);
        ASSERT_TRUE(here) << nameOfPlan(plan) << ": " << describe(here.error());
        const auto check = checkResult(plan, *here, {});
        ASSERT_TRUE(check);
        if (isRace(plan)) {
            EXPECT_EQ(verdictOfTheCatalogue(plan), Verdict::Wrong) << nameOfPlan(plan);
            ++races;
            continue;
        }
        EXPECT_EQ(check->verdict, verdictOfTheCatalogue(plan)) << nameOfPlan(plan);
        simt::Emulator emulator;
        const auto emulated = runPlan(plan, emulator, {});
        ASSERT_TRUE(emulated) << nameOfPlan(plan) << ": " << describe(emulated.error());
        EXPECT_TRUE(emulated->at(plan.reference.buffer) == here->at(plan.reference.buffer)) << nameOfPlan(plan);
        ++equal;
    }
    std::cout << GetParam() << ": " << equal << " products as emulated";
    if (races > 0) std::cout << ", " << races << " more depend on how warps run";
    std::cout << '\n';
    EXPECT_GE(equal, 50U);
}

TEST_P(DeviceOf, CorrectedIsRightForLargerMatrices) {
    for (const Plan& plan : plansOf(GetParam(), {"256", "500"})) {
        if (plan.parameters.value("variant") != "corrected") continue;
        const auto here = run(plan);
        ASSERT_TRUE(here) << nameOfPlan(plan) << ": " << describe(here.error());
        const auto check = checkResult(plan, *here, {});
        ASSERT_TRUE(check);
        EXPECT_EQ(check->verdict, Verdict::Correct) << nameOfPlan(plan);
    }
}

TEST_P(DeviceOf, CountsGlobalAccessesAsTheEmulatorDoes) {
    auto reader = CounterReader::open(m_session);
    if (!reader) GTEST_SKIP() << describe(reader.error());
    Study study;
    for (const Plan& plan : plansOf(GetParam(), {"64", "100"})) {
        CudaExecutor executor(m_session);
        ASSERT_TRUE(runPlan(plan, executor, {})) << nameOfPlan(plan);
        auto counters = reader->read(plan, executor, L2State::Flushed, {});
        ASSERT_TRUE(counters) << nameOfPlan(plan) << ": " << describe(counters.error());
        ASSERT_EQ(counters->launches.size(), 1U);
        Measurement measurement;
        measurement.counters = std::move(counters->launches);
        study.entries.push_back({plan.algorithm, plan.parameters, {}, false, std::move(measurement), {}});
    }
    const auto validation = validate(study, catalogue(), {}, {});
    ASSERT_TRUE(validation);
    for (const CounterDifference& failure : validation->failures)
        ADD_FAILURE() << failure.configuration << ": " << failure.counter << " is " << failure.ours << " emulated, "
                      << failure.measured << " here";
    EXPECT_GE(validation->whole, 30U);
}

INSTANTIATE_TEST_SUITE_P(Matmul, DeviceOf,
                         testing::Values("matmul.single-block", "matmul.global", "matmul.tiled", "matmul.rect2",
                                         "matmul.rect2-prefetch", "matmul.rect4-prefetch"),
                         [](const testing::TestParamInfo<const char*>& one) {
                             std::string name(one.param);
                             std::replace_if(
                                 name.begin(), name.end(), [](char c) { return c == '.' || c == '-'; }, '_');
                             return name;
                         });

TEST_F(Device, SaysWhatItIs) {
    const auto gpus = gpuDevices();
    ASSERT_TRUE(gpus);
    ASSERT_FALSE(gpus->empty());
    const GpuDevice& gpu = gpus->front();
    EXPECT_FALSE(gpu.spec.title.empty());
    EXPECT_FALSE(gpu.driverVersion.empty());
    EXPECT_THAT(gpu.cudaVersion, HasSubstr("."));
    EXPECT_GE(gpu.spec.values.at("sm_count").value, 1);
    EXPECT_GE(gpu.spec.values.at("max_threads_per_block").value, 1024);
    EXPECT_GT(gpu.spec.values.at("memory_size").value, 1e9);
}

TEST_F(Device, TheCompilersLogIsInTheErrorOfBrokenPtx) {
    Plan plan = writesToAddressZero();
    auto& launch = std::get<LaunchStep>(plan.steps.at(0)).launch;
    auto module = std::make_shared<ptx::Module>(*ptx::moduleOf(launch.kernel->module));
    module->name = "broken.ptx";
    module->text.replace(module->text.find("mov.u32"), 7, "frobnicate.u32");
    auto kernel = std::make_shared<Kernel>(*launch.kernel);
    kernel->module = module;
    launch.kernel = kernel;
    const auto ran = run(plan);
    ASSERT_FALSE(ran);
    EXPECT_EQ(ran.error().code, ErrorCode::CudaFailure);
    const std::string words = describe(ran.error());
    EXPECT_THAT(words, AllOf(HasSubstr("broken.ptx"), HasSubstr("ptxas"), HasSubstr("line"), HasSubstr("frobnicate")));
    EXPECT_FALSE(m_session->broken()) << "nothing ran, so nothing is lost";
    EXPECT_TRUE(run(planOf("matmul.tiled", {})));
}

/// A fault can cost a process its GPU for good (CUDA 13 on an H200 does so), so each has a process of its own. That
/// ends with 0 where `holds`, and says what failed.
[[noreturn]] void endProcess(bool holds, const std::string& words) {
    std::cerr << words << std::endl;
    std::_Exit(holds ? 0 : 1);
}

class DeviceFault : public Device {
protected:
    void SetUp() override {
        GTEST_FLAG_SET(death_test_style, "threadsafe");  // starts the program anew: CUDA does not survive a fork
        Device::SetUp();
    }
    /// Later requests are answered, rightly or with a clear refusal.
    static bool answersFurther(Gpu& gpu) {
        for (int i = 0; i < 2; ++i) {
            const auto measured = gpu.measure(planOf("matmul.tiled", {}), {}, {});
            std::cerr << (measured ? "measured again" : describe(measured.error())) << '\n';
            if (measured ? measured->verdict != Verdict::Correct : measured.error().code != ErrorCode::CudaFailure)
                return false;
            if (!measured && !gpu.lost()) return false;
        }
        return !gpu.device().spec.title.empty();
    }
};

TEST_F(DeviceFault, AKernelThatWritesToAddressZeroIsNamed) {
    const auto body = [this] {
        const auto ran = run(writesToAddressZero());
        endProcess(!ran && ran.error().code == ErrorCode::KernelFault && m_session->broken(),
                   ran ? "it ran" : describe(ran.error()));
    };
    EXPECT_EXIT(body(), testing::ExitedWithCode(0), "writesNowhere failed on the GPU: an illegal memory access");
}

TEST_F(DeviceFault, AShippedKernelWithoutItsResultBufferIsNamedAndTheNextRequestIsAnswered) {
    const auto body = [this] {
        m_session.reset();
        auto gpu = Gpu::open();
        const auto failed = gpu->measure(withoutResultBuffer(planOf("matmul.tiled", {{"type", "i32"}})), {}, {});
        if (!failed) std::cerr << describe(failed.error()) << '\n';
        endProcess(!failed && failed.error().code == ErrorCode::KernelFault && answersFurther(*gpu), "done");
    };
    EXPECT_EXIT(body(), testing::ExitedWithCode(0), "The kernel tiled<16, int> failed on the GPU");
}

TEST_F(DeviceFault, AFaultWhileCountingIsNamedAndTheNextRequestIsAnswered) {
    if (const auto reader = CounterReader::open(m_session); !reader) GTEST_SKIP() << describe(reader.error());
    const auto body = [this] {
        m_session.reset();
        auto gpu = Gpu::open();
        Measurement measurement;
        const auto failed = gpu->count(writesToAddressZero(), measurement, {});
        if (!failed) std::cerr << describe(failed.error()) << '\n';
        endProcess(!failed && failed.error().code == ErrorCode::KernelFault && answersFurther(*gpu), "done");
    };
    EXPECT_EXIT(body(), testing::ExitedWithCode(0), "The kernel writesNowhere failed on the GPU");
}

TEST_F(Device, MoreMemoryThanItHasIsFoundBeforeAllocating) {
    CudaExecutor executor(m_session);
    const Buffer tooLarge{"A", ElementType::F64, 1U << 20, 1U << 20, {}};
    const auto allocated = executor.allocate(std::vector{tooLarge});
    ASSERT_FALSE(allocated);
    EXPECT_EQ(allocated.error().code, ErrorCode::TooLarge);
    EXPECT_THAT(describe(allocated.error()), HasSubstr("8388608 MiB"));
    EXPECT_TRUE(run(planOf("matmul.tiled", {})));
}

TEST_F(Device, ALaunchOfAnImpossibleShapeIsNamed) {
    Plan plan = planOf("matmul.tiled", {});
    for (Step& step : plan.steps)
        if (auto* launch = std::get_if<LaunchStep>(&step)) launch->launch.block = {2048, 1, 1};
    const auto ran = run(plan);
    ASSERT_FALSE(ran);
    EXPECT_EQ(ran.error().code, ErrorCode::InvalidLaunch);
    EXPECT_THAT(describe(ran.error()), HasSubstr("tiled<16, float>"));
    EXPECT_TRUE(run(planOf("matmul.tiled", {})));
}

TEST_F(Device, TimesAreOrderedAndGrowWithTheWork) {
    m_session.reset();
    auto gpu = Gpu::open();
    ASSERT_TRUE(gpu);
    MeasureOptions options;
    options.samples = 20;
    std::vector<double> medians;
    for (const char* n : {"128", "512", "2048"}) {
        const auto measured = gpu->time(planOf("matmul.tiled", {{"n", n}}), options, {});
        ASSERT_TRUE(measured) << describe(measured.error());
        EXPECT_EQ(measured->verdict, Verdict::Correct) << n;
        ASSERT_EQ(measured->seconds.size(), 20U) << n;
        const auto [least, most] = std::ranges::minmax(measured->seconds);
        EXPECT_GT(least, 1e-6) << n;
        EXPECT_LE(least, measured->lowerQuartile) << n;
        EXPECT_LE(measured->lowerQuartile, measured->median) << n;
        EXPECT_LE(measured->median, measured->upperQuartile) << n;
        EXPECT_LE(measured->upperQuartile, most) << n;
        EXPECT_EQ(measured->provenance.l2, "flushed");
        EXPECT_FALSE(measured->provenance.gpu.empty());
        medians.push_back(measured->median);
    }
    EXPECT_GT(medians[1], medians[0]);
    EXPECT_GT(medians[2], 8 * medians[1]) << "64 times the work";
}

TEST_F(Device, TheProfilerIsGoneBeforeTimesAreTaken) {
    m_session.reset();
    auto gpu = Gpu::open();
    ASSERT_TRUE(gpu);
    if (const auto able = gpu->tryCounters(); !able) GTEST_SKIP() << describe(able.error());
    const Plan plan = planOf("matmul.tiled", {{"n", "1024"}});
    auto before = gpu->time(plan, {}, {});
    ASSERT_TRUE(before) << describe(before.error());
    ASSERT_TRUE(gpu->count(plan, *before, {}));
    EXPECT_FALSE(before->counters.empty()) << before->countersMissing;
    const auto after = gpu->time(plan, {}, {});
    ASSERT_TRUE(after) << describe(after.error());
    EXPECT_LT(after->median, 1.5 * before->median);
    EXPECT_GT(after->median, before->median / 1.5);
}

TEST_F(Device, AStoppedMeasurementIsCancelled) {
    m_session.reset();
    auto gpu = Gpu::open();
    ASSERT_TRUE(gpu);
    std::stop_source source;
    source.request_stop();
    const auto measured = gpu->measure(planOf("matmul.tiled", {}), {}, {source.get_token(), {}});
    ASSERT_FALSE(measured);
    EXPECT_EQ(measured.error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace lanescope
