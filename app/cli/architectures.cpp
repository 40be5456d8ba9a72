// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/architectures.h"

#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "core/base/number_format.h"
#include "core/base/resources.h"
#include "core/base/words.h"
#include "core/metrics/dictionary.h"
#include "core/sass/instruction_text.h"
#include "core/sass/machine_plan.h"
#include "core/sass/words.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

/// An opcode with its modifiers on all architectures: how often warps executed it, and what one of them does.
struct OpcodeRow {
    std::vector<std::uint64_t> warps;  ///< by architecture
    std::string example;
    [[nodiscard]] std::uint64_t difference() const {
        const auto [least, most] = std::ranges::minmax(warps);
        return most - least;
    }
};
using OpcodeRows = std::map<std::string, OpcodeRow>;

/// By base name: modifiers are many, and say seldom why there are more.
OpcodeRows opcodesOf(const std::vector<ArchitectureRun>& runs, std::size_t launch) {
    OpcodeRows rows;
    for (std::size_t k = 0; k < runs.size(); ++k) {
        const simt::LaunchReport& report = runs[k].run.launches[launch];
        const Kernel& kernel = *runs[k].run.plan.launches()[launch]->kernel;
        for (std::size_t i = 0; i < report.sites.size(); ++i) {
            const std::string_view line = kernel.module->line(static_cast<std::uint32_t>(i + 1));
            const std::size_t text = std::min(line.find("  "), line.size() - 2) + 2;  // behind the address
            const auto instruction = sass::instructionFromText(line.substr(text), {});
            if (!instruction) continue;
            OpcodeRow& row = rows[instruction->opcode];
            row.warps.resize(runs.size());
            row.warps[k] += report.sites[i].warps;
            const auto words = row.example.empty() ? sass::wordsOf(*instruction) : std::nullopt;
            if (words) row.example = inWords(*words);
        }
    }
    return rows;
}

/// What differs, the most first.
std::vector<std::pair<std::string, OpcodeRow>> differences(OpcodeRows rows) {
    std::vector<std::pair<std::string, OpcodeRow>> list(rows.begin(), rows.end());
    std::erase_if(list, [](const auto& row) { return row.second.difference() == 0; });
    std::ranges::stable_sort(list, std::greater(), [](const auto& row) { return row.second.difference(); });
    return list;
}

std::size_t launchesOf(const Emulation& ptx, const std::vector<ArchitectureRun>& runs) {
    std::size_t count = ptx.launches.size();
    for (const ArchitectureRun& run : runs) count = std::min(count, run.run.launches.size());
    return count;
}

std::vector<std::string> headOf(const std::string& first, const std::vector<ArchitectureRun>& runs) {
    std::vector<std::string> head{first};
    for (const ArchitectureRun& run : runs) head.push_back(run.architecture);
    return head;
}

void printSideBySide(const Emulation& ptx, const std::vector<ArchitectureRun>& runs, std::size_t launch) {
    const Counters before = countersOf(ptx, launch);
    std::vector<Counters> counters;
    counters.reserve(runs.size());
    for (const ArchitectureRun& run : runs) counters.push_back(countersOf(run.run, launch));
    std::vector<std::string> head = headOf("metric", runs);
    head.insert(head.begin() + 1, "PTX");
    head.emplace_back("unit");
    TextTable table(head);
    for (const Metric& metric : metricDictionary()) {
        const auto value = before.find(std::string(metric.id));
        if (value == before.end()) continue;
        std::vector<std::string> row{value->first, numbers::plain(value->second)};
        bool any = value->second != 0;
        for (const Counters& own : counters) {
            const auto found = own.find(value->first);
            row.push_back(found == own.end() ? "-" : numbers::plain(found->second));
            any = any || (found != own.end() && found->second != 0);
        }
        row.emplace_back(metric.unit);
        if (any) table.add(row);
    }
    std::cout << table.text(2);
    const auto different = differences(opcodesOf(runs, launch));
    if (different.empty()) {
        std::cout << "  all architectures execute the same opcodes equally often\n";
        return;
    }
    std::cout << "  what makes the difference: how often warps execute an opcode, where that is not the same\n";
    head = headOf("opcode", runs);
    head.emplace_back("for example");
    TextTable opcodes(head);
    for (const auto& [name, row] : different) {
        std::vector<std::string> cells{name};
        for (const std::uint64_t warps : row.warps) cells.push_back(std::to_string(warps));
        cells.push_back(row.example);
        opcodes.add(cells);
    }
    std::cout << opcodes.text(2);
}

Json countersObject(const Counters& counters) {
    Json json = Json::object();
    for (const auto& [id, value] : counters) json[id] = value;
    return json;
}

}  // namespace

Result<std::vector<ArchitectureRun>> runOnAll(const Plan& plan, const EmulationOptions& how, const JobContext& job) {
    const Result<std::string> resources = resourceFolder();
    const sass::MachineCodes codes(resources.value_or(std::string()));
    const sass::MachinePlans plans(codes);
    std::vector<ArchitectureRun> runs;
    for (const std::string& architecture : sass::keptArchitectures()) {
        Result<Plan> machine = plans.planFor(plan, architecture, job);
        if (!machine) return fail(machine.error());
        Result<Emulation> run = emulate(std::move(*machine), how, job);
        if (!run) return fail(run.error());
        runs.push_back({architecture, std::move(*run)});
    }
    return runs;
}

void printArchitectures(const Emulation& ptx, const std::vector<ArchitectureRun>& runs) {
    for (std::size_t launch = 0; launch < launchesOf(ptx, runs); ++launch) {
        const simt::LaunchReport& report = ptx.launches[launch];
        std::cout << (launch == 0 ? "" : "\n") << report.kernel << ", grid " << extent(report.grid) << ", block "
                  << extent(report.block) << (report.sampled() ? ", a sample" : "") << '\n';
        printSideBySide(ptx, runs, launch);
    }
}

void printArchitecturesJson(const Emulation& ptx, const std::vector<ArchitectureRun>& runs) {
    Json launches = Json::array();
    for (std::size_t launch = 0; launch < launchesOf(ptx, runs); ++launch) {
        Json architectures = Json::object();
        for (const ArchitectureRun& run : runs)
            architectures[run.architecture] = countersObject(countersOf(run.run, launch));
        Json opcodes = Json::object();
        for (const auto& [name, row] : differences(opcodesOf(runs, launch))) {
            for (std::size_t k = 0; k < runs.size(); ++k) opcodes[name][runs[k].architecture] = row.warps[k];
            opcodes[name]["example"] = row.example;
        }
        launches.push_back({{"kernel", ptx.launches[launch].kernel},
                            {"sampled", ptx.launches[launch].sampled()},
                            {"counters", countersObject(countersOf(ptx, launch))},
                            {"machine", architectures},
                            {"different_opcodes", opcodes}});
    }
    std::cout << Json{{"algorithm", ptx.plan.algorithm}, {"launches", launches}}.dump(2) << '\n';
}

}  // namespace lanescope::cli
