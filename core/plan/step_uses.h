// SPDX-License-Identifier: GPL-3.0-or-later
// Which arrays of the host the steps of a plan use, and how.
#pragma once

#include "core/plan/plan.h"

namespace lanescope {

struct HostUse {
    bool read = false;     ///< an upload, a copy to the device or a task reads it
    bool written = false;  ///< a download, a copy to the host or a task writes it
    bool pinned = false;   ///< a copy wants it page-locked
    [[nodiscard]] bool any() const { return read || written; }
};

/// By BufferId. The steps are those of a plan that checkSteps() has passed.
[[nodiscard]] std::vector<HostUse> hostUsesOf(const Plan& plan);

}  // namespace lanescope
