// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/costs.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>

#include "core/base/words.h"
#include "core/ptxas/atomics.h"
#include "core/ptxas/bits.h"
#include "core/ptxas/constants.h"
#include "core/ptxas/divisions.h"
#include "core/ptxas/expansions.h"
#include "core/ptxas/folding.h"
#include "core/ptxas/instructions.h"
#include "core/ptxas/kernel_view.h"
#include "core/ptxas/pointers.h"

namespace lanescope::ptxas {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::Part;
using ptx::Rounding;
using ptx::Space;
using ptx::Type;

class Pricing {
public:
    explicit Pricing(const KernelView& kernel)
        : m_kernel(kernel),
          m_folded(foldedInstructions(kernel)),
          m_divisions(kernel),
          m_atomics(kernel),
          m_pointers(kernel) {
        const std::size_t count = kernel.size();
        m_joined.assign(count, false);
        for (const SharedGroup& group : kernel.groups)
            for (std::size_t k = 0; k < group.members.size(); ++k) {
                m_joined[group.members[k]] = group.members[k] != group.head;
                m_positions[group.members[k]] = k;
            }
        m_result.own.assign(count, 0);
        m_result.moves.assign(count, 0);
        m_result.movesUnrolled.assign(count, 0);
        m_result.checks.assign(count, 0);
        m_result.operations.assign(count, std::nullopt);
        m_result.slow.assign(count, {});
        m_result.atomics.assign(count, AtomicKind::None);
    }

    Costs run() {
        m_result.block = constantCosts(m_kernel);
        for (std::uint32_t i = 0; i < m_kernel.size(); ++i)
            if (m_kernel.needed[i] && !m_folded[i] && !m_joined[i]) m_result.own[i] = costOf(i, m_kernel.at(i));
        bringConstants();
        for (std::uint32_t i = 0; i < m_kernel.size(); ++i) addMoves(i);
        m_result.notes.assign(m_notes.begin(), m_notes.end());
        return std::move(m_result);
    }

private:
    [[nodiscard]] bool isFolded(const Operand& operand) const {
        const auto at = m_kernel.flow.definition(operand);
        return at && m_folded[*at];
    }

    double costOf(std::uint32_t i, const Instruction& instruction) {
        switch (instruction.opcode) {
            case Opcode::Ld:
            case Opcode::St: return accessCost(instruction);
            case Opcode::Atom:
            case Opcode::Red: return atomicCost(i);
            case Opcode::Mov: return moveCost(i, instruction);
            case Opcode::Cvt: return conversionCost(i, instruction);
            case Opcode::Cvta:
            case Opcode::Bra:
            case Opcode::Ret:
            case Opcode::Exit: return 0;
            case Opcode::Membar: return m_kernel.target.fence;
            case Opcode::Setp: return comparisonCost(i, instruction);
            case Opcode::Call:
            case Opcode::Brx: return note(textOf("ptxas.note.tables"_id), 2);
            case Opcode::Match:
            case Opcode::CpAsync:
            case Opcode::CpAsyncCommit:
            case Opcode::CpAsyncWait:
            case Opcode::CpAsyncMbarrier:
            case Opcode::Mbarrier: return note(std::string(nameOf(instruction.opcode)), 1);
            default: break;
        }
        if (isFloat(instruction.type)) return floatCost(i, instruction);
        return integerCost(i, instruction);
    }

    double note(const std::string& what, double cost) {
        m_notes.insert(what);
        return cost;
    }

    double accessCost(const Instruction& instruction) {
        if (instruction.space == Space::Param || instruction.space == Space::Slot) return 0;
        if (instruction.space == Space::Const && instruction.sources[0].reg == ptx::kNoRegister) return 0;
        if (instruction.space == Space::Local) note(textOf("ptxas.note.local"_id), 1);
        double cost = 1;
        if (instruction.opcode == Opcode::St && instruction.vectorSize == 1) {
            // Stored values come from registers, zero from its own.
            const auto value = m_kernel.flow.constant(instruction.sources[1]);
            const unsigned registers = bitsOf(instruction.type) / 32;
            if (value && *value != 0) cost += registers;
        }
        // Bytes of a vector are taken out of the register one by one.
        if (instruction.opcode == Opcode::Ld && instruction.vectorSize > 1 && bitsOf(instruction.type) < 32)
            for (unsigned k = 0; k < instruction.vectorSize; ++k)
                if (instruction.vector[k] != ptx::kNoRegister && !m_kernel.flow.uses(instruction.vector[k]).empty())
                    cost += 1;
        return cost;
    }

