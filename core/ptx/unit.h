// SPDX-License-Identifier: GPL-3.0-or-later
// One .entry or .func as it stands in the text, before the linker joins them into entries.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ptx/module.h"

namespace lanescope::ptx {

inline constexpr std::uint32_t kNoIndex = 0xffffffffU;

struct Unit {
    /// The code with its own numbering, blocks included. Call::function and symbols in Space::Code are indices into
    /// Module::functions; Call::function is kNoIndex for an indirect call.
    Entry code;
    std::vector<std::uint32_t> results;         ///< slots
    std::vector<std::uint32_t> arguments;       ///< slots
    std::vector<std::uint32_t> sharedOrigins;   ///< of each of code.shared: which of the module's, kNoIndex = its own
    std::vector<std::uint32_t> addressesTaken;  ///< Module::functions whose address the code takes
    bool callsIndirectly = false;
    bool defined = false;   ///< has a body
    bool external = false;  ///< .extern
};

}  // namespace lanescope::ptx
