// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/thread_cost.h"

#include <algorithm>

#include "core/models/words.h"

namespace lanescope {
namespace {

/// 4 194 304 elements in blocks of 128 threads: 004 table B.1, the largest grid that a model was compared with.
constexpr std::uint64_t kMostBlocksInTables = 32768;

}  // namespace

void priceCompute(const LaunchProfile& launch, Pricing& pricing, ThreadCycles& cycles) {
    const double instructions =
        pricing.counted("comp_insts", "compute instructions of a thread", launch.computeInstructions, "instructions",
                        "all warp instructions that neither access memory nor wait at a barrier, over the warps");
    const double issue = launch.type == ElementType::F64
                             ? pricing.gpuOr("issue_cycles", "fp64_issue_cycles", 48, "004 section 5.3, of a C2070")
                             : pricing.gpuOr("issue_cycles", "fp32_issue_cycles", 24, "004 section 5.2.3, of a C2070");
    cycles.compute = instructions * issue;
    cycles.divergent = launch.serialised * issue;
    cycles.compute -= cycles.divergent;
}

void priceThreads(const LaunchProfile& launch, Pricing& pricing, const ThreadCycles& cycles, bool overlap) {
    pricing.clock();
    const double blocks = pricing.planned("N_B", "blocks of the launch", static_cast<double>(launch.blocks), "blocks");
    const double warps =
        pricing.planned("N_w", "warps of a block", static_cast<double>(launch.warpsPerBlock()), "warps");
    const double cores = pricing.gpu("N_C", "cores_per_sm");
    const double depth = pricing.gpuOr("D", "pipeline_depth", 4, "004 section 5.3, of a C2070");
    if (cores <= 0) return;
    const double threads = blocks * warps * 32 / (cores * depth);
    pricing.derived("rounds", "threads of the launch, over those in one multiprocessor's pipelines", threads, "",
                    "N_B · N_w · 32 / (N_C · D), 004 section 3.2.3");
    const double compute = cycles.compute + cycles.divergent;
    const double memory = cycles.global + cycles.cached + cycles.shared;
    pricing.derived("C_comp", "compute cycles of a thread", compute, "cycles", "comp_insts · issue_cycles");
    pricing.derived("C_mem", "memory cycles of a thread", memory, "cycles", "C_gmem + C_cache + C_smem");
    pricing.cycles("compute", threads * cycles.compute, "rounds · C_comp, without what lanes that part make twice");
    pricing.cycles(
        "divergent branches", threads * cycles.divergent,
        "rounds · issue_cycles · instructions that a warp repeats for lanes that parted (004 section 5.2.3)");
    pricing.cycles("global memory", threads * cycles.global, "rounds · C_gmem");
    pricing.cycles("cached memory", threads * cycles.cached, "rounds · C_cache");
    pricing.cycles("shared memory", threads * cycles.shared, "rounds · C_smem");
    if (!overlap) return;
    pricing.cycles("hidden by overlap", -threads * std::min(compute, memory),
                   "C(T) = max(C_comp, C_mem): the smaller of the two is hidden behind the larger");
    pricing.caseTaken(compute > memory ? "C_comp > C_mem: compute takes the time, memory is hidden"
                                       : "C_mem ≥ C_comp: memory takes the time, compute is hidden");
}

void remarkOnThreads(Pricing& pricing, bool needsCache) {
    if (pricing.input().launches.empty()) return;
    const GpuSpec& gpu = pricing.gpu();
    for (const LaunchProfile& launch : pricing.input().launches) {
        if (launch.type != ElementType::I32) continue;
        pricing.assume("An int instruction is priced like a float one: document 004 has no price of its own for it.");
        break;
    }
    const GpuValue* sms = gpu.find("sm_count");
    pricing.assume("All blocks are priced one after the other on the cores of one multiprocessor" +
                   (sms != nullptr ? ", although " + gpu.title + " has " + inWords(sms->value) : std::string()) +
                   ": the formula C(K) = N_B · N_w · N_t · C(T) / (N_C · D) does not know their number.");
    if (pricing.computeCapabilityMajor() > 2)
        pricing.outOfRange("The model was made for the GPUs of 2008–2012 (compute capability 1.3 and 2.0); " +
                           gpu.title + " has " + gpu.computeCapability + ".");
    if (pricing.computeCapabilityMajor() < 2 && needsCache)
        pricing.outOfRange(gpu.title + " has no cache for global memory.");
    for (const LaunchProfile& launch : pricing.input().launches) {
        if (launch.blocks <= kMostBlocksInTables) continue;
        pricing.outOfRange("The launch has " + std::to_string(launch.blocks) +
                           " blocks; document 004 compared the model with measurements up to " +
                           std::to_string(kMostBlocksInTables) + ".");
        break;
    }
}

}  // namespace lanescope
