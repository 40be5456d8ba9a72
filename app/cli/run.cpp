// SPDX-License-Identifier: GPL-3.0-or-later
// run: a configuration on this machine's GPU, plainly: its steps and nothing else, so that other tools can look on,
// such as Nsight Compute and compute-sanitizer. No clock, no profiler, no kernels but the plan's.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/interrupt.h"
#include "app/cli/number_option.h"
#include "app/cli/outcome.h"
#include "app/cli/plans.h"
#include "app/cli/verbs.h"
#include "core/library/library.h"
#include "gpu/cuda_executor.h"

namespace lanescope::cli {
namespace {

/// Seconds: who looks on may slow a kernel down a thousandfold.
constexpr double kForever = 1e6;

struct RunArguments {
    std::string algorithm;
    std::vector<std::string> words;
    std::size_t times = 1;
};

void print(const Plan& plan, std::size_t times, const CheckResult& check, const Outcome& outcome, bool json) {
    if (json) {
        nlohmann::ordered_json parameters = nlohmann::ordered_json::object();
        for (const auto& [name, value] : plan.parameters) parameters[name] = value;
        std::cout << nlohmann::ordered_json{{"algorithm", plan.algorithm},
                                            {"parameters", parameters},
                                            {"times", times},
                                            {"launches", plan.launches().size()},
                                            {"verdict", nameOf(check.verdict)},
                                            {"outcome", toJson(outcome)}}
                         .dump(2)
                  << '\n';
        return;
    }
    std::cout << plan.algorithm << "  " << toString(plan.parameters) << '\n' << "result: " << outcome.sentence << '\n';
}

Result<void> runOnce(const RunArguments& arguments, Session& session) {
    const auto library = openLibrary({LibraryPart::Catalogue});
    if (!library) return fail(library.error());
    const auto given = parametersFromWords(arguments.words);
    if (!given) return fail(given.error());
    const auto plan = planFor((*library)->catalogue(), arguments.algorithm, *given);
    if (!plan) return fail(plan.error());
    auto gpu = CudaSession::open();
    if (!gpu) return fail(gpu.error());
    const InterruptWatcher interrupt;
    const JobContext job{interrupt.token(), {}};
    CheckResult last;
    for (std::size_t i = 0; i < arguments.times; ++i) {
        CudaExecutor executor(*gpu, kForever);
        const auto after = runPlan(*plan, executor, job);
        if (!after) return fail(after.error());
        if (i + 1 < arguments.times) continue;
        auto check = checkResult(*plan, *after, job);
        if (!check) return fail(check.error());
        last = std::move(*check);
    }
    const Outcome outcome = outcomeOf(last);
    print(*plan, arguments.times, last, outcome, session.json);
    session.outcome = outcome.code;
    return {};
}

}  // namespace

void addRun(CLI::App& program, Session& session) {
    const auto arguments = std::make_shared<RunArguments>();
    CLI::App* verb =
        program.add_subcommand("run", "Run a configuration on this machine's GPU and do nothing else, for other tools");
    verb->add_option("algorithm", arguments->algorithm, "Its id, see list")->required();
    verb->add_option("parameters", arguments->words, "name=value …");
    addNumber(*verb, "--times", arguments->times, {1, 1000}, "Run all of it so often (default 1)");
    verb->callback([arguments, &session] { session.action = [=, &session] { return runOnce(*arguments, session); }; });
}

}  // namespace lanescope::cli
