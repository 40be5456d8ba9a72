// SPDX-License-Identifier: GPL-3.0-or-later
// A BlockState in less room, so that more keyframes fit: a register whose 32 lanes are equally spaced (a constant, an
// index, an address) is kept as first value and distance, one of small values with 4 bytes a lane.
#pragma once

#include <cstdint>
#include <vector>

#include "core/simt/engine/block_execution.h"

namespace lanescope {

class PackedState {
public:
    PackedState() = default;
    explicit PackedState(const simt::BlockState& state);

    [[nodiscard]] simt::BlockState unpack() const;
    /// Memory taken, in bytes.
    [[nodiscard]] std::uint64_t bytes() const;

private:
    enum class Form : std::uint8_t { Spaced, Narrow, Wide };

    simt::BlockState m_rest;                ///< all but the registers
    std::vector<Form> m_forms;              ///< by 32 lanes
    std::vector<std::uint32_t> m_words;     ///< what they stand for, one after the other
    std::vector<std::uint64_t> m_leftover;  ///< registers beyond a whole number of warps (none, as engines make them)
};

}  // namespace lanescope
