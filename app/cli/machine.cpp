// SPDX-License-Identifier: GPL-3.0-or-later
// machine: what the abstract machines (PRAM, QRQW, BSP, LogP) say of a configuration, in steps.
#include <CLI/CLI.hpp>
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/number_option.h"
#include "app/cli/output.h"
#include "app/cli/plans.h"
#include "app/cli/presets.h"
#include "app/cli/progress.h"
#include "app/cli/verbs.h"
#include "core/base/number_format.h"
#include "core/library/library.h"
#include "core/metrics/counters.h"
#include "core/run/machine_answers.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kMostSteps = 10'000'000'000;
constexpr std::int64_t kMostAccesses = 100'000'000;

struct MachineVerbOptions {
    std::string algorithm;
    std::vector<std::string> words;
    std::string model = "all";
    std::string gpu;
    AccessLimits limits{};

    [[nodiscard]] bool has(std::string_view id) const { return model == "all" || model == id; }
};

Json jsonOf(const AccessPlace& place, CellUse use) {
    static constexpr std::array kUses{"read", "write", "atomic_add", "atomic_exchange", "atomic_other"};
    const auto triple = [](Dim3 at) { return Json{at.x, at.y, at.z}; };
    return {
        {"block", triple(place.block)}, {"thread", triple(place.thread)}, {"use", kUses[static_cast<std::size_t>(use)]},
        {"file", place.sourceFile},     {"line", place.sourceLine},       {"ptx_line", place.ptxLine}};
}

Json jsonOf(const Queue& queue) {
    return {{"length", queue.length}, {"launch", queue.launch}, {"kernel", queue.kernel}, {"cell", queue.cell}};
}

Json jsonOf(const Verdict& verdict) {
    Json json{{"variant", verdict.variant}, {"legality", nameOf(verdict.legality)}, {"offences", verdict.cells}};
    if (!verdict.first) return json;
    const Offence& offence = *verdict.first;
    json["first_offence"] = {{"sentence", describe(offence)},
                             {"launch", offence.launch},
                             {"kernel", offence.kernel},
                             {"step", offence.step},
                             {"phase", offence.phase},
                             {"cell", offence.cell},
                             {"threads", offence.threads},
                             {"why", offence.why},
                             {"first", jsonOf(offence.first, offence.firstUse)},
                             {"second", jsonOf(offence.second, offence.secondUse)}};
    return json;
}

/// A number, a truth value or a text as what it is.
template <typename Value>
Json valueOf(const Value& value) {
    return std::visit([](const auto& own) { return Json(own); }, value);
}

Json jsonOf(const MachineList& list) {
    Json json = Json::array();
    for (const auto& row : list.rows) {
        Json fields = Json::object();
        for (const auto& [name, value] : row) fields[std::string(name)] = valueOf(value);
        json.push_back(std::move(fields));
    }
    return json;
}

Json jsonOf(const std::vector<MachineTerm>& terms) {
    Json json = Json::object();
    for (const MachineTerm& term : terms) json[std::string(term.id)] = valueOf(term.value);
    return json;
}

Json jsonOf(const MachineAnswer& answer) {
    Json json = jsonOf(answer.terms);
    for (const Verdict& verdict : answer.verdicts) json["variants"].push_back(jsonOf(verdict));
    for (const MachineReading& reading : answer.readings)
        json[std::string(reading.id)] = {{"steps", reading.steps}, {"longest_queue", jsonOf(reading.longest)}};
    if (answer.list) json[std::string(answer.list->id)] = jsonOf(*answer.list);
    if (answer.onGpu) {
        json["on_gpu"] = jsonOf(answer.onGpu->terms);
        json["on_gpu"]["notes"] = answer.onGpu->notes;
    }
    return json;
}

