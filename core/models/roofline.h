// SPDX-License-Identifier: GPL-3.0-or-later
// Rooflines: the longest of what arithmetic, instructions and each level of memory take at least.
#pragma once

#include "core/models/model.h"

namespace lanescope {

[[nodiscard]] std::unique_ptr<Model> rooflineModel(const ModelOptions& options);
[[nodiscard]] std::unique_ptr<Model> instructionRooflineModel(const ModelOptions& options);

}  // namespace lanescope
