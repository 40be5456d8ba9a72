// SPDX-License-Identifier: GPL-3.0-or-later
// Where the values of an access go next, or where they come from, along the trace's own links: the other end of a way
// through memory.
#pragma once

#include <cstdint>
#include <optional>

#include "core/flow/block_flow.h"

namespace lanescope {

struct Neighbour {
    std::uint64_t event = 0;
    bool after = false;  ///< it takes what the access has got; else the access has what it put there
    friend bool operator==(const Neighbour&, const Neighbour&) = default;
};

/// Of the lowest lane's value, through copies only: of an access to shared memory the next one to global memory, of
/// any other the next one to any memory; if it goes nowhere, where it comes from. Nothing for values that are computed,
/// or that nobody copies on.
[[nodiscard]] std::optional<Neighbour> neighbourOf(const flow::BlockFlow& flow, std::uint64_t event);

}  // namespace lanescope
