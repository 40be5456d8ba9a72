// SPDX-License-Identifier: GPL-3.0-or-later
// What a block takes of a multiprocessor.
#pragma once

#include <cstdint>
#include <optional>

namespace lanescope {

struct Launch;

struct BlockResources {
    std::uint64_t threads = 0;
    std::uint64_t sharedBytes = 0;  ///< static and dynamic
    /// How many a thread takes is chosen by the driver's compiler, not by the PTX: nothing if it is not known.
    std::optional<std::uint64_t> registersPerThread = {};
    std::uint64_t barriers = 1;  ///< named barriers that the kernel uses
    friend bool operator==(const BlockResources&, const BlockResources&) = default;
};

/// Of a launch's blocks, as its PTX says; registers are not known.
[[nodiscard]] BlockResources resourcesOf(const Launch& launch);

}  // namespace lanescope
