// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/unrolling.h"

#include <algorithm>
#include <optional>
#include <set>

#include "core/ptxas/instructions.h"

namespace lanescope {
namespace {

using ptx::BasicBlock;
using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;

class Unrolling {
public:
    Unrolling(const ptx::Module& module, const ptx::Entry& entry, const ptx::Dataflow& flow, const MachineGraph& graph,
              const MachineModel& model)
        : m_module(module), m_entry(entry), m_flow(flow), m_graph(graph), m_model(model) {}

    std::vector<UnrolledLoop> run() {
        const std::vector<ptx::Loops::Loop>& loops = m_graph.loops().all();
        for (std::uint32_t loop = 0; loop < loops.size(); ++loop)
            if (m_graph.isInnermost(loop)) unroll(loop, loops[loop].header);
        return std::move(m_unrolled);
    }

private:
    /// Does a line between the loop's label and its first instruction forbid unrolling?
    [[nodiscard]] bool mayNotUnroll(std::uint32_t block) const {
        constexpr std::uint32_t kFarthest = 8;
        const std::uint32_t line = m_entry.instructions[m_entry.blocks[block].first].ptxLine;
        for (std::uint32_t back = 1; back < std::min(line, kFarthest); ++back) {
            const std::string_view text = m_module.line(line - back);
            if (text.find("nounroll") != std::string_view::npos) return true;
            if (text.find(';') != std::string_view::npos) return false;
        }
        return false;
    }

    /// Is it `x = x + constant`?
    [[nodiscard]] bool stepsOn(const Instruction& instruction) const {
        return isStep(instruction) && m_flow.constant(instruction.sources[1]);
    }

    /// Is it a pointer that stands beside one of `pointers`, always as far from it?
    [[nodiscard]] bool isOffPointer(const Instruction& instruction, const std::set<ptx::RegisterId>& pointers,
                                    std::uint32_t first, std::uint32_t last) const {
        if (instruction.opcode != Opcode::Add || isFloat(instruction.type) || bitsOf(instruction.type) != 64 ||
            stepsOn(instruction))
            return false;
        const auto within = [&](std::uint32_t definition) {
            const std::uint32_t block = m_entry.blockOf(definition);
            return block >= first && block <= last;
        };
        bool beside = false;
        for (unsigned s = 0; s < 2; ++s) {
            const Operand& source = instruction.sources.at(s);
            if (source.kind != Operand::Kind::Register) continue;
            const bool pointer = pointers.contains(source.reg);
            beside = beside || pointer;
            if (!pointer && std::ranges::any_of(m_flow.definitions(source.reg), within)) return false;
        }
        return beside;
    }

    /// Most machine instructions of a loop, besides its control, with which it is unrolled: loads are worth it.
    [[nodiscard]] double mostUnrolled(std::uint32_t first, std::uint32_t last) const {
        const auto loads = [&](auto is) {
            return static_cast<double>(std::count_if(m_entry.instructions.begin() + m_entry.blocks[first].first,
                                                     m_entry.instructions.begin() + m_entry.blocks[last].end, is));
        };
        const double global = loads(isGlobalLoad);
        const double most = 18 + 4 * loads([](const Instruction& i) {
                                     return i.opcode == Opcode::Ld && i.space == ptx::Space::Shared;
                                 });
        return global > 0 ? std::max(46 - global, most) : most;
    }

