// SPDX-License-Identifier: GPL-3.0-or-later
// What machine code needs beside its handlers: operands with a sign, addresses of several registers, predicates in a
// row, and pairs of registers. A pair lies as 64 bits a lane beside its words (program::Register::halves); who writes
// one writes the other, but only where somebody may read it before it is written again.
#include <algorithm>

#include "core/program/dataflow.h"
#include "core/simt/decode/decoder.h"

namespace lanescope::simt {
namespace {

using program::Opcode;
using program::RegisterId;

/// Which values may still be read, in the forms that they lie in: 2r is register r by itself, 2r + 1 its place in the
/// pair.
using Live = std::vector<bool>;

struct Pairs {
    explicit Pairs(const program::Entry& e) : entry(e), pairOf(e.registers.size(), program::kNoRegister) {
        for (RegisterId r = 0; r < e.registers.size(); ++r)
            for (const RegisterId half : e.registers[r].halves)
                if (half != program::kNoRegister) pairOf[half] = r, any = true;
    }
    [[nodiscard]] bool isPair(RegisterId reg) const { return entry.registers[reg].halves[0] != program::kNoRegister; }

    void step(const program::Instruction& instruction, Live& live) const {
        if (instruction.guard == program::kNoRegister)
            for (const RegisterId reg : registersWritten(instruction)) set(live, reg, true, false);
        for (const RegisterId reg : registersRead(instruction)) set(live, reg, false, true);
    }
    /// What may be read behind each block.
    [[nodiscard]] std::vector<Live> behindBlocks() const {
        std::vector<Live> before(entry.blocks.size() + 1, Live(2 * entry.registers.size()));
        std::vector<Live> behind(entry.blocks.size(), Live(2 * entry.registers.size()));
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t b = entry.blocks.size(); b-- > 0;) {
                const program::BasicBlock& block = entry.blocks[b];
                for (const std::uint32_t next : block.successors)
                    for (std::size_t k = 0; k < behind[b].size(); ++k)
                        if (before[next][k]) behind[b][k] = true;
                Live live = behind[b];
                for (std::uint32_t index = block.end; index-- > block.first;) step(entry.instructions[index], live);
                changed = changed || live != before[b];
                before[b] = std::move(live);
            }
        }
        return behind;
    }

    const program::Entry& entry;
    std::vector<RegisterId> pairOf;
    bool any = false;

private:
    /// A write ends both forms, a read wants the one that it reads.
    void set(Live& live, RegisterId reg, bool bothForms, bool value) const {
        if (!isPair(reg)) {
            live[2 * reg] = value;
            if (bothForms) live[2 * reg + 1] = value;
            return;
        }
        for (const RegisterId half : entry.registers[reg].halves) {
            live[2 * half + 1] = value;
            if (bothForms) live[2 * half] = value;
        }
    }
};

bool handlesItsSigns(Opcode opcode) { return opcode == Opcode::Add3 || opcode == Opcode::ShiftAdd; }

}  // namespace

Place Decoder::scratch() {
    if (m_scratchUsed == m_scratch.size()) {
        m_scratch.push_back(m_program.m_warpBytes);
        m_program.m_warpBytes += laneBytes(64);
    }
    return m_scratch[m_scratchUsed++];
}

/// Where the operand's value is with its modifiers.
Place Decoder::modified(const program::Operand& operand, Place place, unsigned bits,
                        const program::Instruction& instruction) {
    Rearrangement change;
    change.absolute = operand.absolute;
    change.negative = operand.negative && !handlesItsSigns(instruction.opcode);
    change.inverted = operand.inverted;
    const bool isValue = operand.kind != program::Operand::Kind::Symbol;
    if (isValue) change.portion = operand.portion;
    if (!change.absolute && !change.negative && !change.inverted && change.portion == program::Portion::All)
        return place;
    const bool converts = instruction.opcode == Opcode::Cvt || instruction.opcode == Opcode::Set;
    const program::Type type = converts ? instruction.sourceType : instruction.type;
    change.isFloat = isFloat(type);
    if (bits == 0) bits = operand.kind == program::Operand::Kind::Register ? bitsOf(operand.reg) : 32;
    const bool halves = type == program::Type::F16x2 || type == program::Type::BF16x2 || type == program::Type::F16;
    change.kind = halves       ? Rearrangement::Kind::Halves
                  : bits == 64 ? Rearrangement::Kind::Wide
                               : Rearrangement::Kind::Word;
    change.from = place;
    change.to = scratch();
    m_before.push_back(change);
    return change.to;
}

/// A predicate made of the highest bits of a register.
Place Decoder::signsOf(Place place) {
    Rearrangement change;
    change.kind = Rearrangement::Kind::Signs;
    change.from = place;
    change.to = scratch();
    m_before.push_back(change);
    return change.to;
}

