// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/ptx/module.h"

namespace lanescope::ptx {

/// Parses PTX text, builds each entry's control-flow graph and post-dominators, and lays out shared memory.
/// Every entry holds the functions that it can reach. Errors: PtxSyntax and PtxUnsupported, with the name given here
/// and the line. Nothing is skipped silently: an instruction that we do not know makes the entries that can reach it
/// Entry::unsupported, a directive of the module that we do not know is an error.
[[nodiscard]] Result<Module> parse(std::string text, std::string name);

}  // namespace lanescope::ptx
