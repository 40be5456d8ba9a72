// SPDX-License-Identifier: GPL-3.0-or-later
// Where a kernel's body is in its source, and which of its lines are wrong as published.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/plan/kernel_source.h"

namespace lanescope {

/// From the kernel's first line to its last that has instructions; nothing if the PTX has no positions in its source.
[[nodiscard]] std::optional<LineRange> bodyOf(const Kernel& kernel);

/// Lines of the kernel's body that end in a comment "// defect…", which marks what is wrong as published.
[[nodiscard]] std::vector<std::uint32_t> defectLines(const Kernel& kernel);

}  // namespace lanescope
