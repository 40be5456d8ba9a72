// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/base/memory.h"
#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/plan/executor.h"
#include "core/plan/step_uses.h"

namespace lanescope {
namespace {

/// The host holds what the steps need there. Asked first, because the system promises more memory than it has and ends
/// the program when it cannot keep its word.
Result<void> hostHasRoom(const Plan& plan, const std::vector<HostUse>& uses) {
    double needed = 0;
    std::vector<Message> names;
    for (BufferId buffer = 0; buffer < plan.buffers.size(); ++buffer) {
        if (!uses[buffer].any()) continue;
        const Buffer& b = plan.buffers[buffer];
        needed += static_cast<double>(b.rows) * static_cast<double>(b.columns) * static_cast<double>(sizeOf(b.type));
        names.push_back(Message::plain(b.name));
    }
    const auto available = static_cast<double>(availableMemory());
    if (needed <= available) return {};
    return fail(ErrorCode::TooLarge,
                {{"what", inWords(Message("plan.host_memory"_id, {{"buffers", Join::Comma, names}}))},
                 {"needed", numbers::memory(needed)},
                 {"available", numbers::memory(available)}});
}

}  // namespace

/// Does one kind of step after the other, with the host's side of the copies.
struct PlanRun::Doer {
    PlanRun& run;
    const JobContext& job;

    Result<void> operator()(const UploadStep& step) {
        if (step.memory == HostMemory::Pageable && step.stream == 0)
            return run.m_executor.upload(step.buffer, run.m_host[step.buffer]);
        const Part whole{step.buffer};
        return (*this)(CopyStep{CopyStep::Direction::ToDevice, whole, whole, step.memory, step.stream});
    }
    Result<void> operator()(const DownloadStep& step) {
        if (step.memory == HostMemory::Pageable && step.stream == 0)
            return run.m_executor.download(step.buffer, run.m_host[step.buffer]);
        const Part whole{step.buffer};
        return (*this)(CopyStep{CopyStep::Direction::ToHost, whole, whole, step.memory, step.stream});
    }
    Result<void> operator()(const CopyStep& step) {
        if (step.direction == CopyStep::Direction::OnDevice) return run.m_executor.copy(step, {});
        const bool toDevice = step.direction == CopyStep::Direction::ToDevice;
        return run.m_executor.copy(step, run.m_host[toDevice ? step.from.buffer : step.to.buffer]);
    }
    Result<void> operator()(const LaunchStep& step) { return run.m_executor.launch(step.launch, job); }
    Result<void> operator()(const FillStep& step) { return run.m_executor.fill(step); }
    Result<void> operator()(const HostStep& step) { return step.task(run.m_host, job); }
    Result<void> operator()(const LibraryStep& step) { return run.m_executor.call(step, job); }
    Result<void> operator()(const WaitStep& step) { return run.m_executor.wait(step.stream); }
};

PlanRun::PlanRun(const Plan& plan, Executor& executor) : m_plan(plan), m_executor(executor) {}

PlanRun::~PlanRun() {
    if (!m_pinned) return;
    static_cast<void>(m_executor.wait(std::nullopt));  // copies under way hold on to the host's arrays
    m_executor.unpin();
}

Result<void> PlanRun::begin() {
    if (auto sensible = checkSteps(m_plan); !sensible) return sensible;
    if (auto allocated = m_executor.allocate(m_plan.buffers); !allocated) return allocated;
    const std::vector<HostUse> uses = hostUsesOf(m_plan);
    if (auto room = hostHasRoom(m_plan, uses); !room) return room;
    m_host.resize(m_plan.buffers.size());
    fillHostAgain();
    std::vector<std::span<std::byte>> pinned;
    for (BufferId buffer = 0; buffer < uses.size(); ++buffer)
        if (uses[buffer].pinned) pinned.emplace_back(m_host[buffer]);
    if (pinned.empty()) return {};
    m_pinned = true;
    return m_executor.pin(pinned);
}

void PlanRun::fillHostAgain() {
    const std::vector<HostUse> uses = hostUsesOf(m_plan);
    for (BufferId buffer = 0; buffer < uses.size(); ++buffer) {
        if (!uses[buffer].any()) continue;
        // Copied into what is there, because pinned memory may not move.
        std::vector<std::byte> initial = initialBytes(m_plan.buffers[buffer]);
        std::vector<std::byte>& array = m_host[buffer];
        if (array.empty() && !initial.empty())
            array = std::move(initial);
        else if (!initial.empty())
            std::ranges::copy(initial, array.begin());
        else
            array.assign(m_plan.buffers[buffer].bytes(), std::byte{0});
    }
}

Result<void> PlanRun::step(const Step& step, const JobContext& job) {
    if (job.stopRequested()) return fail(ErrorCode::Cancelled);
    return std::visit(Doer{*this, job}, step);
}

Result<void> PlanRun::end() { return m_executor.wait(std::nullopt); }

HostBuffers PlanRun::takeHost() {
    if (m_pinned) m_executor.unpin();
    m_pinned = false;
    return std::move(m_host);
}

Result<HostBuffers> runPlan(const Plan& plan, Executor& executor, const JobContext& job, HostBuffers* left) {
    PlanRun run(plan, executor);
    Result<void> done = run.begin();
    for (std::size_t i = 0; done && i < plan.steps.size(); ++i) done = run.step(plan.steps[i], job);
    if (done) done = run.end();
    if (done) return run.takeHost();
    if (left != nullptr) {
        static_cast<void>(run.end());
        *left = run.takeHost();
    }
    return fail(done.error());
}

}  // namespace lanescope
