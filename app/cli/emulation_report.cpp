// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/emulation_report.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/baseline_output.h"
#include "app/cli/output.h"
#include "app/cli/race_report.h"
#include "core/base/number_format.h"
#include "core/metrics/counters.h"
#include "core/metrics/dictionary.h"
#include "core/metrics/occupancy.h"
#include "core/plan/scalar_text.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;
using Verdict = CheckResult::Verdict;

Json dimJson(const Dim3& dim) { return Json{dim.x, dim.y, dim.z}; }

Json faultJson(const simt::Fault& fault) {
    return Json{{"kind", simt::nameOf(fault.kind)},
                {"kernel", fault.kernel},
                {"function", fault.function},
                {"block", dimJson(fault.block)},
                {"thread", dimJson(fault.thread)},
                {"lanes", std::popcount(fault.lanes)},
                {"source_file", fault.sourceFile},
                {"source_line", fault.sourceLine},
                {"ptx_line", fault.ptxLine},
                {"access", simt::nameOf(fault.access)},
                {"space", fault.access == simt::AccessKind::None ? "" : program::nameOf(fault.space)},
                {"address", fault.address},
                {"bytes", fault.bytes},
                {"buffer", fault.buffer},
                {"element", fault.element},
                {"extent", fault.extent},
                {"message", describe(fault)},
                {"hint", fault.hint}};
}

Json sideJson(const simt::Finding::Side& side) {
    return Json{{"block", dimJson(side.block)},   {"thread", dimJson(side.thread)}, {"access", nameOf(side.access)},
                {"source_file", side.sourceFile}, {"source_line", side.sourceLine}, {"ptx_line", side.ptxLine}};
}

Json findingJson(const simt::Finding& finding) {
    Json json{{"kind", nameOf(finding.kind)},
              {"severity", nameOf(finding.severity)},
              {"kernel", finding.kernel},
              {"count", finding.count},
              {"first", sideJson(finding.first)}};
    if (hasSecondSide(finding.kind)) json["second"] = sideJson(finding.second);
    if (!finding.element.empty()) {
        json["space"] = program::nameOf(finding.space);
        json["address"] = finding.address;
        json["buffer"] = finding.buffer;
        json["element"] = finding.element;
        json["same_warp"] = finding.sameWarp;
        json["same_value"] = finding.sameValue;
    }
    json["message"] = describe(finding);
    json["hint"] = finding.hint;
    return json;
}

/// One object per launch: what was checked, and the findings with both sides.
Json racesJson(std::span<const simt::RaceReport> reports) {
    Json json = Json::array();
    for (const simt::RaceReport& report : reports) {
        Json launch{{"complete", report.complete()},
                    {"blocks_checked", report.blocksChecked},
                    {"blocks", report.blocks},
                    {"steps_checked", report.steps},
                    {"steps_of_unfinished_block", report.partSteps},
                    {"accesses_checked", report.accesses},
                    {"findings", Json::array()},
                    {"not_listed", report.notKept}};
        for (const simt::Finding& finding : report.findings) launch["findings"].push_back(findingJson(finding));
        json.push_back(std::move(launch));
    }
    return json;
}

Json checkJson(const Emulation& emulation) {
    const CheckResult& check = emulation.check;
    // In JSON a name is a word.
    const std::string verdict =
        check.verdict == Verdict::NotChecked ? "not_checked" : std::string(nameOf(check.verdict));
    Json json{{"verdict", verdict},
              {"buffer", check.buffer},
              {"rows", check.rows},
              {"columns", check.columns},
              {"checked", check.checked},
              {"wrong", check.wrong},
              {"first_differences", Json::array()}};
    for (const CheckResult::Difference& d : check.first) {
        json["first_differences"].push_back({{"row", d.row},
                                             {"column", d.column},
                                             {"computed", valueJson(d.computed)},
                                             {"expected", valueJson(d.expected)}});
    }
    if (!check.note.empty()) json["note"] = check.note;
    for (const simt::LaunchReport& launch : emulation.launches)
        if (launch.fault) json["fault"] = faultJson(*launch.fault);
    return json;
}

std::uint32_t sharedBytesOf(const simt::LaunchReport& launch) {
    return launch.staticSharedBytes + launch.dynamicSharedBytes;
}

