// SPDX-License-Identifier: GPL-3.0-or-later
// How a claim of document 004 is printed, with whether it holds.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/documents/accuracy_claims.h"

namespace lanescope::cli {

/// {"id", "document", "section", "claim", "measure", "model", "algorithms", "verdict", "recomputed"}
[[nodiscard]] nlohmann::ordered_json claimToJson(const AccuracyClaim& claim);
/// The verdict first, then what is claimed, by which measure, and what comes out, a line each; `indent` before each.
[[nodiscard]] std::string claimText(const AccuracyClaim& claim, const std::string& indent = {});

}  // namespace lanescope::cli
