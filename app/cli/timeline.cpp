// SPDX-License-Identifier: GPL-3.0-or-later
// timeline: one multiprocessor while a launch runs, simulated: which warp issued when, and what the others waited for.
#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/launch_time.h"
#include "app/cli/number_option.h"
#include "app/cli/output.h"
#include "app/cli/plan_timeline_output.h"
#include "app/cli/plans.h"
#include "app/cli/presets.h"
#include "app/cli/ptx_options.h"
#include "app/cli/timed_run.h"
#include "app/cli/verbs.h"
#include "app/cli/waves_output.h"
#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/library/library.h"
#include "core/run/counting_policy.h"
#include "core/timing/line_times.h"
#include "core/timing/simulation.h"
#include "core/timing/warp_states.h"
#include "core/timing/waves.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLinesTold = 8;

struct TimelineOptions {
    std::string algorithm;
    std::vector<std::string> words;
    PtxRequest ptx;
    std::string gpu;
    std::size_t launch = 0;
    std::size_t intervals = 20'000;
    bool waves = false;
    bool plan = false;
    bool byInstruction = false;
    bool replayed = false;
};

Result<Plan> planOf(const TimelineOptions& options) {
    if (!options.ptx.file.empty()) return planFor(options.ptx);
    const auto library = openLibrary({LibraryPart::Catalogue});
    if (!library) return fail(library.error());
    const Result<Parameters> given = parametersFromWords(options.words);
    if (!given) return fail(given.error());
    return planFor((*library)->catalogue(), options.algorithm, *given);
}

struct Told {
    const LaunchProfile& launch;
    const GpuSpec& gpu;
    const timing::Parameters& parameters;
    const timing::Simulated& simulated;
    const Kernel& ptx;  ///< of the launch
    std::vector<timing::InstructionTime> instructions;
    std::vector<timing::LineTime> lines;
    LaunchTime time;
    bool byInstruction = false;
    std::optional<timing::Waves> waves{};  ///< if asked for

    [[nodiscard]] double all() const { return timing::allOf(simulated.run.warpCycles); }
};

std::string textOf(const Told& told, std::size_t instruction) {
    return timing::instructionText(instruction, told.instructions, *told.launch.sample, told.ptx);
}

Json orNull(std::uint32_t line) { return line > 0 ? Json(line) : Json(); }

double percentOf(double cycles, double all) { return all > 0 ? std::round(cycles / all * 1000) / 10 : 0; }

Json reasonsOf(const timing::ReasonCycles& cycles) {
    Json reasons = Json::object();
    for (std::size_t i = 0; i < cycles.size(); ++i)
        reasons[std::string(timing::nameOf(static_cast<timing::Reason>(i)))] = cycles[i];
    return reasons;
}

/// What NVIDIA's profiler calls the reasons; a list, since it tells some apart that are one here.
Json statesOf() {
    Json states = Json::object();
    for (std::size_t i = 0; i < timing::kReasons; ++i) {
        const auto reason = static_cast<timing::Reason>(i);
        states[std::string(timing::nameOf(reason))] = timing::profilerStatesOf(reason);
    }
    return states;
}

Json linesOf(const std::vector<timing::LineTime>& lines) {
    Json told = Json::array();
    for (const timing::LineTime& line : lines)
        told.push_back({{"line", orNull(line.line)}, {"cycles", line.all()}, {"warp_cycles", reasonsOf(line.cycles)}});
    return told;
}

Json instructionsOf(const Told& told) {
    Json all = Json::array();
    for (std::size_t i = 0; i < told.instructions.size(); ++i) {
        const timing::InstructionTime& one = told.instructions[i];
        const double cycles = timing::allOf(one.cycles);
        all.push_back({{"instruction", i},
                       {"text", textOf(told, i)},
                       {"ptx_line", orNull(one.ptxLine)},
                       {"line", orNull(one.line)},
                       {"cycles", cycles},
                       {"share", told.all() > 0 ? cycles / told.all() : 0},
                       {"warp_cycles", reasonsOf(one.cycles)}});
    }
    return all;
}