    double atomicCost(std::uint32_t i) {
        const AtomicCost cost = m_atomics.costOf(i);
        m_result.atomics[i] = cost.kind;
        m_result.checks[i] = cost.branches;
        const Instruction& instruction = m_kernel.at(i);
        const bool apart = cost.kind == AtomicKind::Plain || cost.kind == AtomicKind::Reduction;
        if (apart && instruction.space != Space::Shared) needConstant(i, instruction.sources[1], 1);
        return cost.note.empty() ? cost.instructions : note(cost.note, cost.instructions);
    }

    /// Wide accesses take neighbouring registers: what a wide load has brought in another order is moved.
    void addMoves(std::uint32_t i) {
        const Instruction& instruction = m_kernel.at(i);
        if (instruction.opcode != Opcode::St || !m_kernel.needed[i]) return;
        const auto positionOf = [&](ptx::RegisterId reg) -> std::optional<std::size_t> {
            const auto at = reg == ptx::kNoRegister ? std::nullopt : m_kernel.flow.definition(reg);
            if (!at || m_kernel.at(*at).opcode != Opcode::Ld) return std::nullopt;
            const Instruction& load = m_kernel.at(*at);
            if (const auto joined = m_positions.find(*at); joined != m_positions.end()) return joined->second;
            if (load.vectorSize == 1) return std::nullopt;
            return static_cast<std::size_t>(std::ranges::find(load.vector, reg) - load.vector.begin());
        };
        const auto moved = [&](ptx::RegisterId reg, std::size_t place) {
            const auto from = positionOf(reg);
            const unsigned registers = bitsOf(m_kernel.entry.registers[reg].type) / 32;
            if (from && *from != place) m_result.own[i] += registers;
        };
        if (instruction.vectorSize > 1)
            for (unsigned k = 0; k < instruction.vectorSize; ++k) moved(instruction.vector[k], k);
        else if (const auto joined = m_positions.find(i); joined != m_positions.end())
            moved(instruction.sources[1].reg, joined->second);
    }

    [[nodiscard]] bool isLoad(const Operand& operand) const {
        const Instruction* maker = m_kernel.makerOf(operand);
        return maker != nullptr && maker->opcode == Opcode::Ld;
    }

    /// Registers are compared as a whole: those of 16 bits are widened first, once, if it was not a fitting load that
    /// made them.
    double comparisonCost(std::uint32_t i, const Instruction& instruction) {
        if (isFloat(instruction.type)) return 1;
        if (bitsOf(instruction.type) != 16) return bitsOf(instruction.type) == 64 ? 2 : 1;
        const Operand& value = instruction.sources[0];
        const unsigned bits = significantBits(m_kernel, value);
        const bool fits = isLoad(value) && (isSigned(m_kernel.makerOf(value)->type) || bits < 16);
        const bool clean = isSigned(instruction.type) ? fits : bits <= 16;
        if (clean || value.kind != Operand::Kind::Register) return 1;
        const bool widened = std::ranges::any_of(m_kernel.flow.uses(value.reg), [&](std::uint32_t use) {
            return use < i && m_kernel.at(use).opcode == Opcode::Setp &&
                   m_kernel.graph.dominates(m_kernel.blockOf(use), m_kernel.blockOf(i));
        });
        return widened ? 1 : 2;
    }

