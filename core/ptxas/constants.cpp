// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/constants.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "core/ptxas/instructions.h"

namespace lanescope::ptxas {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::Space;

/// A value that has to be fetched, in the order in which they stand in constant memory.
struct Value {
    enum class Kind : std::uint8_t { Parameter, Constant, Special, Descriptor, SharedBase };
    Kind kind = Kind::Parameter;
    std::uint64_t where = 0;  ///< bytes from the first parameter, or which special register
    std::uint32_t bytes = 0;
    friend auto operator<=>(const Value&, const Value&) = default;
};

class Constants {
public:
    explicit Constants(const KernelView& kernel) : m_kernel(kernel) {}

    std::vector<double> run() {
        for (std::uint32_t i = 0; i < m_kernel.size(); ++i)
            if (m_kernel.needed[i]) visit(i, m_kernel.at(i));
        std::vector<double> costs(m_kernel.graph.count(), 0);
        if (!costs.empty()) costs[0] += m_registers.stackPointer;
        for (const auto& [value, blocks] : m_uses) charge(value, blocks, costs);
        return costs;
    }

private:
    void visit(std::uint32_t i, const Instruction& instruction) {
        const std::uint32_t block = m_kernel.blockOf(i);
        if (instruction.opcode == Opcode::Ld && instruction.space == Space::Param) {
            const Operand& address = instruction.sources[0];
            if (address.reg != ptx::kNoRegister || address.symbol >= m_kernel.entry.parameters.size()) return;
            const std::uint64_t offset =
                m_kernel.entry.parameters[address.symbol].offset + static_cast<std::uint64_t>(address.offset);
            return useOf(instruction, {Value::Kind::Parameter, offset, bitsOf(instruction.type) / 8});
        }
        if (instruction.opcode == Opcode::Ld && instruction.space == Space::Const) {
            const Operand& address = instruction.sources[0];
            if (address.reg == ptx::kNoRegister)
                add({Value::Kind::Constant,
                     (std::uint64_t{address.symbol} << 32) + static_cast<std::uint64_t>(address.offset),
                     bitsOf(instruction.type) / 8},
                    block);
            return;
        }
        for (unsigned s = 0; s < instruction.sourceCount; ++s) visitSource(instruction, instruction.sources[s], block);
        const bool memory =
            instruction.opcode == Opcode::Ld || instruction.opcode == Opcode::St || isAtomic(instruction);
        if (memory && isGlobal(instruction)) add({Value::Kind::Descriptor, 0, 8}, block);
    }

    void visitSource(const Instruction& instruction, const Operand& source, std::uint32_t block) {
        if (source.kind == Operand::Kind::Special) {
            const Value value{Value::Kind::Special, static_cast<std::uint64_t>(source.special) * 4 + source.dimension,
                              4};
            if (instruction.opcode == Opcode::Mov) return useOf(instruction, value);
            return add(value, block);
        }
        const bool symbol = source.kind == Operand::Kind::Symbol ||
                            (source.kind == Operand::Kind::Address && source.reg == ptx::kNoRegister);
        if (!symbol || source.space != Space::Shared) return;
        // An access to a fixed place makes the address anew.
        const bool direct = source.kind == Operand::Kind::Address;
        const Value value{Value::Kind::SharedBase, direct ? 1 + std::uint64_t{block} : 0, 4};
        if (instruction.opcode == Opcode::Mov)
            useOf(instruction, value);
        else
            add(value, block);
    }

    /// The uses of what an instruction fetches, through moves and changes of address space.
    void useOf(const Instruction& instruction, const Value& value) {
        if (instruction.destination.kind != Operand::Kind::Register) return;
        std::vector<ptx::RegisterId> open{instruction.destination.reg};
        std::set<ptx::RegisterId>& seen = m_followed[value];
        while (!open.empty()) {
            const ptx::RegisterId reg = open.back();
            open.pop_back();
            if (!seen.insert(reg).second) continue;
            for (const std::uint32_t use : m_kernel.flow.uses(reg)) {
                if (!m_kernel.needed[use]) continue;
                const Instruction& user = m_kernel.at(use);
                const bool passes = (user.opcode == Opcode::Cvta || user.opcode == Opcode::Mov) &&
                                    user.destination.kind == Operand::Kind::Register &&
                                    m_kernel.flow.definitions(user.destination.reg).size() == 1;
                if (passes)
                    open.push_back(user.destination.reg);
                else
                    add(value, m_kernel.blockOf(use));
            }
        }
    }

