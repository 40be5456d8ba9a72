// SPDX-License-Identifier: GPL-3.0-or-later
// class: a folder of results that students hand in, read as one. Files that cannot be read are named, and lose nothing
// of the others.
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/verbs.h"
#include "core/base/number_format.h"
#include "core/library/library.h"
#include "core/study/class_summary.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ClassView {
    const ClassFolder& folder;
    const ClassSummary& summary;

    [[nodiscard]] const std::string& fileOf(std::size_t result) const {
        return folder.files[folder.results[result].file].name;
    }
    [[nodiscard]] std::vector<std::string> filesOf(const std::vector<std::size_t>& results) const {
        std::vector<std::string> names;
        names.reserve(results.size());
        for (const std::size_t result : results) names.push_back(fileOf(result));
        return names;
    }
};

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

std::string sureName(ClassBest::Sure sure) {
    switch (sure) {
        case ClassBest::Sure::Alone: return "alone";
        case ClassBest::Sure::Overlaps: return "overlaps";
        case ClassBest::Sure::Apart: break;
    }
    return "apart";
}

Json jsonOf(const Parameters& parameters) {
    Json json = Json::object();
    for (const auto& [name, value] : parameters) json[name] = value;
    return json;
}

Json spreadJson(const ClassView& view, const ClassSpread& spread) {
    Json json{{"algorithm", spread.algorithm},
              {"computed", jsonOf(spread.fixed)},
              {"chosen", jsonOf(spread.chosen)},
              {"gpu", spread.where},
              {"files", spread.results.size()},
              {"median", spread.seconds.median},
              {"lower_quartile", spread.seconds.lower},
              {"upper_quartile", spread.seconds.upper},
              {"outliers", view.filesOf(spread.outliers)},
              {"not_counted", Json::array()},
              {"results", Json::array()}};
    for (const std::size_t result : spread.results)
        json["results"].push_back({{"file", view.fileOf(result)},
                                   {"median", view.folder.results[result].median},
                                   {"samples", view.folder.results[result].samples},
                                   {"origin", nameOf(view.folder.results[result].origin)}});
    for (const std::size_t result : spread.apart) {
        const ClassResult& apart = view.folder.results[result];
        Json one{{"file", view.fileOf(result)}, {"wrong", apart.wrong}};
        if (apart.copyOf) one["copy_of"] = view.fileOf(*apart.copyOf);
        json["not_counted"].push_back(std::move(one));
    }
    return json;
}

void printJson(const ClassView& view) {
    Json json{{"folder", view.folder.folder}, {"files", Json::array()},    {"best", Json::array()},
              {"spreads", Json::array()},     {"left_out", Json::array()}, {"outliers", outlierRule()}};
    for (const ClassFile& file : view.folder.files)
        json["files"].push_back({{"file", file.name},
                                 {"title", file.title},
                                 {"gpus", file.where},
                                 {"measured", file.timed},
                                 {"emulated", file.counted},
                                 {"date", file.date}});
    for (const ClassBest& best : view.summary.bests) {
        const ClassSpread& spread = view.summary.spreads[best.spread];
        json["best"].push_back({{"algorithm", spread.algorithm},
                                {"computed", jsonOf(spread.fixed)},
                                {"chosen", jsonOf(spread.chosen)},
                                {"gpu", spread.where},
                                {"median", spread.seconds.median},
                                {"files", spread.results.size()},
                                {"sure", sureName(best.sure)},
                                {"faster_in", best.faster},
                                {"files_with_both", best.both},
                                {"sentence", sureInWords(view.summary, best)}});
    }
    for (const ClassSpread& spread : view.summary.spreads) json["spreads"].push_back(spreadJson(view, spread));
    for (const LeftOutFile& left : view.folder.leftOut)
        json["left_out"].push_back({{"file", left.name}, {"why", left.why}});
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void printFiles(const ClassFolder& folder) {
    TextTable table({"file", "measured on", "measured", "emulated", "last"});
    for (const ClassFile& file : folder.files)
        table.add({file.name, joined(file.where), std::to_string(file.timed), std::to_string(file.counted),
                   file.date.substr(0, 10)});
    std::cout << table.text();
}

void printBests(const ClassView& view) {
    if (view.summary.bests.empty()) return;
    std::cout << "\nThe best of each algorithm, size and GPU\n";
    TextTable table({"algorithm", "computed", "GPU", "best", "time", "files", "how sure"});
    for (const ClassBest& best : view.summary.bests) {
        const ClassSpread& spread = view.summary.spreads[best.spread];
        table.add({spread.algorithm, toString(spread.fixed), spread.where, toString(spread.chosen),
                   numbers::plainTime(spread.seconds.median), std::to_string(spread.results.size()),
                   sureInWords(view.summary, best)});
    }
    std::cout << table.text(2);
}

void printSpreads(const ClassView& view) {
    if (view.summary.spreads.empty()) return;
    std::cout << "\nHow far the files lie apart\n";
    TextTable table({"algorithm", "configuration", "GPU", "files", "lower quartile", "median", "upper quartile",
                     "outliers", "not counted"});
    for (const ClassSpread& spread : view.summary.spreads) {
        std::vector<std::string> apart;
        for (const std::size_t result : spread.apart)
            apart.push_back(view.fileOf(result) +
                            (view.folder.results[result].wrong ? " (wrong result)" : " (a copy)"));
        const std::string comma = spread.fixed.empty() || spread.chosen.empty() ? "" : " ";
        table.add({spread.algorithm, toString(spread.fixed) + comma + toString(spread.chosen), spread.where,
                   std::to_string(spread.results.size()), numbers::plainTime(spread.seconds.lower),
                   numbers::plainTime(spread.seconds.median), numbers::plainTime(spread.seconds.upper),
                   joined(view.filesOf(spread.outliers)), joined(apart)});
    }
    std::cout << table.text(2) << "  " << outlierRule() << '\n';
}

Result<void> runClass(const std::string& folder, Session& session) {
    const auto library = openLibrary({LibraryPart::Catalogue});
    if (!library) return fail(library.error());
    const Progress progress("reading");
    const Result<ClassFolder> read = readClass(folder, progress.job());
    if (!read) return fail(read.error());
    progress.clear();
    const ClassSummary summary = summaryOf(*read, (*library)->catalogue());
    const ClassView view{*read, summary};
    if (read->files.empty()) session.outcome = ExitCode::Failed;
    if (session.json) {
        printJson(view);
        return {};
    }
    std::cout << folder << ": " << read->files.size() << " files read, " << read->leftOut.size() << " left out\n";
    if (!read->files.empty()) printFiles(*read);
    printBests(view);
    printSpreads(view);
    if (!read->leftOut.empty()) std::cout << "\nLeft out\n";
    for (const LeftOutFile& left : read->leftOut)
        // The reader's errors begin with the name.
        std::cout << "  " << (left.why.starts_with(left.name) ? "" : left.name + ": ") << left.why << '\n';
    return {};
}

}  // namespace

void addClass(CLI::App& program, Session& session) {
    CLI::App* verb = program.add_subcommand("class", "Read a folder of result files that students hand in as one");
    const auto folder = std::make_shared<std::string>();
    verb->add_option("folder", *folder,
                     "The folder: studies as record, measure and emulate --into write them, or folders of such")
        ->required();
    verb->footer(
        "Who measured what on which GPU, how far the files lie apart, which lie outside, and the best configuration of "
        "each algorithm, size and GPU.\nExit codes: 0 at least one file was read, 1 none.");
    verb->callback([&session, folder] { session.action = [&session, folder] { return runClass(*folder, session); }; });
}

}  // namespace lanescope::cli
