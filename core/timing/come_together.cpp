// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/come_together.h"

#include <algorithm>
#include <vector>

namespace lanescope::timing {
namespace {

/// Sectors that the block reads and that have not been `seen`.
std::vector<std::uint32_t> newOf(const SampledBlock& block, const LaunchSample& sample, std::vector<bool>& seen) {
    std::vector<std::uint32_t> news;
    for (const SampledWarp& warp : block.warps)
        for (const Event& event : warp.events) {
            if (event.access == kNoAccess) continue;
            const Access& access = sample.accesses[event.access];
            if (access.kind != simt::AccessKind::Load || access.space != program::Space::Global) continue;
            for (std::uint32_t i = 0; i < access.sectors; ++i) {
                const std::uint32_t sector = sample.sectors[access.firstSector + i];
                if (seen[sector]) continue;
                seen[sector] = true;
                news.push_back(sector);
            }
        }
    return news;
}

}  // namespace

double shareThatComesTogether(const LaunchSample& sample, std::size_t first,
                              const std::function<std::unordered_set<std::uint32_t>(std::uint64_t block)>& readBy) {
    constexpr std::size_t kLooked = 12;  // blocks
    if (std::ranges::any_of(sample.blocks, &SampledBlock::cut)) return 0;
    std::vector<bool> seen(sample.sectorCount, false);
    double all = 0, together = 0;
    std::size_t looked = 0;
    for (std::size_t i = 0; i < sample.blocks.size() && looked < kLooked; ++i) {
        const SampledBlock& block = sample.blocks[i];
        const std::vector<std::uint32_t> news = newOf(block, sample, seen);
        if (i < first || block.index == 0 || news.empty()) continue;
        const std::unordered_set<std::uint32_t> before = readBy(block.index - 1);
        all += static_cast<double>(news.size());
        together += static_cast<double>(
            std::ranges::count_if(news, [&before](std::uint32_t sector) { return before.contains(sector); }));
        ++looked;
    }
    return all > 0 ? together / all : 0;
}

}  // namespace lanescope::timing
