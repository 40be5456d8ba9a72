// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/model.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>

#include "core/ptxas/instructions.h"
#include "core/ptxas/sizes.h"
#include "core/ptxas/unrolling.h"
#include "core/ptxas/waits.h"

namespace lanescope {
namespace {

using ptx::BasicBlock;
using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::RegisterId;

constexpr std::size_t kMostBlocks = 1000;  // the analyses take time with its square

/// Beside kPredicatedDivergent and kPredicatedUniform: where there are loads of global memory.
constexpr double kPredicatedWithLoads = 20;

class Builder {
public:
    explicit Builder(const Kernel& kernel)
        : m_module(*kernel.module),
          m_entry(kernel.ptxEntry()),
          m_flow(m_entry),
          m_graph(m_entry),
          m_waits(m_entry, m_flow, m_graph, m_model.costs),
          m_sizes(m_entry, m_flow, m_graph, m_model.costs) {}

    MachineModel run() {
        m_model.groups = ptx::sharedGroups(m_entry, m_flow);
        m_model.costs = machineCosts(m_entry, m_flow, m_graph, m_model.groups);
        const std::uint32_t count = m_graph.count();
        m_model.meetings.assign(count, 0);
        m_model.meets.assign(count, false);
        for (std::uint32_t b = 0; b < count; ++b) {
            m_model.decidedBy.push_back(b);
            m_model.ends.push_back(endOf(b));
        }
        for (std::uint32_t b = 0; b < count; ++b) {
            if (!m_graph.onlyCopies(b)) continue;
            m_model.decidedBy[b] = m_graph.branchBefore(b);
            m_model.ends[b] = BlockEnd::Falls;
        }
        sink();
        findTables();
        for (std::uint32_t b = 0; b + 1 < count; ++b)
            if (m_model.ends[b] == BlockEnd::Branch) join(b);
        // A branch turned into predicates may hide the loads behind another.
        for (bool changed = true; changed;) {
            const std::vector<BlockEnd> before = m_model.ends;
            for (std::uint32_t b = 0; b < count; ++b)
                if (m_model.ends[b] == BlockEnd::Branch) predicate(b);
            changed = before != m_model.ends;
        }
        m_model.unrolled = unrolledLoops(m_module, m_entry, m_flow, m_graph, m_model);
        openMeetings();
        return std::move(m_model);
    }

private:
    [[nodiscard]] const Instruction& last(std::uint32_t block) const {
        return m_entry.instructions[m_entry.blocks[block].end - 1];
    }

    /// Do all lanes that come to the branch at the block's end go the same way?
    [[nodiscard]] bool isUniform(std::uint32_t block) const {
        return m_flow.uniformAt(m_entry.blocks[block].end - 1, last(block).guard);
    }

    /// The constant that instruction `use` finds in the operand, if its own block has moved it there.
    [[nodiscard]] std::optional<std::int64_t> constantAt(std::uint32_t use, const Operand& operand) const {
        if (operand.kind != Operand::Kind::Register) return m_flow.constant(operand);
        for (std::uint32_t i = use; i-- > m_entry.blocks[m_entry.blockOf(use)].first;) {
            const Instruction& instruction = m_entry.instructions[i];
            if (std::ranges::count(ptx::registersWritten(instruction), operand.reg) == 0) continue;
            return instruction.opcode == Opcode::Mov ? m_flow.constant(instruction.sources[0]) : std::nullopt;
        }
        return m_flow.constant(operand);
    }

    /// Does the branch ask for less, with two constants of which the first is not less (the size of a warp and 2)?
    [[nodiscard]] bool isNeverTaken(const Instruction& branch) const {
        const auto test = m_flow.definition(branch.guard);
        if (!test || m_entry.instructions[*test].opcode != Opcode::Setp || branch.guardNegated) return false;
        const Instruction& compare = m_entry.instructions[*test];
        const auto left = constantAt(*test, compare.sources[0]);
        const auto right = constantAt(*test, compare.sources[1]);
        return left && right && compare.comparison == ptx::Comparison::Lt && !isFloat(compare.type) && *left >= *right;
    }

    [[nodiscard]] BlockEnd endOf(std::uint32_t block) const {
        const Instruction& instruction = last(block);
        if (m_graph.endsWithExit(block)) return BlockEnd::Exit;
        if (block > 0 && m_graph.leavesPast(block - 1) && m_graph.predecessors(block) == std::vector{block - 1})
            return BlockEnd::Gone;
        if (instruction.opcode == Opcode::Ret || instruction.opcode == Opcode::Exit ||
            instruction.opcode == Opcode::Trap)
            return BlockEnd::Terminates;
        if (instruction.opcode == Opcode::Bra && instruction.guard != ptx::kNoRegister)
            return isNeverTaken(instruction) ? BlockEnd::Falls : BlockEnd::Branch;
        // A block that is nothing but a jump is where another branch goes at once.
        if (m_graph.resolved(block) != block) return BlockEnd::Falls;
        const std::uint32_t next = m_graph.pastCopies(m_entry.blocks[block].successors.front());
        if (m_graph.onlyReturns(next)) return BlockEnd::Terminates;
        return m_graph.behind(block) == next ? BlockEnd::Falls : BlockEnd::Jump;
    }