    /// A register that several instructions write is a place of its own: what is moved there costs.
    double moveCost(std::uint32_t i, const Instruction& instruction) {
        if (instruction.vectorSize > 1 && instruction.destination.kind == Operand::Kind::Register)
            return bitsOf(instruction.type) == 32 && instruction.vector[0] != instruction.vector[1] ? 1 : 0;
        if (instruction.vectorSize > 1 || instruction.destination.kind != Operand::Kind::Register) return 0;
        const ptx::RegisterId to = instruction.destination.reg;
        const double words = std::max(1.0, bitsOf(m_kernel.entry.registers[to].type) / 32.0);
        const Operand& from = instruction.sources[0];
        if (m_kernel.flow.definitions(to).size() < 2) return outlives(i, to, from) ? words : 0;
        if (from.kind == Operand::Kind::Register && m_kernel.flow.definitions(from.reg).size() > 1 && from.reg != to)
            return words;  // both go on living
        if (const auto value = m_kernel.flow.constant(from))
            return *value == 0 && m_kernel.entry.registers[to].type == Type::F64 ? 1 : words;
        if (from.kind != Operand::Kind::Register) return words;
        const auto defined = m_kernel.flow.definition(from.reg);
        const bool read = std::ranges::any_of(m_kernel.flow.uses(from.reg), [&](std::uint32_t use) { return use > i; });
        const bool overlap = defined && std::ranges::any_of(m_kernel.flow.uses(to), [&](std::uint32_t use) {
                                 return use > *defined && use < i &&
                                        (m_kernel.blockOf(*defined) != m_kernel.blockOf(i) ||
                                         m_kernel.at(use).opcode == Opcode::Mov || dependsOn(use, *defined));
                             });
        const Instruction* maker = m_kernel.makerOf(from);
        const bool fetched = maker != nullptr && (maker->opcode == Opcode::Cvta ||
                                                  (maker->opcode == Opcode::Ld && maker->space == Space::Param));
        return read || overlap || (fetched && words > 1) ? words : 0;
    }

    /// Is what instruction i has copied into `to` still read when `from` has got another value?
    [[nodiscard]] bool outlives(std::uint32_t i, ptx::RegisterId to, const Operand& from) const {
        if (from.kind != Operand::Kind::Register || m_kernel.flow.definitions(from.reg).size() < 2) return false;
        const std::uint32_t loop = m_kernel.graph.loops().around(m_kernel.blockOf(i));
        return std::ranges::any_of(m_kernel.flow.definitions(from.reg), [&](std::uint32_t other) {
            const bool here = loop != ptx::Loops::kNone && m_kernel.graph.loopContains(loop, m_kernel.blockOf(other));
            return here && other > i && !m_kernel.flow.uses(to).empty() && m_kernel.flow.uses(to).back() > other;
        });
    }

    /// Must instruction `use` come behind `before`, of the same block, because it works with what comes of it?
    [[nodiscard]] bool dependsOn(std::uint32_t use, std::uint32_t before) const {
        std::set<std::uint32_t> reached{before};
        for (std::uint32_t i = before; i < use; ++i) {
            if (!reached.contains(i)) continue;
            for (const ptx::RegisterId reg : ptx::registersWritten(m_kernel.at(i)))
                for (const std::uint32_t next : m_kernel.flow.uses(reg))
                    if (next > i) reached.insert(next);
        }
        return reached.contains(use);
    }

    double conversionCost(std::uint32_t i, const Instruction& instruction) {
        const bool floats = isFloat(instruction.type) || isFloat(instruction.sourceType);
        if (floats) return 1;
        const unsigned to = bitsOf(instruction.type);
        const unsigned from = bitsOf(instruction.sourceType);
        if (to <= from || to == 16) return 0;
        if (to == 64) {
            if (isNarrowed(m_kernel, i)) return 0;
            return isSigned(instruction.sourceType) || isAddedToProduct(instruction) ? 1 : 0;
        }
        const Instruction* maker = m_kernel.makerOf(instruction.sources[0]);
        if (maker != nullptr && maker->opcode == Opcode::Ld) return 0;
        return !isSigned(instruction.sourceType) && significantBits(m_kernel, instruction.sources[0]) <= from ? 0 : 1;
    }

