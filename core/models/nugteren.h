// SPDX-License-Identifier: GPL-3.0-or-later
// Nugteren's model of five layers as document 004 describes it in section 3.2.4.
#pragma once

#include "core/models/model.h"

namespace lanescope {

[[nodiscard]] std::unique_ptr<Model> nugterenModel(const ModelOptions& options);

}  // namespace lanescope
