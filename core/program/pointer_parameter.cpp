// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/pointer_parameter.h"

#include <algorithm>
#include <utility>

#include "core/program/dataflow.h"

namespace lanescope::program {
namespace {

constexpr std::uint32_t kNone = 0xffffffffU;
constexpr std::uint32_t kSeveral = kNone - 1;

bool isVariable(const Operand& operand, Space space) {
    return operand.kind == Operand::Kind::Address && operand.reg == kNoRegister && operand.symbol != kNone &&
           operand.space == space;
}

/// The parameter that an instruction loads a pointer from.
std::optional<std::uint32_t> loadedParameter(const Instruction& what) {
    const bool pointer = what.opcode == Opcode::Ld && what.space == Space::Param && bitsOf(what.type) == 64;
    if (!pointer || !isVariable(what.sources[0], Space::Param) || what.sources[0].offset != 0) return std::nullopt;
    return what.sources[0].symbol;
}

/// Can what it gives be an address made of its operands? Products and conversions are indices.
bool keepsAddress(const Instruction& what) {
    const bool copies = what.opcode == Opcode::Mov || what.opcode == Opcode::Cvta || what.opcode == Opcode::Selp ||
                        what.opcode == Opcode::Add || what.opcode == Opcode::Sub;
    return copies && bitsOf(what.type) == 64;
}

/// Adds a product to an address: the addend is its third operand.
bool addsProduct(const Instruction& what) {
    return what.opcode == Opcode::Mad && bitsOf(what.type) == (what.part == Part::Wide ? 32 : 64);
}

/// The address in global memory that an instruction works on; nullptr if it has none.
const Operand* addressOf(const Instruction& what) {
    switch (what.opcode) {
        case Opcode::Ld:
        case Opcode::St:
        case Opcode::Atom:
        case Opcode::Red:
            return what.space == Space::Global || what.space == Space::Generic ? &what.sources[0] : nullptr;
        case Opcode::CpAsync: return &what.sources[1];
        default: return nullptr;
    }
}

/// Where addresses go within an entry: from register to register, and through the slots of calls. Each register and
/// slot ends with the parameter that it has its address from.
class Addresses {
public:
    explicit Addresses(const Entry& entry) : m_entry(entry), m_nodes(entry.registers.size() + entry.slots.size()) {
        for (const Instruction& what : entry.instructions) addEdges(what);
        for (const Instruction& what : entry.instructions)
            if (const auto parameter = loadedParameter(what); parameter && what.destination.reg < m_nodes.size())
                put(what.destination.reg, *parameter);
        while (!m_open.empty()) {
            const std::uint32_t from = m_open.back();
            m_open.pop_back();
            for (const std::uint32_t to : m_nodes[from].next) put(to, m_nodes[from].parameter);
        }
    }

    /// kNone, kSeveral or a parameter.
    [[nodiscard]] std::uint32_t parameterOf(const Operand& operand) const {
        return operand.reg < m_entry.registers.size() ? m_nodes[operand.reg].parameter : kNone;
    }

private:
    struct Node {
        std::vector<std::uint32_t> next;
        std::uint32_t parameter = kNone;
    };

    void add(std::uint32_t from, std::uint32_t to) {
        if (from < m_nodes.size() && to < m_nodes.size()) m_nodes[from].next.push_back(to);
    }
    [[nodiscard]] std::uint32_t nodeOfSlot(std::uint32_t slot) const {
        return static_cast<std::uint32_t>(m_entry.registers.size()) + slot;
    }

