// SPDX-License-Identifier: GPL-3.0-or-later
// What ptxas makes of atomic operations. Internal to the model.
#pragma once

#include <cstdint>
#include <string>

#include "core/ptxas/costs.h"
#include "core/ptxas/kernel_view.h"

namespace lanescope::ptxas {

struct AtomicCost {
    AtomicKind kind = AtomicKind::Plain;
    double instructions = 1;
    double branches = 0;  ///< within
    std::string note;     ///< what was never compared with a GPU; empty = it was
};

class Atomics {
public:
    /// Keeps a reference.
    explicit Atomics(const KernelView& kernel) : m_kernel(kernel) {}

    [[nodiscard]] AtomicCost costOf(std::uint32_t instruction) const;

private:
    [[nodiscard]] const ptx::Instruction* foundBy(std::uint32_t use, const ptx::Operand& operand) const;
    [[nodiscard]] bool isSame(const ptx::Operand& operand) const;
    [[nodiscard]] bool isOfOneThread(std::uint32_t instruction) const;

    const KernelView& m_kernel;
};

}  // namespace lanescope::ptxas
