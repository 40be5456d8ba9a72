// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in constant banks: the launch and its parameters (bank 0, as the driver fills it), the compiler's numbers
// (2),
// __constant__ variables (3) and addresses of variables (4).
#include <algorithm>
#include <array>
#include <cstring>

#include "core/sass/lower/lowering.h"

namespace lanescope::sass {
namespace {

/// Where the driver puts what is no parameter. Found from what ptxas makes of %ntid, %nctaid, of local arrays, of
/// generic addresses, of isspacep and of the sizes of shared memory and of clusters (2026-11); other places are not
/// known. From sm_100 on the last two are found by way of the size of a cluster.
struct Layout {
    std::int64_t blockDim = 0;
    std::int64_t gridDim = 0;
    std::int64_t stack = 0;
    std::int64_t descriptor = 0;
    std::int64_t sharedWindow = kNoPlace;
    std::int64_t localWindow = 0;
    std::int64_t reserved = 0;  ///< where global memory begins that is the system's
    std::int64_t dynamicShared = 0;
    std::int64_t clusterBlocks = kNoPlace;
    static constexpr std::int64_t kNoPlace = -1;
};
Layout layoutOf(unsigned architecture) {
    if (architecture >= 100) return {0x360, 0x370, 0x37c, 0x358, Layout::kNoPlace, 0x2f8, 0x120, 0x2ac, 0x2cc};
    if (architecture >= 90) return {0x0, 0xc, 0x28, 0x208, Layout::kNoPlace, 0x20, 0xd0, 0x2c, 0x188};
    return {0x0, 0xc, 0x28, 0x118, 0x18, 0x20, 0x50, 0x2c, Layout::kNoPlace};
}

/// Of generic addresses in local memory (core/simt/decode/op.h: kLocalWindow).
constexpr std::uint64_t kLocalWindow = 0x7ff0'0000'0000ULL;
/// A place where no buffer and no window is.
constexpr std::uint64_t kReserved = 0x7ffe'0000'0000ULL;
/// The address of a function of the runtime, which is asked for by its name alone.
constexpr std::uint64_t kRuntime = 0x7ffd'0000'0000ULL;
/// What the size of a cluster is multiplied by where such a place is counted from it.
constexpr std::int64_t kClusterSpacing = -0xa0;

std::optional<unsigned> dimensionAt(std::int64_t offset, std::int64_t first) {
    const std::int64_t distance = offset - first;
    if (distance < 0 || distance > 8 || distance % 4 != 0) return std::nullopt;
    return static_cast<unsigned>(distance / 4);
}

}  // namespace

std::optional<Value> Lowering::ofLaunch(std::int64_t offset, unsigned bits) const {
    const std::int64_t behind = offset - m_listing.parameterBase;
    if (behind >= 0 && behind + bits / 8 <= m_entry.parameterBytes) {
        Value value;
        value.kind = Value::Kind::Parameter;
        value.offset = behind;
        return value;
    }
    const Layout layout = layoutOf(m_architecture);
    if (offset == layout.descriptor) return immediate(0);
    const std::array windows{std::pair{layout.localWindow, kLocalWindow}, std::pair{layout.reserved, kReserved},
                             std::pair{layout.sharedWindow, kSharedWindow}};
    for (const auto& [place, address] : windows) {
        if (place == Layout::kNoPlace) continue;
        if (offset == place) return immediate(bits == 64 ? address : address & 0xffffffffU);
        if (offset == place + 4 && bits == 32) return immediate(address >> 32);
    }
    if (bits != 32) return std::nullopt;
    if (offset == layout.stack)
        return m_recursive ? special(program::SpecialRegister::LocalBytes) : immediate(m_stackBytes);
    if (m_architecture < 100 && offset == layout.dynamicShared)
        return special(program::SpecialRegister::DynamicSmemSize);
    if (m_architecture < 100 && offset == layout.clusterBlocks) return immediate(1);
    if (const auto dimension = dimensionAt(offset, layout.blockDim))
        return special(program::SpecialRegister::Ntid, *dimension);
    if (const auto dimension = dimensionAt(offset, layout.gridDim))
        return special(program::SpecialRegister::Nctaid, *dimension);
    return std::nullopt;
}

/// LDC R0, c[0x0][R2+0x2cc] behind IMAD R2, R4, -0xa0, RZ, where R4 is the size of a cluster: 0, as there are none.
std::optional<Value> Lowering::ofCluster(const Instruction& load) const {
    const Layout layout = layoutOf(m_architecture);
    if (m_architecture < 100 || load.operands.size() != 2 || load.operands[1].kind != OperandKind::Constant) return {};
    const Address& address = load.operands[1].address;
    const bool known = address.offset == layout.dynamicShared || address.offset == layout.clusterBlocks;
    if (!known || load.operands[1].number != 0 || address.base >= kNone || !load.modifiers.empty()) return {};
    for (std::size_t i = load.address / kInstructionBytes; i-- > 0;) {
        const Instruction& maker = m_listing.instructions[i];
        if (maker.operands.empty() || maker.operands[0].kind != OperandKind::Register ||
            maker.operands[0].number != address.base)
            continue;
        if (maker.opcode != "IMAD" || maker.operands.size() < 3 || maker.operands[2].value != kClusterSpacing)
            return {};
        return address.offset == layout.clusterBlocks ? immediate(1)
                                                      : special(program::SpecialRegister::DynamicSmemSize);
    }
    return {};
}

std::optional<Value> Lowering::ofCompiler(const Operand& operand, unsigned bits) const {
    const auto bank = std::ranges::find(m_listing.banks, operand.number, &ConstantBank::bank);
    const std::int64_t offset = operand.address.offset;
    if (bank == m_listing.banks.end() || offset < 0) return std::nullopt;
    for (const Relocation& relocation : bank->relocations) {
        const bool high = bits == 32 && offset == std::int64_t{relocation.offset} + 4;
        if (relocation.offset != offset && !high) continue;
        const auto variable = std::ranges::find(m_ptx.variables, relocation.symbol, &program::ModuleVariable::name);
        if (variable == m_ptx.variables.end() && isRuntime(relocation.symbol) && bits == 64) return immediate(kRuntime);
        if (variable == m_ptx.variables.end()) return std::nullopt;
        Value value;
        value.kind = Value::Kind::Symbol;
        value.space = variable->space;
        value.symbol = static_cast<std::uint32_t>(variable - m_ptx.variables.begin());
        value.offset = relocation.addend;
        if (bits == 32) value.portion = high ? program::Portion::HighHalf : program::Portion::LowHalf;
        return value;
    }
    for (const Relocation& relocation : bank->relocations)
        if (offset < std::int64_t{relocation.offset} + 8 && offset + bits / 8 > relocation.offset) return std::nullopt;
    if (static_cast<std::size_t>(offset) + bits / 8 > bank->bytes.size()) return std::nullopt;
    std::uint64_t value = 0;
    std::memcpy(&value, bank->bytes.data() + offset, bits / 8);
    return immediate(value);
}

std::optional<Value> Lowering::constantAddress(const Operand& operand) {
    const Address& address = operand.address;
    const bool uniform = address.uniform != kNone && address.uniform != kFixed;
    const bool based = address.base != kNone && address.base != kFixed;
    if (uniform && based) return std::nullopt;
    Value value;
    value.kind = Value::Kind::Address;
    if (uniform || based)
        value.reg = registerOf(uniform ? OperandKind::UniformRegister : OperandKind::Register,
                               uniform ? address.uniform : address.base);
    if (operand.number == 0) {
        value.space = program::Space::Param;
        value.offset = address.offset - m_listing.parameterBase;
        return value;
    }
    const auto bank = std::ranges::find(m_listing.banks, operand.number, &ConstantBank::bank);
    if (bank == m_listing.banks.end() || !bank->relocations.empty()) return std::nullopt;
    const std::string name = "c[" + std::to_string(operand.number) + "]";
    auto known = std::ranges::find(moreVariables, name, &program::ModuleVariable::name);
    if (known == moreVariables.end()) {
        program::ModuleVariable variable;
        variable.name = variable.shortName = name;
        variable.space = program::Space::Const;
        variable.type = program::Type::B8;
        variable.size = bank->bytes.size();
        variable.alignment = 64;
        variable.initial.resize(bank->bytes.size());
        std::memcpy(variable.initial.data(), bank->bytes.data(), bank->bytes.size());
        known = moreVariables.insert(moreVariables.end(), std::move(variable));
    }
    value.space = program::Space::Const;
    value.symbol =
        static_cast<std::uint32_t>(m_ptx.variables.size() + static_cast<std::size_t>(known - moreVariables.begin()));
    value.offset = address.offset;
    return value;
}

/// Places that are known when the kernel is launched; a place in a register is a load.
Value Lowering::constant(const Operand& operand, unsigned bits) {
    const Address& address = operand.address;
    const bool fixed =
        (address.base == kNone || address.base == kFixed) && (address.uniform == kNone || address.uniform == kFixed);
    const auto value = !fixed                ? std::nullopt
                       : operand.number == 0 ? ofLaunch(address.offset, bits)
                                             : ofCompiler(operand, bits);
    if (!value) refuse();
    return value.value_or(Value{});
}

}  // namespace lanescope::sass
