// SPDX-License-Identifier: GPL-3.0-or-later
// Selections (selp) that cost nothing: one of the two values is made under the predicate, in the other's register.
// Internal to the model.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/ptxas/kernel_view.h"

namespace lanescope::ptxas {

class Selects {
public:
    /// Keeps a reference.
    explicit Selects(const KernelView& kernel) : m_kernel(kernel) {}

    /// `x = p ? a : b`: is one of the two wanted for nothing else, and the other's register free then?
    [[nodiscard]] bool isMadeInPlace(std::uint32_t select) const;
    /// `x = a < b ? a : b`: the comparison, if it and the selection are one minimum or maximum of integers.
    [[nodiscard]] std::optional<std::uint32_t> comparisonOfExtreme(std::uint32_t select) const;

private:
    [[nodiscard]] bool canBePredicated(std::uint32_t select, const ptx::Operand& made) const;
    [[nodiscard]] bool readsTarget(std::uint32_t select, const ptx::Operand& operand) const;
    [[nodiscard]] bool isFree(std::uint32_t select, const ptx::Operand& other) const;

    const KernelView& m_kernel;
};

}  // namespace lanescope::ptxas
