// SPDX-License-Identifier: GPL-3.0-or-later
// Which arrays hold one family of values: a shared array that is filled from a buffer is its kin, and so are the
// registers that gather what a buffer's stores take. Whoever draws gives a family one hue, so that a value keeps it
// wherever it goes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/flow/activity.h"
#include "core/flow/moves.h"

namespace lanescope::flow {

struct Family {
    std::uint32_t number =
        0;             ///< from 0: buffers that the block loads, in the plan's order; those it only stores, behind
    bool kin = false;  ///< not the buffer itself, but what is staged of it, or gathered for it
    friend bool operator==(const Family&, const Family&) = default;
};

class Families {
public:
    /// Goes through the trace once, and follows the first stores to each shared array along its links.
    Families(const Moves& moves, const Activities& activities);

    /// Every buffer of the launch's memory has one: those that the block does not touch, behind all others.
    [[nodiscard]] Family ofBuffer(std::uint32_t buffer) const { return {m_buffers[buffer], false}; }
    /// By index into Entry::shared: kin of the buffer that most of what is stored to it first comes from; of the one
    /// that the block stores to, if that comes from none.
    [[nodiscard]] Family ofShared(std::uint32_t array) const { return {m_shared[array], true}; }
    /// What threads gather and compute: kin of the buffer that is stored to first; of the first one, if none is.
    [[nodiscard]] Family ofOwned() const { return {m_owned, true}; }
    /// Of the value in a register before an event: ofOwned() for sums and results, else that of the memory it was
    /// loaded from, straight or by way of other registers; nothing for numbers of the code and what is worked out.
    [[nodiscard]] std::optional<Family> ofRegister(const Moves& moves, const Place& place, unsigned bytes,
                                                   std::uint64_t event) const;

private:
    void numberBuffers(const Activities& activities);
    void findShared(const Moves& moves, const Activities& activities);
    [[nodiscard]] std::optional<Place> sourceOf(const Moves& moves, const Place& place, unsigned bytes,
                                                std::uint64_t event) const;

    std::vector<std::uint32_t> m_buffers;
    std::vector<std::uint32_t> m_shared;
    std::uint32_t m_owned = 0;
};

}  // namespace lanescope::flow