Json occupancyJson(const simt::LaunchReport& launch, const GpuSpec& gpu) {
    const auto occupancy = theoreticalOccupancy(launch.kernel, launch.block.count(), sharedBytesOf(launch), gpu);
    if (!occupancy) return Json{{"gpu", gpu.id}, {"impossible", describe(occupancy.error())}};
    Json limits = Json::object();
    for (const OccupancyLimit& limit : occupancy->limits) limits[limit.resource] = limit.blocks;
    return Json{{"gpu", gpu.id},
                {"origin", nameOf(Origin::Estimated)},
                {"percent", occupancy->percent},
                {"blocks_per_sm", occupancy->blocksPerSm},
                {"warps_per_sm", occupancy->warpsPerSm},
                {"limited_by", occupancy->limitedBy},
                {"blocks_by_limit", limits},
                {"notes", occupancy->notes}};
}

Json outputJson(const simt::PrintedOutput& output) {
    Json texts = Json::array();
    for (const auto& text : output.texts)
        texts.push_back({{"block", dimJson(text.block)}, {"thread", dimJson(text.thread)}, {"text", text.text}});
    return texts;
}

Json countersJson(const Counters& values) {
    Json counters = Json::object();
    for (const Metric& metric : metricDictionary())
        if (const auto value = values.find(std::string(metric.id)); value != values.end())
            counters[value->first] = valueJson(value->second);
    return counters;
}

Json factsJson(std::span<const Fact> facts) {
    Json json = Json::array();
    for (const Fact& fact : facts)
        json.push_back({{"id", fact.id},
                        {"title", fact.title},
                        {"value", valueJson(fact.value)},
                        {"unit", fact.unit},
                        {"note", fact.note}});
    return json;
}

Json launchJson(const EmulationReport& report, std::size_t index) {
    const Emulation& emulation = report.emulation;
    const GpuSpec* const gpu = report.gpu;
    const simt::LaunchReport& launch = emulation.launches[index];
    const Prediction prediction = predictionOf(emulation, index);
    Json json{{"kernel", launch.kernel},
              {"grid", dimJson(launch.grid)},
              {"block", dimJson(launch.block)},
              {"static_shared_bytes", launch.staticSharedBytes},
              {"dynamic_shared_bytes", launch.dynamicSharedBytes},
              {"origin", nameOf(Origin::Emulated)},
              {"sampled", launch.sampled()},
              {"blocks_run", launch.blocksRun},
              {"seconds", launch.seconds},
              {"counters", countersJson(countersOf(emulation, index))},
              {"predicted", countersJson(prediction.counters)}};
    if (report.machine != nullptr && index < report.machine->launches.size())
        json["machine"] = countersJson(countersOf(*report.machine, index));
    if (!prediction.missing.empty()) json["predicted_missing"] = prediction.missing;
    if (!prediction.notes.empty()) json["predicted_notes"] = prediction.notes;
    if (!launch.output.texts.empty()) json["output"] = outputJson(launch.output);
    if (launch.output.cut) json["output_cut"] = true;
    if (gpu != nullptr) json["theoretical_occupancy"] = occupancyJson(launch, *gpu);
    return json;
}

/// What the kernel's printf said, as it stands.
void printOutput(const simt::PrintedOutput& output) {
    if (output.texts.empty()) return;
    std::cout << "  printed by the kernel:\n";
    for (const auto& text : output.texts) std::cout << text.text;
    if (!output.texts.back().text.ends_with('\n')) std::cout << '\n';
    if (output.cut) std::cout << "  (and more, which is not kept)\n";
}

void printCounters(const Counters& values, const Prediction& prediction, const Counters* machine) {
    std::vector<std::string> head{"metric", "emulated", "predicted"};
    if (machine != nullptr) head.emplace_back("machine code");
    head.emplace_back("unit");
    const auto textOfCounter = [](const Counters& counters, const std::string& id) {
        const auto found = counters.find(id);
        return found == counters.end() ? std::string("-") : numbers::plain(found->second);
    };
    TextTable table(head);
    for (const Metric& metric : metricDictionary()) {
        const auto value = values.find(std::string(metric.id));
        if (value == values.end()) continue;
        std::vector<std::string> row{value->first, numbers::plain(value->second),
                                     textOfCounter(prediction.counters, value->first)};
        if (machine != nullptr) row.push_back(textOfCounter(*machine, value->first));
        row.emplace_back(metric.unit);
        table.add(row);
    }
    std::cout << table.text(2);
    std::cout
        << "  emulated: what the PTX did; predicted: what a GPU's counters would read of the machine code that ptxas "
           "makes of it\n";
    if (machine != nullptr) std::cout << "  machine code: what the instructions of that architecture did\n";
    if (!prediction.missing.empty()) std::cout << "  no prediction: " << prediction.missing.begin()->second << '\n';
    for (const std::string& note : prediction.notes) std::cout << "  " << note << '\n';
}

