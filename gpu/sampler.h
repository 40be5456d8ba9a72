// SPDX-License-Identifier: GPL-3.0-or-later
// What takes the samples of a plan's time, one way or another.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/study/measure_choice.h"

namespace lanescope {

struct Sample {
    double seconds = 0;
    std::optional<double> smClockHz;  ///< while it was taken, if it could be read
};

class Sampler {
public:
    virtual ~Sampler() = default;
    /// One sample, or several that were cheaper to take together. Throws CudaError.
    virtual std::vector<Sample> take() = 0;
    /// Told what a sample takes, roughly before the warm-up and well after it, so that short ones can be taken in other
    /// ways than long ones.
    virtual void adaptTo(double /*seconds*/) {}
    /// Runs of the launches that a sample is the mean of.
    [[nodiscard]] virtual std::uint64_t batch() const { return 1; }
    /// Seconds; differences below mean nothing.
    [[nodiscard]] virtual double resolution() const { return 0; }
    /// What was in the GPU's caches before each sample.
    [[nodiscard]] virtual L2State l2() const = 0;
    /// What people should know of how the samples were taken, as sentences.
    [[nodiscard]] virtual std::vector<std::string> notes() const { return {}; }
};

}  // namespace lanescope
