// SPDX-License-Identifier: GPL-3.0-or-later
// Where a value lies: in a register of a thread, or in memory.
#pragma once

#include <cstdint>
#include <optional>

#include "core/trace/timeline.h"

namespace lanescope::flow {

struct Place {
    enum class Kind : std::uint8_t {
        None,  ///< a number of the code, a parameter, or nothing that is told of
        Register,
        Global,
        Shared,
        Local
    };
    static constexpr std::uint32_t kNoArray = 0xffffffffU;

    Kind kind = Kind::None;
    std::uint8_t lane = 0;  ///< Register, Local: of the thread
    std::uint32_t warp = 0;
    program::RegisterId reg = program::kNoRegister;
    std::uint64_t address = 0;       ///< on the device; Shared: from the start of the block's; Local: of the thread's
    std::uint32_t array = kNoArray;  ///< Global: BufferId; Shared: into Entry::shared; if it lies in one

    [[nodiscard]] bool isMemory() const { return kind != Kind::None && kind != Kind::Register; }
    friend bool operator==(const Place&, const Place&) = default;
};

[[nodiscard]] Place registerPlace(std::uint32_t warp, unsigned lane, program::RegisterId reg);
/// With the array that holds the address. Spaces other than Global, Shared and Local (by kinds of records) give None.
[[nodiscard]] Place memoryPlace(const BlockTrace& trace, program::Space space, std::uint32_t warp, unsigned lane,
                                std::uint64_t address);

/// What the first `bytes` (up to 8) of the place hold where the timeline stands; none for places in local memory, or
/// outside all memory.
[[nodiscard]] std::optional<std::uint64_t> bitsAt(const Place& place, unsigned bytes, const Timeline& timeline);

}  // namespace lanescope::flow
