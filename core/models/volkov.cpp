// SPDX-License-Identifier: GPL-3.0-or-later
// Volkov's bound: how fast warps can be that hide each other's latency.
#include <algorithm>

#include "core/models/model_list.h"
#include "core/models/residency.h"
#include "core/models/words.h"

namespace lanescope {
namespace {

class Volkov final : public LaunchModel {
public:
    explicit Volkov(const ModelOptions& options) : LaunchModel(described("volkov"), options) {}

protected:
    void price(const LaunchProfile& launch, Pricing& p) const override {
        const double clock = p.clock();
        const Residency r = residencyOf(launch, p);
        const Requests requests = requestsOf(launch, p);
        const double others = p.counted("instructions", "other instructions of a warp",
                                        launch.computeInstructions + launch.sharedAccesses + launch.atomics,
                                        "instructions", "warp instructions without accesses to global memory");
        const double aluLatency = instructionLatency(launch, p);
        const double aluRate = throughput(launch.type, p);
        const double issueRate = issueThroughput(p);
        if (!(clock > 0) || !(aluRate > 0) || !(issueRate > 0)) return;
        const double warps = launch.warps() / r.activeSms;
        const double issue = others + requests.all;
        if (requests.all <= 0) {
            // Little's law for arithmetic: n warps have n instructions under way.
            p.longest({{"latency", warps * others * aluLatency / r.warpsPerSm / clock, "instructions · alu_lat / N"},
                       {"arithmetic", warps * others / aluRate / clock, "instructions / alu_thru"},
                       {"issue", warps * issue / issueRate / clock, "instructions / issue_thru"}});
            return;
        }
        const double alpha = p.derived("α", "instructions between two accesses", others / requests.all, "",
                                       "other instructions / accesses");
        const double memoryLatency = gpuOrFermi(p, "mem_lat", "dram_latency", 600, "004 section 5.3");
        const double latency = p.derived("Latency", "from an access of a warp to its next",
                                         memoryLatency + alpha * aluLatency, "cycles", "mem_lat + α · alu_lat");
        const double memoryRate =
            p.derived("mem_thru", "accesses that memory serves a multiprocessor",
                      requests.bytes > 0 ? memoryBandwidth(p) / (requests.bytes * r.activeSms * clock) : 0, "1/cycle",
                      "bandwidth / (bytes of an access · ActiveSM · clock)");
        p.derived("n_hide", "warps that would hide all latency",
                  memoryLatency * std::min(memoryRate, alpha > 0 ? aluRate / alpha : memoryRate) +
                      aluLatency * std::min(alpha * memoryRate, aluRate),
                  "warps", "mem_lat · alu_thru / α + alu_lat · alu_thru where arithmetic limits; Little's law");
        const double accesses = warps * requests.all;
        p.longest({{"latency", accesses * latency / r.warpsPerSm / clock, "accesses · Latency / N"},
                   {"memory", memoryRate > 0 ? accesses / memoryRate / clock : 0, "accesses / mem_thru"},
                   {"arithmetic", accesses * alpha / aluRate / clock, "accesses · α / alu_thru"},
                   {"issue", warps * issue / issueRate / clock, "accesses · (α + 1) / issue_thru"}});
    }
};

}  // namespace

std::unique_ptr<Model> volkovModel(const ModelOptions& options) { return std::make_unique<Volkov>(options); }

}  // namespace lanescope
