// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses of one block's threads to the same bytes that no barrier orders. For every 4-byte word it keeps the accesses
// that a later one might still race with. Internal to core/simt.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/simt/check/access_order.h"

namespace lanescope::simt {

/// What lanes of one warp did to one word, in one instruction of one step.
struct WordAccess {
    std::uint64_t step = 0;
    std::uint32_t value = 0;  ///< stores: the word's bytes that were written
    std::uint32_t instruction = 0;
    std::uint32_t shown = 0;  ///< the instruction whose source line stands for it
    std::uint32_t warp = 0;
    LaneMask lanes = 0;
    std::uint8_t bytes = 0;  ///< bit i = byte i of the word
    AccessKind kind = AccessKind::None;
};

/// Two accesses of different threads of which at least one writes.
struct WordRace {
    const WordAccess& first;
    const WordAccess& second;
    unsigned firstLane = 0;
    unsigned secondLane = 0;
    bool sameValue = false;
};

class BlockRaces {
public:
    using Report = std::function<void(const WordRace&)>;

    void start(std::size_t warps, std::uint64_t sharedBytes);
    [[nodiscard]] AccessOrder& order() { return m_order; }

    /// A word of shared memory (offset / 4) or of global memory (address / 4).
    void shared(std::uint64_t word, const WordAccess& access, const Report& report);
    /// False: no more words of global memory can be watched.
    bool global(std::uint64_t word, const WordAccess& access, const Report& report);
    /// Comparisons of accesses so far.
    [[nodiscard]] std::uint64_t comparisons() const { return m_comparisons; }
    /// Nothing that was done to this word of global memory can race with what comes.
    void forgetGlobal(std::uint64_t word) { m_global.erase(word); }

private:
    static constexpr std::size_t kMostWords = 1 << 22;
    using Cell = std::vector<WordAccess>;
    void add(Cell& cell, const WordAccess& access, const Report& report);
    struct Lanes {
        unsigned before = 0;
        unsigned after = 0;
    };
    [[nodiscard]] std::optional<Lanes> unordered(const WordAccess& before, const WordAccess& after);
    void compare(const WordAccess& before, const WordAccess& after, const std::optional<Lanes>& unordered,
                 const Report& report) const;

    AccessOrder m_order;
    std::vector<Cell> m_shared;
    std::unordered_map<std::uint64_t, Cell> m_global;
    std::uint64_t m_comparisons = 0;
};

}  // namespace lanescope::simt
