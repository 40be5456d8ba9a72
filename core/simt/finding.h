// SPDX-License-Identifier: GPL-3.0-or-later
// What a check found in a run that went on: two accesses that race, barriers that do not fit, a division by zero.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/dim3.h"
#include "core/simt/step.h"

namespace lanescope::simt {

struct Finding {
    enum class Kind : std::uint8_t {
        BlockRace,        ///< threads of one block, without a barrier between
        GridRace,         ///< threads of different blocks: nothing orders blocks
        BarrierMismatch,  ///< threads of a block come to different barriers, or not to the same number of them
        WarpMask,         ///< a warp operation whose member mask is not the lanes that come to it
        ShuffleWidth,     ///< of a shuffle: no power of two
        UnsetConstant,    ///< a __constant__ variable is read that nothing has set
        UnsetVariable,    ///< a variable that was never set decides a branch, or goes to memory, or is an address
        DivisionByZero    ///< of whole numbers
    };
    enum class Severity : std::uint8_t {
        Error,
        Warning,   ///< between lanes of one warp, which run in step on most GPUs, and need not; what is unset is
                   ///< only put in shared memory, where nobody need use it; threads have ended before a barrier, for
                   ///< which GPUs do not wait
        Possible,  ///< an error unless the kernel's own fences and flags order the two; that is not followed
        Note       ///< does no harm on today's GPUs
    };
    /// How an unset variable matters.
    enum class Use : std::uint8_t {
        Guard,    ///< whether an instruction is done: of a branch, as a rule
        Address,  ///< where memory is read or written
        Value     ///< what is written to memory
    };
    /// One side of it.
    struct Side {
        Dim3 block{0, 0, 0};
        Dim3 thread{0, 0, 0};
        AccessKind access = AccessKind::None;
        std::uint32_t instruction = 0;  ///< index into the entry
        std::string sourceFile;
        std::uint32_t sourceLine = 0;  ///< 1-based; 0 = the PTX has no .loc
        std::uint32_t ptxLine = 0;
    };
    Kind kind = Kind::BlockRace;
    Severity severity = Severity::Error;
    std::string kernel;        ///< demangled entry
    Side first;                ///< races: in the order of the emulation. UnsetVariable: where it is read
    Side second;               ///< UnsetVariable: where that matters. Not used where hasSecondSide() is false
    Use use = Use::Guard;      ///< UnsetVariable
    LaneMask mask = 0;         ///< WarpMask: as the program gives it
    LaneMask came = 0;         ///< WarpMask: the lanes that executed it
    LaneMask read = 0;         ///< WarpMask of a shuffle: lanes that are read and not named; 0: others than named came
    bool secondEnded = false;  ///< BarrierMismatch: the second thread has come to no barrier instead, but ended
    bool sameWarp = false;
    bool sameStep = false;   ///< races: lanes of one warp did both in one execution of the instruction
    bool sameValue = false;  ///< both wrote, and wrote the same
    program::Space space = program::Space::Shared;  ///< races; UnsetVariable: where it is written to
    std::uint64_t address = 0;
    std::string buffer;
    std::string element;      ///< of the first occurrence
    std::uint64_t count = 0;  ///< occurrences of it on these lines (without lines: instructions) and this buffer
    std::string hint;         ///< one line: what to look at
};

/// Has a finding of this kind two sides?
[[nodiscard]] bool hasSecondSide(Finding::Kind kind);

[[nodiscard]] std::string_view nameOf(Finding::Kind kind);          ///< "block race"
[[nodiscard]] std::string_view nameOf(Finding::Severity severity);  ///< "error"

/// The sentence for a student, with both threads and both lines.
[[nodiscard]] std::string describe(const Finding& finding);

/// The hint that goes with the finding's other fields.
[[nodiscard]] std::string hintFor(const Finding& finding);

}  // namespace lanescope::simt
