// SPDX-License-Identifier: GPL-3.0-or-later
// What an address is called: the buffer or shared array that it lies in or is nearest to, and the element there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/plan/plan.h"
#include "core/simt/memory/device_memory.h"

namespace lanescope::simt {

struct PlaceName {
    std::string name;     ///< of the buffer or array; empty if the address is near none
    std::string element;  ///< "A[64][3]", also where there is no such element
    std::string extent;   ///< "64 rows of 64"
};

/// Where an instruction stands in the user's source. Code inlined from another file (CUDA's headers have the atomics
/// and the shuffles) stands where its call does.
struct SourceLine {
    std::string file;        ///< as the PTX has it; empty where it has no .loc
    std::uint32_t line = 0;  ///< 1-based; 0 = the PTX has no .loc
};
[[nodiscard]] SourceLine sourceLineOf(const program::Module& module, const program::Instruction& instruction);

/// The instruction whose line stands for another's within its function: itself, or if it has no line of the user's
/// source the last one before it that has; none in a function of CUDA's headers.
[[nodiscard]] std::optional<std::uint32_t> shownInFunction(const program::Module& module, const program::Entry& entry,
                                                           std::uint32_t instruction);
/// The same of each instruction, in one pass.
[[nodiscard]] std::vector<std::optional<std::uint32_t>> shownInFunctions(const program::Module& module,
                                                                         const program::Entry& entry);
/// By instruction the line of the CUDA source, in the function that is shown; 0 where there are no positions.
[[nodiscard]] std::vector<std::uint32_t> linesOf(const program::Module& module, const program::Entry& entry);

/// The shared array that an offset lies in, else the last one that starts before it (the first for one before all).
[[nodiscard]] const program::SharedVariable* sharedVariableAt(const program::Entry& entry, std::int64_t offset);

[[nodiscard]] PlaceName placeOfGlobal(const DeviceMemory& memory, std::uint64_t address);
/// The same as an element of a given buffer, however far away.
[[nodiscard]] PlaceName placeInBuffer(const DeviceMemory& memory, BufferId buffer, std::uint64_t address);
/// `offset` into the block's shared memory of `sharedBytes`; 32-bit shared addresses may be negative. An array whose
/// shape the kernel does not tell is taken for one of elements of `accessBytes`.
[[nodiscard]] PlaceName placeOfShared(const Kernel& kernel, const program::Entry& entry, std::uint64_t sharedBytes,
                                      std::int64_t offset, unsigned accessBytes);

}  // namespace lanescope::simt
