// SPDX-License-Identifier: GPL-3.0-or-later
// The model of Baghsorkhi et al. as document 004 describes it in section 3.2.2.
#include <algorithm>

#include "core/models/model_list.h"
#include "core/models/residency.h"
#include "core/models/words.h"

namespace lanescope {
namespace {

class Baghsorkhi final : public LaunchModel {
public:
    explicit Baghsorkhi(const ModelOptions& options) : LaunchModel(described("baghsorkhi"), options) {}

protected:
    void price(const LaunchProfile& launch, Pricing& p) const override {
        const double clock = p.clock();
        const Residency r = residencyOf(launch, p);
        const Requests requests = requestsOf(launch, p);
        const double cores = p.gpu("SM_num_SP", "cores_per_sm");
        if (!(cores > 0) || !(clock > 0) || !(r.warpsPerSm > 0)) return;
        const double issue =
            p.derived("issue", "cycles to issue a warp instruction", 32 / cores, "cycles", "Warp_size / SM_num_SP");
        const double wlp = effectiveWarps(launch, p, r);
        const double compute = computeCycles(launch, p, issue, wlp);
        const double barriers =
            p.counted("NUM_sync", "barriers of a warp", launch.barriers, "barriers", "barriers over the warps");
        const double rounds = r.rounds * r.warpsPerSm / wlp;
        p.cycles("computation", rounds * wlp * compute, "rounds · WLP_effect · CYC_compute");
        priceStalls(p, r, requests, {compute, barriers, issue, wlp, rounds, clock});
    }

    void remark(Pricing& p) const override {
        if (p.computeCapabilityMajor() >= 2)
            p.outOfRange("The model knows no cache; " + p.gpu().title + " has caches for global memory.");
    }

private:
    struct Warp {
        double compute = 0;
        double barriers = 0;
        double issue = 0;
        double wlp = 1;
        double rounds = 1;
        double clock = 0;
    };

    static double effectiveWarps(const LaunchProfile& launch, Pricing& p, const Residency& r) {
        const double share = p.counted("ρ", "share of the warps that run an instruction, on average", launch.warpShare,
                                       "", "how often each basic block was run, over the loop around it");
        const double average =
            p.derived("WLP_avg", "warps that run an instruction", std::max(1.0, share * r.warpsPerSm), "warps",
                      "Σ ρ · instructions · WLP_max / Σ instructions, at least 1");
        const double local = p.derived("WLP_local", "the same of the region", average, "warps", "WLP_avg: one region");
        return p.derived("WLP_effect", "warps that hide each other's waits",
                         (local + (r.blocksPerSm - 1) * average) / r.blocksPerSm, "warps",
                         "(WLP_local + (NUM_blocks − 1) · WLP_avg) / NUM_blocks");
    }

    static double computeCycles(const LaunchProfile& launch, Pricing& p, double issue, double wlp) {
        const double ilp = p.counted("ILP_effect", "instructions of a warp that hide each other's latency", launch.ilp,
                                     "", "instructions over the longest def-use chain, of each basic block");
        const double pipeline = p.derived("Latency_pipeline", "from an instruction to the use of its result",
                                          instructionLatency(launch, p), "cycles", "inst_lat");
        const double latency =
            p.derived("Latency_comp", "issue slots that an instruction takes",
                      ilp > 0 ? std::max(1.0, pipeline / (issue * ilp * wlp)) : 1, "",
                      "max(1, Latency_pipeline / (Warp_size / SM_num_SP · ILP_effect · WLP_effect))");
        const double instructions = p.counted(
            "n", "instructions of a warp",
            launch.computeInstructions + launch.sharedAccesses * launch.sharedPasses + launch.atomics, "instructions",
            "warp instructions without accesses to global memory, bank conflicts as further ones");
        return p.derived("CYC_compute", "cycles that a warp computes", instructions * latency * issue, "cycles",
                         "C(n) = n · Latency_comp · Warp_size / SM_num_SP");
    }

    static void priceStalls(Pricing& p, const Residency& r, const Requests& requests, const Warp& w) {
        const double waits = requests.all + w.barriers;
        if (waits <= 0) {
            p.caseTaken("no memory and no barrier: computation alone");
            return;
        }
        const double perSm = memoryBandwidth(p) / (w.clock * r.activeSms);
        if (!(perSm > 0)) return;
        const double transfer =
            p.derived("CYC_mem", "cycles that the bytes of a warp take", requests.all * requests.bytes / perSm,
                      "cycles", "NUM_bytes · clock · ActiveSM / bandwidth");
        if (requests.all > 0) {
            const double stall = p.derived("Latency_BW", "stall of an access for bandwidth",
                                           std::max(0.0, (transfer - w.compute) / requests.all) + w.issue, "cycles",
                                           "max(0, (CYC_mem − CYC_compute) / NUM_mem) + Warp_size / SM_num_SP");
            p.cycles("bandwidth", w.rounds * w.wlp * requests.all * stall,
                     "rounds · WLP_effect · NUM_mem · Latency_BW");
        }
        const double between = p.derived("NBC_avg", "cycles of a warp between two waits", w.compute / (waits + 1),
                                         "cycles", "CYC_compute / (NUM_mem + NUM_sync + 1)");
        const double latency = gpuOrFermi(p, "Latency_mem", "dram_latency", 600, "004 section 5.3");
        const double exposed = p.derived("Latency_exposed", "latency that the other warps do not hide",
                                         std::max(0.0, latency - (w.wlp - 1) * between), "cycles",
                                         "Latency_mem − (WLP_effect − 1) · NBC_avg, at least 0");
        p.cycles("exposed latency", w.rounds * requests.all * exposed, "rounds · NUM_mem · Latency_exposed");
        p.caseTaken(exposed > 0 ? "latency of memory is exposed: the warps do not compute enough between two waits"
                                : "latency of memory is hidden by the other warps");
    }
};

}  // namespace

std::unique_ptr<Model> baghsorkhiModel(const ModelOptions& options) { return std::make_unique<Baghsorkhi>(options); }

}  // namespace lanescope
