// SPDX-License-Identifier: GPL-3.0-or-later
// estimate: what the models say of a configuration on a GPU, and why.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/baseline_output.h"
#include "app/cli/claims_output.h"
#include "app/cli/estimate_output.h"
#include "app/cli/output.h"
#include "app/cli/plans.h"
#include "app/cli/presets.h"
#include "app/cli/ptx_options.h"
#include "app/cli/timed_run.h"
#include "app/cli/verbs.h"
#include "core/base/number_format.h"
#include "core/base/number_text.h"
#include "core/gpus/gpu_quantities.h"
#include "core/library/library.h"
#include "core/models/hand_counts.h"
#include "core/models/launch_profile.h"
#include "core/run/counting_policy.h"
#include "core/timing/what_if.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kAllModels = "all";
/// What a quantity of a GPU may be is told by its description (withValue); no number of a model is larger.
constexpr RealRange kAnyNumber{-1e30, 1e30};

struct EstimateOptions {
    std::string algorithm;
    std::vector<std::string> words;
    std::string gpu;
    PtxRequest ptx;
    std::vector<std::string> model;  ///< none: those of usualModels()
    std::string counts = "lockstep";
    std::vector<std::string> changes;
    bool why = false;
    std::string baseline;
    std::vector<std::string> whatIf;
};

/// Of kernels from outside those that take in what warps do: the thesis' model knows nothing of them but counts.
std::vector<std::string> usualModels(const EstimateOptions& options) {
    return options.ptx.file.empty() ? std::vector<std::string>{"thesis"}
                                    : std::vector<std::string>{"simulation", "interval"};
}

/// Is the answer a list, whatever comes of each?
bool isList(const EstimateOptions& options) { return options.model.size() > 1 || options.model.front() == kAllModels; }

Result<ModelInput> countsFor(const Plan& plan, const GpuSpec& gpu, const std::string& counts) {
    if (counts == nameOf(CountSource::Document)) return documentCounts(plan);
    if (plan.launches().empty()) return withoutLaunches(plan);
    const Result<Emulation> emulation = emulateForModels(plan, gpu, kBlocksOfAnEstimate);
    if (!emulation) return fail(emulation.error());
    const bool predicted = counts == nameOf(CountSource::Predicted);
    return inputOf(*emulation, gpu, predicted ? CountSource::Predicted : CountSource::Lockstep);
}

/// Of the catalogue, or of a PTX file.
Result<Plan> planOf(const EstimateOptions& options, const Library& library) {
    if (!options.ptx.file.empty()) return planFor(options.ptx);
    const Result<Parameters> given = parametersFromWords(options.words);
    if (!given) return fail(given.error());
    return planFor(library.catalogue(), options.algorithm, *given);
}

/// What --set changes: numbers of the GPU, and whatever else a model reckons with, by its symbol.
struct Changes {
    GpuSpec gpu;
    ModelOptions options;
};

Result<Changes> changesOf(const std::vector<std::string>& words, GpuSpec gpu) {
    Changes changes{std::move(gpu), {}};
    const Result<Parameters> given = parametersFromWords(words);
    if (!given) return fail(given.error());
    for (const auto& [id, text] : *given) {
        const Result<double> read = realNumber(id, text, kAnyNumber);
        if (!read) return fail(read.error());
        const double value = *read;
        if (findGpuQuantity(id) == nullptr) {
            changes.options.given[id] = value;
            continue;
        }
        Result<GpuSpec> changed = withValue(changes.gpu, id, value);
        if (!changed) return fail(changed.error());
        changes.gpu = std::move(*changed);
    }
    return changes;
}

Result<std::vector<std::unique_ptr<Model>>> modelsFor(const std::vector<std::string>& ids,
                                                      const ModelOptions& options) {
    std::vector<std::unique_ptr<Model>> chosen;
    for (const std::string& id : ids) {
        if (id != kAllModels) {
            auto one = makeModel(id, options);
            if (!one) return fail(one.error());
            chosen.push_back(std::move(*one));
            continue;
        }
        for (const auto& model : models()) chosen.push_back(std::move(*makeModel(model->id(), options)));
    }
    return chosen;
}

std::string quantityIds() {
    std::string ids;
    for (const GpuQuantity& quantity : gpuQuantities()) ids += (ids.empty() ? "" : ", ") + std::string(quantity.id);
    return ids;
}

