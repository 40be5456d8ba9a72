// SPDX-License-Identifier: GPL-3.0-or-later
// estimate: what the models say of a configuration on a GPU.
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/cli/plans.h"
#include "app/cli/presets.h"
#include "app/cli/progress.h"
#include "app/cli/verbs.h"
#include "core/metrics/counters.h"
#include "core/models/hand_counts.h"
#include "core/study/emulation.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Counts need no complete run: blocks of a kind do the same.
constexpr std::uint64_t kBlocksToCount = 256;

struct EstimateOptions {
    std::string algorithm;
    std::vector<std::string> words;
    std::string gpu;
    std::string model = "thesis";
    std::string counts = "emulated";
};

Result<ModelInput> countsFor(Plan plan, const std::string& counts) {
    if (counts == "document") return documentCounts(plan);
    EmulationOptions options;
    options.maxBlocks = kBlocksToCount;
    const Progress progress("counting");
    const Result<Emulation> emulation = emulate(std::move(plan), options, progress.job());
    progress.clear();
    if (!emulation) return fail(emulation.error());
    if (emulation->check.verdict == CheckResult::Verdict::Fault)
        return fail(ErrorCode::KernelFault, {{"fault", emulation->check.note}});
    return modelInputOf(*emulation);
}

void printJson(const Estimate& estimate, const Plan& plan) {
    Json parameters = Json::object();
    for (const auto& [name, value] : plan.parameters) parameters[name] = value;
    Json terms = Json::object();
    for (const EstimateTerm& term : termsByName(estimate)) terms[term.name] = term.seconds;
    const Json json{{"algorithm", plan.algorithm},
                    {"parameters", parameters},
                    {"model", estimate.model},
                    {"gpu", estimate.gpu},
                    {"origin", nameOf(Origin::Estimated)},
                    {"seconds", estimate.seconds},
                    {"kernel_seconds", estimate.kernelSeconds},
                    {"terms", terms},
                    {"assumptions", estimate.assumptions},
                    {"out_of_range", estimate.outOfRange}};
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void printText(const Estimate& estimate, const Plan& plan, const Model& model, const GpuSpec& gpu) {
    std::cout << plan.algorithm << "  " << toString(plan.parameters) << '\n'
              << "estimated by " << model.title() << " (" << model.source() << ") for " << gpu.title << ": "
              << duration(estimate.seconds) << ", of which the kernels take " << duration(estimate.kernelSeconds)
              << '\n';
    TextTable table({"term", "time"});
    for (const EstimateTerm& term : termsByName(estimate)) table.add({term.name, duration(term.seconds)});
    std::cout << table.text(2) << "assumptions\n";
    for (const std::string& assumption : estimate.assumptions) std::cout << "  " << assumption << '\n';
    if (!estimate.outOfRange.empty()) std::cout << "not to be believed here\n  " << estimate.outOfRange << '\n';
}

Result<void> runEstimate(const EstimateOptions& options, bool json) {
    const Result<Catalogue> catalogue = loadCatalogue();
    if (!catalogue) return fail(catalogue.error());
    const Result<Parameters> given = parametersFromWords(options.words);
    if (!given) return fail(given.error());
    const Result<Plan> plan = planFor(*catalogue, options.algorithm, *given);
    if (!plan) return fail(plan.error());
    const Result<GpuSpec> gpu = presetNamed(options.gpu);
    if (!gpu) return fail(gpu.error());
    const Result<const Model*> model = findModel(options.model);
    if (!model) return fail(model.error());
    const Result<ModelInput> input = countsFor(*plan, options.counts);
    if (!input) return fail(input.error());
    const Result<Estimate> estimate = (*model)->estimate(*input, *gpu);
    if (!estimate) return fail(estimate.error());
    if (json)
        printJson(*estimate, *plan);
    else
        printText(*estimate, *plan, **model, *gpu);
    return {};
}

std::string modelIds() {
    std::string ids;
    for (const auto& model : models()) ids += (ids.empty() ? "" : ", ") + std::string(model->id());
    return ids;
}

}  // namespace

void addEstimate(CLI::App& program, Session& session) {
    CLI::App* verb = program.add_subcommand("estimate", "Estimate an algorithm's time on a GPU with a model");
    auto options = std::make_shared<EstimateOptions>();
    verb->add_option("algorithm", options->algorithm, "Its id, as list shows it")->required();
    verb->add_option("parameters", options->words, "name=value …; what is not given has its default");
    verb->add_option("--gpu", options->gpu, "A GPU preset: id or title")->required();
    verb->add_option("--model", options->model, modelIds())->capture_default_str();
    verb->add_option("--counts", options->counts, "Where counts are from")
        ->check(CLI::IsMember({"emulated", "document"}))
        ->capture_default_str();
    verb->callback(
        [&session, options] { session.action = [&session, options] { return runEstimate(*options, session.json); }; });
}

}  // namespace lanescope::cli
