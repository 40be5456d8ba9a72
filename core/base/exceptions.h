// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>

#include "core/base/error.h"

namespace lanescope {

/// What an exception means where it is caught last: OutOfMemory where memory or threads could not be had, Internal for
/// all others, which are bugs of ours.
[[nodiscard]] Error errorOf(const std::exception& exception);

}  // namespace lanescope
