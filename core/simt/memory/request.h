// SPDX-License-Identifier: GPL-3.0-or-later
// What one warp's access asks of one memory, piece by piece: its sectors, its words and the passes that serve them. By
// the rules of the counters (access_pattern.h), so that adding up the requests of a block gives what was counted.
#pragma once

#include <cstdint>
#include <vector>

#include "core/simt/memory/access_pattern.h"

namespace lanescope::simt {

inline constexpr unsigned kLineBytes = 128;  ///< of a cache: four sectors
inline constexpr unsigned kSharedBanks = 32;
inline constexpr unsigned kWordBytes = 4;  ///< of a bank

struct Request {
    AccessKind access = AccessKind::None;
    program::Space space = program::Space::Global;  ///< Global, Shared or Local
    LaneMask lanes = 0;                             ///< that take part; at least one
    unsigned bytes = 0;                             ///< of each lane
    LaneAddresses address{};  ///< of these lanes; Shared: from the start of the block's; Local: of the thread's
};

/// The requests of a step: one, but of generic addresses one for each memory that they lead to. None if it accesses
/// nothing, or none of these memories.
[[nodiscard]] std::vector<Request> requestsOf(const StepRecord& step);

struct RequestCost {
    unsigned bytes = 0;          ///< distinct ones; Local: of all lanes together
    unsigned sectors = 0;        ///< Global, Local: as counted, of atomics atomicSectorsOf(); else 0
    unsigned fewestSectors = 0;  ///< that so many bytes need where they lie side by side
    SharedCost shared;           ///< Shared
    unsigned meeting = 0;        ///< Atomic: the most lanes that have one address; else 0
};
[[nodiscard]] RequestCost costOf(const Request& request);

/// Bytes of a lane that lie side by side where they are: in local memory each of a lane's words lies between those of
/// its neighbours.
struct Piece {
    std::uint8_t lane = 0;
    std::uint64_t address = 0;
    unsigned bytes = 0;
};
/// By lane. Local: addresses as in the GPU, counted from those of the warp's words at 0.
[[nodiscard]] std::vector<Piece> piecesOf(const Request& request);

/// A sector of global or local memory that a request touches.
struct SectorUse {
    std::uint64_t address = 0;  ///< of its first byte; a multiple of 32
    std::uint32_t used = 0;     ///< bit i: byte i is asked for; the others are moved with it
    LaneMask lanes = 0;
    friend bool operator==(const SectorUse&, const SectorUse&) = default;
};
/// Ascending. As many as are counted, but for atomics that meet and lanes' places that cross in local memory.
[[nodiscard]] std::vector<SectorUse> sectorsUsed(const Request& request);

/// A word of shared memory as it is served.
struct BankWord {
    std::uint64_t word = 0;  ///< address / 4; its bank is word % 32
    unsigned wavefront = 0;  ///< the pass that serves it, from 0
    LaneMask lanes = 0;      ///< all that get it then
    friend bool operator==(const BankWord&, const BankWord&) = default;
};
/// By wavefront, then bank. In each pass a bank serves one word, for all lanes that want it; words of a bank come in
/// order of their lowest lane. (Which comes first is not known of GPUs; how many there are is.)
[[nodiscard]] std::vector<BankWord> wordsOf(const Request& request);

/// An address that atomic operations go to.
struct Meeting {
    std::uint64_t address = 0;
    LaneMask lanes = 0;
    friend bool operator==(const Meeting&, const Meeting&) = default;
};
/// Of an atomic's request, ascending.
[[nodiscard]] std::vector<Meeting> meetingsOf(const Request& request);

}  // namespace lanescope::simt
