// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scenes/step_facts.h"

#include <algorithm>
#include <bit>
#include <set>
#include <string_view>

#include "core/simt/memory/access_pattern.h"
#include "widgets/scenes/touched.h"

namespace lanescope {

namespace {

std::string trimmed(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r";
    const std::size_t first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(kSpace) - first + 1));
}

std::string lineOf(std::string_view text, std::uint32_t number) {
    for (std::uint32_t line = 1; line < number; ++line) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) return {};
        text.remove_prefix(end + 1);
    }
    return trimmed(text.substr(0, text.find('\n')));
}

bool isArithmetic(program::Opcode opcode) { return opcode <= program::Opcode::Slct; }

AccessFacts accessFacts(const simt::StepRecord& step, const Timeline& timeline) {
    AccessFacts facts;
    facts.kind = step.access;
    facts.space = step.space;
    facts.lanes = static_cast<unsigned>(std::popcount(step.active));
    for (const ArrayShape& shape : arraysOf(timeline)) {
        std::set<std::pair<std::uint64_t, std::uint64_t>> elements;
        for (const LaneTouch& touch : touchesOf(step, timeline, shape)) elements.insert({touch.row, touch.column});
        if (elements.empty()) continue;
        facts.array = facts.elements == 0 ? shape.name : std::string();
        facts.elements += static_cast<unsigned>(elements.size());
    }
    facts.bytes = simt::uniqueBytesOf(step.address, step.active, step.bytesPerLane);
    if (step.space == program::Space::Global) {
        facts.sectors = simt::sectorsOf(step.address, step.active, step.bytesPerLane);
        facts.fewestSectors = (facts.bytes + simt::kSectorBytes - 1) / simt::kSectorBytes;
    } else if (step.space == program::Space::Shared) {
        const simt::SharedCost cost = simt::sharedCostOf(step.address, step.active, step.bytesPerLane);
        facts.wavefronts = cost.wavefronts;
        facts.fewestWavefronts = cost.fewest;
    }
    return facts;
}

void describeInstruction(StepFacts& facts, const Kernel& kernel, const program::Instruction& instruction) {
    facts.predicated = instruction.guard != program::kNoRegister;
    facts.isBarrier = instruction.opcode == program::Opcode::Bar;
    facts.isBranch = instruction.opcode == program::Opcode::Bra;
    facts.isEnd = instruction.opcode == program::Opcode::Ret || instruction.opcode == program::Opcode::Exit;
    facts.isArithmetic = isArithmetic(instruction.opcode);
    facts.ptxLine = instruction.line;
    facts.instruction = trimmed(kernel.module->line(instruction.line));
    const program::SourceLocation& source = instruction.source;
    if (source.line == 0 || source.file >= kernel.module->files.size()) return;
    const std::string& file = kernel.module->files[source.file];
    facts.sourceName = file.substr(file.find_last_of('/') + 1);
    facts.sourceLine = source.line;
    if (facts.sourceName == kernel.sourceName && kernel.source) facts.source = lineOf(*kernel.source, source.line);
}

}  // namespace

simt::LaneMask existingLanes(const Dim3& block, std::uint32_t warp) {
    const std::uint64_t threads = block.count();
    const std::uint64_t first = std::uint64_t{warp} * simt::kWarpSize;
    if (first >= threads) return 0;
    const std::uint64_t lanes = std::min<std::uint64_t>(simt::kWarpSize, threads - first);
    return lanes == simt::kWarpSize ? 0xffffffffU : (1U << lanes) - 1;
}

StepFacts stepFacts(const Timeline& timeline) {
    const BlockTrace& trace = timeline.trace();
    StepFacts facts;
    facts.position = timeline.position();
    facts.size = trace.size();
    facts.phaseCount = trace.phaseCount();
    facts.block = trace.block();
    facts.truncated = trace.truncated();
    for (const simt::WarpState& warp : timeline.state().warps) {
        ++facts.warpCount;
        if (warp.finished())
            ++facts.warpsFinished;
        else if (warp.atBarrier)
            ++facts.warpsAtBarrier;
    }
    if (facts.position == facts.size) facts.fault = trace.fault();
    const std::optional<simt::StepRecord> step = currentStep(timeline);
    if (!step) return facts;
    facts.hasStep = true;
    facts.phase = trace.phase(facts.position - 1);
    facts.warp = step->warp;
    facts.active = step->active;
    facts.existing = existingLanes(trace.launch().block, step->warp);
    describeInstruction(facts, *trace.launch().kernel, trace.entry().instructions[step->instruction]);
    if (step->access != simt::AccessKind::None && step->active != 0) facts.access = accessFacts(*step, timeline);
    return facts;
}

}  // namespace lanescope
