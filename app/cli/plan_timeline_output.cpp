// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_timeline_output.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/estimate_output.h"
#include "app/cli/output.h"
#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/plan/part_name.h"
#include "core/timing/parameters.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;
using timing::PlanSpan;
using timing::PlanTimeline;
using timing::Track;

constexpr std::array kAll{Track::Host, Track::ToDevice, Track::FromDevice, Track::Device};

std::string_view titleOf(Track track) {
    switch (track) {
        case Track::Host: return "host";
        case Track::ToDevice: return "copies to the device";
        case Track::FromDevice: return "copies from the device";
        case Track::Device: return "GPU";
    }
    return {};
}

std::string percent(double seconds, double all) {
    return numbers::plain(all > 0 ? std::round(seconds / all * 1000) / 10 : 0);
}

/// Steps of one name, in the order in which the plan comes to them.
struct PlanPart {
    std::string name;
    std::size_t steps = 0;
    double seconds = 0;
    std::optional<Origin> origin;
    Message how;  ///< of the first of them, or of the first whose time is not known
};

std::vector<PlanPart> partsOf(const Plan& plan, const PlanTimeline& timeline) {
    std::vector<PlanPart> parts;
    const std::vector<double> taken = timing::workOfSteps(timeline);
    for (std::size_t step = 0; step < plan.steps.size(); ++step) {
        const std::string name = partNameOf(plan.steps[step], plan);
        if (name.empty()) continue;
        const timing::StepTime& time = timeline.times[step];
        auto part = std::ranges::find(parts, name, &PlanPart::name);
        if (part == parts.end()) part = parts.insert(parts.end(), {name, 0, 0, time.origin, time.how});
        ++part->steps;
        part->seconds += taken[step];
        if (part->origin && !time.origin) {
            part->origin.reset();
            part->how = time.how;
        }
    }
    return parts;
}

/// '#' where a track works most of a column's time, '.' where the host waits, '-' where it hands on.
std::string lineOf(const PlanTimeline& timeline, Track track, std::size_t columns) {
    constexpr std::array kSigns{'#', '-', '.'};
    std::vector<std::array<double, 3>> shares(columns);
    const double column = timeline.seconds / static_cast<double>(columns);
    for (const PlanSpan& span : timeline.spans) {
        if (span.track != track) continue;
        const auto first = static_cast<std::size_t>(span.begin / column);
        for (std::size_t at = first; at < columns && static_cast<double>(at) * column < span.end; ++at) {
            const double from = std::max(span.begin, static_cast<double>(at) * column);
            const double to = std::min(span.end, static_cast<double>(at + 1) * column);
            shares[at].at(static_cast<std::size_t>(span.doing)) += std::max(0.0, to - from);
        }
    }
    std::string line;
    for (const std::array<double, 3>& share : shares) {
        const auto most = std::ranges::max_element(share);
        line += *most > 0 ? kSigns.at(static_cast<std::size_t>(most - share.begin())) : ' ';
    }
    return line;
}

std::string partsTable(const Plan& plan, const PlanTimeline& timeline) {
    TextTable parts({"part", "steps", "seconds", "%", "", "reckoned with"});
    for (const PlanPart& part : partsOf(plan, timeline))
        parts.add({part.name, std::to_string(part.steps),
                   part.origin ? numbers::plainTime(part.seconds) : std::string(),
                   part.origin ? percent(part.seconds, timeline.seconds) : std::string(),
                   part.origin ? std::string(nameOf(*part.origin)) : std::string(), inWords(part.how)});
    return parts.text(2);
}

/// "simulated and estimated"
std::string originWords(const PlanTimeline& timeline) {
    std::vector<Message> names;
    for (const Origin origin : timeline.origins()) names.push_back(Message::plain(nameOf(origin)));
    return inWords(Message::joined(Join::And, std::move(names)));
}

Json nullOr(const std::optional<Origin>& origin) { return origin ? Json(nameOf(*origin)) : Json(); }

}  // namespace

