// SPDX-License-Identifier: GPL-3.0-or-later
// emulate: runs a configuration of the catalogue, or any kernel of a PTX file, in the emulator.
#include <CLI/CLI.hpp>
#include <optional>

#include "app/cli/architectures.h"
#include "app/cli/baseline_output.h"
#include "app/cli/code_request.h"
#include "app/cli/emulation_report.h"
#include "app/cli/emulation_sweep.h"
#include "app/cli/number_option.h"
#include "app/cli/plans.h"
#include "app/cli/presets.h"
#include "app/cli/progress.h"
#include "app/cli/ptx_options.h"
#include "app/cli/shards.h"
#include "app/cli/verbs.h"
#include "core/base/resources.h"
#include "core/library/library.h"
#include "core/run/race_check.h"
#include "core/sass/machine_plan.h"

namespace lanescope::cli {
namespace {

struct EmulateOptions {
    std::string algorithm;
    std::vector<std::string> words;
    PtxRequest ptx;
    std::string gpu;
    EmulationOptions emulation;
    std::string check = "quick";
    EmulationSweep sweep;
    CodeRequest code;
    std::string baseline;
};

constexpr std::int64_t kMostBlocks = 1'000'000'000'000;
constexpr std::int64_t kMostSteps = 1'000'000'000'000'000'000;

struct Chosen {
    Plan plan;
    std::vector<Fact> facts;  ///< what the algorithm states of it
};

Result<Chosen> chosen(const EmulateOptions& options) {
    if (!options.ptx.file.empty())
        return planFor(options.ptx).map([](Plan&& plan) { return Chosen{std::move(plan), {}}; });
    const auto library = openLibrary({LibraryPart::Catalogue});
    if (!library) return fail(library.error());
    const Result<Parameters> given = parametersFromWords(options.words);
    if (!given) return fail(given.error());
    Result<Plan> plan = planFor((*library)->catalogue(), options.algorithm, *given);
    if (!plan) return fail(plan.error());
    std::vector<Fact> facts = (*library)->catalogue().find(plan->algorithm).value()->facts(plan->parameters);
    return Chosen{std::move(*plan), std::move(facts)};
}

/// What --check asks for. That there is not enough memory for a second run is no error of the first.
Result<std::vector<simt::RaceReport>> racesOf(const Plan& plan, const EmulateOptions& options, const JobContext& job) {
    if (options.check == "none") return std::vector<simt::RaceReport>();
    const simt::Scheduling scheduling = options.emulation.scheduling;
    const bool quick = options.check == "quick";
    auto races = quick ? checkRacesQuickly(plan, job, scheduling, options.emulation.stepBudget)
                       : checkRaces(plan, {.cost = ~std::uint64_t{0}}, job, scheduling, options.emulation.stepBudget);
    if (!races && races.error().code == ErrorCode::TooLarge && quick) return std::vector<simt::RaceReport>();
    return races;
}

/// The same plan as machine code, if that is asked for.
Result<std::optional<Emulation>> machineRunOf(const Plan& plan, const EmulateOptions& options,
                                              const EmulationOptions& how, const JobContext& job) {
    if (!options.code.isMachine()) return std::nullopt;
    const Result<std::string> resources = resourceFolder();
    const sass::MachineCodes codes(resources.value_or(std::string()));
    Result<Plan> machinePlan = sass::MachinePlans(codes).planFor(plan, options.code.architecture, job);
    if (!machinePlan) return fail(machinePlan.error());
    Result<Emulation> run = emulate(std::move(*machinePlan), how, job);
    if (!run) return fail(run.error());
    return std::move(*run);
}

/// Of another configuration, if one is asked for.
Result<std::optional<Emulation>> baselineOf(const EmulateOptions& options, const Plan& plan, const JobContext& job) {
    if (options.baseline.empty()) return std::nullopt;
    const auto library = openLibrary({LibraryPart::Catalogue});
    if (!library) return fail(library.error());
    Result<Plan> other = baselinePlan(options.baseline, (*library)->catalogue(), plan);
    if (!other) return fail(other.error());
    Result<Emulation> run = emulate(std::move(*other), options.emulation, job);
    if (!run) return fail(run.error());
    return std::move(*run);
}

Result<void> runEmulate(const EmulateOptions& options, Session& session) {
    Result<Chosen> choice = chosen(options);
    if (!choice) return fail(choice.error());
    const auto dumps = dumpsOf(options.ptx.dumps, options.ptx.prints, choice->plan);
    if (!dumps) return fail(dumps.error());
    // A file that cannot be written is found before an hour of emulating, not after.
    if (const auto writable = checkTargets(*dumps); !writable) return writable;
    std::optional<GpuSpec> gpu;
    if (!options.gpu.empty()) {
        Result<GpuSpec> found = presetNamed(options.gpu);
        if (!found) return fail(found.error());
        gpu = std::move(*found);
    }

    EmulationOptions how = options.emulation;
    how.keepBuffers = !options.ptx.file.empty();
    const Progress progress("emulating");
    const Result<std::optional<Emulation>> baseline = baselineOf(options, choice->plan, progress.job());
    if (!baseline) return fail(baseline.error());
    Result<Emulation> done = emulate(std::move(choice->plan), how, progress.job());
    if (!done) return fail(done.error());
    if (options.code.isAll()) {
        const auto runs = runOnAll(done->plan, how, progress.job());
        if (!runs) return fail(runs.error());
        progress.clear();
        session.json ? printArchitecturesJson(*done, *runs) : printArchitectures(*done, *runs);
        return {};
    }
    auto machine = machineRunOf(done->plan, options, how, progress.job());
    if (!machine) return fail(machine.error());
    auto races = racesOf(done->plan, options, progress.job());
    if (!races) return fail(races.error());
    done->races = std::move(*races);
    if (*machine) (*machine)->races = done->races;  // of the PTX
    progress.clear();
    const Emulation& run = *machine ? **machine : *done;
    if (const auto written = writeDumps(*dumps, run.plan, run.buffers); !written) return written;
    const EmulationReport report{*done,
                                 outcomeOf(run, options.check == "races"),
                                 choice->facts,
                                 gpu ? &*gpu : nullptr,
                                 *dumps,
                                 *machine ? &**machine : nullptr,
                                 options.code.architecture,
                                 *baseline ? &**baseline : nullptr};
    session.json ? printEmulationJson(report) : printEmulation(report);
    session.outcome = report.outcome.code;
    return {};
}

Result<void> runSweep(EmulateOptions options, Session& session) {
    options.sweep.what.push_back(options.algorithm);
    options.sweep.what.insert(options.sweep.what.end(), options.words.begin(), options.words.end());
    options.sweep.emulation = options.emulation;
    return runEmulationSweep(options.sweep, session);
}

void addSweepOptions(CLI::App& verb, EmulationSweep& sweep, CLI::Option* algorithm) {
    constexpr const char* kGroup = "A sweep";
    CLI::Option* into = verb.add_option("--into", sweep.file,
                                        "Count many configurations (values n=64,128 …) into this study file, and check "
                                        "nothing; what it holds is kept");
    into->group(kGroup)->needs(algorithm);
    verb.add_option("--shard", sweep.shard, kShardHelp)->group(kGroup)->needs(into);
}

/// What becomes of a kernel's buffers.
void addDumpOptions(CLI::App& verb, PtxRequest& ptx, CLI::Option* file) {
    const auto add = [&](const char* name, auto& value, const char* help) {
        verb.add_option(name, value, help)->group(kPtxGroup)->needs(file)->allow_extra_args(false);
    };
    add("--dump", ptx.dumps,
        "INDEX=FILE: write the bytes of argument INDEX (from 0), a buffer, to FILE after the run, also after a fault. "
        "May be given several times");
    add("--print", ptx.prints,
        "INDEX or INDEX=FILE: the same as text, each element in full, a row a line; without FILE here, at most 10000 "
        "elements");
}

}  // namespace

void addEmulate(CLI::App& program, Session& session) {
    CLI::App* verb = program.add_subcommand("emulate", "Run an algorithm or any PTX in the emulator; count and check");
    auto options = std::make_shared<EmulateOptions>();
    CLI::Option* algorithm = verb->add_option("algorithm", options->algorithm, "Its id, as list shows it");
    verb->add_option("parameters", options->words, "name=value …; what is not given has its default")->needs(algorithm);
    addDumpOptions(*verb, options->ptx, addPtxOptions(*verb, options->ptx, algorithm, "Run"));
    addSweepOptions(*verb, options->sweep, algorithm);
    verb->add_option("--baseline", options->baseline, kBaselineHelp)->needs(algorithm);
    verb->add_option("--gpu", options->gpu, "Also tell the theoretical occupancy on this GPU");
    addCodeOptions(*verb, options->code,
                   "What runs: ptx; or machine, and then the machine code of --arch is run and counted, too", true);
    addNumber(*verb, "--max-blocks", options->emulation.maxBlocks, {0, kMostBlocks},
              "Run at most so many blocks of a launch (a sample); 0 = all");
    verb->add_option(
            "--check", options->check,
            "Look for races, barriers that do not fit and divisions by zero: races (in all blocks; slow), quick "
            "(in as many as take about a second) or none")
        ->check(CLI::IsMember({"quick", "races", "none"}))
        ->capture_default_str();
    addNumber(*verb, "--step-budget", options->emulation.stepBudget, {1, kMostSteps},
              "Warp instructions after which a launch is taken for endless")
        ->capture_default_str();
    addNumber(*verb, "--threads", options->emulation.threads, {0, 1024},
              "Run independent blocks on so many threads; 0 = as many as the machine has")
        ->capture_default_str();
    const auto setPolicy = [options](const std::string& name) {
        options->emulation.scheduling =
            name == "independent" ? simt::Scheduling::IndependentThreads : simt::Scheduling::ReconvergenceStack;
    };
    verb->add_option_function<std::string>(
            "--policy", setPolicy,
            "Which lanes of a warp run when they part ways: stack (lockstep, as GPUs before Volta; the default) "
            "or independent (all get on, as GPUs since Volta)")
        ->check(CLI::IsMember({"stack", "independent"}))
        ->type_name("ENUM")
        ->default_str("stack");
    verb->footer(
        "Exit codes: 0 the program ran, and its result is right as far as it is known; 5 it faulted; 6 its result is "
        "wrong, which that of kernels published wrong is, too, or --check races found an error; 7 it used up its "
        "steps.");
    verb->callback([&session, options] {
        if (options->algorithm.empty() && options->ptx.file.empty())
            throw CLI::RequiredError("emulate: an algorithm or --ptx");
        session.action = [&session, options] {
            return options->sweep.file.empty() ? runEmulate(*options, session) : runSweep(*options, session);
        };
    });
}

}  // namespace lanescope::cli
