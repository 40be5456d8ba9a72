// SPDX-License-Identifier: GPL-3.0-or-later
// What a log has to note of each segment: which lanes pass a guard, and the address registers. Accesses off the same
// register need it once, as long as the register is not written. Internal to core/simt.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/simt/decode/program.h"

namespace lanescope::simt {

/// An instruction with a guard or an address.
struct LogSite {
    std::uint32_t instruction = 0;
    std::uint32_t slot = 0;         ///< its number among all sites
    std::uint32_t addressSlot = 0;  ///< slot of the site that notes its address; its own, or one before it
    bool guarded = false;
    bool accesses = false;
    [[nodiscard]] bool notesAddress() const { return accesses && addressSlot == slot; }
};

class LogPlan {
public:
    explicit LogPlan(const Program& program);

    [[nodiscard]] std::uint32_t siteCount() const { return static_cast<std::uint32_t>(m_sites.size()); }
    /// In order; the control instruction at the end included.
    [[nodiscard]] std::span<const LogSite> sitesOf(std::uint32_t segment) const {
        return std::span(m_sites).subspan(m_first[segment], m_first[segment + 1] - m_first[segment]);
    }

    /// nullptr if the instruction is none.
    [[nodiscard]] const LogSite* siteOf(std::uint32_t instruction) const {
        const std::uint32_t slot = m_slotOf[instruction];
        return slot < m_sites.size() ? &m_sites[slot] : nullptr;
    }

private:
    std::vector<LogSite> m_sites;
    std::vector<std::uint32_t> m_first;   ///< by segment, and one more
    std::vector<std::uint32_t> m_slotOf;  ///< by instruction
};

}  // namespace lanescope::simt
