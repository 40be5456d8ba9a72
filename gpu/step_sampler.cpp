// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/step_sampler.h"

#include <chrono>

#include "core/base/words.h"
#include "gpu/cuda_error.h"

namespace lanescope {

StepSampler::StepSampler(const Plan& plan, PlanRun& run, CudaExecutor* gpu, L2State l2, const JobContext& job)
    : m_plan(plan),
      m_run(run),
      m_gpu(gpu),
      m_flush(gpu == nullptr ? nullptr : std::make_unique<L2Flush>(*gpu, l2)),
      m_job{job.stop, {}} {}

std::vector<Sample> StepSampler::take() {
    using Clock = std::chrono::steady_clock;
    m_run.fillHostAgain();
    prepareGpu();
    const auto start = Clock::now();
    for (const Step& step : m_plan.steps) cuda::orThrow(m_run.step(step, m_job));
    cuda::orThrow(m_run.end());
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return {{seconds, smClockSince()}};
}

void StepSampler::prepareGpu() {
    if (m_gpu == nullptr) return;
    m_flush->queue();
    if (LaunchHold* hold = m_gpu->session().hold(); hold != nullptr) {
        LaunchHold::Held held(hold);
        hold->begin();
    }
    m_gpu->synchronize("");
}

std::optional<double> StepSampler::smClockSince() {
    LaunchHold* const hold = m_gpu == nullptr ? nullptr : m_gpu->session().hold();
    if (hold == nullptr) return std::nullopt;
    hold->stamp();
    m_gpu->synchronize("");
    return hold->lasted() ? hold->smClockHz() : std::nullopt;
}

std::vector<std::string> StepSampler::notes() const {
    if (!m_flush || !m_flush->failed()) return {};
    return {textOf("measure.not_flushed"_id)};
}

}  // namespace lanescope
