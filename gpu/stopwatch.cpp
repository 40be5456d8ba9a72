// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/stopwatch.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>

#include "core/plan/executor.h"
#include "core/study/study.h"
#include "gpu/cuda_error.h"
#include "gpu/cuda_executor.h"

namespace lanescope {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kFewest = 3;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

void orThrow(const Result<void>& done) {
    if (!done) throw cuda::CudaError(done.error());
}

class TimerEvent {
public:
    explicit TimerEvent(const cuda::Driver& driver) : m_driver(&driver) {
        cuda::check(driver, driver.eventCreate(&m_event, 0), "cuEventCreate");
    }
    ~TimerEvent() { m_driver->eventDestroy(m_event); }
    TimerEvent(const TimerEvent&) = delete;
    TimerEvent& operator=(const TimerEvent&) = delete;
    void record(cuda::Stream stream) {
        cuda::check(*m_driver, m_driver->eventRecord(m_event, stream), "cuEventRecord");
    }
    [[nodiscard]] double secondsUntil(const TimerEvent& end) const {
        float milliseconds = 0;
        cuda::check(*m_driver, m_driver->eventElapsedTime(&milliseconds, m_event, end.m_event), "cuEventElapsedTime");
        return std::round(milliseconds * 1e7) / 1e10;  // finer is only the float's noise
    }

private:
    const cuda::Driver* m_driver;
    cuda::Event m_event = nullptr;
};

/// Takes one sample after another.
class Sampler {
public:
    virtual ~Sampler() = default;
    /// `reading` is asked for while the GPU is at work, or next to it.
    virtual double take(const std::function<void()>& reading) = 0;
};

/// Of the launches and calls of libraries alone.
class LaunchSampler final : public Sampler {
public:
    LaunchSampler(const Plan& plan, CudaExecutor& executor, L2State l2) : m_executor(executor) {
        for (const Step& step : plan.steps)
            if (std::holds_alternative<LaunchStep>(step) || std::holds_alternative<LibraryStep>(step))
                m_work.push_back(&step);
        const cuda::Driver& driver = executor.session().driver();
        if (const std::size_t bytes = executor.session().l2Bytes(); l2 == L2State::Flushed && bytes > 0)
            m_flush = std::make_unique<DeviceAllocation>(driver, bytes);
        for (std::size_t i = 0; i < 2 * m_work.size(); ++i) m_events.push_back(std::make_unique<TimerEvent>(driver));
    }

    double take(const std::function<void()>& reading) override {
        prepareCache();
        for (std::size_t i = 0; i < m_work.size(); ++i) {
            const cuda::Stream stream = m_executor.stream(streamOf(*m_work[i]).value());
            m_events[2 * i]->record(stream);
            enqueue(*m_work[i]);
            m_events[2 * i + 1]->record(stream);
        }
        if (reading) reading();
        const auto* const last = m_work.empty() ? nullptr : std::get_if<LaunchStep>(m_work.back());
        m_executor.synchronize(last == nullptr ? "" : last->launch.kernel->entry);
        double seconds = 0;
        for (std::size_t i = 0; i < m_work.size(); ++i) seconds += m_events[2 * i]->secondsUntil(*m_events[2 * i + 1]);
        return seconds;
    }

private:
    /// Besides the cache this keeps the GPU busy while the launch is being queued, so that its start is not timed.
    void prepareCache() {
        if (m_flush) {
            const cuda::Driver& driver = m_executor.session().driver();
            cuda::check(driver, driver.memsetAsync(m_flush->address(), 0, m_flush->bytes(), nullptr),
                        "cuMemsetD8Async");
        } else {
            for (const Step* step : m_work) enqueue(*step);
        }
    }
    void enqueue(const Step& step) {
        if (const auto* launch = std::get_if<LaunchStep>(&step)) return m_executor.enqueue(launch->launch);
        orThrow(m_executor.call(std::get<LibraryStep>(step), {}));
    }

