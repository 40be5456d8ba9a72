// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/rounds.h"

namespace lanescope::flow {

RoundStarts::RoundStarts(const program::Entry& entry)
    : m_loops(program::edgesOf(entry)), m_begins(entry.instructions.size(), kNone) {
    for (std::uint32_t loop = 0; loop < m_loops.all().size(); ++loop)
        m_begins[entry.blocks[m_loops.all()[loop].header].first] = loop;
}

bool RoundCounter::note(std::uint32_t warp, std::uint32_t instruction, simt::LaneMask active) {
    const std::uint32_t loop = m_starts.loopBegunAt(instruction);
    if (loop == RoundStarts::kNone) return false;
    if (warp >= m_warps.size()) m_warps.resize(warp + 1, std::vector<Progress>(m_starts.loops().all().size()));
    Progress& progress = m_warps[warp][loop];
    if (progress.rounds != 0 && (progress.inRound & active) == 0) {
        progress.inRound |= active;
        return false;
    }
    progress.inRound = active;
    ++progress.rounds;
    return true;
}

}  // namespace lanescope::flow
