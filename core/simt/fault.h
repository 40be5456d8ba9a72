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
        OutOfBounds,     ///< near a buffer or a shared array, but not in it
        InvalidAddress,  ///< near no buffer: a null pointer, a host pointer, memory that was given back
        Misaligned,
        ReadOnly,  ///< a write to constant memory
        Uninitialised,
        BarrierDivergence,  ///< part of a warp comes to a barrier
        BarrierDeadlock,    ///< the warps of a block wait at different barriers
        WarpSync,           ///< the member mask of a warp operation is not the lanes that come to it
        Deadlock,           ///< threads wait for each other for ever
        StepBudget,
        Misuse,  ///< of a barrier, a function pointer, free(): what CUDA leaves undefined
        StackOverflow,
        Assertion,
        Trap
    };
    Kind kind = Kind::OutOfBounds;
    std::string kernel;  ///< demangled entry
    Dim3 block{0, 0, 0};
    Dim3 thread{0, 0, 0};          ///< the first that is wrong
    LaneMask lanes = 0;            ///< all lanes of its warp that are wrong in the same way; 0 = not known
    std::string function;          ///< demangled device function that it is in; empty = the kernel itself
    std::string sourceFile;        ///< "matmul.cu"; empty when the PTX has no .loc
    std::uint32_t sourceLine = 0;  ///< 1-based
    std::uint32_t ptxLine = 0;
    std::uint32_t instruction = 0;  ///< index into the entry
    AccessKind access = AccessKind::None;
    program::Space space = program::Space::Generic;
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
    /// Buffer or shared array the address lies in or is nearest to; empty if it is near none.
    std::string buffer;
    std::string element;  ///< "A[64][3]", also where the array has no such element ("A[-1][63]")
    std::string extent;   ///< "64 rows of 64" or "256 elements"
    /// What the kind alone does not say. InvalidAddress: what the address looks like; StepBudget: "in the loop of lines
    /// 12 to 15"; StackOverflow: how deep; WarpSync, Deadlock, Misuse, Assertion: the part of the sentence that follows
    /// "Thread … in KERNEL".
    std::string detail;
    std::string hint;  ///< one line: what to look at; empty where nothing honest can be said
};

[[nodiscard]] std::string_view nameOf(Fault::Kind kind);   ///< "out of bounds"
[[nodiscard]] std::string_view nameOf(AccessKind access);  ///< "", "read", "write", "atomic"

/// The sentence for a student: what happened, in which thread, where in the source, at which element.
[[nodiscard]] std::string describe(const Fault& fault);
/// The sentence, then the hint.
[[nodiscard]] std::string explain(const Fault& fault);

/// "Thread (3, 0, 0) of block (1, 0, 0)"
[[nodiscard]] std::string threadText(const Dim3& thread, const Dim3& block);
/// "matmul.cu, line 41; PTX line 90"; the PTX line alone where there is no source line.
[[nodiscard]] std::string lineText(const std::string& sourceFile, std::uint32_t sourceLine, std::uint32_t ptxLine);

}  // namespace lanescope::simt
