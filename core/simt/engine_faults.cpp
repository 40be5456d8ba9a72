// SPDX-License-Identifier: GPL-3.0-or-later
// Turns what a handler found into a Fault that names thread, source line, buffer and element.
#include "core/simt/engine.h"

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

}  // namespace

void Engine::takePendingFault(WarpState& warp) {
    const PendingFault pending = m_machine.fault;
    const auto instruction = static_cast<std::uint32_t>(pending.op - m_program->ops().data());
    warp.stack.back().pc = instruction;
    makeFault(pending.kind, instruction, m_current, pending.lane);
    m_fault.access = pending.op->access;
    m_fault.space = pending.space;
    m_fault.address = pending.address;
    m_fault.bytes = pending.op->bytes;
    if (pending.space == ptx::Space::Shared)
        nameShared(m_fault, m_program->kernel(), m_program->entry(), m_sharedBytes);
    else
        nameGlobal(m_fault, m_memory);
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
}

void Engine::faultOnBudget() {
    const WarpState& warp = m_warps[m_current];
    if (warp.finished() || m_faulted) return;
    makeFault(Fault::Kind::StepBudget, warp.pc(), m_current, static_cast<unsigned>(std::countr_zero(warp.active())));
}

}  // namespace lanescope::simt
