// SPDX-License-Identifier: GPL-3.0-or-later
// Hong and Kim's model of memory and computation warp parallelism, ISCA 2009; document 004, section 3.2.1.
#include <algorithm>

#include "core/base/words.h"
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
            p.caseTaken(textOf("case.no_access_of_warps"_id));
            p.cycles("term.computation"_id, r.rounds * q.compCycles * r.warpsPerSm, "Rep · Comp_cycles · N");
        } else {
            priceCase(p, r, q, requests.all);
        }
        const double barriers =
            p.counted("synch_insts", "input.barriers"_id, launch.barriers, "barriers", "source.barriers"_id);
        p.cycles("term.synchronisation"_id, q.departureDelay * (q.mwp - 1) * barriers * r.blocksPerSm * r.rounds,
                 textOf("formula.synchronisation"_id));
    }

    void remark(Pricing& p) const override {
        if (p.computeCapabilityMajor() >= 2)
            p.outOfRange(inWords(Message("range.caches"_id, {{"gpu", p.gpu().title}})));
    }

private:
    static Parallelism parallelismOf(const LaunchProfile& launch, Pricing& p, const Residency& r,
                                     const Requests& requests, double clock) {
        Parallelism q;
        const double latency = gpuOrFermi(p, "Mem_LD", "dram_latency", 600, "source.004_5_3_latency"_id);
        const double delayCoalesced =
            gpuOrFermi(p, "Departure_del_coal", "departure_delay_coalesced", 4, "source.hong_kim"_id);
        const double delayUncoalesced =
            gpuOrFermi(p, "Departure_del_uncoal", "departure_delay_uncoalesced", 40, "source.hong_kim"_id);
        const double uncoalesced = p.derived("Mem_L_Uncoal", "input.uncoalesced_latency"_id,
                                             latency + (requests.transactions - 1) * delayUncoalesced, "cycles",
                                             textOf("formula.uncoalesced_latency"_id));
        const double share = requests.uncoalescedShare();
        q.memL = p.derived("Mem_L", "input.access_latency"_id, share * uncoalesced + (1 - share) * latency, "cycles",
                           textOf("formula.access_latency"_id));
        q.departureDelay = p.derived("Departure_delay", "input.departure_delay"_id,
                                     share * delayUncoalesced * requests.transactions + (1 - share) * delayCoalesced,
                                     "cycles", textOf("formula.by_weight"_id));
        q.memCycles = p.derived("Mem_cycles", "input.memory_wait"_id,
                                uncoalesced * requests.uncoalesced + latency * requests.coalesced(), "cycles",
                                "Mem_L_Uncoal · Uncoal_Mem_insts + Mem_L_Coal · Coal_Mem_insts");
        const double instructions =
            p.counted("total_insts", "input.warp_instructions"_id,
                      launch.computeInstructions + launch.sharedAccesses + launch.atomics + requests.all,
                      "instructions", "source.instructions_without_barriers"_id);
        q.compCycles = p.derived("Comp_cycles", "input.warp_compute_cycles"_id, issueCycles(launch, p) * instructions,
                                 "cycles", textOf("formula.warp_compute_cycles"_id));
        if (!(q.memL > 0) || !(q.compCycles > 0)) return q;
        const double n = r.warpsPerSm;
        const double withoutBandwidth =
            p.derived("MWP_Without_BW", "input.overlap_without_bandwidth"_id,
                      q.departureDelay > 0 ? q.memL / q.departureDelay : n, "warps", "Mem_L / Departure_delay");
        const double frequency = p.derived("Freq", "input.bandwidth_clock"_id, clock, "Hz", "R");
        const double perWarp =
            p.derived("BW_per_warp", "input.bandwidth_per_warp"_id, frequency * requests.bytes / q.memL, "B/s",
                      "Freq · Load_bytes_per_warp / Mem_L");
        const double peak =
            p.derived("MWP_peak_BW", "input.bandwidth_warps"_id, memoryBandwidth(p) / (perWarp * r.activeSms), "warps",
                      "Mem_Bandwidth / (BW_per_warp · ActiveSM)");
        q.mwp = p.derived("MWP", "input.mwp"_id, std::max(1.0, std::min({withoutBandwidth, peak, n})), "warps",
                          textOf("formula.mwp"_id));
        const double full = p.derived("CWP_full", "input.cwp"_id, (q.memCycles + q.compCycles) / q.compCycles, "warps",
                                      "(Mem_cycles + Comp_cycles) / Comp_cycles");
        q.cwp = p.derived("CWP", "input.cwp_of_resident"_id, std::min(full, n), "warps", "min(CWP_full, N)");
        return q;
    }

    static void priceCase(Pricing& p, const Residency& r, const Parallelism& q, double accesses) {
        const double n = r.warpsPerSm;
        double which = 3;
        if (q.mwp == n && q.cwp == n)
            which = 1;
        else if (q.cwp >= q.mwp || q.compCycles > q.memCycles)
            which = 2;
        which = p.derived("case", "input.case"_id, which, "", textOf("formula.case"_id));
        const double between = q.compCycles / accesses;
        if (which == 1) {
            p.caseTaken(textOf("case.first"_id));
            p.cycles("term.memory"_id, r.rounds * q.memCycles, "Rep · Mem_cycles");
            p.cycles("term.computation"_id, r.rounds * q.compCycles, "Rep · Comp_cycles");
            p.cycles("term.other_warps"_id, r.rounds * between * (q.mwp - 1),
                     "Rep · Comp_cycles / Mem_insts · (MWP − 1)");
        } else if (which == 2) {
            p.caseTaken(textOf("case.second"_id));
            p.cycles("term.memory"_id, r.rounds * q.memCycles * n / q.mwp, "Rep · Mem_cycles · N / MWP");
            p.cycles("term.other_warps"_id, r.rounds * between * (q.mwp - 1),
                     "Rep · Comp_cycles / Mem_insts · (MWP − 1)");
        } else {
            p.caseTaken(textOf("case.third"_id));
            p.cycles("term.memory"_id, r.rounds * q.memL, textOf("formula.first_wait"_id));
            p.cycles("term.computation"_id, r.rounds * q.compCycles * n, "Rep · Comp_cycles · N");
        }
    }
};

}  // namespace

std::unique_ptr<Model> hongKimModel(const ModelOptions& options) { return std::make_unique<HongKim>(options); }

}  // namespace lanescope
