// SPDX-License-Identifier: GPL-3.0-or-later
// What is compared, and the chart of it: configurations with one parameter that varies, what was measured, replayed and
// published of them, and what each model says.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/study/recorded_accuracy.h"
#include "core/study/study.h"
#include "widgets/charts/chart_data.h"

namespace lanescope {

/// How a comparison is looked at.
struct ComparisonView {
    /// Time; floating-point operations a second; time of the reference over time, both from the same source; an
    /// estimate over the measured time.
    enum class Quantity { Time, Rate, Speedup, Ratio };
    std::string x;  ///< the parameter that varies; empty as long as nothing is compared
    Quantity y = Quantity::Time;
    bool logX = true;
    bool logY = true;
    std::size_t reference = 0;  ///< the item that speed-ups are against
    std::set<std::string, std::less<>> hiddenModels;
    bool published = false;  ///< what documents print stands there, too
    friend bool operator==(const ComparisonView&, const ComparisonView&) = default;
};

/// What is known of one value of x without a GPU.
struct ComparedPoint {
    std::vector<Result<Estimate>> answers;  ///< one per models(); none = nobody asked yet
    std::optional<double> operations;       ///< floating-point ones of all kernels; nothing if there are none
    bool wholeProgram = false;              ///< its time is that of all steps, not of launches alone
    bool sampled = false;                   ///< counted in a sample of the blocks, which stand for the others
};

struct ComparedItem {
    std::string algorithm;
    std::string title;
    Parameters parameters;    ///< complete; the one that varies has the value that is chosen
    std::string variantName;  ///< what its parameter of that role is called; empty if it has none
    /// Of these parameters at any x, each with a measurement.
    std::vector<const StudyEntry*> entries;
    std::vector<Published::Point> published;  ///< times of the algorithm
    std::map<std::uint64_t, ComparedPoint> points;
    std::vector<std::string> sizes;  ///< names of its parameters that say how large the problem is
    /// By x: does its largest launch have as many blocks as the GPU of the models can hold at once?
    std::map<std::uint64_t, bool> fills;
    std::vector<std::string> notes;
};

struct ComparisonInput {
    std::vector<ComparedItem> items;  ///< the chosen configuration first
    ComparisonView view;
    std::string gpu;                             ///< title of what the models are asked about
    const RecordedAccuracy* accuracy = nullptr;  ///< of the models on that GPU; nullptr: nobody looked; not owned
    std::string measuredOn;                      ///< title of the GPU whose measurements the estimates are held against
};

/// What a series of the chart is.
struct SeriesKey {
    std::size_t item = 0;
    std::optional<std::size_t> model;  ///< place in models(); nothing: no estimate
};

struct ComparisonChart {
    ChartData data;
    std::vector<SeriesKey> keys;  ///< one per series
    // What it comes to (comparison_facts.h).
    std::string sentence;
    std::string detail;
    /// Of the drawn models in range: by how much each is off at most, and at which points ("from n = 1 024 on").
    struct Off {
        double most = 0;  ///< a share
        std::string from;
    };
    std::map<std::size_t, Off> off;  ///< by place in models()
};

[[nodiscard]] ComparisonChart comparisonChart(const ComparisonInput& input);

/// An estimate beside the measured time of the same configuration.
struct EstimatedAndMeasured {
    std::size_t item = 0;
    std::size_t model = 0;  ///< place in models()
    std::uint64_t x = 0;
    double estimated = 0;
    double measured = 0;
};
/// Of all that is shown (hidden models are left out), by model, item and x.
[[nodiscard]] std::vector<EstimatedAndMeasured> pairsOf(const ComparisonInput& input);

/// "matmul.tiled block=16": the algorithm and what sets the item apart from the others.
[[nodiscard]] std::string labelOf(const std::vector<ComparedItem>& items, std::size_t item, const std::string& x);

/// The time that a model's estimate is held against: of all steps, or of launches and calls of libraries.
[[nodiscard]] double comparableSeconds(const Estimate& estimate, const ComparedPoint& point);

/// The measurement of the item at x: of this machine before recordings; nullptr if there is none. `gpu`: only of that
/// machine; empty = of any.
[[nodiscard]] const Measurement* measurementAt(const ComparedItem& item, const std::string& parameter, std::uint64_t x,
                                               const std::string& gpu);

}  // namespace lanescope
