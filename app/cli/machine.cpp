// SPDX-License-Identifier: GPL-3.0-or-later
// machine: what the machine models (PRAM, QRQW, BSP, LogP) say of a configuration, in steps.
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
#include "core/library/library.h"
#include "core/metrics/counters.h"
#include "core/models/abstract/machine_models.h"
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

Json jsonOf(const PramAnswer& answer) {
    Json variants = Json::array();
    for (const PramVerdict& verdict : answer.verdicts) {
        Json one{
            {"variant", nameOf(verdict.variant)}, {"legality", nameOf(verdict.legality)}, {"offences", verdict.cells}};
        if (verdict.first) {
            const Offence& offence = *verdict.first;
            one["first_offence"] = {{"sentence", describe(offence)},
                                    {"launch", offence.launch},
                                    {"kernel", offence.kernel},
                                    {"step", offence.step},
                                    {"phase", offence.phase},
                                    {"cell", offence.cell},
                                    {"threads", offence.threads},
                                    {"why", offence.why},
                                    {"first", jsonOf(offence.first, offence.firstUse)},
                                    {"second", jsonOf(offence.second, offence.secondUse)}};
        }
        variants.push_back(std::move(one));
    }
    return {{"steps", answer.steps},   {"access_steps", answer.accessSteps},
            {"phases", answer.phases}, {"processors", answer.processors},
            {"work", answer.work},     {"variants", variants}};
}

Json jsonOf(const Queue& queue) {
    return {{"length", queue.length}, {"launch", queue.launch}, {"kernel", queue.kernel}, {"cell", queue.cell}};
}

Json jsonOf(const QrqwAnswer& answer) {
    return {{"lockstep", {{"steps", answer.lockstep}, {"longest_queue", jsonOf(answer.lockstepQueue)}}},
            {"synchronous", {{"steps", answer.synchronous}, {"longest_queue", jsonOf(answer.synchronousQueue)}}},
            {"asynchronous", {{"steps", answer.asynchronous}, {"longest_queue", jsonOf(answer.asynchronousQueue)}}}};
}

Json jsonOf(const BspAnswer& answer, const std::optional<BspOnGpu>& onGpu) {
    Json json{{"supersteps", answer.supersteps},
              {"launches", answer.launches},
              {"w", answer.work},
              {"h", answer.messages},
              {"largest_h", answer.longestMessages}};
    if (onGpu)
        json["on_gpu"] = {{"w", onGpu->work},
                          {"h_words", onGpu->words},
                          {"g_cycles", onGpu->gap},
                          {"barriers", onGpu->barriers},
                          {"barrier_L_cycles", onGpu->barrierCycles},
                          {"launches", onGpu->launches},
                          {"launch_L_cycles", onGpu->launchCycles},
                          {"cycles", onGpu->cycles},
                          {"notes", onGpu->notes}};
    return json;
}

Json jsonOf(const MachineAnswers& answers, const LogpAnswer& logp) {
    static constexpr std::array kKinds{"to_device", "from_device", "launch"};
    Json messages = Json::array();
    for (const LogpMessage& message : logp.messages)
        messages.push_back({{"kind", kKinds[static_cast<std::size_t>(message.kind)]},
                            {"what", message.what},
                            {"bytes", message.bytes},
                            {"packets", message.packets()},
                            {"pinned", message.pinned}});
    Json json{{"messages_to_device", logp.toDevice},
              {"messages_from_device", logp.fromDevice},
              {"launches", logp.launches},
              {"bytes_to_device", logp.bytesToDevice},
              {"bytes_from_device", logp.bytesFromDevice},
              {"first_messages", messages}};
    if (answers.logpMachine && answers.logpCost) {
        const LogpMachine& machine = *answers.logpMachine;
        json["on_gpu"] = {{"L_cycles", machine.latency},
                          {"o_cycles", machine.overhead},
                          {"g_to_device_cycles", machine.gapToDevice},
                          {"g_from_device_cycles", machine.gapFromDevice},
                          {"g_pinned_to_device_cycles", machine.pinnedGapToDevice},
                          {"g_pinned_from_device_cycles", machine.pinnedGapFromDevice},
                          {"P", machine.processors},
                          {"capacity_packets", machine.capacity()},
                          {"cycles", answers.logpCost->cycles},
                          {"pipelined_cycles", answers.logpCost->pipelined},
                          {"notes", machine.notes}};
    }
    return json;
}

