// SPDX-License-Identifier: GPL-3.0-or-later
// Turns what went wrong into a Fault that names thread, source line, buffer and element. Reads the block as it stands
// at the instruction that is wrong, and changes nothing. Internal to core/simt.
#pragma once

#include <optional>
#include <vector>

#include "core/simt/engine/block.h"

namespace lanescope::simt {

class FaultMaker {
public:
    explicit FaultMaker(const Block& block) : m_block(block) {}

    [[nodiscard]] Fault make(const Misstep& what) const;
    /// BlockExecution::shownInstruction()
    [[nodiscard]] std::uint32_t shownInstruction(std::size_t warp, std::uint32_t instruction) const;

private:
    void addAccess(Fault& fault, const PendingFault& pending, LaneMask running) const;
    void addHint(Fault& fault) const;
    [[nodiscard]] std::optional<BufferId> indexedBuffer(const Fault& fault) const;
    [[nodiscard]] LaneMask lanesAsWrong(const PendingFault& pending, LaneMask active) const;
    [[nodiscard]] std::optional<Fault::Kind> problemAt(program::Space space, std::uint64_t address, const Op& op) const;

    const Block& m_block;
    mutable std::vector<std::optional<std::uint32_t>> m_shown;  ///< shownInFunctions(), once somebody asks
};

}  // namespace lanescope::simt
