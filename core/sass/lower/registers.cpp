// SPDX-License-Identifier: GPL-3.0-or-later
// Registers of the hardware, each with several live ranges, become registers with one.
#include <algorithm>
#include <array>
#include <map>
#include <span>

#include "core/program/dataflow.h"
#include "core/sass/lower/live_ranges.h"

namespace lanescope::sass {
namespace {

using program::Entry;
using program::Instruction;
using program::kNoRegister;
using program::Opcode;
using program::Operand;
using program::RegisterId;

bool isPair(const Entry& entry, RegisterId reg) { return entry.registers[reg].halves[0] != kNoRegister; }

/// The first range of a register keeps its number.
class Renaming {
public:
    Renaming(Entry& entry, const LiveRanges& ranges)
        : m_entry(entry), m_ranges(ranges), m_old(entry.registers), m_taken(entry.registers.size()) {}

    void apply(std::uint32_t instruction) {
        Instruction& what = m_entry.instructions[instruction];
        for (const program::NamedRegister& named : program::registersNamed(what)) {
            const auto rangeOf = [&](RegisterId word) {
                return named.written ? m_ranges.ofWritten(instruction, word) : m_ranges.ofRead(instruction, word);
            };
            *named.reg =
                m_old[*named.reg].halves[0] == kNoRegister ? word(*named.reg, rangeOf) : pair(*named.reg, rangeOf);
        }
    }

private:
    template <typename RangeOf>
    RegisterId word(RegisterId old, RangeOf rangeOf) {
        return m_ranges.has(old) ? numberOf(m_words, rangeOf(old), old) : old;
    }
    template <typename RangeOf>
    RegisterId pair(RegisterId old, RangeOf rangeOf) {
        const auto [low, high] = m_old[old].halves;
        if (!m_ranges.has(low)) return old;
        const RegisterId number = numberOf(m_pairs, rangeOf(low), old);
        const std::array halves{word(low, rangeOf), word(high, rangeOf)};  // may make registers
        m_entry.registers[number].halves = halves;
        return number;
    }
    RegisterId numberOf(std::map<std::uint32_t, RegisterId>& known, std::uint32_t range, RegisterId old) {
        const auto [at, isNew] = known.try_emplace(range, old);
        if (!isNew || !m_taken[old]) {
            m_taken[old] = true;
            return at->second;
        }
        m_entry.registers.push_back({m_old[old].name, m_old[old].type});
        return at->second = static_cast<RegisterId>(m_entry.registers.size() - 1);
    }

    Entry& m_entry;
    const LiveRanges& m_ranges;
    const std::vector<program::Register> m_old;
    std::vector<bool> m_taken;                    ///< by old register
    std::map<std::uint32_t, RegisterId> m_words;  ///< by range
    std::map<std::uint32_t, RegisterId> m_pairs;  ///< by the range of the low word
};

bool movesData(const Instruction& what) { return what.opcode == Opcode::Ld || what.opcode == Opcode::St; }

/// What is loaded or stored: registers that are not the address.
std::vector<RegisterId> dataOf(const Instruction& what) {
    if (what.vectorSize > 1) return {what.vector.begin(), what.vector.begin() + what.vectorSize};
    const Operand& data = what.opcode == Opcode::Ld ? what.destination : what.sources[1];
    return {data.kind == Operand::Kind::Register ? data.reg : kNoRegister};
}

/// Two floats side by side are loaded as 64 bits, as a double is; what works with them tells which of the two they are.
class Elements {
public:
    explicit Elements(Entry& entry) : m_entry(entry), m_whole(entry.registers.size()), m_apart(entry.registers.size()) {
        std::vector<bool> named(entry.registers.size());
        for (Instruction& what : entry.instructions) {
            const std::vector<RegisterId> data = movesData(what) ? dataOf(what) : std::vector<RegisterId>();
            const bool copies = what.opcode == Opcode::Mov;
            for (const program::NamedRegister& reg : program::registersNamed(what)) {
                named[*reg.reg] = true;
                if (!copies && std::ranges::find(data, *reg.reg) == data.end()) m_whole[*reg.reg] = true;
            }
            if (movesData(what) && what.sources[0].reg != kNoRegister) m_whole[what.sources[0].reg] = true;
        }
        for (RegisterId reg = 0; reg < entry.registers.size(); ++reg)
            if (isPair(entry, reg))
                m_apart[reg] = named[entry.registers[reg].halves[0]] || named[entry.registers[reg].halves[1]];
    }

    void takeApart(Instruction& what) const {
        if (!movesData(what) || program::bitsOf(what.type) != 64) return;
        const std::vector<RegisterId> data = dataOf(what);
        const auto isOfWords = [&](RegisterId reg) {
            return reg != kNoRegister && isPair(m_entry, reg) && !m_whole[reg];
        };
        if (data.size() > 2 || !std::ranges::all_of(data, isOfWords)) return;
        if (std::ranges::none_of(data, [&](RegisterId reg) { return m_apart[reg]; })) return;
        what.type = program::Type::B32;
        what.vectorSize = static_cast<std::uint8_t>(2 * data.size());
        for (std::size_t k = 0; k < data.size(); ++k)
            for (std::size_t half = 0; half < 2; ++half)
                what.vector[2 * k + half] = m_entry.registers[data[k]].halves[half];
        what.destination = {};
        what.sources[1] = {};
        what.sourceCount = 1;
    }

private:
    const Entry& m_entry;
    std::vector<bool> m_whole;  ///< by register: something else is done with it than to copy it
    std::vector<bool> m_apart;  ///< by pair: one of its words is named
};

}  // namespace

void separateLiveRanges(Entry& entry, const std::vector<std::uint32_t>& calls) {
    const LiveRanges ranges(entry, calls);
    Renaming renaming(entry, ranges);
    for (std::uint32_t i = 0; i < entry.instructions.size(); ++i) renaming.apply(i);
    const Elements elements(entry);
    for (Instruction& what : entry.instructions) elements.takeApart(what);
}

}  // namespace lanescope::sass
