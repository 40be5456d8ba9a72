// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/abstract/qrqw.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "core/base/words.h"
#include "core/models/abstract/machine_list.h"
#include "core/models/words.h"

namespace lanescope {
namespace {

void keepLonger(Queue& queue, std::uint64_t length, std::uint64_t cell, const LaunchAccesses& launch) {
    if (length <= queue.length) return;
    queue = {length, launch.launch, launch.kernel, launch.nameOf(cell)};
}

}  // namespace

Qrqw::Qrqw() : AbstractMachine(described("qrqw"), textOf("model.qrqw.answers"_id)) {}

Result<void> Qrqw::add(LaunchAccesses& launch, const JobContext& job) {
    addLockstep(launch);
    if (job.stopRequested()) return fail(ErrorCode::Cancelled);
    addSynchronous(launch);
    const Result<AsynchronousRun> run = runAsynchronously(launch, job);
    if (!run) return fail(run.error());
    m_counts.asynchronous += run->steps;
    keepLonger(m_counts.asynchronousQueue, run->longestQueue, run->cell, launch);
    return {};
}

void Qrqw::addLockstep(LaunchAccesses& launch) {
    auto& accesses = launch.accesses;
    const auto key = [](const CellAccess& access) { return std::tuple(access.phase, access.step, access.cell); };
    std::ranges::sort(accesses, {}, key);
    for (const PhaseWork& phase : launch.phases) m_counts.lockstep += phase.steps;
    std::uint64_t longest = 0;  // queue of the present step
    for (std::size_t begin = 0; begin < accesses.size();) {
        std::size_t end = begin + 1;
        while (end < accesses.size() && key(accesses[end]) == key(accesses[begin])) ++end;
        keepLonger(m_counts.lockstepQueue, end - begin, accesses[begin].cell, launch);
        longest = std::max<std::uint64_t>(longest, end - begin);
        const bool lastOfStep = end == accesses.size() || accesses[end].phase != accesses[begin].phase ||
                                accesses[end].step != accesses[begin].step;
        if (lastOfStep) {
            m_counts.lockstep += longest - 1;  // one step is counted already
            longest = 0;
        }
        begin = end;
    }
}

void Qrqw::addSynchronous(LaunchAccesses& launch) {
    auto& accesses = launch.accesses;
    const auto key = [](const CellAccess& access) { return std::tuple(access.phase, access.cell); };
    std::ranges::sort(accesses, {}, key);
    std::vector<std::uint64_t> contention(launch.phases.size());
    for (std::size_t begin = 0; begin < accesses.size();) {
        std::uint64_t reads = 0;
        std::uint64_t writes = 0;
        std::size_t end = begin;
        for (; end < accesses.size() && key(accesses[end]) == key(accesses[begin]); ++end) {
            const CellAccess& access = accesses[end];
            if (access.use == CellUse::Read || access.resultUsed) ++reads;
            if (access.use != CellUse::Read) ++writes;
        }
        const std::uint64_t longest = std::max(reads, writes);
        contention[accesses[begin].phase] = std::max(contention[accesses[begin].phase], longest);
        keepLonger(m_counts.synchronousQueue, longest, accesses[begin].cell, launch);
        begin = end;
    }
    for (std::size_t p = 0; p < launch.phases.size(); ++p) {
        const PhaseWork& phase = launch.phases[p];
        m_counts.synchronous +=
            std::max<std::uint64_t>({phase.mostReads, phase.mostOperations, phase.mostWrites, contention[p]});
    }
}

MachineAnswer Qrqw::answer(const Plan& /*plan*/, const GpuSpec* /*gpu*/) const {
    MachineAnswer answer = emptyAnswer();
    answer.readings = {
        {"lockstep", textOf("machine.lockstep"_id), m_counts.lockstep, m_counts.lockstepQueue},
        {"synchronous", textOf("machine.synchronous"_id), m_counts.synchronous, m_counts.synchronousQueue},
        {"asynchronous", textOf("machine.asynchronous"_id), m_counts.asynchronous, m_counts.asynchronousQueue}};
    return answer;
}

std::unique_ptr<AbstractMachine> qrqwMachine() { return std::make_unique<Qrqw>(); }

}  // namespace lanescope
