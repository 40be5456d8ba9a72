// SPDX-License-Identifier: GPL-3.0-or-later
// Warps of the whole GPU that add to the same places in the same order, each row of a matrix to its sum. They begin
// together, so that all wait for the one unit of L2 that has the places which are next, and it takes them long to come
// apart: one multiprocessor by itself does not show that. Private to this room.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>

#include "core/timing/launch_sample.h"
#include "core/timing/launch_setting.h"
#include "core/timing/machine_stream.h"
#include "core/timing/parameters.h"

namespace lanescope::timing {

struct Convoy {
    std::uint32_t warps = 1;   ///< of all multiprocessors, that are there at a time
    std::uint32_t beside = 1;  ///< of one of them
    double operations = 1;     ///< of each warp; it goes through as many rounds as there are of blocks
    double rounds = 1;
    double sectors = 0;  ///< from one of a warp's operations to its next, in numbers of sectors
    double lanes = 1;    ///< of an operation, at one address
    bool floats = false;
};

/// Nothing where the sampled warps do not all go forwards through the same sectors with their atomic operations, with
/// one address each, through several of L2's units, or where they alone do.
[[nodiscard]] std::optional<Convoy> convoyOf(const LaunchSample& sample, const LaunchSetting& setting,
                                             const MachineStream& stream);

/// Cycles from one of a warp's operations to its next, on average.
struct ConvoyPace {
    double last = 0;  ///< of the multiprocessor that ends last
    double mean = 0;  ///< of all
};

/// If they are `alone` where none waits for a unit. The warps are simulated with nothing but their operations (65 536
/// each at most, and 2.2 million of all: those behind them come as quickly as the last of these). Multiprocessors send
/// as many lanes as `atomic_queue` before their next operation waits; loads pass it. What is there when it is stopped
/// means nothing.
[[nodiscard]] ConvoyPace paceOf(const Convoy& convoy, double alone, const Parameters& parameters,
                                const std::stop_token& stop = {});

}  // namespace lanescope::timing
