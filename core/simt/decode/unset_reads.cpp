// SPDX-License-Identifier: GPL-3.0-or-later
// Loads that may find words to which nothing has been written, though the program is right. nvcc makes them of
// assignments to bit fields (the word is loaded, changed and stored) and of copies of structures: their padding is
// copied with them. What becomes of a loaded value tells, and what the compiler says of its bytes (nvcc does of copies
// of less than 128 bytes; larger ones, and memcpy, are loops without a line in the source).
#include <algorithm>
#include <set>

#include "core/program/dataflow.h"
#include "core/simt/decode/decoder.h"
#include "core/simt/decode/library_code.h"

namespace lanescope::simt {
namespace {

using program::Opcode;
using program::Operand;
using program::RegisterId;

constexpr std::size_t kMostSteps = 64;  ///< registers that are looked at between a load and the store

class UnsetReads {
public:
    explicit UnsetReads(const program::Entry& entry)
        : m_uses(entry.registers.size()), m_copied(entry.registers.size()) {
        for (const program::Instruction& instruction : entry.instructions) {
            for (const RegisterId reg : program::registersRead(instruction)) m_uses[reg].push_back(&instruction);
            m_hasLines = m_hasLines || instruction.source.line != 0;
        }
    }

    [[nodiscard]] UnsetRead of(const program::Instruction& load) const {
        return {.anywhere = isPutBack(load, true),
                .inLocal = isPutBack(load, false) || isHandedOn(load),
                .inBlock = false,
                .besides = besidesOf(load)};
    }

private:
    /// Is it stored, and nothing else?
    static bool isStored(RegisterId reg, const program::Instruction& use) {
        return use.opcode == Opcode::St && use.guard != reg && use.sources[0].reg != reg;
    }
    template <typename F>
    [[nodiscard]] bool eachUse(RegisterId reg, F test) const {
        return std::ranges::all_of(m_uses[reg], [&](const program::Instruction* use) { return test(*use); });
    }
    [[nodiscard]] bool isCopied(RegisterId reg) const {
        if (!m_copied[reg])
            m_copied[reg] = eachUse(reg, [&](const program::Instruction& use) { return isStored(reg, use); });
        return *m_copied[reg];
    }
    /// Is it only stored into an argument or the result of a function?
    [[nodiscard]] bool isHandedOn(const program::Instruction& load) const {
        return std::ranges::all_of(program::registersWritten(load), [&](RegisterId reg) {
            return !m_uses[reg].empty() && isCopied(reg) &&
                   eachUse(reg, [](const program::Instruction& use) { return use.space == program::Space::Slot; });
        });
    }
    /// See UnsetRead::besides. Vectors and 64 bits at once are how structures are copied; numbers are copied so too,
    /// but seldom by halves.
    [[nodiscard]] std::uint8_t besidesOf(const program::Instruction& load) const {
        constexpr std::uint8_t kMadeByTheCompiler = 16;
        const auto copied = [&](RegisterId reg) { return isCopied(reg); };
        if (load.usedBytes != program::kAllBytes || std::ranges::none_of(program::registersWritten(load), copied))
            return 0;
        const unsigned bytes = load.vectorSize * program::bitsOf(load.type) / 8;
        if (bytes >= 8) return static_cast<std::uint8_t>(bytes);
        return m_hasLines && load.source.line == 0 ? kMadeByTheCompiler : 0;
    }

    /// Is it, with some bits put in, stored where the load was from? What has been put back may be used as well.
    /// `masked`: are bits taken out before? If not, all bits of the field are set to one, or a number is changed that
    /// nobody has set.
    [[nodiscard]] bool isPutBack(const program::Instruction& load, bool masked) const {
        std::set<std::pair<RegisterId, bool>> seen;
        return load.vectorSize == 1 && isPutBack(load.destination.reg, load, masked, seen);
    }
    [[nodiscard]] bool isPutBack(RegisterId reg, const program::Instruction& load, bool needsMask,
                                 std::set<std::pair<RegisterId, bool>>& seen) const {
        const auto putsBack = [&](const program::Instruction* use) {
            return isStored(reg, *use) && isSamePlace(use->sources[0], load.sources[0]);
        };
        const bool changed = reg != load.destination.reg;
        if (changed && !needsMask && std::ranges::any_of(m_uses[reg], putsBack)) return true;
        if (m_uses[reg].empty() || seen.size() > kMostSteps) return false;
        if (!seen.emplace(reg, needsMask).second) return true;  // it depends on what is being looked at
        return eachUse(reg, [&](const program::Instruction& use) {
            return keepsRest(reg, use) &&
                   isPutBack(use.destination.reg, load, needsMask && use.opcode == Opcode::Or, seen);
        });
    }
    static bool keepsRest(RegisterId reg, const program::Instruction& use) {
        if (use.guard != program::kNoRegister || use.destination.kind != Operand::Kind::Register) return false;
        if (use.opcode == Opcode::Bfi) return use.sources[1].reg == reg && use.sources[0].reg != reg;
        if (use.opcode == Opcode::And) return use.sources[1].kind == Operand::Kind::Immediate;
        return use.opcode == Opcode::Or;
    }
    static bool isSamePlace(const Operand& a, const Operand& b) {
        return a.reg == b.reg && a.offset == b.offset && a.symbol == b.symbol;
    }

    std::vector<std::vector<const program::Instruction*>> m_uses;
    mutable std::vector<std::optional<bool>> m_copied;  ///< by register, once it was asked for
    bool m_hasLines = false;                            ///< some instruction has a line of the source
};

/// Bit k: bytes of word k are used.
std::uint8_t usedWordsOf(const program::Instruction& load) {
    unsigned words = 0;
    for (unsigned k = 0; k < 8; ++k) words |= (load.usedBytes >> 4 * k & 15) != 0 ? 1U << k : 0;
    return static_cast<std::uint8_t>(words);
}

}  // namespace

void Decoder::findUnsetReads() {
    const std::vector<bool> library = libraryFiles(*m_program.m_kernel->module);
    const UnsetReads reads(m_entry);
    for (Op& op : m_program.m_ops) {
        if (op.access != AccessKind::Load || op.source->opcode != Opcode::Ld) continue;
        op.usedWords = usedWordsOf(*op.source);
        op.unset = reads.of(*op.source);
        op.unset.inBlock = isLibraryCode(*op.source, library);
    }
}

}  // namespace lanescope::simt