/// The address register is the sum of two.
bool Decoder::sumAddress(const program::Operand& address, Op& op) {
    Rearrangement sum;
    sum.from = op.from[0];
    sum.wideFrom = op.wideAddress;
    sum.scale = address.scale;
    sum.index = immediate(0, 32);
    if (isVariable(address)) {
        sum.index = variable(address);
        sum.wideIndex = true;
        op.offset = 0;
    } else if (address.index != program::kNoRegister) {
        sum.wideIndex = bitsOf(address.index) == 64;
        sum.index = m_program.m_registerPlaces[address.index];
    }
    op.wideAddress = sum.wideFrom || sum.wideIndex;
    sum.kind = op.wideAddress ? Rearrangement::Kind::Address64 : Rearrangement::Kind::Address;
    sum.to = scratch();
    op.from[0] = sum.to;
    op.ownAddress = true;
    m_before.push_back(sum);
    return true;
}

/// The operands that only machine code has.
bool Decoder::decodeMore(const program::Instruction& instruction, Op& op) {
    using Kind = program::Operand::Kind;
    if (instruction.destination3.kind != Kind::None) {
        const std::optional<Place> to = destination(instruction.destination3, 1);
        if (!to) return false;
        op.to3 = *to;
    }
    if (instruction.lastSource.kind != Kind::None) {
        const std::optional<Place> last = source(instruction.lastSource, 1);
        if (!last) return false;
        op.last = *last;
    }
    if (instruction.opcode != Opcode::PackPredicates && instruction.opcode != Opcode::UnpackPredicates) return true;
    for (std::size_t k = 0; k < instruction.predicates.size(); ++k) {
        const std::optional<Place> place = registerOf(instruction.predicates[k], 1);
        if (!place || (k != 0 && *place != op.vector[0] + k * laneBytes(1))) return false;
        if (k == 0) op.vector[0] = *place;
    }
    return true;
}

/// What comes before and after each instruction.
void Decoder::findPairs() {
    const Pairs pairs(m_entry);
    m_allBefore.resize(m_entry.instructions.size());
    std::vector<Live> behind;
    if (pairs.any) behind = pairs.behindBlocks();
    for (std::size_t b = 0; b < m_entry.blocks.size(); ++b) {
        const program::BasicBlock& block = m_entry.blocks[b];
        for (std::uint32_t index = block.end; index-- > block.first;) {
            const program::Instruction& instruction = m_entry.instructions[index];
            Op& op = m_program.m_ops[index];
            m_before = std::move(m_allBefore[index]);
            std::vector<Rearrangement> after;
            const auto also = [&](Rearrangement::Kind kind, RegisterId from, RegisterId to) {
                Rearrangement more;
                more.kind = kind;
                more.from = from == program::kNoRegister ? kNowhere : m_program.m_registerPlaces[from];
                more.to = m_program.m_registerPlaces[to];
                after.push_back(more);
            };
            using enum Rearrangement::Kind;
            const std::vector<RegisterId> written =
                pairs.any || instruction.broadcast ? registersWritten(instruction) : std::vector<RegisterId>();
            if (instruction.broadcast)
                for (const RegisterId reg : written)
                    if (instruction.opcode != Opcode::Elect || bitsOf(reg) != 1)
                        also(bitsOf(reg) == 1 ? SpreadPredicate : Spread, program::kNoRegister, reg);
            for (const RegisterId reg : written) {
                if (!pairs.any) break;
                const auto& halves = m_entry.registers[reg].halves;
                if (pairs.isPair(reg)) {
                    if (behind[b][2 * halves[0]]) also(LowOf, reg, halves[0]);
                    if (behind[b][2 * halves[1]]) also(HighOf, reg, halves[1]);
                } else if (const RegisterId pair = pairs.pairOf[reg]; pair != program::kNoRegister) {
                    if (behind[b][2 * reg + 1]) also(m_entry.registers[pair].halves[0] == reg ? Low : High, reg, pair);
                }
            }
            keepRearrangements(op, after);
            if (pairs.any) pairs.step(instruction, behind[b]);
        }
    }
}

void Decoder::keepRearrangements(Op& op, const std::vector<Rearrangement>& after) {
    if (m_before.empty() && after.empty()) return;
    auto all = std::make_unique<Rearrangement[]>(m_before.size() + after.size());
    std::copy(after.begin(), after.end(), std::copy(m_before.begin(), m_before.end(), all.get()));
    op.before = static_cast<std::uint8_t>(m_before.size());
    op.after = static_cast<std::uint8_t>(after.size());
    op.rearrangements = all.get();
    m_program.m_rearrangements.push_back(std::move(all));
}

}  // namespace lanescope::simt
