// SPDX-License-Identifier: GPL-3.0-or-later
// More dynamic shared memory than a kernel's blocks have without being asked for.
#pragma once

#include <cstdint>

#include "gpu/cuda_driver.h"

namespace lanescope::cuda {

/// Lets launches of the function have so many bytes of dynamic shared memory, if they may not yet. Without being asked
/// for it is what the kernel's static arrays leave of 48 KiB: after arrays of 40 KiB no more than 8 KiB. The driver's
/// status: not success if the GPU's blocks cannot have that much.
[[nodiscard]] Status allowDynamicShared(const Driver& driver, Function function, std::uint32_t bytes);

}  // namespace lanescope::cuda
