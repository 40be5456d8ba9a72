// SPDX-License-Identifier: GPL-3.0-or-later
// emulate --into: many configurations, counted into a study file.
#pragma once

#include <string>
#include <vector>

#include "app/cli/verbs.h"
#include "core/run/emulation.h"

namespace lanescope::cli {

struct EmulationSweep {
    std::string file;
    std::string shard;              ///< "3/8"; empty: all
    std::vector<std::string> what;  ///< as sweepOf() takes it
    EmulationOptions emulation;
};

/// Goes on where one into the same file has stopped; whatever ends it loses the last ten seconds at most. What faults
/// is told and not kept. Errors: those of sweepOf() and studyToGoOnWith(), FileInUse, CannotWrite, Cancelled.
[[nodiscard]] Result<void> runEmulationSweep(const EmulationSweep& sweep, Session& session);

}  // namespace lanescope::cli
