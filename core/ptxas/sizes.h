// SPDX-License-Identifier: GPL-3.0-or-later
// How large a block is when ptxas decides whether the branch round it becomes predicates. Some instructions are not yet
// what they will be: 64-bit shifts are not joined with sums, doubles' maxima not taken apart. Found by probing
// ptxas 13.0 for sm_90. Internal to the model.
#pragma once

#include "core/ptxas/costs.h"
#include "core/ptxas/kernel_view.h"

namespace lanescope::ptxas {

class Sizes {
public:
    /// Keeps references to both; the costs may be filled in later.
    Sizes(const KernelView& kernel, const Costs& costs) : m_kernel(kernel), m_costs(costs) {}

    /// Machine instructions.
    [[nodiscard]] double of(std::uint32_t block) const;

private:
    [[nodiscard]] double change(std::uint32_t instruction) const;
    [[nodiscard]] bool standsElsewhere(std::uint32_t instruction) const;
    [[nodiscard]] bool isAddedUp(std::uint32_t instruction) const;
    [[nodiscard]] bool bringsNextArray(std::uint32_t instruction) const;

    const KernelView& m_kernel;
    const Costs& m_costs;
};

}  // namespace lanescope::ptxas
