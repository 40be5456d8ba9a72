// SPDX-License-Identifier: GPL-3.0-or-later
// cp.async and mbarrier (PTX ISA 9.7.9.25, 9.7.13.15). A copy reads global memory at once and lands in shared memory
// only when its thread waits for it; until then its destination counts as uninitialised, so that a read too early is
// found. Not compiled by instruction set. Internal to core/simt.
#pragma once

#include "core/simt/handlers/handlers.h"

namespace lanescope::simt {

/// cp.async, its commit_group, wait_group, wait_all and mbarrier.arrive, and mbarrier; nullptr for what else there is.
[[nodiscard]] Handler pickAsync(const HandlerRequest& request);

}  // namespace lanescope::simt
