// SPDX-License-Identifier: GPL-3.0-or-later
// The recorded counters of an H200 (h200-counters.json) beside what the emulator counted and what was predicted.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/metrics/predicted.h"
#include "tests/core/metrics/hardware/launches.h"

namespace lanescope {

struct ComparedLaunch {
    std::string name;
    std::string kernel;
    Side side = Side::Design;
    Counters hardware;
    Counters lockstep;
    Counters predicted;
    std::map<std::string, std::string> notPredicted{};  ///< id → why
    std::vector<std::string> notes{};                   ///< of the prediction
};

struct HardwareComparison {
    std::vector<ComparedLaunch> launches;
    std::vector<std::string> refused;                     ///< recorded launches whose kernels the emulator cannot run
    std::map<Side, std::vector<std::string>> unrecorded;  ///< launches that the recording has not
};

/// Emulates all launches that are recorded. `source` is the root of the source tree.
[[nodiscard]] Result<HardwareComparison> compareWithHardware(const std::string& source);

/// The table of docs/accuracy.md: for each counter and each side that has launches, how many launches are equal, that
/// is differ by at most 0.1 % (wavefronts that the hardware counts vary by a few from run to run). Launches where both
/// sides have 0 are not counted. A sentence behind it for each side that has launches which are not recorded.
[[nodiscard]] std::string accuracyTable(const HardwareComparison& comparison);

/// The second table of docs/accuracy.md: mean and median of |ours − hardware's| / hardware's over the launches of each
/// side, of what the PTX did and of what was predicted, for instructions and branches. Launches where the hardware has
/// 0, for which there is no such error, are left out and counted.
[[nodiscard]] std::string errorTable(const HardwareComparison& comparison);

}  // namespace lanescope
