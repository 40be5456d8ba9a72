// SPDX-License-Identifier: GPL-3.0-or-later
// The simulation of core/timing as a model: its terms are where the time of the warps went.
#include "core/timing/simulation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/models/model_list.h"
#include "core/models/timing_words.h"
#include "core/models/words.h"

namespace lanescope {
namespace {

/// In the order of timing::Reason.
constexpr std::array<std::string_view, timing::kReasons> kTerms{
    "term.issuing"_id,   "term.wait_result"_id,   "term.wait_global"_id, "term.wait_shared"_id, "term.wait_barrier"_id,
    "term.wait_pipe"_id, "term.wait_requests"_id, "term.wait_fetch"_id,  "term.not_selected"_id};

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
        priceStart(launch, *parameters, p);
        const auto& reasons = simulated->run.warpCycles;
        const double all = std::accumulate(reasons.begin(), reasons.end(), 0.0);
        const double seconds = simulated->cycles / parameters->clock;
        for (std::size_t i = 0; i < reasons.size() && all > 0; ++i)
            p.seconds(kTerms[i], seconds * reasons[i] / all, textOf("formula.share_of_warps"_id));
        tellBound(*simulated, *parameters, p);
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

    /// What is busy longest; where nothing is for half of the time, the wait that takes most.
    static void tellBound(const timing::Simulated& simulated, const timing::Parameters& parameters, Pricing& p) {
        const timing::MultiprocessorRun& run = simulated.run;
        struct Busy {
            std::string_view term;
            double cycles;
        };
        const std::array busy{
            Busy{"term.issue"_id, run.instructions * parameters.issue / timing::Parameters::kSchedulers},
            Busy{"term.requests"_id, run.requestBusy}, Busy{"term.l2"_id, run.l2Busy},
            Busy{"term.dram"_id, run.dramBusy}};
        const Busy& most = *std::ranges::max_element(busy, {}, &Busy::cycles);
        constexpr double kHalf = 0.5;
        const double share = run.end > 0 ? most.cycles / run.end : 0;
        if (share >= kHalf) {
            p.bound(most.term);
            return p.caseTaken(inWords(
                Message("case.busy"_id, {{"resource", textOf(most.term)},
                                         {"share", numbers::plain(std::min(100.0, std::round(share * 100)))}})));
        }
        const auto longest = static_cast<std::size_t>(
            std::max_element(run.warpCycles.begin() + 1, run.warpCycles.end()) - run.warpCycles.begin());
        p.bound(kTerms[longest]);
        p.caseTaken(inWords(Message("case.latency_bound"_id, {{"reason", textOf(kTerms[longest])}})));
    }
};

}  // namespace

std::unique_ptr<Model> simulationModel(const ModelOptions& options) {
    return std::make_unique<SimulationModel>(options);
}

}  // namespace lanescope
