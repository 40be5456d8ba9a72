// SPDX-License-Identifier: GPL-3.0-or-later
// emulate: runs a configuration in the emulator and prints counters and the check of the result.
#include <CLI/CLI.hpp>
#include <bit>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/output.h"
#include "app/cli/plans.h"
#include "app/cli/presets.h"
#include "app/cli/progress.h"
#include "app/cli/verbs.h"
#include "core/metrics/counters.h"
#include "core/metrics/dictionary.h"
#include "core/metrics/occupancy.h"
#include "core/study/emulation.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;
using Verdict = CheckResult::Verdict;

struct EmulateOptions {
    std::string algorithm;
    std::vector<std::string> words;
    std::string gpu;
    std::uint64_t maxBlocks = 0;
};

/// Counts as whole numbers.
Json valueJson(double value) {
    const auto whole = static_cast<std::int64_t>(value);
    return static_cast<double>(whole) == value ? Json(whole) : Json(value);
}

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
                {"space", fault.access == simt::AccessKind::None ? "" : ptx::nameOf(fault.space)},
                {"address", fault.address},
                {"bytes", fault.bytes},
                {"buffer", fault.buffer},
                {"element", fault.element},
                {"extent", fault.extent},
                {"message", describe(fault)},
                {"hint", fault.hint}};
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

Json occupancyJson(const simt::LaunchReport& launch, const GpuSpec& gpu) {
    const auto occupancy = theoreticalOccupancy(launch.kernel, launch.block.count(), launch.staticSharedBytes, gpu);
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

Json launchJson(const simt::LaunchReport& launch, const GpuSpec* gpu) {
    Json counters = Json::object();
    const Counters values = countersOf(launch.counts);
    for (const Metric& metric : metricDictionary())
        if (const auto value = values.find(std::string(metric.id)); value != values.end())
            counters[value->first] = valueJson(value->second);
    Json json{{"kernel", launch.kernel},
              {"grid", dimJson(launch.grid)},
              {"block", dimJson(launch.block)},
              {"static_shared_bytes", launch.staticSharedBytes},
              {"origin", nameOf(Origin::Emulated)},
              {"sampled", launch.sampled()},
              {"blocks_run", launch.blocksRun},
              {"counters", std::move(counters)}};
    if (gpu != nullptr) json["theoretical_occupancy"] = occupancyJson(launch, *gpu);
    return json;
}

void printJson(const Emulation& emulation, const GpuSpec* gpu) {
    Json parameters = Json::object();
    for (const auto& [name, value] : emulation.plan.parameters) parameters[name] = value;
    Json json{{"algorithm", emulation.plan.algorithm}, {"parameters", parameters}, {"launches", Json::array()}};
    for (const simt::LaunchReport& launch : emulation.launches) json["launches"].push_back(launchJson(launch, gpu));
    json["check"] = checkJson(emulation);
    json["seconds"] = emulation.seconds;
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void printLaunch(const simt::LaunchReport& launch, const GpuSpec* gpu) {
    std::cout << '\n'
              << launch.kernel << ", grid " << extent(launch.grid) << ", block " << extent(launch.block) << ", "
              << launch.staticSharedBytes << " bytes of static shared memory\n";
    if (launch.sampled()) {
        std::cout << "  sampled: " << launch.blocksRun << " of " << launch.grid.count()
                  << " blocks were run, and their counts stand for the rest\n";
    }
    const Counters values = countersOf(launch.counts);
    TextTable table({"metric", "emulated", "unit"});
    for (const Metric& metric : metricDictionary())
        if (const auto value = values.find(std::string(metric.id)); value != values.end())
            table.add({value->first, number(value->second), std::string(metric.unit)});
    std::cout << table.text(2);
    if (gpu == nullptr) return;
    const auto occupancy = theoreticalOccupancy(launch.kernel, launch.block.count(), launch.staticSharedBytes, *gpu);
    if (!occupancy) {
        std::cout << "  on " << gpu->title << ": " << describe(occupancy.error()) << '\n';
        return;
    }
    std::cout << "  theoretical occupancy on " << gpu->title << ": " << number(occupancy->percent) << " % ("
              << occupancy->blocksPerSm << " blocks, " << occupancy->warpsPerSm
              << " warps a multiprocessor; limited by " << occupancy->limitedBy << ")\n";
    for (const std::string& note : occupancy->notes) std::cout << "    " << note << '\n';
}

void printCheck(const CheckResult& check) {
    std::cout << "\nresult: " << nameOf(check.verdict);
    if (check.checked > 0) {
        std::cout << " (" << check.wrong << " of " << check.checked << " checked elements of " << check.buffer
                  << " wrong";
        if (check.checked < check.rows * check.columns) std::cout << ", of " << check.rows * check.columns << " in all";
        std::cout << ')';
    }
    std::cout << '\n';
    if (!check.note.empty()) std::cout << "  " << check.note << '\n';
    for (const CheckResult::Difference& d : check.first) {
        std::cout << "  " << check.buffer << '[' << d.row << "][" << d.column << "] = " << number(d.computed)
                  << ", must be " << number(d.expected) << '\n';
    }
}

void printText(const Emulation& emulation, const GpuSpec* gpu) {
    std::cout << emulation.plan.algorithm << "  " << toString(emulation.plan.parameters) << '\n';
    for (const simt::LaunchReport& launch : emulation.launches) printLaunch(launch, gpu);
    printCheck(emulation.check);
    std::cout << "emulated in " << duration(emulation.seconds) << '\n';
}

Result<void> runEmulate(const EmulateOptions& options, bool json) {
    const Result<Catalogue> catalogue = loadCatalogue();
    if (!catalogue) return fail(catalogue.error());
    const Result<Parameters> given = parametersFromWords(options.words);
    if (!given) return fail(given.error());
    Result<Plan> plan = planFor(*catalogue, options.algorithm, *given);
    if (!plan) return fail(plan.error());
    std::optional<GpuSpec> gpu;
    if (!options.gpu.empty()) {
        Result<GpuSpec> found = presetNamed(options.gpu);
        if (!found) return fail(found.error());
        gpu = std::move(*found);
    }

    EmulationOptions emulation;
    emulation.maxBlocks = options.maxBlocks;
    const Progress progress("emulating");
    const Result<Emulation> done = emulate(std::move(*plan), emulation, progress.job());
    progress.clear();
    if (!done) return fail(done.error());
    if (json)
        printJson(*done, gpu ? &*gpu : nullptr);
    else
        printText(*done, gpu ? &*gpu : nullptr);
    return {};
}

}  // namespace

void addEmulate(CLI::App& program, Session& session) {
    CLI::App* verb = program.add_subcommand("emulate", "Run an algorithm in the emulator; count and check");
    auto options = std::make_shared<EmulateOptions>();
    verb->add_option("algorithm", options->algorithm, "Its id, as list shows it")->required();
    verb->add_option("parameters", options->words, "name=value …; what is not given has its default");
    verb->add_option("--gpu", options->gpu, "Also tell the theoretical occupancy on this GPU");
    verb->add_option("--max-blocks", options->maxBlocks, "Run at most so many blocks of a launch (a sample); 0 = all");
    verb->callback(
        [&session, options] { session.action = [&session, options] { return runEmulate(*options, session.json); }; });
}

}  // namespace lanescope::cli
