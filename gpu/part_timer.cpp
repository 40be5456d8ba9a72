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

bool isAny(const Step&) { return true; }

bool isCopy(const Step& step) {
    return std::holds_alternative<UploadStep>(step) || std::holds_alternative<DownloadStep>(step) ||
           std::holds_alternative<CopyStep>(step) || std::holds_alternative<FillStep>(step);
}

/// A copy of pinned memory does not keep the host waiting.
bool isUnderWay(const Step& step) {
    const auto pinned = [](const auto* copy) { return copy != nullptr && copy->memory == HostMemory::Pinned; };
    return pinned(std::get_if<UploadStep>(&step)) || pinned(std::get_if<DownloadStep>(&step)) ||
           pinned(std::get_if<CopyStep>(&step));
}

/// Adds runs until there are five, or the next would pass `seconds`.
void repeat(std::vector<StepSeconds>& runs, double seconds, const std::function<StepSeconds()>& runOnce) {
    constexpr std::size_t kMost = 5;
    const auto start = Clock::now();
    while (runs.size() < kMost) {
        const auto begun = Clock::now();
        runs.push_back(runOnce());
        if (secondsSince(start) + secondsSince(begun) > seconds) break;
    }
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
    return timeThose(isAny, job);
}

StepSeconds PartTimer::copyOnce(const JobContext& job) { return timeThose(isCopy, job); }

StepSeconds PartTimer::timeThose(bool (*wanted)(const Step&), const JobContext& job) {
    StepSeconds seconds(m_plan.steps.size());
    bool flushed = false;
    for (std::size_t i = 0; i < m_plan.steps.size(); ++i) {
        const Step& step = m_plan.steps[i];
        if (!wanted(step)) continue;
        if (job.stopRequested()) throw cuda::CudaError(Error(ErrorCode::Cancelled));
        if (!flushed && isOfTheDevice(step)) m_flush->queue();
        flushed = flushed || isOfTheDevice(step);
        seconds[i] = timeStep(step, job);
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

std::vector<StepSeconds> timeSteps(PartTimer& timer, const Plan& plan, double seconds, const JobContext& job) {
    constexpr double kCopySeconds = 1;
    std::vector<StepSeconds> runs;
    repeat(runs, seconds, [&] { return timer.runOnce(job); });
    if (std::ranges::any_of(plan.steps, isCopy)) repeat(runs, kCopySeconds, [&] { return timer.copyOnce(job); });
    return runs;
}

}  // namespace lanescope
