// SPDX-License-Identifier: GPL-3.0-or-later
// The model of Baghsorkhi et al. as document 004 describes it in section 3.2.2.
#pragma once

#include "core/models/model.h"

namespace lanescope {

[[nodiscard]] std::unique_ptr<Model> baghsorkhiModel(const ModelOptions& options);

}  // namespace lanescope
