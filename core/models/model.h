// SPDX-License-Identifier: GPL-3.0-or-later
// A performance model: from what a program does on a GPU and a GpuSpec to an Estimate that can be asked why. What goes
// in is in model_input.h; a new model is easiest made with the frame of launch_model.h.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/gpus/gpu_spec.h"
#include "core/models/model_input.h"

namespace lanescope {

/// One reason for the estimated time. The terms of an Estimate add up to its seconds: what overlapping hides is a term
/// below 0.
struct EstimateTerm {
    std::string name;                ///< "compute", "global memory", "hidden by overlap", "copy to device", …
    double seconds = 0;              ///< of all steps of `part` together
    std::optional<double> cycles{};  ///< the same in the GPU's clock; nothing where the model knows no cycles
    std::string formula{};           ///< in words and symbols, with section
    /// The part of the program that takes this time, by the names of MeasuredPart: "kernel NAME", "launch gaps", "copy
    /// to device", "copy from device", "copy on device", "fill", "library NAME", "host NAME".
    std::string part{};
};

/// A number that went into an estimate. Those of launches are of the launch that takes longest by the model.
struct EstimateInput {
    /// Counter: of the emulated run; Plan: of the program; Gpu: of the GpuSpec; Assumed: the model's own, or of the
    /// GpuSpec and assumed there; Document: of
    /// a document; Derived: computed on the way from the others.
    enum class From : std::uint8_t { Counter, Plan, Gpu, Assumed, Document, Derived };
    std::string symbol;  ///< as formulas name it: "MWP"; unique in an Estimate
    std::string name;    ///< in words
    double value = 0;
    std::string unit;
    From from = From::Assumed;
    std::string source;  ///< metric ids, GpuSpec id and its source, a sentence or a formula
};
[[nodiscard]] std::string_view nameOf(EstimateInput::From from);  ///< "counter"

struct Estimate {
    std::string model;  ///< id
    std::string gpu;    ///< id
    double seconds = 0;
    std::vector<EstimateTerm> terms;       ///< in the order of the program's parts
    std::vector<std::string> assumptions;  ///< sentences; what the model leaves out, where counts are from
    std::string outOfRange;                ///< why the model should not be believed here; empty if it may be
    double kernelSeconds = 0;  ///< launches and library calls, no copies: what a Measurement's time is compared with
    std::string caseTaken{};   ///< of models that know cases: "MWP = CWP = N: memory latency is exposed"
    std::vector<EstimateInput> inputs{};
    /// Of models that know it: what the time is of, without words: "requests", "dram". Errors are told by it.
    std::string bound{};
    /// If asked for (ModelOptions::counters), of models that know them: what a profiler's counters would read of each
    /// launch, in the order of ModelInput::launches. Metric ids of the dictionary.
    std::vector<Counters> counters{};
};

/// The terms summed over the parts: one per name, in the order in which they first come.
[[nodiscard]] std::vector<EstimateTerm> termsByName(const Estimate& estimate);
/// The terms summed by part: what stands beside the parts of a Measurement. Their names are those of the parts.
[[nodiscard]] std::vector<EstimateTerm> termsByPart(const Estimate& estimate);

/// How a formula is to be read where a document reads it in several ways. The defaults are the clean reading: what the
/// text says. Document 004's printed tables follow other readings, each of its own (tests/core/models/readings.h).
struct ModelOptions {
    /// Values of quantities that are not those which the model would take or compute, by the symbol that an Estimate's
    /// input shows: {"latency_gmem", 500}, {"R", 1.48e9}, {"Rep", 1.5}.
    std::map<std::string, double, std::less<>> given{};
    bool wholeCycles = false;  ///< thesis: a thread's memory cycles are rounded up, as in 004 section 9.1
    bool counters = false;     ///< also Estimate::counters, of models that know them: another simulation
    double gigabyte = 1e9;     ///< bytes in the GB of a copy rate; 004's tables take 2^30
};

/// What a model is, in words. Abstract machines (core/models/abstract) describe themselves with one too.
struct ModelDescription {
    std::string_view id;       ///< "mukherjee-sum"
    std::string_view title;    ///< "Mukherjee, SUM"
    std::string_view source;   ///< document or paper, section, equations
    std::string_view needs;    ///< of counts and of the GPU: what it cannot answer without
    std::string_view assumes;  ///< sentences
    std::string_view range;    ///< where it may be believed: a sentence
};

class Model {
public:
    explicit Model(const ModelDescription& description) : m_description(description) {}
    virtual ~Model() = default;
    [[nodiscard]] const ModelDescription& description() const { return m_description; }
    [[nodiscard]] std::string_view id() const { return m_description.id; }
    [[nodiscard]] std::string_view title() const { return m_description.title; }
    [[nodiscard]] std::string_view source() const { return m_description.source; }
    /// Does it need what only a run of one multiprocessor's share keeps (LaunchProfile::sample)? Those that do take
    /// milliseconds to answer.
    [[nodiscard]] virtual bool needsSample() const { return false; }
    /// Error: ModelOutOfRange when a value that it needs is missing, naming it, when the GPU cannot run such blocks, or
    /// when nothing of the program is what the model prices.
    [[nodiscard]] virtual Result<Estimate> estimate(const ModelInput& input, const GpuSpec& gpu) const = 0;

private:
    ModelDescription m_description;
};

/// All models with the default options, in the order in which they are listed.
[[nodiscard]] std::span<const std::unique_ptr<Model>> models();
/// Error: UnknownModel with the known ids.
[[nodiscard]] Result<const Model*> findModel(std::string_view id);
/// A model that reads its formulas as `options` say. Error: UnknownModel with the known ids.
[[nodiscard]] Result<std::unique_ptr<Model>> makeModel(std::string_view id, const ModelOptions& options);

/// The GPU with one of its numbers changed, which then says that it was given. Errors: IllegalValue for an id that no
/// GpuSpec has, a value that is not above 0, or one that must be whole and is not.
[[nodiscard]] Result<GpuSpec> withValue(const GpuSpec& gpu, const std::string& id, double value);

}  // namespace lanescope
