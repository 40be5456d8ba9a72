// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/folding.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "core/ptxas/bits.h"
#include "core/ptxas/selects.h"

namespace lanescope::ptxas {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::Part;
using ptx::RegisterId;
using ptx::Type;

class Folding {
public:
    explicit Folding(const KernelView& kernel)
        : m_kernel(kernel), m_selects(kernel), m_folded(kernel.size(), false), m_full(kernel.size(), false) {}

    std::vector<bool> run() {
        for (std::uint32_t i = 0; i < m_kernel.size(); ++i)
            if (m_kernel.needed[i]) visit(i);
        return std::move(m_folded);
    }

private:
    [[nodiscard]] static unsigned bits(const Instruction& instruction) { return bitsOf(instruction.type); }

    template <typename Is>
    [[nodiscard]] bool allUses(RegisterId reg, Is is) const {
        return reg != ptx::kNoRegister && std::ranges::all_of(m_kernel.flow.uses(reg), [&](std::uint32_t use) {
                   return !m_kernel.needed[use] || is(use);
               });
    }
    [[nodiscard]] std::uint32_t useCount(RegisterId reg) const { return m_kernel.uses.count(reg); }
    /// Do all that use the register add 64 bits to it?
    [[nodiscard]] bool onlyAdded(RegisterId reg) {
        const auto [known, isNew] = m_onlyAdded.try_emplace(reg, false);
        if (isNew) known->second = allUses(reg, [&](std::uint32_t use) { return isSum(use, 64); });
        return known->second;
    }
    /// Do all that use the register add 32 bits to it, in the instruction's block?
    [[nodiscard]] bool onlySummed(RegisterId reg, std::uint32_t i) {
        const auto [known, isNew] = m_onlySummed.try_emplace({reg, m_kernel.blockOf(i)}, false);
        if (isNew)
            known->second =
                allUses(reg, [&](std::uint32_t use) { return isSum(use, 32) && m_kernel.sameBlock(use, i); });
        return known->second;
    }
    [[nodiscard]] bool isSum(std::uint32_t i, unsigned width) const {
        const Instruction& instruction = m_kernel.at(i);
        return (instruction.opcode == Opcode::Add || instruction.opcode == Opcode::Sub) && !isFloat(instruction.type) &&
               bits(instruction) == width;
    }
    [[nodiscard]] bool isAddressOf(std::uint32_t use, RegisterId reg) const {
        const Instruction& instruction = m_kernel.at(use);
        const Operand& address = instruction.sources[0];
        if (address.kind != Operand::Kind::Address || address.reg != reg) return false;
        const auto reads = ptx::registersRead(instruction);
        return std::ranges::count(reads, reg) == 1;
    }
    [[nodiscard]] bool onlyAddress(RegisterId reg) const {
        return m_kernel.flow.definitions(reg).size() == 1 &&
               allUses(reg, [&](std::uint32_t use) { return isAddressOf(use, reg); });
    }

    void visit(std::uint32_t i) {
        const Instruction& instruction = m_kernel.at(i);
        if (instruction.type == Type::Pred) return visitPredicate(i, instruction);
        switch (instruction.opcode) {
            case Opcode::Add:
            case Opcode::Sub:
                if (isSum(i, 32)) return visitSum(i, instruction);
                if (isSum(i, 64)) return visitAddress(i, instruction);
                if (instruction.type == Type::F32 || instruction.type == Type::F64) visitFloatSum(i, instruction);
                return;
            case Opcode::Min:
            case Opcode::Max:
                if (bits(instruction) == 32 && !isFloat(instruction.type)) visitExtreme(i, instruction);
                return;
            case Opcode::Not:
            case Opcode::And:
            case Opcode::Or:
            case Opcode::Xor:
                if (bits(instruction) == 32) visitLogic(i, instruction);
                return;
            case Opcode::Selp:
                if (const auto test = m_selects.comparisonOfExtreme(i))
                    m_folded[*test] = true;
                else
                    m_folded[i] = m_selects.isMadeInPlace(i);
                return;
            case Opcode::Cvt: return visitConversion(i, instruction);
            case Opcode::Setp: return visitTest(i, instruction);
            case Opcode::Neg:
                if (!isFloat(instruction.type) && bits(instruction) == 32) {
                    m_folded[i] = onlySummed(instruction.destination.reg, i);
                    return;
                }
                [[fallthrough]];
            case Opcode::Abs:
                m_folded[i] =
                    isFloat(instruction.type) &&
                    (isNegatedProduct(i, instruction) || allUses(instruction.destination.reg, [&](std::uint32_t use) {
                         return isFloat(m_kernel.at(use).type) && m_kernel.at(use).opcode != Opcode::St &&
                                m_kernel.at(use).opcode != Opcode::Mov;
                     }));
                return;
            default: return;
        }
    }

