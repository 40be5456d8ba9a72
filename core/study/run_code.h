// SPDX-License-Identifier: GPL-3.0-or-later
// What ran for the models that take in what warps did: machine code, or PTX, and who tells the registers then.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/models/model_input.h"

namespace lanescope {

struct RunCode {
    std::size_t launches = 0;       ///< of which something was recorded
    std::size_t asMachineCode = 0;  ///< of these
    /// Of launches of PTX: who says how many registers a thread has, the first that somebody tells.
    std::string registersFrom;
    bool registersAssumed = false;  ///< of one of them nobody does

    [[nodiscard]] bool isMachineCode() const { return asMachineCode == launches; }
};

[[nodiscard]] RunCode runCodeOf(std::span<const LaunchProfile> launches);

/// In a sentence; empty where nothing was recorded.
[[nodiscard]] std::string describe(const RunCode& code);

}  // namespace lanescope
