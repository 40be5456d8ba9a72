// SPDX-License-Identifier: GPL-3.0-or-later
// Events of a block as a table, for spreadsheets and scripts.
#pragma once

#include <string>

#include "core/flow/block_flow.h"
#include "widgets/playback/clock.h"

namespace lanescope {

enum class TableFormat {
    Csv,  ///< a head and a line an event
    Json  ///< a list of objects
};

/// An event a row: step (from 1), warp, instruction (its PTX), lanes (a mask in hexadecimal), line (of the CUDA source;
/// 0 = none), phase, in the range as far as there is one. UTF-8.
[[nodiscard]] std::string eventTable(const flow::BlockFlow& flow, EventRange range, TableFormat format);

}  // namespace lanescope
