// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/machine_ops.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace lanescope::timing {
namespace {

struct Unit {
    Pipe pipe = Pipe::Alu;
    After after = After::Integer;
};

constexpr Unit kFp32{Pipe::Fp32, After::Fp32};
constexpr Unit kProduct{Pipe::Product, After::Integer};
/// By either, as measured on an H200: with as many LOP3 or ISETP it takes 2.2 cycles a pair (docs/timing.md).
constexpr Unit kEither{Pipe::Integer, After::Integer};
constexpr Unit kCompare{Pipe::Alu, After::Predicate};
constexpr Unit kFp64{Pipe::Fp64, After::Fp64};
constexpr Unit kSpecial{Pipe::Sfu, After::Sfu};
constexpr Unit kConversion{Pipe::Conversion, After::Sfu};
/// From constants, and special registers that are one for the whole warp, which the same unit reads; it sums over
/// warps, too. What each lane has for itself comes through the load-store unit (docs/timing.md, "Special registers").
constexpr Unit kConstant{Pipe::Constant, After::Constant};
constexpr Unit kUniformRegister{Pipe::Constant, After::UniformRegister};
constexpr Unit kWarpSum{Pipe::Constant, After::WarpSum};
constexpr Unit kLaneRegister{Pipe::Memory, After::LaneRegister};
constexpr Unit kLane{Pipe::Memory, After::Shared};
constexpr Unit kAccess{Pipe::Memory, After::Access};
constexpr Unit kJump{Pipe::Branch, After::Nothing};

/// What is not the ALU's. Pipes of the throughput table: NVIDIA CUDA C++ Programming Guide 13.0, arithmetic
/// instructions; what shares which is Huerta et al. 2025 (arXiv 2503.20481) and Jia et al. 2019 (arXiv 1903.07486).
const std::unordered_map<std::string_view, Unit>& units() {
    static const std::unordered_map<std::string_view, Unit> all{
        {"FADD", kFp32},
        {"FMUL", kFp32},
        {"FFMA", kFp32},
        {"HADD2", kFp32},
        {"HMUL2", kFp32},
        {"HFMA2", kFp32},
        {"FSWZADD", kFp32},
        {"FADD32I", kFp32},
        {"FMUL32I", kFp32},
        {"FFMA32I", kFp32},
        {"HADD2_32I", kFp32},
        {"FADD2", kFp32},
        {"FMUL2", kFp32},
        {"FFMA2", kFp32},
        {"IMAD", kProduct},
        {"IMUL", kProduct},
        {"IDP", kProduct},
        {"VIADD", kEither},
        {"ISETP", kCompare},
        {"FSETP", kCompare},
        {"HSETP2", kCompare},
        {"PLOP3", kCompare},
        {"VOTE", kCompare},
        {"R2P", kCompare},
        {"DADD", kFp64},
        {"DMUL", kFp64},
        {"DFMA", kFp64},
        {"DSETP", kFp64},
        {"MUFU", kSpecial},
        {"POPC", kSpecial},
        {"FLO", kSpecial},
        {"BREV", kSpecial},
        {"FCHK", kSpecial},
        {"MATCH", kSpecial},
        {"REDUX", kWarpSum},
        {"I2F", kConversion},
        {"F2I", kConversion},
        {"F2F", kConversion},
        {"I2I", kConversion},
        {"FRND", kConversion},
        {"LDC", kConstant},
        {"LDCU", kConstant},
        {"ULDC", {Pipe::None, After::Constant}},
        {"S2R", kConstant},
        {"S2UR", kUniformRegister},
        {"CS2R", {Pipe::None, After::Integer}},
        {"SHFL", kLane},
        {"LD", kAccess},
        {"LDG", kAccess},
        {"LDL", kAccess},
        {"LDS", kAccess},
        {"LDSM", kAccess},
        {"ST", kAccess},
        {"STG", kAccess},
        {"STL", kAccess},
        {"STS", kAccess},
        {"STSM", kAccess},
        {"LDGSTS", kAccess},
        {"ATOM", kAccess},
        {"ATOMG", kAccess},
        {"ATOMS", kAccess},
        {"RED", kAccess},
        {"REDG", kAccess},
        {"REDS", kAccess},
        {"MEMBAR", {Pipe::Memory, After::Fence}},
        {"BRA", kJump},
        {"BRX", kJump},
        {"JMP", kJump},
        {"CALL", kJump},
        {"RET", kJump},
        {"EXIT", kJump},
        {"BSSY", kJump},
        {"BSYNC", kJump},
        {"BREAK", kJump},
        {"WARPSYNC", kJump},
        {"YIELD", kJump},
        {"BMOV", kJump},
        {"NANOSLEEP", kJump},
        {"KILL", kJump},
        {"NOP", {Pipe::None, After::Nothing}},
        {"DEPBAR", {Pipe::None, After::Nothing}},
        {"LDGDEPBAR", {Pipe::None, After::Nothing}},
        {"ERRBAR", {Pipe::None, After::Nothing}},
        {"CCTL", {Pipe::None, After::Nothing}},
    };
    return all;
}

bool readsLaneRegister(const sass::Instruction& instruction) {
    return instruction.opcode == "S2R" && std::ranges::any_of(instruction.operands, [](const sass::Operand& operand) {
               return operand.kind == sass::OperandKind::SpecialRegister &&
                      (operand.name.starts_with("SR_TID") || operand.name.starts_with("SR_LANE") ||
                       operand.name.ends_with("MASK"));
           });
}

Unit unitOf(const sass::Instruction& instruction) {
    if (readsLaneRegister(instruction)) return kLaneRegister;
    // Only one that waits for the others holds its warp up.
    if (instruction.opcode == "BAR") return {instruction.has("ARV") ? Pipe::Branch : Pipe::Barrier, After::Nothing};
    // By the half that multiplies integers: one every two cycles, as measured on an H200.
    if (instruction.opcode == "HFMA2" && instruction.has("MMA")) return {Pipe::Product, After::Fp32};
    if (const auto known = units().find(instruction.opcode); known != units().end()) return known->second;
    // The uniform datapath has a pipe of its own, and one instruction a warp.
    if (instruction.opcode.starts_with('U')) return {Pipe::None, After::Integer};
    return {};
}

/// Of instructions that access memory.
bool isShared(const sass::Instruction& instruction) {
    return instruction.opcode.starts_with("LDS") || instruction.opcode.starts_with("STS") ||
           instruction.opcode == "ATOMS" || instruction.opcode == "REDS";
}

/// L1 may not answer: what others of the GPU write is to be seen.
bool goesPastL1(const sass::Instruction& instruction) {
    return instruction.has("STRONG") && (instruction.has("GPU") || instruction.has("SYS"));
}

/// Scoreboards that it waits for in the operands, not in the control code: DEPBAR.LE SB0, 0x1.
std::uint8_t awaited(const sass::Instruction& instruction) {
    std::uint8_t mask = 0;
    if (instruction.opcode != "DEPBAR") return mask;
    for (const sass::Operand& operand : instruction.operands)
        if (operand.kind == sass::OperandKind::Scoreboard)
            mask = static_cast<std::uint8_t>(mask | 1U << operand.number);
    return mask;
}

/// Slots A, B and C of the encoding, as far as they are registers.
void readRegisters(const sass::Instruction& instruction, OpControl& control) {
    bool destination = !instruction.opcode.ends_with("SETP");
    const bool fp64 = instruction.opcode.starts_with('D');
    const bool wide = instruction.opcode == "IMAD" && instruction.has("WIDE");
    std::size_t slot = 0;
    for (const sass::Operand& operand : instruction.operands) {
        using enum sass::OperandKind;
        if (operand.kind == Predicate || operand.kind == UniformPredicate) continue;
        if (destination) {
            destination = false;
            continue;
        }
        if (slot == OpControl::kSlots) return;
        if (operand.kind == Register && operand.number != sass::kFixed)
            control.reads[slot] = static_cast<std::int16_t>(operand.number);
        const bool pair = fp64 || (wide && slot + 1 == OpControl::kSlots);
        if (pair) control.pairs = static_cast<std::uint8_t>(control.pairs | 1U << slot);
        if (operand.reuse) control.reuse = static_cast<std::uint8_t>(control.reuse | 1U << slot);
        ++slot;
    }
}

/// Has a register as its result.
bool setsRegister(const sass::Instruction& instruction) {
    for (const sass::Operand& operand : instruction.operands) {
        using enum sass::OperandKind;
        if (operand.kind == Predicate || operand.kind == UniformPredicate) continue;
        return operand.kind == Register && operand.number != sass::kFixed;
    }
    return false;
}

Writeback writebackOf(const sass::Instruction& instruction, Pipe pipe) {
    if (instruction.opcode.ends_with("SETP") || !setsRegister(instruction)) return Writeback::None;
    switch (pipe) {
        case Pipe::Product:
            if (instruction.has("MMA")) return Writeback::Half;
            return instruction.has("WIDE") || instruction.has("HI") ? Writeback::Wide : Writeback::Usual;
        case Pipe::Fp32:
        case Pipe::Integer:
        case Pipe::Alu: return Writeback::Usual;
        case Pipe::Fp64: return Writeback::Fp64;
        case Pipe::Sfu:
        case Pipe::Conversion: return Writeback::Special;
        case Pipe::Constant: return Writeback::Brought;
        default: return Writeback::None;
    }
}

/// The line of constants that an instruction reads from a fixed place.
std::optional<std::pair<int, std::int64_t>> constantsOf(const sass::Instruction& instruction) {
    for (const sass::Operand& operand : instruction.operands) {
        const sass::Address& at = operand.address;
        const bool fixed = at.base == sass::kNone || at.base == sass::kFixed;
        if (operand.kind != sass::OperandKind::Constant || !fixed || at.uniform != sass::kNone) continue;
        return std::pair<int, std::int64_t>(operand.number, at.offset / kConstantLine);
    }
    return std::nullopt;
}

bool readsInStep(Pipe pipe) {
    return pipe == Pipe::Fp32 || pipe == Pipe::Product || pipe == Pipe::Alu || pipe == Pipe::Fp64;
}

}  // namespace

