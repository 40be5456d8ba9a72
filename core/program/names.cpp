// SPDX-License-Identifier: GPL-3.0-or-later
// Names of the enumerators as PTX writes them, and sizes of types.
#include <algorithm>
#include <array>
#include <cstring>
#include <unordered_map>

#include "core/base/name_list.h"
#include "core/base/words.h"
#include "core/program/module.h"

namespace lanescope::program {
namespace {

struct TypeRow {
    std::string_view name;
    unsigned bits;
};
constexpr std::array<TypeRow, 23> kTypes{
    {{"none", 0}, {"pred", 1},  {"b8", 8},     {"b16", 16},    {"b32", 32},   {"b64", 64},   {"u8", 8},   {"u16", 16},
     {"u32", 32}, {"u64", 64},  {"s8", 8},     {"s16", 16},    {"s32", 32},   {"s64", 64},   {"f16", 16}, {"f32", 32},
     {"f64", 64}, {"bf16", 16}, {"f16x2", 32}, {"bf16x2", 32}, {"u16x2", 32}, {"s16x2", 32}, {"u8x4", 32}}};
static_assert(kTypes[static_cast<std::size_t>(Type::U8x4)].name == "u8x4");

constexpr std::array<std::string_view, 8> kSpaces{"generic", "param", "global", "shared",
                                                  "local",   "const", "slot",   "code"};

constexpr std::array<std::string_view, 100> kOpcodes{"add",
                                                     "sub",
                                                     "mul",
                                                     "mad",
                                                     "fma",
                                                     "div",
                                                     "rem",
                                                     "abs",
                                                     "neg",
                                                     "min",
                                                     "max",
                                                     "sqrt",
                                                     "rcp",
                                                     "rsqrt",
                                                     "ex2",
                                                     "lg2",
                                                     "sin",
                                                     "cos",
                                                     "popc",
                                                     "clz",
                                                     "bfind",
                                                     "brev",
                                                     "bfe",
                                                     "bfi",
                                                     "sad",
                                                     "mul24",
                                                     "mad24",
                                                     "dp4a",
                                                     "dp2a",
                                                     "bmsk",
                                                     "szext",
                                                     "fns",
                                                     "tanh",
                                                     "copysign",
                                                     "testp",
                                                     "vabsdiff2",
                                                     "vabsdiff4",
                                                     "and",
                                                     "or",
                                                     "xor",
                                                     "not",
                                                     "cnot",
                                                     "shl",
                                                     "shr",
                                                     "shf",
                                                     "lop3",
                                                     "prmt",
                                                     "setp",
                                                     "set",
                                                     "selp",
                                                     "slct",
                                                     "mov",
                                                     "cvt",
                                                     "cvta",
                                                     "ld",
                                                     "st",
                                                     "atom",
                                                     "red",
                                                     "isspacep",
                                                     "prefetch",
                                                     "cp.async",
                                                     "cp.async.commit_group",
                                                     "cp.async.wait_group",
                                                     "cp.async.mbarrier.arrive",
                                                     "bra",
                                                     "brx",
                                                     "call",
                                                     "ret",
                                                     "exit",
                                                     "trap",
                                                     "brkpt",
                                                     "bar",
                                                     "membar",
                                                     "shfl",
                                                     "vote",
                                                     "activemask",
                                                     "bar.warp",
                                                     "match",
                                                     "redux",
                                                     "elect",
                                                     "nanosleep",
                                                     "mbarrier",
                                                     "nop",
                                                     "add3",
                                                     "mad.x",
                                                     "mad.high",
                                                     "shift-add",
                                                     "funnel",
                                                     "minmax3",
                                                     "add-minmax",
                                                     "rcp.high",
                                                     "rsqrt.high",
                                                     "sin.turns",
                                                     "cos.turns",
                                                     "choose",
                                                     "predicate-logic",
                                                     "pack-predicates",
                                                     "unpack-predicates",
                                                     "meet",
                                                     "leave"};
static_assert(kOpcodes[static_cast<std::size_t>(Opcode::Leave)] == "leave");

}  // namespace

unsigned bitsOf(Type type) { return kTypes[static_cast<std::size_t>(type)].bits; }
std::string_view nameOf(Type type) { return kTypes[static_cast<std::size_t>(type)].name; }
std::string_view nameOf(Space space) { return kSpaces[static_cast<std::size_t>(space)]; }

std::string_view nameOf(Opcode opcode) { return kOpcodes[static_cast<std::size_t>(opcode)]; }

std::uint32_t Entry::blockOf(std::uint32_t index) const {
    const auto after = std::upper_bound(blocks.begin(), blocks.end(), index,
                                        [](std::uint32_t i, const BasicBlock& block) { return i < block.first; });
    if (index >= instructions.size() || after == blocks.begin()) return static_cast<std::uint32_t>(blocks.size());
    return static_cast<std::uint32_t>(after - blocks.begin() - 1);
}

std::uint32_t Entry::functionOf(std::uint32_t index) const {
    // In ascending order; external and empty functions begin where the next one does.
    const auto after = std::upper_bound(functions.begin(), functions.end(), index,
                                        [](std::uint32_t i, const Function& function) { return i < function.end; });
    if (after == functions.end() || index < after->first) return static_cast<std::uint32_t>(functions.size());
    return static_cast<std::uint32_t>(after - functions.begin());
}

const Entry* Module::find(std::string_view wanted) const {
    auto found = std::ranges::find(entries, wanted, &Entry::name);
    if (found == entries.end()) found = std::ranges::find(entries, wanted, &Entry::demangled);
    return found == entries.end() ? nullptr : &*found;
}

std::string Module::entryNames() const {
    std::unordered_map<std::string_view, std::size_t> counts;
    for (const Entry& entry : entries) ++counts[entry.demangled];
    std::vector<std::string_view> names;
    for (const Entry& entry : entries) names.push_back(counts[entry.demangled] == 1 ? entry.demangled : entry.name);
    return names.empty() ? textOf("program.no_kernels"_id) : nameList(names);
}

std::string_view Module::line(std::uint32_t number) const {
    if (number == 0 || number > lineStarts.size()) return {};
    const std::size_t begin = lineStarts[number - 1];
    const std::size_t end = number < lineStarts.size() ? lineStarts[number] - 1 : text.size();
    std::string_view line = std::string_view(text).substr(begin, end - begin);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
}

}  // namespace lanescope::program
