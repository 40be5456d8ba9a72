// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/definitions.h"

#include <algorithm>
#include <map>

#include "core/program/dataflow.h"

namespace lanescope::flow {
namespace {

using program::Entry;
using program::RegisterId;

/// Writers of one register, one bit each. One that has more is taken to be reached by all.
using Set = std::uint64_t;
constexpr std::size_t kMostWriters = 64;

}  // namespace

Definitions::Definitions(const Entry& entry) : m_reaching(entry.instructions.size()) {
    std::vector<OfRegister> registers(entry.registers.size());
    const std::vector<std::vector<RegisterId>> beside = program::registersBeside(entry);
    const auto write = [&](RegisterId reg, std::uint32_t instruction, bool partial) {
        registers[reg].writers.push_back(instruction);
        registers[reg].definitions.push_back(count());
        registers[reg].partial.push_back(partial || entry.instructions[instruction].guard != program::kNoRegister);
    };
    for (std::uint32_t i = 0; i < entry.instructions.size(); ++i) {
        m_first.push_back(count());
        for (const RegisterId reg : program::registersWritten(entry.instructions[i])) {
            write(reg, i, false);
            for (const RegisterId other : beside[reg]) write(other, i, beside[reg].size() == 1);
            m_register.push_back(reg);
        }
        for (const RegisterId reg : program::registersRead(entry.instructions[i]))
            if (registers[reg].readers.empty() || registers[reg].readers.back() != i)
                registers[reg].readers.push_back(i);
    }
    m_first.push_back(count());
    std::vector<std::uint32_t> blockOf(entry.instructions.size());
    for (std::uint32_t b = 0; b < entry.blocks.size(); ++b)
        std::fill(blockOf.begin() + entry.blocks[b].first, blockOf.begin() + entry.blocks[b].end, b);
    for (RegisterId reg = 0; reg < registers.size(); ++reg) reach(entry, blockOf, reg, registers[reg]);
}

void Definitions::reach(const Entry& entry, const std::vector<std::uint32_t>& blockOf, RegisterId reg,
                        const OfRegister& all) {
    if (all.writers.size() == 1 || all.writers.size() > kMostWriters) {
        for (const std::uint32_t reader : all.readers)
            for (const std::uint32_t definition : all.definitions) m_reaching[reader].push_back({reg, definition});
        return;
    }
    // What is there behind a run of writers, if `before` was there before: a guarded writer may leave that as it is,
    // and who writes a word of a pair leaves the other.
    const auto behind = [&](Set before, std::uint32_t first, std::uint32_t end) {
        for (auto at = std::ranges::lower_bound(all.writers, first); at != all.writers.end() && *at < end; ++at) {
            const auto which = static_cast<std::size_t>(at - all.writers.begin());
            const Set own = Set{1} << which;
            before = all.partial[which] ? before | own : own;
        }
        return before;
    };
    std::map<std::uint32_t, Set> before;  // by block that a writer leads to
    std::vector<std::uint32_t> open;
    const auto leave = [&](std::uint32_t block) {
        const auto known = before.find(block);
        const Set out =
            behind(known == before.end() ? 0 : known->second, entry.blocks[block].first, entry.blocks[block].end);
        for (const std::uint32_t to : entry.blocks[block].successors) {
            if (to >= entry.blocks.size() || (before[to] & out) == out) continue;
            before[to] |= out;
            open.push_back(to);
        }
    };
    for (const std::uint32_t writer : all.writers) leave(blockOf[writer]);
    while (!open.empty()) {
        const std::uint32_t block = open.back();
        open.pop_back();
        leave(block);
    }
    for (const std::uint32_t reader : all.readers) {
        const std::uint32_t block = blockOf[reader];
        const auto known = before.find(block);
        const Set found = behind(known == before.end() ? 0 : known->second, entry.blocks[block].first, reader);
        for (std::size_t writer = 0; writer < all.writers.size(); ++writer)
            if ((found >> writer & 1U) != 0) m_reaching[reader].push_back({reg, all.definitions[writer]});
    }
}

}  // namespace lanescope::flow
