// SPDX-License-Identifier: GPL-3.0-or-later
// cholesky.sequential and cholesky.blocked: tasks of the CPU. Private to this room.
#pragma once

#include "core/algorithms/described_algorithm.h"

namespace lanescope::cholesky {

[[nodiscard]] Algorithms hostFactorisations();

}  // namespace lanescope::cholesky
