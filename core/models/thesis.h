// SPDX-License-Identifier: GPL-3.0-or-later
// Document 004's own model, section 5.3: Mukherjee's, with a cache of two levels, divergent branches, atomic
// operations, launch overhead, copies, and the sum over a whole program.
#pragma once

#include "core/models/model.h"

namespace lanescope {

/// C_sum or, with `overlap`, C_max: compute and memory overlap fully.
[[nodiscard]] std::unique_ptr<Model> thesisModel(bool overlap, const ModelOptions& options);

}  // namespace lanescope