void printJson(const Told& told) {
    const timing::Simulated& simulated = told.simulated;
    const timing::MultiprocessorRun& run = simulated.run;
    Json blocks = Json::array();
    for (const timing::BlockTime& block : run.blocks)
        blocks.push_back({{"block", block.index}, {"begin", block.begin}, {"end", block.end}});
    Json intervals = Json::array();
    for (const timing::Interval& one : run.intervals)
        intervals.push_back({{"slot", one.slot},
                             {"block", run.blocks[one.block].index},
                             {"warp", one.warp},
                             {"reason", timing::nameOf(one.reason)},
                             {"instruction", one.instruction},
                             {"ptx_line", orNull(told.instructions[one.instruction].ptxLine)},
                             {"line", orNull(told.instructions[one.instruction].line)},
                             {"from", one.from},
                             {"to", one.to}});
    Json json{{"kernel", told.launch.kernel},
              {"gpu", told.gpu.id},
              {"origin", nameOf(Origin::Simulated)},
              {"clock", told.parameters.clock},
              {"cycles", simulated.cycles},
              {"simulated_cycles", run.end},
              {"resident_blocks", simulated.setting.resident},
              {"registers_per_thread", simulated.setting.registersPerThread},
              {"machine_instructions", run.instructions},
              {"busy", {{"load-store unit", run.requestBusy}, {"L2", run.l2Busy}, {"DRAM", run.dramBusy}}},
              {"warp_cycles", reasonsOf(run.warpCycles)},
              {"nsight_compute", statesOf()},
              {"lines", linesOf(told.lines)},
              {"blocks", blocks},
              {"intervals", intervals}};
    addTo(json, told.time);
    if (told.waves) json["waves"] = wavesJson(*told.waves);
    if (told.byInstruction) json["instructions"] = instructionsOf(told);
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

std::string lineText(std::uint32_t line) { return line > 0 ? std::to_string(line) : "none"; }

void printLines(const Told& told) {
    TextTable lines({"source line", "cycles", "%", "waits longest for"});
    for (std::size_t i = 0; i < std::min(kLinesTold, told.lines.size()); ++i) {
        const timing::LineTime& line = told.lines[i];
        lines.add({lineText(line.line), numbers::plain(std::round(line.all())),
                   numbers::plain(percentOf(line.all(), told.all())), std::string(nameOf(line.longest()))});
    }
    std::cout << lines.text(2);
}

/// In their order, those that took no time, too.
void printInstructions(const Told& told) {
    TextTable table({"instruction", "PTX line", "source line", "cycles", "%", "waits longest for", ""});
    for (std::size_t i = 0; i < told.instructions.size(); ++i) {
        const timing::InstructionTime& one = told.instructions[i];
        const double cycles = timing::allOf(one.cycles);
        table.add({std::to_string(i), lineText(one.ptxLine), lineText(one.line), numbers::plain(std::round(cycles)),
                   numbers::plain(percentOf(cycles, told.all())),
                   cycles > 0 ? std::string(nameOf(timing::longestOf(one.cycles))) : std::string(), textOf(told, i)});
    }
    std::cout << table.text(2);
}

void printText(const Told& told) {
    const timing::MultiprocessorRun& run = told.simulated.run;
    std::cout << told.launch.kernel << " on " << told.gpu.title
              << ", simulated: " << numbers::plain(std::round(told.simulated.cycles)) << " cycles at "
              << numbers::plain(told.parameters.clock) << " Hz; " << run.blocks.size()
              << " blocks of one multiprocessor, " << told.simulated.setting.resident << " at a time\n"
              << describe(told.time);
    TextTable table({"its warps were", "cycles", "%", "Nsight Compute calls it"});
    for (std::size_t i = 0; i < run.warpCycles.size(); ++i) {
        const auto reason = static_cast<timing::Reason>(i);
        table.add({std::string(timing::nameOf(reason)), numbers::plain(std::round(run.warpCycles[i])),
                   numbers::plain(percentOf(run.warpCycles[i], told.all())), timing::profilerStateWords(reason)});
    }
    std::cout << table.text(2) << "what has two names there is one state here\n\n";
    told.byInstruction ? printInstructions(told) : printLines(told);
    std::cout << "every warp's intervals: --json\n";
    if (told.waves) std::cout << '\n' << wavesText(*told.waves, told.parameters.clock);
}

Result<void> runPlanTimeline(Plan plan, const GpuSpec& gpu, const TimelineOptions& options, bool json) {
    const Result<PlanInTime> found = planInTimeFor(std::move(plan), gpu);
    if (!found) return fail(found.error());
    ToldPlan told{*found, gpu, runCodeOf(found->input.launches), {}};
    const timing::PlanTimeline& timeline = found->timeline;
    if (timeline.unknown.empty())
        if (const auto library = openLibrary({}))
            told.spread = spreadOf(planTime(timeline.seconds, told.code, !options.ptx.file.empty()), gpu,
                                   (*library)->accuracies());
    if (json)
        std::cout << planTimelineJson(told, options.intervals).dump(2, ' ', false, Json::error_handler_t::replace)
                  << '\n';
    else
        std::cout << planTimelineText(told);
    return {};
}

Result<void> runTimeline(const TimelineOptions& options, bool json) {
    Result<Plan> plan = planOf(options);
    if (!plan) return fail(plan.error());
    const Result<GpuSpec> gpu = presetNamed(options.gpu);
    if (!gpu) return fail(gpu.error());
    if (options.plan) return runPlanTimeline(std::move(*plan), *gpu, options, json);
    if (plan->launches().empty())
        return fail(ErrorCode::IllegalValue, {{"parameter", "algorithm"},
                                              {"value", plan->algorithm},
                                              {"legal", inWords(Message("plan_time.no_launches"_id))}});
    Result<timing::Parameters> parameters = timing::parametersOf(*gpu);
    if (!parameters) return fail(parameters.error());
    if (options.replayed) *parameters = timing::asReplayed(*parameters, *gpu);
    const Result<Emulation> emulation = emulateForModels(std::move(*plan), *gpu, kBlocksOfAnEstimate,
                                                         options.waves ? std::optional(options.launch) : std::nullopt);
    if (!emulation) return fail(emulation.error());
    const ModelInput input = inputOf(*emulation, *gpu, CountSource::Lockstep);
    if (options.launch >= input.launches.size())
        return fail(ErrorCode::IllegalValue,
                    {{"parameter", "--launch"},
                     {"value", std::to_string(options.launch)},
                     {"legal", "there are " + std::to_string(input.launches.size()) + " launches, counted from 0"}});
    const LaunchProfile& launch = input.launches[options.launch];
    const Result<timing::Simulated> simulated =
        timing::simulate(*launch.sample, launch.registersPerThread, *gpu, *parameters,
                         {.intervals = options.intervals, .replayed = options.replayed});
    if (!simulated) return fail(simulated.error());
    const Kernel& ptx = *emulation->plan.launches()[options.launch]->kernel;
    std::vector<timing::InstructionTime> instructions = timing::timeByInstruction(simulated->run, *launch.sample, ptx);
    std::vector<timing::LineTime> lines = timing::timeByLine(instructions);
    LaunchTime time = launchTimeOf(input, options.launch, *simulated, *gpu, *parameters, !options.ptx.file.empty());
    if (options.replayed) time.spread.reset();  // nobody times that
    Told told{launch,
              *gpu,
              *parameters,
              *simulated,
              ptx,
              std::move(instructions),
              std::move(lines),
              std::move(time),
              options.byInstruction};
    if (options.waves) {
        told.waves = timing::wavesOf(*launch.sample, *simulated, *parameters);
        if (!told.waves)
            return fail(ErrorCode::IllegalValue,
                        {{"parameter", "--waves"},
                         {"value", std::to_string(launch.sample->grid.count()) + " blocks"},
                         {"legal", inWords(Message("timing.waves_too_many"_id,
                                                   {{"most", timing::SampleOptions::kMostDealt}}))}});
    }
    json ? printJson(told) : printText(told);
    return {};
}

}  // namespace

