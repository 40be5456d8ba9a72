// SPDX-License-Identifier: GPL-3.0-or-later
// The metric dictionary: what each number is, in words, with the names other tools give it.
#pragma once

#include <span>
#include <string_view>

namespace lanescope {

struct Metric {
    std::string_view id;          ///< "global_load_efficiency"
    std::string_view title;       ///< "Global load efficiency"
    std::string_view unit;        ///< "%", "sectors", "" for plain counts
    std::string_view definition;  ///< one or two sentences
    std::string_view formula;     ///< in metric ids: "100 × global_load_bytes / (32 × global_load_sectors)"; may be empty
    std::string_view nvprof;      ///< nvprof's name; empty if it had none
    std::string_view perfworks;   ///< PerfWorks (CUPTI, Nsight Compute) name on GH100; empty if there is none
    std::string_view published;   ///< column name in document 003's table; empty if it has none
};

/// All metrics, in the order in which tables show them.
[[nodiscard]] std::span<const Metric> metricDictionary();
/// nullptr if there is no such metric.
[[nodiscard]] const Metric* findMetric(std::string_view id);

}  // namespace lanescope
