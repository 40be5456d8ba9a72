// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/parallelism.h"

#include <algorithm>
#include <cstddef>
#include <map>

#include "core/program/dataflow.h"
#include "core/program/loops.h"

namespace lanescope {
namespace {

using program::BasicBlock;
using program::Instruction;
using program::Opcode;
using simt::AccessKind;
using simt::SiteCounts;

bool isSpecial(const Instruction& instruction) {
    switch (instruction.opcode) {
        case Opcode::Sin:
        case Opcode::Cos:
        case Opcode::Ex2:
        case Opcode::Lg2:
        case Opcode::Rsqrt:
        case Opcode::Tanh: return true;
        case Opcode::Rcp:
        case Opcode::Sqrt: return instruction.rounding == program::Rounding::Approx;
        default: return false;
    }
}

/// Longest chains in a basic block.
struct Chains {
    double instructions = 0;  ///< of any instructions
    double loads = 0;         ///< counting loads of global memory only
};

Chains chainsOf(const program::Entry& entry, const BasicBlock& block, std::span<const SiteCounts> sites) {
    std::map<program::RegisterId, Chains> ends;  ///< of the chain that ends in a register's value
    Chains longest;
    for (std::uint32_t i = block.first; i < block.end; ++i) {
        const Instruction& instruction = entry.instructions[i];
        Chains chain;
        for (const program::RegisterId reg : program::registersRead(instruction)) {
            const auto end = ends.find(reg);
            if (end == ends.end()) continue;
            chain.instructions = std::max(chain.instructions, end->second.instructions);
            chain.loads = std::max(chain.loads, end->second.loads);
        }
        chain.instructions += 1;
        if (sites[i].access == AccessKind::Load && sites[i].global.requests > 0) chain.loads += 1;
        for (const program::RegisterId reg : program::registersWritten(instruction)) ends[reg] = chain;
        longest.instructions = std::max(longest.instructions, chain.instructions);
        longest.loads = std::max(longest.loads, chain.loads);
    }
    return longest;
}

class Shares {
public:
    Shares(const program::Entry& entry, std::span<const SiteCounts> sites, double warps)
        : m_entry(entry), m_sites(sites), m_warps(warps), m_loops(program::edgesOf(entry)) {}

    [[nodiscard]] double runs(std::uint32_t block) const {
        return static_cast<double>(m_sites[m_entry.blocks[block].first].warps);
    }

    /// ρ
    [[nodiscard]] double of(std::uint32_t block) const {
        const std::uint32_t header = headerAround(block);
        const double entered = header == program::Loops::kNone ? m_warps : runs(header);
        const double share = entered > 0 ? std::min(1.0, runs(block) / entered) : 0;
        return header == program::Loops::kNone ? share : share * of(header);
    }

private:
    /// The header of the smallest loop that holds the block and that it is not the header of.
    [[nodiscard]] std::uint32_t headerAround(std::uint32_t block) const {
        std::uint32_t loop = m_loops.around(block);
        if (loop != program::Loops::kNone && m_loops.all()[loop].header == block) loop = m_loops.all()[loop].parent;
        return loop == program::Loops::kNone ? loop : m_loops.all()[loop].header;
    }

    const program::Entry& m_entry;
    std::span<const SiteCounts> m_sites;
    double m_warps;
    program::Loops m_loops;
};

void addRequests(LaunchProfile& profile, std::span<const SiteCounts> sites) {
    constexpr double kSector = 32;
    double requests = 0;
    double sectors = 0;
    for (const SiteCounts& site : sites) {
        if (site.access != AccessKind::Load && site.access != AccessKind::Store) continue;
        const auto asked = static_cast<double>(site.global.requests);
        const double fewest = std::max(asked, static_cast<double>(site.global.bytes) / kSector);
        const auto taken = static_cast<double>(site.global.sectors);
        if (asked <= 0 || taken < 2 * fewest) continue;
        requests += asked;
        sectors += taken;
    }
    profile.uncoalesced = requests / profile.warps();
    profile.transactionsOfUncoalesced = requests > 0 ? sectors / requests : 1;
}

}  // namespace

void addParallelism(LaunchProfile& profile, const Kernel& kernel, std::span<const SiteCounts> sites) {
    const program::Entry& entry = kernel.code();
    if (sites.size() != entry.instructions.size() || profile.warps() <= 0) return;
    addRequests(profile, sites);
    const Shares shares(entry, sites, profile.warps());
    double instructions = 0;
    double chained = 0;
    double loads = 0;
    double chainedLoads = 0;
    double special = 0;
    double lines = 0;
    double weighted = 0;
    for (std::uint32_t b = 0; b < entry.blocks.size(); ++b) {
        const BasicBlock& block = entry.blocks[b];
        const double runs = shares.runs(b);
        if (runs <= 0) continue;
        const Chains longest = chainsOf(entry, block, sites);
        const double length = block.end - block.first;
        instructions += runs * length;
        chained += runs * longest.instructions;
        chainedLoads += runs * longest.loads;
        lines += length;
        weighted += length * shares.of(b);
        for (std::uint32_t i = block.first; i < block.end; ++i) {
            if (sites[i].access == AccessKind::Load && sites[i].global.requests > 0) loads += runs;
            if (isSpecial(entry.instructions[i])) special += static_cast<double>(sites[i].warps);
        }
    }
    profile.specialInstructions = special / profile.warps();
    if (chained > 0) profile.ilp = instructions / chained;
    profile.mlp = chainedLoads > 0 ? std::max(1.0, loads / chainedLoads) : 1;
    if (lines > 0) profile.warpShare = weighted / lines;
}

}  // namespace lanescope
