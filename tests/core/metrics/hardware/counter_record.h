// SPDX-License-Identifier: GPL-3.0-or-later
// The file of recorded counters (h200-counters.json): names of metrics once, then a row of values for each launch.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace lanescope {

struct CounterRecord {
    /// What was recorded where and when: "gpu", "driver", "cuda", "cupti", "origin", "recorded", in the file's order.
    std::vector<std::pair<std::string, std::string>> about;
    std::vector<std::string> metrics;                            ///< PerfWorks names
    std::map<std::string, std::vector<std::uint64_t>> launches;  ///< by HardwareCase::name; values as `metrics`
};

/// Error: MalformedFile, naming `file`.
[[nodiscard]] Result<CounterRecord> counterRecordFromJson(const std::string& text, const std::string& file);

/// One launch a line, so that launches that are added change no other line.
[[nodiscard]] std::string toJson(const CounterRecord& record);

}  // namespace lanescope
