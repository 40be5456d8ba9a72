// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/race_check.h"

#include <algorithm>
#include <stop_token>

#include "core/plan/executor.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kMostBytes = 64 << 20;

/// Asks the launch to stop once the checker has spent what it may: the rest of the run would teach nothing.
class StopsWhenDone final : public simt::BlockObserver {
public:
    StopsWhenDone(simt::RaceChecker& checker, std::stop_source& stop) : m_checker(checker), m_stop(stop) {}
    [[nodiscard]] bool wants(std::size_t launch, Dim3 block) const override {
        const bool wanted = m_checker.wants(launch, block);
        if (!wanted) m_stop.request_stop();
        return wanted;
    }
    void begin(std::size_t launch, const Launch& what, Dim3 block, std::shared_ptr<const simt::Program> program,
               const simt::BlockExecution& execution, simt::DeviceMemory& memory) override {
        m_checker.begin(launch, what, block, std::move(program), execution, memory);
    }
    bool step(const simt::StepRecord& record, const simt::BlockExecution& execution) override {
        if (m_checker.step(record, execution)) return true;
        m_stop.request_stop();
        return false;
    }
    void end(const simt::BlockExecution& execution) override { m_checker.end(execution); }

private:
    simt::RaceChecker& m_checker;
    std::stop_source& m_stop;
};

/// Reports that say that no block was checked.
std::vector<simt::RaceReport> unchecked(const Plan& plan) {
    std::vector<simt::RaceReport> reports;
    for (const Step& step : plan.steps)
        if (const auto* const launch = std::get_if<LaunchStep>(&step))
            reports.emplace_back().blocks = launch->launch.grid.count();
    return reports;
}

}  // namespace

Result<std::vector<simt::RaceReport>> checkRaces(const Plan& plan, const simt::RaceCheckOptions& options,
                                                 const JobContext& job, simt::Scheduling scheduling,
                                                 std::uint64_t stepBudget) {
    simt::RaceChecker checker(options);
    std::stop_source stop;
    const std::stop_callback onStop(job.stop, [&stop] { stop.request_stop(); });
    StopsWhenDone observer(checker, stop);
    simt::Emulator emulator({.stepBudget = stepBudget, .scheduling = scheduling, .observer = &observer});
    JobContext inner = job;
    inner.stop = stop.get_token();
    const Result<HostBuffers> done = runPlan(plan, emulator, inner);
    if (job.stopRequested()) return fail(ErrorCode::Cancelled);
    if (!done && done.error().code != ErrorCode::KernelFault && done.error().code != ErrorCode::Cancelled)
        return fail(done.error());

    std::vector<simt::RaceReport> reports = checker.reports();
    std::vector<simt::RaceReport> all = unchecked(plan);
    std::move(reports.begin(), reports.end(), all.begin());
    return all;
}

Result<std::vector<simt::RaceReport>> checkRacesQuickly(const Plan& plan, const JobContext& job,
                                                        simt::Scheduling scheduling, std::uint64_t stepBudget) {
    std::uint64_t bytes = 0;
    for (const Buffer& buffer : plan.buffers) bytes += buffer.bytes();
    if (bytes > kMostBytes) return unchecked(plan);
    return checkRaces(plan, {.cost = kQuickRaceCheck}, job, scheduling, stepBudget);
}

}  // namespace lanescope
