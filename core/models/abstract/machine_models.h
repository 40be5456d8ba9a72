// SPDX-License-Identifier: GPL-3.0-or-later
// The machine models of document 004's section 3.1. They answer in steps of an abstract machine, not in seconds.
#pragma once

#include <span>

#include "core/models/model.h"

namespace lanescope {

struct MachineModel {
    ModelDescription description;
    std::string_view answer;  ///< what it answers with
};

/// pram, qrqw, bsp, logp.
[[nodiscard]] std::span<const MachineModel> machineModels();

}  // namespace lanescope
