// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptx/opcode_table.h"

namespace lanescope::ptx {
namespace {

constexpr std::uint32_t kNumber = kInteger | kFloat;
constexpr std::uint32_t kAny = kNumber | kBits;
constexpr std::uint32_t kArithmetic = RoundFloat | Ftz | Saturate;
constexpr std::uint32_t kF32 = in(Type::F32);
constexpr std::uint32_t kB32 = in(Type::B32);

constexpr OpcodeRow kRows[] = {
    // integer and float arithmetic
    {"add", Opcode::Add, "t:tt", kNumber, 0, kArithmetic},
    {"sub", Opcode::Sub, "t:tt", kNumber, 0, kArithmetic},
    {"mul", Opcode::Mul, "w:tt", kNumber, 0, kArithmetic | Product},
    {"mad", Opcode::Mad, "w:ttw", kNumber, 0, kArithmetic | Product},
    {"fma", Opcode::Fma, "t:ttt", kFloat, 0, kArithmetic},
    {"div", Opcode::Div, "t:tt", kNumber, 0, RoundFloat | Approx | Full | Ftz},
    {"rem", Opcode::Rem, "t:tt", kInteger, 0, 0},
    {"abs", Opcode::Abs, "t:t", kSigned | kFloat, 0, Ftz},
    {"neg", Opcode::Neg, "t:t", kSigned | kFloat, 0, Ftz},
    {"min", Opcode::Min, "t:tt", kNumber, 0, Ftz},
    {"max", Opcode::Max, "t:tt", kNumber, 0, Ftz},
    {"sqrt", Opcode::Sqrt, "t:t", kFloat, 0, RoundFloat | Approx | Ftz},
    {"rcp", Opcode::Rcp, "t:t", kFloat, 0, RoundFloat | Approx | Ftz},
    {"rsqrt", Opcode::Rsqrt, "t:t", kFloat, 0, Approx | Ftz},
    {"ex2", Opcode::Ex2, "t:t", kF32, 0, Approx | Ftz},
    {"lg2", Opcode::Lg2, "t:t", kF32, 0, Approx | Ftz},
    {"sin", Opcode::Sin, "t:t", kF32, 0, Approx | Ftz},
    {"cos", Opcode::Cos, "t:t", kF32, 0, Approx | Ftz},
    {"popc", Opcode::Popc, "u:t", kBits3264, 0, 0},
    {"clz", Opcode::Clz, "u:t", kBits3264, 0, 0},
    {"bfind", Opcode::Bfind, "u:t", kInteger3264, 0, 0},
    {"brev", Opcode::Brev, "t:t", kBits3264, 0, 0},
    {"bfe", Opcode::Bfe, "t:tuu", kInteger3264, 0, 0},
    {"bfi", Opcode::Bfi, "t:ttuu", kBits3264, 0, 0},
    {"sad", Opcode::Sad, "t:ttt", kInteger, 0, 0},
    // logic and shift
    {"and", Opcode::And, "t:tt", kBits | kPredicate, 0, 0},
    {"or", Opcode::Or, "t:tt", kBits | kPredicate, 0, 0},
    {"xor", Opcode::Xor, "t:tt", kBits | kPredicate, 0, 0},
    {"not", Opcode::Not, "t:t", kBits | kPredicate, 0, 0},
    {"cnot", Opcode::Cnot, "t:t", kBits, 0, 0},
    {"shl", Opcode::Shl, "t:tu", kBits, 0, 0},
    {"shr", Opcode::Shr, "t:tu", kBits | kInteger, 0, 0},
    {"shf", Opcode::Shf, "t:ttu", kB32, 0, FunnelShift},
    {"lop3", Opcode::Lop3, "t:tttu", kB32, 0, 0},
    {"prmt", Opcode::Prmt, "t:ttt", kB32, 0, 0},
    // comparison and selection
    {"setp", Opcode::Setp, "p:tt", kAny, 0, Compare | Boolean | Ftz},
    {"set", Opcode::Set, "t:ss", in(Type::U32) | in(Type::S32) | kF32, kAny, Compare | Ftz},
    {"selp", Opcode::Selp, "t:ttp", kAny, 0, 0},
    {"slct", Opcode::Slct, "t:tts", kAny, in(Type::S32) | kF32, Ftz},
    // movement and conversion
    {"mov", Opcode::Mov, "t:t", kAny | kPredicate, 0, 0},
    {"cvt", Opcode::Cvt, "t:s", kNumber | kBytes | in(Type::F16), kNumber | kBytes | in(Type::F16),
     kArithmetic | RoundInteger},
    {"cvta", Opcode::Cvta, "t:t", in(Type::U64), 0, StateSpace | To},
    {"ld", Opcode::Ld, "t:m", kAny | kBytes, 0, StateSpace | Memory | Vector},
    {"ldu", Opcode::Ld, "t:m", kAny | kBytes, 0, StateSpace | Vector},
    {"st", Opcode::St, ":mt", kAny | kBytes, 0, StateSpace | Memory | Vector},
    {"atom", Opcode::Atom, "t:mt", kInteger3264 | kBits3264 | kFloat, 0, StateSpace | Memory | AtomicOp},
    {"red", Opcode::Red, ":mt", kInteger3264 | kBits3264 | kFloat, 0, StateSpace | Memory | AtomicOp},
    // control
    {"bra", Opcode::Bra, ":", 0, 0, Uniform},
    {"brx.idx", Opcode::Brx, ":", 0, 0, Uniform},
    {"call", Opcode::Call, ":", 0, 0, Uniform},
    {"ret", Opcode::Ret, ":", 0, 0, Uniform},
    {"exit", Opcode::Exit, ":", 0, 0, 0},
    {"trap", Opcode::Trap, ":", 0, 0, 0},
    // synchronisation and warp operations; a barrier that is not .aligned may be met by part of a warp, which we lack
    {"bar.warp.sync", Opcode::BarWarp, ":u", 0, 0, 0},
    {"bar.sync", Opcode::Bar, ":u", 0, 0, 0},
    {"bar.cta.sync", Opcode::Bar, ":u", 0, 0, 0},
    {"barrier.sync.aligned", Opcode::Bar, ":u", 0, 0, 0},
    {"barrier.cta.sync.aligned", Opcode::Bar, ":u", 0, 0, 0},
    {"membar", Opcode::Membar, ":", 0, 0, Scope},
    {"fence", Opcode::Membar, ":", 0, 0, Scope},
    {"shfl.sync", Opcode::Shfl, "t:tuuu", kB32, 0, ShuffleMode},
    {"vote.sync", Opcode::Vote, "t:pu", kB32 | kPredicate, 0, Voting},
    {"activemask", Opcode::Activemask, "t:", kB32, 0, 0},
};

}  // namespace

const OpcodeRow* findOpcode(std::string_view mnemonic) {
    for (const OpcodeRow& row : kRows) {
        if (!mnemonic.starts_with(row.mnemonic)) continue;
        if (mnemonic.size() == row.mnemonic.size() || mnemonic[row.mnemonic.size()] == '.') return &row;
    }
    return nullptr;
}

}  // namespace lanescope::ptx
