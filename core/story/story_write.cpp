// SPDX-License-Identifier: GPL-3.0-or-later
// What is as usual is not written, so that a file says what somebody has chosen and nothing else.
#include <nlohmann/json.hpp>

#include "core/story/story_file.h"
#include "core/story/story_json.h"
#include "core/story/story_names.h"

namespace lanescope::story {
namespace {

using Json = nlohmann::ordered_json;

Json jsonOf(const Parameters& parameters) {
    Json json = Json::object();
    for (const auto& [name, value] : parameters) json[name] = value;
    return json;
}

template <typename Value>
void putUnless(Json& json, const char* name, const Value& value, const Value& usual) {
    if (value != usual) json[name] = value;
}

}  // namespace

void put(Json& json, const Configuration& configuration) {
    json["algorithm"] = configuration.algorithm;
    if (!configuration.parameters.empty()) json["parameters"] = jsonOf(configuration.parameters);
    putUnless(json, "launch", configuration.launch, std::size_t{0});
    if (const Dim3 at = configuration.block; at != Dim3{0, 0, 0}) json["block"] = {at.x, at.y, at.z};
    if (configuration.scheduling != simt::Scheduling::ReconvergenceStack)
        json["scheduling"] = nameIn(kSchedulingNames, configuration.scheduling);
    putUnless(json, "gpu", configuration.gpu, {});
    for (const Side& side : configuration.beside) {
        Json beside{{"algorithm", side.algorithm}};
        if (!side.own.empty()) beside["parameters"] = jsonOf(side.own);
        json["beside"].push_back(std::move(beside));
    }
}

Json jsonOf(const Position& position) {
    Json json = Json::object();
    if (position.part) {
        json["phase"] = nameIn(kPhaseNames, position.part->kind);
        putUnless(json, "round", position.part->round, 0U);
        putUnless(json, "nth", position.part->nth, 1U);
        putUnless(json, "stop_in_phase", position.stopInPart, std::uint64_t{0});
    } else if (!position.clock) {
        json["share"] = position.share;
    }
    putUnless(json, "stop", position.stop, std::uint64_t{0});
    putUnless(json, "event", position.event, std::uint64_t{0});
    if (position.clock) json["clock"] = *position.clock;
    return json;
}

Json jsonOf(const Zoom& zoom) { return {{"factor", zoom.factor}, {"x", zoom.x}, {"y", zoom.y}}; }

Json jsonOf(const Spotlight& spotlight) {
    Json json{{"kind", nameIn(kSpotlightNames, spotlight.kind)}};
    switch (spotlight.kind) {
        case Spotlight::Kind::Thread: json["lane"] = spotlight.lane; [[fallthrough]];
        case Spotlight::Kind::Warp: json["warp"] = spotlight.warp; break;
        case Spotlight::Kind::Tile:
            json["rows"] = spotlight.rows;
            json["columns"] = spotlight.columns;
            [[fallthrough]];
        case Spotlight::Kind::Element:
            json["array"] = spotlight.array;
            json["row"] = spotlight.row;
            json["column"] = spotlight.column;
            break;
    }
    return json;
}

Json jsonOf(const Mark& mark) {
    Json points = Json::array();
    for (const Point& point : mark.points) points.push_back({point.x, point.y});
    return {{"kind", nameIn(kMarkNames, mark.kind)}, {"points", std::move(points)}};
}

namespace {

Json jsonOf(const WrittenNumber& number) {
    Json json{{"value", number.value}};
    putUnless(json, "unit", number.unit, {});
    putUnless(json, "origin", number.origin, {});
    return json;
}

Json jsonOf(const Question& question) {
    Json json{{"kind", nameIn(kQuestionNames, question.kind)}, {"text", question.text}};
    switch (question.kind) {
        case Question::Kind::Slider:
            json["answer"] = question.answer;
            json["from"] = question.from;
            json["to"] = question.to;
            json["step"] = question.step;
            putUnless(json, "logarithmic", question.logarithmic, false);
            break;
        case Question::Kind::Curve:
            json["over"] = question.over;
            json["values"] = question.values;
            json["answer"] = question.answer;
            json["from"] = question.from;
            json["to"] = question.to;
            putUnless(json, "step", question.step, 1.0);
            putUnless(json, "logarithmic", question.logarithmic, false);
            break;
        case Question::Kind::Choice:
            json["right"] = nameIn(kRuleNames, question.rule);
            if (question.rule == Question::Rule::Nearest) json["answer"] = question.answer;
            for (const Question::Option& option : question.options)
                json["options"].push_back({{"text", option.text}, {"number", option.number}});
            break;
        case Question::Kind::Threads:
        case Question::Kind::Blocks: json["right"] = nameIn(kDrawnNames, question.drawn); break;
    }
    return json;
}

Json jsonOf(const Bookmark& bookmark) {
    Json json = Json::object();
    json["caption"] = bookmark.caption;
    put(json, bookmark.configuration);
    json["view"] = bookmark.view;
    json["position"] = jsonOf(bookmark.position);
    if (bookmark.until) json["until"] = jsonOf(*bookmark.until);
    if (bookmark.zoom != Zoom{}) json["zoom"] = jsonOf(bookmark.zoom);
    if (bookmark.spotlight) json["spotlight"] = jsonOf(*bookmark.spotlight);
    for (const Mark& mark : bookmark.marks) json["marks"].push_back(jsonOf(mark));
    putUnless(json, "note", bookmark.note, {});
    for (const auto& [reference, number] : bookmark.numbers) json["numbers"][reference] = jsonOf(number);
    if (bookmark.question) json["question"] = jsonOf(*bookmark.question);
    putUnless(json, "seconds", bookmark.seconds, 0.0);
    if (bookmark.baseline) put(json["baseline"], *bookmark.baseline);
    return json;
}

}  // namespace

std::string toJson(const Story& story) {
    Json json{{"format", "lanescope-story"}, {"version", Story::kVersion}, {"title", story.title}};
    putUnless(json, "about", story.about, {});
    putUnless(json, "author", story.author, {});
    json["bookmarks"] = Json::array();
    for (const Bookmark& bookmark : story.bookmarks) json["bookmarks"].push_back(jsonOf(bookmark));
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lanescope::story
