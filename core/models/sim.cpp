// SPDX-License-Identifier: GPL-3.0-or-later
// The refinement of Hong and Kim's model by Sim, Dasgupta, Kim and Vuduc, PPoPP 2012.
#include <algorithm>

#include "core/models/model_list.h"
#include "core/models/residency.h"
#include "core/models/words.h"

namespace lanescope {
namespace {

constexpr std::string_view kFermi = "Sim et al. 2012, of a Fermi C2050";
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
        p.cycles("parallel instructions", parallel,
                 "W_parallel = #insts · #total_warps / #active_SMs · avg_inst_lat / ITILP (equation 3)");
        if (q.requests.all <= 0) {
            p.caseTaken("no access to global memory: computation alone");
            return;
        }
        priceMemory(p, q, share, computation);
    }

    void remark(Pricing& p) const override {
        if (p.computeCapabilityMajor() != 2)
            p.outOfRange(
                "The refinement was made for Fermi (compute capability 2.0) and knows nothing of what came "
                "before or after; " +
                p.gpu().title + " has " + p.gpu().computeCapability + ".");
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
        q.warps = p.planned("total_warps", "warps of the launch", launch.warps(), "warps");
        q.instructions = p.counted(
            "insts", "instructions of a warp",
            launch.computeInstructions + launch.sharedAccesses + launch.atomics + launch.barriers + q.requests.all,
            "instructions", "warp_instructions over the warps");
        q.latency = instructionLatency(launch, p);
        const double cores = p.gpu("SIMD_width", "cores_per_sm");
        q.issue = cores > 0 ? 32 / cores : 0;
        const double ilp = p.counted("ILP", "instructions that a warp could issue at once", launch.ilp, "",
                                     "instructions over the longest chain of dependent ones, of each basic block");
        q.mlp = p.counted("MLP", "loads that a warp has under way at once", launch.mlp, "",
                          "global loads over the longest chain of dependent ones, of each basic block");
        const double most = q.issue > 0 ? q.latency / q.issue : 0;
        q.itilp =
            p.derived("ITILP", "instructions under way at once, of all warps", std::min(ilp * q.r.warpsPerSm, most), "",
                      "min(ILP · N, avg_inst_lat / (warp_size / SIMD_width)) (equations 4 and 5)");
        const double share = q.requests.uncoalescedShare();
        q.transactions = p.derived("trans_per_req", "transactions of a request",
                                   share * q.requests.transactions + (1 - share), "", "of both kinds by their weight");
        q.delay = gpuOrFermi(p, "Δ", "departure_delay_uncoalesced", 20, kFermi);
        q.dramLatency =
            p.derived("avg_DRAM_lat", "latency of a request to DRAM",
                      gpuOrFermi(p, "DRAM_lat", "dram_latency", 440, kFermi) + (q.transactions - 1) * q.delay, "cycles",
                      "DRAM_lat + (trans_per_req − 1) · Δ (equation 13)");
        return q;
    }

