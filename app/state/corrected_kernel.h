// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/algorithms/algorithm.h"

namespace lanescope {

/// Of a published variant the kernel of this launch (from 0) as it was corrected, for who shows them beside each other;
/// nullptr of any other.
[[nodiscard]] std::shared_ptr<const Kernel> correctedKernelOf(const Algorithm& algorithm, const Parameters& parameters,
                                                              std::size_t launch);

}  // namespace lanescope
