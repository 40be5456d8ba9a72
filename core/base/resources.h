// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/result.h"

namespace lanescope {

/// The folder of the program's data files: $LANESCOPE_RESOURCES, else <program's folder>/../share/lanescope, else the
/// source tree's resources/ that the build was made from. Error: CannotOpen, naming what was tried.
[[nodiscard]] Result<std::string> resourceFolder();

}  // namespace lanescope
