// SPDX-License-Identifier: GPL-3.0-or-later
// Hong and Kim's model of memory and computation warp parallelism, ISCA 2009; document 004, section 3.2.1.
#include <algorithm>

#include "core/models/model_list.h"
#include "core/models/residency.h"
#include "core/models/words.h"

namespace lanescope {
namespace {

/// Quantities of the model by the names of its authors.
struct Parallelism {
    double memL = 0;  ///< latency of an access, the mean of both kinds
    double departureDelay = 0;
    double memCycles = 0;
    double compCycles = 0;
    double mwp = 1;
    double cwp = 1;
};

class HongKim final : public LaunchModel {
public:
    explicit HongKim(const ModelOptions& options) : LaunchModel(described("hong-kim"), options) {}

protected:
    void price(const LaunchProfile& launch, Pricing& p) const override {
        const double clock = p.clock();
        const Residency r = residencyOf(launch, p);
        const Requests requests = requestsOf(launch, p);
        const Parallelism q = parallelismOf(launch, p, r, requests, clock);
        if (requests.all <= 0) {
            p.caseTaken("no access to global memory: the warps' computation alone");
            p.cycles("computation", r.rounds * q.compCycles * r.warpsPerSm, "Rep · Comp_cycles · N");
        } else {
            priceCase(p, r, q, requests.all);
        }
        const double barriers =
            p.counted("synch_insts", "barriers of a warp", launch.barriers, "barriers", "barriers over the warps");
        p.cycles("synchronisation", q.departureDelay * (q.mwp - 1) * barriers * r.blocksPerSm * r.rounds,
                 "Departure_delay · (MWP − 1) · synch_insts · ActiveBlocks · Rep; 004 section 3.2.1, Coste global");
    }

    void remark(Pricing& p) const override {
        if (p.computeCapabilityMajor() >= 2)
            p.outOfRange("The model knows no cache; " + p.gpu().title + " has caches for global memory.");
    }

private:
    static Parallelism parallelismOf(const LaunchProfile& launch, Pricing& p, const Residency& r,
                                     const Requests& requests, double clock) {
        Parallelism q;
        const double latency = gpuOrFermi(p, "Mem_LD", "dram_latency", 600, "004 section 5.3");
        const double delayCoalesced =
            gpuOrFermi(p, "Departure_del_coal", "departure_delay_coalesced", 4, "Hong and Kim 2009, of a GTX 280");
        const double delayUncoalesced =
            gpuOrFermi(p, "Departure_del_uncoal", "departure_delay_uncoalesced", 40, "Hong and Kim 2009, of a GTX 280");
        const double uncoalesced =
            p.derived("Mem_L_Uncoal", "latency of an uncoalesced access",
                      latency + (requests.transactions - 1) * delayUncoalesced, "cycles",
                      "Mem_LD + (Uncoal_per_mw − 1) · Departure_del_uncoal; 004 section 3.2.1, Coste de "
                      "acceso a memoria");
        const double share = requests.uncoalescedShare();
        q.memL = p.derived("Mem_L", "latency of an access", share * uncoalesced + (1 - share) * latency, "cycles",
                           "the mean of both kinds by their weight; 004 section 3.2.1, Coste de acceso a memoria");
        q.departureDelay = p.derived("Departure_delay", "between the accesses of two warps",
                                     share * delayUncoalesced * requests.transactions + (1 - share) * delayCoalesced,
                                     "cycles", "of both kinds by their weight");
        q.memCycles = p.derived("Mem_cycles", "cycles that a warp waits for memory",
                                uncoalesced * requests.uncoalesced + latency * requests.coalesced(), "cycles",
                                "Mem_L_Uncoal · Uncoal_Mem_insts + Mem_L_Coal · Coal_Mem_insts");
        const double instructions =
            p.counted("total_insts", "instructions of a warp",
                      launch.computeInstructions + launch.sharedAccesses + launch.atomics + requests.all,
                      "instructions", "warp_instructions over the warps, barriers left out");
        q.compCycles = p.derived("Comp_cycles", "cycles that a warp computes", issueCycles(launch, p) * instructions,
                                 "cycles", "Issue_cycles · total_insts; 004 section 3.2.1, Coste de computación");
        if (!(q.memL > 0) || !(q.compCycles > 0)) return q;
        const double n = r.warpsPerSm;
        const double withoutBandwidth =
            p.derived("MWP_Without_BW", "warps whose accesses overlap, bandwidth aside",
                      q.departureDelay > 0 ? q.memL / q.departureDelay : n, "warps", "Mem_L / Departure_delay");
        const double frequency = p.derived("Freq", "clock of the bandwidth that a warp needs", clock, "Hz", "R");
        const double perWarp =
            p.derived("BW_per_warp", "bandwidth that a warp needs", frequency * requests.bytes / q.memL, "B/s",
                      "Freq · Load_bytes_per_warp / Mem_L");
        const double peak = p.derived("MWP_peak_BW", "warps that the bandwidth suffices for",
                                      memoryBandwidth(p) / (perWarp * r.activeSms), "warps",
                                      "Mem_Bandwidth / (BW_per_warp · ActiveSM)");
        q.mwp = p.derived("MWP", "warps whose accesses to memory overlap",
                          std::max(1.0, std::min({withoutBandwidth, peak, n})), "warps",
                          "min(MWP_Without_BW, MWP_peak_BW, N), at least 1");
        const double full =
            p.derived("CWP_full", "warps whose computation fits into a wait for memory",
                      (q.memCycles + q.compCycles) / q.compCycles, "warps", "(Mem_cycles + Comp_cycles) / Comp_cycles");
        q.cwp = p.derived("CWP", "the same, of those that there are", std::min(full, n), "warps", "min(CWP_full, N)");
        return q;
    }

