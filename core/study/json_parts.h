// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of a Study and of a Measurement have in common. Names in files stay what they are, whatever a name on
// screen becomes.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_reader.h"
#include "core/models/model.h"
#include "core/study/study.h"

namespace lanescope {

/// On one line; what is not UTF-8 becomes a replacement sign.
[[nodiscard]] std::string dump(const nlohmann::ordered_json& json);

[[nodiscard]] nlohmann::ordered_json countersToJson(const std::vector<Counters>& launches);
[[nodiscard]] std::vector<Counters> readCounters(const JsonReader& reader, std::string_view key);

/// Rejects negative numbers and gives 0 for them.
[[nodiscard]] double readNonNegative(const JsonReader& reader, std::string_view key);
[[nodiscard]] std::uint64_t readCount(const JsonReader& reader, std::string_view key);

[[nodiscard]] nlohmann::ordered_json measurementToJson(const Measurement& measurement);
/// `version` is that of the Study. What version 1 does not know stays as a Measurement without it.
[[nodiscard]] Measurement readMeasurement(const JsonReader& reader, int version);
/// "algorithm", "parameters" and "measurement" of an object that may hold more, in today's version.
[[nodiscard]] StudyEntry readMeasuredEntry(const JsonReader& reader);

/// What a file of before says nothing of (cases, inputs, parts, formulas) stays empty.
[[nodiscard]] nlohmann::ordered_json estimateToJson(const Estimate& estimate);
[[nodiscard]] Estimate readEstimate(const JsonReader& reader);

}  // namespace lanescope
