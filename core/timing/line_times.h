// SPDX-License-Identifier: GPL-3.0-or-later
// Where the time of the warps goes: by instruction of what ran, by line of the PTX, and by line of the CUDA source.
#pragma once

#include <string>
#include <vector>

#include "core/plan/launch.h"
#include "core/timing/launch_sample.h"
#include "core/timing/multiprocessor.h"

namespace lanescope::timing {

/// Cycles of all warps, by reason.
using ReasonCycles = std::array<double, kReasons>;
[[nodiscard]] double allOf(const ReasonCycles& cycles);
/// What its warps wait for longest; Issuing if they never wait.
[[nodiscard]] Reason longestOf(const ReasonCycles& cycles);

/// An instruction of what ran, and where it stands in the texts that it was made of.
struct InstructionTime {
    std::uint32_t ptxLine = 0;  ///< of the PTX module's text, 1-based; 0: not known
    std::uint32_t line = 0;     ///< of the kernel's CUDA source, 1-based; 0: none
    ReasonCycles cycles{};
};

/// Instruction i is that of LaunchSample::listing, or, where PTX ran, of its entry. Machine code stands where the PTX
/// that it was made of does; where that has no line of the source, or is not known, where its own line table says.
/// `ptx`: the launch's kernel before it became machine code. Empty if nobody asked for intervals.
[[nodiscard]] std::vector<InstructionTime> timeByInstruction(const MultiprocessorRun& run, const LaunchSample& sample,
                                                             const Kernel& ptx);

/// What ran at a place: machine code as nvdisasm prints it, or a line of PTX. `ptx` as above.
[[nodiscard]] std::string instructionText(std::size_t instruction, const std::vector<InstructionTime>& instructions,
                                          const LaunchSample& sample, const Kernel& ptx);

struct LineTime {
    std::uint32_t line = 0;  ///< 1-based; 0: instructions that have none
    ReasonCycles cycles{};
    [[nodiscard]] double all() const { return allOf(cycles); }
    [[nodiscard]] Reason longest() const { return longestOf(cycles); }
};

/// Lines of the CUDA source, the one that takes most first; those that take nothing are left out.
[[nodiscard]] std::vector<LineTime> timeByLine(const std::vector<InstructionTime>& instructions);

}  // namespace lanescope::timing
