// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/ptx/unit.h"

namespace lanescope::ptx {

/// Fills Module::entries from `kernels`, each joined with the functions that it can reach, and lays out shared memory.
/// `functions` are in the order of Module::functions, `shared` are the module's variables that sharedOrigins mean.
/// Error: PtxSyntax if what an entry reaches is too much to hold.
[[nodiscard]] std::optional<Error> linkEntries(Module& module, std::vector<Unit>& kernels,
                                               const std::vector<Unit>& functions,
                                               const std::vector<SharedVariable>& shared);

}  // namespace lanescope::ptx
