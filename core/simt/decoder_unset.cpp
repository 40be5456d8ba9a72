// SPDX-License-Identifier: GPL-3.0-or-later
// Loads that may find words to which nothing has been written, though the program is right. nvcc makes them of
// assignments to bit fields (the word is loaded, changed and stored) and, with -G, of copies of structures: padding is
// copied byte by byte. What becomes of a loaded value tells. NVIDIA's own headers hand on values that nobody has set,
// and read one element too many where it is not used (cub::BlockMergeSort): that is no mistake of who includes them.
#include <algorithm>
#include <array>
#include <string_view>

#include "core/ptx/dataflow.h"
#include "core/simt/decoder.h"

namespace lanescope::simt {
namespace {

using ptx::Opcode;
using ptx::Operand;
using ptx::RegisterId;

constexpr unsigned kMostSteps = 8;  ///< from a load to the store

/// Is it a header of CUB, Thrust, libcu++ or cooperative groups?
bool isOfLibrary(std::string_view file) {
    constexpr std::array<std::string_view, 4> kFolders{"/cccl/", "/cub/", "/thrust/", "/cooperative_groups"};
    return std::ranges::any_of(kFolders, [file](std::string_view f) { return file.find(f) != std::string_view::npos; });
}

class UnsetReads {
public:
    explicit UnsetReads(const ptx::Entry& entry) : m_uses(entry.registers.size()) {
        for (const ptx::Instruction& instruction : entry.instructions)
            for (const RegisterId reg : ptx::registersRead(instruction)) m_uses[reg].push_back(&instruction);
    }

    [[nodiscard]] UnsetRead of(const ptx::Instruction& load) const {
        const std::vector<RegisterId> loaded = ptx::registersWritten(load);
        const auto all = [&](auto harmless) { return !loaded.empty() && std::ranges::all_of(loaded, harmless); };
        if (load.vectorSize == 1 && all([&](RegisterId reg) { return isPutBack(reg, load, kMostSteps); }))
            return UnsetRead::Right;
        return all([&](RegisterId reg) { return isCopied(reg, load); }) ? UnsetRead::RightInLocal : UnsetRead::Wrong;
    }

private:
    /// Is it stored, and nothing else?
    static bool isStored(RegisterId reg, const ptx::Instruction& use) {
        return use.opcode == Opcode::St && use.guard != reg && use.sources[0].reg != reg;
    }
    [[nodiscard]] bool isCopied(RegisterId reg, const ptx::Instruction& load) const {
        const auto copies = [&](const ptx::Instruction* use) {
            const bool bytes = ptx::bitsOf(load.type) == 8 && ptx::bitsOf(use->type) == 8;
            return isStored(reg, *use) && (bytes || use->space == ptx::Space::Slot);
        };
        return !m_uses[reg].empty() && std::ranges::all_of(m_uses[reg], copies);
    }
    /// Is it, with some bits masked out and others put in, only stored where the load was from?
    [[nodiscard]] bool isPutBack(RegisterId reg, const ptx::Instruction& load, unsigned steps) const {
        if (steps == 0 || m_uses[reg].empty()) return false;
        return std::ranges::all_of(m_uses[reg], [&](const ptx::Instruction* use) {
            if (isStored(reg, *use)) return steps < kMostSteps && isSamePlace(use->sources[0], load.sources[0]);
            return keepsRest(reg, *use) && isPutBack(use->destination.reg, load, steps - 1);
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
};

}  // namespace

void Decoder::findUnsetReads() {
    const std::vector<std::string>& files = m_program.m_kernel->module->files;
    std::vector<bool> library;
    for (const std::string& file : files) library.push_back(isOfLibrary(file));
    const UnsetReads reads(m_entry);
    for (Op& op : m_program.m_ops) {
        if (op.access != AccessKind::Load || op.source->opcode != Opcode::Ld) continue;
        const ptx::SourceLocation& at = op.source->source;
        const bool theirs = at.line != 0 && at.file < library.size() && library[at.file];
        op.unsetRead = theirs ? UnsetRead::Right : reads.of(*op.source);
    }
}

}  // namespace lanescope::simt
