// SPDX-License-Identifier: GPL-3.0-or-later
// Volkov's bound: how fast warps can be that hide each other's latency.
#pragma once

#include "core/models/model.h"

namespace lanescope {

[[nodiscard]] std::unique_ptr<Model> volkovModel(const ModelOptions& options);

}  // namespace lanescope
