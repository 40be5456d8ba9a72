// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/run_shelf.h"

#include <algorithm>
#include <set>

namespace lanescope {

RunKey keyOf(const Chosen& chosen) {
    return {chosen.algorithm, chosen.parameters, chosen.scheduling, chosen.launch, chosen.block, chosen.machine};
}

void RunShelf::put(const RunKey& key, const WatchedRun& run) {
    if (!run.emulation || !run.block.flow) return;
    m_kept.remove_if([&](const Kept& kept) { return kept.key == key; });
    m_kept.push_front({key, run});
    while (m_kept.size() > 1 && (m_kept.size() > kMost || bytes() > kMostBytes)) m_kept.pop_back();
}

std::optional<WatchedRun> RunShelf::take(const RunKey& key) {
    const auto at = std::ranges::find(m_kept, key, &Kept::key);
    if (at == m_kept.end()) return std::nullopt;
    m_kept.splice(m_kept.begin(), m_kept, at);
    return m_kept.front().run;
}

std::shared_ptr<const Emulation> RunShelf::runOf(const RunKey& key) const {
    const auto at = std::ranges::find_if(m_kept, [&](const Kept& kept) {
        return kept.key.algorithm == key.algorithm && kept.key.parameters == key.parameters &&
               kept.key.scheduling == key.scheduling && kept.key.machine == key.machine;
    });
    return at == m_kept.end() ? nullptr : at->run.emulation;
}

bool RunShelf::has(const RunKey& key) const { return std::ranges::find(m_kept, key, &Kept::key) != m_kept.end(); }

/// Blocks of one run share its history.
std::uint64_t RunShelf::bytes() const {
    std::set<const Emulation*> seen;
    std::uint64_t sum = 0;
    for (const Kept& kept : m_kept)
        if (seen.insert(kept.run.emulation.get()).second && kept.run.emulation->history)
            sum += kept.run.emulation->history->usage().bytes;
    return sum;
}

}  // namespace lanescope
