// SPDX-License-Identifier: GPL-3.0-or-later
// The metric dictionary: what each number is, in words, with the names other tools give it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace lanescope {

/// What is read of the hardware when nobody says more, and all that there is.
enum class MetricSet { Default, Whole };

struct Metric {
    std::string_view id;            ///< "global_load_efficiency"
    std::string_view title{};       ///< "Global load efficiency"
    std::string_view unit;          ///< "%", "sectors"
    std::string_view definition{};  ///< one or two sentences
    std::string_view formula{};  ///< in metric ids: "100 × global_load_bytes / (32 × global_load_sectors)"; or empty
    std::string_view nvprof{};   ///< nvprof's name; empty if it had none
    std::string_view perfworks{};  ///< PerfWorks (CUPTI, Nsight Compute) name on GH100, or a sum of some with factors
                                   ///< ("a.sum + 2 * b.sum"); empty if there is none. Other chips: perfworksOn()
    std::string_view driver{};     ///< what the CUDA driver tells of the kernel: "CU_FUNC_ATTRIBUTE_NUM_REGS"; or empty
    std::string_view published{};  ///< column name in document 003's table; empty if it has none
    std::string_view good{};       ///< what a good value is, a sentence
    std::string_view emulator{};   ///< why the emulator cannot tell it, a sentence; empty if it can
    bool exact = false;            ///< hardware counts the same whenever the same work is done
    MetricSet set = MetricSet::Whole;
};

/// All metrics, in the order in which tables show them.
[[nodiscard]] std::span<const Metric> metricDictionary();
/// nullptr if there is no such metric.
[[nodiscard]] const Metric* findMetric(std::string_view id);

/// One term of a PerfWorks sum.
struct PerfworksTerm {
    double factor = 1;
    std::string_view name;
};
/// The terms of "a.sum + 2 * b.sum"; none of an empty text.
[[nodiscard]] std::vector<PerfworksTerm> perfworksTerms(std::string_view sum);
/// Those of Metric::perfworks, in the metric's unit.
[[nodiscard]] std::vector<PerfworksTerm> perfworksTerms(const Metric& metric);

/// A metric on one chip.
struct PerfworksName {
    std::string_view sum;      ///< as Metric::perfworks; empty if this chip does not have it
    std::string_view missing;  ///< then why, a sentence
};
/// `chip` as CUPTI names it: "GH100". A chip that is not known has the names of GH100.
[[nodiscard]] PerfworksName perfworksOn(const Metric& metric, std::string_view chip);

struct PerfworksChip {
    std::string_view name;               ///< "GH100"
    std::string_view computeCapability;  ///< "9.0"
};
/// Every chip of compute capability 7.5 and more that CUPTI 13.0 knows.
[[nodiscard]] std::span<const PerfworksChip> perfworksChips();

}  // namespace lanescope