    static void priceCase(Pricing& p, const Residency& r, const Parallelism& q, double accesses) {
        const double n = r.warpsPerSm;
        double which = 3;
        if (q.mwp == n && q.cwp == n)
            which = 1;
        else if (q.cwp >= q.mwp || q.compCycles > q.memCycles)
            which = 2;
        which = p.derived("case", "case of the model", which, "",
                          "1: MWP = CWP = N; 2: CWP ≥ MWP or Comp_cycles > Mem_cycles; 3: MWP > CWP; 004 section "
                          "3.2.1, Coste global");
        const double between = q.compCycles / accesses;
        if (which == 1) {
            p.caseTaken(
                "MWP = CWP = N (004 section 3.2.1, first case): there are not enough warps, memory latency is "
                "exposed");
            p.cycles("memory", r.rounds * q.memCycles, "Rep · Mem_cycles");
            p.cycles("computation", r.rounds * q.compCycles, "Rep · Comp_cycles");
            p.cycles("computation of other warps", r.rounds * between * (q.mwp - 1),
                     "Rep · Comp_cycles / Mem_insts · (MWP − 1)");
        } else if (which == 2) {
            p.caseTaken(
                "CWP ≥ MWP (004 section 3.2.1, second case): memory takes the time, computation is hidden behind it");
            p.cycles("memory", r.rounds * q.memCycles * n / q.mwp, "Rep · Mem_cycles · N / MWP");
            p.cycles("computation of other warps", r.rounds * between * (q.mwp - 1),
                     "Rep · Comp_cycles / Mem_insts · (MWP − 1)");
        } else {
            p.caseTaken(
                "MWP > CWP (004 section 3.2.1, third case): computation takes the time, memory is hidden behind it");
            p.cycles("memory", r.rounds * q.memL, "Rep · Mem_L: the first wait");
            p.cycles("computation", r.rounds * q.compCycles * n, "Rep · Comp_cycles · N");
        }
    }
};

}  // namespace

std::unique_ptr<Model> hongKimModel(const ModelOptions& options) { return std::make_unique<HongKim>(options); }

}  // namespace lanescope
