// SPDX-License-Identifier: GPL-3.0-or-later
// One memory request of a block as it is drawn: what its lanes want, in which sectors and lines or in which words and
// passes, and what these places are called. No pixels.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/flow/block_flow.h"
#include "core/simt/memory/request.h"
#include "widgets/playback/playback.h"

namespace lanescope {

/// A line of 128 bytes that a request touches.
struct LineUse {
    std::uint64_t address = 0;  ///< of its first byte; a multiple of 128
    std::size_t first = 0;      ///< its sectors, in RequestScene::sectors
    std::size_t end = 0;
    simt::LaneMask lanes = 0;
    friend bool operator==(const LineUse&, const LineUse&) = default;
};

struct RequestScene {
    std::uint64_t event = 0;
    std::uint32_t warp = 0;
    std::uint32_t line = 0;  ///< of the CUDA source, 1-based; 0 = none
    simt::Request request;
    simt::RequestCost cost;

    std::string array;  ///< the buffer or shared array that the lowest lane goes to; empty: none, or local memory
    std::optional<flow::Family> family;
    std::uint64_t base = 0;  ///< address at which the array begins
    std::uint64_t rows = 0;  ///< of the array, in elements; 1 row: a vector; 0: not known
    std::uint64_t columns = 0;
    unsigned elementBytes = 0;  ///< at least 1

    std::vector<simt::SectorUse> sectors;  ///< Global, Local
    std::vector<LineUse> lines;            ///< likewise
    std::vector<simt::BankWord> words;     ///< Shared
    std::vector<simt::Meeting> meetings;   ///< atomics

    [[nodiscard]] bool isShared() const { return request.space == program::Space::Shared; }
    [[nodiscard]] bool isAtomic() const { return request.access == simt::AccessKind::Atomic; }
    [[nodiscard]] bool isLoad() const { return request.access == simt::AccessKind::Load; }
    /// Bytes that are moved for those that are asked for; Global, Local.
    [[nodiscard]] unsigned movedBytes() const { return static_cast<unsigned>(sectors.size()) * simt::kSectorBytes; }
    /// Lanes take different words of one place after the other, or sectors beyond need.
    [[nodiscard]] bool isWasteful() const;

    /// One row, or one column.
    [[nodiscard]] bool isVector() const { return rows == 1 || columns == 1; }
    /// "A[6][32]", "v[7]"; empty outside of the array or if its shape is not known.
    [[nodiscard]] std::string elementAt(std::uint64_t address) const;
};

/// Does an event access global, shared or local memory?
[[nodiscard]] bool isRequest(const BlockTrace& trace, std::uint64_t event);

/// Nothing unless isRequest(). Of generic addresses that lead to several memories, the request of the lowest lane.
[[nodiscard]] std::optional<RequestScene> requestScene(const flow::BlockFlow& flow, std::uint64_t event);

/// The access that is seen after a step: its last one; if it has none the last before it, else the first behind it.
/// Nothing if there is none.
struct SeenAccess {
    enum class When { Now, Before, Behind };
    std::uint64_t event = 0;
    When when = When::Now;
    friend bool operator==(const SeenAccess&, const SeenAccess&) = default;
};
[[nodiscard]] std::optional<SeenAccess> seenAccess(const flow::BlockFlow& flow, EventRange step);

}  // namespace lanescope
