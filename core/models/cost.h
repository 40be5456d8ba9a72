// SPDX-License-Identifier: GPL-3.0-or-later
// What Mukherjee's model and the thesis' model have in common: a thread's cycles, and the step from them to seconds.
#pragma once

#include "core/models/model.h"

namespace lanescope {

/// Cycles of one thread.
struct ThreadCycles {
    double compute = 0;
    double global = 0;  ///< served by DRAM
    double cached = 0;  ///< served by a cache
    double shared = 0;

    [[nodiscard]] double memory() const { return global + cached + shared; }
};

/// What the formulas take from a GpuSpec.
struct Machine {
    double coresPerSm = 0;     ///< N_C
    double pipelineDepth = 0;  ///< D
    double clock = 0;          ///< R, Hz
    double fp32IssueCycles = 0;
    double fp64IssueCycles = 0;
    double sharedLatency = 0;

    [[nodiscard]] double issueCycles(ElementType type) const {
        return type == ElementType::F64 ? fp64IssueCycles : fp32IssueCycles;
    }
};

/// The documents' values that stand in where a GPU says nothing.
class StandIns {
public:
    explicit StandIns(const GpuSpec& gpu) : m_gpu(gpu) {}
    /// The GPU's value, or else the documents'.
    [[nodiscard]] double valueOr(std::string_view id, double documents, std::string_view what);
    /// Appends the sentence that names them all, if there are any.
    void addTo(std::vector<std::string>& assumptions) const;

private:
    const GpuSpec& m_gpu;
    std::string m_list;
};

/// Errors: ModelOutOfRange, naming the missing value.
[[nodiscard]] Result<Machine> machineOf(std::string_view model, const ModelInput& input, const GpuSpec& gpu,
                                        const ModelOptions& options, StandIns& standIns);

/// Can the GPU run blocks of that size? Error: ModelOutOfRange.
[[nodiscard]] Result<void> checkBlocks(std::string_view model, const ModelInput& input, const GpuSpec& gpu);

/// 004 sections 3.2.3 and 5.3: C(K) = N_B · N_w · N_t · C(T) / (N_C · D), T(K) = C(K) / R. Seconds that a thread's
/// cycles make for the whole launch. N_B is the number of all blocks: the documents do not divide it by the number of
/// SMs.
[[nodiscard]] double launchSeconds(const LaunchProfile& launch, const Machine& machine, double threadCycles);

/// Adds up launches: the terms of their parts, and the kernels' time, which is the sum of the parts or, with overlap,
/// of each launch the larger of compute and memory.
class KernelTotal {
public:
    KernelTotal(const Machine& machine, bool overlap) : m_machine(machine), m_overlap(overlap) {}
    void add(const LaunchProfile& launch, const ThreadCycles& cycles);
    /// Writes seconds, kernelSeconds and terms; with overlap also the sentence that the terms do not add up.
    void finish(Estimate& estimate) const;

private:
    Machine m_machine;
    bool m_overlap;
    double m_compute = 0;
    double m_global = 0;
    double m_cached = 0;
    double m_shared = 0;
    double m_kernels = 0;
    std::size_t m_computeIsLarger = 0;
    std::size_t m_launches = 0;
};

/// The sentences that hold for both models: where counts are from, that SMs are not counted, the type's price.
void addCommonAssumptions(const ModelInput& input, const GpuSpec& gpu, std::vector<std::string>& assumptions);

/// Why a model of 2009–2012 should not be believed for this GPU and these launches; empty if it may be.
[[nodiscard]] std::string whyOutOfRange(const ModelInput& input, const GpuSpec& gpu, bool needsCache);

/// "1.15e9" as people write it: up to 6 significant digits.
[[nodiscard]] std::string inWords(double value);

}  // namespace lanescope
