// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/abstract/bsp.h"

#include <algorithm>

#include "core/base/words.h"
#include "core/models/abstract/machine_list.h"
#include "core/models/words.h"

namespace lanescope {
namespace {

constexpr double kWordBytes = 4;

/// The first of the ids that the GPU has. Error: ModelOutOfRange naming the first.
Result<double> valueOf(const GpuSpec& gpu, std::initializer_list<const char*> ids) {
    for (const char* id : ids)
        if (const GpuValue* value = gpu.find(id)) return value->value;
    return fail(ErrorCode::ModelOutOfRange,
                {{"model", "bsp"},
                 {"reason", inWords(Message("machine.has_no"_id, {{"gpu", gpu.title}, {"quantity", *ids.begin()}}))}});
}

}  // namespace

Bsp::Bsp() : AbstractMachine(described("bsp"), textOf("model.bsp.answers"_id)) {}

Result<void> Bsp::add(LaunchAccesses& launch, const JobContext& /*job*/) {
    ++m_counts.launches;
    m_scaled = m_scaled || !launch.complete();
    const auto seen = static_cast<double>(std::max<std::uint64_t>(1, launch.blocksSeen));
    const double scale = launch.blocksSeen == 0 ? 1 : static_cast<double>(launch.blocks) / seen;
    for (const PhaseWork& phase : launch.phases) {
        const std::uint64_t messages = std::uint64_t{phase.mostReads} + phase.mostWrites;
        ++m_counts.supersteps;
        m_counts.work += phase.mostOperations;
        m_counts.messages += messages;
        m_counts.longestMessages = std::max(m_counts.longestMessages, messages);
        // A multiprocessor's shared memory is its own, so that an access to it is an operation there.
        m_supersteps.push_back({phase.mostOperations,
                                static_cast<double>(phase.operations + phase.sharedAccesses) * scale,
                                static_cast<double>(phase.globalBytes) / kWordBytes * scale});
    }
    if (!launch.phases.empty()) m_barriers += launch.phases.size() - 1;
    return {};
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
    result.launches = static_cast<double>(m_counts.launches);
    if (const GpuValue* barrier = gpu.find("barrier_cycles"))
        result.barrierCycles = barrier->value;
    else if (m_barriers > 0)
        result.notes.push_back(inWords(Message("machine.bsp.no_barrier_cycles"_id, {{"gpu", gpu.title}})));
    if (const GpuValue* launch = gpu.find("launch_overhead"))
        result.launchCycles = launch->value * *clock;
    else
        result.notes.push_back(inWords(Message("machine.bsp.no_launch_overhead"_id, {{"gpu", gpu.title}})));
    if (m_scaled) result.notes.emplace_back(textOf("machine.bsp.scaled"_id));
    result.cycles = result.work + result.words * result.gap + result.barriers * result.barrierCycles +
                    result.launches * result.launchCycles;
    return result;
}

MachineAnswer Bsp::answer(const Plan& /*plan*/, const GpuSpec* gpu) const {
    const BspCounts& c = m_counts;
    MachineAnswer answer = emptyAnswer();
    answer.terms = {{"supersteps", c.supersteps, "supersteps"},
                    {"launches", c.launches, "launches"},
                    {"w", c.work, "operations"},
                    {"h", c.messages, "accesses"},
                    {"largest_h", c.longestMessages, "accesses"}};
    answer.line =
        MachineSentence{"machine.bsp.line"_id,
                        {{"supersteps", c.supersteps}, {"launches", c.launches}, {"w", c.work}, {"h", c.messages}}};
    answer.gist = MachineSentence{"machine.bsp.gist"_id, {{"supersteps", c.supersteps}}};
    answer.rest =
        MachineSentence{"machine.bsp.rest"_id,
                        {{"launches", c.launches}, {"w", c.work}, {"h", c.messages}, {"largest", c.longestMessages}}};
    if (gpu == nullptr) return answer;
    const Result<BspOnGpu> on = this->on(*gpu);
    if (!on) {
        answer.gpuProblem = on.error();
        return answer;
    }
    const decltype(MachineSentence::numbers) numbers{{"cycles", on->cycles},     {"w", on->work},
                                                     {"h", on->words},           {"g", on->gap},
                                                     {"barriers", on->barriers}, {"barrier_l", on->barrierCycles},
                                                     {"launches", on->launches}, {"launch_l", on->launchCycles}};
    MachineOnGpu& there = answer.onGpu.emplace();
    there.terms = {{"w", on->work, "cycles"},
                   {"h_words", on->words, "words"},
                   {"g_cycles", on->gap, "cycles/word"},
                   {"barriers", on->barriers, "barriers"},
                   {"barrier_L_cycles", on->barrierCycles, "cycles"},
                   {"launches", on->launches, "launches"},
                   {"launch_L_cycles", on->launchCycles, "cycles"},
                   {"cycles", on->cycles, "cycles"}};
    there.line = {"machine.bsp.gpu_line"_id, numbers};
    there.sentence = {"machine.bsp.gpu_sentence"_id, numbers};
    there.notes = on->notes;
    return answer;
}

std::unique_ptr<AbstractMachine> bspMachine() { return std::make_unique<Bsp>(); }

}  // namespace lanescope
