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

/// What micro-benchmarks have found so far.
class Findings {
public:
    /// At least one sample.
    void found(std::string_view quantity, std::vector<double> samples) {
        m_samples[std::string(quantity)] = std::move(samples);
    }
    [[nodiscard]] const std::map<std::string, std::vector<double>>& samples() const { return m_samples; }

private:
    std::map<std::string, std::vector<double>> m_samples;
};

struct MicroBenchmark {
    std::string_view name;                     ///< a text, as GpuValue::benchmark has it
    std::string_view how;                      ///< what is measured, sentences
    std::string_view after;                    ///< who measured so before: "Wong et al. 2010"; empty if it is plain
    std::vector<std::string_view> quantities;  ///< ids of gpuQuantities()
    /// Finds all of `quantities`, or throws CudaError.
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
[[nodiscard]] std::vector<MicroBenchmark> bandwidthBenchmarks();   // bandwidths.cpp
[[nodiscard]] std::vector<MicroBenchmark> launchBenchmarks();      // launches.cpp
[[nodiscard]] std::vector<MicroBenchmark> copyBenchmarks();        // copies.cpp

}  // namespace lanescope
