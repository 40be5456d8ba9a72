// SPDX-License-Identifier: GPL-3.0-or-later
// Who waits for ever, where, and who is missing: the words of a block that cannot go on. Makes the warp that it names
// the current one, and changes nothing else. Internal to core/simt.
#pragma once

#include "core/base/message.h"
#include "core/simt/engine/barriers.h"

namespace lanescope::simt {

class Waits {
public:
    Waits(Block& block, const Barriers& barriers, const LaneGroups& groups)
        : m_block(block), m_barriers(barriers), m_groups(groups) {}

    /// Nobody can run, and no barrier opens.
    [[nodiscard]] Misstep atBarriers();
    /// The running lanes go round a loop in which nothing can change any more, and so do all others that could run.
    [[nodiscard]] Misstep inLoop();

private:
    [[nodiscard]] Misstep inWarp(const LaneGroup& group, const WarpState& warp) const;
    [[nodiscard]] Message threadsText(std::size_t warp, LaneMask lanes) const;
    [[nodiscard]] Message lineOf(std::uint32_t instruction) const;
    [[nodiscard]] Message elsewhereText(std::uint32_t barrier) const;

    Block& m_block;
    const Barriers& m_barriers;
    const LaneGroups& m_groups;
};

}  // namespace lanescope::simt
