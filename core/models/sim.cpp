// SPDX-License-Identifier: GPL-3.0-or-later
// The refinement of Hong and Kim's model by Sim, Dasgupta, Kim and Vuduc, PPoPP 2012.
#include <algorithm>

#include "core/base/words.h"
#include "core/models/model_list.h"
#include "core/models/residency.h"
#include "core/models/words.h"

namespace lanescope {
namespace {

constexpr std::string_view kFermi = "source.sim"_id;
constexpr double kGamma = 64;  ///< barriers: of a C2050

class Sim final : public LaunchModel {
public:
    explicit Sim(const ModelOptions& options) : LaunchModel(described("sim"), options) {}

protected:
    void price(const LaunchProfile& launch, Pricing& p) const override {
        const Quantities q = quantitiesOf(launch, p);
        if (!(q.itilp > 0) || !(q.issue > 0)) return;
        const double share = q.warps / q.r.activeSms;  // #total_warps / #active_SMs
        const double parallel = q.instructions * share * q.latency / q.itilp;
        const double computation = parallel + serial(launch, p, q, share);
        p.cycles("term.parallel"_id, parallel, textOf("formula.parallel"_id));
        if (q.requests.all <= 0) {
            p.caseTaken(textOf("case.no_access"_id));
            return;
        }
        priceMemory(p, q, share, computation);
    }

    void remark(Pricing& p) const override {
        if (p.computeCapabilityMajor() != 2)
            p.outOfRange(inWords(
                Message("range.fermi"_id, {{"gpu", p.gpu().title}, {"capability", p.gpu().computeCapability}})));
    }

private:
    struct Quantities {
        Residency r;
        Requests requests;
        double warps = 0;         ///< of the launch
        double instructions = 0;  ///< of a warp
        double latency = 0;       ///< avg_inst_lat
        double issue = 0;         ///< warp_size / SIMD_width
        double itilp = 0;
        double mlp = 1;
        double transactions = 1;
        double delay = 0;        ///< Δ
        double dramLatency = 0;  ///< of a request
        double clock = 0;
    };

    static Quantities quantitiesOf(const LaunchProfile& launch, Pricing& p) {
        Quantities q;
        q.clock = p.clock();
        q.r = residencyOf(launch, p);
        q.requests = requestsOf(launch, p);
        q.warps = p.planned("total_warps", "input.launch_warps"_id, launch.warps(), "warps");
        q.instructions = p.counted(
            "insts", "input.warp_instructions"_id,
            launch.computeInstructions + launch.sharedAccesses + launch.atomics + launch.barriers + q.requests.all,
            "instructions", "source.warp_instructions"_id);
        q.latency = instructionLatency(launch, p);
        const double cores = p.gpu("SIMD_width", "cores_per_sm");
        q.issue = cores > 0 ? 32 / cores : 0;
        const double ilp = p.counted("ILP", "input.ilp"_id, launch.ilp, "", "source.ilp"_id);
        q.mlp = p.counted("MLP", "input.mlp"_id, launch.mlp, "", "source.mlp"_id);
        const double most = q.issue > 0 ? q.latency / q.issue : 0;
        q.itilp =
            p.derived("ITILP", "input.itilp"_id, std::min(ilp * q.r.warpsPerSm, most), "", textOf("formula.itilp"_id));
        const double share = q.requests.uncoalescedShare();
        q.transactions = p.derived("trans_per_req", "input.transactions"_id,
                                   share * q.requests.transactions + (1 - share), "", textOf("formula.by_weight"_id));
        q.delay = gpuOrFermi(p, "Δ", "departure_delay_uncoalesced", 20, kFermi);
        q.dramLatency =
            p.derived("avg_DRAM_lat", "input.dram_latency"_id,
                      gpuOrFermi(p, "DRAM_lat", "dram_latency", 440, kFermi) + (q.transactions - 1) * q.delay, "cycles",
                      textOf("formula.dram_latency"_id));
        return q;
    }