    /// The block from which a loop begins anew, if all that stand in it stand together in machine code.
    [[nodiscard]] std::optional<std::uint32_t> onlyLatch(std::uint32_t loop, std::uint32_t header) const {
        std::uint32_t latch = header;
        for (std::uint32_t b = header; b < m_graph.count() && m_graph.loopContains(loop, b); ++b) latch = b;
        for (std::uint32_t b = 0; b < m_graph.count(); ++b) {
            const bool within = b >= header && b <= latch;
            if (m_graph.loopContains(loop, b) != within) return std::nullopt;
            const bool branches = m_model.ends[b] != BlockEnd::Falls;
            if (within && branches != (b == latch)) return std::nullopt;
        }
        return m_model.ends[latch] == BlockEnd::Branch &&
                       m_entry.blockOf(m_entry.instructions[m_entry.blocks[latch].end - 1].target) == header
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
        constexpr std::int64_t kMost = 1024;
        const auto definitions = m_flow.definitions(compare.sources[0].reg);
        const auto bound = m_flow.constant(compare.sources[1]);
        if (definitions.size() != 2 || !bound || bitsOf(compare.type) != 32) return std::nullopt;
        const Instruction& begin = m_entry.instructions[definitions[0]];
        const Instruction& step = m_entry.instructions[definitions[1]];
        if (begin.opcode != Opcode::Mov || m_entry.blockOf(definitions[0]) >= header || !stepsOn(step))
            return std::nullopt;
        const auto from = m_flow.constant(begin.sources[0]);
        const std::int64_t by = *m_flow.constant(step.sources[1]) * (step.opcode == Opcode::Sub ? -1 : 1);
        if (!from) return std::nullopt;
        const auto low = [](std::int64_t value) { return std::int64_t{static_cast<std::int32_t>(value)}; };
        std::int64_t rounds = 1;
        for (std::int64_t at = low(low(*from) + low(by)); rounds < kMost; at = low(at + low(by)), ++rounds) {
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
    [[nodiscard]] static bool isLaidOut(double rounds, double size) {
        constexpr double kShort = 10;
        constexpr double kLong = 19;
        constexpr double kTiny = 4;
        if (size <= kTiny) return true;  // up to kMost rounds of roundsOf()
        if (size <= kShort) return rounds * size <= 1300 && rounds <= 256;
        return rounds * size <= 1000 && (size <= kLong || size <= 17 + 320 / rounds);
    }
    /// How many of the rounds of a longer loop stand together; 0 = each is done by itself.
    [[nodiscard]] static unsigned togetherOf(std::int64_t rounds, double size) {
        for (std::int64_t parts = 2; 4 * parts <= rounds; ++parts)
            if (rounds % parts == 0 && static_cast<double>(rounds / parts) * std::max(size - 5, 4.0) <= 285)
                return static_cast<unsigned>(rounds / parts);
        return 0;
    }
    /// Of a round, see isLaidOut(). The control, counters and all else that steps on are gone when rounds stand
    /// together.
    [[nodiscard]] double sizeOf(std::uint32_t header, std::uint32_t latch, std::uint32_t test) const {
        double size = 0;
        for (std::uint32_t i = m_entry.blocks[header].first; i < m_entry.blocks[latch].end; ++i) {
            const Instruction& instruction = m_entry.instructions[i];
            const bool gone = i == test || stepsOn(instruction) || instruction.opcode == Opcode::Bra;
            if (gone || !m_model.costs.needed[i]) continue;
            const Operand& address = instruction.sources[0];
            const bool copies = instruction.opcode == Opcode::Mov || instruction.opcode == Opcode::Cvta;
            const bool offset =
                address.kind == Operand::Kind::Address && address.reg != ptx::kNoRegister && address.offset != 0;
            size += copies ? m_model.costs.own[i] : std::max(1.0, m_model.costs.own[i]) + (offset ? 1 : 0);
        }
        return size;
    }

    void unroll(std::uint32_t which, std::uint32_t header) {
        const auto latch = onlyLatch(which, header);
        if (!latch || mayNotUnroll(header)) return;
        const Instruction& branch = m_entry.instructions[m_entry.blocks[*latch].end - 1];
        const auto test = m_flow.definition(branch.guard);
        if (!test || m_entry.blockOf(*test) != *latch) return;
        const Instruction& compare = m_entry.instructions[*test];
        if (compare.opcode != Opcode::Setp || compare.sources[0].kind != Operand::Kind::Register) return;
        bool counted = false;
        bool global = false;
        double whole = 0;
        UnrolledLoop loop{header, *latch, m_model.costs.own[*test] + 1, compare.comparison == ptx::Comparison::Ne,
                          !m_flow.uniform(branch.guard)};
        for (std::uint32_t b = header; b <= *latch; ++b) {
            whole += m_model.costs.of(m_entry, b);
            global = global || loadsGlobal(m_entry, b);
        }
        std::set<ptx::RegisterId> pointers;  // from which all copies go on with offsets of their own
        for (std::uint32_t i = m_entry.blocks[header].first; i + 1 < m_entry.blocks[*latch].end; ++i)
            if (stepsOn(m_entry.instructions[i])) pointers.insert(m_entry.instructions[i].destination.reg);
        for (std::uint32_t i = m_entry.blocks[header].first; i + 1 < m_entry.blocks[*latch].end; ++i) {
            const Instruction& instruction = m_entry.instructions[i];
            if (staysWhereItIs(instruction, loop.divergent) || m_model.costs.checks[i] > 0) return;
            const bool bound = std::ranges::count(ptx::registersWritten(instruction), compare.sources[1].reg) != 0 &&
                               compare.sources[1].kind == Operand::Kind::Register;
            if (bound) return;
            const bool always = m_model.decidedBy[m_entry.blockOf(i)] == m_entry.blockOf(i);
            if (always && isOffPointer(instruction, pointers, header, *latch)) {
                pointers.insert(instruction.destination.reg);
                loop.control += m_model.costs.own[i];
            }
            if (!stepsOn(instruction) || !always) continue;
            loop.control += m_model.costs.own[i] + m_model.costs.movesUnrolled[i];
            whole += m_model.costs.movesUnrolled[i];
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
        const double limit = loop.divergent ? kPredicatedDivergent : kPredicatedUniform;
        const bool one = header == *latch;  // else there are predicates in it already
        loop.branchesForTwo = global || !one || 2 * body + 2 > limit;
        const std::uint32_t next = m_graph.resolved(*latch + 1);
        loop.jumpsOn = !loop.countsToZero && next != *latch + 1 && m_graph.behind(*latch) != next;
        loop.branchesForOne = global || !one || loop.countsToZero || loop.jumpsOn || body > limit;
        m_unrolled.push_back(loop);
    }

    const ptx::Module& m_module;
    const ptx::Entry& m_entry;
    const ptx::Dataflow& m_flow;
    const MachineGraph& m_graph;
    const MachineModel& m_model;
    std::vector<UnrolledLoop> m_unrolled;
};

}  // namespace

std::vector<UnrolledLoop> unrolledLoops(const ptx::Module& module, const ptx::Entry& entry, const ptx::Dataflow& flow,
                                        const MachineGraph& graph, const MachineModel& model) {
    return Unrolling(module, entry, flow, graph, model).run();
}

}  // namespace lanescope
