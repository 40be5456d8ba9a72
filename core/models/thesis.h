// SPDX-License-Identifier: GPL-3.0-or-later
// Document 004's own model, section 5.3: Mukherjee's, with a cache of two levels, launch overhead and copies.
#pragma once

#include "core/models/model.h"

namespace lanescope {

[[nodiscard]] std::unique_ptr<Model> thesisModel(const ModelOptions& options);

}  // namespace lanescope
