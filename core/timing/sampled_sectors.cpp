// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/sampled_sectors.h"

#include "core/simt/decode/program.h"

namespace lanescope::timing {

std::vector<bool> sampledSectors(const LaunchSample& sample, std::optional<simt::AccessKind> kind) {
    std::vector<bool> there(sample.sectorCount, false);
    for (const Access& access : sample.accesses) {
        if (access.space != program::Space::Global || (kind && access.kind != *kind)) continue;
        for (std::uint32_t i = 0; i < access.sectors; ++i) there[sample.sectors[access.firstSector + i]] = true;
    }
    return there;
}

}  // namespace lanescope::timing
