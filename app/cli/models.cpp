// SPDX-License-Identifier: GPL-3.0-or-later
// models: what each model is, what it needs and assumes, and where it may be believed.
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/claims_output.h"
#include "app/cli/verbs.h"
#include "core/library/library.h"
#include "core/models/abstract/machine.h"
#include "core/models/model.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

Json toJson(const ModelDescription& model, std::string_view answer, const std::vector<AccuracyClaim>& claims) {
    Json claimed = Json::array();
    for (const AccuracyClaim& claim : claims) claimed.push_back(claimToJson(claim));
    return Json{{"id", model.id},       {"title", model.title},     {"answer", answer},     {"source", model.source},
                {"needs", model.needs}, {"assumes", model.assumes}, {"range", model.range}, {"claims", claimed}};
}

void printText(const ModelDescription& model, std::string_view answer, const std::vector<AccuracyClaim>& claims) {
    std::cout << model.id << ": " << model.title << "\n  answers with " << answer << "\n  source   " << model.source
              << "\n  needs    " << model.needs << "\n  assumes  " << model.assumes << "\n  range    " << model.range
              << '\n';
    for (const AccuracyClaim& claim : claims)
        std::cout << "  claimed  in 004 section " << claim.section << ": " << claim.claim << "\n           "
                  << wordsOf(claim.verdict) << ": " << claim.recomputed << '\n';
    std::cout << '\n';
}

Result<void> runModels(bool json) {
    const auto library = openLibrary({LibraryPart::Claims});
    if (!library) return fail(library.error());
    Json list = Json::array();
    const auto show = [&](const ModelDescription& model, std::string_view answer) {
        const std::vector<AccuracyClaim> about = claimsOfModel((*library)->claims(), model.id);
        if (json)
            list.push_back(toJson(model, answer, about));
        else
            printText(model, answer, about);
    };
    for (const auto& model : models()) show(model->description(), "seconds");
    for (const auto& machine : abstractMachines()) show(machine->description(), machine->answers());
    if (json) std::cout << Json{{"models", list}}.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    return {};
}

}  // namespace

void addModels(CLI::App& program, Session& session) {
    CLI::App* verb = program.add_subcommand("models", "List the models: sources, needs, assumptions, range");
    verb->callback([&session] { session.action = [&session] { return runModels(session.json); }; });
}

}  // namespace lanescope::cli
