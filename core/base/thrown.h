// SPDX-License-Identifier: GPL-3.0-or-later
// Exceptions that come from outside our code, as errors.
#pragma once

#include <exception>

#include "core/base/error.h"

namespace lanescope {

/// OutOfMemory where memory, or a thread, was not to be had; else Internal: nothing else is thrown but by our bugs.
[[nodiscard]] Error errorOfThrown(const std::exception& thrown);

/// Where memory runs out on a thread that cannot pass that on, the program says so and ends with exit code 1. Without
/// this it would end by a signal, as it does for what only a bug can throw.
void endInWordsWhenOutOfMemory();

}  // namespace lanescope
