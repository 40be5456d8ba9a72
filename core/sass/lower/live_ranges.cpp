// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/lower/live_ranges.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <optional>

#include "core/program/dataflow.h"

namespace lanescope::sass {
namespace {

using program::Entry;
using program::Instruction;
using program::kNoRegister;
using program::Opcode;
using program::RegisterId;

constexpr std::uint32_t kBothLiterals = 3;

bool isPair(const program::Register& reg) { return reg.halves[0] != kNoRegister; }

/// R0, UR0, P0, UP0; not B0, nor what we have added.
bool isOfHardware(const program::Register& reg) {
    const std::size_t prefix = reg.name.starts_with("U") ? 1 : 0;
    const bool named = reg.name.size() > prefix + 1 && (reg.name[prefix] == 'R' || reg.name[prefix] == 'P');
    return named && !isPair(reg) && std::isdigit(static_cast<unsigned char>(reg.name[prefix + 1])) != 0;
}

bool returns(const Instruction& last) { return last.opcode == Opcode::Brx; }

}  // namespace

LiveRanges::LiveRanges(const Entry& entry, const std::vector<std::uint32_t>& calls)
    : m_entry(entry), m_variableOf(entry.registers.size(), kNone) {
    findVariables();
    findUses();
    m_callee.assign(entry.blocks.size(), kNone);
    findCallees(calls);
    solve();
    for (std::uint32_t block = 0; block < entry.blocks.size(); ++block) {
        State state = m_before[block];
        run(block, state, true);
    }
    joinPairs();
}

void LiveRanges::findVariables() {
    // Where predicates are packed into a word they stand in a row, which they can only once.
    const bool packs = std::ranges::any_of(m_entry.instructions, [](const Instruction& what) {
        return what.opcode == Opcode::PackPredicates || what.opcode == Opcode::UnpackPredicates;
    });
    std::uint32_t literals = 0;
    for (RegisterId reg = 0; reg < m_entry.registers.size(); ++reg) {
        const program::Register& what = m_entry.registers[reg];
        const bool predicate = what.type == program::Type::Pred;
        if (!isOfHardware(what) || (predicate && packs)) continue;
        m_variableOf[reg] = static_cast<std::uint32_t>(m_uniform.size());
        m_uniform.push_back(what.name.starts_with("U"));
        const bool hasLiteral = predicate && literals < 32;
        m_literal.push_back(hasLiteral ? 1U << literals : 0);
        if (hasLiteral) literals += 2;
    }
    m_parent.resize(m_uniform.size());
}

std::vector<std::uint32_t> LiveRanges::wordsOf(const std::vector<RegisterId>& registers) const {
    std::vector<std::uint32_t> words;
    const auto add = [&](RegisterId reg) {
        if (reg != kNoRegister && has(reg) && std::ranges::find(words, m_variableOf[reg]) == words.end())
            words.push_back(m_variableOf[reg]);
    };
    for (const RegisterId reg : registers) {
        if (reg == kNoRegister) continue;
        if (isPair(m_entry.registers[reg]))
            for (const RegisterId half : m_entry.registers[reg].halves) add(half);
        else
            add(reg);
    }
    return words;
}

void LiveRanges::findUses() {
    for (const Instruction& what : m_entry.instructions) {
        Uses& uses = m_uses.emplace_back();
        uses.read = wordsOf(program::registersRead(what));
        uses.written = wordsOf(program::registersWritten(what));
        uses.ranges.assign(uses.read.size(), kNone);
        uses.firstDefinition = static_cast<std::uint32_t>(m_parent.size());
        m_parent.resize(m_parent.size() + uses.written.size());
        for (const std::uint32_t variable : uses.written) uses.changes |= kBothLiterals * m_literal[variable];
        uses.sometimes = what.guard != kNoRegister;
        if (!uses.sometimes || !has(what.guard)) continue;
        uses.guard = m_variableOf[what.guard];
        const std::uint32_t lower = m_literal[uses.guard];
        uses.holds = what.guardNegated ? 2 * lower : lower;
        uses.otherwise = what.guardNegated ? lower : 2 * lower;
    }
    std::iota(m_parent.begin(), m_parent.end(), 0U);
}

/// What a function does not touch passes it by, so that one caller's values do not come back to another.
void LiveRanges::findCallees(const std::vector<std::uint32_t>& calls) {
    const bool allKnown = std::ranges::all_of(
        calls, [&](std::uint32_t call) { return m_entry.instructions[call].opcode == Opcode::Bra; });
    if (!allKnown) return;
    for (const std::uint32_t call : calls) {
        if (call + 1 >= m_entry.instructions.size()) continue;
        m_callee[m_entry.blockOf(call)] = static_cast<std::uint32_t>(m_callees.size());
        m_callees.emplace_back();
    }
    for (std::uint32_t block = 0; block < m_callee.size(); ++block)
        if (m_callee[block] != kNone)
            m_callees[m_callee[block]] =
                calleeAt(m_entry.blockOf(m_entry.instructions[m_entry.blocks[block].end - 1].target));
}

LiveRanges::Callee LiveRanges::calleeAt(std::uint32_t first) const {
    Callee callee{Marks(m_entry.blocks.size()), Marks(m_uniform.size()), 0};
    std::vector<std::uint32_t> open{first};
    while (!open.empty()) {
        const std::uint32_t block = open.back();
        open.pop_back();
        if (block >= m_entry.blocks.size() || callee.blocks[block]) continue;
        callee.blocks[block] = true;
        for (std::uint32_t i = m_entry.blocks[block].first; i < m_entry.blocks[block].end; ++i) {
            for (const auto* list : {&m_uses[i].read, &m_uses[i].written})
                for (const std::uint32_t variable : *list) callee.touched[variable] = true;
            callee.changes |= m_uses[i].changes;
        }
        if (m_callee[block] != kNone) open.push_back(block + 1);
        if (!returns(m_entry.instructions[m_entry.blocks[block].end - 1]))
            open.insert(open.end(), m_entry.blocks[block].successors.begin(), m_entry.blocks[block].successors.end());
    }
    return callee;
}

void LiveRanges::solve() {
    const std::size_t blocks = m_entry.blocks.size();
    m_before.assign(blocks, State(m_uniform.size()));
    m_reached.assign(blocks, false);
    m_open.assign(blocks, false);
    if (blocks == 0) return;
    for (std::uint32_t variable = 0; variable < m_uniform.size(); ++variable) m_before[0][variable] = {{variable, 0}};
    m_reached[0] = m_open[0] = true;
    for (bool again = true; again;) {
        again = false;
        for (std::uint32_t block = 0; block < blocks; ++block) {
            if (!m_open[block]) continue;
            again = true;
            m_open[block] = false;
            State state = m_before[block];
            run(block, state, false);
            leave(block, state);
        }
    }
}

void LiveRanges::run(std::uint32_t block, State& state, bool joins) {
    for (std::uint32_t i = m_entry.blocks[block].first; i < m_entry.blocks[block].end; ++i) {
        if (joins) read(m_uses[i], state);
        write(m_uses[i], state);
    }
}

/// What one instruction may find in a register is one range.
void LiveRanges::read(Uses& uses, State& state) {
    for (std::size_t k = 0; k < uses.read.size(); ++k) {
        const std::uint32_t variable = uses.read[k];
        const std::uint32_t seenWhere = variable == uses.guard || m_uniform[variable] ? 0 : uses.holds;
        std::uint32_t& range = uses.ranges[k];
        for (const bool all : {false, true}) {
            for (const Fact& fact : state[variable]) {
                if (!all && (fact.excluded & seenWhere) != 0) continue;
                if (range != kNone) join(range, fact.definition);
                range = fact.definition;
            }
            if (range != kNone) break;
        }
        if (range == kNone) range = variable;  // code that nobody comes to
    }
}

void LiveRanges::write(const Uses& uses, State& state) const {
    for (std::size_t k = 0; k < uses.written.size(); ++k) {
        const std::uint32_t variable = uses.written[k];
        Facts& facts = state[variable];
        const auto own = static_cast<std::uint32_t>(uses.firstDefinition + k);
        const bool byLane = uses.sometimes && !m_uniform[variable];
        if (!uses.sometimes) facts.clear();
        for (Fact& fact : facts)
            if (byLane) fact.excluded |= uses.holds;
        std::erase_if(facts, [&](const Fact& fact) {
            return fact.definition == own || (byLane && (fact.excluded & uses.otherwise) != 0);
        });
        const Fact fact{own, byLane ? uses.otherwise : 0};
        facts.insert(std::ranges::upper_bound(facts, own, {}, &Fact::definition), fact);
    }
    if (uses.changes == 0) return;
    for (Facts& facts : state)
        for (Fact& fact : facts) fact.excluded &= ~uses.changes;
}

void LiveRanges::leave(std::uint32_t block, const State& state) {
    const Instruction& last = m_entry.instructions[m_entry.blocks[block].end - 1];
    const Uses& uses = m_uses[m_entry.blocks[block].end - 1];
    if (m_callee[block] != kNone && last.guard == kNoRegister)
        return leaveCall(block, m_callees[m_callee[block]], state);
    std::optional<Marks> touched;
    if (returns(last)) {
        for (const Callee& callee : m_callees) {
            if (!callee.blocks[block]) continue;
            if (!touched) touched.emplace(m_uniform.size());
            for (std::size_t v = 0; v < touched->size(); ++v) (*touched)[v] = (*touched)[v] || callee.touched[v];
        }
    }
    // Lanes part by the guard, if there is nothing besides.
    const bool asksMore = last.whenParted || last.whenTogether;
    const bool goesOnAnyway = asksMore || last.sourceCount != 0;
    const bool branch = last.opcode == Opcode::Bra;
    const bool sameWay = branch && m_entry.blockOf(last.target) == block + 1;
    for (const std::uint32_t next : m_entry.blocks[block].successors) {
        std::uint32_t impossible = 0;
        if (uses.guard != kNone && branch && !sameWay && next != block + 1) impossible = uses.otherwise;
        if (uses.guard != kNone && (branch || last.opcode == Opcode::Exit) && !sameWay && next == block + 1 &&
            !goesOnAnyway)
            impossible = uses.holds;
        pass(state, next, impossible, touched ? &*touched : nullptr);
    }
}

void LiveRanges::leaveCall(std::uint32_t block, const Callee& callee, const State& state) {
    const Instruction& call = m_entry.instructions[m_entry.blocks[block].end - 1];
    pass(state, m_entry.blockOf(call.target), 0, &callee.touched);
    pass(state, block + 1, 0, &callee.touched, true, callee.changes);
}

/// What a block finds when it is come to: without what a literal that does not hold there excludes.
void LiveRanges::pass(const State& state, std::uint32_t to, std::uint32_t impossible, const Marks* only, bool inverted,
                      std::uint32_t forgotten) {
    if (to >= m_before.size()) return;
    bool changed = !m_reached[to];
    m_reached[to] = true;
    // Of a predicate's two literals one is in the lower of two bits.
    const std::uint32_t holding = (impossible & 0x55555555U) != 0 ? impossible << 1 : impossible >> 1;
    for (std::size_t variable = 0; variable < state.size(); ++variable) {
        if (only != nullptr && (*only)[variable] == inverted) continue;
        Facts& known = m_before[to][variable];
        for (const Fact& fact : state[variable]) {
            const bool byLane = !m_uniform[variable];
            if (byLane && (fact.excluded & holding) != 0) continue;
            const std::uint32_t excluded = (fact.excluded | (byLane ? impossible : 0)) & ~forgotten;
            const auto at = std::ranges::lower_bound(known, fact.definition, {}, &Fact::definition);
            if (at == known.end() || at->definition != fact.definition) {
                known.insert(at, {fact.definition, excluded});
                changed = true;
            } else if ((at->excluded & ~excluded) != 0) {
                at->excluded &= excluded;
                changed = true;
            }
        }
    }
    if (changed) m_open[to] = true;
}

std::uint32_t LiveRanges::rootOf(std::uint32_t definition) const {
    while (m_parent[definition] != definition) definition = m_parent[definition] = m_parent[m_parent[definition]];
    return definition;
}

void LiveRanges::join(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t one = rootOf(a);
    const std::uint32_t other = rootOf(b);
    m_parent[std::max(one, other)] = std::min(one, other);
}

/// A word belongs to one pair only.
void LiveRanges::joinPairs() {
    struct Both {
        std::uint32_t low;
        std::uint32_t high;
    };
    std::vector<Both> all;
    for (std::uint32_t i = 0; i < m_entry.instructions.size(); ++i) {
        const auto note = [&](const std::vector<RegisterId>& registers, auto rangeOf) {
            for (const RegisterId reg : registers)
                if (reg != kNoRegister && isPair(m_entry.registers[reg]) && has(m_entry.registers[reg].halves[0]))
                    all.push_back(
                        {rangeOf(m_entry.registers[reg].halves[0]), rangeOf(m_entry.registers[reg].halves[1])});
        };
        note(program::registersRead(m_entry.instructions[i]), [&](RegisterId reg) { return ofRead(i, reg); });
        note(program::registersWritten(m_entry.instructions[i]), [&](RegisterId reg) { return ofWritten(i, reg); });
    }
    for (bool changed = true; changed;) {
        changed = false;
        std::map<std::uint32_t, std::uint32_t> highOf;
        std::map<std::uint32_t, std::uint32_t> lowOf;
        const auto settle = [&](std::map<std::uint32_t, std::uint32_t>& partners, std::uint32_t a, std::uint32_t b) {
            const auto [known, isNew] = partners.try_emplace(rootOf(a), b);
            if (isNew || rootOf(known->second) == rootOf(b)) return;
            join(known->second, b);
            changed = true;
        };
        for (const Both& both : all) {
            settle(highOf, both.low, both.high);
            settle(lowOf, both.high, both.low);
        }
    }
}

std::uint32_t LiveRanges::ofRead(std::uint32_t instruction, RegisterId reg) const {
    const Uses& uses = m_uses[instruction];
    const auto at = std::ranges::find(uses.read, m_variableOf[reg]) - uses.read.begin();
    return rootOf(uses.ranges[static_cast<std::size_t>(at)]);
}

std::uint32_t LiveRanges::ofWritten(std::uint32_t instruction, RegisterId reg) const {
    const Uses& uses = m_uses[instruction];
    const auto at = std::ranges::find(uses.written, m_variableOf[reg]) - uses.written.begin();
    return rootOf(uses.firstDefinition + static_cast<std::uint32_t>(at));
}

}  // namespace lanescope::sass
