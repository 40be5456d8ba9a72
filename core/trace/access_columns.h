// SPDX-License-Identifier: GPL-3.0-or-later
// Memory addresses of a block's events, packed. Most accesses of a site differ only by where they start: each keeps the
// address of its lowest active lane, and the other lanes' distances from it are stored once for all that share them.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/simt/step.h"

namespace lanescope {

/// An access without the addresses of all its lanes.
struct AccessHead {
    simt::AccessKind access = simt::AccessKind::None;
    program::Space space = program::Space::Generic;  ///< as in simt::StepRecord
    std::uint8_t bytesPerLane = 0;
    std::uint64_t address = 0;  ///< of the lowest active lane; 0 if none is active
};

class AccessColumns {
public:
    /// Adds the next event, whether it accesses memory or not.
    void append(const simt::StepRecord& record);
    /// Sets the memory fields of `record`, whose `active` is that of the event.
    void fill(std::uint64_t event, simt::StepRecord& record) const;
    /// A fraction of the time of fill().
    [[nodiscard]] AccessHead head(std::uint64_t event) const;
    /// To be called after the last append(): frees what only append() needs.
    void seal();
    /// Memory taken by the columns, without what seal() frees.
    [[nodiscard]] std::uint64_t bytes() const;

private:
    struct Pattern {
        std::uint64_t offsets = 0;  ///< of lane 0 in m_offsets; 32 numbers, or 64 halves if wide
        std::uint32_t next = 0;     ///< other pattern of the same hash
        simt::AccessKind access = simt::AccessKind::None;
        program::Space space = program::Space::Generic;
        std::uint8_t bytesPerLane = 0;
        bool wide = false;  ///< some lane is 2 GiB or more away
    };
    using Distances = std::array<std::int64_t, simt::kWarpSize>;

    [[nodiscard]] std::uint32_t intern(const simt::StepRecord& record, const Distances& distances);
    [[nodiscard]] bool matches(std::uint32_t pattern, const simt::StepRecord& record, const Distances& distances) const;
    /// Number of the event's access; none if it accesses nothing.
    [[nodiscard]] std::optional<std::size_t> accessOf(std::uint64_t event) const;
    [[nodiscard]] std::int64_t distance(const Pattern& pattern, unsigned lane) const;

    std::uint64_t m_events = 0;
    std::vector<std::uint64_t> m_isAccess;  ///< one bit an event
    std::vector<std::uint32_t> m_before;    ///< accesses before each word of m_isAccess
    std::vector<std::uint64_t> m_base;      ///< by access
    std::vector<std::uint32_t> m_pattern;   ///< by access
    std::vector<Pattern> m_patterns;
    std::vector<std::int32_t> m_offsets;

    std::unordered_map<std::uint64_t, std::uint32_t> m_index;  ///< hash → first pattern
    std::vector<std::uint32_t> m_lastOf;                       ///< by instruction: what it used last
};

}  // namespace lanescope
