// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/fault_maker.h"

#include <algorithm>

#include "core/base/words.h"
#include "core/program/pointer_parameter.h"
#include "core/simt/engine/fault_hints.h"
#include "core/simt/memory/place_name.h"

namespace lanescope::simt {
namespace {

bool uninitialised(const std::uint8_t* flags, std::uint64_t offset, std::uint64_t bytes) {
    for (std::uint64_t word = offset / 4; word <= (offset + bytes - 1) / 4; ++word)
        if (flags[word] == 0) return true;
    return false;
}

/// The loop that an instruction is in, as the lines it spans: the shortest backward branch around it.
std::string loopAround(const program::Module& module, const program::Entry& entry, std::uint32_t instruction) {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    for (std::uint32_t i = instruction; i < entry.instructions.size(); ++i) {
        const program::Instruction& branch = entry.instructions[i];
        if (branch.opcode != program::Opcode::Bra || branch.target > instruction) continue;
        if (last == 0 || i - branch.target < last - first) {
            first = branch.target;
            last = i;
        }
    }
    if (last == 0 && first == 0) return {};
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    const SourceLine at = sourceLineOf(module, entry.instructions[instruction]);
    for (std::uint32_t i = first; i <= last; ++i) {
        const SourceLine where = sourceLineOf(module, entry.instructions[i]);
        if (where.line == 0 || where.file != at.file) continue;
        low = low == 0 ? where.line : std::min(low, where.line);
        high = std::max(high, where.line);
    }
    if (low == 0)
        return inWords(Message("simt.loop.ptx_lines"_id,
                               {{"first", entry.instructions[first].line}, {"last", entry.instructions[last].line}}));
    if (low == high) return inWords(Message("simt.loop.line"_id, {{"line", low}}));
    return inWords(Message("simt.loop.lines"_id, {{"first", low}, {"last", high}}));
}

/// Name of the device function that an instruction is in; empty in the kernel itself.
std::string functionAt(const program::Entry& entry, std::uint32_t instruction) {
    const std::uint32_t function = entry.functionOf(instruction);
    return function == 0 || function == entry.functions.size() ? std::string() : entry.functions[function].demangled;
}

}  // namespace

Fault FaultMaker::make(const Misstep& what) const {
    const program::Module& module = *m_block.program->kernel().module;
    const program::Entry& entry = m_block.program->entry();
    Fault fault;
    fault.kind = what.kind;
    fault.kernel = entry.demangled;
    fault.block = m_block.index;
    fault.thread = m_block.launch.block.at(std::size_t{what.warp} * kWarpSize + what.lane);
    fault.lanes = what.lanes;
    fault.detail = what.detail;
    fault.instruction = what.instruction;
    fault.ptxLine = entry.instructions[what.instruction].line;
    const std::uint32_t shown = shownInstruction(what.warp, what.instruction);
    const SourceLine source = sourceLineOf(module, entry.instructions[shown]);
    fault.sourceLine = source.line;
    fault.sourceFile = source.file;
    fault.function = functionAt(entry, shown);
    if (what.ofAccess) addAccess(fault, m_block.machine.fault, m_block.warps[what.warp].active());
    if (what.kind == Fault::Kind::StepBudget) fault.detail = loopAround(module, entry, what.instruction);
    addHint(fault);
    return fault;
}

/// Lanes of the faulting instruction whose access is wrong in the same way as the first one's. Nothing has been loaded
/// yet, so the registers still hold the addresses.
LaneMask FaultMaker::lanesAsWrong(const PendingFault& pending, LaneMask active) const {
    const Op& op = *pending.op;
    const auto addressOf = [&](unsigned lane) {
        const std::int64_t base = op.wideAddress ? m_block.machine.at<const std::int64_t>(op.from[0])[lane]
                                                 : m_block.machine.at<const std::int32_t>(op.from[0])[lane];
        const std::uint64_t address = static_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(op.offset);
        const bool window = op.space == program::Space::Generic && pending.space == program::Space::Shared;
        return window ? address - kSharedWindow : address;
    };
    LaneMask lanes = LaneMask{1} << pending.lane;
    if (op.from[0] == kNowhere || addressOf(pending.lane) != pending.address) return lanes;
    for (LaneMask rest = active & ~lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        if (problemAt(pending.space, addressOf(lane), op) == pending.kind) lanes |= LaneMask{1} << lane;
    }
    return lanes;
}

/// What is wrong with one lane's access to global or shared memory.
std::optional<Fault::Kind> FaultMaker::problemAt(program::Space space, std::uint64_t address, const Op& op) const {
    const std::uint8_t* flags = m_block.shared.initialised().data();
    std::uint64_t offset = address;
    if (space == program::Space::Shared) {
        if (address >= m_block.shared.size() || op.bytes > m_block.shared.size() - address)
            return Fault::Kind::OutOfBounds;
    } else if (space == program::Space::Global) {
        const std::optional<BufferId> buffer = m_block.memory.find(address, op.bytes);
        if (!buffer) return Fault::Kind::OutOfBounds;
        const DeviceMemory::Allocation& allocation = m_block.memory.allocation(*buffer);
        if (address % op.bytes == 0 && op.access != AccessKind::Load && allocation.constant)
            return Fault::Kind::ReadOnly;
        flags = allocation.initialised.data();
        offset = address - allocation.base;
    } else {
        return std::nullopt;
    }
    if (address % op.bytes != 0) return Fault::Kind::Misaligned;
    if (op.access != AccessKind::Store && uninitialised(flags, offset, op.bytes)) return Fault::Kind::Uninitialised;
    return std::nullopt;
}

/// `running`: lanes of the warp that came to the instruction.
void FaultMaker::addAccess(Fault& fault, const PendingFault& pending, LaneMask running) const {
    const bool stores = pending.op->source->opcode == program::Opcode::St;  // to slots, too, which are no memory else
    fault.access = stores ? AccessKind::Store : pending.op->access;
    fault.space = pending.space;
    fault.address = pending.address;
    fault.bytes = pending.op->bytes;
    fault.lanes = lanesAsWrong(pending, m_block.guardMask(*pending.op, running));
    PlaceName place;
    if (pending.space == program::Space::Shared)
        place = placeOfShared(m_block.program->kernel(), m_block.program->entry(), m_block.shared.size(),
                              static_cast<std::int64_t>(fault.address), pending.op->elementBytes);
    else if (pending.space == program::Space::Global)
        place = placeOfGlobal(m_block.memory, fault.address);
    // An index that is far off leads to no buffer, or next to another than the one that was indexed.
    if (const auto buffer = indexedBuffer(fault); buffer && fault.kind == Fault::Kind::OutOfBounds)
        place = placeInBuffer(m_block.memory, *buffer, fault.address);
    fault.buffer = place.name;
    fault.element = place.element;
    fault.extent = place.extent;
    if (fault.kind == Fault::Kind::OutOfBounds && fault.space == program::Space::Global && fault.buffer.empty()) {
        fault.kind = Fault::Kind::InvalidAddress;
        if (const auto look = lookOf(fault.address)) fault.detail = inWords(*look);
    }
}

/// The buffer whose pointer the faulting access adds its index to, if the address may be one that an index leads to.
std::optional<BufferId> FaultMaker::indexedBuffer(const Fault& fault) const {
    /// A 32-bit index of elements of up to 16 bytes.
    constexpr std::uint64_t kFarthest = std::uint64_t{1} << 36;
    if (fault.space != program::Space::Global || lookOf(fault.address)) return std::nullopt;
    const auto parameter = program::pointerParameter(m_block.program->entry(), fault.instruction);
    if (!parameter || *parameter >= m_block.launch.arguments.size()) return std::nullopt;
    const std::optional<BufferId> buffer = bufferOf(m_block.launch.arguments[*parameter]);
    if (!buffer || *buffer >= m_block.memory.size()) return std::nullopt;
    const std::uint64_t base = m_block.memory.allocation(*buffer).base;
    const std::uint64_t distance = fault.address < base ? base - fault.address : fault.address - base;
    return distance <= kFarthest ? buffer : std::nullopt;
}

void FaultMaker::addHint(Fault& fault) const {
    const program::Instruction& instruction = m_block.program->entry().instructions[fault.instruction];
    HintPlace place;
    std::optional<BufferId> buffer = indexedBuffer(fault);
    if (!buffer) buffer = m_block.memory.nearest(fault.address);
    if (fault.space == program::Space::Global && buffer) {
        const DeviceMemory::Allocation& allocation = m_block.memory.allocation(*buffer);
        place.elementBytes = static_cast<unsigned>(sizeOf(allocation.buffer.type));
        if (fault.address >= allocation.end())
            place.firstBeyond = (fault.address - allocation.end()) / place.elementBytes;
        if (fault.address < allocation.base)
            place.before = (allocation.base - fault.address - 1) / place.elementBytes + 1;
    }
    const auto& arrays = m_block.program->entry().shared;
    place.isDynamic = fault.space == program::Space::Shared &&
                      std::ranges::any_of(arrays, [&fault](const program::SharedVariable& array) {
                          return array.size == 0 && array.shortName == fault.buffer;
                      });
    fault.hint = hintFor(fault, instruction, m_block.launch, place);
}

std::uint32_t FaultMaker::shownInstruction(std::size_t warp, std::uint32_t instruction) const {
    if (m_shown.empty()) m_shown = shownInFunctions(*m_block.program->kernel().module, m_block.program->entry());
    const std::vector<StackEntry>& stack = m_block.warps[warp].stack;
    std::uint32_t at = instruction;
    for (std::size_t level = stack.size();;) {
        if (m_shown[at]) return *m_shown[at];
        while (level > 0 && !stack[level - 1].isFrame()) --level;
        if (level == 0) return instruction;
        at = stack[--level].call;
    }
}

}  // namespace lanescope::simt
