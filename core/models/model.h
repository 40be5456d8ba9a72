// SPDX-License-Identifier: GPL-3.0-or-later
// A performance model: from what a launch does (per thread) and a GpuSpec to an Estimate with its terms.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/element_type.h"
#include "core/gpus/gpu_spec.h"

namespace lanescope {

/// What a model needs to know of one launch. Counts are per thread (averages over all launched threads).
/// Made from emulated counters by modelInputOf (launch_profile.h), from a document by documentCounts (hand_counts.h).
struct LaunchProfile {
    std::string kernel;
    std::uint64_t blocks = 0;
    std::uint64_t threadsPerBlock = 0;
    ElementType type = ElementType::F32;  ///< what is computed with and accessed
    double computeInstructions = 0;
    double globalLoads = 0;
    double globalStores = 0;
    std::optional<double> cacheable;  ///< global accesses that a cache may serve; nothing = all loads, no store
    /// Threads that one global memory transaction serves; 1 = not coalesced or unknown.
    double threadsPerTransaction = 1;
    double sharedAccesses = 0;  ///< shared loads + stores
    double sharedPasses = 1;    ///< passes over the banks that an access takes, over the fewest possible
    std::string countsFrom;     ///< a sentence
};

struct ModelInput {
    std::vector<LaunchProfile> launches;
    std::uint64_t bytesToDevice = 0;    ///< all uploads
    std::uint64_t bytesFromDevice = 0;  ///< all downloads
};

struct EstimateTerm {
    /// "compute", "global memory", "cached memory", "shared memory", "launch overhead", "copy to device", "copy from
    /// device"
    std::string name;
    double seconds = 0;
};

struct Estimate {
    std::string model;  ///< id
    std::string gpu;    ///< id
    double seconds = 0;
    std::vector<EstimateTerm> terms;  ///< what `seconds` is made of; their sum, unless an assumption says otherwise
    std::vector<std::string> assumptions;  ///< sentences; what the model leaves out, where counts are from
    std::string outOfRange;                ///< why the model should not be believed here; empty if it may be
    double kernelSeconds = 0;              ///< without copies: what a Measurement's time is to be compared with
};

/// How a formula is to be read where a document reads it in several ways. The defaults are the clean reading: what the
/// text says. Document 004's printed tables follow other readings, each of its own (tests/core/models/tables_test.cpp).
struct ModelOptions {
    std::optional<double> globalLatency;  ///< cycles; nothing = the model's own way to get it
    std::optional<double> cacheDivisor;   ///< cacheable accesses per access to DRAM; nothing = from the element's size
    std::optional<double> clock;          ///< Hz; nothing = the GPU's
    bool cachedTerm = true;               ///< thesis: accesses that the cache serves cost its latency
    bool launchOverhead = true;           ///< thesis: each launch costs the GPU's launch overhead
    bool overlap = false;                 ///< thesis: C_max, compute and memory overlap fully, instead of C_sum
    bool wholeCycles = false;             ///< round a thread's memory cycles up, as 004 section 9.1 does
    double gigabyte = 1e9;                ///< bytes in the GB of a copy rate; 004's tables take 2^30
};

class Model {
public:
    virtual ~Model() = default;
    [[nodiscard]] virtual std::string_view id() const = 0;      ///< "mukherjee-sum"
    [[nodiscard]] virtual std::string_view title() const = 0;   ///< "Mukherjee, SUM"
    [[nodiscard]] virtual std::string_view source() const = 0;  ///< document and section of the formula
    /// Error: ModelOutOfRange when a value that it needs is missing, naming it, or when the GPU cannot run such blocks.
    [[nodiscard]] virtual Result<Estimate> estimate(const ModelInput& input, const GpuSpec& gpu) const = 0;
};

/// All models with the default options, in the order in which they are listed: mukherjee-sum, mukherjee-max,
/// mukherjee-sum-cache, mukherjee-max-cache, thesis.
[[nodiscard]] std::span<const std::unique_ptr<Model>> models();
/// Error: UnknownModel with the known ids.
[[nodiscard]] Result<const Model*> findModel(std::string_view id);
/// A model that reads its formulas as `options` say. Error: UnknownModel with the known ids.
[[nodiscard]] Result<std::unique_ptr<Model>> makeModel(std::string_view id, const ModelOptions& options);

}  // namespace lanescope