    [[nodiscard]] bool isNegatedProduct(std::uint32_t i, const Instruction& instruction) const {
        const auto from = m_kernel.neededMakerOf(instruction.sources[0]);
        return instruction.opcode == Opcode::Neg && from && m_kernel.sameBlock(*from, i) &&
               m_kernel.at(*from).opcode == Opcode::Mul && useCount(instruction.sources[0].reg) == 1;
    }

    /// Conversions to floats take bytes and halves of a register; what is made can be clamped to 0 … 1 on its way.
    void visitConversion(std::uint32_t i, const Instruction& instruction) {
        const auto from = m_kernel.neededMakerOf(instruction.sources[0]);
        if (!from || !m_kernel.sameBlock(*from, i) || useCount(instruction.sources[0].reg) != 1) return;
        const Instruction& maker = m_kernel.at(*from);
        if (instruction.type != Type::F32) return;
        if (instruction.sourceType == Type::F32) {
            const bool sums = maker.opcode == Opcode::Add || maker.opcode == Opcode::Mul || maker.opcode == Opcode::Fma;
            m_folded[i] = instruction.saturate && instruction.rounding == ptx::Rounding::None && sums;
            return;
        }
        if (instruction.sourceType != Type::U32) return;
        const auto constant = m_kernel.flow.constant(maker.sources[1]);
        const bool low = maker.opcode == Opcode::And && (constant == 255 || constant == 65535);
        const bool high = maker.opcode == Opcode::Shr && maker.type != Type::S32 && (constant == 16 || constant == 24);
        if (low || high) m_folded[*from] = true;
    }

    [[nodiscard]] bool isConstant(const Operand& operand) const { return m_kernel.flow.constant(operand).has_value(); }
    /// Can LEA or IMAD, the sum `use`, take the shift or product `from`? A loop's counter whose steps are the
    /// same in all lanes has them found before the loop.
    [[nodiscard]] bool takesProduct(std::uint32_t use, std::uint32_t from) const {
        const Instruction& inner = m_kernel.at(from);
        if (!isSum(use, 32)) return false;
        const Operand& counter = m_kernel.at(use).destination;
        const bool steps = std::ranges::any_of(
            std::span(m_kernel.at(use).sources).first(2),
            [&](const Operand& source) { return source.kind == Operand::Kind::Register && source.reg == counter.reg; });
        if (steps && m_kernel.flow.uniform(inner.destination.reg) &&
            !m_kernel.graph.sameLoop(m_kernel.blockOf(use), m_kernel.blockOf(from)))
            return false;
        const Operand& last = m_kernel.at(use).sources[1];
        const bool subtracted = m_kernel.at(use).opcode == Opcode::Sub && last.kind == Operand::Kind::Register &&
                                last.reg == inner.destination.reg;
        return !subtracted || isConstant(inner.sources[0]) || isConstant(inner.sources[1]);
    }
    /// Is one of the sum's operands 1 or 0, as a predicate says? Then the sum is made or not made.
    [[nodiscard]] bool isCount(const Instruction& sum) const {
        return std::ranges::any_of(std::span(sum.sources).first(2), [&](const Operand& operand) {
            const auto from = m_kernel.neededMakerOf(operand);
            return from && m_kernel.at(*from).opcode == Opcode::Selp && isConstant(m_kernel.at(*from).sources[0]) &&
                   isConstant(m_kernel.at(*from).sources[1]);
        });
    }

