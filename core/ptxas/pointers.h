// SPDX-License-Identifier: GPL-3.0-or-later
// Pointers that go through an array in a loop, by a constant step: ptxas keeps their halves in two registers of their
// own, and puts them side by side for each access. Internal to the model.
#pragma once

#include <cstdint>

#include "core/ptxas/kernel_view.h"

namespace lanescope::ptxas {

class Pointers {
public:
    /// Keeps a reference.
    explicit Pointers(const KernelView& kernel) : m_kernel(kernel) {}

    struct Moves {
        double inLoop = 0;        ///< each time that the pointer steps on
        double unrolled = 0;      ///< the same, if the loop is unrolled
        double before = 0;        ///< once
        std::uint32_t block = 0;  ///< before the loop
    };
    /// Of the instruction, if it is the step of such a pointer.
    [[nodiscard]] Moves of(std::uint32_t instruction) const;

private:
    [[nodiscard]] bool isAddress(ptx::RegisterId reg, std::uint32_t loop) const;
    [[nodiscard]] bool isStoredThrough(ptx::RegisterId reg) const;
    [[nodiscard]] bool isPointerStep(std::uint32_t instruction) const;

    const KernelView& m_kernel;
};

}  // namespace lanescope::ptxas
