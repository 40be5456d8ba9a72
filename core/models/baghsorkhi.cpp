// SPDX-License-Identifier: GPL-3.0-or-later
// The model of Baghsorkhi et al. as document 004 describes it in section 3.2.2.
#include <algorithm>

#include "core/base/words.h"
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
        const double issue = p.derived("issue", "input.issue_time"_id, 32 / cores, "cycles", "Warp_size / SM_num_SP");
        const double wlp = effectiveWarps(launch, p, r);
        const double compute = computeCycles(launch, p, issue, wlp);
        const double barriers =
            p.counted("NUM_sync", "input.barriers"_id, launch.barriers, "barriers", "source.barriers"_id);
        const double rounds = r.rounds * r.warpsPerSm / wlp;
        p.cycles("term.computation"_id, rounds * wlp * compute, "rounds · WLP_effect · CYC_compute");
        priceStalls(p, r, requests, {compute, barriers, issue, wlp, rounds, clock});
    }

    void remark(Pricing& p) const override {
        if (p.computeCapabilityMajor() >= 2)
            p.outOfRange(inWords(Message("range.caches"_id, {{"gpu", p.gpu().title}})));
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
        const double share = p.counted("ρ", "input.warp_share"_id, launch.warpShare, "", "source.warp_share"_id);
        const double average = p.derived("WLP_avg", "input.running_warps"_id, std::max(1.0, share * r.warpsPerSm),
                                         "warps", textOf("formula.running_warps"_id));
        const double local =
            p.derived("WLP_local", "input.region_warps"_id, average, "warps", textOf("formula.region_warps"_id));
        return p.derived("WLP_effect", "input.hiding_warps"_id, (local + (r.blocksPerSm - 1) * average) / r.blocksPerSm,
                         "warps", "(WLP_local + (NUM_blocks − 1) · WLP_avg) / NUM_blocks");
    }

    static double computeCycles(const LaunchProfile& launch, Pricing& p, double issue, double wlp) {
        const double ilp = p.counted("ILP_effect", "input.effective_ilp"_id, launch.ilp, "", "source.effective_ilp"_id);
        const double pipeline = p.derived("Latency_pipeline", "input.instruction_latency"_id,
                                          instructionLatency(launch, p), "cycles", "inst_lat");
        const double latency = p.derived(
            "Latency_comp", "input.issue_slots"_id, ilp > 0 ? std::max(1.0, pipeline / (issue * ilp * wlp)) : 1, "",
            "max(1, Latency_pipeline / (Warp_size / SM_num_SP · ILP_effect · WLP_effect))");
        const double instructions =
            p.counted("n", "input.warp_instructions"_id,
                      launch.computeInstructions + launch.sharedAccesses * launch.sharedPasses + launch.atomics,
                      "instructions", "source.instructions_with_conflicts"_id);
        return p.derived("CYC_compute", "input.warp_compute_cycles"_id, instructions * latency * issue, "cycles",
                         "C(n) = n · Latency_comp · Warp_size / SM_num_SP");
    }

    static void priceStalls(Pricing& p, const Residency& r, const Requests& requests, const Warp& w) {
        const double waits = requests.all + w.barriers;
        if (waits <= 0) {
            p.caseTaken(textOf("case.computation_alone"_id));
            return;
        }
        const double perSm = memoryBandwidth(p) / (w.clock * r.activeSms);
        if (!(perSm > 0)) return;
        const double transfer = p.derived("CYC_mem", "input.transfer_cycles"_id, requests.all * requests.bytes / perSm,
                                          "cycles", textOf("formula.transfer_cycles"_id));
        if (requests.all > 0) {
            const double stall = p.derived("Latency_BW", "input.bandwidth_stall"_id,
                                           std::max(0.0, (transfer - w.compute) / requests.all) + w.issue, "cycles",
                                           "max(0, (CYC_mem − CYC_compute) / NUM_mem) + Warp_size / SM_num_SP");
            p.cycles("term.bandwidth"_id, w.rounds * w.wlp * requests.all * stall,
                     "rounds · WLP_effect · NUM_mem · Latency_BW");
        }
        const double between = p.derived("NBC_avg", "input.between_waits"_id, w.compute / (waits + 1), "cycles",
                                         "CYC_compute / (NUM_mem + NUM_sync + 1)");
        const double latency = gpuOrFermi(p, "Latency_mem", "dram_latency", 600, "source.004_5_3_latency"_id);
        const double exposed =
            p.derived("Latency_exposed", "input.exposed_latency"_id, std::max(0.0, latency - (w.wlp - 1) * between),
                      "cycles", textOf("formula.exposed_latency"_id));
        p.cycles("term.exposed_latency"_id, w.rounds * requests.all * exposed, "rounds · NUM_mem · Latency_exposed");
        p.caseTaken(exposed > 0 ? textOf("case.latency_exposed"_id) : textOf("case.latency_hidden"_id));
    }
};

}  // namespace

std::unique_ptr<Model> baghsorkhiModel(const ModelOptions& options) { return std::make_unique<Baghsorkhi>(options); }

}  // namespace lanescope