void printJson(const Plan& plan, const MachineVerbOptions& options, const MachineAnswers& answers) {
    Json parameters = Json::object();
    for (const auto& [name, value] : plan.parameters) parameters[name] = value;
    Json problems = Json::array();
    for (const Error& error : answers.gpuProblems) problems.push_back(describe(error));
    Json json{
        {"algorithm", plan.algorithm},    {"parameters", parameters},          {"origin", nameOf(Origin::Emulated)},
        {"complete", answers.complete()}, {"launches", answers.launches},      {"launches_seen", answers.launchesSeen},
        {"blocks", answers.blocks},       {"blocks_seen", answers.blocksSeen}, {"fault", answers.fault},
        {"notes", answers.notes},         {"gpu_problems", problems}};
    if (options.has("pram")) json["pram"] = jsonOf(answers.pram);
    if (options.has("qrqw")) json["qrqw"] = jsonOf(answers.qrqw);
    if (options.has("bsp")) json["bsp"] = jsonOf(answers.bsp, answers.bspOnGpu);
    if (options.has("logp")) json["logp"] = jsonOf(answers, answers.logp);
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void printPram(const PramAnswer& answer) {
    std::cout << "PRAM  steps " << answer.steps << ", of them with accesses " << answer.accessSteps << "; phases "
              << answer.phases << "; processors " << answer.processors << "; operations of all " << answer.work << "\n";
    TextTable table({"variant", "this program is", "first offence"});
    for (const PramVerdict& verdict : answer.verdicts)
        table.add({std::string(nameOf(verdict.variant)), std::string(nameOf(verdict.legality)),
                   verdict.first ? describe(*verdict.first) : ""});
    std::cout << table.text(2);
}

void printQrqw(const QrqwAnswer& answer) {
    std::cout << "QRQW PRAM\n";
    TextTable table({"reading", "steps", "longest queue", "at"});
    const auto add = [&](const char* name, std::uint64_t steps, const Queue& queue) {
        table.add({name, std::to_string(steps), std::to_string(queue.length), queue.cell});
    };
    add("lockstep", answer.lockstep, answer.lockstepQueue);
    add("synchronous", answer.synchronous, answer.synchronousQueue);
    add("asynchronous", answer.asynchronous, answer.asynchronousQueue);
    std::cout << table.text(2);
}

void printBsp(const BspAnswer& answer, const std::optional<BspOnGpu>& onGpu) {
    std::cout << "BSP  supersteps " << answer.supersteps << ", launches " << answer.launches << ", w = " << answer.work
              << ", h = " << answer.messages << ": " << answer.work << " + " << answer.messages << " g + "
              << answer.supersteps << " L\n";
    if (!onGpu) return;
    std::cout << "  multiprocessors as components: " << number(onGpu->cycles) << " cycles = " << number(onGpu->work)
              << " + " << number(onGpu->words) << " words × " << number(onGpu->gap) << " + " << number(onGpu->barriers)
              << " barriers × " << number(onGpu->barrierCycles) << " + " << number(onGpu->launches) << " launches × "
              << number(onGpu->launchCycles) << '\n';
    for (const std::string& note : onGpu->notes) std::cout << "  " << note << '\n';
}

void printLogp(const MachineAnswers& answers) {
    const LogpAnswer& logp = answers.logp;
    std::cout << "LogP  messages to the device " << logp.toDevice << " (" << logp.bytesToDevice << " bytes), from it "
              << logp.fromDevice << " (" << logp.bytesFromDevice << " bytes), launches and commands " << logp.launches
              << "\n";
    if (!answers.logpMachine || !answers.logpCost) return;
    const LogpMachine& machine = *answers.logpMachine;
    std::cout << "  " << number(answers.logpCost->cycles) << " cycles if the host waits for each, "
              << number(answers.logpCost->pipelined) << " if it waits for none; L = " << number(machine.latency)
              << ", o = " << number(machine.overhead) << ", g = " << number(machine.gapToDevice)
              << " to the device and " << number(machine.gapFromDevice)
              << " from it, P = " << number(machine.processors) << ", at most " << number(machine.capacity())
              << " packets on their way\n";
    for (const std::string& note : machine.notes) std::cout << "  " << note << '\n';
}

void printText(const Plan& plan, const MachineVerbOptions& options, const MachineAnswers& answers) {
    std::cout << plan.algorithm << "  " << toString(plan.parameters) << '\n';
    if (options.has("pram")) printPram(answers.pram);
    if (options.has("qrqw")) printQrqw(answers.qrqw);
    if (options.has("bsp")) printBsp(answers.bsp, answers.bspOnGpu);
    if (options.has("logp")) printLogp(answers);
    for (const std::string& note : answers.notes) std::cout << note << '\n';
    for (const Error& error : answers.gpuProblems) std::cout << describe(error) << '\n';
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
    for (const MachineModel& model : machineModels()) ids.emplace_back(model.description.id);
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
