// SPDX-License-Identifier: GPL-3.0-or-later
// maps: what document 002's maps of triangles cost, in operations and as recorded, beside its bound.
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "app/cli/output.h"
#include "app/cli/verbs.h"
#include "core/base/number_format.h"
#include "core/documents/mapping_costs.h"
#include "core/library/library.h"
#include "core/study/study_file.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kNanosecond = 1e-9;

Result<std::vector<Study>> studiesIn(const std::vector<std::string>& files) {
    std::vector<Study> studies;
    for (const std::string& file : files) {
        Result<Study> study = studyInFile(file);
        if (!study) return fail(study.error());
        studies.push_back(std::move(*study));
    }
    return studies;
}

Json jsonOf(const MapOperations& operations) {
    return {{"roots", operations.roots},
            {"multiplications", operations.multiplications},
            {"divisions", operations.divisions},
            {"additions", operations.additions},
            {"floors", operations.floors},
            {"comparisons", operations.comparisons},
            {"arithmetic", operations.arithmetic()}};
}

Json jsonOf(const MappingCost& cost) {
    Json parameters = Json::object();
    for (const auto& [name, value] : cost.parameters) parameters[name] = value;
    Json improvements = Json::array();
    for (const MapImprovement& one : cost.improvements)
        improvements.push_back({{"workload", one.workload},
                                {"box_seconds", one.boxSeconds},
                                {"map_seconds", one.mapSeconds},
                                {"improvement", one.improvement}});
    return {{"algorithm", cost.algorithm},
            {"parameters", parameters},
            {"map", cost.map},
            {"n", cost.n},
            {"block", cost.block},
            {"rows", cost.rows},
            {"operations", jsonOf(cost.operations)},
            {"operations_on_paper", cost.onPaper ? jsonOf(*cost.onPaper) : Json()},
            {"beta_seconds", cost.beta},
            {"tau_seconds", cost.tau},
            {"bound", cost.bound},
            {"improvements", improvements},
            {"note", cost.note}};
}

std::string operationsText(const MapOperations& o) {
    return numbers::plain(o.roots) + " " + numbers::plain(o.multiplications) + " " + numbers::plain(o.divisions) + " " +
           numbers::plain(o.additions) + " " + numbers::plain(o.floors) + " " + numbers::plain(o.comparisons);
}

void printText(const std::vector<MappingCost>& costs) {
    std::cout
        << "Operations are: roots, multiplications, divisions, additions, roundings, comparisons; β and τ in ns a "
           "block, replayed; I: times faster than BB\n";
    TextTable table({"map", "n", "block", "in our PTX", "002 P7", "β", "τ", "2 β/τ", "dummy", "edm", "collision"});
    for (const MappingCost& cost : costs) {
        std::vector<std::string> row{cost.map,
                                     std::to_string(cost.n),
                                     std::to_string(cost.block),
                                     operationsText(cost.operations),
                                     cost.onPaper ? operationsText(*cost.onPaper) : "",
                                     numbers::plain(cost.beta / kNanosecond),
                                     numbers::plain(cost.tau / kNanosecond),
                                     numbers::plain(cost.bound)};
        for (const char* workload : {"dummy", "edm", "collision"}) {
            row.emplace_back();
            for (const MapImprovement& one : cost.improvements)
                if (one.workload == workload) row.back() = numbers::plain(one.improvement);
        }
        table.add(std::move(row));
    }
    std::cout << table.text(2);
    // Most notes are of a size, not of a map.
    std::set<std::string> said;
    for (const MappingCost& cost : costs) {
        const std::string sentence = "n = " + std::to_string(cost.n) + ": " + cost.note;
        if (!cost.note.empty() && said.insert(sentence).second) std::cout << sentence << '\n';
    }
}

Result<void> runMaps(const std::vector<std::string>& files, bool json) {
    const auto library = openLibrary({LibraryPart::Catalogue, LibraryPart::Published});
    if (!library) return fail(library.error());
    const Result<std::vector<Study>> given = studiesIn(files);
    if (!given) return fail(given.error());
    if (files.empty())
        if (const auto whole = (*library)->whole(LibraryPart::Recordings); !whole) return whole;
    const std::vector<MappingCost> costs = mappingCosts(files.empty() ? (*library)->recordings().studies : *given,
                                                        (*library)->catalogue(), (*library)->published());
    if (!json) {
        printText(costs);
        return {};
    }
    Json list = Json::array();
    for (const MappingCost& cost : costs) list.push_back(jsonOf(cost));
    std::cout << Json{{"origin", nameOf(Origin::Replayed)}, {"maps", list}}.dump(2, ' ', false,
                                                                                 Json::error_handler_t::replace)
              << '\n';
    return {};
}

}  // namespace

void addMaps(CLI::App& program, Session& session) {
    CLI::App* verb = program.add_subcommand("maps", "What the maps of triangles cost, beside document 002's bound");
    auto files = std::make_shared<std::vector<std::string>>();
    verb->add_option("--recording", *files, "Files; without any those that Lanescope comes with");
    verb->callback([&session, files] { session.action = [&session, files] { return runMaps(*files, session.json); }; });
}

}  // namespace lanescope::cli
