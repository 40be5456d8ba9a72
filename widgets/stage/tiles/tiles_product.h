// SPDX-License-Identifier: GPL-3.0-or-later
// Which arrays feed the plane of sums as a product is written, found from where loaded values go.
#pragma once

#include <optional>

#include "widgets/stage/tiles/tiles_block.h"

namespace lanescope::tiles {

/// From the first loads of two warps whose values go into sums: of one array, the row of what is read goes with the
/// plane's row and all lanes of an event read in one column; of another, the column goes with the plane's column and
/// all lanes read in one row.
[[nodiscard]] std::optional<Product> productOf(const flow::BlockFlow& flow, const Arrays& arrays, const Sums& sums);

/// 0 = the event loads from the product's left array for a sum, 1 = from the one above; else nothing.
[[nodiscard]] std::optional<int> operandOf(const flow::BlockFlow& flow, const Arrays& arrays, const Product& product,
                                           std::uint64_t event);

/// What feeds the plane at a position, where threads own one sum after the other: that of the warp's latest loads.
struct OperandParts {
    Box left;
    Box above;
};
[[nodiscard]] std::optional<OperandParts> operandPartsAt(const Block& block, std::uint32_t warp,
                                                         std::uint64_t position);

/// The value of the thread's that what the event loads goes into first: its number in Owned.
[[nodiscard]] std::optional<std::uint32_t> fedBy(const flow::BlockFlow& flow, const Sums& sums, std::uint64_t event,
                                                 unsigned lane);

}  // namespace lanescope::tiles
