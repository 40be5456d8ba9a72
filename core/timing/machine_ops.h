// SPDX-License-Identifier: GPL-3.0-or-later
// Machine code as ops: which unit does each instruction, and what its control code says. Private to this room.
#pragma once

#include <vector>

#include "core/sass/listing.h"
#include "core/timing/machine_stream.h"

namespace lanescope::timing {

/// One op an instruction, in the listing's order.
[[nodiscard]] std::vector<Op> opsOf(const sass::Listing& listing);

}  // namespace lanescope::timing