    CudaExecutor& m_executor;
    std::vector<const Step*> m_work;
    std::unique_ptr<DeviceAllocation> m_flush;
    std::vector<std::unique_ptr<TimerEvent>> m_events;
};

/// Of all steps, by the host's clock.
class StepSampler final : public Sampler {
public:
    StepSampler(const Plan& plan, CudaExecutor& executor, L2State l2, const JobContext& job)
        : m_plan(plan), m_executor(executor), m_job{job.stop, {}}, m_run(plan, executor) {
        orThrow(m_run.begin());
        const cuda::Driver& driver = executor.session().driver();
        if (const std::size_t bytes = executor.session().l2Bytes(); l2 == L2State::Flushed && bytes > 0)
            m_flush = std::make_unique<DeviceAllocation>(driver, bytes);
    }

    double take(const std::function<void()>& reading) override {
        m_run.fillHostAgain();
        if (m_flush) {
            const cuda::Driver& driver = m_executor.session().driver();
            cuda::check(driver, driver.memsetAsync(m_flush->address(), 0, m_flush->bytes(), nullptr),
                        "cuMemsetD8Async");
            m_executor.synchronize("");
        }
        const auto start = Clock::now();
        for (const Step& step : m_plan.steps) orThrow(m_run.step(step, m_job));
        orThrow(m_run.end());
        const double seconds = secondsSince(start);
        if (reading) reading();
        return seconds;
    }

private:
    const Plan& m_plan;
    CudaExecutor& m_executor;
    JobContext m_job;
    PlanRun m_run;
    std::unique_ptr<DeviceAllocation> m_flush;
};

double fractionDone(std::size_t samples, double wallSeconds, const StopwatchOptions& options) {
    const auto count = static_cast<double>(samples);
    if (options.exactSamples > 0) return count / static_cast<double>(options.exactSamples);
    return std::min(1.0, std::max(count / static_cast<double>(options.maxSamples), wallSeconds / options.timeLimit));
}

}  // namespace

bool enoughSamples(const std::vector<double>& seconds, double wallSeconds, const StopwatchOptions& options) {
    const std::size_t count = seconds.size();
    if (options.exactSamples > 0) return count >= options.exactSamples;
    if (count < kFewest) return false;
    if (count >= options.maxSamples || wallSeconds >= options.timeLimit) return true;
    if (count < options.minSamples) return false;
    Measurement summary;
    summary.seconds = seconds;
    summarise(summary);
    const double notch = 1.57 * (summary.upperQuartile - summary.lowerQuartile) / std::sqrt(static_cast<double>(count));
    return notch <= options.stableWithin * summary.median;
}

Timing timeLaunches(const Plan& plan, CudaExecutor& executor, const StopwatchOptions& options, const JobContext& job) {
    constexpr std::size_t kReadEvery = 8;  // a clock reading takes longer than a small kernel
    std::unique_ptr<Sampler> sampler;
    if (plan.timed == Timed::Steps)
        sampler = std::make_unique<StepSampler>(plan, executor, options.l2, job);
    else
        sampler = std::make_unique<LaunchSampler>(plan, executor, options.l2);
    Timing timing;
    const auto readClocks = [&] {
        const auto reading = Nvml::read(executor.session().gpu().pciBusId);
        if (!reading) return;
        const bool throttled = timing.clocks.throttled || reading->throttled;
        timing.clocks = *reading;
        timing.clocks.throttled = throttled;
    };
    sampler->take({});  // warm-up: loads the code and wakes the clocks
    const auto start = Clock::now();
    while (!enoughSamples(timing.seconds, secondsSince(start), options)) {
        if (job.stopRequested()) throw cuda::CudaError(Error(ErrorCode::Cancelled));
        const bool read = timing.seconds.size() % kReadEvery == kFewest - 1;
        timing.seconds.push_back(sampler->take(read ? std::function<void()>(readClocks) : std::function<void()>()));
        job.report(fractionDone(timing.seconds.size(), secondsSince(start), options));
    }
    return timing;
}

}  // namespace lanescope
