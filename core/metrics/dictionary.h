// SPDX-License-Identifier: GPL-3.0-or-later
// The metric dictionary: what each number is, in words, with the names other tools give it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace lanescope {

struct Metric {
    std::string_view id;          ///< "global_load_efficiency"
    std::string_view title;       ///< "Global load efficiency"
    std::string_view unit;        ///< "%", "sectors", "" for plain counts
    std::string_view definition;  ///< one or two sentences
    std::string_view formula;  ///< in metric ids: "100 × global_load_bytes / (32 × global_load_sectors)"; may be empty
    std::string_view nvprof;   ///< nvprof's name; empty if it had none
    std::string_view perfworks;  ///< PerfWorks (CUPTI, Nsight Compute) name on GH100, or a sum of some with factors
                                 ///< ("a.sum + 2 * b.sum"); empty if there is none
    std::string_view published;  ///< column name in document 003's table; empty if it has none
};

/// All metrics, in the order in which tables show them.
[[nodiscard]] std::span<const Metric> metricDictionary();
/// nullptr if there is no such metric.
[[nodiscard]] const Metric* findMetric(std::string_view id);

/// One term of Metric::perfworks.
struct PerfworksTerm {
    double factor = 1;
    std::string_view name;
};
/// The sum that Metric::perfworks stands for, in the metric's unit; empty if the metric has no such name.
[[nodiscard]] std::vector<PerfworksTerm> perfworksTerms(const Metric& metric);

}  // namespace lanescope
