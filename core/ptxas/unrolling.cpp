// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/unrolling.h"

#include <algorithm>
#include <optional>
#include <set>

#include "core/ptxas/instructions.h"

namespace lanescope::ptxas {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;

class Unrolling {
public:
    Unrolling(const KernelView& kernel, const MachineCode& code) : m_kernel(kernel), m_code(code) {}

    std::vector<UnrolledLoop> run() {
        const std::vector<ptx::Loops::Loop>& loops = m_kernel.graph.loops().all();
        for (std::uint32_t loop = 0; loop < loops.size(); ++loop)
            if (m_kernel.graph.isInnermost(loop)) unroll(loop, loops[loop].header);
        return std::move(m_unrolled);
    }

private:
    /// Does a line between the loop's label and its first instruction forbid unrolling?
    [[nodiscard]] bool mayNotUnroll(std::uint32_t block) const {
        constexpr std::uint32_t kFarthest = 8;
        const std::uint32_t line = m_kernel.at(m_kernel.block(block).first).line;
        for (std::uint32_t back = 1; back < std::min(line, kFarthest); ++back) {
            const std::string_view text = m_kernel.module.line(line - back);
            if (text.find("nounroll") != std::string_view::npos) return true;
            if (text.find(';') != std::string_view::npos) return false;
        }
        return false;
    }

    /// Is it `x = x + constant`?
    [[nodiscard]] bool stepsOn(const Instruction& instruction) const {
        return isStep(instruction) && m_kernel.flow.constant(instruction.sources[1]);
    }

    /// Is it a pointer that stands beside one of `pointers`, always as far from it?
    [[nodiscard]] bool isOffPointer(const Instruction& instruction, const std::set<ptx::RegisterId>& pointers,
                                    std::uint32_t first, std::uint32_t last) const {
        if (instruction.opcode != Opcode::Add || isFloat(instruction.type) || bitsOf(instruction.type) != 64 ||
            stepsOn(instruction))
            return false;
        const auto within = [&](std::uint32_t definition) {
            const std::uint32_t block = m_kernel.blockOf(definition);
            return block >= first && block <= last;
        };
        bool beside = false;
        for (unsigned s = 0; s < 2; ++s) {
            const Operand& source = instruction.sources.at(s);
            if (source.kind != Operand::Kind::Register) continue;
            const bool pointer = pointers.contains(source.reg);
            beside = beside || pointer;
            if (!pointer && std::ranges::any_of(m_kernel.flow.definitions(source.reg), within)) return false;
        }
        return beside;
    }

    /// Most machine instructions of a loop, besides its control, with which it is unrolled: loads are worth it.
    [[nodiscard]] double mostUnrolled(std::uint32_t first, std::uint32_t last) const {
        const auto loads = [&](auto is) {
            return static_cast<double>(std::count_if(m_kernel.entry.instructions.begin() + m_kernel.block(first).first,
                                                     m_kernel.entry.instructions.begin() + m_kernel.block(last).end,
                                                     is));
        };
        const double global = loads(isGlobalLoad);
        const double most = m_table.most + m_table.morePerSharedLoad * loads([](const Instruction& i) {
                                               return i.opcode == Opcode::Ld && i.space == ptx::Space::Shared;
                                           });
        return global > 0 ? std::max(m_table.mostWithGlobalLoads - global, most) : most;
    }

    /// The block from which a loop begins anew, if all that stand in it stand together in machine code.
    [[nodiscard]] std::optional<std::uint32_t> onlyLatch(std::uint32_t loop, std::uint32_t header) const {
        std::uint32_t latch = header;
        for (std::uint32_t b = header; b < m_kernel.graph.count() && m_kernel.graph.loopContains(loop, b); ++b)
            latch = b;
        for (std::uint32_t b = 0; b < m_kernel.graph.count(); ++b) {
            const bool within = b >= header && b <= latch;
            if (m_kernel.graph.loopContains(loop, b) != within) return std::nullopt;
            const bool branches = m_code.ends[b] != BlockEnd::Falls;
            if (within && branches != (b == latch)) return std::nullopt;
        }
        return m_code.ends[latch] == BlockEnd::Branch && m_kernel.blockOf(m_kernel.last(latch).target) == header
                   ? std::optional(latch)
                   : std::nullopt;
    }

