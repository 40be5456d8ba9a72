// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/baseline/baseline.h"

#include <utility>

#include "core/base/number_format.h"

namespace lanescope::baseline {

Baseline baselineOf(const Emulation& run, std::size_t launch, const Measurement* measured) {
    Baseline made;
    made.algorithm = run.plan.algorithm;
    made.parameters = run.plan.parameters;
    made.launch = launch;
    if (launch < run.launches.size() && !run.launches[launch].fault) {
        made.sampled = run.launches[launch].sampled();
        for (const auto& [id, value] : countersOf(run, launch)) made.soft[id] = {value, Origin::Emulated};
    }
    if (measured == nullptr) return made;
    made.measuredOn = measured->provenance.gpu;
    made.times.hardware = rules::Fact{measured->median, measured->origin};
    if (launch < measured->counters.size())
        for (const auto& [id, value] : measured->counters[launch]) made.hard[id] = {value, measured->origin};
    return made;
}

Result<EstimatedTime> estimatedTime(const Emulation& run, const GpuSpec& gpu, const sass::MachineCodes* codes,
                                    const Model& model) {
    ModelInput input = modelInputOf(run);
    addRegisters(input, run.plan, gpu, codes);
    Result<Estimate> estimate = model.estimate(input, gpu);
    if (!estimate) return fail(estimate.error());
    return EstimatedTime{input.wholeProgram ? estimate->seconds : estimate->kernelSeconds,
                         std::move(estimate->outOfRange)};
}

void addEstimate(Baseline& baseline, const Emulation& run, const GpuSpec& gpu, const sass::MachineCodes* codes,
                 const Model& model) {
    const Result<EstimatedTime> time = estimatedTime(run, gpu, codes, model);
    if (!time || !time->outOfRange.empty()) return;
    baseline.times.estimate = rules::Fact{time->seconds, Origin::Estimated};
    baseline.estimatedOn = std::string(model.title()) + ", " + gpu.title;
}

std::vector<MetricDifference> differencesOf(const Baseline& before, const Baseline& after) {
    std::vector<MetricDifference> all;
    for (const Metric& metric : metricDictionary())
        if (const auto pair = pairOf(metric.id, before.counted(), after.counted()))
            if (const Held one = held(pair->before, pair->after, metric.unit); one.difference)
                all.push_back({&metric, *one.difference});
    return all;
}

Message sentenceOf(const Baseline& before, const Baseline& after) {
    const Held time = heldTimes(before.times, after.times);
    if (!time.difference) return Message("baseline.no_time"_id, {{"why", time.note}});
    const Difference& difference = *time.difference;
    const bool hardware = before.times.hardware && after.times.hardware;
    const std::string& old = hardware ? before.measuredOn : before.estimatedOn;
    const std::string& now = hardware ? after.measuredOn : after.estimatedOn;
    const Message kind = time.note.id.empty() ? Message::plain(nameOf(difference.origin())) : time.note;
    const Message from = old == now
                             ? Message("baseline.from"_id, {{"kind", kind}, {"where", now}})
                             : Message("baseline.from_two"_id, {{"kind", kind}, {"before", old}, {"after", now}});
    const std::string was = numbers::time(difference.before.value), is = numbers::time(difference.after.value);
    const double ratio = difference.ratio().value_or(1);
    if (difference.way() == Way::Same || ratio <= 0)
        return Message("baseline.as_fast"_id, {{"time", is}, {"from", from}});
    const bool faster = ratio < 1;
    constexpr int kDigits = 3;
    const std::string times = numbers::plain(faster ? 1 / ratio : ratio, kDigits);
    if (times == numbers::plain(1, kDigits))
        return Message("baseline.nearly_as_fast"_id, {{"old", was}, {"new", is}, {"from", from}});
    return Message(faster ? "baseline.faster"_id : "baseline.slower"_id,
                   {{"times", times}, {"old", was}, {"new", is}, {"from", from}});
}

}  // namespace lanescope::baseline