    /// The one instruction before the branch at the block's end, if that is a comparison of integers for equality with
    /// a constant, and nothing else is in the block.
    [[nodiscard]] const Instruction* onlyComparison(std::uint32_t block) const {
        const BasicBlock& own = m_entry.blocks[block];
        if (own.end - own.first != 2 || m_model.ends[block] != BlockEnd::Branch) return nullptr;
        const Instruction& compare = m_entry.instructions[own.first];
        const bool equality = compare.opcode == Opcode::Setp && compare.comparison == ptx::Comparison::Eq &&
                              !isFloat(compare.type) && bitsOf(compare.type) == 32 && !last(block).guardNegated;
        const bool own32 = equality && compare.sources[0].kind == Operand::Kind::Register &&
                           compare.destination.reg == last(block).guard &&
                           m_flow.constant(compare.sources[1]).has_value();
        return own32 ? &compare : nullptr;
    }

    /// Chains of such comparisons become a table where it has at most five places for each of them; ptxas leaves away
    /// the first ones until that holds.
    void findTables() {
        constexpr std::int64_t kPlacesEach = 5;
        for (std::uint32_t b = 0; b < m_graph.count(); ++b) {
            std::vector<std::uint32_t> chain;
            std::vector<std::int64_t> constants;
            for (std::uint32_t at = b; at < m_graph.count(); ++at) {
                const Instruction* compare = onlyComparison(at);
                if (compare == nullptr) break;
                if (!chain.empty() &&
                    (m_graph.predecessors(at) != std::vector{at - 1} ||
                     compare->sources[0].reg != m_entry.instructions[m_entry.blocks[b].first].sources[0].reg))
                    break;
                chain.push_back(at);
                constants.push_back(*m_flow.constant(compare->sources[1]));
            }
            for (std::size_t from = 0; from + 1 < chain.size(); ++from) {
                const auto [least, most] = std::ranges::minmax(std::span(constants).subspan(from));
                if (most - least + 1 > kPlacesEach * static_cast<std::int64_t>(chain.size() - from)) continue;
                JumpTable table{{chain.begin() + static_cast<std::ptrdiff_t>(from), chain.end()}};
                makeTable(table);
                m_model.tables.push_back(std::move(table));
                break;
            }
            if (!chain.empty()) b = chain.back();
        }
    }

    void makeTable(const JumpTable& table) {
        constexpr double kTableCost = 5;  // clamp, shift, fetch, extend
        for (const std::uint32_t block : table.blocks) {
            m_model.ends[block] = block == table.blocks.front() ? BlockEnd::Table : BlockEnd::Falls;
            m_model.costs.own[m_entry.blocks[block].first] = block == table.blocks.front() ? kTableCost : 0;
        }
    }

    /// `if (a && b)`, `if (a || b)`: where finding out the second condition costs little and harms nobody, it is found
    /// out always, and there is one branch with both.
    void join(std::uint32_t first) {
        constexpr double kMostInstructions = 5;  // the comparison is one of them
        const std::uint32_t second = first + 1;
        if (m_model.ends[second] != BlockEnd::Branch || m_graph.predecessors(second) != std::vector{first}) return;
        const std::uint32_t away = target(first);
        const bool both = away == target(second);
        const bool either = away == m_graph.resolved(second + 1);
        if (away == second || (!both && !either) || m_model.costs.of(m_entry, second) > kMostInstructions) return;
        if (target(second) <= first) return;  // the one leaves a loop that the other goes round again
        for (std::uint32_t i = m_entry.blocks[second].first; i + 1 < m_entry.blocks[second].end; ++i) {
            const Instruction& instruction = m_entry.instructions[i];
            if (!isArithmetic(instruction) && instruction.opcode != Opcode::Setp) return;
            // Who does not come here keeps the value that another instruction has put there.
            for (const RegisterId reg : ptx::registersWritten(instruction))
                if (m_flow.definitions(reg).size() > 1) return;
        }
        m_model.ends[first] = BlockEnd::Falls;
        // So are the copies behind the second, which all that come to the first come to as well.
        std::ranges::replace(m_model.decidedBy, second, m_model.decidedBy[first]);
        m_waits.merge(first, {second}, m_graph.count());
        m_model.joined.push_back({first, second});
    }
    /// Where the branch at the block's end leads to if it is taken.
    [[nodiscard]] std::uint32_t target(std::uint32_t block) const {
        return m_graph.resolved(m_entry.blockOf(last(block).target));
    }

