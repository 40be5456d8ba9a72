// SPDX-License-Identifier: GPL-3.0-or-later
// How often registers are used by what is needed. Internal to the model.
#pragma once

#include <cstdint>
#include <vector>

#include "core/program/dataflow.h"
#include "core/ptx/module.h"

namespace lanescope::ptxas {

class Uses {
public:
    /// `needed` is by instruction.
    Uses(const ptx::Entry& entry, const ptx::Dataflow& flow, const std::vector<bool>& needed)
        : m_counts(entry.registers.size(), 0), m_last(entry.registers.size(), 0) {
        for (ptx::RegisterId reg = 0; reg < m_counts.size(); ++reg) {
            for (const std::uint32_t use : flow.uses(reg)) {
                if (!needed[use]) continue;
                ++m_counts[reg];
                m_last[reg] = use;
            }
        }
    }

    /// Needed instructions that read it. 0 for no register: what a vector's load or unpacking has made is not in its
    /// destination.
    [[nodiscard]] std::uint32_t count(ptx::RegisterId reg) const { return reg == ptx::kNoRegister ? 0 : m_counts[reg]; }
    /// The last of them; 0 if there are none.
    [[nodiscard]] std::uint32_t last(ptx::RegisterId reg) const { return m_last[reg]; }

private:
    std::vector<std::uint32_t> m_counts;
    std::vector<std::uint32_t> m_last;
};

}  // namespace lanescope::ptxas
