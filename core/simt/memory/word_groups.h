// SPDX-License-Identifier: GPL-3.0-or-later
// What the lanes of one step touched, cut into 4-byte words. Internal to core/simt.
#pragma once

#include <vector>

#include "core/simt/engine/block_execution.h"

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
class WordGroups {
public:
    /// `execution` is as the step left it. The groups stand in the order of their first lanes, until the next call.
    [[nodiscard]] const std::vector<WordGroup>& of(const StepRecord& record, const program::Instruction& instruction,
                                                   const BlockExecution& execution, const DeviceMemory& memory,
                                                   std::uint64_t sharedBytes);

private:
    void add(WordGroup group, unsigned lane);

    /// Twice as many places as a step can have groups: 32 lanes of 64 bytes, which may begin within a word.
    static constexpr std::size_t kPlaces = 2048;
    struct Place {
        std::uint64_t step = 0;
        std::uint32_t group = 0;
    };
    std::vector<WordGroup> m_groups;
    std::vector<Place> m_places = std::vector<Place>(kPlaces);  ///< groups by a hash of what they are told apart by
    std::uint64_t m_step = 0;
};

}  // namespace lanescope::simt
