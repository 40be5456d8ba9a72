// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/part_timer.h"

#include <algorithm>
#include <chrono>

#include "gpu/cuda_error.h"
#include "gpu/launch_sampler.h"

namespace lanescope {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

bool isOfTheDevice(const Step& step) {
    if (const auto* copy = std::get_if<CopyStep>(&step)) return copy->direction == CopyStep::Direction::OnDevice;
    return std::holds_alternative<LaunchStep>(step) || std::holds_alternative<LibraryStep>(step) ||
           std::holds_alternative<FillStep>(step);
}

/// A copy of pinned memory does not keep the host waiting.
bool isUnderWay(const Step& step) {
    const auto pinned = [](const auto* copy) { return copy != nullptr && copy->memory == HostMemory::Pinned; };
    return pinned(std::get_if<UploadStep>(&step)) || pinned(std::get_if<DownloadStep>(&step)) ||
           pinned(std::get_if<CopyStep>(&step));
}

}  // namespace

PartTimer::PartTimer(const Plan& plan, PlanRun& run, CudaExecutor* gpu, L2State l2)
    : m_plan(plan), m_run(run), m_gpu(gpu) {
    if (gpu == nullptr) return;
    m_flush = std::make_unique<L2Flush>(*gpu, l2);
    m_begin = std::make_unique<cuda::TimerEvent>(gpu->session().driver());
    m_end = std::make_unique<cuda::TimerEvent>(gpu->session().driver());
    std::vector<double> empty;
    for (int i = 0; i < 5; ++i) empty.push_back(secondsAround([] {}, ""));
    m_emptySeconds = quartilesOf(empty).median;
}

StepSeconds PartTimer::runOnce(const JobContext& job) {
    m_run.fillHostAgain();
    StepSeconds seconds;
    bool flushed = false;
    for (const Step& step : m_plan.steps) {
        if (job.stopRequested()) throw cuda::CudaError(Error(ErrorCode::Cancelled));
        if (!flushed && isOfTheDevice(step)) m_flush->queue();
        flushed = flushed || isOfTheDevice(step);
        seconds.push_back(timeStep(step, job));
    }
    cuda::orThrow(m_run.end());
    return seconds;
}

double PartTimer::timeStep(const Step& step, const JobContext& job) {
    if (isOfTheDevice(step)) return timeOnDevice(step);
    return timeOnHost(step, job);
}

double PartTimer::timeOnDevice(const Step& step) {
    const auto* const launch = std::get_if<LaunchStep>(&step);
    const auto queue = [&] {
        if (const auto* copy = std::get_if<CopyStep>(&step))
            cuda::orThrow(m_gpu->copy(*copy, {}));
        else if (const auto* fill = std::get_if<FillStep>(&step))
            cuda::orThrow(m_gpu->fill(*fill));
        else
            enqueueWork(*m_gpu, step);
    };
    const double seconds = secondsAround(queue, launch == nullptr ? "" : launch->launch.kernel->entry);
    return std::max(0.0, seconds - m_emptySeconds);
}

double PartTimer::secondsAround(const std::function<void()>& queue, const std::string& kernel) {
    LaunchHold* const hold = m_gpu->session().hold();
    LaunchHold::Held held(hold);
    if (hold != nullptr) hold->begin();
    m_begin->record(nullptr);  // the default stream: before and behind what is in any other
    queue();
    m_end->record(nullptr);
    held.release();
    m_gpu->synchronize(kernel);
    if (hold != nullptr && !hold->lasted()) return secondsAround(queue, kernel);
    return m_begin->secondsUntil(*m_end);
}

double PartTimer::timeOnHost(const Step& step, const JobContext& job) {
    const JobContext quiet{job.stop, {}};
    const auto start = Clock::now();
    cuda::orThrow(m_run.step(step, quiet));
    if (isUnderWay(step)) cuda::orThrow(m_gpu->wait(std::nullopt));
    return secondsSince(start);
}

std::vector<StepSeconds> timeSteps(PartTimer& timer, double seconds, const JobContext& job) {
    constexpr std::size_t kMost = 5;
    std::vector<StepSeconds> runs;
    const auto start = Clock::now();
    while (runs.size() < kMost) {
        const auto begun = Clock::now();
        runs.push_back(timer.runOnce(job));
        if (secondsSince(start) + secondsSince(begun) > seconds) break;
    }
    return runs;
}

}  // namespace lanescope