    /// W_serial (equation 6), priced as its parts.
    static double serial(const LaunchProfile& launch, Pricing& p, const Quantities& q, double share) {
        double sum = 0;
        const double barriers =
            p.counted("sync_insts", "barriers of a warp", launch.barriers, "barriers", "barriers over the warps");
        if (barriers > 0 && q.instructions > 0) {
            const double gamma = p.assumed("Γ", "machine parameter of barriers", kGamma, "", kFermi);
            const double each = gamma * q.dramLatency * q.requests.all / q.instructions;
            const double cycles = barriers * static_cast<double>(launch.blocks) / q.r.activeSms * each;
            p.cycles(
                "synchronisation", cycles,
                "O_sync = #sync_insts · #blocks / #active_SMs · Γ · avg_DRAM_lat · #mem_insts / #insts (equations 7, "
                "8; by blocks, as a re-implementation has it)");
            sum += cycles;
        }
        if (launch.specialInstructions > 0 && q.instructions > 0) {
            const double width =
                32 * gpuOrFermi(p, "SFU_throughput", "sfu_throughput", 4.0 / 32, "4 units, " + std::string(kFermi));
            const double special = p.counted("SFU_insts", "instructions of the special function units",
                                             launch.specialInstructions, "instructions", "by PTX instruction");
            const double excess = std::clamp(special / q.instructions - width * q.issue / 32, 0.0, 1.0);  // F_SFU
            const double cycles = width > 0 ? special * share * 32 / width * excess : 0;
            p.cycles(
                "special function units", cycles,
                "O_SFU = #SFU_insts · #total_warps / #active_SMs · warp_size / SFU_width · F_SFU (equations 9, 10)");
            sum += cycles;
        }
        const double passes = launch.sharedAccesses * (launch.sharedPasses - 1);
        p.cycles("bank conflicts", passes * share * q.issue,
                 "O_bank: passes beyond the fewest · #total_warps / #active_SMs · "
                 "warp_size / SIMD_width; ours");
        return sum + passes * share * q.issue;
    }

    static void priceMemory(Pricing& p, const Quantities& q, double share, double computation) {
        const double n = q.r.warpsPerSm;
        const double miss =
            p.assumed("miss_ratio", "share of the requests that go to DRAM", 1, "", "no cache is emulated");
        const double amat = p.derived("AMAT", "latency of a request, caches included",
                                      q.dramLatency * miss + gpuOrFermi(p, "hit_lat", "l1_latency", 18, kFermi),
                                      "cycles", "avg_DRAM_lat · miss_ratio + hit_lat (equation 12)");
        const double perWarp = q.clock * q.requests.bytes / q.dramLatency;
        const double peak = p.derived("MWP_peak_bw", "warps that the bandwidth suffices for",
                                      memoryBandwidth(p) / (perWarp * q.r.activeSms), "warps",
                                      "BW_peak / (freq · bytes_per_request / avg_DRAM_lat · #active_SMs) (A.6, A.7)");
        const double mwp = p.derived("MWP", "warps whose accesses to memory overlap",
                                     std::min({q.dramLatency / (q.transactions * q.delay), peak, n}), "warps",
                                     "min(avg_DRAM_lat / (trans_per_req · Δ), MWP_peak_bw, N) (A.5)");
        const double compCycles = q.instructions * q.latency / q.itilp;
        const double memCycles = q.requests.all * amat / q.mlp;
        const double cwp = p.derived("CWP", "warps whose computation fits into a wait for memory",
                                     std::min((memCycles + compCycles) / compCycles, n), "warps",
                                     "min((mem_cycles + comp_cycles) / comp_cycles, N) (A.1 to A.4)");
        const double exposed = std::min(std::max(1.0, cwp - 1), mwp);
        const double itmlp = p.derived("ITMLP", "requests to memory under way at once", std::min(q.mlp * exposed, peak),
                                       "", "min(MLP · min(max(1, CWP − 1), MWP), MWP_peak_bw) (equations 14, 15)");
        const double memory = q.requests.all * share / itmlp * amat;
        p.cycles("memory", memory, "T_mem = #mem_insts · #total_warps / (#active_SMs · ITMLP) · AMAT (equation 11)");
        const double zeta = cwp <= mwp ? 1 : 0;
        p.caseTaken(zeta > 0 ? "CWP ≤ MWP: computation takes the time" : "CWP > MWP: memory takes the time");
        p.cycles("hidden by overlap", -std::min(computation * (n - zeta) / n, memory),
                 "T_overlap = min(T_comp · (N − ζ) / N, T_mem), ζ = 1 if CWP ≤ MWP (equations 16, 17)");
    }
};

}  // namespace

std::unique_ptr<Model> simModel(const ModelOptions& options) { return std::make_unique<Sim>(options); }

}  // namespace lanescope
