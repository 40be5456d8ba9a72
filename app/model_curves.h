// SPDX-License-Identifier: GPL-3.0-or-later
// What the models need at several sizes: each size is emulated (large grids by a sample of their blocks).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/study/emulation.h"

namespace lanescope {

/// How a plan is to be emulated so that it is done in about a second: whole while it is small, else by a sample.
[[nodiscard]] EmulationOptions quickOptions(const Plan& plan);
/// Whether quickOptions() keeps a plan quick: one block that does all the work cannot be sampled.
[[nodiscard]] bool isQuick(const Plan& plan);

struct ModelCurves {
    std::map<std::uint64_t, ModelInput> inputs;  ///< by n
    std::vector<std::string> notes;              ///< which sizes are missing, and why
};

/// Sizes that the algorithm cannot take are left out; sizes that would take long are left out and noted. `known` are
/// inputs from before, which are not computed again. Error: Cancelled.
[[nodiscard]] Result<ModelCurves> modelCurves(const Algorithm& algorithm, const Parameters& parameters,
                                              const std::vector<std::uint64_t>& sizes,
                                              const std::map<std::uint64_t, ModelInput>& known, const JobContext& job);

/// `parameters` with another n.
[[nodiscard]] Parameters withSize(Parameters parameters, std::uint64_t n);

}  // namespace lanescope
