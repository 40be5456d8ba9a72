// SPDX-License-Identifier: GPL-3.0-or-later
// Names of registers, variables and labels in the nested { } scopes of a body.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ptx/module.h"

namespace lanescope::ptx {

/// Where a branch waits for its label.
struct PendingBranch {
    std::uint32_t instruction = 0;  ///< the bra
    std::string_view label;
    std::uint32_t line = 0;            ///< where it is written
    std::uint32_t list = 0xffffffffU;  ///< of Entry::branchLists; for bra 0xffffffff
    std::uint32_t position = 0;        ///< in the list
};

/// What a name in a body stands for.
struct LocalName {
    enum class Kind : std::uint8_t { Variable, BranchList, Prototype };
    std::string_view name;
    Kind kind = Kind::Variable;
    Space space = Space::Generic;  ///< of a variable: Param, Slot, Shared or Local
    std::uint32_t index = 0;       ///< in the list of its kind
};

/// The views must outlive this; they point into the PTX text.
class Scopes {
public:
    void open() { m_scopes.emplace_back(m_ranges.size(), m_names.size()); }
    /// Resolves the branches to labels of the innermost scope, hands the others to the one around it, and forgets the
    /// scope. Returns the branches that nothing can resolve any more (only for the outermost scope).
    std::vector<PendingBranch> close(Entry& entry);
    [[nodiscard]] std::size_t depth() const { return m_scopes.size(); }

    /// `%f<63>` is a range of 63 registers from `first`, `%SP` a single one (count 0). False if the name is taken.
    bool declareRegisters(std::string_view name, std::uint32_t count, RegisterId first);
    [[nodiscard]] RegisterId findRegister(std::string_view name) const;

    /// False if the name is taken in this scope.
    bool declareName(const LocalName& name);
    /// Innermost first; nullptr if there is none. Good until the next declaration.
    [[nodiscard]] const LocalName* findName(std::string_view name) const;

    /// False if the label is already there.
    bool declareLabel(std::string_view name, std::uint32_t instruction);
    void addBranch(PendingBranch branch) { m_scopes.back().pending.push_back(branch); }

private:
    struct Range {
        std::string_view name;
        std::uint32_t count = 0;  ///< 0: the name itself is a register
        RegisterId first = 0;
    };
    /// By name, the places in a list of those that are declared now, the innermost last.
    using Index = std::unordered_map<std::string_view, std::vector<std::size_t>>;
    static void forget(Index& index, std::string_view name) { index.find(name)->second.pop_back(); }
    struct Scope {
        Scope(std::size_t range, std::size_t name) : firstRange(range), firstName(name) {}
        std::size_t firstRange = 0;
        std::size_t firstName = 0;
        std::unordered_map<std::string_view, std::uint32_t> labels;
        std::vector<PendingBranch> pending;
    };
    std::vector<Range> m_ranges;
    std::vector<LocalName> m_names;
    Index m_rangesOf;
    Index m_namesOf;
    std::vector<Scope> m_scopes;
};

}  // namespace lanescope::ptx