    /// IMAD.WIDE adds a pair of registers: the upper half of what is widened has to be put there.
    [[nodiscard]] bool isAddedToProduct(const Instruction& instruction) const {
        return std::ranges::any_of(m_kernel.flow.uses(instruction.destination.reg), [&](std::uint32_t use) {
            const Instruction& user = m_kernel.at(use);
            return user.opcode == Opcode::Add &&
                   std::ranges::any_of(std::span(user.sources).first(2), [&](const Operand& operand) {
                       const Instruction* maker = m_kernel.makerOf(operand);
                       return maker != nullptr && maker->opcode == Opcode::Mul && isFolded(operand);
                   });
        });
    }

    double floatCost(std::uint32_t i, const Instruction& instruction) {
        const Expansion expansion = expansionOf(instruction, m_kernel.target.floating);
        m_result.checks[i] = expansion.checks;
        if (expansion.checks > 0) m_result.slow[i] = slowPathOf(instruction, m_kernel.target.floating);
        if (isExpanded(instruction.opcode)) m_result.operations[i] = expansion.operations;
        if (instruction.opcode == Opcode::Selp) {
            needConstants(i, instruction, 2);
            return instruction.type == Type::F64 ? 2 : 1;
        }
        if (instruction.opcode == Opcode::Div && instruction.rounding == Rounding::Full &&
            m_kernel.flow.constant(instruction.sources[1])) {
            m_result.operations[i] = 1;
            return 1;  // a product with its reciprocal
        }
        if (isShared(i, instruction)) {
            m_result.operations[i] = 0;
            return 1;
        }
        if (instruction.opcode == Opcode::Div) return expansion.instructions + constantDivision(instruction);
        needConstants(i, instruction, instruction.sourceCount);
        return expansion.instructions;
    }

    /// What a division costs more or less where one of its operands is a constant.
    [[nodiscard]] double constantDivision(const Instruction& instruction) const {
        if (instruction.rounding == Rounding::Full || instruction.rounding == Rounding::Approx) return 0;
        const bool wide = instruction.type == Type::F64;
        const Architecture::Floating& table = m_kernel.target.floating;
        if (m_kernel.flow.constant(instruction.sources[1])) return wide ? 0 : table.constantDivisor;
        if (m_kernel.flow.constant(instruction.sources[0]))
            return wide ? table.constantDividend64 : table.constantDividend;
        return 0;
    }

    /// Sine and cosine of one angle: it is brought into periods once.
    bool isShared(std::uint32_t i, const Instruction& instruction) {
        if ((instruction.opcode != Opcode::Sin && instruction.opcode != Opcode::Cos) ||
            instruction.sources[0].kind != Operand::Kind::Register)
            return false;
        const std::uint32_t block = m_kernel.blockOf(i);
        const bool known = std::ranges::any_of(m_angles, [&](const auto& other) {
            return other.first == instruction.sources[0].reg && m_kernel.graph.dominates(other.second, block);
        });
        m_angles.emplace_back(instruction.sources[0].reg, block);
        return known && m_kernel.flow.definition(instruction.sources[0].reg);
    }

    /// An instruction takes one constant; of doubles the upper half, the lower being zero. What more there is comes
    /// into registers, once and outside the loops.
    void needConstants(std::uint32_t i, const Instruction& instruction, unsigned sources, bool taken = false) {
        const bool wide = instruction.type == Type::F64;
        for (unsigned s = 0; s < sources; ++s) {
            const auto value = m_kernel.flow.constant(instruction.sources[s]);
            if (!value || *value == 0) continue;
            if (!taken && (!wide || (*value & 0xffffffff) == 0)) {
                taken = true;
                continue;
            }
            needConstant(i, instruction.sources[s], wide ? 2 : 1);
        }
    }

    /// In registers of its own.
    void needConstant(std::uint32_t i, const Operand& operand, double registers) {
        const auto value = m_kernel.flow.constant(operand);
        if (value && *value != 0) m_constants.push_back({*value, registers, m_kernel.blockOf(i)});
    }

