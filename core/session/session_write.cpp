// SPDX-License-Identifier: GPL-3.0-or-later
// What is as usual is not written, as in stories.
#include <nlohmann/json.hpp>

#include "core/session/session_parts.h"
#include "core/story/story_json.h"

namespace lanescope::session {
namespace {

using Json = nlohmann::ordered_json;

/// The first version of the program that reads what is written here; readers that do not know a file say this.
constexpr std::string_view kNeeds = "0.1";

Json jsonOf(const Choice& choice) {
    Json json = Json::object();
    story::put(json, choice.configuration);
    for (const auto& [id, value] : choice.whatIf) json["what_if"][id] = value;
    if (!choice.machine.empty()) json["machine"] = choice.machine;
    if (!choice.baseline.empty()) json["baseline"] = jsonOf(choice.baseline.front());
    return json;
}

Json jsonOf(const View& view) {
    Json json{{"page", view.page}, {"position", story::jsonOf(view.position)}};
    if (view.until) json["until"] = story::jsonOf(*view.until);
    if (view.zoom != story::Zoom{}) json["zoom"] = story::jsonOf(view.zoom);
    if (view.spotlight) json["spotlight"] = story::jsonOf(*view.spotlight);
    for (const story::Mark& mark : view.marks) json["marks"].push_back(story::jsonOf(mark));
    for (const auto& [page, look] : view.looks)
        for (const auto& [name, value] : look) json["looks"][page][name] = value;
    return json;
}

}  // namespace

std::string mainJson(const Session& session) {
    Json json{{"format", kFormat},          {"version", Session::kVersion}, {"needs", kNeeds},
              {"program", session.program}, {"saved", session.saved},       {"choices", Json::array()}};
    for (const Choice& choice : session.choices) json["choices"].push_back(jsonOf(choice));
    json["at"] = session.at;
    json["view"] = jsonOf(session.view);
    if (session.baseline) json["baseline"] = jsonOf(*session.baseline);
    if (session.bookmark) json["bookmark"] = *session.bookmark;
    if (!session.measured.entries.empty()) json["measured"] = true;
    if (session.story) json["story"] = true;
    if (session.gpu) json["gpu"] = true;
    for (const KernelText& kernel : session.kernels)
        json["kernels"].push_back({{"module", kernel.module}, {"source", kernel.sourceName}});
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lanescope::session
