// SPDX-License-Identifier: GPL-3.0-or-later
// Sectors that the blocks of a launch fill only in part, and which of them several blocks write, as far as they were
// looked at. Private to this room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lanescope::timing {

class SharedWrites {
public:
    /// A store of a block that does not fill the sector; one block after the other.
    void add(std::uint32_t sector, std::uint64_t block);
    /// Of those sectors, the share that more than one block writes.
    [[nodiscard]] double share() const;
    /// Sectors that a sixteenth of so many blocks write, and at least nine: a flag that they raise, a few counters.
    /// Ascending.
    [[nodiscard]] std::vector<std::uint32_t> writtenByMany(std::uint64_t blocks) const;

private:
    /// More say nothing new.
    static constexpr std::size_t kMost = 1 << 20;
    struct Writer {
        std::uint64_t block = 0;  ///< the last one
        std::uint64_t blocks = 1;
    };
    std::unordered_map<std::uint32_t, Writer> m_writers;
    std::size_t m_shared = 0;
};

}  // namespace lanescope::timing
