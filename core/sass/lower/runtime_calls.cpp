// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of the runtime (printf, assert, malloc, free): CALL.ABS to an address that was loaded from the bank of
// addresses. Arguments lie in registers from R4 on, those of 64 bits in pairs; so does the result.
#include <algorithm>
#include <array>

#include "core/sass/lower/lowering.h"

namespace lanescope::sass {
namespace {

using program::Type;

struct Runtime {
    std::string_view name;
    std::array<unsigned, 4> words;  ///< of each argument; 0 = there is none
    unsigned resultWords;
};
constexpr std::array kRuntime{Runtime{"vprintf", {2, 2, 0, 0}, 1}, Runtime{"__assertfail", {2, 2, 1, 2}, 0},
                              Runtime{"malloc", {2, 0, 0, 0}, 2}, Runtime{"free", {2, 0, 0, 0}, 0}};
constexpr unsigned kFirstArgument = 4;

bool isGeneral(const Operand& operand) { return operand.kind == OperandKind::Register && operand.number != kFixed; }

/// How many registers it writes at most.
unsigned registersPut(const Instruction& maker) {
    constexpr std::array<std::string_view, 10> kWords{"MOV", "IMAD",  "IADD3", "VIADD", "LOP3",
                                                      "SHF", "HFMA2", "S2R",   "SEL",   "PRMT"};
    const bool wide = maker.has("WIDE") || maker.has("64") || maker.opcode == "LEPC";
    if (!wide && std::ranges::find(kWords, maker.opcode) != kWords.end()) return 1;
    return maker.has("128") || !wide ? 4 : 2;
}

/// The number that an instruction puts into its register, if it does no more than that.
std::optional<std::int64_t> numberPut(const Instruction& maker) {
    const std::vector<Operand>& operands = maker.operands;
    const Operand& last = operands.back();
    const auto isZero = [](const Operand& operand) {
        return operand.kind == OperandKind::Register && operand.number == kFixed;
    };
    if (maker.opcode == "MOV" && operands.size() == 2) {
        if (isZero(last)) return 0;
        if (last.kind == OperandKind::Immediate) return last.value;
    }
    const bool product = maker.opcode == "IMAD" && maker.has("MOV");
    if (product && operands.size() == 4 && isZero(operands[1]) && isZero(operands[2])) {
        if (isZero(last)) return 0;
        if (last.kind == OperandKind::Immediate) return last.value;
    }
    const bool halves = maker.opcode == "HFMA2" && operands.size() == 5 && isZero(operands[1]) && isZero(operands[2]) &&
                        operands[3].kind == OperandKind::FloatImmediate && last.kind == OperandKind::FloatImmediate;
    if (halves) return (operands[3].value & 0xffff) << 16 | (last.value & 0xffff);
    return std::nullopt;
}

}  // namespace

/// The instruction that makes a register what it is before instruction `before`, if that is the same whatever way
/// control has come: without a guard, and no place to come to in between.
const Instruction* Lowering::makerOf(unsigned number, std::size_t before) const {
    for (std::size_t i = before; i-- > 0;) {
        const Instruction& maker = m_listing.instructions[i];
        if (std::ranges::binary_search(m_targets, maker.address + kInstructionBytes)) return nullptr;
        if (maker.opcode == "CALL") return nullptr;
        // What is named first is what is written, but for predicates.
        const auto to = std::ranges::find_if_not(maker.operands, isPredicateOperand);
        if (to == maker.operands.end() || !isGeneral(*to)) continue;
        if (to->number > number || to->number + registersPut(maker) <= number) continue;
        const bool whole = to == maker.operands.begin() && to->number == number && maker.guard.always();
        return whole ? &maker : nullptr;
    }
    return nullptr;
}

Operand Lowering::atKnownPlace(Operand constant, std::size_t at) const {
    if (constant.kind != OperandKind::Constant || constant.address.base >= kNone) return constant;
    const Instruction* const maker = makerOf(constant.address.base, at);
    const auto number = maker != nullptr ? numberPut(*maker) : std::nullopt;
    if (!number) return constant;
    constant.address.offset += *number * constant.address.scale;
    constant.address.base = kNone;
    return constant;
}

std::optional<std::uint32_t> Lowering::runtimeFunctionAt(const Instruction& call) {
    if (call.operands.size() != 1 || !isGeneral(call.operands[0])) return std::nullopt;
    const std::size_t at = call.address / kInstructionBytes;
    const Instruction* const load = makerOf(call.operands[0].number, at);
    if (load == nullptr || load->opcode != "LDC" || !load->has("64") || load->operands.size() != 2) return std::nullopt;
    const Operand place = atKnownPlace(load->operands[1], load->address / kInstructionBytes);
    const auto bank = std::ranges::find(m_listing.banks, place.number, &ConstantBank::bank);
    if (bank == m_listing.banks.end() || place.address.base < kNone || place.address.uniform < kNone)
        return std::nullopt;
    const auto found = std::ranges::find_if(bank->relocations,
                                            [&](const Relocation& one) { return one.offset == place.address.offset; });
    if (found == bank->relocations.end() || !isRuntime(found->symbol)) return std::nullopt;
    const auto known = std::ranges::find(runtimeFunctions, found->symbol);
    const auto index = static_cast<std::uint32_t>(known - runtimeFunctions.begin());
    if (known == runtimeFunctions.end()) runtimeFunctions.push_back(found->symbol);
    return 1 + index;
}

bool Lowering::isRuntime(const std::string& name) {
    return std::ranges::find(kRuntime, name, &Runtime::name) != kRuntime.end();
}

void callRuntime(Lowering& l, const Instruction& from, Code& to) {
    const auto function = l.runtimeFunctionAt(from);
    if (!function) return l.refuse();
    const auto& runtime = *std::ranges::find(kRuntime, l.runtimeFunctions[*function - 1], &Runtime::name);
    const auto at = [](unsigned number) {
        Operand operand;
        operand.kind = OperandKind::Register;
        operand.number = static_cast<std::uint16_t>(number);
        return operand;
    };
    to.opcode = program::Opcode::Call;
    to.list = static_cast<std::uint32_t>(l.entry().calls.size());
    to.vectorSize = 0;
    unsigned next = kFirstArgument;
    for (const unsigned words : runtime.words) {
        if (words == 0) break;
        next = (next + words - 1) / words * words;
        to.vector[to.vectorSize++] = (words == 2 ? l.wide(at(next)) : l.word(at(next))).reg;
        next += words;
    }
    if (runtime.resultWords != 0) to.destination = l.to(at(kFirstArgument), 32 * runtime.resultWords);
    program::Call& call = l.entry().calls.emplace_back();
    call.function = *function;
    call.inRegisters = true;
}

}  // namespace lanescope::sass
