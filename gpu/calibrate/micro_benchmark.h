// SPDX-License-Identifier: GPL-3.0-or-later
// A micro-benchmark: measures one or a few quantities of a GPU, and says in words how. One family to a file.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/calibrate/rig.h"

namespace lanescope {

inline constexpr int kSamples = 15;  ///< of most benchmarks
inline constexpr int kSteps = 16;    ///< of a round, as gpu/kernels/calibrate.cu has it

/// What stands behind quantities: points (x, y) of curves, by name: "l1_lines" has the cycles of a request to 1, 2, 4 …
/// lines. Samples of a quantity are a curve of its id, of which x is which of them.
using Curves = std::map<std::string, std::vector<std::pair<double, double>>>;

/// What micro-benchmarks have found so far.
class Findings {
public:
    /// At least one sample.
    void found(std::string_view quantity, std::vector<double> samples) {
        m_samples[std::string(quantity)] = std::move(samples);
    }
    /// For whoever wants to know more than the quantities.
    void point(const std::string& curve, double x, double y) { m_curves[curve].emplace_back(x, y); }
    [[nodiscard]] const Curves& curves() const { return m_curves; }
    [[nodiscard]] const std::map<std::string, std::vector<double>>& samples() const { return m_samples; }

private:
    std::map<std::string, std::vector<double>> m_samples;
    Curves m_curves;
};

struct MicroBenchmark {
    std::string_view name;                     ///< a text, as GpuValue::benchmark has it
    std::string_view how;                      ///< what is measured, sentences
    std::string_view after;                    ///< who measured so before: "Wong et al. 2010"; empty if it is plain
    std::vector<std::string_view> quantities;  ///< ids of gpuQuantities()
    /// Finds all of `quantities`, or throws CudaError; what it has found before that counts.
    std::function<void(Rig&, Findings&)> run;
};

/// In the order in which they are run.
[[nodiscard]] std::vector<MicroBenchmark> microBenchmarks();

// The families.
[[nodiscard]] std::vector<MicroBenchmark> latencyBenchmarks();     // latencies.cpp: memory
[[nodiscard]] std::vector<MicroBenchmark> departureBenchmarks();   // departures.cpp
[[nodiscard]] std::vector<MicroBenchmark> arithmeticBenchmarks();  // arithmetic.cpp
[[nodiscard]] std::vector<MicroBenchmark> atomicBenchmarks();      // atomics.cpp
[[nodiscard]] std::vector<MicroBenchmark> controlBenchmarks();     // control.cpp: branches, barriers
[[nodiscard]] std::vector<MicroBenchmark> loadBenchmarks();        // load_patterns.cpp: L1 and L2
[[nodiscard]] std::vector<MicroBenchmark> updateBenchmarks();      // update_patterns.cpp: atomics
[[nodiscard]] std::vector<MicroBenchmark> placeBenchmarks();       // places.cpp: near, far, pages
[[nodiscard]] std::vector<MicroBenchmark> codeBenchmarks();        // code.cpp: code and constants
[[nodiscard]] std::vector<MicroBenchmark> streamBenchmarks();      // streams.cpp: DRAM
[[nodiscard]] std::vector<MicroBenchmark> turnBenchmarks();        // turns.cpp: blocks and launches behind others
[[nodiscard]] std::vector<MicroBenchmark> bandwidthBenchmarks();   // bandwidths.cpp
[[nodiscard]] std::vector<MicroBenchmark> launchBenchmarks();      // launches.cpp
[[nodiscard]] std::vector<MicroBenchmark> copyBenchmarks();        // copies.cpp
[[nodiscard]] std::vector<MicroBenchmark> requestBenchmarks();     // requests.cpp: of a multiprocessor
[[nodiscard]] std::vector<MicroBenchmark> wayBenchmarks();         // ways.cpp: from it to L2
[[nodiscard]] std::vector<MicroBenchmark> capacityBenchmarks();    // capacities.cpp: constants, code, L2

}  // namespace lanescope