    void addEdges(const Instruction& what) {
        if (keepsAddress(what)) {
            for (const RegisterId to : registersWritten(what))
                for (const RegisterId from : registersRead(what)) add(from, to);
        } else if (addsProduct(what)) {
            add(what.sources[2].reg, what.destination.reg);
        } else if (what.opcode == Opcode::St && isVariable(what.sources[0], Space::Slot)) {
            add(what.sources[1].reg, nodeOfSlot(what.sources[0].symbol));
        } else if (what.opcode == Opcode::Ld && isVariable(what.sources[0], Space::Slot)) {
            add(nodeOfSlot(what.sources[0].symbol), what.destination.reg);
        } else if (what.opcode == Opcode::Call && what.list < m_entry.calls.size()) {
            const Call& call = m_entry.calls[what.list];
            if (call.function >= m_entry.functions.size()) return;
            const Function& callee = m_entry.functions[call.function];
            for (std::size_t i = 0; i < std::min(call.arguments.size(), callee.arguments.size()); ++i)
                add(nodeOfSlot(call.arguments[i]), nodeOfSlot(callee.arguments[i]));
            for (std::size_t i = 0; i < std::min(call.results.size(), callee.results.size()); ++i)
                add(nodeOfSlot(callee.results[i]), nodeOfSlot(call.results[i]));
        }
    }

    /// A node changes twice at most: from none to one, from one to several.
    void put(std::uint32_t node, std::uint32_t parameter) {
        std::uint32_t& known = m_nodes[node].parameter;
        if (known == parameter || known == kSeveral) return;
        known = known == kNone ? parameter : kSeveral;
        m_open.push_back(node);
    }

    const Entry& m_entry;
    std::vector<Node> m_nodes;
    std::vector<std::uint32_t> m_open;
};

/// The registers that arithmetic of floats reads or writes: newer compilers load floats as bits.
std::vector<bool> floatRegisters(const Entry& entry) {
    std::vector<bool> floats(entry.registers.size());
    for (const Instruction& what : entry.instructions) {
        if (what.opcode == Opcode::Cvt || !isFloat(what.type)) continue;
        for (const auto& registers : {registersRead(what), registersWritten(what)})
            for (const RegisterId reg : registers)
                if (bitsOf(entry.registers[reg].type) == bitsOf(what.type)) floats[reg] = true;
    }
    return floats;
}

std::optional<ElementType> elementOf(Type type, bool isFloat) {
    switch (type) {
        case Type::U8:
        case Type::B8: return ElementType::U8;
        case Type::S8: return ElementType::I8;
        case Type::S16: return ElementType::I16;
        case Type::U16:
        case Type::B16: return isFloat ? ElementType::F16 : ElementType::U16;
        case Type::F16:
        case Type::F16x2: return ElementType::F16;
        case Type::S32: return ElementType::I32;
        case Type::U32:
        case Type::B32: return isFloat ? ElementType::F32 : ElementType::I32;
        case Type::F32: return ElementType::F32;
        case Type::S64: return ElementType::I64;
        case Type::U64:
        case Type::B64: return isFloat ? ElementType::F64 : ElementType::U64;
        case Type::F64: return ElementType::F64;
        default: return std::nullopt;
    }
}

}  // namespace

std::optional<std::uint32_t> pointerParameter(const Entry& entry, std::uint32_t instruction) {
    const std::uint32_t parameter = Addresses(entry).parameterOf(entry.instructions[instruction].sources[0]);
    return parameter < kSeveral ? std::optional(parameter) : std::nullopt;
}

std::vector<std::optional<Pointed>> pointersOf(const Entry& entry) {
    std::vector<std::optional<Pointed>> pointers(entry.parameters.size());
    for (std::size_t i = 0; i < pointers.size(); ++i)
        if (entry.parameters[i].pointer) pointers[i].emplace();
    const Addresses addresses(entry);
    const std::vector<bool> floats = floatRegisters(entry);
    for (const Instruction& what : entry.instructions) {
        const bool converts = what.opcode == Opcode::Cvta && what.space == Space::Global;
        const Operand* const address = converts ? &what.sources[0] : addressOf(what);
        const std::uint32_t parameter = address == nullptr ? kNone : addresses.parameterOf(*address);
        if (parameter >= pointers.size()) continue;
        if (!pointers[parameter]) pointers[parameter].emplace();
        if (converts || pointers[parameter]->element) continue;
        const RegisterId value = what.vector[0] != kNoRegister                              ? what.vector[0]
                                 : what.opcode == Opcode::Ld || what.opcode == Opcode::Atom ? what.destination.reg
                                                                                            : what.sources[1].reg;
        pointers[parameter]->element = elementOf(what.type, value < floats.size() && floats[value]);
    }
    return pointers;
}

}  // namespace lanescope::program
