// SPDX-License-Identifier: GPL-3.0-or-later
// What of each array has a value, was used and is in use at any position of a block. Each element's first read and
// first store are logged once, in order; moving through the log costs what changes. "In use" is what the block touches
// in the present round.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "widgets/stage/tiles/tiles_arrays.h"

namespace lanescope::tiles {

/// A cell's byte is an OR of these; what else is set in it is History's own.
enum CellFlag : std::uint8_t {
    kHasValue = 1,
    kUsed = 2,    ///< the block has read it or stored to it (shared: stored to it in this round)
    kInUse = 4,   ///< the block touches it in this round (buffers only)
    kWrong = 8,   ///< has a value that the plan's reference says is wrong
    kStored = 16  ///< by the block
};

class History {
public:
    /// Both must outlive it. Knows nothing at first: learn().
    History(const flow::BlockFlow& flow, const Arrays& arrays);

    /// Goes through the trace until `position` events are known or the time is up; true when they are known.
    bool learn(std::uint64_t position, std::chrono::milliseconds budget);
    [[nodiscard]] std::uint64_t known() const { return m_known; }

    /// Elements of a buffer that are wrong in the end, row-major; empty for none. Shown where they have a value from
    /// the block, or at the end.
    void setWrong(std::size_t array, std::vector<bool> wrong);

    /// Flags are then those after the first min(position, known()) events.
    void moveTo(std::uint64_t position);
    [[nodiscard]] std::span<const std::uint8_t> flags(std::size_t array) const { return m_of[array].flags; }
    /// Rows of elements whose flags have changed since clean(); all at first.
    [[nodiscard]] const Box& dirty(std::size_t array) const { return m_of[array].dirty; }
    void clean(std::size_t array) { m_of[array].dirty = {}; }
    /// What the block touches in its whole run, as far as known.
    [[nodiscard]] const Box& ever(std::size_t array) const { return m_of[array].ever; }
    /// What it touches in the first round in which it touches the array: the shape of a tile.
    [[nodiscard]] Box tile(std::size_t array) const;
    [[nodiscard]] std::uint64_t wrongCount(std::size_t array) const { return m_of[array].wrongCount; }

private:
    struct Touch {
        std::uint64_t event = 0;
        std::uint64_t element = 0;
        std::uint32_t array = 0;
        std::uint8_t flag = 0;
    };
    struct RoundBox {
        std::uint32_t round = 0;  ///< into Phases::all()
        Box box;
    };
    struct OfArray {
        std::uint64_t columns = 1;
        std::vector<std::uint8_t> flags;  ///< with those that are in the log: arrays may be of millions of elements
        std::vector<RoundBox> rounds;
        Box ever;
        Box dirty;
        std::vector<bool> wrong;
        std::uint64_t wrongCount = 0;
        std::vector<std::uint64_t> inUse;  ///< elements
        std::uint32_t inUseRound = kNoRound;
    };
    static constexpr std::uint32_t kNoRound = 0xffffffffU;

    void learnEvent(std::uint64_t event);
    void set(std::uint32_t array, std::uint64_t element, std::uint8_t flag, bool on);
    void showRound(std::uint64_t position);
    void showWrong(std::uint64_t position);
    void storesOfRound(std::uint64_t position);
    [[nodiscard]] std::uint32_t roundAt(std::uint64_t event) const;
    template <typename Each>
    void eachElement(std::uint64_t event, Each each) const;

    const flow::BlockFlow& m_flow;
    const Arrays& m_arrays;
    std::vector<OfArray> m_of;
    std::vector<Touch> m_log;
    std::size_t m_applied = 0;  ///< entries of the log that are in the flags
    std::uint64_t m_known = 0;
    std::uint64_t m_position = 0;
    std::uint32_t m_learning = 0;  ///< round that is gone through
    std::uint64_t m_newUntil = 0;  ///< stores to shared arrays in [m_newFrom, m_newUntil) are marked kUsed
    std::uint64_t m_newFrom = 0;
    std::vector<Element> m_new;
};

}  // namespace lanescope::tiles
