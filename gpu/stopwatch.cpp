// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/stopwatch.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/study/measurement.h"
#include "gpu/cuda_error.h"

namespace lanescope {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

void stopIfAsked(const JobContext& job) {
    if (job.stopRequested()) throw cuda::CudaError(Error(ErrorCode::Cancelled));
}

/// Median of the samples taken to warm up.
double warmUp(Sampler& sampler, const MeasureOptions& options, const JobContext& job) {
    constexpr std::size_t kFewest = 3;
    constexpr double kLongSample = 0.1;  // of the time limit
    std::vector<double> seconds;
    const auto start = Clock::now();
    while (true) {
        stopIfAsked(job);
        for (const Sample& sample : sampler.take()) seconds.push_back(sample.seconds);
        const double gone = secondsSince(start);
        if (gone > kLongSample * options.timeLimit || (seconds.size() >= kFewest && gone >= options.shortest)) break;
    }
    return quartilesOf(seconds).median;
}

void pause(double seconds, const JobContext& job) {
    constexpr std::chrono::milliseconds kBetweenLooks{20};
    const auto start = Clock::now();
    while (secondsSince(start) < seconds) {
        stopIfAsked(job);
        std::this_thread::sleep_for(kBetweenLooks);
    }
}

}  // namespace

std::vector<double> takeSamples(Sampler& sampler, ClockWatch& watch, const MeasureOptions& options,
                                const JobContext& job, const std::function<void()>& onceWarm) {
    sampler.adaptTo(warmUp(sampler, options, job));
    if (onceWarm) onceWarm();
    std::vector<double> seconds;
    const auto start = Clock::now();
    while (!enoughSamples(seconds, secondsSince(start), options, sampler.resolution())) {
        stopIfAsked(job);
        for (const Sample& sample : sampler.take()) {
            if (!watch.accepts(sample.smClockHz)) continue;
            if (options.samples == 0 || seconds.size() < options.samples) seconds.push_back(sample.seconds);
        }
        pause(watch.pause(), job);
        job.report(fractionDone(seconds.size(), secondsSince(start), options));
    }
    return seconds;
}

}  // namespace lanescope
