// SPDX-License-Identifier: GPL-3.0-or-later
// Operands of what moves data: addresses, the registers that are loaded, stored, packed and unpacked.
#include <algorithm>

#include "core/simt/decode/decoder.h"

namespace lanescope::simt {

using program::Opcode;

bool Decoder::decodeMemory(const program::Instruction& instruction, Op& op) {
    const program::Operand& address = instruction.sources[0];
    op.elementBytes = static_cast<std::uint8_t>(program::bitsOf(instruction.type) / 8);
    op.vectorSize = instruction.vectorSize;
    op.bytes = static_cast<std::uint8_t>(op.elementBytes * op.vectorSize);
    op.pattern = m_program.m_patternCount++;
    if (op.bytes == 0 || op.bytes > 16) return false;
    if (address.kind != program::Operand::Kind::Address || !decodeAddress(address, op)) return false;
    return op.access == AccessKind::Atomic ? decodeOperands(instruction, op) : decodeTransfer(instruction, op);
}

/// from[0] and the offset: a register, the frame's beginning, the warp's slots, or a constant.
bool Decoder::decodeAddress(const program::Operand& address, Op& op) {
    if (address.reg != program::kNoRegister) {
        op.wideAddress = bitsOf(address.reg) == 64;
        const std::optional<Place> base = registerOf(address.reg, op.wideAddress ? 64 : 32);
        if (!base) return false;
        op.from[0] = *base;
        op.offset = address.offset;
        const bool alone = address.index == program::kNoRegister && address.scale == 1 && !isVariable(address);
        return alone || sumAddress(address, op);
    }
    if (isVariable(address)) {
        op.from[0] = variable(address);
        return true;
    }
    const std::optional<std::uint64_t> value = symbolValue(address);
    if (!value) return false;
    const bool bySymbol = address.symbol != 0xffffffffU;
    if (bySymbol && (address.space == program::Space::Local || address.space == program::Space::Slot)) {
        op.from[0] = address.space == program::Space::Slot ? m_program.m_slotPlace : m_program.m_stackPointerPlace;
        op.wideAddress = false;
        op.offset = static_cast<std::int64_t>(*value);
        return op.from[0] != kNowhere;
    }
    op.from[0] = immediate(*value, 64);
    return true;
}

/// The registers that are loaded or stored.
bool Decoder::decodeTransfer(const program::Instruction& instruction, Op& op) {
    const bool load = instruction.opcode == Opcode::Ld;
    if (instruction.vectorSize > 1) {
        for (unsigned k = 0; k < op.vectorSize; ++k) {
            if (instruction.vector[k] == program::kNoRegister) {
                if (!load) return false;
                continue;
            }
            const unsigned bits = bitsOf(instruction.vector[k]);
            const std::optional<Place> place = registerOf(instruction.vector[k], bits);
            if (!place || (op.registerBytes != 0 && op.registerBytes != bits / 8)) return false;
            op.registerBytes = static_cast<std::uint8_t>(bits / 8);
            op.vector[k] = *place;
        }
        return op.registerBytes != 0;
    }
    const program::Operand& value = load ? instruction.destination : instruction.sources[1];
    const unsigned bits = value.kind == program::Operand::Kind::Register
                              ? bitsOf(value.reg)
                              : std::max(16U, program::bitsOf(instruction.type));
    const std::optional<Place> place = load ? destination(value, bits) : source(value, bits);
    if (!place || bits < 16) return false;
    op.vector[0] = *place;
    op.registerBytes = static_cast<std::uint8_t>(bits / 8);
    return true;
}

/// Does it load a parameter by its name, at a multiple of its size? ptxas lets the others pass; they fault when they
/// are run.
bool Decoder::isParameter(const program::Instruction& instruction) const {
    const program::Operand& address = instruction.sources[0];
    if (instruction.space != program::Space::Param || address.reg != program::kNoRegister) return false;
    const std::optional<std::uint64_t> offset = symbolValue(address);
    const unsigned bytes = program::bitsOf(instruction.type) / 8 * instruction.vectorSize;
    return offset && bytes != 0 && *offset % bytes == 0;
}

bool Decoder::decodeParameterLoad(const program::Instruction& instruction, Op& op) {
    const std::optional<std::uint64_t> offset = symbolValue(instruction.sources[0]);
    const unsigned bytes = program::bitsOf(instruction.type) / 8;
    op.vectorSize = instruction.vectorSize;
    if (!offset || *offset > m_entry.parameterBytes || bytes * op.vectorSize > m_entry.parameterBytes - *offset)
        return false;
    for (unsigned k = 0; k < op.vectorSize; ++k) {
        const program::RegisterId reg = op.vectorSize > 1 ? instruction.vector[k] : instruction.destination.reg;
        if (reg == program::kNoRegister) continue;
        const unsigned bits = bitsOf(reg);
        const std::optional<Place> place = registerOf(reg, bits);
        if (!place || bits < 16 || (op.registerBytes != 0 && op.registerBytes != bits / 8)) return false;
        op.registerBytes = static_cast<std::uint8_t>(bits / 8);
        op.vector[k] = *place;
        Constant wanted;
        wanted.kind = Constant::Kind::Parameter;
        wanted.bits = *offset + std::uint64_t{k} * bytes;
        wanted.type = instruction.type;
        wanted.width = bits;
        op.from[k] = constant(wanted);
    }
    return op.registerBytes != 0;
}

/// As a load of global memory, with the address in shared memory beside it; lanes for which the last source does not
/// hold copy nothing but zeros.
bool Decoder::decodeAsyncCopy(const program::Instruction& instruction, Op& op) {
    Op shared;
    if (!decodeAddress(instruction.sources[0], shared) || !decodeAddress(instruction.sources[1], op)) return false;
    op.from[1] = shared.from[0];
    op.sharedOffset = static_cast<std::int32_t>(shared.offset);
    op.wideShared = shared.wideAddress;
    op.space = program::Space::Global;
    op.bytes = op.elementBytes = instruction.vectorSize;
    op.pattern = m_program.m_patternCount++;
    if (!decodeMore(instruction, op)) return false;
    if (instruction.sourceCount < 3) return op.bytes == 4 || op.bytes == 8 || op.bytes == 16;
    const std::optional<Place> size = source(instruction.sources[2], 32);
    if (!size) return false;
    op.from[2] = *size;
    return op.bytes == 4 || op.bytes == 8 || op.bytes == 16;
}

/// from[0] = the object, from[1] = the operand behind it; registerBytes tells what kind of answer is wanted.
bool Decoder::decodeMbarrier(const program::Instruction& instruction, Op& op) {
    using enum program::MbarrierOp;
    const program::MbarrierOp what = instruction.mbarrierOp;
    op.bytes = op.elementBytes = 8;
    const bool waits = what == TestWait || what == TryWait;
    const unsigned answer = waits ? 1 : what == PendingCount ? 32 : 64;
    if (instruction.destination.kind == program::Operand::Kind::Register) {
        const std::optional<Place> to = destination(instruction.destination, answer);
        if (!to) return false;
        op.to = *to;
        op.registerBytes = static_cast<std::uint8_t>(answer == 1 ? 1 : answer / 8);
    }
    if (what == PendingCount) {
        const std::optional<Place> state = source(instruction.sources[0], 64);
        if (!state || op.to == kNowhere) return false;
        op.from[0] = *state;
        return true;
    }
    if (!decodeAddress(instruction.sources[0], op)) return false;
    if (instruction.sourceCount < 2) return what != Init && !waits;
    const bool wide =
        (waits && !instruction.parity) || (what == Init && instruction.barrierLayout != program::BarrierLayout::Own);
    const std::optional<Place> operand = source(instruction.sources[1], wide ? 64 : 32);
    if (!operand) return false;
    op.from[1] = *operand;
    return true;
}

/// mov of a local variable's address: from[0] = where the frame begins, from[1] = the distance from there.
bool Decoder::decodeLocalSymbol(const program::Instruction& instruction, Op& op) {
    const unsigned bits = program::bitsOf(instruction.type);
    const std::optional<std::uint64_t> distance = symbolValue(instruction.sources[0]);
    const std::optional<Place> to = destination(instruction.destination, bits);
    if (instruction.opcode != Opcode::Mov || bits < 32 || !distance || !to || m_program.m_stackPointerPlace == kNowhere)
        return false;
    op.to = *to;
    op.from[0] = m_program.m_stackPointerPlace;
    op.from[1] = immediate(*distance, 32);
    return true;
}

/// Packing has a destination and takes the vector, unpacking fills the vector from its source.
bool Decoder::decodeVectorMove(const program::Instruction& instruction, Op& op) {
    const bool packs = instruction.sourceCount == 0;
    const unsigned bits = program::bitsOf(instruction.type);
    const unsigned part = bits / instruction.vectorSize;
    const program::Operand& whole = packs ? instruction.destination : instruction.sources[0];
    const std::optional<Place> place = packs ? destination(whole, bits) : source(whole, bits);
    if (!place || part < 16) return false;
    (packs ? op.to : op.from[0]) = *place;
    op.vectorSize = instruction.vectorSize;
    op.registerBytes = static_cast<std::uint8_t>(part / 8);
    for (unsigned k = 0; k < op.vectorSize; ++k) {
        if (instruction.vector[k] == program::kNoRegister) {
            if (packs) return false;
            continue;
        }
        const std::optional<Place> element = registerOf(instruction.vector[k], part);
        if (!element) return false;
        op.vector[k] = *element;
    }
    return true;
}

}  // namespace lanescope::simt