void printLaunch(const EmulationReport& report, std::size_t index) {
    const Emulation& emulation = report.emulation;
    const GpuSpec* const gpu = report.gpu;
    const simt::LaunchReport& launch = emulation.launches[index];
    std::cout << '\n'
              << launch.kernel << ", grid " << extent(launch.grid) << ", block " << extent(launch.block) << ", "
              << launch.staticSharedBytes << " bytes of static shared memory";
    if (launch.dynamicSharedBytes != 0) std::cout << ", " << launch.dynamicSharedBytes << " of dynamic";
    std::cout << '\n';
    if (std::uint64_t{launch.staticSharedBytes} + launch.dynamicSharedBytes > kSharedWithoutOptIn)
        std::cout << "  more than 48 KiB of shared memory: a GPU runs it only if the host has called "
                     "cudaFuncSetAttribute(kernel, "
                     "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)\n";
    if (launch.sampled()) {
        std::cout << "  sampled: " << launch.blocksRun << " of " << launch.grid.count()
                  << " blocks were run, and their counts stand for the rest\n";
    }
    const bool both = report.machine != nullptr && index < report.machine->launches.size();
    const Counters machine = both ? countersOf(*report.machine, index) : Counters();
    printCounters(countersOf(emulation, index), predictionOf(emulation, index), both ? &machine : nullptr);
    printOutput(launch.output);
    if (gpu == nullptr) return;
    const auto occupancy = theoreticalOccupancy(launch.kernel, launch.block.count(), sharedBytesOf(launch), *gpu);
    if (!occupancy) {
        std::cout << "  on " << gpu->title << ": " << describe(occupancy.error()) << '\n';
        return;
    }
    std::cout << "  theoretical occupancy on " << gpu->title << ": " << numbers::plain(occupancy->percent) << " % ("
              << occupancy->blocksPerSm << " blocks, " << occupancy->warpsPerSm
              << " warps a multiprocessor; limited by " << occupancy->limitedBy << ")\n";
    for (const std::string& note : occupancy->notes) std::cout << "    " << note << '\n';
}

/// More would only scroll by.
constexpr std::size_t kLaunchesPrinted = 16;

/// What a step is called; of a library's call also who does it here.
std::string stepText(const Step& step, const Plan& plan) {
    const bool call = std::holds_alternative<LibraryStep>(step);
    return describe(step, plan) + (call ? ", by a loop of ours on the CPU, because its kernels are not published" : "");
}

/// Steps of one kind, whatever their operands are: "cublasDsyrk".
std::string kindOf(const Step& step, const Plan& plan) {
    if (const auto* call = std::get_if<LibraryStep>(&step))
        return functionOf(*call, plan) + ", by a loop of ours on the CPU, because its kernels are not published";
    if (const auto* task = std::get_if<HostStep>(&step))
        return task->name.substr(0, task->name.find(", block ")) + " on the CPU";
    if (const auto* launch = std::get_if<LaunchStep>(&step)) return "launch of " + launch->launch.kernel->entry;
    if (std::holds_alternative<FillStep>(step)) return "memory set to one byte";
    if (std::holds_alternative<WaitStep>(step)) return "wait of the host";
    const auto* copy = std::get_if<CopyStep>(&step);
    if (copy != nullptr && copy->direction == CopyStep::Direction::OnDevice) return "copy on the device";
    const bool toDevice =
        copy != nullptr ? copy->direction == CopyStep::Direction::ToDevice : std::holds_alternative<UploadStep>(step);
    return toDevice ? "copy to the device" : "copy to the host";
}

/// How many steps of each kind there are, where there is more to a plan than a few launches and their copies.
void printSteps(const Plan& plan) {
    const auto special = [](const Step& step) {
        return std::holds_alternative<HostStep>(step) || std::holds_alternative<LibraryStep>(step);
    };
    if (std::ranges::none_of(plan.steps, special) && plan.launches().size() <= kLaunchesPrinted) return;
    std::vector<std::pair<std::string, std::size_t>> kinds;
    for (const Step& step : plan.steps) {
        const std::string kind = kindOf(step, plan);
        const auto known = std::ranges::find(kinds, kind, &std::pair<std::string, std::size_t>::first);
        if (known == kinds.end())
            kinds.emplace_back(kind, 1);
        else
            ++known->second;
    }
    std::cout << "\nsteps:\n";
    for (const auto& [kind, count] : kinds) std::cout << "  " << count << " × " << kind << '\n';
}

