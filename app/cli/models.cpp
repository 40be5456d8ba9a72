// SPDX-License-Identifier: GPL-3.0-or-later
// models: what each model is, what it needs and assumes, and where it may be believed.
#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/claims_output.h"
#include "app/cli/verbs.h"
#include "core/base/number_format.h"
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
}

/// How far it was off on GPUs that were measured.
Json comparedJson(const RecordedAccuracies& accuracies, std::string_view model) {
    Json list = Json::array();
    for (const RecordedAccuracy& of : accuracies.all)
        if (const RecordedAccuracy::Row* row = of.find(model))
            list.push_back({{"gpu", of.gpu},
                            {"compared", row->compared},
                            {"median_ape", row->medianApe},
                            {"p95_ape", row->p95Ape ? Json(*row->p95Ape) : Json()}});
    return list;
}

std::string comparedText(const RecordedAccuracies& accuracies, std::string_view model) {
    std::string text;
    for (const RecordedAccuracy& of : accuracies.all) {
        const RecordedAccuracy::Row* const row = of.find(model);
        if (row == nullptr) continue;
        const auto percent = [](double share) { return numbers::plain(std::round(share * 1000) / 10) + " %"; };
        text += "  off by   " + percent(row->medianApe) + " in the median";
        if (row->p95Ape) text += ", one in twenty by more than " + percent(*row->p95Ape);
        text += " (" + of.gpu + ", " + std::to_string(row->compared) + " configurations)\n";
    }
    return text;
}

Result<void> runModels(bool json) {
    const auto library = openLibrary({LibraryPart::Claims});
    if (!library) return fail(library.error());
    Json list = Json::array();
    const auto show = [&](const ModelDescription& model, std::string_view answer) {
        const std::vector<AccuracyClaim> about = claimsOfModel((*library)->claims(), model.id);
        if (json) {
            list.push_back(toJson(model, answer, about));
            list.back()["compared"] = comparedJson((*library)->accuracies(), model.id);
        } else {
            printText(model, answer, about);
            std::cout << comparedText((*library)->accuracies(), model.id) << '\n';
        }
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
