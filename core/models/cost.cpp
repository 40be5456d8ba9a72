// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/cost.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace lanescope {
namespace {

constexpr double kWarpThreads = 32;
/// 4 194 304 elements in blocks of 128 threads: 004 table B.1, the largest grid that a model was compared with.
constexpr std::uint64_t kMostBlocksInTables = 32768;

Result<double> needed(std::string_view model, const GpuSpec& gpu, std::string_view id) {
    if (const GpuValue* value = gpu.find(id)) return value->value;
    return fail(ErrorCode::ModelOutOfRange,
                {{"model", std::string(model)},
                 {"reason", "it needs " + std::string(id) + ", which is not known for " + gpu.title}});
}

}  // namespace

std::string inWords(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6g", value);
    return text.data();
}

double StandIns::valueOr(std::string_view id, double documents, std::string_view what) {
    if (const GpuValue* value = m_gpu.find(id)) return value->value;
    m_list += (m_list.empty() ? "" : ", ") + std::string(what) + " " + inWords(documents);
    return documents;
}

void StandIns::addTo(std::vector<std::string>& assumptions) const {
    if (!m_list.empty())
        assumptions.push_back("Not known for " + m_gpu.title + ", so that document 004's values stand in: " + m_list +
                              ".");
}

Result<Machine> machineOf(std::string_view model, const ModelInput& input, const GpuSpec& gpu,
                          const ModelOptions& options, StandIns& standIns) {
    const Result<double> cores = needed(model, gpu, "cores_per_sm");
    if (!cores) return fail(cores.error());
    const Result<double> clock = options.clock ? Result<double>(*options.clock) : needed(model, gpu, "clock");
    if (!clock) return fail(clock.error());
    Machine machine;
    machine.coresPerSm = *cores;
    machine.clock = *clock;
    // 004 sections 5.2.3, 5.3 and 9: pipeline depth 4, 24 and 48 cycles, shared memory 4 cycles.
    machine.pipelineDepth = standIns.valueOr("pipeline_depth", 4, "pipeline depth D");
    const auto computesWith = [&](bool doubles) {
        return std::ranges::any_of(
            input.launches, [&](const LaunchProfile& launch) { return (launch.type == ElementType::F64) == doubles; });
    };
    if (computesWith(false))
        machine.fp32IssueCycles = standIns.valueOr("fp32_issue_cycles", 24, "cycles of a float instruction");
    if (computesWith(true))
        machine.fp64IssueCycles = standIns.valueOr("fp64_issue_cycles", 48, "cycles of a double instruction");
    machine.sharedLatency = standIns.valueOr("shared_latency", 4, "cycles of a shared memory access");
    return machine;
}

Result<void> checkBlocks(std::string_view model, const ModelInput& input, const GpuSpec& gpu) {
    const GpuValue* most = gpu.find("max_threads_per_block");
    for (const LaunchProfile& launch : input.launches) {
        if (most != nullptr && static_cast<double>(launch.threadsPerBlock) > most->value) {
            return fail(ErrorCode::ModelOutOfRange,
                        {{"model", std::string(model)},
                         {"reason", "a block of " + gpu.title + " has at most " + inWords(most->value) +
                                        " threads, not " + std::to_string(launch.threadsPerBlock)}});
        }
    }
    return {};
}

double launchSeconds(const LaunchProfile& launch, const Machine& machine, double threadCycles) {
    const auto warps = static_cast<double>((launch.threadsPerBlock + 31) / 32);
    const double cycles = static_cast<double>(launch.blocks) * warps * kWarpThreads * threadCycles /
                          (machine.coresPerSm * machine.pipelineDepth);
    return cycles / machine.clock;
}

void KernelTotal::add(const LaunchProfile& launch, const ThreadCycles& cycles) {
    m_compute += launchSeconds(launch, m_machine, cycles.compute);
    m_global += launchSeconds(launch, m_machine, cycles.global);
    m_cached += launchSeconds(launch, m_machine, cycles.cached);
    m_shared += launchSeconds(launch, m_machine, cycles.shared);
    const double whole = m_overlap ? std::max(cycles.compute, cycles.memory()) : cycles.compute + cycles.memory();
    m_kernels += launchSeconds(launch, m_machine, whole);
    m_computeIsLarger += cycles.compute > cycles.memory() ? 1 : 0;
    ++m_launches;
}

void KernelTotal::finish(Estimate& estimate) const {
    estimate.terms.push_back({"compute", m_compute});
    estimate.terms.push_back({"global memory", m_global});
    if (m_cached > 0) estimate.terms.push_back({"cached memory", m_cached});
    if (m_shared > 0) estimate.terms.push_back({"shared memory", m_shared});
    estimate.kernelSeconds += m_kernels;
    estimate.seconds += m_kernels;
    if (!m_overlap) return;
    const std::string larger = m_computeIsLarger == m_launches ? "compute"
                               : m_computeIsLarger == 0        ? "memory"
                                                               : "compute in some launches, memory in others";
    estimate.assumptions.push_back(
        "Compute and memory overlap fully, so that their terms do not add up: a launch takes as long as the larger of "
        "the two (here " +
        larger + ").");
}

void addCommonAssumptions(const ModelInput& input, const GpuSpec& gpu, std::vector<std::string>& assumptions) {
    std::set<std::string> sources;
    bool wholeNumbers = false;
    for (const LaunchProfile& launch : input.launches) {
        if (!launch.countsFrom.empty() && sources.insert(launch.countsFrom).second)
            assumptions.push_back(launch.countsFrom);
        wholeNumbers = wholeNumbers || launch.type == ElementType::I32;
    }
    if (wholeNumbers)
        assumptions.emplace_back(
            "An int instruction is priced like a float one: document 004 has no price of its own for it.");
    const GpuValue* sms = gpu.find("sm_count");
    assumptions.push_back("All blocks are priced one after the other on the cores of one multiprocessor" +
                          (sms != nullptr ? ", although " + gpu.title + " has " + inWords(sms->value) : std::string()) +
                          ": the formula C(K) = N_B · N_w · N_t · C(T) / (N_C · D) does not know their number.");
    assumptions.emplace_back("Waiting at barriers, divergence within a warp and atomic operations are not priced.");
}

std::string whyOutOfRange(const ModelInput& input, const GpuSpec& gpu, bool needsCache) {
    std::string reasons;
    const auto add = [&](const std::string& reason) { reasons += (reasons.empty() ? "" : " ") + reason; };
    const int major = std::atoi(gpu.computeCapability.c_str());
    if (major > 2) {
        add("The model was made for the GPUs of 2008–2012 (compute capability 1.3 and 2.0); " + gpu.title + " has " +
            gpu.computeCapability + ".");
    }
    if (major < 2 && needsCache) add(gpu.title + " has no cache for global memory.");
    for (const LaunchProfile& launch : input.launches) {
        if (launch.blocks > kMostBlocksInTables) {
            add("The launch has " + std::to_string(launch.blocks) +
                " blocks; document 004 compared the model with "
                "measurements up to " +
                std::to_string(kMostBlocksInTables) + ".");
            break;
        }
    }
    return reasons;
}

}  // namespace lanescope
