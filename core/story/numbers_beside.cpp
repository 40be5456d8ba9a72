// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside the emulated numbers: recordings, what documents print, what models say.
#include <algorithm>

#include "core/base/words.h"
#include "core/metrics/dictionary.h"
#include "core/models/launch_profile.h"
#include "core/story/number_lookups.h"

namespace lanescope::story {
namespace {

constexpr std::string_view kTime = "time";

const Measurement* recordingOf(const Asked& asked) {
    return asked.library.recordings().find(asked.of().algorithm->id(), asked.of().parameters);
}

std::string originOf(const Measurement& measurement) {
    const std::string& where =
        measurement.provenance.gpu.empty() ? measurement.provenance.host : measurement.provenance.gpu;
    return inWords(
        Message("story.origin.replayed"_id, {{"where", where}, {"date", measurement.provenance.date.substr(0, 10)}}));
}

std::string unitOfMetric(const std::string& metric) {
    const Metric* known = findMetric(metric);
    return known ? std::string(known->unit) : std::string();
}

ModelInput inputOf(const Emulation& run) {
    return run.launches.empty() ? withoutLaunches(run.plan) : modelInputOf(run);
}

}  // namespace

FoundNumber findMeasured(const Asked& asked) {
    const Measurement* recorded = recordingOf(asked);
    if (recorded == nullptr)
        return noNumber(Message("story.number.not_recorded"_id, {{"algorithm", asked.of().algorithm->id()},
                                                                 {"parameters", toString(asked.of().parameters)}}));
    if (asked.name.empty()) return Number{recorded->median, "s", originOf(*recorded)};
    const std::string metric(asked.name.substr(asked.name.front() == '.' ? 1 : 0));
    const std::size_t launch = asked.of().launch;
    if (launch < recorded->counters.size())
        if (const auto found = recorded->counters[launch].find(metric); found != recorded->counters[launch].end())
            return Number{found->second, unitOfMetric(metric), originOf(*recorded)};
    return unknownNumber(asked, namesOfMeasured(asked));
}

std::vector<std::string> namesOfMeasured(const Asked& asked) {
    std::vector<std::string> names;
    const Measurement* recorded = recordingOf(asked);
    if (recorded == nullptr) return names;
    names.emplace_back();
    if (asked.of().launch < recorded->counters.size())
        for (const auto& [metric, value] : recorded->counters[asked.of().launch]) names.push_back('.' + metric);
    return names;
}

FoundNumber findPublished(const Asked& asked) {
    for (const PublishedValue& value : asked.library.published().find(*asked.of().algorithm, asked.of().parameters)) {
        if (value.metric != asked.name) continue;
        const std::string unit = value.metric == kTime ? "s" : unitOfMetric(value.metric);
        return Number{
            value.value, unit,
            inWords(Message("story.origin.published"_id, {{"document", value.document}, {"gpu", value.gpu}}))};
    }
    return unknownNumber(asked, namesOfPublished(asked));
}

std::vector<std::string> namesOfPublished(const Asked& asked) {
    std::vector<std::string> names;
    for (const PublishedValue& value : asked.library.published().find(*asked.of().algorithm, asked.of().parameters))
        if (std::ranges::find(names, value.metric) == names.end()) names.push_back(value.metric);
    return names;
}

FoundNumber findModelled(const Asked& asked) {
    const Result<const Model*> model = findModel(asked.name);
    if (!model) return unknownNumber(asked, namesOfModels(asked));
    if (asked.run.gpu == nullptr) return noNumber(Message("story.number.no_gpu"_id));
    const Result<Estimate> estimate = (*model)->estimate(inputOf(*asked.of().run), *asked.run.gpu);
    if (!estimate) return noNumber(Message::plain(describe(estimate.error())));
    // What a measurement's time is: of launches and calls alone, or of all steps.
    const double seconds = asked.of().run->plan.timed == Timed::Launches ? estimate->kernelSeconds : estimate->seconds;
    return Number{
        seconds, "s",
        inWords(Message("story.origin.estimated"_id, {{"model", (*model)->title()}, {"gpu", asked.run.gpu->title}}))};
}

std::vector<std::string> namesOfModels(const Asked& /*asked*/) {
    std::vector<std::string> names;
    for (const auto& model : models()) names.emplace_back(model->id());
    return names;
}

}  // namespace lanescope::story