/// A symbol that no model asked for was given for nothing, which nobody meant.
Result<void> checkUsed(const ModelOptions& options, const std::vector<Answer>& answers) {
    for (const auto& [symbol, value] : options.given) {
        const auto uses = [&, &name = symbol](const Answer& answer) {
            return answer.estimate && std::ranges::find(answer.estimate->inputs, name, &EstimateInput::symbol) !=
                                          answer.estimate->inputs.end();
        };
        const bool answered = std::ranges::any_of(answers, [](const Answer& answer) { return bool(answer.estimate); });
        if (answered && std::ranges::none_of(answers, uses))
            return fail(ErrorCode::IllegalValue,
                        {{"parameter", symbol},
                         {"value", numbers::plain(value)},
                         {"legal", "it is no number of a GPU (" + quantityIds() +
                                       ") and no symbol that the chosen models reckon with here (--why shows them)"}});
    }
    return {};
}

/// What the same models say of another configuration.
struct OtherAnswers {
    Plan plan;
    std::vector<Answer> answers;
};

/// What the program can be chosen with; nothing of a PTX file.
std::vector<std::string> parameterNames(const Plan& plan, const Catalogue& catalogue) {
    std::vector<std::string> names;
    if (const auto algorithm = catalogue.find(plan.algorithm))
        for (const ParameterSpec& spec : (*algorithm)->parameters()) names.push_back(spec.name);
    return names;
}

/// The same program on a GPU, or with a launch, of which numbers are others.
Result<std::vector<Answer>> answersIf(const Plan& plan, const ModelInput& input, const GpuSpec& gpu,
                                      const Library& library, const EstimateOptions& options,
                                      const std::vector<std::unique_ptr<Model>>& models) {
    const Catalogue& catalogue = library.catalogue();
    const Result<timing::WhatIf> what = timing::whatIfFrom(options.whatIf);
    if (!what) return fail(what.error());
    if (const auto known = timing::checkNames(*what, gpu, parameterNames(plan, catalogue)); !known)
        return fail(known.error());
    const Result<GpuSpec> other = timing::changed(gpu, *what);
    if (!other) return fail(other.error());
    ModelInput changed = input;
    if (what->needsAnotherRun()) {
        Parameters parameters = plan.parameters;
        for (const auto& [name, value] : what->parameters) parameters.set(name, value);
        Result<Plan> again = planFor(catalogue, plan.algorithm, parameters);
        if (!again) return fail(again.error());
        Result<ModelInput> counted = countsFor(*again, *other, options.counts);
        if (!counted) return fail(counted.error());
        changed = std::move(*counted);
    }
    for (LaunchProfile& launch : changed.launches) {
        if (!launch.sample) continue;
        launch.registersPerThread = timing::changed(launch.registersPerThread, *launch.sample, *what);
        if (what->shared)
            launch.sample = std::make_shared<timing::LaunchSample>(timing::changed(*launch.sample, *what));
    }
    std::vector<Answer> answers;
    answers.reserve(models.size());
    for (const auto& model : models) answers.push_back({model.get(), model->estimate(changed, *other), {}, {}});
    tell(answers, changed, *other, library.accuracies(), !options.ptx.file.empty(),
         what->changesNumbers() || !options.changes.empty());
    return answers;
}

void print(const std::vector<Answer>& answers, const std::optional<OtherAnswers>& baseline, const Question& question,
           const EstimateOptions& options, bool json) {
    const bool all = isList(options);
    if (json) {
        Json out = questionToJson(question);
        if (all) out["estimates"] = out["cannot"] = Json::array();
        for (const Answer& answer : answers) {
            if (!all)
                out.update(answerToJson(answer));
            else
                out[answer.estimate ? "estimates" : "cannot"].push_back(answerToJson(answer));
            if (answer.estimate) out[std::string(answer.model->id())] = answerInShort(answer);
        }
        if (baseline) out["baseline"] = differencesJson(baseline->plan, baseline->answers, answers);
        std::cout << out.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
        return;
    }
    if (all) std::cout << answersText(answers, question);
    for (const Answer& answer : answers)
        if (answer.estimate && (!all || options.why))
            std::cout << (all ? "\n" : "") << estimateText(answer, question, options.why);
    if (baseline) std::cout << '\n' << differencesText(baseline->plan, baseline->answers, answers);
}

void printWhatIf(const std::vector<Answer>& now, const std::vector<Answer>& then, const Question& question, bool json) {
    if (json)
        std::cout << whatIfJson(now, then, question).dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    else
        std::cout << whatIfText(now, then, question);
}

