// SPDX-License-Identifier: GPL-3.0-or-later
// Times on a real GPU: that they repeat, that the host's gaps stay out of them, that parts go together; and what a hang
// costs. Skipped, with the reason, where there is no GPU.
#include <gmock/gmock.h>

#include <chrono>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <thread>

#include "core/algorithms/algorithm.h"
#include "core/base/resources.h"
#include "gpu/cuda_error.h"
#include "gpu/cuda_executor.h"
#include "gpu/launch_hold.h"
#include "gpu/measure.h"
#include "tests/gpu/ptx_plan.h"

namespace lanescope {
namespace {

using Clock = std::chrono::steady_clock;
using testing::Contains;
using testing::HasSubstr;
using Verdict = CheckResult::Verdict;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

Plan planOf(std::string_view id, const Parameters& given) {
    static const Result<Catalogue> catalogue = Catalogue::load(resourceFolder().value());
    const Algorithm& algorithm = **catalogue->find(id);
    return algorithm.plan(algorithm.complete(given).value()).value();
}

std::string nameOfPlan(const Plan& plan) { return plan.algorithm + " " + toString(plan.parameters); }

double partsOf(const Measurement& m, bool work) {
    double sum = 0;
    for (const MeasuredPart& part : m.parts) {
        const bool isWork =
            part.name.starts_with("kernel ") || part.name.starts_with("library ") || part.name == "launch gaps";
        if (isWork || !work) sum += part.median;
    }
    return sum;
}

void print(const Plan& plan, const Measurement& m, double wall) {
    std::cout << std::setprecision(5) << nameOfPlan(plan) << ": " << 1e6 * m.median << " µs " << m.provenance.mode
              << ", middle half " << 100 * (m.upperQuartile - m.lowerQuartile) / m.median << " %, " << m.samplesTaken
              << " samples of " << m.batch << ", dropped " << m.throttledSamples << ", SM "
              << m.provenance.smClockHzLowest / 1e6 << "…" << m.provenance.smClockHzHighest / 1e6 << " MHz, wall "
              << wall << " s\n";
    for (const MeasuredPart& part : m.parts)
        std::cout << "    " << part.name << " ×" << part.steps << ": " << 1e6 * part.median << " µs\n";
    for (const std::string& note : m.notes) std::cout << "    note: " << note << '\n';
}

class Times : public testing::Test {
protected:
    void SetUp() override {
        auto opened = Gpu::open();
        if (!opened && (opened.error().code == ErrorCode::NoDriver || opened.error().code == ErrorCode::NoDevice))
            GTEST_SKIP() << describe(opened.error());
        ASSERT_TRUE(opened) << describe(opened.error());
        m_gpu.emplace(std::move(*opened));
    }
    Measurement time(const Plan& plan, const MeasureOptions& options = {}) {
        const auto start = Clock::now();
        auto measured = m_gpu->time(plan, options, {});
        EXPECT_TRUE(measured) << nameOfPlan(plan) << ": " << describe(measured.error());
        if (!measured) return {};
        print(plan, *measured, secondsSince(start));
        return *measured;
    }
    std::optional<Gpu> m_gpu;
};

std::vector<Plan> someOfTheCatalogue() {
    return {planOf("matmul.global", {{"n", "1024"}}),
            planOf("matmul.global", {{"n", "1024"}, {"block", "32"}, {"type", "f64"}}),
            planOf("matmul.tiled", {{"n", "512"}}),
            planOf("matmul.tiled", {{"n", "1024"}}),
            planOf("matmul.tiled", {{"n", "1024"}, {"block", "32"}}),
            planOf("matmul.rect2-prefetch", {{"n", "2048"}}),
            planOf("matmul.cublas", {{"n", "2048"}}),
            planOf("matmul.quadrants-8-launches", {{"n", "256"}}),
            planOf("transpose.tiled", {{"width", "4096"}, {"height", "4096"}}),
            planOf("transpose.tiled", {{"width", "4096"}, {"height", "4096"}, {"padded", "no"}}),
            planOf("reduce.0", {{"n", "16777216"}, {"block", "256"}, {"type", "f32"}}),
            planOf("reduce.5", {{"n", "16777216"}, {"block", "256"}, {"type", "f32"}}),
            planOf("triangle.ltm", {{"n", "8192"}, {"block", "16"}, {"workload", "edm"}}),
            planOf("matvec.columns", {{"n", "1024"}, {"m", "1024"}}),
            planOf("vector.add", {{"n", "16777216"}, {"type", "f32"}})};
}

TEST_F(Times, MediansRepeatWithinTwoPerCent) {
    constexpr double kLong = 20e-6;
    for (const L2State state : {L2State::Flushed, L2State::Warm}) {
        MeasureOptions options;
        options.l2 = state;
        std::vector<double> first;
        for (const Plan& plan : someOfTheCatalogue()) first.push_back(time(plan, options).median);
        std::size_t i = 0;
        for (const Plan& plan : someOfTheCatalogue()) {
            const double second = time(plan, options).median;
            const double apart = std::abs(second - first[i]) / first[i];
            std::cout << "  repeats: " << nameOfPlan(plan) << ' ' << 100 * apart << " %\n";
            // How soon warps come apart that all add to one sum at a time is chance (docs/timing.md, convoys): 4 %
            // once.
            const bool convoy = nameOfPlan(plan).starts_with("matvec.columns");
            if (first[i] > kLong) {
                EXPECT_LT(apart, convoy ? 0.1 : 0.02) << nameOfPlan(plan);
            }
            ++i;
        }
    }
}

// The profiler times a launch by itself, without events around it, and with the caches as its passes leave them.
TEST_F(Times, AgreeWithTheProfilers) {
    if (const auto able = m_gpu->tryCounters(); !able) GTEST_SKIP() << describe(able.error());
    for (const Plan& plan : someOfTheCatalogue()) {
        if (plan.launches().size() != 1) continue;
        MeasureOptions hot;
        hot.l2 = L2State::Warm;
        auto m = m_gpu->time(plan, hot, {});
        ASSERT_TRUE(m) << describe(m.error());
        ASSERT_TRUE(m_gpu->count(plan, *m, {}));
        ASSERT_FALSE(m->counters.empty()) << m->countersMissing;
        const double profiled = m->counters[0].at("profiled_seconds");
        std::cout << nameOfPlan(plan) << ": " << 1e6 * m->median << " µs hot, " << 1e6 * profiled
                  << " µs under the profiler, " << 100 * (m->median / profiled - 1) << " % apart\n";
        if (profiled > 100e-6) {
            EXPECT_NEAR(m->median / profiled, 1, 0.05) << nameOfPlan(plan);
        }
    }
}

TEST_F(Times, ClocksAreRead) {
    const Measurement m = time(planOf("matmul.tiled", {{"n", "1024"}}));
    EXPECT_GT(m.provenance.smClockHz, 0.5e9);
    EXPECT_LE(m.provenance.smClockHzHighest, 1.05 * m_gpu->device().spec.values.at("clock").value);
    EXPECT_LE(m.provenance.smClockHzLowest, m.provenance.smClockHz);
    EXPECT_EQ(m.verdict, Verdict::Correct);
}

TEST_F(Times, ShortHotKernelsAreTimedInBatches) {
    MeasureOptions hot;
    hot.l2 = L2State::Warm;
    for (const char* n : {"32", "1000", "100000"}) {
        const Plan plan = planOf("vector.add", {{"n", n}});
        const Measurement once = time(plan, hot);
        const Measurement twice = time(plan, hot);
        EXPECT_GT(once.batch, 1U);
        EXPECT_LT(once.median, 5e-6);
        EXPECT_NEAR(twice.median / once.median, 1, 0.05);
        static_cast<void>(time(plan));
    }
}

TEST_F(Times, PartsMakeUpTheWhole) {
    for (const Plan& plan :
         {planOf("matmul.tiled", {{"n", "1024"}}), planOf("matmul.quadrants-8-launches", {{"n", "512"}}),
          planOf("reduce.0", {{"n", "1048576"}}), planOf("triangle.rec", {{"n", "4096"}, {"levels", "3"}})}) {
        const Measurement m = time(plan);
        EXPECT_NEAR(partsOf(m, true), m.median, 0.02 * m.median) << nameOfPlan(plan);
    }
    for (const Plan& plan : {planOf("cholesky.tiles", {{"n", "512"}, {"block", "32"}}),
                             planOf("cholesky.blocks", {{"n", "1024"}, {"block", "64"}}),
                             planOf("micro.copy", {{"memory", "pinned"}, {"n", "4194304"}}),
                             planOf("micro.copy", {{"memory", "pageable"}, {"n", "4194304"}})}) {
        const Measurement m = time(plan);
        std::cout << "    whole " << 1e6 * m.median << " µs, parts " << 1e6 * partsOf(m, false) << " µs\n";
        EXPECT_GE(partsOf(m, false), 0.9 * m.median) << nameOfPlan(plan);
    }
}

TEST_F(Times, ThousandsOfLaunchesAreTimed) {
    const Plan one = planOf("micro.launch", {});
    const auto launch =
        std::ranges::find_if(one.steps, [](const Step& step) { return std::holds_alternative<LaunchStep>(step); });
    ASSERT_NE(launch, one.steps.end());
    for (const std::size_t count : {100U, 3000U}) {
        Plan plan = one;
        plan.steps = std::vector<Step>(count, *launch);
        const Measurement m = time(plan);
        EXPECT_LT(m.median / static_cast<double>(count), 10e-6);
        EXPECT_EQ(m.parts.at(0).steps, count);
    }
}

TEST_F(Times, OfTheCpuAreTakenWithTheSameCare) {
    const Plan plan = planOf("matmul.sequential", {{"n", "200"}, {"type", "f32"}});
    const Measurement first = time(plan);
    const Measurement second = time(plan);
    EXPECT_EQ(first.provenance.gpu, "");
    EXPECT_NE(first.provenance.host, "");
    EXPECT_NEAR(second.median / first.median, 1, 0.1) << "the CPU has other things to do";
}

TEST_F(Times, FromTheClickToTheNumbers) {
    const Plan plan = planOf("matmul.tiled", {{"n", "1024"}});
    if (auto session = CudaSession::open()) {
        CudaExecutor executor(*session);
        const auto start = Clock::now();
        const auto after = runPlan(plan, executor, {});
        const double ran = secondsSince(start);
        ASSERT_TRUE(after && checkResult(plan, *after, {}, MeasureOptions{}.checkOperations));
        std::cout << "of it: compiling and one run " << ran << " s, checking its result " << secondsSince(start) - ran
                  << " s, warm-up and samples at least " << 2 * MeasureOptions{}.shortest << " s\n";
    }
    for (int round = 0; round < 3; ++round) {  // the first compiles
        const auto start = Clock::now();
        auto m = m_gpu->time(plan, {}, {});
        ASSERT_TRUE(m) << describe(m.error());
        const double timed = secondsSince(start);
        const auto counted = m_gpu->count(plan, *m, {});
        const double all = secondsSince(start);
        std::cout << "time " << timed << " s, with counters " << all << " s " << m->countersMissing << ", "
                  << m->counterReadings << " readings in " << m->counterPasses << " passes\n";
        if (round == 0 || !counted) continue;
        EXPECT_LT(timed, 1);
        EXPECT_LT(all, 2);
        if (!m->counters.empty())
            std::cout << "under the profiler " << 1e6 * m->counters[0].at("profiled_seconds") << " µs, timed "
                      << 1e6 * m->median << " µs\n";
    }
}

TEST_F(Times, APlanThatFillsTheMemoryIsTimedAllTheSame) {
    constexpr std::uint64_t kLeft = 40U << 20;  // less than the L2 has
    if (auto session = CudaSession::open(); session && (*session)->l2Bytes() < kLeft) GTEST_SKIP() << "a small L2";
    std::size_t free = 0;
    {
        auto session = CudaSession::open();
        ASSERT_TRUE(session);
        std::size_t total = 0;
        ASSERT_EQ((*session)->driver().memGetInfo(&free, &total), cuda::kSuccess);
    }
    Plan plan = planOfPtx("nothing", "ret;");
    plan.buffers = {{"all", ElementType::I32, (free - kLeft) >> 20, 1U << 18, {}, Buffer::Place::Device}};
    const Measurement m = time(plan);
    EXPECT_THAT(m.notes, Contains(HasSubstr("not flushed")));
    EXPECT_EQ(m.provenance.mode, "hot") << "as it was, not as it was asked for";
    plan.buffers[0].rows = (free >> 20) + 1024;
    const auto tooLarge = m_gpu->time(plan, {}, {});
    ASSERT_FALSE(tooLarge);
    EXPECT_EQ(tooLarge.error().code, ErrorCode::TooLarge);
    std::cout << describe(tooLarge.error()) << '\n';
}

class Hold : public testing::Test {
protected:
    void SetUp() override {
        auto opened = CudaSession::open();
        if (!opened && (opened.error().code == ErrorCode::NoDriver || opened.error().code == ErrorCode::NoDevice))
            GTEST_SKIP() << describe(opened.error());
        ASSERT_TRUE(opened) << describe(opened.error());
        m_session = *opened;
        ASSERT_NE(m_session->hold(), nullptr);
        m_executor.emplace(m_session);
        static_cast<void>(secondsBetween(false));  // loads the kernels
    }
    /// Between two events, around a kernel that does nothing, with 3 ms of the host's time between.
    double secondsBetween(bool hold) {
        cuda::TimerEvent begin(m_session->driver());
        cuda::TimerEvent end(m_session->driver());
        LaunchHold::Held held(hold ? m_session->hold() : nullptr);
        if (hold) m_session->hold()->begin();
        begin.record(nullptr);
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
        m_session->hold()->stamp();
        end.record(nullptr);
        held.release();
        m_executor->synchronize("");
        return begin.secondsUntil(end);
    }
    std::shared_ptr<CudaSession> m_session;
    std::optional<CudaExecutor> m_executor;
};

TEST_F(Hold, KeepsTheHostsGapsOut) {
    const double open = secondsBetween(false);
    const double held = secondsBetween(true);
    std::cout << "without " << 1e6 * open << " µs, behind the hold " << 1e6 * held << " µs\n";
    EXPECT_GT(open, 2.5e-3);
    EXPECT_LT(held, 50e-6);
    EXPECT_TRUE(m_session->hold()->lasted());
}

TEST_F(Hold, EndsByItselfWhereNobodyLetsGo) {
    const auto start = Clock::now();
    m_session->hold()->begin();
    m_executor->synchronize("");
    const double waited = secondsSince(start);
    std::cout << "ended after " << waited << " s\n";
    EXPECT_FALSE(m_session->hold()->lasted());
    EXPECT_GT(waited, 0.4);
    EXPECT_LT(waited, 1);
    LaunchHold::Held(m_session->hold()).release();
    EXPECT_LT(secondsBetween(true), 50e-6) << "and works again";
    EXPECT_TRUE(m_session->hold()->lasted());
}

TEST_F(Hold, AsManyFitInTheQueueAsItSays) {
    LaunchHold& hold = *m_session->hold();
    std::vector<std::unique_ptr<cuda::TimerEvent>> events;
    for (int i = 0; i < 2000; ++i) events.push_back(std::make_unique<cuda::TimerEvent>(m_session->driver()));
    hold.begin();
    LaunchHold::Held held(&hold);
    std::size_t queued = 0;
    double longest = 0;
    for (; queued < events.size() && longest < 0.1; ++queued) {
        const auto start = Clock::now();
        hold.stamp();
        events[queued]->record(nullptr);
        longest = std::max(longest, secondsSince(start));
    }
    held.release();
    m_executor->synchronize("");
    std::cout << queued << " launches with an event each were queued, the slowest took " << 1e6 * longest << " µs\n";
    EXPECT_GE(2 * queued, LaunchHold::kQueueDepth);
    const auto start = Clock::now();
    for (int i = 0; i < 1000; ++i) hold.stamp();
    std::cout << "a launch takes the host " << 1e9 * secondsSince(start) / 1000 << " ns\n";
    m_executor->synchronize("");
}

// A process of its own: a kernel that hangs takes it along.
TEST(Hang, IsAnErrorAfterItsLimitAndANewProcessMeasuresAgain) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    if (const auto gpus = gpuDevices(); !gpus) GTEST_SKIP() << describe(gpus.error());
    const auto body = [] {
        auto gpu = Gpu::open();
        const Plan endless = planOfPtx("waitsForEver", "again:\nmov.u32 %r1, %laneid;\nmembar.gl;\nbra again;");
        MeasureOptions options;
        options.hangLimit = 1;
        const auto start = Clock::now();
        const auto failed = gpu->measure(endless, options, {});
        const double waited = secondsSince(start);
        std::cerr << (failed ? "it ended" : describe(failed.error())) << " after " << waited << " s\n";
        const bool right = !failed && failed.error().code == ErrorCode::KernelHung && gpu->lost() && waited < 3;
        const auto refused = gpu->measure(planOf("matmul.tiled", {}), {}, {});
        std::cerr << (refused ? "measured" : describe(refused.error())) << std::endl;
        std::_Exit(right && !refused ? 0 : 1);
    };
    const auto start = Clock::now();
    EXPECT_EXIT(body(), testing::ExitedWithCode(0), "The kernel waitsForEver did not end within 1 s");
    std::cout << "the process that hung was gone after " << secondsSince(start) << " s\n";
    const auto again = Clock::now();
    auto gpu = Gpu::open();
    ASSERT_TRUE(gpu) << describe(gpu.error());
    const auto measured = gpu->time(planOf("matmul.tiled", {{"n", "1024"}}), {}, {});
    ASSERT_TRUE(measured) << describe(measured.error());
    EXPECT_EQ(measured->verdict, Verdict::Correct);
    print(planOf("matmul.tiled", {{"n", "1024"}}), *measured, secondsSince(again));
}

}  // namespace
}  // namespace lanescope
