// SPDX-License-Identifier: GPL-3.0-or-later
// why: what limits a launch on a GPU, in rules; its roofline, and where its bytes go.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/number_option.h"
#include "app/cli/plans.h"
#include "app/cli/presets.h"
#include "app/cli/progress.h"
#include "app/cli/verbs.h"
#include "app/cli/why_output.h"
#include "core/library/library.h"
#include "core/run/counting_policy.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

struct WhyArguments {
    std::string algorithm;
    std::vector<std::string> words;
    std::string gpu = "h200";
    std::uint64_t launch = 0;  ///< 0 = the one of the most instructions
};

/// The launch that was asked for, from 0. Error: IllegalValue.
Result<std::size_t> launchOf(const WhyArguments& arguments, const Emulation& run) {
    if (arguments.launch > run.launches.size())
        return fail(ErrorCode::IllegalValue, {{"parameter", "--launch"},
                                              {"value", std::to_string(arguments.launch)},
                                              {"legal", "1 … " + std::to_string(run.launches.size())}});
    if (arguments.launch > 0) return static_cast<std::size_t>(arguments.launch - 1);
    const auto most = std::ranges::max_element(
        run.launches, {}, [](const simt::LaunchReport& launch) { return launch.counts.warpInstructions; });
    return static_cast<std::size_t>(most - run.launches.begin());
}

Result<Emulation> runOf(Plan plan) {
    EmulationOptions options = watchingOptions(plan);
    options.tracedBlocks = {Dim3{0, 0, 0}};
    const Progress progress("counting");
    Result<Emulation> run = emulate(std::move(plan), options, progress.job());
    progress.clear();
    if (run && run->check.verdict == CheckResult::Verdict::Fault)
        return fail(ErrorCode::KernelFault,
                    {{"fault", run->check.note}, {"kind", std::string(nameOf(run->launches.back().fault->kind))}});
    return run;
}

Result<void> runWhy(const WhyArguments& arguments, bool json) {
    const auto library = openLibrary({LibraryPart::Catalogue});
    if (!library) return fail(library.error());
    const auto given = parametersFromWords(arguments.words);
    if (!given) return fail(given.error());
    Result<Plan> plan = planFor((*library)->catalogue(), arguments.algorithm, *given);
    if (!plan) return fail(plan.error());
    const auto gpu = presetNamed(arguments.gpu);
    if (!gpu) return fail(gpu.error());
    if (plan->launches().empty()) {
        if (json)
            std::cout << Json{{"gpu", gpu->id}, {"rules", Json::array()}}.dump(2) << '\n';
        else
            std::cout << "no kernel is launched, so there is nothing that rules could look at\n";
        return {};
    }
    const auto run = runOf(std::move(*plan));
    if (!run) return fail(run.error());
    const auto launch = launchOf(arguments, *run);
    if (!launch) return fail(launch.error());
    const Measurement* const measured = (*library)->recordings().find(run->plan.algorithm, run->plan.parameters);
    const std::vector<LaunchBlock> blocks = launchBlocksOf(run->plan, measured, *gpu, &(*library)->machineCodes());
    const auto trace = std::ranges::find(run->traces, *launch, [](const auto& t) { return t->launchNumber(); });
    const auto facts = rules::launchFactsOf(*run, *launch, measured, *gpu, blocks.at(*launch),
                                            trace == run->traces.end() ? nullptr : trace->get());
    if (!facts) return fail(ErrorCode::KernelFault, {{"fault", run->check.note}, {"kind", ""}});
    if (json) {
        std::cout << whyJson(*facts).dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
        return {};
    }
    std::cout << run->plan.algorithm << ' ' << toString(run->plan.parameters) << " on " << gpu->title << ", launch "
              << *launch + 1 << " of " << run->launches.size() << ": " << facts->block.kernel << '\n'
              << whyText(*facts, *run->plan.launches()[*launch]->kernel->source);
    return {};
}

}  // namespace

void addWhy(CLI::App& program, Session& session) {
    const auto arguments = std::make_shared<WhyArguments>();
    CLI::App* verb = program.add_subcommand("why", "Say what limits a launch: rules, roofline, where the bytes go");
    verb->add_option("algorithm", arguments->algorithm, "Its id, as list shows it")->required();
    verb->add_option("parameters", arguments->words, "name=value …; what is not given has its default");
    verb->add_option("--gpu", arguments->gpu, "A GPU preset: id or title; or a file NAME.json")->capture_default_str();
    addNumber(*verb, "--launch", arguments->launch, {1, 1'000'000},
              "Which launch, from 1 (default: the one of the most instructions)");
    verb->callback([=, &session] { session.action = [=, &session] { return runWhy(*arguments, session.json); }; });
}

}  // namespace lanescope::cli
