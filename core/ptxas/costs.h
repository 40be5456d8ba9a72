// SPDX-License-Identifier: GPL-3.0-or-later
// How many machine instructions ptxas makes of each PTX instruction. Internal to the model, but for its result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ptxas/architecture.h"

namespace lanescope::ptxas {

class KernelView;

/// What an atomic operation becomes.
enum class AtomicKind : std::uint8_t {
    None,
    Plain,       ///< one ATOM or ATOMS
    Reduction,   ///< the result is not wanted: RED
    Aggregated,  ///< all lanes at one address: they are added up within the warp, and one lane does it
    Loop         ///< compare-and-swap until it holds, as often as lanes collide
};

struct Costs {
    std::vector<double> own;    ///< by PTX instruction, per execution; branches and ends are not in it
    std::vector<double> moves;  ///< by PTX instruction: what the pointer that it steps costs beside, if not unrolled
    std::vector<double> movesUnrolled;  ///< the same, once for all copies
    std::vector<double> block;          ///< by block, per execution: constants and addresses brought into registers
    std::vector<double> checks;         ///< by PTX instruction: conditional branches within what it expands to
    /// By PTX instruction: floating-point operations of one lane in what it expands to; none: those of the PTX.
    std::vector<std::optional<double>> operations;
    std::vector<SlowPath> slow;       ///< by PTX instruction
    std::vector<AtomicKind> atomics;  ///< by PTX instruction
    std::vector<std::string> notes;   ///< constructs in the kernel that were never compared with a GPU

    /// Of a whole block, per execution, without its end.
    [[nodiscard]] double of(const KernelView& kernel, std::uint32_t block) const;
};

[[nodiscard]] Costs costsOf(const KernelView& kernel);

}  // namespace lanescope::ptxas