    /// Registers of what is wanted in a loop and does not change in it; constants are not counted.
    [[nodiscard]] double invariants(std::uint32_t loop) const {
        std::set<ptx::RegisterId> wanted;
        for (std::uint32_t i = 0; i < m_kernel.size(); ++i)
            if (m_kernel.needed[i] && m_kernel.graph.loopContains(loop, m_kernel.blockOf(i)))
                for (const ptx::RegisterId reg : ptx::registersRead(m_kernel.at(i))) wanted.insert(reg);
        double registers = 0;
        for (const ptx::RegisterId reg : wanted) {
            const bool changes = std::ranges::any_of(m_kernel.flow.definitions(reg), [&](std::uint32_t definition) {
                return m_kernel.graph.loopContains(loop, m_kernel.blockOf(definition));
            });
            const Operand operand{.kind = Operand::Kind::Register, .reg = reg};
            if (!changes && !m_kernel.flow.constant(operand))
                registers += bitsOf(m_kernel.entry.registers[reg].type) > 32 ? 2 : 1;
        }
        return registers;
    }

    /// Constants are brought before the innermost loop in which they are wanted. Where that and what else does not
    /// change in the loop takes too many registers, all of them are made in each round.
    void bringConstants() {
        std::map<std::uint32_t, std::map<std::int64_t, double>> wanted;  // by innermost loop
        for (const Constant& constant : m_constants)
            if (m_kernel.graph.beforeInnermost(constant.block) != constant.block)
                wanted[m_kernel.graph.loops().around(constant.block)][constant.value] = constant.registers;
        std::set<std::uint32_t> full;
        for (const auto& [loop, constants] : wanted) {
            double registers = invariants(loop);
            for (const auto& [value, each] : constants) registers += each;
            if (registers > m_kernel.target.registers.keptInLoop) full.insert(loop);
        }
        std::vector<Constant> brought;
        for (Constant constant : m_constants) {
            if (!full.contains(m_kernel.graph.loops().around(constant.block)))
                constant.block = m_kernel.graph.beforeInnermost(constant.block);
            const bool known = std::ranges::any_of(brought, [&](const Constant& other) {
                return other.value == constant.value && m_kernel.graph.dominates(other.block, constant.block);
            });
            if (known) continue;
            brought.push_back(constant);
            m_result.block[constant.block] += constant.registers;
        }
    }

    double integerCost(std::uint32_t i, const Instruction& instruction) {
        const unsigned bits = bitsOf(instruction.type);
        const bool wide = bits == 64;
        const Architecture::Integer& table = m_kernel.target.integer;
        switch (instruction.opcode) {
            case Opcode::Add:
            case Opcode::Sub: {
                if (!wide) return sumCost(i, instruction);
                return wideSumCost(i, instruction);
            }
            case Opcode::Mul:
                if (!wide) return 1;
                if (instruction.part == Part::Hi)
                    return isSigned(instruction.type) ? table.highProductSigned : table.highProductUnsigned;
                return wideProductCost(i, instruction);
            case Opcode::Mad:
                if (!wide) needConstants(i, instruction, 3);
                return !wide && instruction.part == Part::Hi ? table.highMultiplyAdd : table.multiplyAdd.of(bits);
            case Opcode::Div:
            case Opcode::Rem: return divisionCost(i, instruction);
            case Opcode::Clz:  // 31 less what FLO finds
                return !wide && isAddend(i, instruction) ? table.leadingZerosAddend : table.leadingZeros.of(bits);
            case Opcode::Popc: return table.setBits.of(bits);
            case Opcode::Brev: return table.reverse.of(bits);
            case Opcode::Abs:  // IABS, and into its place
                return !wide && isOnlyStored(instruction) ? table.absoluteStored : table.absolute.of(bits);
            case Opcode::Neg: return table.negative.of(bits);
            case Opcode::Bfe:
                return m_kernel.flow.constant(instruction.sources[1]) ? table.extractKnownField : table.extractField;
            case Opcode::Bfi: return table.insertField;
            case Opcode::Dp4a: needConstants(i, instruction, 3, true); return 1;
            case Opcode::And:
            case Opcode::Or:
            case Opcode::Xor:
                if (instruction.type == Type::Pred) return 1;
                return wide && !isNarrowed(m_kernel, i) &&
                               !(instruction.opcode == Opcode::And && hasEmptyHalf(instruction))
                           ? 2
                           : 1;
            case Opcode::Shr:
            case Opcode::Shl: return shiftCost(i, instruction);
            case Opcode::Not: return wide && !isNarrowed(m_kernel, i) ? 2 : 1;
            case Opcode::Set: return table.truthValue;
            case Opcode::Min:
            case Opcode::Max: return table.extreme.of(bits);
            case Opcode::Selp:
                needConstants(i, instruction, 2);
                return wide && !(isShort(instruction.sources[0]) && isShort(instruction.sources[1])) ? 2 : 1;
            default: return 1;
        }
    }