    /// What is wanted only behind a predicated exit is done there.
    void sink() {
        for (std::uint32_t i = 0; i < m_entry.instructions.size(); ++i) m_model.doneIn.push_back(m_entry.blockOf(i));
        for (std::uint32_t b = 0; b + 1 < m_graph.count(); ++b) {
            if (m_model.ends[b] != BlockEnd::Exit) continue;
            const std::uint32_t next = m_graph.leavesPast(b) ? target(b) : b + 1;
            if (next >= m_graph.count() || m_graph.predecessors(next) != std::vector{b}) continue;
            const BasicBlock& own = m_entry.blocks[b];
            for (std::uint32_t i = own.end; i-- > own.first;) {
                if (!isArithmetic(m_entry.instructions[i]) || !m_model.costs.needed[i]) continue;
                const auto results = ptx::registersWritten(m_entry.instructions[i]);
                const bool below = std::ranges::all_of(results, [&](RegisterId reg) {
                    return m_flow.definitions(reg).size() == 1 && !m_flow.uses(reg).empty() &&
                           std::ranges::all_of(m_flow.uses(reg),
                                               [&](std::uint32_t use) { return m_model.doneIn[use] == next; });
                });
                if (!below || results.empty()) continue;
                m_model.doneIn[i] = next;
                m_model.costs.block[next] += m_model.costs.own[i];
                m_model.costs.own[i] = 0;
            }
        }
    }

    [[nodiscard]] static bool isArithmetic(const Instruction& instruction) {
        switch (instruction.opcode) {
            case Opcode::Add:
            case Opcode::Sub:
            case Opcode::Mul:
            case Opcode::Mad:
            case Opcode::Fma:
            case Opcode::And:
            case Opcode::Or:
            case Opcode::Xor:
            case Opcode::Not:
            case Opcode::Shl:
            case Opcode::Shr:
            case Opcode::Selp:
            case Opcode::Min:
            case Opcode::Max:
            case Opcode::Cvt: return instruction.guard == ptx::kNoRegister;
            default: return false;
        }
    }

    /// Can all of the block be done under a predicate?
    [[nodiscard]] bool canBePredicated(std::uint32_t block) const {
        for (std::uint32_t i = m_entry.blocks[block].first; i < m_entry.blocks[block].end; ++i) {
            const Instruction& instruction = m_entry.instructions[i];
            if (m_model.costs.checks[i] > 0) return false;
            if (instruction.guard != ptx::kNoRegister) return false;
            switch (instruction.opcode) {
                case Opcode::Atom:
                case Opcode::Red:
                case Opcode::Bar:
                case Opcode::BarWarp:
                case Opcode::Membar:
                case Opcode::Shfl:
                case Opcode::Vote:
                case Opcode::Match:
                case Opcode::Redux:
                case Opcode::Activemask:
                case Opcode::Call:
                case Opcode::Brx:
                case Opcode::Ret:
                case Opcode::Exit:
                case Opcode::Trap:
                case Opcode::Nanosleep: return false;
                default: break;
            }
        }
        return true;
    }

    /// Is `arm` reached from `block` only, and does it lead to one place only?
    [[nodiscard]] bool isArm(std::uint32_t arm, std::uint32_t block) const {
        return arm < m_graph.count() && isOnlyBehind(arm, block) && m_entry.blocks[arm].successors.size() == 1 &&
               m_entry.blocks[arm].successors[0] != arm;
    }
    /// Does only `block` lead there, at once or by a jump of its own?
    [[nodiscard]] bool isOnlyBehind(std::uint32_t arm, std::uint32_t block) const {
        if (comesFrom(arm, block)) return true;
        return m_graph.resolved(block + 1) == arm && comesFrom(arm, block + 1) && comesFrom(block + 1, block);
    }
    /// Is `block` reached from `before` only, or from branches that have become one with that?
    [[nodiscard]] bool comesFrom(std::uint32_t block, std::uint32_t before) const {
        bool any = false;
        for (const std::uint32_t from : m_graph.predecessors(block)) {
            any = any || from == before;
            if (from != before && std::ranges::count(m_model.joined, JoinedBranch{from, before}) == 0) return false;
        }
        return any;
    }

