// SPDX-License-Identifier: GPL-3.0-or-later
// session: says what is in a session's file. Nothing of it is run, and nothing is written.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "app/cli/output.h"
#include "app/cli/plans.h"
#include "app/cli/verbs.h"
#include "core/library/library.h"
#include "core/session/session_file.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

/// What today's program makes of what is shown.
struct Today {
    std::string problem{};               ///< why it cannot be shown; empty: it can
    std::vector<std::string> changed{};  ///< kernels that are others now
};

Today today(const session::Session& session, const Catalogue& catalogue) {
    const session::Choice* const now = session.now();
    if (now == nullptr) return {};
    const Result<Plan> plan = planFor(catalogue, now->configuration.algorithm, now->configuration.parameters);
    if (!plan) return {.problem = describe(plan.error())};
    std::vector<session::KernelText> kernels;
    session::addKernels(kernels, *plan);
    return {.changed = session::changedKernels(session.kernels, kernels)};
}

Json parametersJson(const Parameters& parameters) {
    Json json = Json::object();
    for (const auto& [name, value] : parameters) json[name] = value;
    return json;
}

Json measuredJson(const StudyEntry& entry) {
    Json json{{"algorithm", entry.algorithm}, {"parameters", parametersJson(entry.parameters)}};
    if (!entry.measurement) return json;
    const Measurement& measured = *entry.measurement;
    json["seconds"] = measured.median;
    json["gpu"] = measured.provenance.gpu;
    json["host"] = measured.provenance.host;
    json["date"] = measured.provenance.date;
    return json;
}

Json jsonOf(const session::Session& session, const Today& now) {
    Json json{{"program", session.program}, {"saved", session.saved}, {"choices", session.choices.size()}};
    if (const session::Choice* const choice = session.now()) {
        json["at"] = session.at;
        json["shown"] = {{"algorithm", choice->configuration.algorithm},
                         {"parameters", parametersJson(choice->configuration.parameters)},
                         {"page", session.view.page},
                         {"beside", choice->configuration.beside.size()},
                         {"machine", choice->machine},
                         {"gpu", choice->configuration.gpu}};
    }
    if (!now.problem.empty()) json["problem"] = now.problem;
    json["measured"] = Json::array();
    for (const StudyEntry& entry : session.measured.entries) json["measured"].push_back(measuredJson(entry));
    if (session.baseline) json["baseline"] = session.baseline->configuration.algorithm;
    if (session.story)
        json["story"] = {{"title", session.story->title}, {"bookmarks", session.story->bookmarks.size()}};
    if (session.gpu) json["gpu"] = session.gpu->title;
    json["kernels"] = Json::array();
    for (const session::KernelText& kernel : session.kernels)
        json["kernels"].push_back({{"module", kernel.module},
                                   {"source", kernel.sourceName},
                                   {"changed", std::ranges::find(now.changed, kernel.module) != now.changed.end()}});
    return json;
}

/// "NVIDIA H200, 2026-11-20": each GPU and day once.
std::string whereMeasured(const Study& measured) {
    std::set<std::string> places;
    constexpr std::size_t kDay = 10;  // of an ISO date
    for (const StudyEntry& entry : measured.entries) {
        if (!entry.measurement) continue;
        const Provenance& from = entry.measurement->provenance;
        places.insert((from.gpu.empty() ? from.host : from.gpu) + ", " + from.date.substr(0, kDay));
    }
    std::string text;
    for (const std::string& place : places) text += (text.empty() ? "" : "; ") + place;
    return text;
}

void print(const session::Session& session, const Today& now) {
    TextTable table({"what", "is"});
    table.add({"saved", session.saved + " by Lanescope " + session.program});
    if (const session::Choice* const choice = session.now()) {
        const story::Configuration& shown = choice->configuration;
        table.add({"shown", shown.algorithm + " " + toString(shown.parameters)});
        for (const story::Side& side : shown.beside)
            table.add({"beside it", side.algorithm + (side.own.empty() ? "" : " " + toString(side.own))});
        table.add({"what runs", choice->machine.empty() ? "PTX" : "machine code of " + choice->machine});
        table.add({"page", session.view.page});
    }
    table.add(
        {"choices",
         std::to_string(session.choices.size()) +
             (session.choices.empty() ? "" : ", of which number " + std::to_string(session.at + 1) + " is shown")});
    if (session.baseline)
        table.add({"held against", session.baseline->configuration.algorithm + " " +
                                       toString(session.baseline->configuration.parameters)});
    const std::size_t measured = session.measured.entries.size();
    table.add({"measured", measured == 0
                               ? "nothing"
                               : std::to_string(measured) + (measured == 1 ? " configuration: " : " configurations: ") +
                                     whereMeasured(session.measured)});
    if (session.story)
        table.add({"story", session.story->title + ", " + std::to_string(session.story->bookmarks.size()) +
                                (session.story->bookmarks.size() == 1 ? " bookmark" : " bookmarks")});
    if (session.gpu) table.add({"models' GPU", session.gpu->title});
    for (const session::KernelText& kernel : session.kernels) {
        const bool changed = std::ranges::find(now.changed, kernel.module) != now.changed.end();
        table.add({"kernels", kernel.sourceName + ", " + kernel.module + (changed ? "; today's are others" : "")});
    }
    std::cout << table.text();
    if (!now.problem.empty()) std::cout << "not shown by this program: " << now.problem << '\n';
}

Result<void> runSession(const std::string& file, bool json) {
    const Result<session::Session> session = session::sessionInFile(file);
    if (!session) return fail(session.error());
    const auto library = openLibrary({LibraryPart::Catalogue});
    if (!library) return fail(library.error());
    const Today now = today(*session, (*library)->catalogue());
    if (json)
        std::cout << jsonOf(*session, now).dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    else
        print(*session, now);
    return {};
}

}  // namespace

void addSession(CLI::App& program, Session& session) {
    CLI::App* verb = program.add_subcommand("session", "Say what is in a session's file; nothing of it is run");
    const auto file = std::make_shared<std::string>();
    verb->add_option("file", *file, "NAME.lanescope")->required();
    verb->footer("Exit codes: 0 it is a session, 1 it is none, or none that this program can read.");
    verb->callback([=, &session] { session.action = [=, &session] { return runSession(*file, session.json); }; });
}

}  // namespace lanescope::cli