    void add(const Value& value, std::uint32_t block) {
        // A pointer that only a predicated access wants is fetched with it, under the same predicate.
        const bool stays = value.kind == Value::Kind::Parameter && value.bytes == 8 && m_kernel.graph.isArm(block);
        const bool early = value.kind == Value::Kind::Descriptor || isOfThread(value);
        const std::uint32_t place = early ? m_kernel.graph.hoisted(block) : m_kernel.graph.beforeInnermost(block);
        m_uses[value].insert(stays ? block : place);
    }

    /// Is it in no memory: the number of a thread, block or lane?
    [[nodiscard]] static bool isOfThread(const Value& value) {
        const auto is = [&](ptx::SpecialRegister special) {
            return value.where / 4 == static_cast<std::uint64_t>(special);
        };
        return value.kind == Value::Kind::Special && !is(ptx::SpecialRegister::Ntid) &&
               !is(ptx::SpecialRegister::Nctaid);
    }

    /// Blocks of `blocks` that no other of them comes before always. Within a loop what is in constant memory is
    /// fetched again, although it has been before.
    [[nodiscard]] std::vector<std::uint32_t> first(const Value& value, const std::set<std::uint32_t>& blocks) const {
        std::vector<std::uint32_t> heads;
        const bool kept = value.kind == Value::Kind::SharedBase || isOfThread(value);
        for (const std::uint32_t block : blocks)
            if (std::ranges::none_of(blocks, [&](std::uint32_t other) {
                    return other != block && m_kernel.graph.dominates(other, block) &&
                           (kept || m_kernel.graph.sameLoop(other, block));
                }))
                heads.push_back(block);
        return heads;
    }

    /// The last block that comes before all of `blocks` always.
    [[nodiscard]] std::uint32_t common(const std::set<std::uint32_t>& blocks) const {
        std::uint32_t best = 0;
        for (std::uint32_t candidate = 0; candidate < m_kernel.graph.count(); ++candidate) {
            const bool before = std::ranges::all_of(
                blocks, [&](std::uint32_t block) { return m_kernel.graph.dominates(candidate, block); });
            if (before && m_kernel.graph.dominates(best, candidate)) best = candidate;
        }
        return best;
    }

    void charge(const Value& value, const std::set<std::uint32_t>& blocks, std::vector<double>& costs) const {
        if (value.kind == Value::Kind::Descriptor) {  // it stays in its register
            costs[m_kernel.graph.hoisted(common(blocks))] += m_registers.fetch;
            return;
        }
        const bool memory = value.kind == Value::Kind::Parameter || value.kind == Value::Kind::Constant;
        const bool high = memory && value.bytes == 4 && value.where % 8 == 4;
        for (const std::uint32_t block : first(value, blocks)) {
            // With its neighbour one fetch of 8 bytes; the lower one pays.
            if (high) {
                const auto partner = m_uses.find({value.kind, value.where - 4, 4});
                if (partner != m_uses.end() && std::ranges::count(first(value, partner->second), block) != 0) continue;
            }
            costs[block] += value.kind == Value::Kind::SharedBase ? m_registers.sharedBase : m_registers.fetch;
        }
    }

    const KernelView& m_kernel;
    const Architecture::Registers& m_registers = m_kernel.target.registers;
    std::map<Value, std::set<std::uint32_t>> m_uses;
    std::map<Value, std::set<ptx::RegisterId>> m_followed;  ///< registers that hold it, whose uses are known
};

}  // namespace

std::vector<double> constantCosts(const KernelView& kernel) { return Constants(kernel).run(); }

}  // namespace lanescope::ptxas
