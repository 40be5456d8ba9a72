// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/rules/rules.h"

namespace lanescope::cli {

/// Rules, roofline and memory chart of a launch as text, and as JSON.
[[nodiscard]] std::string whyText(const rules::LaunchFacts& facts, const std::string& source);
[[nodiscard]] nlohmann::ordered_json whyJson(const rules::LaunchFacts& facts);

}  // namespace lanescope::cli
