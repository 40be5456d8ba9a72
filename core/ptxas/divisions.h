// SPDX-License-Identifier: GPL-3.0-or-later
// Quotients and remainders of 32-bit integers: they begin with the reciprocal of the divisor, which serves for all that
// have the same one and is found before a loop in which it does not change. Internal to the model.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ptxas/kernel_view.h"

namespace lanescope::ptxas {

class Divisions {
public:
    /// Keeps a reference.
    explicit Divisions(const KernelView& kernel) : m_kernel(kernel) {}

    /// Machine instructions per execution.
    struct Cost {
        double own = 0;
        double before = 0;        ///< of the reciprocal, where it is not found in the same place
        std::uint32_t block = 0;  ///< where it is found
    };
    /// To be asked for each in the order of the program.
    [[nodiscard]] Cost costOf(std::uint32_t instruction);

private:
    [[nodiscard]] std::uint32_t placeOfReciprocal(ptx::RegisterId divisor, std::uint32_t block) const;

    struct Known {
        ptx::RegisterId dividend;
        ptx::RegisterId divisor;
        std::uint32_t block;
        std::uint32_t reciprocal;  ///< the block where it is found
    };
    const KernelView& m_kernel;
    std::vector<Known> m_known;
};

}  // namespace lanescope::ptxas
