// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/machine_code.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>

#include "core/base/words.h"
#include "core/ptxas/instructions.h"
#include "core/ptxas/sizes.h"
#include "core/ptxas/unrolling.h"
#include "core/ptxas/waits.h"

namespace lanescope::ptxas {
namespace {

using ptx::BasicBlock;
using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::RegisterId;

constexpr std::size_t kMostBlocks = 1000;  // the analyses take time with its square

class Builder {
public:
    Builder(const ptx::Module& module, const ptx::Entry& entry, const Architecture& architecture)
        : m_kernel(module, entry, architecture), m_waits(m_kernel, m_code.costs), m_sizes(m_kernel, m_code.costs) {}

    MachineCode run() {
        m_code.groups = m_kernel.groups;
        m_code.needed = m_kernel.needed;
        m_code.costs = costsOf(m_kernel);
        const std::uint32_t count = m_kernel.graph.count();
        m_code.meets.assign(count, false);
        for (std::uint32_t b = 0; b < count; ++b) {
            m_code.decidedBy.push_back(b);
            m_code.ends.push_back(endOf(b));
        }
        for (std::uint32_t b = 0; b < count; ++b) {
            if (!m_kernel.graph.onlyCopies(b)) continue;
            m_code.decidedBy[b] = m_kernel.graph.branchBefore(b);
            m_code.ends[b] = BlockEnd::Falls;
        }
        sink();
        findTables();
        for (std::uint32_t b = 0; b + 1 < count; ++b)
            if (m_code.ends[b] == BlockEnd::Branch) join(b);
        // A branch turned into predicates may hide the loads behind another.
        for (bool changed = true; changed;) {
            const std::vector<BlockEnd> before = m_code.ends;
            for (std::uint32_t b = 0; b < count; ++b)
                if (m_code.ends[b] == BlockEnd::Branch) predicate(b);
            changed = before != m_code.ends;
        }
        m_code.unrolled = unrolledLoops(m_kernel, m_code);
        openMeetings();
        return std::move(m_code);
    }

private:
    /// Do all lanes that come to the branch at the block's end go the same way?
    [[nodiscard]] bool isUniform(std::uint32_t block) const {
        return m_kernel.flow.uniformAt(m_kernel.block(block).end - 1, m_kernel.last(block).guard);
    }

    /// The constant that instruction `use` finds in the operand, if its own block has moved it there.
    [[nodiscard]] std::optional<std::int64_t> constantAt(std::uint32_t use, const Operand& operand) const {
        if (operand.kind != Operand::Kind::Register) return m_kernel.flow.constant(operand);
        for (std::uint32_t i = use; i-- > m_kernel.block(m_kernel.blockOf(use)).first;) {
            const Instruction& instruction = m_kernel.at(i);
            if (std::ranges::count(ptx::registersWritten(instruction), operand.reg) == 0) continue;
            return instruction.opcode == Opcode::Mov ? m_kernel.flow.constant(instruction.sources[0]) : std::nullopt;
        }
        return m_kernel.flow.constant(operand);
    }

    /// Does the branch ask for less, with two constants of which the first is not less (the size of a warp and 2)?
    [[nodiscard]] bool isNeverTaken(const Instruction& branch) const {
        const auto test = m_kernel.flow.definition(branch.guard);
        if (!test || m_kernel.at(*test).opcode != Opcode::Setp || branch.guardNegated) return false;
        const Instruction& compare = m_kernel.at(*test);
        const auto left = constantAt(*test, compare.sources[0]);
        const auto right = constantAt(*test, compare.sources[1]);
        return left && right && compare.comparison == ptx::Comparison::Lt && !isFloat(compare.type) && *left >= *right;
    }

    [[nodiscard]] BlockEnd endOf(std::uint32_t block) const {
        const Instruction& instruction = m_kernel.last(block);
        if (m_kernel.graph.endsWithExit(block)) return BlockEnd::Exit;
        if (block > 0 && m_kernel.graph.leavesPast(block - 1) &&
            m_kernel.graph.predecessors(block) == std::vector{block - 1})
            return BlockEnd::Gone;
        if (instruction.opcode == Opcode::Ret || instruction.opcode == Opcode::Exit ||
            instruction.opcode == Opcode::Trap)
            return BlockEnd::Terminates;
        if (instruction.opcode == Opcode::Bra && instruction.guard != ptx::kNoRegister)
            return isNeverTaken(instruction) ? BlockEnd::Falls : BlockEnd::Branch;
        // A block that is nothing but a jump is where another branch goes at once.
        if (m_kernel.graph.resolved(block) != block) return BlockEnd::Falls;
        const std::uint32_t next = m_kernel.graph.pastCopies(m_kernel.block(block).successors.front());
        if (m_kernel.graph.onlyReturns(next)) return BlockEnd::Terminates;
        return m_kernel.graph.behind(block) == next ? BlockEnd::Falls : BlockEnd::Jump;
    }

