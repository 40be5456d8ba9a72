// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a bookmark as JSON, for files of other rooms that hold the same. Names in files stay what they are.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/base/json_reader.h"
#include "core/story/story.h"

namespace lanescope::story {

/// Of an object that may hold more: which other members it has, whoever asks looks at.
[[nodiscard]] Configuration readConfiguration(const JsonReader& reader);
[[nodiscard]] Position readPosition(const JsonReader& reader);
[[nodiscard]] Zoom readZoom(const JsonReader& reader);
[[nodiscard]] Spotlight readSpotlight(const JsonReader& reader);
[[nodiscard]] Mark readMark(const JsonReader& reader);

/// Into an object; what is as usual is left out.
void put(nlohmann::ordered_json& json, const Configuration& configuration);
[[nodiscard]] nlohmann::ordered_json jsonOf(const Position& position);
[[nodiscard]] nlohmann::ordered_json jsonOf(const Zoom& zoom);
[[nodiscard]] nlohmann::ordered_json jsonOf(const Spotlight& spotlight);
[[nodiscard]] nlohmann::ordered_json jsonOf(const Mark& mark);

}  // namespace lanescope::story
