// SPDX-License-Identifier: GPL-3.0-or-later
// Turns what a handler found into a Fault that names thread, source line, buffer and element.
#include <algorithm>

#include "core/ptx/pointer_parameter.h"
#include "core/simt/engine/engine.h"
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
std::string loopAround(const ptx::Module& module, const ptx::Entry& entry, std::uint32_t instruction) {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    for (std::uint32_t i = instruction; i < entry.instructions.size(); ++i) {
        const ptx::Instruction& branch = entry.instructions[i];
        if (branch.opcode != ptx::Opcode::Bra || branch.target > instruction) continue;
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
        return ", in the loop of PTX lines " + std::to_string(entry.instructions[first].ptxLine) + " to " +
               std::to_string(entry.instructions[last].ptxLine);
    if (low == high) return ", in the loop of line " + std::to_string(low);
    return ", in the loop of lines " + std::to_string(low) + " to " + std::to_string(high);
}

/// Name of the device function that an instruction is in; empty in the kernel itself.
std::string functionAt(const ptx::Entry& entry, std::uint32_t instruction) {
    const std::uint32_t function = entry.functionOf(instruction);
    return function == 0 || function == entry.functions.size() ? std::string() : entry.functions[function].demangled;
}

}  // namespace

/// Lanes of the faulting instruction whose access is wrong in the same way as the first one's. Nothing has been loaded
/// yet, so the registers still hold the addresses.
LaneMask Engine::lanesAsWrong(const PendingFault& pending, LaneMask active) const {
    const Op& op = *pending.op;
    const auto addressOf = [&](unsigned lane) {
        const std::int64_t base = op.wideAddress ? m_machine.at<const std::int64_t>(op.from[0])[lane]
                                                 : m_machine.at<const std::int32_t>(op.from[0])[lane];
        const std::uint64_t address = static_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(op.offset);
        const bool window = op.space == ptx::Space::Generic && pending.space == ptx::Space::Shared;
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
std::optional<Fault::Kind> Engine::problemAt(ptx::Space space, std::uint64_t address, const Op& op) const {
    const std::uint8_t* flags = m_sharedInitialised.data();
    std::uint64_t offset = address;
    if (space == ptx::Space::Shared) {
        if (address >= m_sharedBytes || op.bytes > m_sharedBytes - address) return Fault::Kind::OutOfBounds;
    } else if (space == ptx::Space::Global) {
        const std::optional<BufferId> buffer = m_memory.find(address, op.bytes);
        if (!buffer) return Fault::Kind::OutOfBounds;
        const DeviceMemory::Allocation& allocation = m_memory.allocation(*buffer);
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

void Engine::takePendingFault(WarpState& warp) {
    const PendingFault pending = m_machine.fault;
    const auto instruction = static_cast<std::uint32_t>(pending.op - m_program->ops().data());
    warp.stack.back().pc = instruction;
    makeFault(pending.kind, instruction, m_current, pending.lane);
    const bool stores = pending.op->source->opcode == ptx::Opcode::St;  // to slots, too, which are no memory else
    m_fault.access = stores ? AccessKind::Store : pending.op->access;
    m_fault.space = pending.space;
    m_fault.address = pending.address;
    m_fault.bytes = pending.op->bytes;
    m_fault.lanes = lanesAsWrong(pending, guardMask(*pending.op, warp.stack.back().mask));
    PlaceName place;
    if (pending.space == ptx::Space::Shared)
        place = placeOfShared(m_program->kernel(), m_program->entry(), m_sharedBytes,
                              static_cast<std::int64_t>(m_fault.address), pending.op->elementBytes);
    else if (pending.space == ptx::Space::Global)
        place = placeOfGlobal(m_memory, m_fault.address);
    // An index that is far off leads to no buffer, or next to another than the one that was indexed.
    if (const auto buffer = indexedBuffer(); buffer && m_fault.kind == Fault::Kind::OutOfBounds)
        place = placeInBuffer(m_memory, *buffer, m_fault.address);
    m_fault.buffer = place.name;
    m_fault.element = place.element;
    m_fault.extent = place.extent;
    if (m_fault.kind == Fault::Kind::OutOfBounds && m_fault.space == ptx::Space::Global && m_fault.buffer.empty()) {
        m_fault.kind = Fault::Kind::InvalidAddress;
        m_fault.detail = lookOf(m_fault.address);
    }
    addHint();
}

/// The buffer whose pointer the faulting access adds its index to, if the address may be one that an index leads to.
std::optional<BufferId> Engine::indexedBuffer() const {
    /// A 32-bit index of elements of up to 16 bytes.
    constexpr std::uint64_t kFarthest = std::uint64_t{1} << 36;
    if (m_fault.space != ptx::Space::Global || !lookOf(m_fault.address).empty()) return std::nullopt;
    const auto parameter = ptx::pointerParameter(m_program->entry(), m_fault.instruction);
    if (!parameter || *parameter >= m_launch.arguments.size()) return std::nullopt;
    const std::optional<BufferId> buffer = bufferOf(m_launch.arguments[*parameter]);
    if (!buffer || *buffer >= m_memory.size()) return std::nullopt;
    const std::uint64_t base = m_memory.allocation(*buffer).base;
    const std::uint64_t distance = m_fault.address < base ? base - m_fault.address : m_fault.address - base;
    return distance <= kFarthest ? buffer : std::nullopt;
}

void Engine::addHint() {
    const ptx::Instruction& instruction = m_program->entry().instructions[m_fault.instruction];
    HintPlace place;
    std::optional<BufferId> buffer = indexedBuffer();
    if (!buffer) buffer = m_memory.nearest(m_fault.address);
    if (m_fault.space == ptx::Space::Global && buffer) {
        const DeviceMemory::Allocation& allocation = m_memory.allocation(*buffer);
        place.elementBytes = static_cast<unsigned>(sizeOf(allocation.buffer.type));
        if (m_fault.address >= allocation.end())
            place.firstBeyond = (m_fault.address - allocation.end()) / place.elementBytes;
        if (m_fault.address < allocation.base)
            place.before = (allocation.base - m_fault.address - 1) / place.elementBytes + 1;
    }
    const auto& arrays = m_program->entry().shared;
    place.isDynamic =
        m_fault.space == ptx::Space::Shared && std::ranges::any_of(arrays, [this](const ptx::SharedVariable& array) {
            return array.size == 0 && array.shortName == m_fault.buffer;
        });
    m_fault.hint = hintFor(m_fault, instruction, m_launch, place);
}

void Engine::makeFault(Fault::Kind kind, std::uint32_t instruction, std::size_t warp, unsigned lane) {
    const ptx::Instruction& what = m_program->entry().instructions[instruction];
    m_faulted = true;
    m_fault = {};
    m_fault.kind = kind;
    m_fault.kernel = m_program->entry().demangled;
    m_fault.block = m_block;
    m_fault.thread = m_launch.block.at(warp * kWarpSize + lane);
    m_fault.instruction = instruction;
    m_fault.ptxLine = what.ptxLine;
    const std::uint32_t shown = shownInstruction(warp, instruction);
    const SourceLine source = sourceLineOf(*m_program->kernel().module, m_program->entry().instructions[shown]);
    m_fault.sourceLine = source.line;
    m_fault.sourceFile = source.file;
    m_fault.function = functionAt(m_program->entry(), shown);
    addHint();
}

std::uint32_t Engine::shownInstruction(std::size_t warp, std::uint32_t instruction) const {
    if (m_shown.empty()) m_shown = shownInFunctions(*m_program->kernel().module, m_program->entry());
    const std::vector<StackEntry>& stack = m_warps[warp].stack;
    std::uint32_t at = instruction;
    for (std::size_t level = stack.size();;) {
        if (m_shown[at]) return *m_shown[at];
        while (level > 0 && !stack[level - 1].isFrame()) --level;
        if (level == 0) return instruction;
        at = stack[--level].call;
    }
}

void Engine::faultOnBudget() {
    const WarpState& warp = m_warps[m_current];
    if (warp.finished() || m_faulted) return;
    makeFault(Fault::Kind::StepBudget, warp.pc(), m_current, static_cast<unsigned>(std::countr_zero(warp.active())));
    m_fault.lanes = warp.active();
    m_fault.detail = loopAround(*m_program->kernel().module, m_program->entry(), warp.pc());
}

}  // namespace lanescope::simt