    /// The one instruction before the branch at the block's end, if that is a comparison of integers for equality with
    /// a constant, and nothing else is in the block.
    [[nodiscard]] const Instruction* onlyComparison(std::uint32_t block) const {
        const BasicBlock& own = m_kernel.block(block);
        if (own.end - own.first != 2 || m_code.ends[block] != BlockEnd::Branch) return nullptr;
        const Instruction& compare = m_kernel.at(own.first);
        const bool equality = compare.opcode == Opcode::Setp && compare.comparison == ptx::Comparison::Eq &&
                              !isFloat(compare.type) && bitsOf(compare.type) == 32 &&
                              !m_kernel.last(block).guardNegated;
        const bool own32 = equality && compare.sources[0].kind == Operand::Kind::Register &&
                           compare.destination.reg == m_kernel.last(block).guard &&
                           m_kernel.flow.constant(compare.sources[1]).has_value();
        return own32 ? &compare : nullptr;
    }

    /// Chains of such comparisons become a table where it has at most five places for each of them; ptxas leaves away
    /// the first ones until that holds.
    void findTables() {
        for (std::uint32_t b = 0; b < m_kernel.graph.count(); ++b) {
            std::vector<std::uint32_t> chain;
            std::vector<std::int64_t> constants;
            for (std::uint32_t at = b; at < m_kernel.graph.count(); ++at) {
                const Instruction* compare = onlyComparison(at);
                if (compare == nullptr) break;
                if (!chain.empty() && (m_kernel.graph.predecessors(at) != std::vector{at - 1} ||
                                       compare->sources[0].reg != m_kernel.at(m_kernel.block(b).first).sources[0].reg))
                    break;
                chain.push_back(at);
                constants.push_back(*m_kernel.flow.constant(compare->sources[1]));
            }
            for (std::size_t from = 0; from + 1 < chain.size(); ++from) {
                const auto [least, most] = std::ranges::minmax(std::span(constants).subspan(from));
                if (most - least + 1 >
                    m_kernel.target.branches.tablePlaces * static_cast<std::int64_t>(chain.size() - from))
                    continue;
                JumpTable table{{chain.begin() + static_cast<std::ptrdiff_t>(from), chain.end()}};
                makeTable(table);
                m_code.tables.push_back(std::move(table));
                break;
            }
            if (!chain.empty()) b = chain.back();
        }
    }

    void makeTable(const JumpTable& table) {
        for (const std::uint32_t block : table.blocks) {
            m_code.ends[block] = block == table.blocks.front() ? BlockEnd::Table : BlockEnd::Falls;
            m_code.costs.own[m_kernel.block(block).first] =
                block == table.blocks.front() ? m_kernel.target.branches.table : 0;
        }
    }

    /// `if (a && b)`, `if (a || b)`: where finding out the second condition costs little and harms nobody, it is found
    /// out always, and there is one branch with both.
    void join(std::uint32_t first) {
        const std::uint32_t second = first + 1;
        if (m_code.ends[second] != BlockEnd::Branch || m_kernel.graph.predecessors(second) != std::vector{first})
            return;
        const std::uint32_t away = target(first);
        const bool both = away == target(second);
        const bool either = away == m_kernel.graph.resolved(second + 1);
        if (away == second || (!both && !either) ||
            m_code.costs.of(m_kernel, second) > m_kernel.target.branches.secondCondition)
            return;
        if (target(second) <= first) return;  // the one leaves a loop that the other goes round again
        for (std::uint32_t i = m_kernel.block(second).first; i + 1 < m_kernel.block(second).end; ++i) {
            const Instruction& instruction = m_kernel.at(i);
            if (!isArithmetic(instruction) && instruction.opcode != Opcode::Setp) return;
            // Who does not come here keeps the value that another instruction has put there.
            for (const RegisterId reg : ptx::registersWritten(instruction))
                if (m_kernel.flow.definitions(reg).size() > 1) return;
        }
        m_code.ends[first] = BlockEnd::Falls;
        // So are the copies behind the second, which all that come to the first come to as well.
        std::ranges::replace(m_code.decidedBy, second, m_code.decidedBy[first]);
        m_waits.merge(first, {second}, m_kernel.graph.count());
        m_code.joined.push_back({first, second});
    }
    /// Where the branch at the block's end leads to if it is taken.
    [[nodiscard]] std::uint32_t target(std::uint32_t block) const {
        return m_kernel.graph.resolved(m_kernel.blockOf(m_kernel.last(block).target));
    }

