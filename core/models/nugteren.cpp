// SPDX-License-Identifier: GPL-3.0-or-later
// Nugteren's model of five layers as document 004 describes it in section 3.2.4.
#include <algorithm>
#include <cmath>

#include "core/models/model_list.h"
#include "core/models/residency.h"
#include "core/models/words.h"

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
            p.derived("blocks_per_sm", "blocks on a multiprocessor", r.blocksPerSm, "blocks", "ActiveBlocks");
        const double warps =
            p.derived("warps_per_sm", "warps on a multiprocessor", blocks * static_cast<double>(launch.warpsPerBlock()),
                      "warps", "blocks_per_sm · warps_per_block");
        const double executions =
            p.derived("sm_executions", "how often a multiprocessor is filled",
                      std::ceil(static_cast<double>(launch.blocks) / (r.activeSms * r.blocksPerSm)), "",
                      "⌈blocks / (multiprocessors · ActiveBlocks)⌉");
        // memory model
        const double latency = gpuOrFermi(p, "mem_latency", "dram_latency", 600, "004 section 5.3");
        const double rate = p.derived("mem_rate", "between two accesses to memory", memoryRate(p, requests), "cycles",
                                      "the departure delays of both kinds by their weight");
        const double memory =
            p.derived("mem_cycles", "cycles that a warp waits for memory", requests.all * (latency + rate), "cycles",
                      "memory_instr · (mem_latency + mem_rate)");
        const double compute = computeCycles(launch, p, warps);
        if (!(clock > 0) || !(latency + rate > 0)) return;
        const double limit = simultaneous(p, requests, latency + rate, rate, warps, clock, r);
        priceCase(p, executions, warps, limit, memory, compute);
        priceLaunch(p);
    }

    void remark(Pricing& p) const override {
        if (p.computeCapabilityMajor() >= 2)
            p.outOfRange("The model knows no cache; " + p.gpu().title + " has caches for global memory.");
    }

private:
    static double memoryRate(Pricing& p, const Requests& requests) {
        const double coalesced =
            gpuOrFermi(p, "rate_coalesced", "departure_delay_coalesced", 4, "Hong and Kim 2009, of a GTX 280");
        const double share = requests.uncoalescedShare();
        if (share <= 0) return coalesced;
        const double uncoalesced =
            gpuOrFermi(p, "rate_uncoalesced", "departure_delay_uncoalesced", 40, "Hong and Kim 2009, of a GTX 280");
        return (1 - share) * coalesced + share * uncoalesced * requests.transactions;
    }

    /// Core model, with the pipeline of the extensions model.
    static double computeCycles(const LaunchProfile& launch, Pricing& p, double warps) {
        const double instructions = p.counted("computation_instr", "compute instructions of a thread",
                                              launch.computeInstructions + launch.sharedAccesses, "instructions",
                                              "warp instructions without accesses to global memory, over the warps");
        const double processors = p.gpu("processors", "cores_per_sm");
        const double pipeline = p.derived("pipeline_latency", "from an instruction to the use of its result",
                                          instructionLatency(launch, p), "cycles", "inst_lat");
        const double each = processors > 0 && warps > 0 ? std::max(32 / processors, pipeline / warps) : 0;
        return p.derived("comp_cycles", "cycles that a warp computes", instructions * each, "cycles",
                         "computation_instr · max(warp_size / processors, pipeline_latency / warps_per_sm)");
    }

    /// Roofline model: how many accesses can be under way at once.
    static double simultaneous(Pricing& p, const Requests& requests, double wait, double rate, double warps,
                               double clock, const Residency& r) {
        const double bytes = requests.bytes * std::min(1.0, requests.all);
        double bandwidth = warps;
        if (bytes > 0) {
            const double perSm =
                p.derived("bw_per_sm", "bandwidth of a warp on each multiprocessor", bytes * clock / wait, "B/s",
                          "bytes_per_warp · clock / (mem_latency + mem_rate)");
            bandwidth = p.derived("bw_limit", "warps that the bandwidth suffices for",
                                  memoryBandwidth(p) / (perSm * r.activeSms), "warps",
                                  "bandwidth / (bw_per_sm · multiprocessors)");
        }
        const double fire = p.derived("fire_rate_limit", "accesses that start before the first is answered",
                                      rate > 0 ? wait / rate : warps, "warps", "(mem_latency + mem_rate) / mem_rate");
        return p.derived("sim_mem_limit", "accesses under way at once", std::min({bandwidth, fire, warps}), "warps",
                         "min(bw_limit, fire_rate_limit, warps_per_sm)");
    }

    static void priceCase(Pricing& p, double executions, double warps, double limit, double memory, double compute) {
        const bool byMemory = compute * (warps - 1) < memory;
        const double memoryFactor = byMemory && limit > 0 ? warps / limit : 1;
        const double computeFactor = byMemory ? warps - limit : warps;
        p.caseTaken(byMemory ? "memory limits: its waits follow each other in groups of sim_mem_limit warps"
                             : "computation limits: one wait for memory is exposed");
        p.cycles("memory", executions * memoryFactor * memory,
                 byMemory ? "sm_executions · warps_per_sm / sim_mem_limit · mem_cycles" : "sm_executions · mem_cycles");
        p.cycles("computation", executions * computeFactor * compute,
                 byMemory ? "sm_executions · (warps_per_sm − sim_mem_limit) · comp_cycles"
                          : "sm_executions · warps_per_sm · comp_cycles");
    }

    /// Extensions model.
    static void priceLaunch(Pricing& p) {
        if (!p.knows("launch_overhead") && !p.options().given.contains("overhead_base")) {
            p.assume("The launch overhead of " + p.gpu().title + " is not known and left out.");
            return;
        }
        p.seconds("launch overhead", p.gpu("overhead_base", "launch_overhead"), "overhead_base", "launch gaps");
    }
};

}  // namespace

std::unique_ptr<Model> nugterenModel(const ModelOptions& options) { return std::make_unique<Nugteren>(options); }

}  // namespace lanescope