Result<void> runEstimate(const EstimateOptions& options, bool json) {
    const auto library = openLibrary({LibraryPart::Catalogue});
    if (!library) return fail(library.error());
    const Result<Plan> plan = planOf(options, **library);
    if (!plan) return fail(plan.error());
    Result<GpuSpec> gpu = presetNamed(options.gpu);
    if (!gpu) return fail(gpu.error());
    const Result<Changes> changes = changesOf(options.changes, std::move(*gpu));
    if (!changes) return fail(changes.error());
    const auto chosen = modelsFor(options.model, changes->options);
    if (!chosen) return fail(chosen.error());
    const Result<ModelInput> input = countsFor(*plan, changes->gpu, options.counts);
    if (!input) return fail(input.error());
    if (const auto claims = (*library)->whole(LibraryPart::Claims); !claims) return fail(claims.error());
    const std::vector<AccuracyClaim> about = claimsAbout((*library)->claims(), options.algorithm);
    std::vector<Answer> answers;
    for (const auto& model : *chosen)
        answers.push_back({model.get(), model->estimate(*input, changes->gpu), claimsOfModel(about, model->id()), {}});
    tell(answers, *input, changes->gpu, (*library)->accuracies(), !options.ptx.file.empty(), !options.changes.empty());
    if (answers.size() == 1 && !answers[0].estimate) return fail(answers[0].estimate.error());
    if (const Result<void> used = checkUsed(changes->options, answers); !used) return fail(used.error());
    std::optional<OtherAnswers> baseline;
    if (!options.baseline.empty()) {
        Result<Plan> other = baselinePlan(options.baseline, (*library)->catalogue(), *plan);
        if (!other) return fail(other.error());
        const Result<ModelInput> counted = countsFor(*other, changes->gpu, options.counts);
        if (!counted) return fail(counted.error());
        baseline = OtherAnswers{std::move(*other), {}};
        for (const auto& model : *chosen)
            baseline->answers.push_back({model.get(), model->estimate(*counted, changes->gpu), {}, {}});
    }
    if (!options.whatIf.empty()) {
        const auto changed = answersIf(*plan, *input, changes->gpu, **library, options, *chosen);
        if (!changed) return fail(changed.error());
        printWhatIf(answers, *changed, {*plan, changes->gpu, options.counts, options.whatIf}, json);
        return {};
    }
    print(answers, baseline, {*plan, changes->gpu, options.counts, options.changes}, options, json);
    return {};
}

std::string modelIds() {
    std::string ids(kAllModels);
    for (const auto& model : models()) ids += ", " + std::string(model->id());
    return ids;
}

}  // namespace

void addEstimate(CLI::App& program, Session& session) {
    CLI::App* verb = program.add_subcommand("estimate", "Estimate an algorithm's time on a GPU with a model");
    auto options = std::make_shared<EstimateOptions>();
    CLI::Option* algorithm = verb->add_option("algorithm", options->algorithm, "Its id, as list shows it");
    verb->add_option("parameters", options->words, "name=value …; what is not given has its default")->needs(algorithm);
    addPtxOptions(*verb, options->ptx, algorithm, "Estimate");
    verb->add_option("--gpu", options->gpu, "A GPU preset: id or title; or a file NAME.json")->required();
    verb->add_option(
            "--model", options->model,
            modelIds() + "; several with commas between. Without it thesis, or of a PTX file simulation,interval")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->take_all();
    verb->add_option("--counts", options->counts,
                     "Where counts are from: the emulated run, what hardware would count of it, or a document")
        ->check(CLI::IsMember({"lockstep", "predicted", "document"}))
        ->capture_default_str();
    verb->add_option("--set", options->changes,
                     "id=value: what if the GPU, or what a model reckons with, had another number? (repeatable)")
        ->take_all()
        ->allow_extra_args(false);
    verb->add_option("--baseline", options->baseline, kBaselineHelp)->needs(algorithm);
    verb->add_option(
            "--what-if", options->whatIf,
            "NAME=2x or NAME=NUMBER, several with commas between: clock, registers, shared, a quantity of the "
            "GPU (gpus shows them) or a parameter; what the models would say then, and what the bound would be")
        ->delimiter(',')
        ->take_all()
        ->allow_extra_args(false)
        ->excludes("--baseline");
    verb->add_flag("--why", options->why, "The terms as a waterfall, the case that was taken, and all that went in");
    verb->callback([&session, options] {
        if (options->algorithm.empty() && options->ptx.file.empty())
            throw CLI::RequiredError("estimate: an algorithm or --ptx");
        if (options->model.empty()) options->model = usualModels(*options);
        session.action = [&session, options] { return runEstimate(*options, session.json); };
    });
}

}  // namespace lanescope::cli
