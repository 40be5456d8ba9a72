// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptx/opcode_table.h"

namespace lanescope::ptx {
namespace {

constexpr std::uint32_t kNumber = kInteger | kFloat;
constexpr std::uint32_t kAny = kNumber | kBits;
constexpr std::uint32_t kFloats = kFloat | kHalves;
constexpr std::uint64_t kArithmetic = RoundFloat | Ftz | Saturate;
constexpr std::uint32_t kF32 = in(Type::F32);
constexpr std::uint32_t kB32 = in(Type::B32);
constexpr std::uint32_t kInteger32 = in(Type::U32) | in(Type::S32);

constexpr std::uint32_t kSetResult = kInteger32 | kF32 | kHalves | in(Type::U16) | in(Type::S16);
constexpr std::uint32_t kConverted = kNumber | kBytes | kHalves;
constexpr std::uint32_t kAtomic = kInteger3264 | kBits | kFloats;

constexpr OpcodeRow kRows[] = {
    // integer and float arithmetic
    {"add", Opcode::Add, "t:tt", kNumber | kHalves | kShortPairs, 0, kArithmetic | CarryOut},
    {"addc", Opcode::Add, "t:tt", kInteger3264, 0, CarryOut},
    {"sub", Opcode::Sub, "t:tt", kNumber | kHalves, 0, kArithmetic | CarryOut},
    {"subc", Opcode::Sub, "t:tt", kInteger3264, 0, CarryOut},
    {"mul", Opcode::Mul, "w:tt", kNumber | kHalves, 0, kArithmetic | Product},
    {"mad", Opcode::Mad, "w:ttw", kNumber, 0, kArithmetic | Product | CarryOut},
    {"madc", Opcode::Mad, "t:ttt", kInteger3264, 0, Product | CarryOut},
    {"mul24", Opcode::Mul24, "t:tt", kInteger32, 0, Product},
    {"mad24", Opcode::Mad24, "t:ttt", kInteger32, 0, Product | Saturate},
    {"dp4a", Opcode::Dp4a, "t:tst", kInteger32, kInteger32, 0},
    {"dp2a", Opcode::Dp2a, "t:tst", kInteger32, kInteger32, Product},
    {"fma", Opcode::Fma, "t:ttt", kFloats, 0, kArithmetic | Relu},
    {"div", Opcode::Div, "t:tt", kNumber, 0, RoundFloat | Approx | Full | Ftz},
    {"rem", Opcode::Rem, "t:tt", kInteger, 0, 0},
    {"abs", Opcode::Abs, "t:t", kSigned | kFloats, 0, Ftz},
    {"neg", Opcode::Neg, "t:t", kSigned | kFloats, 0, Ftz},
    {"min", Opcode::Min, "t:tt", kInteger | kFloats | kShortPairs, 0, Ftz | NanWins | Relu},
    {"max", Opcode::Max, "t:tt", kInteger | kFloats | kShortPairs, 0, Ftz | NanWins | Relu},
    {"copysign", Opcode::Copysign, "t:tt", kFloat, 0, 0},
    {"testp", Opcode::Testp, "p:t", kFloat, 0, Property},
    {"sqrt", Opcode::Sqrt, "t:t", kFloat, 0, RoundFloat | Approx | Ftz},
    {"rcp", Opcode::Rcp, "t:t", kFloat, 0, RoundFloat | Approx | Ftz},
    {"rsqrt", Opcode::Rsqrt, "t:t", kFloat, 0, Approx | Ftz},
    {"ex2", Opcode::Ex2, "t:t", kF32 | kHalves, 0, Approx | Ftz},
    {"lg2", Opcode::Lg2, "t:t", kF32, 0, Approx | Ftz},
    {"sin", Opcode::Sin, "t:t", kF32, 0, Approx | Ftz},
    {"cos", Opcode::Cos, "t:t", kF32, 0, Approx | Ftz},
    {"tanh", Opcode::Tanh, "t:t", kF32 | kHalves, 0, Approx},
    {"popc", Opcode::Popc, "u:t", kBits3264, 0, 0},
    {"clz", Opcode::Clz, "u:t", kBits3264, 0, 0},
    {"bfind", Opcode::Bfind, "u:t", kInteger3264, 0, ShiftAmount},
    {"brev", Opcode::Brev, "t:t", kBits3264, 0, 0},
    {"bfe", Opcode::Bfe, "t:tuu", kInteger3264, 0, 0},
    {"bfi", Opcode::Bfi, "t:ttuu", kBits3264, 0, 0},
    {"bmsk", Opcode::Bmsk, "t:uu", kB32, 0, Clamping},
    {"szext", Opcode::Szext, "t:tu", kInteger32, 0, Clamping},
    {"fns", Opcode::Fns, "t:uuu", kB32, 0, 0},
    {"sad", Opcode::Sad, "t:ttt", kInteger, 0, 0},
    {"vabsdiff2", Opcode::Vabsdiff2, "t:ttt", in(Type::U32), in(Type::U32), Accumulate | ThirdType},
    {"vabsdiff4", Opcode::Vabsdiff4, "t:ttt", in(Type::U32), in(Type::U32), Accumulate | ThirdType},
    // logic and shift
    {"and", Opcode::And, "t:tt", kBits | kPredicate, 0, 0},
    {"or", Opcode::Or, "t:tt", kBits | kPredicate, 0, 0},
    {"xor", Opcode::Xor, "t:tt", kBits | kPredicate, 0, 0},
    {"not", Opcode::Not, "t:t", kBits | kPredicate, 0, 0},
    {"cnot", Opcode::Cnot, "t:t", kBits, 0, 0},
    {"shl", Opcode::Shl, "t:tu", kBits, 0, 0},
    {"shr", Opcode::Shr, "t:tu", kBits | kInteger, 0, 0},
    {"shf.l", Opcode::Shf, "t:ttu", kB32, 0, Clamping},
    {"shf.r", Opcode::Shf, "t:ttu", kB32, 0, Clamping},
    {"lop3", Opcode::Lop3, "t:tttu", kB32, 0, 0},
    {"prmt", Opcode::Prmt, "t:ttt", kB32, 0, PermuteMode},
    // comparison and selection
    {"setp", Opcode::Setp, "p:tt", kAny | kHalves, 0, Compare | Boolean | Ftz},
    {"set", Opcode::Set, "t:ss", kSetResult, kAny | kHalves, Compare | Boolean | Ftz},
    {"selp", Opcode::Selp, "t:ttp", kAny, 0, 0},
    {"slct", Opcode::Slct, "t:tts", kAny, in(Type::S32) | kF32, Ftz},
    // movement and conversion
    {"mov", Opcode::Mov, "t:t", kAny | kPredicate, 0, 0},
    {"cvt", Opcode::Cvt, "t:s", kConverted, kConverted, kArithmetic | RoundInteger | Relu},
    {"cvta", Opcode::Cvta, "t:t", in(Type::U64), 0, StateSpace | To},
    {"ld", Opcode::Ld, "t:m", kAny | kBytes, 0, StateSpace | Memory | Vector},
    {"ldu", Opcode::Ld, "t:m", kAny | kBytes, 0, StateSpace | Vector},
    {"st", Opcode::St, ":mt", kAny | kBytes, 0, StateSpace | Memory | Vector},
    {"atom", Opcode::Atom, "t:mt", kAtomic, 0, StateSpace | Memory | AtomicOp | NoFtz},
    {"red", Opcode::Red, ":mt", kAtomic, 0, StateSpace | Memory | AtomicOp | NoFtz},
    {"isspacep", Opcode::Isspacep, "p:a", 0, 0, StateSpace},
    {"prefetch", Opcode::Prefetch, ":m", 0, 0, StateSpace | Caching},
    {"prefetchu", Opcode::Prefetch, ":m", 0, 0, Caching},
    {"discard", Opcode::Prefetch, ":mu", 0, 0, StateSpace | Caching},
    {"applypriority", Opcode::Prefetch, ":mu", 0, 0, StateSpace | Caching},
    {"cp.async.commit_group", Opcode::CpAsyncCommit, ":", 0, 0, 0},
    {"cp.async.wait_group", Opcode::CpAsyncWait, ":u", 0, 0, 0},
    {"cp.async.wait_all", Opcode::CpAsyncWait, ":", 0, 0, 0},
    {"cp.async.mbarrier.arrive", Opcode::CpAsyncMbarrier, ":m", in(Type::B64), 0, StateSpace | NoIncrement},
    {"cp.async", Opcode::CpAsync, ":mm", 0, 0, CopyCache | CopySpaces | Caching},
    // control
    {"bra", Opcode::Bra, ":", 0, 0, Uniform},
    {"brx.idx", Opcode::Brx, ":", 0, 0, Uniform},
    {"call", Opcode::Call, ":", 0, 0, Uniform},
    {"ret", Opcode::Ret, ":", 0, 0, Uniform},
    {"exit", Opcode::Exit, ":", 0, 0, 0},
    {"trap", Opcode::Trap, ":", 0, 0, 0},
    {"brkpt", Opcode::Brkpt, ":", 0, 0, 0},
    // synchronisation and warp operations
    {"bar.warp.sync", Opcode::BarWarp, ":u", 0, 0, 0},
    {"bar.sync", Opcode::Bar, ":", 0, 0, 0},
    {"bar.cta.sync", Opcode::Bar, ":", 0, 0, 0},
    {"bar.arrive", Opcode::Bar, ":", 0, 0, 0},
    {"bar.cta.arrive", Opcode::Bar, ":", 0, 0, 0},
    {"bar.red", Opcode::Bar, ":", in(Type::U32) | kPredicate, 0, BarrierRed},
    {"bar.cta.red", Opcode::Bar, ":", in(Type::U32) | kPredicate, 0, BarrierRed},
    {"barrier.arrive", Opcode::Bar, ":", 0, 0, Aligned},
    {"barrier.cta.arrive", Opcode::Bar, ":", 0, 0, Aligned},
    {"barrier.red", Opcode::Bar, ":", in(Type::U32) | kPredicate, 0, BarrierRed | Aligned},
    {"barrier.cta.red", Opcode::Bar, ":", in(Type::U32) | kPredicate, 0, BarrierRed | Aligned},
    {"barrier.cta", Opcode::Bar, ":", 0, 0, Aligned | Synchronised},
    {"barrier", Opcode::Bar, ":", 0, 0, Aligned | Synchronised},
    {"mbarrier.init", Opcode::Mbarrier, ":mu", in(Type::B64), 0, StateSpace},
    {"mbarrier.inval", Opcode::Mbarrier, ":m", in(Type::B64), 0, StateSpace},
    {"mbarrier.arrive", Opcode::Mbarrier, "t:m", in(Type::B64), 0, StateSpace | Memory | NoComplete},
    {"mbarrier.arrive_drop", Opcode::Mbarrier, "t:m", in(Type::B64), 0, StateSpace | Memory | NoComplete},
    {"mbarrier.test_wait", Opcode::Mbarrier, "p:mt", in(Type::B64), 0, StateSpace | Memory | Parity},
    {"mbarrier.try_wait", Opcode::Mbarrier, "p:mt", in(Type::B64), 0, StateSpace | Memory | Parity},
    {"mbarrier.pending_count", Opcode::Mbarrier, "u:t", in(Type::B64), 0, 0},
    {"membar", Opcode::Membar, ":", 0, 0, Scope},
    {"fence", Opcode::Membar, ":", 0, 0, Scope},
    {"shfl", Opcode::Shfl, "t:tuuu", kB32, 0, ShuffleMode | Synchronised},
    {"vote", Opcode::Vote, "t:nu", kB32 | kPredicate, 0, Voting | Synchronised},
    {"match", Opcode::Match, "u:tu", kBits3264, 0, Matching | Synchronised},
    {"redux", Opcode::Redux, "t:tu", kInteger32 | kB32, 0, AtomicOp | Synchronised},
    {"elect.sync", Opcode::Elect, "u:u", 0, 0, 0},
    {"nanosleep", Opcode::Nanosleep, ":t", in(Type::U32), 0, 0},
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