std::string planTimelineText(const ToldPlan& told) {
    const Plan& plan = told.plan.plan;
    const GpuSpec& gpu = told.gpu;
    const PlanTimeline& timeline = told.plan.timeline;
    constexpr std::size_t kColumns = 72;
    if (!(timeline.seconds > 0))
        return plan.algorithm + " on " + gpu.title + ", the whole plan: nothing is known of its time\n" +
               partsTable(plan, timeline);
    std::string text = plan.algorithm + " on " + gpu.title +
                       ", the whole plan: " + numbers::plainTime(timeline.seconds) +
                       (timeline.unknown.empty() ? "" : " and what is not known") + ", " + originWords(timeline) + '\n';
    if (told.spread) text += lanescope::describe(*told.spread) + '\n';
    if (told.code.launches > 0) text += lanescope::describe(told.code) + '\n';
    if (const std::string why = timing::whyNotToBeBelieved(gpu); !why.empty()) text += why + '\n';
    text += partsTable(plan, timeline) + '\n';
    TextTable tracks({"", "busy %", "from the first step to the last: # works, - hands on, . waits"});
    for (const Track track : kAll)
        tracks.add({std::string(titleOf(track)), percent(timeline.busy(track), timeline.seconds),
                    '|' + lineOf(timeline, track, kColumns) + '|'});
    text += tracks.text(2) + '\n';
    text += "the host waits " + percent(timeline.hostWaits, timeline.seconds) + " % of the time, and in " +
            percent(timeline.overlapped, timeline.seconds) + " % more than one of them works\n";
    if (!timeline.missing.empty()) text += whatIsMissing(timeline, gpu) + '\n';
    text += textOf("plan_time.assumes"_id);
    text += '\n';
    return text;
}

Json planTimelineJson(const ToldPlan& told, std::size_t most) {
    const Plan& plan = told.plan.plan;
    const PlanTimeline& timeline = told.plan.timeline;
    Json origins = Json::array();
    for (const Origin origin : timeline.origins()) origins.push_back(nameOf(origin));
    const std::vector<double> taken = timing::workOfSteps(timeline);
    Json steps = Json::array();
    for (std::size_t step = 0; step < plan.steps.size(); ++step) {
        const timing::StepTime& time = timeline.times[step];
        const std::optional<std::uint32_t> stream = streamOf(plan.steps[step]);
        steps.push_back({{"step", step},
                         {"does", describe(plan.steps[step], plan)},
                         {"part", partNameOf(plan.steps[step], plan)},
                         {"stream", stream ? Json(*stream) : Json()},
                         {"seconds", time.origin ? Json(taken[step]) : Json()},
                         {"seconds_alone", time.origin ? Json(time.seconds) : Json()},
                         {"origin", nullOr(time.origin)},
                         {"how", inWords(time.how)}});
    }
    Json parts = Json::array();
    for (const PlanPart& part : partsOf(plan, timeline))
        parts.push_back({{"name", part.name},
                         {"steps", part.steps},
                         {"seconds", part.origin ? Json(part.seconds) : Json()},
                         {"origin", nullOr(part.origin)},
                         {"how", inWords(part.how)}});
    Json tracks = Json::object();
    for (const Track track : kAll) tracks[std::string(timing::nameOf(track))] = {{"busy", timeline.busy(track)}};
    tracks[std::string(timing::nameOf(Track::Host))]["waits"] = timeline.hostWaits;
    Json spans = Json::array();
    for (const PlanSpan& span : timeline.spans) {
        if (spans.size() == most) break;
        spans.push_back({{"step", span.step},
                         {"track", timing::nameOf(span.track)},
                         {"does", timing::nameOf(span.doing)},
                         {"from", span.begin},
                         {"to", span.end}});
    }
    const std::size_t leftOut = timeline.spans.size() - spans.size();
    return {{"algorithm", plan.algorithm},
            {"gpu", told.gpu.id},
            {"seconds", timeline.seconds},
            {"origins", origins},
            {"spread", spreadToJson(told.spread)},
            {"machine_code", told.code.launches > 0 ? Json(told.code.isMachineCode()) : Json()},
            {"code", lanescope::describe(told.code)},
            {"missing", timeline.missing},
            {"out_of_range", timing::whyNotToBeBelieved(told.gpu)},
            {"unknown_steps", timeline.unknown.size()},
            {"overlapped_seconds", timeline.overlapped},
            {"assumes", textOf("plan_time.assumes"_id)},
            {"tracks", tracks},
            {"parts", parts},
            {"steps", steps},
            {"spans", spans},
            {"spans_left_out", leftOut}};
}

}  // namespace lanescope::cli