    /// Shifts of what is wide by 32 take a register for another.
    double shiftCost(std::uint32_t i, const Instruction& instruction) {
        if (bitsOf(instruction.type) != 64) {
            needConstants(i, instruction, 1, true);
            return 1;
        }
        const bool narrowed = isNarrowed(m_kernel, i);
        const auto by = m_kernel.flow.constant(instruction.sources[1]);
        if (by == 32) return instruction.opcode == Opcode::Shr && narrowed ? 0 : 1;
        return narrowed ? 1 : 2;
    }

    /// `x = x + (p ? 1 : 0)`: the sum is made aside, or the old value kept there, and then put into x.
    double sumCost(std::uint32_t i, const Instruction& instruction) {
        const Operand& first = instruction.sources[0];
        const bool own = first.kind == Operand::Kind::Register && instruction.destination.kind == first.kind &&
                         first.reg == instruction.destination.reg;
        for (unsigned s = 0; s < 2; ++s) {
            const Instruction* maker = m_kernel.makerOf(instruction.sources[s]);
            if (maker == nullptr) continue;
            const bool constants =
                m_kernel.flow.constant(maker->sources[0]) && m_kernel.flow.constant(maker->sources[1]);
            if (maker->opcode == Opcode::Selp && own && constants) return m_kernel.target.integer.countingSum;
            // IMAD takes one constant.
            if (maker->opcode == Opcode::Mul && isFolded(instruction.sources[s]))
                needConstants(i, *maker, 2, m_kernel.flow.constant(instruction.sources[1 - s]).has_value());
        }
        return 1;
    }

    double wideSumCost(std::uint32_t i, const Instruction& instruction) {
        const Pointers::Moves moves = m_pointers.of(i);
        m_result.block[moves.block] += moves.before;
        m_result.moves[i] = moves.inLoop;
        m_result.movesUnrolled[i] = moves.unrolled;
        if (isNarrowed(m_kernel, i)) return 1;
        for (unsigned s = 0; s < 2; ++s) {
            const Instruction* maker = m_kernel.makerOf(instruction.sources[s]);
            if (maker != nullptr && maker->opcode == Opcode::Mul && isFolded(instruction.sources[s])) return 1;
        }
        return 2;
    }

    /// Where it is only added to something, IMAD.WIDE does that with the lower halves, at each place anew.
    double wideProductCost(std::uint32_t i, const Instruction& instruction) const {
        const Architecture::Integer& table = m_kernel.target.integer;
        if (instruction.part == Part::Wide) return table.fullProduct;
        if (isNarrowed(m_kernel, i)) return 1;
        const auto factor = m_kernel.flow.constant(instruction.sources[1]);
        const double crossed = table.crossProduct * (factor && *factor >= 0 && (*factor >> 32) == 0 ? 1 : 2);
        const auto uses = m_kernel.flow.uses(instruction.destination.reg);
        const bool added = std::ranges::all_of(uses, [&](std::uint32_t use) {
            const Instruction& user = m_kernel.at(use);
            return user.opcode == Opcode::Add && bitsOf(user.type) == 64 && !isFloat(user.type) &&
                   !m_kernel.flow.constant(user.sources[1]);
        });
        return crossed + (added ? 0 : table.lowerHalves);
    }

