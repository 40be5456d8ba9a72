// SPDX-License-Identifier: GPL-3.0-or-later
// The model of Mukherjee et al. as document 004 describes it in section 3.2.3, and with the simple cache of
// section 5.2.4.
#pragma once

#include "core/models/model.h"

namespace lanescope {

/// SUM or, with `overlap`, MAX; with `cache`, one of every 128 / (element's bytes) cacheable accesses goes to DRAM.
[[nodiscard]] std::unique_ptr<Model> mukherjeeModel(bool overlap, bool cache, const ModelOptions& options);

}  // namespace lanescope
