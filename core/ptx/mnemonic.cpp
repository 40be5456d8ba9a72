// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptx/mnemonic.h"

#include <array>
#include <utility>

#include "core/ptx/mnemonic_rules.h"
#include "core/ptx/opcode_table.h"

namespace lanescope::ptx {
namespace {

template <typename Value, std::size_t Count>
using Words = std::array<std::pair<std::string_view, Value>, Count>;

constexpr Words<Comparison, 18> kComparisons{{{"eq", Comparison::Eq},
                                              {"ne", Comparison::Ne},
                                              {"lt", Comparison::Lt},
                                              {"le", Comparison::Le},
                                              {"gt", Comparison::Gt},
                                              {"ge", Comparison::Ge},
                                              {"lo", Comparison::Lo},
                                              {"ls", Comparison::Ls},
                                              {"hi", Comparison::Hi},
                                              {"hs", Comparison::Hs},
                                              {"equ", Comparison::Equ},
                                              {"neu", Comparison::Neu},
                                              {"ltu", Comparison::Ltu},
                                              {"leu", Comparison::Leu},
                                              {"gtu", Comparison::Gtu},
                                              {"geu", Comparison::Geu},
                                              {"num", Comparison::Num},
                                              {"nan", Comparison::Nan}}};
constexpr Words<BoolOp, 3> kBoolOps{{{"and", BoolOp::And}, {"or", BoolOp::Or}, {"xor", BoolOp::Xor}}};
constexpr Words<Rounding, 4> kFloatRoundings{
    {{"rn", Rounding::Rn}, {"rz", Rounding::Rz}, {"rm", Rounding::Rm}, {"rp", Rounding::Rp}}};
constexpr Words<Rounding, 4> kIntegerRoundings{
    {{"rni", Rounding::Rni}, {"rzi", Rounding::Rzi}, {"rmi", Rounding::Rmi}, {"rpi", Rounding::Rpi}}};
constexpr Words<Rounding, 1> kApprox{{{"approx", Rounding::Approx}}};
constexpr Words<Rounding, 1> kFull{{{"full", Rounding::Full}}};
constexpr Words<Part, 3> kParts{{{"lo", Part::Lo}, {"hi", Part::Hi}, {"wide", Part::Wide}}};
constexpr Words<AtomOp, 10> kAtomOps{{{"add", AtomOp::Add},
                                      {"min", AtomOp::Min},
                                      {"max", AtomOp::Max},
                                      {"inc", AtomOp::Inc},
                                      {"dec", AtomOp::Dec},
                                      {"and", AtomOp::And},
                                      {"or", AtomOp::Or},
                                      {"xor", AtomOp::Xor},
                                      {"exch", AtomOp::Exch},
                                      {"cas", AtomOp::Cas}}};
constexpr Words<ShflMode, 4> kShflModes{
    {{"up", ShflMode::Up}, {"down", ShflMode::Down}, {"bfly", ShflMode::Bfly}, {"idx", ShflMode::Idx}}};
constexpr Words<VoteMode, 4> kVoteModes{
    {{"all", VoteMode::All}, {"any", VoteMode::Any}, {"uni", VoteMode::Uni}, {"ballot", VoteMode::Ballot}}};
constexpr Words<Space, 9> kSpaces{{{"param", Space::Param},
                                   {"param::func", Space::Param},
                                   {"param::entry", Space::Param},
                                   {"global", Space::Global},
                                   {"shared", Space::Shared},
                                   {"shared::cta", Space::Shared},
                                   {"shared::cluster", Space::Shared},
                                   {"local", Space::Local},
                                   {"const", Space::Const}}};
constexpr Words<PrmtMode, 6> kPermuteModes{{{"f4e", PrmtMode::F4e},
                                            {"b4e", PrmtMode::B4e},
                                            {"rc8", PrmtMode::Rc8},
                                            {"ecl", PrmtMode::Ecl},
                                            {"ecr", PrmtMode::Ecr},
                                            {"rc16", PrmtMode::Rc16}}};
constexpr Words<TestpMode, 6> kProperties{{{"finite", TestpMode::Finite},
                                           {"infinite", TestpMode::Infinite},
                                           {"number", TestpMode::Number},
                                           {"notanumber", TestpMode::NotANumber},
                                           {"normal", TestpMode::Normal},
                                           {"subnormal", TestpMode::Subnormal}}};
constexpr Words<BarMode, 3> kBarrierReds{
    {{"popc", BarMode::RedPopc}, {"and", BarMode::RedAnd}, {"or", BarMode::RedOr}}};
constexpr Words<MatchMode, 2> kMatchModes{{{"any", MatchMode::Any}, {"all", MatchMode::All}}};
constexpr Words<std::uint8_t, 2> kVectors{{{"v2", 2}, {"v4", 4}}};

// Words that say where to cache or how to order. The emulator has no caches and runs one warp instruction at a time, so
// every order that they may ask for is kept anyway.
constexpr std::array<std::string_view, 23> kMemoryWords{"mmio",
                                                        "nc",
                                                        "ca",
                                                        "cg",
                                                        "cs",
                                                        "cv",
                                                        "lu",
                                                        "wb",
                                                        "wt",
                                                        "relaxed",
                                                        "weak",
                                                        "cta",
                                                        "cluster",
                                                        "gpu",
                                                        "sys",
                                                        "L1::evict_normal",
                                                        "L1::evict_unchanged",
                                                        "L1::evict_first",
                                                        "L1::evict_last",
                                                        "L1::no_allocate",
                                                        "L2::64B",
                                                        "L2::128B",
                                                        "L2::256B"};
constexpr std::array<std::string_view, 3> kOrderWords{"acquire", "release", "acq_rel"};
constexpr std::array<std::string_view, 6> kCacheWords{"L1",       "L2",     "L2::evict_last", "L2::evict_normal",
                                                      "L2::128B", "L2::64B"};
constexpr std::array<std::string_view, 7> kScopeWords{"cta", "gl", "sys", "gpu", "cluster", "sc", "acq_rel"};

template <std::size_t Count>
bool contains(const std::array<std::string_view, Count>& words, std::string_view word) {
    for (std::string_view w : words)
        if (w == word) return true;
    return false;
}

/// Sets `field` if the word is in the table and the field was not set before.
template <typename Value, std::size_t Count>
bool take(const Words<Value, Count>& words, std::string_view word, Value& field, Value unset = Value{}) {
    for (const auto& [name, value] : words) {
        if (name != word) continue;
        const bool first = field == unset;
        field = value;
        return first;
    }
    return false;
}

bool takeFlag(std::string_view name, std::string_view word, bool& flag) {
    return name == word && !std::exchange(flag, true);
}

bool takeClamping(std::string_view word, Instruction& instruction) {
    if (word != "wrap" && word != "clamp") return false;
    instruction.shiftWrap = word == "wrap";
    return true;
}

/// Of a copy: first where to, which is shared memory, then where from, which is global memory.
bool takeCopy(std::string_view word, Instruction& instruction) {
    Space space = Space::Generic;
    if (!take(kSpaces, word, space)) return false;
    const bool fits = instruction.space == Space::Generic
                          ? space == Space::Shared
                          : instruction.space == Space::Shared && space == Space::Global;
    instruction.space = space;
    return fits;
}

/// Orders what the thread does before or after; the checks of accesses need to know.
bool takeOrder(std::string_view word, Instruction& instruction) {
    if (!contains(kOrderWords, word)) return false;
    instruction.isOrdered = true;
    return true;
}

bool takeType(const OpcodeRow& row, std::string_view word, Instruction& instruction) {
    const std::optional<Type> type = typeFromName(word);
    if (!type) return false;
    if (instruction.type == Type::None) {
        instruction.type = *type;
        return (row.types & in(*type)) != 0;
    }
    if (instruction.sourceType != Type::None) return false;
    instruction.sourceType = *type;
    return (row.sourceTypes & in(*type)) != 0;
}

/// In whatever order they come, as ptxas takes them: only types are told apart by it. `once` has the kinds of those
/// that may stand there once and have been there.
bool takeModifier(const OpcodeRow& row, std::string_view word, std::uint64_t& once, Instruction& instruction) {
    const auto allowed = [&row](Modifier modifier) { return (row.modifiers & modifier) != 0; };
    const auto isFirst = [&once](Modifier modifier) {
        const bool first = (once & modifier) == 0;
        once |= modifier;
        return first;
    };
    return takeType(row, word, instruction) ||
           (allowed(RoundFloat) && take(kFloatRoundings, word, instruction.rounding)) ||
           (allowed(RoundInteger) && take(kIntegerRoundings, word, instruction.rounding)) ||
           (allowed(Approx) && take(kApprox, word, instruction.rounding)) ||
           (allowed(Full) && take(kFull, word, instruction.rounding)) ||
           (allowed(Ftz) && takeFlag("ftz", word, instruction.ftz)) ||
           (allowed(Saturate) && takeFlag("sat", word, instruction.saturate)) ||
           (allowed(Product) && take(kParts, word, instruction.part)) ||
           (allowed(Compare) && take(kComparisons, word, instruction.comparison)) ||
           (allowed(Boolean) && take(kBoolOps, word, instruction.boolOp)) ||
           (allowed(Uniform) && takeFlag("uni", word, instruction.uniform)) ||
           (allowed(To) && takeFlag("to", word, instruction.cvtaToSpace)) ||
           (allowed(StateSpace) && take(kSpaces, word, instruction.space)) ||
           (allowed(AtomicOp) && take(kAtomOps, word, instruction.atomOp)) ||
           (allowed(Vector) && take(kVectors, word, instruction.vectorSize, std::uint8_t{1})) ||
           (allowed(ShuffleMode) && take(kShflModes, word, instruction.shflMode)) ||
           (allowed(Voting) && take(kVoteModes, word, instruction.voteMode)) ||
           (allowed(Matching) && take(kMatchModes, word, instruction.matchMode)) ||
           (allowed(Synchronised) && word == "sync" && isFirst(Synchronised)) ||
           (allowed(ThirdType) && word == "u32" && isFirst(ThirdType)) ||
           (allowed(CopyCache) && (word == "ca" || word == "cg") && isFirst(CopyCache)) ||
           (allowed(CopySpaces) && takeCopy(word, instruction)) ||
           (allowed(CarryOut) && takeFlag("cc", word, instruction.carryOut)) ||
           (allowed(Relu) && takeFlag("relu", word, instruction.relu)) ||
           (allowed(NanWins) && takeFlag("NaN", word, instruction.nan)) ||
           (allowed(ShiftAmount) && takeFlag("shiftamt", word, instruction.shiftAmount)) ||
           (allowed(PermuteMode) && take(kPermuteModes, word, instruction.prmtMode)) ||
           (allowed(Clamping) && takeClamping(word, instruction) && isFirst(Clamping)) ||
           (allowed(Property) && take(kProperties, word, instruction.testpMode)) ||
           (allowed(Aligned) && takeFlag("aligned", word, instruction.aligned)) ||
           (allowed(BarrierRed) && take(kBarrierReds, word, instruction.barMode, BarMode::Sync)) ||
           (allowed(Parity) && takeFlag("parity", word, instruction.parity)) ||
           (allowed(NoComplete) && word == "noComplete" && isFirst(NoComplete)) ||
           (allowed(NoIncrement) && takeFlag("noinc", word, instruction.noIncrement)) ||
           (allowed(Accumulate) && takeFlag("add", word, instruction.accumulates)) ||
           (allowed(NoFtz) && word == "noftz") || (allowed(Caching) && contains(kCacheWords, word)) ||
           (allowed(Memory) && takeFlag("volatile", word, instruction.isVolatile)) ||
           (allowed(Memory) && takeOrder(word, instruction)) || (allowed(Memory) && contains(kMemoryWords, word)) ||
           (allowed(Scope) && contains(kScopeWords, word));
}

}  // namespace

std::optional<Type> typeFromName(std::string_view name) {
    if (name.size() < 2 || name.size() > 6) return std::nullopt;
    for (unsigned t = 1; t <= static_cast<unsigned>(Type::S16x2); ++t)
        if (nameOf(static_cast<Type>(t)) == name) return static_cast<Type>(t);
    return std::nullopt;
}

namespace {

MbarrierOp mbarrierOpOf(std::string_view mnemonic, bool noComplete) {
    if (mnemonic == "mbarrier.init") return MbarrierOp::Init;
    if (mnemonic == "mbarrier.inval") return MbarrierOp::Inval;
    if (mnemonic == "mbarrier.arrive") return noComplete ? MbarrierOp::ArriveNoComplete : MbarrierOp::Arrive;
    if (mnemonic == "mbarrier.arrive_drop")
        return noComplete ? MbarrierOp::ArriveDropNoComplete : MbarrierOp::ArriveDrop;
    if (mnemonic == "mbarrier.test_wait") return MbarrierOp::TestWait;
    if (mnemonic == "mbarrier.try_wait") return MbarrierOp::TryWait;
    return MbarrierOp::PendingCount;
}

/// What the mnemonic itself says, before its modifiers.
void presetFields(std::string_view mnemonic, Instruction& i) {
    switch (i.opcode) {
        case Opcode::Add:
        case Opcode::Sub:
        case Opcode::Mad: i.carryIn = mnemonic.back() == 'c'; break;
        case Opcode::Bar:
            i.aligned = mnemonic.starts_with("bar.");
            if (mnemonic.ends_with(".arrive")) i.barMode = BarMode::Arrive;
            break;
        case Opcode::Shf: i.shiftRight = mnemonic == "shf.r"; break;
        case Opcode::CpAsync: i.type = Type::B8; break;
        default: break;
    }
}

/// Operands that depend on modifiers.
void adjustOperands(Mnemonic& mnemonic) {
    const Instruction& i = mnemonic.prototype;
    mnemonic.secondDestination = i.opcode == Opcode::Setp || i.opcode == Opcode::Shfl || i.opcode == Opcode::Elect ||
                                 (i.opcode == Opcode::Match && i.matchMode == MatchMode::All);
    if (i.boolOp != BoolOp::None) mnemonic.operands = i.opcode == Opcode::Set ? "t:ssn" : "p:ttn";
    if (i.atomOp == AtomOp::Cas) mnemonic.operands = "t:mtt";
    if (i.opcode == Opcode::Cvt && (i.type == Type::F16x2 || i.type == Type::BF16x2)) mnemonic.operands = "t:ss";
    if (i.opcode != Opcode::Mbarrier) return;
    const bool noComplete =
        i.mbarrierOp == MbarrierOp::ArriveNoComplete || i.mbarrierOp == MbarrierOp::ArriveDropNoComplete;
    if (noComplete) mnemonic.operands = "t:mu";
    if (i.mbarrierOp == MbarrierOp::Arrive || i.mbarrierOp == MbarrierOp::ArriveDrop) mnemonic.optional = "u";
    if (i.mbarrierOp == MbarrierOp::TryWait) mnemonic.optional = "u";
    if (i.parity) mnemonic.operands = "p:mu";
}

}  // namespace

std::optional<Mnemonic> decodeMnemonic(std::string_view text) {
    const OpcodeRow* row = findOpcode(text);
    if (!row) return std::nullopt;
    Mnemonic mnemonic;
    Instruction& instruction = mnemonic.prototype;
    instruction.opcode = row->opcode;
    mnemonic.operands = row->operands;
    presetFields(row->mnemonic, instruction);
    text.remove_prefix(row->mnemonic.size());
    std::uint64_t once = 0;
    while (!text.empty()) {
        const std::string_view word = text.substr(1, text.find('.', 1) - 1);
        if (!takeModifier(*row, word, once, instruction)) return std::nullopt;
        text.remove_prefix(word.size() + 1);
    }
    if ((row->modifiers & kNeeded & ~once) != 0 || !combines(*row, instruction)) return std::nullopt;
    if (row->opcode == Opcode::Mbarrier) instruction.mbarrierOp = mbarrierOpOf(row->mnemonic, (once & NoComplete) != 0);
    adjustOperands(mnemonic);
    return mnemonic;
}

}  // namespace lanescope::ptx
