// SPDX-License-Identifier: GPL-3.0-or-later
// What the lanes of one step touched, cut into 4-byte words. Internal to core/simt.
#pragma once

#include <vector>

#include "core/simt/block_execution.h"

namespace lanescope::simt {

/// Lanes of one instruction that touch the same word and, if they write, write the same there.
struct WordGroup {
    std::uint64_t word = 0;   ///< address / 4, or offset in shared memory / 4
    std::uint32_t value = 0;  ///< stores: the bytes that are written, in their places; else 0
    LaneMask lanes = 0;
    std::uint8_t bytes = 0;  ///< bit i = byte i of the word
    bool inShared = false;
};

/// The words of shared memory and of buffers that a step touched; other memory belongs to one thread or is not written.
/// `execution` is as the step left it.
void groupWords(const StepRecord& record, const ptx::Instruction& instruction, const BlockExecution& execution,
                const DeviceMemory& memory, std::uint64_t sharedBytes, std::vector<WordGroup>& groups);

}  // namespace lanescope::simt
