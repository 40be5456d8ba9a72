// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/abstract/bsp.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr double kWordBytes = 4;

/// The first of the ids that the GPU has. Error: ModelOutOfRange naming the first.
Result<double> valueOf(const GpuSpec& gpu, std::initializer_list<const char*> ids) {
    for (const char* id : ids)
        if (const GpuValue* value = gpu.find(id)) return value->value;
    return fail(ErrorCode::ModelOutOfRange,
                {{"model", "bsp"}, {"reason", gpu.title + " has no " + std::string(*ids.begin())}});
}

}  // namespace

void Bsp::add(const LaunchAccesses& launch) {
    ++m_answer.launches;
    m_answer.complete = m_answer.complete && launch.complete();
    m_scaled = m_scaled || !launch.complete();
    const auto seen = static_cast<double>(std::max<std::uint64_t>(1, launch.blocksSeen));
    const double scale = launch.blocksSeen == 0 ? 1 : static_cast<double>(launch.blocks) / seen;
    for (const PhaseWork& phase : launch.phases) {
        const std::uint64_t messages = std::uint64_t{phase.mostReads} + phase.mostWrites;
        ++m_answer.supersteps;
        m_answer.work += phase.mostOperations;
        m_answer.messages += messages;
        m_answer.longestMessages = std::max(m_answer.longestMessages, messages);
        // A multiprocessor's shared memory is its own, so that an access to it is an operation there.
        m_supersteps.push_back({phase.mostOperations,
                                static_cast<double>(phase.operations + phase.sharedAccesses) * scale,
                                static_cast<double>(phase.globalBytes) / kWordBytes * scale});
    }
    if (!launch.phases.empty()) m_barriers += launch.phases.size() - 1;
}

Result<BspOnGpu> Bsp::on(const GpuSpec& gpu) const {
    BspOnGpu result;
    const Result<double> sms = valueOf(gpu, {"sm_count"});
    const Result<double> cores = valueOf(gpu, {"cores_per_sm"});
    const Result<double> clock = valueOf(gpu, {"clock"});
    const Result<double> bandwidth = valueOf(gpu, {"dram_bandwidth", "memory_bandwidth"});
    for (const auto* value : {&sms, &cores, &clock, &bandwidth})
        if (!*value) return fail(value->error());
    for (const Superstep& step : m_supersteps) {
        result.work += std::max(static_cast<double>(step.mostOperations), step.operations / (*sms * *cores));
        result.words += step.words / *sms;
    }
    result.gap = kWordBytes * *sms * *clock / *bandwidth;
    result.barriers = static_cast<double>(m_barriers);
    result.launches = static_cast<double>(m_answer.launches);
    if (const GpuValue* barrier = gpu.find("barrier_cycles"))
        result.barrierCycles = barrier->value;
    else if (m_barriers > 0)
        result.notes.push_back(gpu.title + " has no barrier_cycles: L of a barrier is taken to be 0.");
    if (const GpuValue* launch = gpu.find("launch_overhead"))
        result.launchCycles = launch->value * *clock;
    else
        result.notes.push_back(gpu.title + " has no launch_overhead: L of a launch is taken to be 0.");
    if (m_scaled) result.notes.emplace_back("Not all was looked at; the blocks that were stand for the rest.");
    result.cycles = result.work + result.words * result.gap + result.barriers * result.barrierCycles +
                    result.launches * result.launchCycles;
    return result;
}

}  // namespace lanescope
