// SPDX-License-Identifier: GPL-3.0-or-later
// The careful side of memory: bounds, alignment and initialisation lane by lane. Handlers take a short cut past it when
// one comparison shows that nothing can be wrong. Internal to core/simt.
#pragma once

#include "core/simt/decode/op.h"

namespace lanescope::simt {

/// Addresses of the active lanes when the first of them is at `first`.
[[nodiscard]] LaneAddresses laneAddresses(const AccessPattern& pattern, std::uint64_t first);

enum class Checked {
    Faulted,  ///< noted in Machine::fault
    Ready,    ///< global: pattern.view is the allocation of all lanes
    Split     ///< the lanes are in several allocations or spaces
};

inline bool isAligned(const Op& op, const AccessPattern& pattern, std::uint64_t first) {
    return pattern.aligned && (first & (op.bytes - 1U)) == 0;
}
/// Do all lanes lie in [base, end)? Holds for any addresses: nothing here can wrap.
inline bool isWithin(const AccessPattern& pattern, std::uint64_t first, std::uint64_t base, std::uint64_t end) {
    const std::uint64_t span = static_cast<std::uint64_t>(pattern.high) - static_cast<std::uint64_t>(pattern.low);
    const std::uint64_t low = first + static_cast<std::uint64_t>(pattern.low) - base;
    return span <= end - base && low <= end - base - span;
}

/// Checks all active lanes before anything is read or written. A load or an atomic needs initialised words.
[[nodiscard]] Checked checkGlobal(Machine& m, const Op& op, AccessPattern& pattern, std::uint64_t first);
[[nodiscard]] Checked checkShared(Machine& m, const Op& op, const AccessPattern& pattern, std::uint64_t first);
/// For an access by generic addresses that are not all in one space.
[[nodiscard]] Checked checkGeneric(Machine& m, const Op& op, const AccessPattern& pattern, std::uint64_t first);

/// Makes the view's allocation ours to write.
void makeWritable(Machine& m, GlobalView& view);

/// Stores lane by lane with journal and initialisation flags; everything has been checked.
void storeGlobal(Machine& m, const Op& op, const AccessPattern& pattern, std::uint64_t first);
void storeShared(Machine& m, const Op& op, const AccessPattern& pattern, std::uint64_t first);

/// One write of up to 8 bytes to a checked global address: data, flags and journal.
void writeGlobal(Machine& m, GlobalView& view, std::uint64_t address, std::uint64_t bits, unsigned bytes);
void writeShared(Machine& m, std::uint64_t address, std::uint64_t bits, unsigned bytes);

/// Runs Op::plain for the lanes of each allocation or space in turn, and counts it as the one request that it is.
void splitAccess(Machine& m, const Op& op, const AccessPattern& pattern, std::uint64_t first);

inline void countGlobal(SiteCounts& site, unsigned sectors, unsigned uniqueBytes) {
    ++site.global.requests;
    site.global.sectors += sectors;
    site.global.bytes += uniqueBytes;
}
inline void countShared(SiteCounts& site, SharedCost cost) {
    ++site.shared.requests;
    site.shared.wavefronts += cost.wavefronts;
    site.shared.conflicts += cost.wavefronts - cost.fewest;
}

}  // namespace lanescope::simt
