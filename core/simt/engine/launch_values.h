// SPDX-License-Identifier: GPL-3.0-or-later
// Values that a launch and a block bring along: immediates, parameters, variables' addresses, special registers. Owns
// the parameters; writes, behind each warp's registers, what never changes while the block runs. Internal to core/simt.
#pragma once

#include <vector>

#include "core/simt/engine/block.h"

namespace lanescope::simt {

class LaunchValues {
public:
    /// `parameters`: as the kernel finds them.
    LaunchValues(Block& block, std::vector<std::byte> parameters);
    /// For the block that starts.
    void fill();

private:
    void fillThreadIndices();
    void fillConstant(const Constant& constant);
    [[nodiscard]] std::uint64_t parameterValue(const Constant& constant) const;
    [[nodiscard]] std::uint64_t variableAddress(std::uint32_t variable) const;
    [[nodiscard]] std::uint64_t specialValue(const Constant& constant, unsigned lane) const;

    Block& m_block;
    std::vector<std::byte> m_parameters;
    bool m_filled = false;  ///< what is the same in all blocks
};

}  // namespace lanescope::simt
