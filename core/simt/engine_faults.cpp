// SPDX-License-Identifier: GPL-3.0-or-later
// Turns what a handler found into a Fault that names thread, source line, buffer and element.
#include <algorithm>

#include "core/simt/engine.h"
#include "core/simt/fault_hints.h"

namespace lanescope::simt {
namespace {

/// Element of a row-major array at a byte distance from its start, which may lie before or beyond it.
std::string elementAt(const std::string& name, std::int64_t offset, std::int64_t elementBytes, std::int64_t rows,
                      std::int64_t columns) {
    const auto floorDivide = [](std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); };
    const std::int64_t index = floorDivide(offset, elementBytes);
    if (rows <= 1) return name + "[" + std::to_string(index) + "]";
    const std::int64_t row = floorDivide(index, columns);
    return name + "[" + std::to_string(row) + "][" + std::to_string(index - row * columns) + "]";
}

std::string extentOf(std::uint64_t rows, std::uint64_t columns) {
    const std::string count = std::to_string(columns);
    if (rows <= 1) return count + (columns == 1 ? " element" : " elements");
    return std::to_string(rows) + " rows of " + count;
}

void nameGlobal(Fault& fault, const DeviceMemory& memory) {
    const std::optional<BufferId> nearest = memory.nearest(fault.address);
    if (!nearest) return;
    const DeviceMemory::Allocation& allocation = memory.allocation(*nearest);
    const Buffer& buffer = allocation.buffer;
    fault.buffer = buffer.name;
    fault.extent = extentOf(buffer.rows, buffer.columns);
    if (buffer.columns == 0) return;
    fault.element = elementAt(buffer.name, static_cast<std::int64_t>(fault.address - allocation.base),
                              static_cast<std::int64_t>(sizeOf(buffer.type)), static_cast<std::int64_t>(buffer.rows),
                              static_cast<std::int64_t>(buffer.columns));
}

/// The shared array that an offset lies in, else the last one that starts before it (the first for one before all).
const ptx::SharedVariable* sharedVariableAt(const ptx::Entry& entry, std::int64_t offset) {
    const ptx::SharedVariable* best = nullptr;
    for (const ptx::SharedVariable& variable : entry.shared) {
        const bool starts = static_cast<std::int64_t>(variable.offset) <= offset;
        if (best == nullptr || (starts && variable.offset >= best->offset)) best = &variable;
    }
    return best;
}

void nameShared(Fault& fault, const Kernel& kernel, const ptx::Entry& entry, std::uint64_t sharedBytes) {
    // 32-bit shared addresses may be negative.
    const auto offset = static_cast<std::int64_t>(fault.address);
    const ptx::SharedVariable* const variable = sharedVariableAt(entry, offset);
    if (variable == nullptr) return;
    fault.buffer = variable->shortName;
    const std::int64_t inside = offset - static_cast<std::int64_t>(variable->offset);
    for (const SharedArray& array : kernel.shared) {
        if (array.name != variable->shortName || array.columns == 0) continue;
        fault.extent = extentOf(array.rows, array.columns);
        fault.element =
            elementAt(array.name, inside, static_cast<std::int64_t>(sizeOf(array.type)), array.rows, array.columns);
        return;
    }
    const std::uint64_t size =
        variable->size != 0 ? variable->size : sharedBytes - variable->offset;  // extern: the rest
    fault.extent = std::to_string(size) + " bytes";
    fault.element = variable->shortName + " + " + std::to_string(inside) + " bytes";
}

/// Elements of a buffer's type between its end and an address beyond it.
std::uint64_t elementsBeyond(const Fault& fault, const DeviceMemory& memory) {
    const std::optional<BufferId> nearest = memory.nearest(fault.address);
    if (fault.space != ptx::Space::Global || !nearest) return 0;
    const DeviceMemory::Allocation& allocation = memory.allocation(*nearest);
    return fault.address < allocation.end() ? 0 : (fault.address - allocation.end()) / sizeOf(allocation.buffer.type);
}

bool uninitialised(const std::uint8_t* flags, std::uint64_t offset, std::uint64_t bytes) {
    for (std::uint64_t word = offset / 4; word <= (offset + bytes - 1) / 4; ++word)
        if (flags[word] == 0) return true;
    return false;
}

/// The loop that an instruction is in, as the lines it spans: the shortest backward branch around it.
std::string loopAround(const ptx::Entry& entry, std::uint32_t instruction) {
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
    const ptx::SourceLocation& at = entry.instructions[instruction].source;
    for (std::uint32_t i = first; i <= last; ++i) {
        const ptx::SourceLocation& where = entry.instructions[i].source;
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
    for (std::size_t f = 1; f < entry.functions.size(); ++f)
        if (instruction >= entry.functions[f].first && instruction < entry.functions[f].end)
            return entry.functions[f].demangled;
    return {};
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
    m_fault.access = pending.op->access;
    m_fault.space = pending.space;
    m_fault.address = pending.address;
    m_fault.bytes = pending.op->bytes;
    m_fault.lanes = lanesAsWrong(pending, guardMask(*pending.op, warp.stack.back().mask));
    if (pending.space == ptx::Space::Shared)
        nameShared(m_fault, m_program->kernel(), m_program->entry(), m_sharedBytes);
    else if (pending.space == ptx::Space::Global)
        nameGlobal(m_fault, m_memory);
    if (m_fault.kind == Fault::Kind::OutOfBounds && m_fault.space == ptx::Space::Global && m_fault.buffer.empty()) {
        m_fault.kind = Fault::Kind::InvalidAddress;
        m_fault.detail = lookOf(m_fault.address);
    }
    addHint();
}

void Engine::addHint() {
    const ptx::Instruction& instruction = m_program->entry().instructions[m_fault.instruction];
    m_fault.hint = hintFor(m_fault, instruction, m_launch, elementsBeyond(m_fault, m_memory));
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
    m_fault.sourceLine = what.source.line;
    const std::vector<std::string>& files = m_program->kernel().module->files;
    if (what.source.line != 0 && what.source.file < files.size()) m_fault.sourceFile = files[what.source.file];
    m_fault.function = functionAt(m_program->entry(), instruction);
    addHint();
}

void Engine::faultOnBudget() {
    const WarpState& warp = m_warps[m_current];
    if (warp.finished() || m_faulted) return;
    makeFault(Fault::Kind::StepBudget, warp.pc(), m_current, static_cast<unsigned>(std::countr_zero(warp.active())));
    m_fault.lanes = warp.active();
    m_fault.detail = loopAround(m_program->entry(), warp.pc());
}

}  // namespace lanescope::simt