    /// LEA, IMAD, IADD3 and SHF-with-add take one more operand.
    void visitSum(std::uint32_t i, const Instruction& instruction) {
        const bool add = instruction.opcode == Opcode::Add;
        if (isCount(instruction)) m_full[i] = true;
        for (unsigned s = 0; s < 2; ++s) {
            const auto from = m_kernel.neededMakerOf(instruction.sources[s]);
            if (!from || m_full[i]) continue;
            const Instruction& inner = m_kernel.at(*from);
            const RegisterId reg = instruction.sources[s].reg;
            const bool shift = inner.opcode == Opcode::Shl && bits(inner) == 32 && isConstant(inner.sources[1]);
            const bool half = add && inner.opcode == Opcode::Shr && bits(inner) == 32 && isConstant(inner.sources[1]);
            const bool product = inner.opcode == Opcode::Mul && ((inner.part == Part::Lo && bits(inner) == 32) ||
                                                                 (inner.part == Part::Wide && bits(inner) == 16));
            const bool everywhere = (shift || product) && useCount(reg) <= m_kernel.target.joining.productUses &&
                                    allUses(reg, [&](std::uint32_t use) { return takesProduct(use, *from); });
            if (everywhere || (half && useCount(reg) == 1)) {
                m_folded[*from] = true;
                m_full[i] = true;
            }
        }
        for (unsigned s = 0; s < 2 && !m_full[i]; ++s) {
            const auto from = m_kernel.neededMakerOf(instruction.sources[s]);
            if (!from || !isSum(*from, 32) || m_full[*from] || m_folded[*from] || !m_kernel.sameBlock(*from, i))
                continue;
            if (useCount(m_kernel.at(*from).destination.reg) != 1) continue;
            m_folded[*from] = true;
            m_full[i] = true;
        }
        // A shared access adds a register to the array's address, which all threads share.
        const bool fromArray = m_kernel.flow.sharedSymbol(instruction.sources[0]).has_value() ||
                               m_kernel.flow.sharedSymbol(instruction.sources[1]).has_value();
        const bool offset = m_kernel.flow.constant(instruction.sources[1]).has_value();
        if (add && (fromArray || offset) && !m_full[i] && onlyAddress(instruction.destination.reg)) m_folded[i] = true;
    }

    /// IMAD.WIDE takes an index, a size and a base; LEA and IADD3 an index of 32 bits, which they widen themselves if
    /// nobody else wants it; an offset that does not change goes into the access.
    void visitAddress(std::uint32_t i, const Instruction& instruction) {
        for (unsigned s = 0; s < 2; ++s) {
            const auto from = m_kernel.neededMakerOf(instruction.sources[s]);
            if (!from) continue;
            const Instruction& inner = m_kernel.at(*from);
            const bool once = useCount(instruction.sources[s].reg) == 1;
            const bool widened = inner.opcode == Opcode::Cvt && bitsOf(inner.sourceType) == 32 && once;
            const bool scaled = inner.opcode == Opcode::Shl && bits(inner) == 64 && once;
            const bool wide = inner.opcode == Opcode::Mul && inner.part == Part::Wide && !m_full[i];
            if (!widened && !scaled && !wide) continue;
            const bool subtracted = instruction.opcode == Opcode::Sub && s == 1;
            if (wide && subtracted) continue;
            if (!onlyAdded(instruction.sources[s].reg)) continue;
            m_folded[*from] = true;
            m_full[i] = m_full[i] || wide;
        }
        if (m_kernel.flow.constant(instruction.sources[1]) && onlyAddress(instruction.destination.reg))
            m_folded[i] = true;
    }

