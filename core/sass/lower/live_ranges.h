// SPDX-License-Identifier: GPL-3.0-or-later
// ptxas uses the registers of a thread again and again, for an index here and a sum there. A live range is what belongs
// together: values that one instruction may find in a register, and all other instructions that may find one of them.
// Internal to core/sass/lower.
#pragma once

#include <cstdint>
#include <vector>

#include "core/program/entry.h"

namespace lanescope::sass {

/// Live ranges of the words and predicates of a thread; a pair of words is both of them. What is known of predicates
/// counts: a value that was written where P0 holds is not found where P0 does not hold, as long as P0 is the same.
class LiveRanges {
public:
    /// Of an entry with its basic blocks. `calls`: instructions that go to a function of the kernel and come back
    /// behind themselves.
    LiveRanges(const program::Entry& entry, const std::vector<std::uint32_t>& calls);

    /// Registers that are told apart: those of the hardware, without those of convergence.
    [[nodiscard]] bool has(program::RegisterId reg) const { return m_variableOf[reg] != kNone; }
    /// Number of the range that a word or predicate of the instruction is of. The high word of a pair has always the
    /// same range beside one of the low word.
    [[nodiscard]] std::uint32_t ofRead(std::uint32_t instruction, program::RegisterId reg) const;
    [[nodiscard]] std::uint32_t ofWritten(std::uint32_t instruction, program::RegisterId reg) const;

private:
    static constexpr std::uint32_t kNone = 0xffffffffU;
    /// A value that may be there: where it was written, and which of the predicates' literals would say that another
    /// one has taken its place.
    struct Fact {
        std::uint32_t definition = 0;
        std::uint32_t excluded = 0;
        friend bool operator==(const Fact&, const Fact&) = default;
    };
    using Facts = std::vector<Fact>;   ///< ascending
    using State = std::vector<Facts>;  ///< by variable
    using Marks = std::vector<bool>;   ///< by variable
    /// What an instruction reads and writes, pairs as two words; of registers that are told apart.
    struct Uses {
        std::vector<std::uint32_t> read;  ///< variables
        std::vector<std::uint32_t> written;
        std::vector<std::uint32_t> ranges;  ///< by `read`
        std::uint32_t guard = kNone;        ///< the variable, if it is told apart
        bool sometimes = false;             ///< there is a guard
        std::uint32_t firstDefinition = 0;  ///< of `written`, in that order
        std::uint32_t holds = 0;            ///< the literal that the guard is
        std::uint32_t otherwise = 0;        ///< and its opposite
        std::uint32_t changes = 0;          ///< literals of the predicates that are written
    };
    /// A function's code, whoever calls it.
    struct Callee {
        Marks blocks;
        Marks touched;
        std::uint32_t changes = 0;
    };

    void findVariables();
    void findUses();
    [[nodiscard]] std::vector<std::uint32_t> wordsOf(const std::vector<program::RegisterId>& registers) const;
    void findCallees(const std::vector<std::uint32_t>& calls);
    [[nodiscard]] Callee calleeAt(std::uint32_t block) const;

    void solve();
    void run(std::uint32_t block, State& state, bool join);
    void read(Uses& uses, State& state);
    void write(const Uses& uses, State& state) const;
    void leave(std::uint32_t block, const State& state);
    void leaveCall(std::uint32_t block, const Callee& callee, const State& state);
    void pass(const State& state, std::uint32_t to, std::uint32_t impossible, const Marks* only, bool inverted = false,
              std::uint32_t forgotten = 0);

    [[nodiscard]] std::uint32_t rootOf(std::uint32_t definition) const;
    void join(std::uint32_t a, std::uint32_t b);
    void joinPairs();

    const program::Entry& m_entry;
    std::vector<std::uint32_t> m_variableOf;  ///< by register
    Marks m_uniform;                          ///< one value for the warp, whoever runs
    std::vector<std::uint32_t> m_literal;     ///< by variable: of a predicate, its lower literal's bit; else 0
    std::vector<Uses> m_uses;                 ///< by instruction
    std::vector<std::uint32_t> m_callee;      ///< by block that ends in a call: index into m_callees
    std::vector<Callee> m_callees;
    std::vector<State> m_before;  ///< by block
    Marks m_reached;              ///< by block
    Marks m_open;                 ///< by block: to be looked at again
    mutable std::vector<std::uint32_t> m_parent;
};

/// Gives each live range a register of its own, under the hardware's name; pairs likewise. Registers of vectors that
/// are loaded and stored become those that the code works with, words or pairs.
void separateLiveRanges(program::Entry& entry, const std::vector<std::uint32_t>& calls);

}  // namespace lanescope::sass
