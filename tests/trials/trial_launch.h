// SPDX-License-Identifier: GPL-3.0-or-later
// A launch of a kernel that nobody knows: what its parameters seem to be decides its arguments.
#pragma once

#include <string>
#include <vector>

#include "core/ptx/module.h"

namespace lanescope {

struct TrialShape {
    unsigned grid = 2;
    unsigned block = 64;       ///< threads; less or more if the kernel says so
    unsigned elements = 4096;  ///< of every buffer
    unsigned number = 64;      ///< of every whole parameter
};

/// The options of emulate for it, without those of the check.
[[nodiscard]] std::vector<std::string> trialLaunch(const std::string& file, const program::Entry& entry,
                                                   const TrialShape& shape);

}  // namespace lanescope
