// SPDX-License-Identifier: GPL-3.0-or-later
// Measurements that are stopped, on a real GPU: how long that takes, that times do not suffer from what makes it short,
// and that the next measurement is as good as the last. Skipped, with the reason, where there is no GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <thread>

#include "core/algorithms/algorithm.h"
#include "core/base/resources.h"
#include "core/metrics/dictionary.h"
#include "gpu/launch_pace.h"
#include "gpu/measure.h"

namespace lanescope {
namespace {

using Clock = std::chrono::steady_clock;
using Verdict = CheckResult::Verdict;

/// Beside a launch or two, which are waited for, nothing should take longer.
constexpr double kSoon = 0.25;

Plan planOf(std::string_view id, const Parameters& given) {
    static const Result<Catalogue> catalogue = Catalogue::load(resourceFolder().value());
    const Algorithm& algorithm = **catalogue->find(id);
    return algorithm.plan(algorithm.complete(given).value()).value();
}

/// The plan with its only launch so many times.
Plan repeated(Plan plan, std::size_t launches) {
    const auto launch =
        std::ranges::find_if(plan.steps, [](const Step& step) { return std::holds_alternative<LaunchStep>(step); });
    const Step copy = *launch;
    plan.steps.insert(launch, launches - 1, copy);
    return plan;
}

class Stopped : public testing::Test {
protected:
    void SetUp() override {
        auto opened = Gpu::open();
        if (!opened && (opened.error().code == ErrorCode::NoDriver || opened.error().code == ErrorCode::NoDevice))
            GTEST_SKIP() << describe(opened.error());
        ASSERT_TRUE(opened) << describe(opened.error());
        m_gpu.emplace(std::move(*opened));
        m_options.checkOperations = 1'000'000;
    }
    /// Seconds from the wish to its end; the work must take longer than `delay`.
    static double secondsToStop(const char* what, double delay, const std::function<Result<void>(JobContext)>& work) {
        std::stop_source source;
        Clock::time_point asked;
        std::jthread asker([&] {
            std::this_thread::sleep_for(std::chrono::duration<double>(delay));
            asked = Clock::now();
            source.request_stop();
        });
        const auto done = work({source.get_token(), {}});
        const auto ended = Clock::now();
        asker.join();
        EXPECT_FALSE(done) << what << " was over before it was stopped after " << delay << " s";
        if (done) return 0;
        EXPECT_EQ(done.error().code, ErrorCode::Cancelled) << describe(done.error());
        const double waited = std::chrono::duration<double>(ended - asked).count();
        std::cout << what << ", stopped after " << delay << " s: ended " << 1e3 * waited << " ms later\n";
        return waited;
    }
    double secondsToStopTiming(const char* what, double delay, const Plan& plan) {
        return secondsToStop(what, delay, [&](const JobContext& job) -> Result<void> {
            const auto timed = m_gpu->time(plan, m_options, job);
            return timed ? Result<void>() : fail(timed.error());
        });
    }
    Measurement time(const Plan& plan) {
        const auto measured = m_gpu->time(plan, m_options, {});
        EXPECT_TRUE(measured) << describe(measured.error());
        return measured.value_or(Measurement());
    }
    std::optional<Gpu> m_gpu;
    MeasureOptions m_options;
};

TEST_F(Stopped, BetweenLaunchesOfAMillisecond) {
    const Plan other = planOf("matmul.tiled", {{"n", "1024"}});
    const double before = time(other).median;
    const Plan plan = repeated(planOf("matmul.rect2-prefetch", {{"n", "1536"}}), 1000);
    for (const L2State l2 : {L2State::Flushed, L2State::Warm})
        for (const double delay : {0.4, 1.7, 2.6, 4.1}) {
            m_options.l2 = l2;
            m_options.timeLimit = 60;
            EXPECT_LT(secondsToStopTiming("1000 launches of about 1 ms", delay, plan), kSoon);
            m_options = {};
            m_options.checkOperations = 1'000'000;
            const Measurement after = time(other);
            EXPECT_EQ(after.verdict, Verdict::Correct);
            EXPECT_NEAR(after.median / before, 1, 0.03);
        }
}

TEST_F(Stopped, BetweenThousandsOfShortLaunches) {
    m_options.samples = 100'000;
    const Plan empty = repeated(planOf("micro.launch", {}), 3000);
    for (const double delay : {0.05, 0.2, 0.6})
        EXPECT_LT(secondsToStopTiming("3000 launches of nothing", delay, empty), kSoon);
    const Plan own = planOf("cholesky.structured-own", {{"n", "1024"}, {"block", "32"}});
    for (const double delay : {0.5, 1.0, 2.0})
        EXPECT_LT(secondsToStopTiming("cholesky.structured-own n=1024", delay, own), kSoon);
}

TEST_F(Stopped, BetweenLaunchesThatAreCounted) {
    if (const auto able = m_gpu->tryCounters(); !able) GTEST_SKIP() << describe(able.error());
    const Plan one = planOf("matmul.tiled", {{"n", "1024"}});
    Measurement before = time(one);
    ASSERT_TRUE(m_gpu->count(one, before, {}));
    const Plan plan = repeated(one, 600);
    Measurement lost = time(plan);
    constexpr double kAttaching = 1;  // the profiler, and its passes to be arranged, which nothing stops
    for (const double delay : {0.3, 0.9})
        EXPECT_LT(secondsToStop("600 launches that are counted", delay,
                                [&](const JobContext& job) { return m_gpu->count(plan, lost, job); }),
                  kAttaching + kSoon);
    Measurement after = time(one);
    ASSERT_TRUE(m_gpu->count(one, after, {}));
    ASSERT_EQ(before.counters.size(), 1U);
    ASSERT_EQ(after.counters.size(), 1U) << after.countersMissing;
    std::size_t compared = 0;
    for (const Metric& metric : metricDictionary()) {
        const auto first = before.counters[0].find(std::string(metric.id));
        if (!metric.exact || first == before.counters[0].end()) continue;
        EXPECT_EQ(after.counters[0].at(first->first), first->second) << metric.id;
        ++compared;
    }
    EXPECT_GE(compared, 10U);
}

// Waiting for launches, so that no more than a moment's work is queued, must not show in the time.
TEST_F(Stopped, WhatMakesThatShortIsNotInTheTime) {
    m_options.l2 = L2State::Warm;
    for (const char* n : {"512", "1024", "2048"}) {
        const Plan one = planOf("matmul.tiled", {{"n", n}});
        const double single = time(one).median;
        const double many = time(repeated(one, 400)).median / 400;
        std::cout << "matmul.tiled n=" << n << ": " << 1e6 * single << " µs alone, " << 1e6 * many
                  << " µs of 400 in a row\n";
        EXPECT_NEAR(many / single, 1, 0.05) << n;
    }
}

}  // namespace
}  // namespace lanescope