void addTimeline(CLI::App& program, Session& session) {
    CLI::App* verb =
        program.add_subcommand("timeline", "Simulate a launch: what the warps of a multiprocessor do, cycle by cycle");
    auto options = std::make_shared<TimelineOptions>();
    auto by = std::make_shared<std::string>("line");
    CLI::Option* algorithm = verb->add_option("algorithm", options->algorithm, "Its id, as list shows it");
    verb->add_option("parameters", options->words, "name=value …; what is not given has its default")->needs(algorithm);
    addPtxOptions(*verb, options->ptx, algorithm, "Simulate");
    verb->add_option("--gpu", options->gpu, "A GPU preset: id or title; or a file NAME.json")->required();
    CLI::Option* launch =
        addNumber(*verb, "--launch", options->launch, {0, 1'000'000}, "Which launch of the plan, from 0")
            ->capture_default_str();
    addNumber(*verb, "--intervals", options->intervals, {0, 10'000'000},
              "With --json: so many intervals of warps, or spans of a plan")
        ->capture_default_str();
    CLI::Option* waves =
        verb->add_flag("--waves", options->waves, "All multiprocessors, too: how they fill with blocks, and drain");
    CLI::Option* replayed = verb->add_flag(
        "--replayed", options->replayed,
        "As a profiler counts it, which runs a launch again and again: its code is in the caches, and what it "
        "reads is in L2, as far as that keeps it");
    CLI::Option* byWhat =
        verb->add_option("--by", *by,
                         "Where the warps' time goes: by line of the source, or by instruction of what ran")
            ->check(CLI::IsMember({"line", "instruction"}))
            ->capture_default_str();
    verb->add_flag("--plan", options->plan,
                   "The whole plan: launches, copies, calls of libraries and what the host does, with their streams")
        ->excludes(launch)
        ->excludes(waves)
        ->excludes(replayed)
        ->excludes(byWhat);
    verb->callback([&session, options, by] {
        options->byInstruction = *by == "instruction";
        if (options->algorithm.empty() && options->ptx.file.empty())
            throw CLI::RequiredError("timeline: an algorithm or --ptx");
        session.action = [&session, options] { return runTimeline(*options, session.json); };
    });
}

}  // namespace lanescope::cli
