// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses of different blocks to the same bytes of global memory. Nothing orders the blocks of a launch but what they
// do themselves: a fence, then an atomic operation on a word that the other block's atomic operation finds later.
// Internal to core/simt.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/simt/step.h"

namespace lanescope::simt {

/// One thread's access to a word of global memory.
struct GridAccess {
    std::uint64_t step = 0;   ///< within its block
    std::uint32_t value = 0;  ///< stores: the word's bytes that were written
    std::uint32_t block = 0;  ///< linear
    std::uint32_t thread = 0;
    std::uint32_t instruction = 0;
    std::uint32_t shown = 0;  ///< the instruction whose source line stands for it
    std::uint8_t bytes = 0;   ///< bit i = byte i of the word; 0 = no access
    AccessKind kind = AccessKind::None;
};

class GridRaces {
public:
    using Report = std::function<void(const GridAccess& first, const GridAccess& second)>;

    void start();
    /// Blocks come one after the other.
    void startBlock();
    /// A fence of some thread of the block: what the block did before is seen by who finds what it does after.
    void fence(std::uint64_t step) { m_fenced = step; }
    /// False: no more words can be watched.
    bool access(std::uint64_t word, const GridAccess& access, const Report& report);
    /// Clocks of blocks that were compared since this was last asked.
    [[nodiscard]] std::uint64_t takeSynchronized() { return std::exchange(m_synchronized, 0); }
    /// Nothing that was done to this word can race with what comes.
    void forget(std::uint64_t word) { m_words.erase(word); }

private:
    static constexpr std::size_t kMostWords = 1 << 19;
    /// The last write and atomic, and reads of two blocks.
    struct Cell {
        GridAccess write;
        GridAccess atomic;
        std::array<GridAccess, 2> reads;
    };
    /// By block: the last step that is visible.
    using Clock = std::unordered_map<std::uint32_t, std::uint64_t>;
    void synchronize(std::uint64_t word, const GridAccess& access);
    void compare(const GridAccess& before, const GridAccess& after, const Report& report) const;

    std::unordered_map<std::uint64_t, Cell> m_words;
    std::unordered_map<std::uint64_t, Clock> m_released;  ///< by word of atomics
    Clock m_seen;                                         ///< by the present block
    std::uint64_t m_fenced = 0;
    std::uint64_t m_synchronized = 0;
};

}  // namespace lanescope::simt