/// The first elements of each buffer as the run left it.
void printBuffers(const Emulation& emulation) {
    constexpr std::size_t kShown = 8;
    std::cout << "\nbuffers after the run:\n";
    for (BufferId id = 0; id < emulation.buffers.size(); ++id) {
        const Buffer& buffer = emulation.plan.buffers[id];
        std::cout << "  " << buffer.name << ' ' << nameOf(buffer.type) << '[' << buffer.rows << "][" << buffer.columns
                  << "]:";
        for (std::size_t i = 0; i < std::min<std::uint64_t>(kShown, buffer.elements()); ++i)
            std::cout << ' ' << textOf(buffer.type, emulation.buffers[id].data() + i * sizeOf(buffer.type));
        std::cout << (buffer.elements() > kShown ? " …\n" : "\n");
    }
}

void printFacts(std::span<const Fact> facts) {
    if (facts.empty()) return;
    TextTable table({"stated by the algorithm", "value", "unit"});
    for (const Fact& fact : facts) table.add({fact.title, numbers::plain(fact.value), fact.unit});
    std::cout << '\n' << table.text(2);
}

/// What the result's sentence does not say of it.
void printDetails(const Emulation& emulation) {
    for (const simt::LaunchReport& launch : emulation.launches)
        if (launch.fault && !launch.fault->hint.empty()) std::cout << '\n' << launch.fault->hint << '\n';
    const CheckResult& check = emulation.check;
    if (!check.first.empty()) std::cout << '\n';
    for (const CheckResult::Difference& d : check.first) {
        std::cout << check.buffer << '[' << d.row << "][" << d.column << "] = " << numbers::plain(d.computed)
                  << ", must be " << numbers::plain(d.expected) << '\n';
    }
}

}  // namespace

void printEmulationJson(const EmulationReport& report) {
    const auto& [emulation, outcome, facts, gpu, dumps, machine, architecture, baseline] = report;
    Json parameters = Json::object();
    for (const auto& [name, value] : emulation.plan.parameters) parameters[name] = value;
    Json json{{"algorithm", emulation.plan.algorithm}, {"parameters", parameters}, {"launches", Json::array()}};
    for (std::size_t i = 0; i < emulation.launches.size(); ++i) json["launches"].push_back(launchJson(report, i));
    if (machine != nullptr) json["architecture"] = architecture;
    if (!facts.empty()) json["facts"] = factsJson(facts);
    json["outcome"] = toJson(outcome);
    json["check"] = checkJson(machine != nullptr ? *machine : emulation);
    json["races"] = racesJson(emulation.races);
    // Of the launches alone, without making and copying the buffers, where there are launches.
    double seconds = emulation.launches.empty() ? emulation.seconds : 0;
    for (const simt::LaunchReport& launch : emulation.launches) seconds += launch.seconds;
    json["seconds"] = seconds;
    json["steps"] = Json::array();
    for (const Step& step : emulation.plan.steps) json["steps"].push_back(stepText(step, emulation.plan));
    if (baseline != nullptr) json["baseline"] = differencesJson(*baseline, emulation);
    if (json["printed"] = dumpsToJson(dumps, emulation.plan, emulation.buffers); json["printed"].empty())
        json.erase("printed");
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void printEmulation(const EmulationReport& report) {
    const auto& [emulation, outcome, facts, gpu, dumps, machine, architecture, baseline] = report;
    const std::string result = "result: " + outcome.sentence + '\n';
    std::cout << result << emulation.plan.algorithm << "  " << toString(emulation.plan.parameters) << '\n';
    printSteps(emulation.plan);
    const std::size_t launches = emulation.launches.size();
    for (std::size_t i = 0; i < std::min(launches, kLaunchesPrinted); ++i) printLaunch(report, i);
    if (launches > kLaunchesPrinted)
        std::cout << "\nand " << launches - kLaunchesPrinted << " launches more; --json has all of them\n";
    if (launches == 0) std::cout << "\nno kernel was launched, so there is nothing to count\n";
    printFacts(facts);
    printDetails(machine != nullptr ? *machine : emulation);
    if (baseline != nullptr) std::cout << '\n' << differencesText(*baseline, emulation);
    printRaces(std::cout, emulation.races);
    if (!emulation.buffers.empty()) printBuffers(emulation);
    printDumps(std::cout, dumps, emulation.plan, emulation.buffers);
    std::cout << "emulated in " << numbers::plainTime(emulation.seconds) << '\n' << result;
}

}  // namespace lanescope::cli
