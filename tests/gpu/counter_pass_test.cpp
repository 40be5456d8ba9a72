// SPDX-License-Identifier: GPL-3.0-or-later
// What a run that is counted launches, on a stand-in for the driver (fake_cuda.cpp).
#include <dlfcn.h>
#include <gtest/gtest.h>

#include "gpu/counter_places.h"
#include "gpu/cuda_error.h"
#include "tests/gpu/ptx_plan.h"

namespace lanescope {
namespace {

int launches() {
    void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    const auto ask = reinterpret_cast<int (*)()>(dlsym(library, "fakeLaunches"));
    return ask == nullptr ? -1 : ask();
}

int allocations(std::size_t bytes) {
    void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    const auto ask = reinterpret_cast<int (*)(std::size_t)>(dlsym(library, "fakeAllocations"));
    return ask == nullptr ? -1 : ask(bytes);
}

/// Brings a buffer there, launches twice, and brings it back.
Plan twoLaunches(Timed timed) {
    Plan plan = planOfPtx("nothing", "ret;");
    plan.timed = timed;
    plan.steps = {UploadStep{0}, plan.steps.at(0), plan.steps.at(0), DownloadStep{0}};
    return plan;
}

class CounterPasses : public testing::Test {
protected:
    void SetUp() override {
        auto opened = CudaSession::open();
        ASSERT_TRUE(opened) << describe(opened.error());
        m_session = *opened;
    }
    /// Launches of the first, the second and the third run, and the ranges that are said to come before the plan's.
    std::vector<int> launchedBy(const Plan& plan, L2State l2) const {
        CudaExecutor executor(m_session);
        PlanRun run(plan, executor);
        cuda::orThrow(run.begin());
        L2Flush flush(executor, l2);
        CounterPass pass(plan, run, executor, flush);
        std::vector<int> launched;
        for (int i = 0; i < 3; ++i) {
            const int before = launches();
            pass.run({});
            launched.push_back(launches() - before);
        }
        launched.push_back(static_cast<int>(pass.rangesBefore()));
        return launched;
    }
    std::shared_ptr<CudaSession> m_session;
};

TEST_F(CounterPasses, HotLaunchesHaveJustRun) {
    EXPECT_EQ(launchedBy(twoLaunches(Timed::Launches), L2State::Warm), (std::vector<int>{2, 4, 4, 2}))
        << "the first run finds nothing that launches could have left";
}

TEST_F(CounterPasses, HotStepsAreThoseOfTheRunBefore) {
    EXPECT_EQ(launchedBy(twoLaunches(Timed::Steps), L2State::Warm), (std::vector<int>{2, 2, 2, 0}));
}

TEST_F(CounterPasses, ColdOnesComeBehindAFlush) {
    CudaExecutor executor(m_session);
    const L2Flush flush(executor, L2State::Flushed);
    ASSERT_TRUE(flush.works());
    const int kernels = static_cast<int>(flush.launches());
    for (const Timed timed : {Timed::Launches, Timed::Steps})
        EXPECT_EQ(launchedBy(twoLaunches(timed), L2State::Flushed),
                  (std::vector<int>{2, 2 + kernels, 2 + kernels, kernels}));
}

TEST_F(CounterPasses, ACancelledOneSaysSo) {
    std::stop_source stop;
    stop.request_stop();
    const Plan plan = twoLaunches(Timed::Launches);
    CudaExecutor executor(m_session);
    PlanRun run(plan, executor);
    cuda::orThrow(run.begin());
    L2Flush flush(executor, L2State::Warm);
    CounterPass pass(plan, run, executor, flush);
    try {
        pass.run(JobContext{stop.get_token(), {}});
        FAIL() << "it went on";
    } catch (const cuda::CudaError& error) {
        EXPECT_EQ(error.error().code, ErrorCode::Cancelled);
    }
}

using CounterPlacesOf = CounterPasses;

TEST_F(CounterPlacesOf, EachRunsOnceWhenItIsMadeAndThenTheyTakeTurns) {
    const Plan plan = twoLaunches(Timed::Launches);
    CudaExecutor executor(m_session);
    CounterPlaces places(plan, executor, L2State::Warm);
    ASSERT_EQ(places.count(), 1);
    places.of(0).run({});
    const int before = launches();
    places.spread(3, {});
    EXPECT_EQ(launches() - before, 2 * 2);
    ASSERT_EQ(places.count(), 3);
    EXPECT_EQ(&places.of(4), &places.of(1));
    EXPECT_NE(&places.of(2), &places.of(1));
}

TEST_F(CounterPlacesOf, LieApart) {
    const Plan plan = twoLaunches(Timed::Launches);
    CudaExecutor executor(m_session);
    {
        CounterPlaces places(plan, executor, L2State::Warm);
        EXPECT_EQ(allocations(CounterPlaces::kApart), 0);
        places.spread(3, {});
        EXPECT_EQ(allocations(CounterPlaces::kApart), 2) << "one before each but the first";
    }
    EXPECT_EQ(allocations(CounterPlaces::kApart), 0);
}

TEST_F(CounterPlacesOf, LargeBuffersHaveOne) {
    Plan plan = twoLaunches(Timed::Launches);
    const auto fits = static_cast<double>(CounterPlaces::kMostBytes) / static_cast<double>(plan.buffers.at(0).bytes());
    ASSERT_GE(fits, 9) << "small ones have all that are asked for";
    plan.buffers.at(0).rows = CounterPlaces::kMostBytes / 2 / plan.buffers.at(0).bytes() + 1;
    CudaExecutor executor(m_session);
    CounterPlaces places(plan, executor, L2State::Warm);
    places.spread(9, {});
    EXPECT_EQ(places.count(), 1);
}

}  // namespace
}  // namespace lanescope
