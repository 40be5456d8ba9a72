// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/base/memory.h"
#include "core/plan/executor.h"

namespace lanescope {
namespace {

/// Does one step after the other on an executor, with the host's side of the copies.
class PlanRunner {
public:
    PlanRunner(const Plan& plan, Executor& executor, const JobContext& job)
        : m_plan(plan), m_executor(executor), m_job(job), m_host(plan.buffers.size()) {}

    Result<void> operator()(const UploadStep& step) {
        std::vector<std::byte>& bytes = m_host[step.buffer];
        if (bytes.empty()) bytes = initialBytes(m_plan.buffers[step.buffer]);
        return m_executor.upload(step.buffer, bytes);
    }
    Result<void> operator()(const LaunchStep& step) { return m_executor.launch(step.launch, m_job); }
    Result<void> operator()(const DownloadStep& step) {
        std::vector<std::byte>& bytes = m_host[step.buffer];
        bytes.resize(m_plan.buffers[step.buffer].bytes());
        return m_executor.download(step.buffer, bytes);
    }

    HostBuffers takeHost() { return std::move(m_host); }

private:
    const Plan& m_plan;
    Executor& m_executor;
    const JobContext& m_job;
    HostBuffers m_host;
};

/// The host holds what the steps copy. Asked first, because the system promises more memory than it has and ends the
/// program when it cannot keep its word.
Result<void> hostHasRoom(const Plan& plan) {
    double needed = 0;
    std::string names;
    for (BufferId buffer = 0; buffer < plan.buffers.size(); ++buffer) {
        const bool copied = std::ranges::any_of(plan.steps, [buffer](const Step& step) {
            const auto* upload = std::get_if<UploadStep>(&step);
            const auto* download = std::get_if<DownloadStep>(&step);
            return (upload != nullptr && upload->buffer == buffer) ||
                   (download != nullptr && download->buffer == buffer);
        });
        if (!copied) continue;
        const Buffer& b = plan.buffers[buffer];
        needed += static_cast<double>(b.rows) * static_cast<double>(b.columns) * static_cast<double>(sizeOf(b.type));
        names += (names.empty() ? "" : ", ") + b.name;
    }
    const auto available = static_cast<double>(availableMemory());
    if (needed <= available) return {};
    return fail(
        ErrorCode::TooLarge,
        {{"what", "Host memory for " + names}, {"needed", memoryText(needed)}, {"available", memoryText(available)}});
}

}  // namespace

Result<HostBuffers> runPlan(const Plan& plan, Executor& executor, const JobContext& job) {
    if (auto allocated = executor.allocate(plan.buffers); !allocated) return fail(allocated.error());
    if (auto room = hostHasRoom(plan); !room) return fail(room.error());
    PlanRunner runner(plan, executor, job);
    for (const Step& step : plan.steps) {
        if (job.stopRequested()) return fail(ErrorCode::Cancelled);
        if (auto done = std::visit(runner, step); !done) return fail(done.error());
    }
    return runner.takeHost();
}

}  // namespace lanescope
