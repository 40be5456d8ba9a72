// SPDX-License-Identifier: GPL-3.0-or-later
// What an emulated program did wrong. A Fault is a result of the emulation, never an error of ours.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/dim3.h"
#include "core/simt/step.h"

namespace lanescope::simt {

struct Fault {
    enum class Kind : std::uint8_t {
        OutOfBounds,
        Misaligned,
        Uninitialised,
        BarrierDivergence,
        BarrierDeadlock,
        StepBudget,
        Trap
    };
    Kind kind = Kind::OutOfBounds;
    std::string kernel;  ///< demangled entry
    Dim3 block{0, 0, 0};
    Dim3 thread{0, 0, 0};
    std::string sourceFile;        ///< "matmul.cu"; empty when the PTX has no .loc
    std::uint32_t sourceLine = 0;  ///< 1-based
    std::uint32_t ptxLine = 0;
    std::uint32_t instruction = 0;  ///< index into the entry
    AccessKind access = AccessKind::None;
    ptx::Space space = ptx::Space::Generic;
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
    /// Buffer or shared array the address lies in or is nearest to; empty if it is near none.
    std::string buffer;
    std::string element;  ///< "A[64][3]", also where the array has no such element ("A[-1][63]")
    std::string extent;   ///< "64 rows of 64" or "256 elements"
};

[[nodiscard]] std::string_view nameOf(Fault::Kind kind);  ///< "out of bounds"

/// The sentence for a student: what happened, in which thread, where in the source, at which element.
[[nodiscard]] std::string describe(const Fault& fault);

}  // namespace lanescope::simt
