// SPDX-License-Identifier: GPL-3.0-or-later
// The stopwatch's own kernels, gpu/kernels/stopwatch.cu.
#pragma once

#include <memory>

#include "core/base/result.h"
#include "core/ptx/module.h"

namespace lanescope {

/// resources/ptx/stopwatch.ptx, read once: the same module each time, so that a session compiles it once.
/// Errors: CannotOpen.
[[nodiscard]] const Result<std::shared_ptr<const ptx::Module>>& stopwatchModule();

}  // namespace lanescope