void printJson(const Plan& plan, const MachineVerbOptions& options, const MachineAnswers& answers) {
    Json parameters = Json::object();
    for (const auto& [name, value] : plan.parameters) parameters[name] = value;
    Json problems = Json::array();
    for (const MachineAnswer& answer : answers.machines)
        if (answer.gpuProblem) problems.push_back(describe(*answer.gpuProblem));
    Json json{
        {"algorithm", plan.algorithm},  {"parameters", parameters},          {"origin", nameOf(Origin::Emulated)},
        {"complete", answers.complete}, {"launches", answers.launches},      {"launches_seen", answers.launchesSeen},
        {"blocks", answers.blocks},     {"blocks_seen", answers.blocksSeen}, {"fault", answers.fault},
        {"notes", answers.notes},       {"gpu_problems", problems}};
    for (const MachineAnswer& answer : answers.machines)
        if (options.has(answer.machine)) json[std::string(answer.machine)] = jsonOf(answer);
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

std::string wordsOf(const MachineSentence& sentence) {
    return sentence.with([](const MachineNumber& value) {
        const auto* count = std::get_if<std::uint64_t>(&value);
        return count == nullptr ? numbers::plain(std::get<double>(value)) : std::to_string(*count);
    });
}

void print(const MachineAnswer& answer) {
    std::cout << answer.title << (answer.line.id.empty() ? "" : "  ") << wordsOf(answer.line) << '\n';
    if (!answer.verdicts.empty()) {
        TextTable table({"variant", "this program is", "first offence"});
        for (const Verdict& verdict : answer.verdicts)
            table.add({std::string(verdict.variant), wordsOf(verdict.legality),
                       verdict.first ? describe(*verdict.first) : ""});
        std::cout << table.text(2);
    }
    if (!answer.readings.empty()) {
        TextTable table({"reading", "steps", "longest queue", "at"});
        for (const MachineReading& reading : answer.readings)
            table.add({std::string(reading.id), std::to_string(reading.steps), std::to_string(reading.longest.length),
                       reading.longest.cell});
        std::cout << table.text(2);
    }
    if (!answer.onGpu) return;
    std::cout << "  " << wordsOf(answer.onGpu->line) << '\n';
    for (const std::string& note : answer.onGpu->notes) std::cout << "  " << note << '\n';
}

void printText(const Plan& plan, const MachineVerbOptions& options, const MachineAnswers& answers) {
    std::cout << plan.algorithm << "  " << toString(plan.parameters) << '\n';
    for (const MachineAnswer& answer : answers.machines)
        if (options.has(answer.machine)) print(answer);
    for (const std::string& note : answers.notes) std::cout << note << '\n';
    for (const MachineAnswer& answer : answers.machines)
        if (answer.gpuProblem) std::cout << describe(*answer.gpuProblem) << '\n';
}

Result<void> runMachine(const MachineVerbOptions& options, Session& session) {
    const auto library = openLibrary({LibraryPart::Catalogue});
    if (!library) return fail(library.error());
    const Result<Parameters> given = parametersFromWords(options.words);
    if (!given) return fail(given.error());
    const Result<Plan> plan = planFor((*library)->catalogue(), options.algorithm, *given);
    if (!plan) return fail(plan.error());
    MachineOptions how;
    how.limits = options.limits;
    GpuSpec gpu;
    if (!options.gpu.empty()) {
        const Result<GpuSpec> found = presetNamed(options.gpu);
        if (!found) return fail(found.error());
        gpu = *found;
        how.gpu = &gpu;
    }
    const Progress progress("watching");
    const Result<MachineAnswers> answers = machineAnswers(*plan, how, progress.job());
    progress.clear();
    if (!answers) return fail(answers.error());
    session.json ? printJson(*plan, options, *answers) : printText(*plan, options, *answers);
    if (!answers->fault.empty()) session.outcome = ExitCode::Faulted;
    return {};
}

}  // namespace

void addMachine(CLI::App& program, Session& session) {
    CLI::App* verb =
        program.add_subcommand("machine", "Steps and legality of an algorithm on PRAM, QRQW, BSP and LogP");
    auto options = std::make_shared<MachineVerbOptions>();
    std::vector<std::string> ids{"all"};
    for (const auto& machine : abstractMachines()) ids.emplace_back(machine->description().id);
    verb->add_option("algorithm", options->algorithm, "Its id, as list shows it")->required();
    verb->add_option("parameters", options->words, "name=value …; what is not given has its default");
    verb->add_option("--model", options->model, "Which")->check(CLI::IsMember(ids))->capture_default_str();
    verb->add_option("--gpu", options->gpu, "A GPU preset, for BSP and LogP in cycles");
    addNumber(*verb, "--steps", options->limits.steps, {1, kMostSteps}, "Warp instructions that are watched")
        ->capture_default_str();
    addNumber(*verb, "--accesses", options->limits.accesses, {1, kMostAccesses},
              "Accesses of a launch that are compared (32 bytes each)")
        ->capture_default_str();
    verb->callback(
        [&session, options] { session.action = [&session, options] { return runMachine(*options, session); }; });
}

}  // namespace lanescope::cli
