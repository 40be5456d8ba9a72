// SPDX-License-Identifier: GPL-3.0-or-later
// The simulation of core/timing as a model: its terms are where the time of the warps went.
#include "core/timing/simulation.h"

#include <numeric>

#include "core/base/words.h"
#include "core/models/bound_terms.h"
#include "core/models/model_list.h"
#include "core/models/timing_words.h"
#include "core/models/words.h"
#include "core/timing/simulated_counters.h"

namespace lanescope {
namespace {

class SimulationModel final : public LaunchModel {
public:
    explicit SimulationModel(const ModelOptions& options) : LaunchModel(described("simulation"), options) {}
    [[nodiscard]] bool needsSample() const override { return true; }

protected:
    void price(const LaunchProfile& launch, Pricing& p) const override {
        const std::optional<timing::Parameters> parameters = timingParameters(launch, p);
        if (!parameters) return;
        const Result<timing::Simulated>& simulated = p.once(
            launch, [&] { return timing::simulate(*launch.sample, launch.registersPerThread, p.gpu(), *parameters); });
        if (!simulated) return p.cannot(describe(simulated.error()));
        tellSetting(launch, simulated->setting, p);
        tellRun(*simulated, p);
        if (p.wantsCounters()) tellCounters(launch, *parameters, p);
        priceStart(launch, *parameters, p);
        const auto& reasons = simulated->run.warpCycles;
        const double all = std::accumulate(reasons.begin(), reasons.end(), 0.0);
        const double seconds = simulated->even / parameters->clock;
        for (std::size_t i = 0; i < reasons.size() && all > 0; ++i)
            p.seconds(termOf(static_cast<timing::Reason>(i)), seconds * reasons[i] / all,
                      textOf("formula.share_of_warps"_id));
        if (simulated->cycles > simulated->even)
            p.seconds("term.uneven_blocks"_id, (simulated->cycles - simulated->even) / parameters->clock,
                      textOf("formula.uneven_blocks"_id));
        const timing::Bound bound = timing::boundOf(simulated->run, *parameters);
        p.bound(termOf(bound));
        p.caseTaken(caseOf(bound));
    }

private:
    static void tellRun(const timing::Simulated& simulated, Pricing& p) {
        const timing::MultiprocessorRun& run = simulated.run;
        p.derived("cycles", "input.simulated_cycles"_id, simulated.cycles, "cycles",
                  textOf("formula.simulated_cycles"_id));
        p.derived("machine", "input.machine_instructions"_id, simulated.instructions, "instructions",
                  textOf("formula.machine_instructions"_id));
        if (run.traffic.l1Requests > 0)
            p.derived("l1_hits", "input.l1_hits"_id, run.traffic.l1Hits / run.traffic.l1Requests, "",
                      textOf("formula.l1_hits"_id));
    }

    static void tellCounters(const LaunchProfile& launch, const timing::Parameters& parameters, Pricing& p) {
        const Result<timing::Simulated> counted =
            timing::simulate(*launch.sample, launch.registersPerThread, p.gpu(), timing::asCounted(parameters, p.gpu()),
                             {.counted = true});
        p.counters(counted ? timing::countersOf(*counted, *launch.sample, p.gpu()) : Counters());
    }
};

}  // namespace

std::unique_ptr<Model> simulationModel(const ModelOptions& options) {
    return std::make_unique<SimulationModel>(options);
}

}  // namespace lanescope
