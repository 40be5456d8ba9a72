// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/thread_cost.h"

#include <algorithm>

#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/models/words.h"

namespace lanescope {
namespace {

/// 4 194 304 elements in blocks of 128 threads: 004 table B.1, the largest grid that a model was compared with.
constexpr std::uint64_t kMostBlocksInTables = 32768;

}  // namespace

void priceCompute(const LaunchProfile& launch, Pricing& pricing, ThreadCycles& cycles) {
    const double instructions =
        pricing.counted("comp_insts", "input.compute_instructions"_id, launch.computeInstructions, "instructions",
                        "source.compute_instructions"_id);
    const double issue = launch.type == ElementType::F64
                             ? pricing.gpuOr("issue_cycles", "fp64_issue_cycles", 48, "source.004_5_3"_id)
                             : pricing.gpuOr("issue_cycles", "fp32_issue_cycles", 24, "source.004_5_2_3"_id);
    cycles.compute = instructions * issue;
    cycles.divergent = launch.serialised * issue;
    cycles.compute -= cycles.divergent;
}

void priceThreads(const LaunchProfile& launch, Pricing& pricing, const ThreadCycles& cycles, bool overlap) {
    pricing.clock();
    const double blocks = pricing.planned("N_B", "input.blocks"_id, static_cast<double>(launch.blocks), "blocks");
    const double warps =
        pricing.planned("N_w", "input.warps_of_block"_id, static_cast<double>(launch.warpsPerBlock()), "warps");
    const double cores = pricing.gpu("N_C", "cores_per_sm");
    const double depth = pricing.gpuOr("D", "pipeline_depth", 4, "source.004_5_3"_id);
    if (cores <= 0) return;
    const double threads = blocks * warps * 32 / (cores * depth);
    pricing.derived("rounds", "input.rounds"_id, threads, "", textOf("formula.rounds"_id));
    const double compute = cycles.compute + cycles.divergent;
    const double memory = cycles.global + cycles.cached + cycles.shared;
    pricing.derived("C_comp", "input.compute_cycles"_id, compute, "cycles", "comp_insts · issue_cycles");
    pricing.derived("C_mem", "input.memory_cycles"_id, memory, "cycles", "C_gmem + C_cache + C_smem");
    pricing.cycles("term.compute"_id, threads * cycles.compute, textOf("formula.compute"_id));
    pricing.cycles("term.divergent"_id, threads * cycles.divergent, textOf("formula.divergent"_id));
    pricing.cycles("term.global"_id, threads * cycles.global, "rounds · C_gmem");
    pricing.cycles("term.cached"_id, threads * cycles.cached, "rounds · C_cache");
    pricing.cycles("term.shared"_id, threads * cycles.shared, "rounds · C_smem");
    if (!overlap) return;
    pricing.cycles("term.hidden"_id, -threads * std::min(compute, memory), textOf("formula.hidden"_id));
    pricing.caseTaken(compute > memory ? textOf("case.compute"_id) : textOf("case.memory"_id));
}

void remarkOnThreads(Pricing& pricing, bool needsCache) {
    if (pricing.input().launches.empty()) return;
    const GpuSpec& gpu = pricing.gpu();
    for (const LaunchProfile& launch : pricing.input().launches) {
        if (launch.type != ElementType::I32) continue;
        pricing.assume(textOf("assume.int_as_float"_id));
        break;
    }
    const GpuValue* sms = gpu.find("sm_count");
    pricing.assume(sms == nullptr ? textOf("assume.one_multiprocessor"_id)
                                  : inWords(Message("assume.one_multiprocessor_of"_id,
                                                    {{"gpu", gpu.title}, {"count", numbers::plain(sms->value)}})));
    if (pricing.computeCapabilityMajor() > 2)
        pricing.outOfRange(
            inWords(Message("range.newer"_id, {{"gpu", gpu.title}, {"capability", gpu.computeCapability}})));
    if (pricing.computeCapabilityMajor() < 2 && needsCache)
        pricing.outOfRange(inWords(Message("range.no_cache"_id, {{"gpu", gpu.title}})));
    for (const LaunchProfile& launch : pricing.input().launches) {
        if (launch.blocks <= kMostBlocksInTables) continue;
        pricing.outOfRange(
            inWords(Message("range.many_blocks"_id, {{"blocks", launch.blocks}, {"most", kMostBlocksInTables}})));
        break;
    }
}

}  // namespace lanescope
