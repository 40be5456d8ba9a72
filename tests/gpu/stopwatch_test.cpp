// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/stopwatch.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

std::vector<double> noisy(std::size_t count, double spread) {
    std::vector<double> seconds;
    for (std::size_t i = 0; i < count; ++i) seconds.push_back(1.0 + spread * (static_cast<double>(i % 5) - 2));
    return seconds;
}

TEST(Stopwatch, StopsWhenTheMedianIsStable) {
    const StopwatchOptions options;
    EXPECT_FALSE(enoughSamples(noisy(9, 0), 0.01, options)) << "ten at least";
    EXPECT_TRUE(enoughSamples(noisy(10, 0), 0.01, options));
    EXPECT_FALSE(enoughSamples(noisy(10, 0.05), 0.01, options)) << "ten per cent of spread";
    EXPECT_TRUE(enoughSamples(noisy(options.maxSamples, 0.05), 0.01, options));
}

TEST(Stopwatch, LongKernelsGetFewerSamplesButNeverLessThanThree) {
    const StopwatchOptions options;
    EXPECT_FALSE(enoughSamples(noisy(2, 0), 60, options));
    EXPECT_TRUE(enoughSamples(noisy(3, 0.05), options.timeLimit, options));
    EXPECT_FALSE(enoughSamples(noisy(5, 0.05), options.timeLimit / 2, options));
}

TEST(Stopwatch, AnExactNumberIsTakenWhateverTheSamplesSay) {
    StopwatchOptions options;
    options.exactSamples = 12;
    EXPECT_FALSE(enoughSamples(noisy(11, 0), 60, options));
    EXPECT_TRUE(enoughSamples(noisy(12, 0.5), 0, options));
}

}  // namespace
}  // namespace lanescope
