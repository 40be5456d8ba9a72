// SPDX-License-Identifier: GPL-3.0-or-later
// The interval model of core/timing: what each resource would take by itself, from the instructions of sampled blocks.
#include "core/timing/interval.h"

#include <algorithm>
#include <array>

#include "core/base/words.h"
#include "core/models/model_list.h"
#include "core/models/timing_words.h"
#include "core/models/words.h"

namespace lanescope {
namespace {

/// Of IntervalTerms::bounds(), in its order.
struct Words {
    std::string_view term, formula;
};
constexpr std::array kBounds{
    Words{"term.latency"_id, "formula.interval.latency"_id},
    Words{"term.issue"_id, "formula.interval.issue"_id},
    Words{"term.single_precision"_id, "formula.interval.pipe"_id},
    Words{"term.integer"_id, "formula.interval.pipe"_id},
    Words{"term.double_precision"_id, "formula.interval.pipe"_id},
    Words{"term.special"_id, "formula.interval.pipe"_id},
    Words{"term.requests"_id, "formula.interval.requests"_id},
    Words{"term.l2"_id, "formula.interval.l2"_id},
    Words{"term.dram"_id, "formula.interval.dram"_id},
    Words{"term.atomics"_id, "formula.interval.atomics"_id},
    Words{"term.block_launches"_id, "formula.interval.blocks"_id},
};

class IntervalModel final : public LaunchModel {
public:
    explicit IntervalModel(const ModelOptions& options) : LaunchModel(described("interval"), options) {}
    [[nodiscard]] bool needsSample() const override { return true; }

protected:
    void price(const LaunchProfile& launch, Pricing& p) const override {
        const std::optional<timing::Parameters> parameters = timingParameters(launch, p);
        if (!parameters) return;
        const Result<timing::LaunchSetting> setting =
            timing::settingOf(*launch.sample, launch.registersPerThread, p.gpu(), *parameters);
        if (!setting) return p.cannot(describe(setting.error()));
        tellSetting(launch, *setting, p);
        const timing::IntervalTerms terms = timing::intervalOf(
            *launch.sample, timing::machineStreamOf(*launch.sample, setting->registersPerThread, *parameters), *setting,
            *parameters);
        priceStart(launch, *parameters, p);
        p.seconds("term.cold_code"_id, terms.cold / parameters->clock, textOf("formula.cold_code"_id));
        const auto bounds = terms.bounds();
        double sum = 0;
        for (std::size_t i = 0; i < bounds.size(); ++i) {
            p.seconds(kBounds[i].term, bounds[i] / parameters->clock, textOf(kBounds[i].formula));
            sum += bounds[i];
        }
        p.seconds("term.hidden"_id, (terms.together() - sum) / parameters->clock, textOf("formula.interval.hidden"_id));
        const auto longest = static_cast<std::size_t>(std::ranges::max_element(bounds) - bounds.begin());
        p.bound(kBounds[longest].term);
        p.caseTaken(inWords(Message("case.longest"_id, {{"term", textOf(kBounds[longest].term)}})));
    }
};

}  // namespace

std::unique_ptr<Model> intervalModel(const ModelOptions& options) { return std::make_unique<IntervalModel>(options); }

}  // namespace lanescope