    /// Does it depend on who comes along, so that there must not be two of it? Where all lanes do all rounds together,
    /// that matters for barriers only.
    [[nodiscard]] static bool staysWhereItIs(const Instruction& instruction, bool divergent) {
        switch (instruction.opcode) {
            case Opcode::Bar:
            case Opcode::Membar:
            case Opcode::Call: return true;
            case Opcode::Atom:
            case Opcode::Red:
            case Opcode::Shfl:
            case Opcode::Vote:
            case Opcode::Activemask:
            case Opcode::Match:
            case Opcode::Redux: return divergent;
            default: return false;
        }
    }

    /// How often a loop goes round whose counter begins and ends at constants.
    [[nodiscard]] std::optional<std::int64_t> roundsOf(const Instruction& compare, std::uint32_t header) const {
        const auto definitions = m_kernel.flow.definitions(compare.sources[0].reg);
        const auto bound = m_kernel.flow.constant(compare.sources[1]);
        if (definitions.size() != 2 || !bound || bitsOf(compare.type) != 32) return std::nullopt;
        const Instruction& begin = m_kernel.at(definitions[0]);
        const Instruction& step = m_kernel.at(definitions[1]);
        if (begin.opcode != Opcode::Mov || m_kernel.blockOf(definitions[0]) >= header || !stepsOn(step))
            return std::nullopt;
        const auto from = m_kernel.flow.constant(begin.sources[0]);
        const std::int64_t by = *m_kernel.flow.constant(step.sources[1]) * (step.opcode == Opcode::Sub ? -1 : 1);
        if (!from) return std::nullopt;
        const auto low = [](std::int64_t value) { return std::int64_t{static_cast<std::int32_t>(value)}; };
        std::int64_t rounds = 1;
        for (std::int64_t at = low(low(*from) + low(by)); rounds < m_table.knownRounds;
             at = low(at + low(by)), ++rounds) {
            using enum ptx::Comparison;
            const std::int64_t end = low(*bound);
            const bool again = compare.comparison == Ne   ? at != end
                               : compare.comparison == Lt ? at < end
                               : compare.comparison == Le ? at <= end
                               : compare.comparison == Gt ? at > end
                                                          : compare.comparison == Ge && at >= end;
            if (!again) return rounds;
        }
        return std::nullopt;
    }

    /// Is a loop of so many rounds laid out whole, with `size` instructions in each? Those are counted before they are
    /// joined: a sum that goes into a minimum is one of its own, and so is what is added to an address.
    [[nodiscard]] bool isLaidOut(double rounds, double size) const {
        if (size <= m_table.tinyRound) return true;
        if (size <= m_table.shortRound) return rounds * size <= m_table.shortTotal && rounds <= m_table.shortRounds;
        return rounds * size <= m_table.longTotal &&
               (size <= m_table.longRound || size <= m_table.longRoundAtLeast + m_table.longRoundShared / rounds);
    }
    /// How many of the rounds of a longer loop stand together; 0 = each is done by itself.
    [[nodiscard]] unsigned togetherOf(std::int64_t rounds, double size) const {
        const double each = std::max(size - m_table.togetherLess, m_table.togetherLeast);
        for (std::int64_t parts = 2; m_table.leastTogether * parts <= rounds; ++parts)
            if (rounds % parts == 0 && static_cast<double>(rounds / parts) * each <= m_table.togetherTotal)
                return static_cast<unsigned>(rounds / parts);
        return 0;
    }
    /// Of a round, see isLaidOut(). The control, counters and all else that steps on are gone when rounds stand
    /// together.
    [[nodiscard]] double sizeOf(std::uint32_t header, std::uint32_t latch, std::uint32_t test) const {
        double size = 0;
        for (std::uint32_t i = m_kernel.block(header).first; i < m_kernel.block(latch).end; ++i) {
            const Instruction& instruction = m_kernel.at(i);
            const bool gone = i == test || stepsOn(instruction) || instruction.opcode == Opcode::Bra;
            if (gone || !m_kernel.needed[i]) continue;
            const Operand& address = instruction.sources[0];
            const bool copies = instruction.opcode == Opcode::Mov || instruction.opcode == Opcode::Cvta;
            const bool offset =
                address.kind == Operand::Kind::Address && address.reg != ptx::kNoRegister && address.offset != 0;
            size += copies ? m_code.costs.own[i] : std::max(1.0, m_code.costs.own[i]) + (offset ? 1 : 0);
        }
        return size;
    }

