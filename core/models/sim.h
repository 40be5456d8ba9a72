// SPDX-License-Identifier: GPL-3.0-or-later
// The refinement of Hong and Kim's model by Sim, Dasgupta, Kim and Vuduc, PPoPP 2012.
#pragma once

#include "core/models/model.h"

namespace lanescope {

[[nodiscard]] std::unique_ptr<Model> simModel(const ModelOptions& options);

}  // namespace lanescope