    /// W_serial (equation 6), priced as its parts.
    static double serial(const LaunchProfile& launch, Pricing& p, const Quantities& q, double share) {
        double sum = 0;
        const double barriers =
            p.counted("sync_insts", "input.barriers"_id, launch.barriers, "barriers", "source.barriers"_id);
        if (barriers > 0 && q.instructions > 0) {
            const double gamma = p.assumed("Γ", "input.gamma"_id, kGamma, "", kFermi);
            const double each = gamma * q.dramLatency * q.requests.all / q.instructions;
            const double cycles = barriers * static_cast<double>(launch.blocks) / q.r.activeSms * each;
            p.cycles("term.synchronisation"_id, cycles, textOf("formula.sync"_id));
            sum += cycles;
        }
        if (launch.specialInstructions > 0 && q.instructions > 0) {
            const double width = 32 * gpuOrFermi(p, "SFU_throughput", "sfu_throughput", 4.0 / 32, "source.sim_sfu"_id);
            const double special = p.counted("SFU_insts", "input.special"_id, launch.specialInstructions,
                                             "instructions", "source.special"_id);
            const double excess = std::clamp(special / q.instructions - width * q.issue / 32, 0.0, 1.0);  // F_SFU
            const double cycles = width > 0 ? special * share * 32 / width * excess : 0;
            p.cycles("term.special"_id, cycles, textOf("formula.special"_id));
            sum += cycles;
        }
        const double passes = launch.sharedAccesses * (launch.sharedPasses - 1);
        p.cycles("term.bank_conflicts"_id, passes * share * q.issue, textOf("formula.bank_conflicts"_id));
        return sum + passes * share * q.issue;
    }

    static void priceMemory(Pricing& p, const Quantities& q, double share, double computation) {
        const double n = q.r.warpsPerSm;
        const double miss = p.assumed("miss_ratio", "input.miss_ratio"_id, 1, "", "source.no_cache"_id);
        const double amat = p.derived("AMAT", "input.amat"_id,
                                      q.dramLatency * miss + gpuOrFermi(p, "hit_lat", "l1_latency", 18, kFermi),
                                      "cycles", textOf("formula.amat"_id));
        const double perWarp = q.clock * q.requests.bytes / q.dramLatency;
        const double peak =
            p.derived("MWP_peak_bw", "input.bandwidth_warps"_id, memoryBandwidth(p) / (perWarp * q.r.activeSms),
                      "warps", "BW_peak / (freq · bytes_per_request / avg_DRAM_lat · #active_SMs) (A.6, A.7)");
        const double mwp =
            p.derived("MWP", "input.mwp"_id, std::min({q.dramLatency / (q.transactions * q.delay), peak, n}), "warps",
                      "min(avg_DRAM_lat / (trans_per_req · Δ), MWP_peak_bw, N) (A.5)");
        const double compCycles = q.instructions * q.latency / q.itilp;
        const double memCycles = q.requests.all * amat / q.mlp;
        const double cwp = p.derived("CWP", "input.cwp"_id, std::min((memCycles + compCycles) / compCycles, n), "warps",
                                     textOf("formula.cwp"_id));
        const double exposed = std::min(std::max(1.0, cwp - 1), mwp);
        const double itmlp =
            p.derived("ITMLP", "input.itmlp"_id, std::min(q.mlp * exposed, peak), "", textOf("formula.itmlp"_id));
        const double memory = q.requests.all * share / itmlp * amat;
        p.cycles("term.memory"_id, memory, textOf("formula.memory_time"_id));
        const double zeta = cwp <= mwp ? 1 : 0;
        p.caseTaken(zeta > 0 ? textOf("case.cwp_below"_id) : textOf("case.cwp_above"_id));
        p.cycles("term.hidden"_id, -std::min(computation * (n - zeta) / n, memory), textOf("formula.overlap"_id));
    }
};

}  // namespace

std::unique_ptr<Model> simModel(const ModelOptions& options) { return std::make_unique<Sim>(options); }

}  // namespace lanescope