    void unroll(std::uint32_t which, std::uint32_t header) {
        const auto latch = onlyLatch(which, header);
        if (!latch || mayNotUnroll(header)) return;
        const Instruction& branch = m_kernel.last(*latch);
        const auto test = m_kernel.flow.definition(branch.guard);
        if (!test || m_kernel.blockOf(*test) != *latch) return;
        const Instruction& compare = m_kernel.at(*test);
        if (compare.opcode != Opcode::Setp || compare.sources[0].kind != Operand::Kind::Register) return;
        bool counted = false;
        bool global = false;
        double whole = 0;
        UnrolledLoop loop;
        loop.header = header;
        loop.latch = *latch;
        loop.control = m_code.costs.own[*test] + 1;
        loop.countsToZero = compare.comparison == ptx::Comparison::Ne;
        loop.divergent = !m_kernel.flow.uniform(branch.guard);
        for (std::uint32_t b = header; b <= *latch; ++b) {
            whole += m_code.costs.of(m_kernel, b);
            global = global || m_kernel.loadsGlobal(b);
        }
        std::set<ptx::RegisterId> pointers;  // from which all copies go on with offsets of their own
        for (std::uint32_t i = m_kernel.block(header).first; i + 1 < m_kernel.block(*latch).end; ++i)
            if (stepsOn(m_kernel.at(i))) pointers.insert(m_kernel.at(i).destination.reg);
        for (std::uint32_t i = m_kernel.block(header).first; i + 1 < m_kernel.block(*latch).end; ++i) {
            const Instruction& instruction = m_kernel.at(i);
            if (staysWhereItIs(instruction, loop.divergent) || m_code.costs.checks[i] > 0) return;
            const bool bound = std::ranges::count(ptx::registersWritten(instruction), compare.sources[1].reg) != 0 &&
                               compare.sources[1].kind == Operand::Kind::Register;
            if (bound) return;
            const bool always = m_code.decidedBy[m_kernel.blockOf(i)] == m_kernel.blockOf(i);
            if (always && isOffPointer(instruction, pointers, header, *latch)) {
                pointers.insert(instruction.destination.reg);
                loop.control += m_code.costs.own[i];
            }
            if (!stepsOn(instruction) || !always) continue;
            loop.control += m_code.costs.own[i] + m_code.costs.movesUnrolled[i];
            whole += m_code.costs.movesUnrolled[i];
            counted = counted || instruction.destination.reg == compare.sources[0].reg;
        }
        const double body = whole - (loop.control - 1);
        if (!counted) return;
        if (const std::int64_t rounds = roundsOf(compare, header).value_or(0); rounds != 0) {
            const double size = sizeOf(header, *latch, *test);
            loop.whole = isLaidOut(static_cast<double>(rounds), size);
            loop.together = loop.whole ? 0 : togetherOf(rounds, size);
            if (!loop.whole && loop.together == 0) return;
        } else if (body > mostUnrolled(header, *latch)) {
            return;
        }
        const Architecture::Branches& branches = m_kernel.target.branches;
        const double limit = loop.divergent ? branches.predicatedDivergent : branches.predicatedUniform;
        const bool one = header == *latch;  // else there are predicates in it already
        loop.branchesForTwo = global || !one || 2 * body + 2 > limit;
        const std::uint32_t next = m_kernel.graph.resolved(*latch + 1);
        loop.jumpsOn = !loop.countsToZero && next != *latch + 1 && m_kernel.graph.behind(*latch) != next;
        loop.branchesForOne = global || !one || loop.countsToZero || loop.jumpsOn || body > limit;
        loop.entry = entryOf(loop);
        m_unrolled.push_back(loop);
    }

    /// How many fours, twos and ones there are is found out before; lanes that may leave apart meet behind each.
    [[nodiscard]] static double entryOf(const UnrolledLoop& loop) {
        const double tests =
            (loop.countsToZero ? 2 : 1) + 3 + (loop.branchesForTwo ? 2 : 1) + (loop.branchesForOne ? 2 : 1);
        return tests + (loop.divergent ? (loop.branchesForTwo ? 4 : 2) : 0);
    }

    const KernelView& m_kernel;
    const MachineCode& m_code;
    const Architecture::Unrolling& m_table = m_kernel.target.unrolling;
    std::vector<UnrolledLoop> m_unrolled;
};

}  // namespace

std::vector<UnrolledLoop> unrolledLoops(const KernelView& kernel, const MachineCode& code) {
    return Unrolling(kernel, code).run();
}

}  // namespace lanescope::ptxas
