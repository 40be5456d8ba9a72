// SPDX-License-Identifier: GPL-3.0-or-later
// Nugteren's model of five layers as document 004 describes it in section 3.2.4.
#include <algorithm>
#include <cmath>

#include "core/base/words.h"
#include "core/models/model_list.h"
#include "core/models/residency.h"
#include "core/models/words.h"
#include "core/plan/part_name.h"

namespace lanescope {
namespace {

class Nugteren final : public LaunchModel {
public:
    explicit Nugteren(const ModelOptions& options) : LaunchModel(described("nugteren"), options) {}

protected:
    void price(const LaunchProfile& launch, Pricing& p) const override {
        const double clock = p.clock();
        const Residency r = residencyOf(launch, p);
        const Requests requests = requestsOf(launch, p);
        // null model: the most restrictive of blocks that there are, of the hardware's limits
        const double blocks =
            p.derived("blocks_per_sm", "input.blocks_per_sm"_id, r.blocksPerSm, "blocks", "ActiveBlocks");
        const double warps =
            p.derived("warps_per_sm", "input.warps_per_sm"_id, blocks * static_cast<double>(launch.warpsPerBlock()),
                      "warps", "blocks_per_sm · warps_per_block");
        const double executions =
            p.derived("sm_executions", "input.rounds_of_sm"_id,
                      std::ceil(static_cast<double>(launch.blocks) / (r.activeSms * r.blocksPerSm)), "",
                      textOf("formula.executions"_id));
        // memory model
        const double latency = gpuOrFermi(p, "mem_latency", "dram_latency", 600, "source.004_5_3_latency"_id);
        const double rate = p.derived("mem_rate", "input.memory_rate"_id, memoryRate(p, requests), "cycles",
                                      textOf("formula.memory_rate"_id));
        const double memory = p.derived("mem_cycles", "input.memory_wait"_id, requests.all * (latency + rate), "cycles",
                                        "memory_instr · (mem_latency + mem_rate)");
        const double compute = computeCycles(launch, p, warps);
        if (!(clock > 0) || !(latency + rate > 0)) return;
        const double limit = simultaneous(p, requests, latency + rate, rate, warps, clock, r);
        priceCase(p, executions, warps, limit, memory, compute);
        priceLaunch(p);
    }

    void remark(Pricing& p) const override {
        if (p.computeCapabilityMajor() >= 2)
            p.outOfRange(inWords(Message("range.caches"_id, {{"gpu", p.gpu().title}})));
    }

private:
    static double memoryRate(Pricing& p, const Requests& requests) {
        const double coalesced = gpuOrFermi(p, "rate_coalesced", "departure_delay_coalesced", 4, "source.hong_kim"_id);
        const double share = requests.uncoalescedShare();
        if (share <= 0) return coalesced;
        const double uncoalesced =
            gpuOrFermi(p, "rate_uncoalesced", "departure_delay_uncoalesced", 40, "source.hong_kim"_id);
        return (1 - share) * coalesced + share * uncoalesced * requests.transactions;
    }

    /// Core model, with the pipeline of the extensions model.
    static double computeCycles(const LaunchProfile& launch, Pricing& p, double warps) {
        const double instructions = p.counted("computation_instr", "input.compute_instructions"_id,
                                              launch.computeInstructions + launch.sharedAccesses, "instructions",
                                              "source.instructions_over_warps"_id);
        const double processors = p.gpu("processors", "cores_per_sm");
        const double pipeline = p.derived("pipeline_latency", "input.instruction_latency"_id,
                                          instructionLatency(launch, p), "cycles", "inst_lat");
        const double each = processors > 0 && warps > 0 ? std::max(32 / processors, pipeline / warps) : 0;
        return p.derived("comp_cycles", "input.warp_compute_cycles"_id, instructions * each, "cycles",
                         "computation_instr · max(warp_size / processors, pipeline_latency / warps_per_sm)");
    }

    /// Roofline model: how many accesses can be under way at once.
    static double simultaneous(Pricing& p, const Requests& requests, double wait, double rate, double warps,
                               double clock, const Residency& r) {
        const double bytes = requests.bytes * std::min(1.0, requests.all);
        double bandwidth = warps;
        if (bytes > 0) {
            const double perSm = p.derived("bw_per_sm", "input.bandwidth_per_sm"_id, bytes * clock / wait, "B/s",
                                           "bytes_per_warp · clock / (mem_latency + mem_rate)");
            bandwidth = p.derived("bw_limit", "input.bandwidth_warps"_id, memoryBandwidth(p) / (perSm * r.activeSms),
                                  "warps", "bandwidth / (bw_per_sm · multiprocessors)");
        }
        const double fire = p.derived("fire_rate_limit", "input.fire_rate"_id, rate > 0 ? wait / rate : warps, "warps",
                                      "(mem_latency + mem_rate) / mem_rate");
        return p.derived("sim_mem_limit", "input.accesses_under_way"_id, std::min({bandwidth, fire, warps}), "warps",
                         "min(bw_limit, fire_rate_limit, warps_per_sm)");
    }

    static void priceCase(Pricing& p, double executions, double warps, double limit, double memory, double compute) {
        const bool byMemory = compute * (warps - 1) < memory;
        const double memoryFactor = byMemory && limit > 0 ? warps / limit : 1;
        const double computeFactor = byMemory ? warps - limit : warps;
        p.caseTaken(byMemory ? textOf("case.memory_limits"_id) : textOf("case.computation_limits"_id));
        p.cycles("term.memory"_id, executions * memoryFactor * memory,
                 byMemory ? "sm_executions · warps_per_sm / sim_mem_limit · mem_cycles" : "sm_executions · mem_cycles");
        p.cycles("term.computation"_id, executions * computeFactor * compute,
                 byMemory ? "sm_executions · (warps_per_sm − sim_mem_limit) · comp_cycles"
                          : "sm_executions · warps_per_sm · comp_cycles");
    }

    /// Extensions model.
    static void priceLaunch(Pricing& p) {
        if (!p.knows("launch_overhead") && !p.options().given.contains("overhead_base")) {
            p.assume(inWords(Message("assume.no_launch_overhead"_id, {{"gpu", p.gpu().title}})));
            return;
        }
        p.seconds("term.launch_overhead"_id, p.gpu("overhead_base", "launch_overhead"), "overhead_base", kLaunchGaps);
    }
};

}  // namespace

std::unique_ptr<Model> nugterenModel(const ModelOptions& options) { return std::make_unique<Nugteren>(options); }

}  // namespace lanescope
