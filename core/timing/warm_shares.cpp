// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/warm_shares.h"

#include <algorithm>

namespace lanescope::timing {

WarmShares WarmShares::of(const LaunchSample& sample, double kept) {
    WarmShares shares;
    const double older = sample.touchedCount - sample.touchedLastCount;
    if (sample.touchedLastCount > 0) shares.last = std::min(1.0, kept / sample.touchedLastCount);
    if (older > 0) shares.before = std::clamp((kept - sample.touchedLastCount) / older, 0.0, 1.0);
    shares.stored = kept > 0 && sample.storedLastSince <= kept ? 1 : shares.last;
    return shares;
}

double WarmShares::at(const LaunchSample& sample, std::uint32_t sector) const {
    const auto isIn = [sector](const std::vector<bool>& sectors) { return sector < sectors.size() && sectors[sector]; };
    if (isIn(sample.storedLast)) return stored;
    if (isIn(sample.touchedLast)) return last;
    return isIn(sample.touchedBefore) ? before : 0;
}

}  // namespace lanescope::timing
