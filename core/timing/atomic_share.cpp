// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/atomic_share.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>

namespace lanescope::timing {

double AtomicShare::on(const std::vector<std::uint32_t>& sectors, double active) const {
    const double all = std::accumulate(m_operations.begin(), m_operations.end(), 0.0,
                                       [](double sum, const auto& sector) { return sum + sector.second; });
    if (all == 0 || active <= 1) return 1;
    double here = 0;
    for (const std::uint32_t sector : std::unordered_set<std::uint32_t>(sectors.begin(), sectors.end()))
        if (const auto at = m_operations.find(sector); at != m_operations.end()) here += at->second;
    // Its own are among them.
    const double own = 1 / active;
    return std::clamp((here / all - own) / (1 - own), 0.0, 1.0);
}

}  // namespace lanescope::timing
