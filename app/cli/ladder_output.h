// SPDX-License-Identifier: GPL-3.0-or-later
// What ladder prints.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/ladder/ladder.h"

namespace lanescope::cli {

/// The staircase as a table, then step by step what changed; `source`: with the lines that went and came.
[[nodiscard]] std::string ladderText(const Ladder& ladder, bool source);
[[nodiscard]] nlohmann::ordered_json ladderJson(const Ladder& ladder);

}  // namespace lanescope::cli
