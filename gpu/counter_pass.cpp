// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/counter_pass.h"

#include <algorithm>
#include <variant>

#include "gpu/cuda_error.h"

namespace lanescope {
namespace {

/// Whole results that come back at the end say nothing to the profiler, and left where they are the host's arrays are
/// the next pass' as they stand. Not where the host does more than that.
bool canLeaveTheHost(const Plan& plan) {
    return std::ranges::none_of(plan.steps, [](const Step& step) {
        return std::holds_alternative<HostStep>(step) || std::holds_alternative<CopyStep>(step);
    });
}

}  // namespace

CounterPass::CounterPass(const Plan& plan, PlanRun& run, CudaExecutor& executor, L2Flush& flush)
    : m_plan(plan), m_run(run), m_executor(executor), m_flush(flush), m_leavesHost(canLeaveTheHost(plan)) {}

void CounterPass::run(const JobContext& job) {
    const JobContext quiet{job.stop, {}};
    if (!m_leavesHost) m_run.fillHostAgain();
    bool prepared = !m_hasRun;
    if (!prepared && m_plan.timed == Timed::Steps) {
        prepare(quiet);
        prepared = true;
    }
    for (const Step& step : m_plan.steps) {
        const auto* const launched = std::get_if<LaunchStep>(&step);
        if (launched == nullptr) {
            const bool isLeft = m_leavesHost && std::holds_alternative<DownloadStep>(step);
            if (!isLeft) cuda::orThrow(m_run.step(step, quiet));
            continue;
        }
        if (!prepared) prepare(quiet);
        prepared = true;
        launch(launched->launch, quiet);
    }
    cuda::orThrow(m_run.end());
    m_hasRun = true;
}

void CounterPass::prepare(const JobContext& job) {
    if (m_flush.works()) {
        m_flush.queue();
        m_executor.synchronize("");
        return;
    }
    if (m_plan.timed == Timed::Launches)
        for (const Launch* before : m_plan.launches()) launch(*before, job);
}

void CounterPass::launch(const Launch& launch, const JobContext& job) {
    if (job.stopRequested()) throw cuda::CudaError(Error(ErrorCode::Cancelled));
    m_executor.enqueue(launch);
    m_executor.synchronize(launch.kernel->entry);
}

std::size_t CounterPass::rangesBefore() const {
    if (m_flush.works()) return m_flush.launches();
    return m_plan.timed == Timed::Launches ? m_plan.launches().size() : 0;
}

}  // namespace lanescope