    /// LOP3 takes three operands, whatever is done with them.
    void visitLogic(std::uint32_t i, const Instruction& instruction) {
        if (instruction.opcode == Opcode::Or && isRotation(instruction)) {
            for (unsigned s = 0; s < 2; ++s) m_folded[*m_kernel.neededMakerOf(instruction.sources[s])] = true;
            return;
        }
        if (isNeedlessMask(instruction) || isMaskedDistance(instruction)) {
            m_folded[i] = true;
            return;
        }
        if (instruction.opcode == Opcode::Or && isSumOfParts(i, instruction)) {
            m_folded[*m_kernel.neededMakerOf(instruction.sources[0])] = true;
            return;
        }
        std::set<Leaf>& own = m_leaves[i];
        for (unsigned s = 0; s < instruction.sourceCount; ++s) own.insert(leafOf(instruction.sources[s]));
        for (unsigned s = 0; s < instruction.sourceCount; ++s) {
            const auto from = m_kernel.neededMakerOf(instruction.sources[s]);
            if (!from || m_folded[*from] || !m_leaves.contains(*from) || !m_kernel.sameBlock(*from, i)) continue;
            if (useCount(m_kernel.at(*from).destination.reg) != 1) continue;
            std::set<Leaf> all = own;
            all.erase(leafOf(instruction.sources[s]));
            all.insert(m_leaves[*from].begin(), m_leaves[*from].end());
            if (all.size() > m_kernel.target.joining.logicOperands || std::ranges::count(all, true, &Leaf::first) > 1)
                continue;
            m_folded[*from] = true;
            own = std::move(all);
        }
    }
    /// x & mask, where nothing stands beside the mask.
    [[nodiscard]] bool isNeedlessMask(const Instruction& instruction) const {
        const auto mask = m_kernel.flow.constant(instruction.sources[1]);
        if (instruction.opcode != Opcode::And || !mask) return false;
        const unsigned bits = significantBits(m_kernel, instruction.sources[0]);
        const std::int64_t all = (std::int64_t{1} << bits) - 1;
        return bits < 32 && (*mask & all) == all;
    }
    /// x & 31, by which one thing is shifted: SHF.W takes the five bits itself.
    [[nodiscard]] bool isMaskedDistance(const Instruction& instruction) const {
        if (instruction.opcode != Opcode::And || m_kernel.flow.constant(instruction.sources[1]) != 31) return false;
        const RegisterId reg = instruction.destination.reg;
        return useCount(reg) == 1 && allUses(reg, [&](std::uint32_t use) {
                   const bool shifts = m_kernel.at(use).opcode == Opcode::Shl || m_kernel.at(use).opcode == Opcode::Shr;
                   return shifts && bits(m_kernel.at(use)) == 32 && m_kernel.at(use).sources[0].reg != reg;
               });
    }
    /// x << c | small is a LEA.
    [[nodiscard]] bool isSumOfParts(std::uint32_t i, const Instruction& instruction) const {
        const auto from = m_kernel.neededMakerOf(instruction.sources[0]);
        const auto small = m_kernel.flow.constant(instruction.sources[1]);
        if (!from || !small || m_kernel.at(*from).opcode != Opcode::Shl || !m_kernel.sameBlock(*from, i)) return false;
        const auto by = m_kernel.flow.constant(m_kernel.at(*from).sources[1]);
        return useCount(m_kernel.at(*from).destination.reg) == 1 && by && *by < 32 && *small >= 0 &&
               *small < (std::int64_t{1} << *by);
    }
    /// x << c | x >> 32 - c is one SHF.
    [[nodiscard]] bool isRotation(const Instruction& instruction) const {
        const auto left = m_kernel.neededMakerOf(instruction.sources[0]);
        const auto right = m_kernel.neededMakerOf(instruction.sources[1]);
        if (!left || !right || useCount(m_kernel.at(*left).destination.reg) != 1 ||
            useCount(m_kernel.at(*right).destination.reg) != 1)
            return false;
        const bool forward = m_kernel.at(*left).opcode == Opcode::Shl;
        const Instruction& up = m_kernel.at(forward ? *left : *right);
        const Instruction& down = m_kernel.at(forward ? *right : *left);
        if (up.opcode != Opcode::Shl || down.opcode != Opcode::Shr || down.type == Type::S32) return false;
        const auto by = m_kernel.flow.constant(up.sources[1]);
        const auto rest = m_kernel.flow.constant(down.sources[1]);
        return by && rest && *by + *rest == 32 && up.sources[0].kind == Operand::Kind::Register &&
               down.sources[0].kind == Operand::Kind::Register && up.sources[0].reg == down.sources[0].reg;
    }
    /// What goes into a logical operation: a register, or a constant.
    using Leaf = std::pair<bool, std::int64_t>;
    [[nodiscard]] Leaf leafOf(const Operand& operand) const {
        if (const auto value = m_kernel.flow.constant(operand)) return {true, *value};
        return {false, operand.kind == Operand::Kind::Register ? operand.reg : -1};
    }