std::vector<Op> opsOf(const sass::Listing& listing) {
    static_assert(OpControl::kNone == sass::Control::kNoScoreboard);
    std::map<std::pair<int, std::int64_t>, std::uint32_t> constants;
    std::vector<Op> ops;
    ops.reserve(listing.instructions.size());
    for (const sass::Instruction& instruction : listing.instructions) {
        Op op;
        const Unit unit = unitOf(instruction);
        op.pipe = unit.pipe;
        op.after = unit.after;
        op.writeback = writebackOf(instruction, op.pipe);
        op.global = unit.after == After::Access && !isShared(instruction);
        op.pastL1 = goesPastL1(instruction);
        if (const auto line = constantsOf(instruction))
            op.constants = constants.try_emplace(*line, static_cast<std::uint32_t>(constants.size())).first->second;
        op.asIssued = instruction.opcode == "ULDC";
        op.meets = instruction.opcode == "BSYNC";
        op.givesBack = instruction.opcode == "ATOM" || instruction.opcode == "ATOMG";
        op.floats = instruction.has("F32") || instruction.has("F64");
        op.code = static_cast<std::uint32_t>(ops.size());
        const sass::Control& control = instruction.control;
        op.control.stall = std::max<std::uint8_t>(1, control.stall);
        op.control.yields = control.yields;
        op.control.sets = control.writeScoreboard;
        op.control.setsRead = control.readScoreboard;
        op.control.waits = static_cast<std::uint8_t>(control.waits | awaited(instruction));
        if (readsInStep(op.pipe)) readRegisters(instruction, op.control);
        ops.push_back(op);
    }
    return ops;
}

}  // namespace lanescope::timing
