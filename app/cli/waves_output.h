// SPDX-License-Identifier: GPL-3.0-or-later
// How all multiprocessors fill and drain, in text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/timing/waves.h"

namespace lanescope::cli {

/// A list of sentences, with the assumptions.
[[nodiscard]] std::string wavesText(const timing::Waves& waves, double clock);
/// {"multiprocessors", "resident_blocks", "waves", "cycles", …, "blocks": [{"index", "multiprocessor", "begin", "end",
/// "steps", "wave"}]}: cycles, and steps of warps in the emulator.
[[nodiscard]] nlohmann::ordered_json wavesJson(const timing::Waves& waves);

}  // namespace lanescope::cli