    void predicate(std::uint32_t block) {
        const std::uint32_t beyond = m_graph.resolved(block + 1);
        const bool jumps = beyond < m_graph.count() && beyond != block + 1 && isOnlyBehind(beyond, block);
        const std::uint32_t next = jumps ? beyond : block + 1;
        const std::uint32_t other = target(block);
        if (!isArm(next, block)) return;
        const std::uint32_t after = m_graph.resolved(m_entry.blocks[next].successors[0]);
        std::vector<std::uint32_t> arms{next};
        if (after != other) {
            if (!isArm(other, block) || m_graph.resolved(m_entry.blocks[other].successors[0]) != after) return;
            arms.push_back(other);
        } else if (m_model.ends[next] == BlockEnd::Jump) {
            return;  // something else stands between
        }
        double size = 0;
        bool loads = false;
        for (const std::uint32_t arm : arms) {
            if (!canBePredicated(arm)) return;
            size += m_sizes.of(arm);
            loads = loads || loadsGlobal(m_entry, arm);
        }
        if (loads && !m_waits.hidesLoads(block, arms, after)) return;
        const double limit = loads              ? kPredicatedWithLoads
                             : isUniform(block) ? kPredicatedUniform
                                                : kPredicatedDivergent;
        if (size > limit) return;
        m_model.ends[block] = BlockEnd::Falls;
        m_waits.merge(block, arms, after);
        for (const std::uint32_t arm : arms)
            m_model.decidedBy[arm] = m_model.decidedBy[block] == block ? block : m_model.decidedBy[block];
        // What stands last goes where the others would.
        if (arms.size() == 2)
            m_model.ends[jumps && m_model.ends[other] == BlockEnd::Jump ? other : next] = BlockEnd::Falls;
    }

    /// One meeting for all branches whose lanes meet at the same place, opened at the first of them and before the
    /// loops that they leave.
    void openMeetings() {
        std::map<std::uint32_t, std::uint32_t> opened;  // place → block
        for (std::uint32_t b = 0; b < m_graph.count(); ++b) {
            const bool parts = m_model.ends[b] == BlockEnd::Branch || m_model.ends[b] == BlockEnd::Table;
            if (!parts || isUniform(b)) continue;
            const std::vector<ptx::Meeting>& meetings = m_entry.blocks[b].meetings;
            if (meetings.size() > 1 && meetings.front().block != m_graph.join(b)) {
                m_model.meets[b] = true;
                if (opened.try_emplace(meetings.front().block, b).second) breakFrom(b, meetings.front());
            }
            const std::uint32_t place = m_graph.join(b);
            if (m_graph.onlyReturns(place)) continue;
            m_model.meets[b] = true;
            std::uint32_t from = b;
            std::uint32_t loop = m_graph.loops().around(b);
            while (loop != ptx::Loops::kNone && !m_graph.loopContains(loop, place)) {
                const ptx::Loops::Loop& left = m_graph.loops().all()[loop];
                for (const std::uint32_t before : m_graph.predecessors(left.header))
                    if (!m_graph.loopContains(loop, before)) from = before;
                loop = left.parent;
            }
            opened.try_emplace(place, from);
        }
        for (const auto& [place, from] : opened) ++m_model.meetings[from];
    }

    /// Lanes that leave the loop between a branch and where it is met again say so first (BREAK).
    void breakFrom(std::uint32_t block, const ptx::Meeting& meeting) {
        std::vector<bool> seen(m_graph.count() + 1, false);
        std::vector<std::uint32_t> open{block};
        while (!open.empty()) {
            const ptx::BasicBlock& own = m_entry.blocks[open.back()];
            const std::uint32_t from = open.back();
            open.pop_back();
            for (std::size_t k = 0; k < own.successors.size(); ++k) {
                const std::uint32_t next = own.successors[k];
                const bool leaves = own.staysIn[k] < meeting.depth && !m_graph.onlyReturns(next);
                if (leaves) m_model.costs.block[from] += 1;
                if (own.staysIn[k] < meeting.depth || next == meeting.block || seen[next]) continue;
                seen[next] = true;
                open.push_back(next);
            }
        }
    }

    const ptx::Module& m_module;
    const ptx::Entry& m_entry;
    ptx::Dataflow m_flow;
    MachineGraph m_graph;
    MachineWaits m_waits;
    MachineSizes m_sizes;
    MachineModel m_model;
};

}  // namespace

MachineModel machineModel(const Kernel& kernel) {
    const ptx::Entry& entry = kernel.ptxEntry();
    MachineModel model;
    const auto calls = [](const Instruction& instruction) {
        return instruction.opcode == Opcode::Call || instruction.opcode == Opcode::Brx;
    };
    if (std::ranges::any_of(entry.instructions, calls))
        model.refused = "the kernel calls functions or branches by a table, which the model of ptxas does not know";
    else if (entry.blocks.size() > kMostBlocks)
        model.refused = "the kernel is too large for the model of ptxas";
    else if (entry.instructions.empty())
        model.refused = "the kernel has no instructions";
    return model.refused.empty() ? Builder(kernel).run() : model;
}

}  // namespace lanescope
