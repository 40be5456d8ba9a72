// SPDX-License-Identifier: GPL-3.0-or-later
// A performance model: from what a launch does (per thread) and a GpuSpec to an Estimate with its terms.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/gpus/gpu_spec.h"
#include "core/metrics/counters.h"
#include "core/plan/plan.h"

namespace lanescope {

/// What a model needs to know of one launch. Counts are per thread (averages over all launched threads) unless said.
struct LaunchProfile {
    std::string kernel;
    std::uint64_t blocks = 0;
    std::uint64_t threadsPerBlock = 0;
    double computeInstructions = 0;   ///< arithmetic instructions
    double globalAccesses = 0;        ///< global loads + stores
    double sharedAccesses = 0;        ///< shared loads + stores
    std::uint64_t elementBytes = 4;   ///< of what is accessed and computed with
    double sectorsPerRequest = 0;     ///< of global loads; 0 = unknown
    std::string countsFrom;           ///< "emulated" or "document's hand count"
};

struct ModelInput {
    std::vector<LaunchProfile> launches;
    std::uint64_t bytesToDevice = 0;    ///< all uploads
    std::uint64_t bytesFromDevice = 0;  ///< all downloads
};

struct EstimateTerm {
    std::string name;  ///< "memory", "compute", "copy to device"
    double seconds = 0;
};

struct Estimate {
    std::string model;  ///< id
    std::string gpu;    ///< id
    double seconds = 0;
    std::vector<EstimateTerm> terms;       ///< what `seconds` is made of
    std::vector<std::string> assumptions;  ///< sentences; what the model leaves out, where counts are from
    std::string outOfRange;                ///< why the model should not be believed here; empty if it may be
};

class Model {
public:
    virtual ~Model() = default;
    [[nodiscard]] virtual std::string_view id() const = 0;      ///< "mukherjee-sum"
    [[nodiscard]] virtual std::string_view title() const = 0;   ///< "Mukherjee, SUM"
    [[nodiscard]] virtual std::string_view source() const = 0;  ///< document and section of the formula
    /// Error: ModelOutOfRange when a value that it needs is missing, naming it.
    [[nodiscard]] virtual Result<Estimate> estimate(const ModelInput& input, const GpuSpec& gpu) const = 0;
};

/// All models, in the order in which they are listed.
[[nodiscard]] std::span<const std::unique_ptr<Model>> models();
/// Error: UnknownModel with the known ids.
[[nodiscard]] Result<const Model*> findModel(std::string_view id);

}  // namespace lanescope
