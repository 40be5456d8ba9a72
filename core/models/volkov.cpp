// SPDX-License-Identifier: GPL-3.0-or-later
// Volkov's bound: how fast warps can be that hide each other's latency.
#include <algorithm>

#include "core/base/words.h"
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
        const double others = p.counted("instructions", "input.other_instructions"_id,
                                        launch.computeInstructions + launch.sharedAccesses + launch.atomics,
                                        "instructions", "source.other_instructions"_id);
        const double aluLatency = instructionLatency(launch, p);
        const double aluRate = throughput(launch.type, p);
        const double issueRate = issueThroughput(p);
        if (!(clock > 0) || !(aluRate > 0) || !(issueRate > 0)) return;
        const double warps = launch.warps() / r.activeSms;
        const double issue = others + requests.all;
        if (requests.all <= 0) {
            // Little's law for arithmetic: n warps have n instructions under way.
            p.longest({{"term.latency"_id, warps * others * aluLatency / r.warpsPerSm / clock,
                        textOf("formula.arithmetic_latency"_id)},
                       {"term.arithmetic"_id, warps * others / aluRate / clock, textOf("formula.arithmetic_alone"_id)},
                       {"term.issue"_id, warps * issue / issueRate / clock, textOf("formula.issue_alone"_id)}});
            return;
        }
        const double alpha = p.derived("α", "input.between_accesses"_id, others / requests.all, "",
                                       textOf("formula.between_accesses"_id));
        const double memoryLatency = gpuOrFermi(p, "mem_lat", "dram_latency", 600, "source.004_5_3_latency"_id);
        const double latency = p.derived("Latency", "input.access_to_access"_id, memoryLatency + alpha * aluLatency,
                                         "cycles", "mem_lat + α · alu_lat");
        const double memoryRate =
            p.derived("mem_thru", "input.memory_throughput"_id,
                      requests.bytes > 0 ? memoryBandwidth(p) / (requests.bytes * r.activeSms * clock) : 0, "1/cycle",
                      textOf("formula.memory_throughput"_id));
        p.derived("n_hide", "input.hide"_id,
                  memoryLatency * std::min(memoryRate, alpha > 0 ? aluRate / alpha : memoryRate) +
                      aluLatency * std::min(alpha * memoryRate, aluRate),
                  "warps", textOf("formula.hide"_id));
        const double accesses = warps * requests.all;
        p.longest({{"term.latency"_id, accesses * latency / r.warpsPerSm / clock, textOf("formula.latency"_id)},
                   {"term.memory"_id, memoryRate > 0 ? accesses / memoryRate / clock : 0,
                    textOf("formula.memory_throughput_time"_id)},
                   {"term.arithmetic"_id, accesses * alpha / aluRate / clock, textOf("formula.arithmetic"_id)},
                   {"term.issue"_id, warps * issue / issueRate / clock, textOf("formula.issue"_id)}});
    }
};

}  // namespace

std::unique_ptr<Model> volkovModel(const ModelOptions& options) { return std::make_unique<Volkov>(options); }

}  // namespace lanescope
