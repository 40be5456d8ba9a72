// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/stopwatch.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gpu/cuda_error.h"

namespace lanescope {
namespace {

std::vector<double> noisy(std::size_t count, double spread) {
    std::vector<double> seconds;
    for (std::size_t i = 0; i < count; ++i) seconds.push_back(1.0 + spread * (static_cast<double>(i % 5) - 2));
    return seconds;
}

TEST(Stopping, WhenTheMedianIsStable) {
    const MeasureOptions options;
    EXPECT_FALSE(enoughSamples(noisy(9, 0), 0.1, options)) << "ten at least";
    EXPECT_FALSE(enoughSamples(noisy(10, 0), 0.01, options)) << "not before its clock has had time to rise";
    EXPECT_TRUE(enoughSamples(noisy(10, 0), 0.1, options));
    EXPECT_FALSE(enoughSamples(noisy(10, 0.05), 0.1, options)) << "ten per cent of spread";
    EXPECT_TRUE(enoughSamples(noisy(options.maxSamples, 0.05), 0.1, options));
}

TEST(Stopping, NotWhileTheTimesDrift) {
    const MeasureOptions options;
    std::vector<double> seconds(20, 1.0);
    seconds.insert(seconds.end(), 14, 1.03);
    EXPECT_FALSE(enoughSamples(seconds, 0.1, options)) << "the second half is 3 % slower";
    seconds.assign(34, 1.0);
    EXPECT_TRUE(enoughSamples(seconds, 0.1, options));
}

TEST(Stopping, DifferencesBelowTheClocksTickMeanNothing) {
    const MeasureOptions options;
    EXPECT_FALSE(enoughSamples(noisy(50, 0.05), 0.1, options, 0));
    EXPECT_TRUE(enoughSamples(noisy(50, 0.05), 0.1, options, 0.1));
}

TEST(Stopping, LongKernelsGetFewerSamplesButNeverLessThanThree) {
    const MeasureOptions options;
    EXPECT_FALSE(enoughSamples(noisy(2, 0), 60, options));
    EXPECT_TRUE(enoughSamples(noisy(3, 0.05), options.timeLimit, options));
    EXPECT_FALSE(enoughSamples(noisy(5, 0.05), options.timeLimit / 2, options));
}

TEST(Stopping, ALowLimitLeavesFiveSamplesIfTheyTakeNoMoreThanASecond) {
    MeasureOptions options;
    options.timeLimit = 0.2;
    EXPECT_FALSE(enoughSamples(noisy(4, 0.05), 0.4, options));
    EXPECT_TRUE(enoughSamples(noisy(5, 0.05), 0.5, options));
    EXPECT_TRUE(enoughSamples(noisy(3, 0.05), 1.0, options)) << "each takes a third of a second";
    EXPECT_FALSE(enoughSamples(noisy(2, 0.05), 60, options));
    options.maxSamples = 4;
    EXPECT_TRUE(enoughSamples(noisy(4, 0.05), 0.4, options)) << "no more were asked for";
}

TEST(Stopping, AnExactNumberIsTakenWhateverTheSamplesSay) {
    MeasureOptions options;
    options.samples = 12;
    EXPECT_FALSE(enoughSamples(noisy(11, 0), 60, options));
    EXPECT_TRUE(enoughSamples(noisy(12, 0.5), 0, options));
}

/// Gives what it was told to, in groups.
class Scripted final : public Sampler {
public:
    explicit Scripted(std::vector<Sample> samples, std::size_t group = 1)
        : m_samples(std::move(samples)), m_group(group) {}
    std::vector<Sample> take() override {
        std::vector<Sample> group;
        for (std::size_t i = 0; i < m_group; ++i) group.push_back(m_samples[m_taken++ % m_samples.size()]);
        return group;
    }
    void adaptTo(double seconds) override { m_told = seconds; }
    [[nodiscard]] L2State l2() const override { return L2State::Warm; }
    std::size_t m_taken = 0;
    double m_told = 0;

private:
    std::vector<Sample> m_samples;
    std::size_t m_group;
};

MeasureOptions justSo(std::size_t samples) {
    MeasureOptions options;
    options.samples = samples;
    options.shortest = 0;
    return options;
}

TEST(TakeSamples, WarmUpIsNotAmongThem) {
    Scripted sampler({{5, {}}, {4, {}}, {3, {}}, {2, {}}, {1, {}}, {1, {}}, {1, {}}, {1, {}}});
    ClockWatch watch(0);
    EXPECT_EQ(takeSamples(sampler, watch, justSo(4), {}), (std::vector<double>{2, 1, 1, 1}));
    EXPECT_EQ(sampler.m_told, 4) << "the median of the warm-up";
}

TEST(TakeSamples, OfAGroupNoMoreThanWereAskedFor) {
    Scripted sampler(std::vector<Sample>{{1, {}}}, 8);
    ClockWatch watch(0);
    EXPECT_EQ(takeSamples(sampler, watch, justSo(11), {}).size(), 11U);
}

TEST(TakeSamples, ThoseTakenWhileThrottledAreDroppedAndCounted) {
    Scripted sampler({{1, 1.9e9}, {9, 1.0e9}, {1, 1.9e9}});
    ClockWatch watch(2e9);
    EXPECT_EQ(takeSamples(sampler, watch, justSo(6), {}), std::vector<double>(6, 1));
    EXPECT_EQ(watch.dropped(), 3U);
}

TEST(TakeSamples, CanBeStopped) {
    Scripted sampler(std::vector<Sample>{{1, {}}});
    ClockWatch watch(0);
    std::stop_source source;
    source.request_stop();
    EXPECT_THROW(static_cast<void>(takeSamples(sampler, watch, justSo(4), {source.get_token(), {}})), cuda::CudaError);
}

TEST(TakeSamples, TellsHowFarItIs) {
    Scripted sampler(std::vector<Sample>{{1, {}}});
    ClockWatch watch(0);
    std::vector<double> told;
    static_cast<void>(takeSamples(sampler, watch, justSo(4), {{}, [&](double done) { told.push_back(done); }}));
    EXPECT_EQ(told, (std::vector<double>{0.25, 0.5, 0.75, 1}));
}

TEST(ClockWatch, DropsBelowThreeQuartersAndPausesLongerEachTime) {
    ClockWatch watch(2e9);
    EXPECT_TRUE(watch.accepts(1.51e9));
    EXPECT_EQ(watch.pause(), 0);
    std::vector<double> pauses;
    for (int i = 0; i < 4; ++i) {
        EXPECT_FALSE(watch.accepts(1.49e9));
        pauses.push_back(watch.pause());
    }
    EXPECT_DOUBLE_EQ(pauses[0], 0.05);
    EXPECT_DOUBLE_EQ(pauses[1], 0.05);
    EXPECT_DOUBLE_EQ(pauses[2], 0.075);
    EXPECT_DOUBLE_EQ(pauses[3], 0.1125);
    EXPECT_TRUE(watch.accepts(1.9e9));
    EXPECT_EQ(watch.pause(), 0);
    EXPECT_EQ(watch.dropped(), 4U);
    ASSERT_EQ(watch.notes().size(), 2U);
    EXPECT_EQ(watch.notes()[0], "4 samples were dropped, taken with the SM clock below 75 % of the GPU's 2000 MHz.");
    EXPECT_EQ(watch.notes()[1], "The SM clock moved between 1510 MHz and 1900 MHz while samples were taken.");
}

TEST(ClockWatch, TakesAClockThatStaysLowForWhatItIs) {
    ClockWatch watch(2e9);
    for (std::uint64_t i = 0; i < ClockWatch::kMostInARow; ++i) EXPECT_FALSE(watch.accepts(1e9)) << i;
    EXPECT_EQ(watch.pause(), 0);
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(watch.accepts(1e9));
    EXPECT_EQ(watch.dropped(), ClockWatch::kMostInARow);
    EXPECT_EQ(watch.median(), 1e9);
    ASSERT_EQ(watch.notes().size(), 1U);
    EXPECT_EQ(watch.notes()[0].substr(0, 38), "The SM clock stayed near 1000 MHz, bel");
}

TEST(ClockWatch, WithoutReadingsAllCount) {
    ClockWatch watch(2e9);
    EXPECT_TRUE(watch.accepts(std::nullopt));
    EXPECT_EQ(watch.lowest(), 0);
    EXPECT_EQ(watch.median(), 0);
    EXPECT_TRUE(watch.notes().empty());
    ClockWatch unknown(0);
    EXPECT_TRUE(unknown.accepts(1.0));
}

}  // namespace
}  // namespace lanescope
