// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/study/recording_set.h"

namespace lanescope::cli {

/// All combinations that words ask for: algorithm ids (none = all of the catalogue) and "n=64,128" lists. A parameter
/// that is not named takes all its values if they are a closed list, else its default. Errors: UnknownAlgorithm,
/// UnknownParameter, IllegalValue (a value that is wrong by itself, or nothing legal at all).
[[nodiscard]] Result<RecordingSet> sweepOf(const Catalogue& catalogue, const std::vector<std::string>& words);

}  // namespace lanescope::cli
