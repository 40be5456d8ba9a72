// SPDX-License-Identifier: GPL-3.0-or-later
// What emulate prints of the races that were found.
#pragma once

#include <iosfwd>
#include <span>

#include "core/simt/check/race_checker.h"

namespace lanescope::cli {

/// Nothing where all was checked and nothing found.
void printRaces(std::ostream& out, std::span<const simt::RaceReport> reports);

}  // namespace lanescope::cli
