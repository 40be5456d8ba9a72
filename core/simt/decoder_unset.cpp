// SPDX-License-Identifier: GPL-3.0-or-later
// Loads that may find words to which nothing has been written, though the program is right. nvcc makes them of
// assignments to bit fields (the word is loaded, changed and stored) and of copies of structures: their padding is
// copied with them. What becomes of a loaded value tells, and what the compiler says of its bytes.
#include <algorithm>
#include <charconv>

#include "core/ptx/dataflow.h"
#include "core/simt/decoder.h"
#include "core/simt/library_code.h"

namespace lanescope::simt {
namespace {

using ptx::Opcode;
using ptx::Operand;
using ptx::RegisterId;

constexpr unsigned kMostSteps = 8;  ///< from a load to the store

class UnsetReads {
public:
    /// `tellsPadding`: see Instruction::usedBytes.
    UnsetReads(const ptx::Entry& entry, bool tellsPadding)
        : m_uses(entry.registers.size()), m_tellsPadding(tellsPadding) {
        for (const ptx::Instruction& instruction : entry.instructions)
            for (const RegisterId reg : ptx::registersRead(instruction)) m_uses[reg].push_back(&instruction);
    }

    [[nodiscard]] UnsetRead of(const ptx::Instruction& load) const {
        if (isPutBack(load, true)) return UnsetRead::Right;
        if (isPutBack(load, false) || isHandedOn(load)) return UnsetRead::RightInLocal;
        const bool toldPadding = m_tellsPadding || load.usedBytes != ptx::kAllBytes;
        return load.vectorSize > 1 && !toldPadding ? UnsetRead::RightInPart : UnsetRead::Wrong;
    }

private:
    /// Is it stored, and nothing else?
    static bool isStored(RegisterId reg, const ptx::Instruction& use) {
        return use.opcode == Opcode::St && use.guard != reg && use.sources[0].reg != reg;
    }
    /// Is it only stored into an argument or the result of a function?
    [[nodiscard]] bool isHandedOn(const ptx::Instruction& load) const {
        return std::ranges::all_of(ptx::registersWritten(load), [&](RegisterId reg) {
            return !m_uses[reg].empty() && std::ranges::all_of(m_uses[reg], [&](const ptx::Instruction* use) {
                return isStored(reg, *use) && use->space == ptx::Space::Slot;
            });
        });
    }

    /// Is it, with some bits put in, stored where the load was from? What has been put back may be used as well.
    /// `masked`: are bits taken out before? If not, all bits of the field are set to one, or a number is changed that
    /// nobody has set.
    [[nodiscard]] bool isPutBack(const ptx::Instruction& load, bool masked) const {
        return load.vectorSize == 1 && isPutBack(load.destination.reg, load, kMostSteps, masked);
    }
    [[nodiscard]] bool isPutBack(RegisterId reg, const ptx::Instruction& load, unsigned steps, bool needsMask) const {
        const auto putsBack = [&](const ptx::Instruction* use) {
            return isStored(reg, *use) && isSamePlace(use->sources[0], load.sources[0]);
        };
        if (steps < kMostSteps && !needsMask && std::ranges::any_of(m_uses[reg], putsBack)) return true;
        return steps != 0 && !m_uses[reg].empty() && std::ranges::all_of(m_uses[reg], [&](const ptx::Instruction* use) {
                   return keepsRest(reg, *use) &&
                          isPutBack(use->destination.reg, load, steps - 1, needsMask && use->opcode == Opcode::Or);
               });
    }
    static bool keepsRest(RegisterId reg, const ptx::Instruction& use) {
        if (use.guard != ptx::kNoRegister || use.destination.kind != Operand::Kind::Register) return false;
        if (use.opcode == Opcode::Bfi) return use.sources[1].reg == reg && use.sources[0].reg != reg;
        if (use.opcode == Opcode::And) return use.sources[1].kind == Operand::Kind::Immediate;
        return use.opcode == Opcode::Or;
    }
    static bool isSamePlace(const Operand& a, const Operand& b) {
        return a.reg == b.reg && a.offset == b.offset && a.symbol == b.symbol;
    }

    std::vector<std::vector<const ptx::Instruction*>> m_uses;
    bool m_tellsPadding;
};

/// Does the compiler say which loaded bytes are padding? PTX can since 8.3.
bool tellsPadding(const ptx::Module& module) {
    double version = 0;
    std::from_chars(module.version.data(), module.version.data() + module.version.size(), version);
    return version >= 8.3;
}

/// Bit k: bytes of word k are used.
std::uint8_t usedWordsOf(const ptx::Instruction& load) {
    unsigned words = 0;
    for (unsigned k = 0; k < 8; ++k) words |= (load.usedBytes >> 4 * k & 15) != 0 ? 1U << k : 0;
    return static_cast<std::uint8_t>(words);
}

}  // namespace

void Decoder::findUnsetReads() {
    const ptx::Module& module = *m_program.m_kernel->module;
    const std::vector<bool> library = libraryFiles(module);
    const UnsetReads reads(m_entry, tellsPadding(module));
    for (Op& op : m_program.m_ops) {
        if (op.access != AccessKind::Load || op.source->opcode != Opcode::Ld) continue;
        op.usedWords = usedWordsOf(*op.source);
        op.unsetRead = isLibraryCode(*op.source, library) ? UnsetRead::RightInBlock : reads.of(*op.source);
    }
}

}  // namespace lanescope::simt
