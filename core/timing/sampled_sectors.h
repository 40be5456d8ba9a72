// SPDX-License-Identifier: GPL-3.0-or-later
// Which memory the sampled blocks of a launch come to. Private to this room.
#pragma once

#include <optional>
#include <vector>

#include "core/timing/launch_sample.h"

namespace lanescope::timing {

/// By sector of global memory (LaunchSample::sectorCount of them): a sampled block has an access of this kind to it;
/// without a kind: of any.
[[nodiscard]] std::vector<bool> sampledSectors(const LaunchSample& sample, std::optional<simt::AccessKind> kind = {});

}  // namespace lanescope::timing