    [[nodiscard]] bool isOnlyStored(const Instruction& instruction) const {
        return std::ranges::all_of(m_kernel.flow.uses(instruction.destination.reg),
                                   [&](std::uint32_t use) { return m_kernel.at(use).opcode == Opcode::St; });
    }
    /// Is it added to something in its own block, and used for nothing else?
    [[nodiscard]] bool isAddend(std::uint32_t i, const Instruction& instruction) const {
        const auto uses = m_kernel.flow.uses(instruction.destination.reg);
        if (uses.size() != 1 || m_kernel.blockOf(uses[0]) != m_kernel.blockOf(i)) return false;
        const Opcode user = m_kernel.at(uses[0]).opcode;
        return user == Opcode::Add || user == Opcode::Sub;
    }

    /// Is the upper half of a 64-bit operand known to be zero?
    [[nodiscard]] bool hasEmptyHalf(const Instruction& instruction) const {
        return std::ranges::any_of(std::span(instruction.sources).first(2), [&](const Operand& operand) {
            const Instruction* maker = m_kernel.makerOf(operand);
            return maker != nullptr && maker->opcode == Opcode::Cvt && maker->sourceType == Type::U32;
        });
    }

    /// Is a 64-bit operand made of what fits 32 bits, so that nothing has to be chosen for its upper half?
    [[nodiscard]] bool isShort(const Operand& operand, unsigned depth = 0) const {
        constexpr unsigned kMostMakers = 8;
        if (const auto value = m_kernel.flow.constant(operand)) return (*value >> 32) == 0;
        const Instruction* maker = depth < kMostMakers ? m_kernel.makerOf(operand) : nullptr;
        if (maker == nullptr) return false;
        if (maker->opcode == Opcode::Selp)
            return isShort(maker->sources[0], depth + 1) && isShort(maker->sources[1], depth + 1);
        return maker->opcode == Opcode::Cvt && maker->sourceType == Type::U32;
    }

    double divisionCost(std::uint32_t i, const Instruction& instruction) {
        if (bitsOf(instruction.type) == 64) {  // a routine: there and back
            const bool division = instruction.opcode == Opcode::Div;
            const bool sign = isSigned(instruction.type);
            const Architecture::Division& table = m_kernel.target.division;
            m_result.checks[i] = table.branches64;
            return note(textOf("ptxas.note.division"_id),
                        division ? (sign ? table.quotientSigned64 : table.quotientUnsigned64)
                                 : (sign ? table.remainderSigned64 : table.remainderUnsigned64));
        }
        const Divisions::Cost cost = m_divisions.costOf(i);
        m_result.block[cost.block] += cost.before;
        return cost.own;
    }

    const KernelView& m_kernel;
    Costs m_result;
    std::vector<bool> m_folded;
    std::vector<bool> m_joined;                        ///< part of another's access
    std::map<std::uint32_t, std::size_t> m_positions;  ///< of instructions within their joined access
    std::set<std::string> m_notes;
    struct Constant {
        std::int64_t value = 0;
        double registers = 0;
        std::uint32_t block = 0;  ///< where it is wanted
    };
    std::vector<Constant> m_constants;                                ///< that must be in registers
    std::vector<std::pair<ptx::RegisterId, std::uint32_t>> m_angles;  ///< of sines and cosines, with their block
    Divisions m_divisions;
    Atomics m_atomics;
    Pointers m_pointers;
};

}  // namespace

double Costs::of(const KernelView& kernel, std::uint32_t which) const {
    const ptx::BasicBlock& range = kernel.block(which);
    return std::accumulate(own.begin() + range.first, own.begin() + range.end, block[which]);
}

Costs costsOf(const KernelView& kernel) { return Pricing(kernel).run(); }

}  // namespace lanescope::ptxas
