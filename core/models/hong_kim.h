// SPDX-License-Identifier: GPL-3.0-or-later
// Hong and Kim's model of memory and computation warp parallelism, ISCA 2009, as document 004 describes it in
// section 3.2.1.
#pragma once

#include "core/models/model.h"

namespace lanescope {

[[nodiscard]] std::unique_ptr<Model> hongKimModel(const ModelOptions& options);

}  // namespace lanescope
