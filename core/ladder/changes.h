// SPDX-License-Identifier: GPL-3.0-or-later
// What changed from one kernel to another: in the CUDA source line by line, in the machine code instruction by
// instruction.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/plan/kernel_source.h"
#include "core/sass/listing.h"

namespace lanescope {

/// Lines of code of both kernels and of the functions that were inlined into them, but for the kernels' own names.
struct SourceChange {
    bool known = false;            ///< both have a source
    std::vector<CodeLine> gone;    ///< of the kernel before
    std::vector<CodeLine> come;    ///< of this one
    std::string fileBefore, file;  ///< "matmul.cu"
};
[[nodiscard]] SourceChange sourceChange(const Kernel& before, const Kernel& after);

struct OpcodeChange {
    std::string opcode;  ///< "LDS"
    std::size_t before = 0, after = 0;
    [[nodiscard]] std::size_t by() const { return after > before ? after - before : before - after; }
};

/// As the code stands, not as often as it runs.
struct MachineChange {
    bool known = false;                 ///< both have machine code that is kept
    std::size_t before = 0, after = 0;  ///< instructions, without padding
    std::size_t alike = 0;              ///< of those, with the same opcode and modifiers in the same order
    std::vector<OpcodeChange> opcodes;  ///< those whose number changed, the largest difference first
};
[[nodiscard]] MachineChange machineChange(const sass::Listing* before, const sass::Listing* after);

}  // namespace lanescope