    /// What is wanted only behind a predicated exit is done there.
    void sink() {
        for (std::uint32_t i = 0; i < m_kernel.size(); ++i) m_code.doneIn.push_back(m_kernel.blockOf(i));
        for (std::uint32_t b = 0; b + 1 < m_kernel.graph.count(); ++b) {
            if (m_code.ends[b] != BlockEnd::Exit) continue;
            const std::uint32_t next = m_kernel.graph.leavesPast(b) ? target(b) : b + 1;
            if (next >= m_kernel.graph.count() || m_kernel.graph.predecessors(next) != std::vector{b}) continue;
            const BasicBlock& own = m_kernel.block(b);
            for (std::uint32_t i = own.end; i-- > own.first;) {
                if (!isArithmetic(m_kernel.at(i)) || !m_kernel.needed[i]) continue;
                const auto results = ptx::registersWritten(m_kernel.at(i));
                const bool below = std::ranges::all_of(results, [&](RegisterId reg) {
                    return m_kernel.flow.definitions(reg).size() == 1 && !m_kernel.flow.uses(reg).empty() &&
                           std::ranges::all_of(m_kernel.flow.uses(reg),
                                               [&](std::uint32_t use) { return m_code.doneIn[use] == next; });
                });
                if (!below || results.empty()) continue;
                m_code.doneIn[i] = next;
                m_code.costs.block[next] += m_code.costs.own[i];
                m_code.costs.own[i] = 0;
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
        for (std::uint32_t i = m_kernel.block(block).first; i < m_kernel.block(block).end; ++i) {
            const Instruction& instruction = m_kernel.at(i);
            if (m_code.costs.checks[i] > 0) return false;
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
        return arm < m_kernel.graph.count() && isOnlyBehind(arm, block) && m_kernel.block(arm).successors.size() == 1 &&
               m_kernel.block(arm).successors[0] != arm;
    }
    /// Does only `block` lead there, at once or by a jump of its own?
    [[nodiscard]] bool isOnlyBehind(std::uint32_t arm, std::uint32_t block) const {
        if (comesFrom(arm, block)) return true;
        return m_kernel.graph.resolved(block + 1) == arm && comesFrom(arm, block + 1) && comesFrom(block + 1, block);
    }
    /// Is `block` reached from `before` only, or from branches that have become one with that?
    [[nodiscard]] bool comesFrom(std::uint32_t block, std::uint32_t before) const {
        bool any = false;
        for (const std::uint32_t from : m_kernel.graph.predecessors(block)) {
            any = any || from == before;
            if (from != before && std::ranges::count(m_code.joined, JoinedBranch{from, before}) == 0) return false;
        }
        return any;
    }

    void predicate(std::uint32_t block) {
        const std::uint32_t beyond = m_kernel.graph.resolved(block + 1);
        const bool jumps = beyond < m_kernel.graph.count() && beyond != block + 1 && isOnlyBehind(beyond, block);
        const std::uint32_t next = jumps ? beyond : block + 1;
        const std::uint32_t other = target(block);
        if (!isArm(next, block)) return;
        const std::uint32_t after = m_kernel.graph.resolved(m_kernel.block(next).successors[0]);
        std::vector<std::uint32_t> arms{next};
        if (after != other) {
            if (!isArm(other, block) || m_kernel.graph.resolved(m_kernel.block(other).successors[0]) != after) return;
            arms.push_back(other);
        } else if (m_code.ends[next] == BlockEnd::Jump) {
            return;  // something else stands between
        }
        double size = 0;
        bool loads = false;
        for (const std::uint32_t arm : arms) {
            if (!canBePredicated(arm)) return;
            size += m_sizes.of(arm);
            loads = loads || m_kernel.loadsGlobal(arm);
        }
        if (loads && !m_waits.hidesLoads(block, arms, after)) return;
        const Architecture::Branches& branches = m_kernel.target.branches;
        const double limit = loads              ? branches.predicatedWithLoads
                             : isUniform(block) ? branches.predicatedUniform
                                                : branches.predicatedDivergent;
        if (size > limit) return;
        m_code.ends[block] = BlockEnd::Falls;
        m_waits.merge(block, arms, after);
        for (const std::uint32_t arm : arms)
            m_code.decidedBy[arm] = m_code.decidedBy[block] == block ? block : m_code.decidedBy[block];
        // What stands last goes where the others would.
        if (arms.size() == 2)
            m_code.ends[jumps && m_code.ends[other] == BlockEnd::Jump ? other : next] = BlockEnd::Falls;
    }

    /// One meeting for all branches whose lanes meet at the same place, opened at the first of them and before the
    /// loops that they leave.
    void openMeetings() {
        std::map<std::uint32_t, std::uint32_t> opened;  // place → block
        for (std::uint32_t b = 0; b < m_kernel.graph.count(); ++b) {
            const bool parts = m_code.ends[b] == BlockEnd::Branch || m_code.ends[b] == BlockEnd::Table;
            if (!parts || isUniform(b)) continue;
            const std::vector<ptx::Meeting>& meetings = m_kernel.block(b).meetings;
            if (meetings.size() > 1 && meetings.front().block != m_kernel.graph.join(b)) {
                m_code.meets[b] = true;
                if (opened.try_emplace(meetings.front().block, b).second) breakFrom(b, meetings.front());
            }
            const std::uint32_t place = m_kernel.graph.join(b);
            if (m_kernel.graph.onlyReturns(place)) continue;
            m_code.meets[b] = true;
            std::uint32_t from = b;
            std::uint32_t loop = m_kernel.graph.loops().around(b);
            while (loop != ptx::Loops::kNone && !m_kernel.graph.loopContains(loop, place)) {
                const ptx::Loops::Loop& left = m_kernel.graph.loops().all()[loop];
                for (const std::uint32_t before : m_kernel.graph.predecessors(left.header))
                    if (!m_kernel.graph.loopContains(loop, before)) from = before;
                loop = left.parent;
            }
            opened.try_emplace(place, from);
        }
        for (const auto& [place, from] : opened) m_code.costs.block[from] += m_kernel.target.branches.meeting;
    }

    /// Lanes that leave the loop between a branch and where it is met again say so first (BREAK).
    void breakFrom(std::uint32_t block, const ptx::Meeting& meeting) {
        std::vector<bool> seen(m_kernel.graph.count() + 1, false);
        std::vector<std::uint32_t> open{block};
        while (!open.empty()) {
            const ptx::BasicBlock& own = m_kernel.block(open.back());
            const std::uint32_t from = open.back();
            open.pop_back();
            for (std::size_t k = 0; k < own.successors.size(); ++k) {
                const std::uint32_t next = own.successors[k];
                const bool leaves = own.staysIn[k] < meeting.depth && !m_kernel.graph.onlyReturns(next);
                if (leaves) m_code.costs.block[from] += 1;
                if (own.staysIn[k] < meeting.depth || next == meeting.block || seen[next]) continue;
                seen[next] = true;
                open.push_back(next);
            }
        }
    }

    const KernelView m_kernel;
    Waits m_waits;
    Sizes m_sizes;
    MachineCode m_code;
};

}  // namespace

MachineCode machineCode(const ptx::Module& module, const ptx::Entry& entry, const Architecture& architecture) {
    MachineCode code;
    const auto calls = [](const Instruction& instruction) {
        return instruction.opcode == Opcode::Call || instruction.opcode == Opcode::Brx;
    };
    if (std::ranges::any_of(entry.instructions, calls))
        code.refused = textOf("ptxas.refused.tables"_id);
    else if (entry.blocks.size() > kMostBlocks)
        code.refused = textOf("ptxas.refused.too_large"_id);
    else if (entry.instructions.empty())
        code.refused = textOf("ptxas.refused.empty"_id);
    return code.refused.empty() ? Builder(module, entry, architecture).run() : code;
}

}  // namespace lanescope::ptxas
