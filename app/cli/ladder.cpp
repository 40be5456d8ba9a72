// SPDX-License-Identifier: GPL-3.0-or-later
// ladder: one kernel after another that does the same work, and what changed from step to step.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/baseline_output.h"
#include "app/cli/ladder_output.h"
#include "app/cli/presets.h"
#include "app/cli/progress.h"
#include "app/cli/verbs.h"
#include "core/ladder/ladder_csv.h"
#include "core/library/library.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

struct LadderArguments {
    std::string ladder;
    std::vector<std::string> words;
    std::string gpu = "h200";
    std::string model = "volkov";
    std::string baseline;
    bool csv = false;
    bool source = false;
};

/// Where no parameter is given the ladder's usual ones stand; those that are given stand over them.
Parameters givenOver(Parameters usual, const Parameters& given) {
    for (const auto& [name, value] : given) usual.set(name, value);
    return usual;
}

void listLadders(bool json) {
    Json list = Json::array();
    for (const LadderKind& kind : ladderList()) {
        if (!json) std::cout << kind.id << ": " << kind.title << "\n  " << toString(kind.usual) << "\n ";
        Json steps = Json::array();
        for (const LadderRung& rung : kind.rungs) {
            if (!json) std::cout << ' ' << rung.name;
            steps.push_back(rung.name);
        }
        if (!json) std::cout << '\n';
        list.push_back({{"ladder", kind.id}, {"title", kind.title}, {"steps", std::move(steps)}});
    }
    if (json) std::cout << list.dump(2) << '\n';
}

/// What is not given of it is as on the ladder's first step that is possible.
Result<void> addBaseline(Ladder& ladder, const std::string& words, const LadderQuestion& question,
                         const JobContext& job) {
    Plan like;
    if (const auto first = ladder.first()) {
        like.algorithm = ladder.steps[*first].rung.algorithm;
        like.parameters = ladder.steps[*first].parameters;
    }
    const Result<Plan> plan = baselinePlan(words, *question.catalogue, like);
    if (!plan) return fail(plan.error());
    Result<LadderBaseline> baseline = ladderBaselineOf(*plan, question, job);
    if (!baseline) return fail(baseline.error());
    ladder.baseline = std::move(*baseline);
    return {};
}

Result<Ladder> countedLadder(const LadderQuestion& question, const std::string& baseline) {
    const Progress progress("counting");
    Result<Ladder> ladder = ladderOf(question, progress.job());
    for (std::size_t step = 0; ladder && step < ladder->steps.size(); ++step)
        if (const auto counted = countStep(*ladder, step, question, progress.job()); !counted)
            return fail(counted.error());
    if (ladder) compareSteps(*ladder);
    if (ladder && !baseline.empty())
        if (const auto added = addBaseline(*ladder, baseline, question, progress.job()); !added)
            return fail(added.error());
    progress.clear();
    return ladder;
}

Result<void> runLadder(const LadderArguments& arguments, bool json) {
    if (arguments.ladder.empty()) {
        listLadders(json);
        return {};
    }
    const auto library = openLibrary({LibraryPart::Catalogue});
    if (!library) return fail(library.error());
    const auto given = parametersFromWords(arguments.words);
    if (!given) return fail(given.error());
    LadderQuestion question;
    question.catalogue = &(*library)->catalogue();
    auto kind = ladderNamed(*question.catalogue, arguments.ladder);
    if (!kind) return fail(kind.error());
    question.given = givenOver(kind->usual, *given);
    question.kind = std::move(*kind);
    const auto gpu = presetNamed(arguments.gpu);
    if (!gpu) return fail(gpu.error());
    question.gpu = *gpu;
    const auto model = findModel(arguments.model);
    if (!model) return fail(model.error());
    question.model = *model;
    question.recordings = &(*library)->recordings();
    question.codes = &(*library)->machineCodes();
    const auto ladder = countedLadder(question, arguments.baseline);
    if (!ladder) return fail(ladder.error());
    if (json)
        std::cout << ladderJson(*ladder).dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    else
        std::cout << (arguments.csv ? toCsv(*ladder) : ladderText(*ladder, arguments.source));
    return {};
}

}  // namespace

void addLadder(CLI::App& program, Session& session) {
    const auto arguments = std::make_shared<LadderArguments>();
    CLI::App* verb =
        program.add_subcommand("ladder", "Climb from kernel to kernel: times, and what changed on each step");
    CLI::Option* const ladder =
        verb->add_option("ladder", arguments->ladder,
                         "Its id, or an algorithm's that was published and corrected; without one, all are listed");
    verb->add_option("parameters", arguments->words,
                     "name=value …, for all steps; what is not given is the ladder's own");
    verb->add_option("--gpu", arguments->gpu, "A GPU preset: id or title; or a file NAME.json")->capture_default_str();
    verb->add_option("--model", arguments->model, "The model that stands where nothing was measured")
        ->capture_default_str();
    verb->add_option("--baseline", arguments->baseline, kBaselineHelp)->needs(ladder);
    verb->add_flag("--source", arguments->source, "Show the lines of the source that went and came");
    verb->add_flag("--csv", arguments->csv, "Print comma-separated values, a row for each number");
    verb->callback([=, &session] { session.action = [=, &session] { return runLadder(*arguments, session.json); }; });
}

}  // namespace lanescope::cli
