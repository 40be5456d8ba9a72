// SPDX-License-Identifier: GPL-3.0-or-later
// What kernels have printed: the texts of printf, in the order in which threads came to it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/dim3.h"

namespace lanescope::simt {

/// What kernels have printed.
struct PrintedOutput {
    struct Text {
        Dim3 block;
        Dim3 thread;
        std::string text;  ///< of one printf, as formatted
    };
    /// CUDA's buffer has this size too, and overwrites what is oldest; here the rest is left out.
    static constexpr std::uint64_t kMostBytes = 1 << 20;
    std::vector<Text> texts;
    std::uint64_t bytes = 0;  ///< of the texts
    bool cut = false;         ///< more was printed than is kept of a launch
    /// Appends, as far as there is room.
    void add(Text text);
};

}  // namespace lanescope::simt
