// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/machine_answers.h"

#include <algorithm>
#include <stop_token>

#include "core/base/words.h"
#include "core/plan/executor.h"

namespace lanescope {
namespace {

/// Ends the run once nothing more may be watched: the rest would teach nothing.
class StopsWhenExhausted final : public simt::BlockObserver {
public:
    StopsWhenExhausted(AccessCollector& collector, std::stop_source& stop) : m_collector(collector), m_stop(stop) {}
    void beginLaunch(std::size_t number, const Launch& launch, std::shared_ptr<const simt::Program> program,
                     simt::DeviceMemory& memory) override {
        m_collector.beginLaunch(number, launch, std::move(program), memory);
    }
    void endLaunch(const simt::LaunchReport& report, const simt::DeviceMemory& memory) override {
        m_collector.endLaunch(report, memory);
    }
    [[nodiscard]] bool wants(std::size_t launch, Dim3 block) const override { return m_collector.wants(launch, block); }
    void begin(std::size_t launch, const Launch& what, Dim3 block, std::shared_ptr<const simt::Program> program,
               const simt::BlockExecution& execution, simt::DeviceMemory& memory) override {
        m_collector.begin(launch, what, block, std::move(program), execution, memory);
    }
    bool step(const simt::StepRecord& record, const simt::BlockExecution& execution) override {
        if (m_collector.step(record, execution)) return true;
        m_stop.request_stop();
        return false;
    }
    void end(const simt::BlockExecution& execution) override { m_collector.end(execution); }

private:
    AccessCollector& m_collector;
    std::stop_source& m_stop;
};

class Maker {
public:
    Maker(const Plan& plan, const MachineOptions& options, const JobContext& job,
          std::vector<std::unique_ptr<AbstractMachine>> machines)
        : m_plan(plan), m_options(options), m_job(job), m_machines(std::move(machines)) {}

    Result<MachineAnswers> make() {
        m_answers.launches = m_plan.launches().size();
        if (const Result<void> run = watch(); !run) return fail(run.error());
        if (m_job.stopRequested()) return fail(ErrorCode::Cancelled);
        // Of a plan without kernels nothing is known, and so not that it is legal.
        if (m_answers.launchesSeen < m_answers.launches || m_answers.launches == 0) {
            m_answers.complete = false;
            for (const auto& machine : m_machines) machine->addUnseen();
        }
        for (const auto& machine : m_machines) m_answers.machines.push_back(machine->answer(m_plan, m_options.gpu));
        addNotes();
        return std::move(m_answers);
    }

private:
    Result<void> watch() {
        AccessCollector collector(m_options.limits, [this](LaunchAccesses& launch) { add(launch); });
        std::stop_source stop;
        const std::stop_callback onStop(m_job.stop, [&stop] { stop.request_stop(); });
        StopsWhenExhausted observer(collector, stop);
        simt::Emulator emulator({.maxBlocks = m_options.maxBlocks, .observer = &observer, .threads = 1});
        JobContext inner = m_job;
        inner.stop = stop.get_token();
        const Result<HostBuffers> done = runPlan(m_plan, emulator, inner);
        collector.finish();
        if (m_problem) return fail(*m_problem);
        if (done || m_job.stopRequested()) return {};
        if (done.error().code == ErrorCode::KernelFault)
            m_answers.fault = explain(emulator.reports().back().fault.value());
        else if (done.error().code != ErrorCode::Cancelled)
            return fail(done.error());
        return {};
    }

    void add(LaunchAccesses& launch) {
        if (m_problem || m_job.stopRequested()) return;
        ++m_answers.launchesSeen;
        m_answers.blocks += launch.blocks;
        m_answers.blocksSeen += launch.blocksSeen;
        m_cut = m_cut || launch.accessesCut;
        m_answers.complete = m_answers.complete && launch.complete();
        for (const auto& machine : m_machines) {
            const Result<void> added = machine->add(launch, m_job);
            if (added) continue;
            m_problem = added.error();
            return;
        }
    }

    void addNotes() {
        auto& notes = m_answers.notes;
        const MachineAnswers& a = m_answers;
        if (a.launchesSeen < a.launches)
            notes.push_back(
                inWords(Message("run.launches_seen"_id, {{"launches", a.launchesSeen}, {"all", a.launches}})));
        if (a.blocksSeen < a.blocks)
            notes.push_back(inWords(Message("run.blocks_seen"_id, {{"blocks", a.blocksSeen}, {"all", a.blocks}})));
        if (m_cut) notes.push_back(inWords(Message("run.many_accesses"_id, {{"most", m_options.limits.accesses}})));
        if (!a.fault.empty()) notes.push_back(inWords(Message("run.fault"_id, {{"fault", a.fault}})));
        for (const Step& step : m_plan.steps) {
            const bool host = std::holds_alternative<HostStep>(step);
            if (!host && !std::holds_alternative<LibraryStep>(step)) continue;
            notes.emplace_back(textOf("run.others_unseen"_id));
            break;
        }
        if (a.launches == 0) notes.emplace_back(textOf("run.no_kernel"_id));
    }

    const Plan& m_plan;
    const MachineOptions& m_options;
    const JobContext& m_job;
    MachineAnswers m_answers;
    std::vector<std::unique_ptr<AbstractMachine>> m_machines;
    bool m_cut = false;
    std::optional<Error> m_problem;
};

}  // namespace

const MachineAnswer* MachineAnswers::find(std::string_view machine) const {
    const auto found = std::ranges::find(machines, machine, &MachineAnswer::machine);
    return found == machines.end() ? nullptr : &*found;
}

Result<MachineAnswers> machineAnswers(const Plan& plan, const MachineOptions& options, const JobContext& job,
                                      std::vector<std::unique_ptr<AbstractMachine>> machines) {
    return Maker(plan, options, job, std::move(machines)).make();
}

}  // namespace lanescope