    /// A minimum takes a sum (VIADDMNMX), or another minimum (VIMNMX).
    void visitExtreme(std::uint32_t i, const Instruction& instruction) {
        for (unsigned s = 0; s < 2 && !m_full[i]; ++s) {
            const auto from = m_kernel.neededMakerOf(instruction.sources[s]);
            if (!from || m_folded[*from] || m_full[*from] || !m_kernel.sameBlock(*from, i)) continue;
            const bool same =
                m_kernel.at(*from).opcode == instruction.opcode && m_kernel.at(*from).type == instruction.type;
            if ((!isSum(*from, 32) && !same) || useCount(m_kernel.at(*from).destination.reg) != 1) continue;
            m_folded[*from] = true;
            m_full[i] = true;
        }
    }

    /// A product and a sum for which nobody has asked to be rounded are one operation.
    void visitFloatSum(std::uint32_t i, const Instruction& instruction) {
        if (instruction.rounding != ptx::Rounding::None) return;
        for (unsigned s = 0; s < 2 && !m_full[i]; ++s) {
            const auto from = m_kernel.neededMakerOf(instruction.sources[s]);
            if (!from || m_kernel.at(*from).opcode != Opcode::Mul || m_kernel.at(*from).type != instruction.type)
                continue;
            if (m_kernel.at(*from).rounding != ptx::Rounding::None || useCount(m_kernel.at(*from).destination.reg) != 1)
                continue;
            m_folded[*from] = true;
            m_full[i] = true;
        }
    }

    /// LOP3 also tells whether its result is zero.
    void visitTest(std::uint32_t i, const Instruction& instruction) {
        using ptx::Comparison;
        if (instruction.comparison != Comparison::Eq && instruction.comparison != Comparison::Ne) return;
        const auto from = m_kernel.neededMakerOf(instruction.sources[0]);
        const auto with = m_kernel.flow.constant(instruction.sources[1]);
        if (!from || !with || *with != 0 || isFloat(instruction.type) || !m_kernel.sameBlock(*from, i)) return;
        m_folded[i] = m_kernel.at(*from).opcode == Opcode::And && bits(m_kernel.at(*from)) == 32 && !m_folded[*from];
    }

    /// A comparison takes one more predicate.
    void visitPredicate(std::uint32_t i, const Instruction& instruction) {
        if (instruction.opcode == Opcode::Not || instruction.opcode == Opcode::Mov) m_folded[i] = true;
        if (instruction.opcode != Opcode::And && instruction.opcode != Opcode::Or && instruction.opcode != Opcode::Xor)
            return;
        for (unsigned s = 0; s < 2; ++s) {
            const auto from = m_kernel.neededMakerOf(instruction.sources[s]);
            if (!from || m_kernel.at(*from).opcode != Opcode::Setp || useCount(m_kernel.at(*from).destination.reg) != 1)
                continue;
            m_folded[i] = true;
        }
    }

    const KernelView& m_kernel;
    Selects m_selects;
    std::vector<bool> m_folded;
    std::vector<bool> m_full;  ///< has taken its one operand more
    std::map<std::uint32_t, std::set<Leaf>> m_leaves;
    std::map<RegisterId, bool> m_onlyAdded;
    std::map<std::pair<RegisterId, std::uint32_t>, bool> m_onlySummed;
};

}  // namespace

std::vector<bool> foldedInstructions(const KernelView& kernel) { return Folding(kernel).run(); }

}  // namespace lanescope::ptxas
