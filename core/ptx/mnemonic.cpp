// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptx/mnemonic.h"

#include <array>
#include <utility>

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
constexpr Words<Space, 8> kSpaces{{{"param", Space::Param},
                                   {"param::func", Space::Param},
                                   {"param::entry", Space::Param},
                                   {"global", Space::Global},
                                   {"shared", Space::Shared},
                                   {"shared::cta", Space::Shared},
                                   {"local", Space::Local},
                                   {"const", Space::Const}}};
constexpr Words<std::uint8_t, 2> kVectors{{{"v2", 2}, {"v4", 4}}};

// Words that say where to cache or how to order. The emulator has no caches and runs one warp instruction at a time, so
// every order that they may ask for is kept anyway.
constexpr std::array<std::string_view, 26> kMemoryWords{"volatile",
                                                        "nc",
                                                        "ca",
                                                        "cg",
                                                        "cs",
                                                        "cv",
                                                        "lu",
                                                        "wb",
                                                        "wt",
                                                        "relaxed",
                                                        "acquire",
                                                        "release",
                                                        "acq_rel",
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

bool takeFunnel(std::string_view word, int index, Instruction& instruction) {
    if (index == 0) {
        instruction.shiftRight = word == "r";
        return word == "r" || word == "l";
    }
    instruction.shiftWrap = word == "wrap";
    return index == 1 && (word == "wrap" || word == "clamp");
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

bool takeModifier(const OpcodeRow& row, std::string_view word, int index, Instruction& instruction) {
    const std::uint32_t may = row.modifiers;
    const auto allowed = [may](Modifier modifier) { return (may & modifier) != 0; };
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
           (allowed(FunnelShift) && takeFunnel(word, index, instruction)) ||
           (allowed(Memory) && contains(kMemoryWords, word)) || (allowed(Scope) && contains(kScopeWords, word));
}

bool isFloat(Type type) { return type == Type::F16 || type == Type::F32 || type == Type::F64; }
bool rounds(const Instruction& i) { return i.rounding != Rounding::None; }
bool roundsToInteger(const Instruction& i) { return i.rounding >= Rounding::Rni && i.rounding <= Rounding::Rpi; }

bool conversionFits(const Instruction& i) {
    const bool from = isFloat(i.sourceType);
    const bool to = isFloat(i.type);
    if (from && !to) return roundsToInteger(i);
    if (!from && to) return rounds(i) && !roundsToInteger(i);
    if (!from) return !rounds(i) && !i.ftz;
    const bool narrows = bitsOf(i.type) < bitsOf(i.sourceType);
    return narrows ? rounds(i) && !roundsToInteger(i) : !rounds(i) || (roundsToInteger(i) && i.type == i.sourceType);
}

bool atomFits(const Instruction& i) {
    if (i.space != Space::Generic && i.space != Space::Global && i.space != Space::Shared) return false;
    const std::uint32_t type = in(i.type);
    switch (i.atomOp) {
        case AtomOp::None: return false;
        case AtomOp::Add: return (type & (in(Type::U32) | in(Type::S32) | in(Type::U64) | kFloat)) != 0;
        case AtomOp::Min:
        case AtomOp::Max: return (type & kInteger3264) != 0;
        case AtomOp::Inc:
        case AtomOp::Dec: return i.type == Type::U32;
        case AtomOp::Exch: return (type & kBits3264) != 0;
        case AtomOp::Cas: return i.opcode == Opcode::Atom && (type & kBits3264) != 0;
        default: return (type & kBits3264) != 0;
    }
}

bool productFits(const Instruction& i) {
    if (isFloat(i.type)) return i.part == Part::None && (i.opcode == Opcode::Mul || rounds(i));
    const bool narrow = bitsOf(i.type) < 64;
    return !rounds(i) && !i.ftz && i.part != Part::None && (i.part != Part::Wide || narrow) && !i.saturate;
}

bool comparisonFits(const Instruction& i) {
    const Type type = i.opcode == Opcode::Set ? i.sourceType : i.type;
    if (i.comparison == Comparison::None) return false;
    if (isFloat(type)) return i.comparison < Comparison::Lo || i.comparison > Comparison::Hs;
    const bool plainBits = (in(type)&kBits) != 0;
    const bool unsignedOnly = i.comparison >= Comparison::Lo && i.comparison <= Comparison::Hs;
    if (i.ftz || i.comparison >= Comparison::Equ || (unsignedOnly && (in(type)&kSigned) != 0)) return false;
    return !plainBits || i.comparison == Comparison::Eq || i.comparison == Comparison::Ne;
}

/// What the words together must be, beyond what each may be.
bool combines(const OpcodeRow& row, const Instruction& i) {
    if ((row.types != 0) != (i.type != Type::None) || (row.sourceTypes != 0) != (i.sourceType != Type::None))
        return false;
    if (i.ftz && i.opcode != Opcode::Cvt && i.opcode != Opcode::Set && i.opcode != Opcode::Slct && i.type != Type::F32)
        return false;
    switch (i.opcode) {
        case Opcode::Add:
        case Opcode::Sub:
            return isFloat(i.type) ? !i.saturate || i.type == Type::F32
                                   : !rounds(i) && (!i.saturate || i.type == Type::S32);
        case Opcode::Mul:
        case Opcode::Mad: return productFits(i);
        case Opcode::Fma:
        case Opcode::Sqrt:
        case Opcode::Rcp: return rounds(i);
        case Opcode::Div: return rounds(i) == isFloat(i.type);
        case Opcode::Rsqrt:
        case Opcode::Ex2:
        case Opcode::Lg2:
        case Opcode::Sin:
        case Opcode::Cos: return i.rounding == Rounding::Approx;
        case Opcode::Setp:
        case Opcode::Set: return comparisonFits(i);
        case Opcode::Cvt: return conversionFits(i);
        case Opcode::Cvta: return i.space == Space::Global || i.space == Space::Shared || i.space == Space::Local;
        case Opcode::Ld: return i.vectorSize * bitsOf(i.type) <= 128;
        case Opcode::St: return i.vectorSize * bitsOf(i.type) <= 128 && i.space != Space::Const;
        case Opcode::Atom:
        case Opcode::Red: return atomFits(i);
        case Opcode::Shfl: return i.shflMode != ShflMode::None;
        case Opcode::Vote:
            return i.voteMode != VoteMode::None && (i.voteMode == VoteMode::Ballot) == (i.type == Type::B32);
        default: return true;
    }
}

}  // namespace

std::optional<Type> typeFromName(std::string_view name) {
    if (name.size() < 2 || name.size() > 6) return std::nullopt;
    for (unsigned t = 1; t <= static_cast<unsigned>(Type::BF16x2); ++t)
        if (nameOf(static_cast<Type>(t)) == name) return static_cast<Type>(t);
    return std::nullopt;
}

std::optional<Mnemonic> decodeMnemonic(std::string_view text) {
    const OpcodeRow* row = findOpcode(text);
    if (!row) return std::nullopt;
    Mnemonic mnemonic;
    Instruction& instruction = mnemonic.prototype;
    instruction.opcode = row->opcode;
    mnemonic.operands = row->operands;
    text.remove_prefix(row->mnemonic.size());
    int index = 0;
    for (; !text.empty(); ++index) {
        const std::string_view word = text.substr(1, text.find('.', 1) - 1);
        if (!takeModifier(*row, word, index, instruction)) return std::nullopt;
        text.remove_prefix(word.size() + 1);
    }
    if (!combines(*row, instruction) || (row->opcode == Opcode::Shf && index != 3)) return std::nullopt;
    mnemonic.secondDestination = row->opcode == Opcode::Setp || row->opcode == Opcode::Shfl;
    if (row->opcode == Opcode::Bar) mnemonic.optional = "u";
    if (instruction.boolOp != BoolOp::None) mnemonic.operands = "p:ttp";
    if (instruction.atomOp == AtomOp::Cas) mnemonic.operands = "t:mtt";
    return mnemonic;
}

}  // namespace lanescope::ptx
