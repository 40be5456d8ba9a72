// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of the differences between what the PTX says and what the hardware counts of it. Private to this room.
#pragma once

#include <optional>
#include <string_view>

#include "core/algorithms/algorithm.h"
#include "core/metrics/counters.h"
#include "core/study/study.h"

namespace lanescope::validation {

/// Must the emulator's number be the hardware's?
[[nodiscard]] bool mustBeEqual(std::string_view counter);

/// Why it need not be, in general: a sentence; empty for those that must.
[[nodiscard]] std::string_view whyDifferent(std::string_view counter);

/// Why this counter of this configuration differs although it must not elsewhere; empty if no reason is known.
[[nodiscard]] std::string_view exceptionOf(const StudyEntry& entry, std::string_view counter);

/// Where it is known what ptxas leaves of the PTX's `global_load_requests`: that number.
[[nodiscard]] std::optional<double> requestsLeftByPtxas(const StudyEntry& entry, double inPtx);

/// May some blocks stand for the others of their group? Only where rows and blocks begin at the same place within a
/// sector, and all do the same.
[[nodiscard]] bool blocksAreAlike(const Algorithm& algorithm, const Parameters& complete);

}  // namespace lanescope::validation
