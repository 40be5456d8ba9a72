// SPDX-License-Identifier: GPL-3.0-or-later
// errors: how far every model is from what recordings measured.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/errors_published.h"
#include "app/cli/number_option.h"
#include "app/cli/output.h"
#include "app/cli/presets.h"
#include "app/cli/progress.h"
#include "app/cli/verbs.h"
#include "core/base/file_reader.h"
#include "core/base/file_writer.h"
#include "core/base/resources.h"
#include "core/library/library.h"
#include "core/study/recorded_accuracy.h"
#include "core/study/study_file.h"
#include "core/validation/error_table.h"
#include "core/validation/plan_error_table.h"
#include "core/validation/ranking.h"
#include "core/validation/timed_counters.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kWithoutMachineCode = "--without-machine-code";

struct ErrorsOptions {
    std::vector<std::string> recordings;
    std::string gpu = "h200";
    std::string counts = "lockstep";
    std::vector<std::string> models;
    std::uint64_t blocks = kBlocksOfErrors;
    std::size_t most = 0;
    std::string half = "both";
    bool points = false;
    bool ranking = false;
    bool counters = false;
    bool plans = false;
    std::size_t launches = ErrorTableOptions().maxLaunches;
    std::string accuracy;
    bool withoutMachineCode = false;
};

/// All entries of the recordings, one after the other; where none is named, what Lanescope knows of the GPU.
Result<KnownTimes> timesFor(const ErrorsOptions& options, const GpuSpec& gpu, const Library& library) {
    if (options.recordings.empty()) return knownTimesOf(gpu, library);
    KnownTimes times;
    for (const std::string& file : options.recordings) {
        Result<Study> study = studyInFile(file);
        if (!study) return fail(study.error());
        std::ranges::move(study->entries, std::back_inserter(times.recorded.entries));
    }
    return times;
}

/// Every k-th entry, so that about `most` are left.
void thin(Study& study, std::size_t most) {
    if (most == 0 || study.entries.size() <= most) return;
    std::vector<StudyEntry> kept;
    for (std::size_t i = 0; i < most; ++i) kept.push_back(study.entries[i * study.entries.size() / most]);
    study.entries = std::move(kept);
}

/// The halves of a recording, so that a model can be made with the one and tried with the other: by the lowest bit of
/// FNV-1a (64 bits) of the configuration's name, "ALGORITHM NAME=VALUE …" in the order of the recording.
void halve(Study& study, const std::string& half) {
    if (half == "both") return;
    std::erase_if(study.entries, [&half](const StudyEntry& entry) {
        std::uint64_t hash = 14695981039346656037ULL;
        for (const char c : entry.algorithm + " " + toString(entry.parameters))
            hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
        return (hash % 2 == 0) != (half == "even");
    });
}

Json jsonOf(const ErrorRow& row) {
    const ErrorStatistics& s = row.statistics;
    return {{"model", row.model},
            {"family", row.family.empty() ? "all" : row.family},
            {"compared", s.compared},
            {"mape", s.mape},
            {"median_ape", s.medianApe},
            {"p95_ape", s.p95Ape},
            {"worst_ape", s.worstApe},
            {"signed_mean", s.signedMean},
            {"signed_median", s.signedMedian},
            {"too_high", s.tooHigh},
            {"out_of_range", row.outOfRange},
            {"missing", row.missing},
            {"reasons", row.reasons}};
}

Json jsonOf(const Parameters& parameters) {
    Json json = Json::object();
    for (const auto& [name, value] : parameters) json[name] = value;
    return json;
}

/// `time`: what the time that the answers stand beside is called.
Json jsonOf(const ErrorPoint& point, const char* time = "measured") {
    Json answers = Json::array();
    for (const ErrorPoint::Answer& answer : point.answers) {
        Json one{{"model", answer.model}};
        if (answer.estimated) {
            one["seconds"] = *answer.estimated;
            one["error"] = signedError(*answer.estimated, point.measured);
        }
        if (!answer.outOfRange.empty()) one["out_of_range"] = answer.outOfRange;
        if (!answer.missing.empty()) one["missing"] = answer.missing;
        answers.push_back(std::move(one));
    }
    return {{"algorithm", point.algorithm}, {"family", point.family},   {"parameters", jsonOf(point.parameters)},
            {time, point.measured},         {"skipped", point.skipped}, {"answers", answers}};
}

Json publishedJson(const ErrorTable& table) {
    Json json{{"origin", nameOf(Origin::Published)},
              {"configurations", table.points.size()},
              {"skipped", table.skipped},
              {"rows", Json::array()},
              {"points", Json::array()}};
    for (const ErrorRow& row : table.rows) json["rows"].push_back(jsonOf(row));
    for (const ErrorPoint& point : table.points) {
        json["points"].push_back(jsonOf(point, "published"));
        json["points"].back()["source"] = point.notes;
    }
    return json;
}

Json jsonOf(const RankingRow& row) {
    return {{"model", row.model},
            {"family", row.family.empty() ? "all" : row.family},
            {"choices", row.choices},
            {"right", row.right},
            {"within_5_percent", row.within5},
            {"median_loss", row.medianLoss},
            {"p95_loss", row.p95Loss},
            {"worst_loss", row.worstLoss}};
}

Json jsonOf(const RankedChoice& choice) {
    return {{"model", choice.model}, {"algorithm", choice.algorithm},        {"parameters", jsonOf(choice.parameters)},
            {"sizes", choice.sizes}, {"measured_best", choice.measuredBest}, {"estimated_best", choice.estimatedBest},
            {"loss", choice.loss}};
}

Json jsonOf(const Ranking& ranking) {
    Json json{{"rows", Json::array()}, {"choices", Json::array()}};
    for (const RankingRow& row : ranking.rows) json["rows"].push_back(jsonOf(row));
    for (const RankedChoice& choice : ranking.choices) json["choices"].push_back(jsonOf(choice));
    return json;
}

Json jsonOf(const TimedCounterRow& row) {
    return {{"model", row.model},
            {"counter", row.counter},
            {"compared", row.compared},
            {"within_10_percent", row.within10},
            {"median_difference", row.medianDifference},
            {"p95_difference", row.p95Difference},
            {"signed_median", row.signedMedian}};
}

Json jsonOf(const TimedCounter& one) {
    return {{"model", one.model},         {"algorithm", one.algorithm},  {"parameters", jsonOf(one.parameters)},
            {"launch", one.launch},       {"counter", one.counter},      {"measured", one.measured},
            {"estimated", one.estimated}, {"difference", one.difference}};
}

Json jsonOf(const TimedCounters& counters, bool points) {
    Json json{{"rows", Json::array()}, {"otherwise_counted", counters.otherwiseCounted}};
    for (const TimedCounterRow& row : counters.rows) json["rows"].push_back(jsonOf(row));
    if (!points) return json;
    json["launches"] = Json::array();
    for (const TimedCounter& one : counters.all) json["launches"].push_back(jsonOf(one));
    return json;
}

/// What the table can be asked for besides.
struct Besides {
    std::optional<Ranking> ranking;
    std::optional<TimedCounters> counters;
    std::optional<ErrorTable> published;  ///< against times that others published
};

void printJson(const ErrorTable& table, bool points, const Besides& besides) {
    Json rows = Json::array();
    for (const ErrorRow& row : table.rows) rows.push_back(jsonOf(row));
    Json json{{"gpu", table.gpu},
              {"counts", nameOf(table.counts)},
              {"configurations", table.points.size()},
              {"skipped", table.skipped},
              {"rows", rows}};
    if (points) {
        json["points"] = Json::array();
        for (const ErrorPoint& point : table.points) json["points"].push_back(jsonOf(point));
    }
    if (besides.published) json["published"] = publishedJson(*besides.published);
    if (besides.ranking) json["ranking"] = jsonOf(*besides.ranking);
    if (besides.counters) json["counters"] = jsonOf(*besides.counters, points);
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

std::string percent(double share) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), share > 9.995 || share < -9.995 ? "%.0f" : "%.1f", share * 100);
    return text.data();
}

/// The most frequent reasons; they name numbers, so that there can be very many.
void printReasons(const ErrorRow& row) {
    constexpr std::size_t kMost = 3;
    std::vector<std::pair<std::size_t, std::string>> reasons;
    for (const auto& [why, count] : row.reasons) reasons.emplace_back(count, why);
    std::ranges::stable_sort(reasons, std::greater(), [](const auto& reason) { return reason.first; });
    for (std::size_t i = 0; i < std::min(kMost, reasons.size()); ++i)
        std::cout << row.model << ", " << reasons[i].first << " times: " << reasons[i].second << '\n';
    if (reasons.size() > kMost)
        std::cout << row.model << ": " << reasons.size() - kMost << " more reasons (see --json)\n";
}

void printText(const ErrorTable& table) {
    std::cout << table.points.size() << " configurations, " << nameOf(table.counts)
              << " counts; errors in %: (estimated - measured) / measured\n";
    TextTable text(
        {"model", "family", "compared", "MAPE", "median", "p95", "signed mean", "out of range", "no answer"});
    for (const ErrorRow& row : table.rows) {
        const ErrorStatistics& s = row.statistics;
        text.add({row.model, row.family.empty() ? "all" : row.family, std::to_string(s.compared), percent(s.mape),
                  percent(s.medianApe), percent(s.p95Ape), percent(s.signedMean), std::to_string(row.outOfRange),
                  std::to_string(row.missing)});
    }
    std::cout << text.text(2);
    for (const auto& [why, count] : table.skipped) std::cout << "not compared, " << count << " times: " << why << '\n';
    for (const ErrorRow& row : table.rows)
        if (row.family.empty()) printReasons(row);
}

void printTables(const ErrorTable& table, const Besides& besides, const GpuSpec& gpu) {
    if (!besides.published) return printText(table);
    if (table.points.empty())
        std::cout << "No recording that Lanescope comes with is of " << gpu.title << ".\n";
    else
        printText(table);
    std::cout << "Against times that others published of " << gpu.title << " (origin: published):\n";
    printText(*besides.published);
    printPublishedPoints(*besides.published);
}

void printText(const Ranking& ranking) {
    std::cout << "\nThe quickest size of a block, of configurations that differ in it alone: how much longer than the "
                 "measured best the estimated best takes, in %\n";
    TextTable text({"model", "family", "choices", "right", "within 5 %", "median", "p95", "worst"});
    for (const RankingRow& row : ranking.rows)
        text.add({row.model, row.family.empty() ? "all" : row.family, std::to_string(row.choices),
                  std::to_string(row.right), std::to_string(row.within5), percent(row.medianLoss), percent(row.p95Loss),
                  percent(row.worstLoss)});
    std::cout << text.text(2);
}

void printText(const TimedCounters& counters) {
    if (counters.rows.empty() && counters.otherwiseCounted == 0) {
        std::cout
            << "\nNo counters that depend on time: none of these models says them (simulation does), or none of the "
               "configurations has recorded ones\n";
        return;
    }
    std::cout << "\nCounters that depend on time and caches: estimated beside measured, in % of what was measured; of "
                 "rates of hits, in hundredths of all accesses\n";
    TextTable text({"model", "counter", "compared", "within 10 %", "median", "p95", "signed median"});
    for (const TimedCounterRow& row : counters.rows)
        text.add({row.model, row.counter, std::to_string(row.compared), std::to_string(row.within10),
                  percent(row.medianDifference), percent(row.p95Difference), percent(row.signedMedian)});
    std::cout << text.text(2);
    if (counters.otherwiseCounted > 0)
        std::cout << "Not compared are the counters of " << counters.otherwiseCounted
                  << " configurations, recorded before plans were run anew for each pass: no recording tells what "
                     "launches found in the caches then\n";
}

/// That finds a row again.
std::string commandOf(const ErrorsOptions& options, const std::string& model) {
    std::string command = "lanescope-cli errors --gpu " + options.gpu;
    for (const std::string& file : options.recordings) command += " --recording " + file;
    command += " --half " + options.half + (options.plans ? " --plans" : " --model " + model) + " --blocks " +
               std::to_string(options.blocks);
    if (options.most > 0) command += " --most " + std::to_string(options.most);
    command += " --launches " + std::to_string(options.launches);
    return options.withoutMachineCode ? command + " " + kWithoutMachineCode : command;
}

/// One row of resources/accuracy.
RecordedAccuracy::Row accuracyRow(const ErrorTable& table, const std::string& model, bool machineCode) {
    std::vector<double> all;
    std::map<std::string, std::vector<double>> byBound;
    RecordedAccuracy::Row row;
    row.model = model;
    row.machineCode = machineCode;
    for (const ErrorPoint& point : table.points)
        for (const ErrorPoint::Answer& answer : point.answers) {
            if (answer.model != model || !answer.estimated) continue;
            all.push_back(signedError(*answer.estimated, point.measured));
            if (!answer.bound.empty()) byBound[answer.bound].push_back(all.back());
            row.shortest = row.shortest > 0 ? std::min(row.shortest, point.measured) : point.measured;
            row.longest = std::max(row.longest, point.measured);
        }
    const auto rounded = [](double share) { return std::round(share * 1e4) / 1e4; };
    const ErrorStatistics statistics = statisticsOf(all);
    row.compared = statistics.compared;
    row.medianApe = rounded(statistics.medianApe);
    row.p95Ape = rounded(statistics.p95Ape);
    for (const auto& [bound, errors] : byBound) {
        const ErrorStatistics of = statisticsOf(errors);
        row.bounds.push_back({bound, of.compared, rounded(of.medianApe), rounded(of.p95Ape)});
    }
    return row;
}

/// Puts rows of the models that were asked into a file; the others' stay.
Result<void> keepAccuracy(const ErrorTable& table, const ErrorsOptions& options) {
    const Result<std::string> text = readFile(options.accuracy);
    if (!text) return fail(text.error());
    Result<RecordedAccuracy> accuracy = recordedAccuracyFrom(*text, options.accuracy);
    if (!accuracy) return fail(accuracy.error());
    for (const ErrorRow& of : table.rows) {
        if (!of.family.empty() || of.statistics.compared == 0) continue;
        RecordedAccuracy::Row found = accuracyRow(table, of.model, !options.withoutMachineCode);
        std::erase_if(accuracy->rows, [&found](const RecordedAccuracy::Row& row) {
            return row.model == found.model && row.kernels.empty() && row.machineCode == found.machineCode;
        });
        accuracy->rows.push_back(std::move(found));
        accuracy->rows.back().command = commandOf(options, of.model);
    }
    return writeFile(options.accuracy, toJson(*accuracy));
}

Result<std::vector<std::unique_ptr<Model>>> modelsFor(const ErrorsOptions& options) {
    std::vector<std::string> ids = options.models;
    if (ids.empty())
        for (const auto& model : models()) ids.emplace_back(model->id());
    std::vector<std::unique_ptr<Model>> chosen;
    for (const std::string& id : ids) {
        Result<std::unique_ptr<Model>> model = makeModel(id, {.counters = options.counters});
        if (!model) return fail(model.error());
        chosen.push_back(std::move(*model));
    }
    return chosen;
}

/// The option that asks for what recordings alone can tell; empty if none does.
std::string ofRecordingsAlone(const ErrorsOptions& options) {
    if (options.plans) return "--plans";
    if (options.ranking) return "--ranking";
    if (options.counters) return "--counters";
    return options.accuracy.empty() ? "" : "--accuracy";
}

Result<void> runErrors(const ErrorsOptions& options, bool json) {
    const auto library = openLibrary({LibraryPart::Catalogue});
    if (!library) return fail(library.error());
    const Result<GpuSpec> gpu = presetNamed(options.gpu);
    if (!gpu) return fail(gpu.error());
    Result<KnownTimes> times = timesFor(options, *gpu, **library);
    if (!times) return fail(times.error());
    const std::string alone = ofRecordingsAlone(options);
    if (options.recordings.empty() && times->recorded.entries.empty() && !alone.empty())
        return fail(ErrorCode::IllegalValue,
                    {{"parameter", "--gpu"},
                     {"value", options.gpu},
                     {"legal", alone + " compares with recorded configurations alone, and of " + gpu->title +
                                   " there are only times that others published (a recording of your own is compared "
                                   "by --recording FILE)"}});
    for (Study* const study : {&times->recorded, &times->published}) {
        halve(*study, options.half);
        thin(*study, options.most);
    }
    ErrorTableOptions how;
    how.counts = options.counts == "predicted" ? CountSource::Predicted : CountSource::Lockstep;
    how.maxBlocks = options.blocks;
    how.maxLaunches = options.launches;
    const Result<std::string> resources = resourceFolder();
    const sass::MachineCodes codes(resources.value_or(std::string()));
    if (!options.withoutMachineCode) how.codes = &codes;
    const Result<std::vector<std::unique_ptr<Model>>> models = modelsFor(options);
    if (!models) return fail(models.error());
    for (const auto& model : *models) how.models.push_back(model.get());
    const Progress progress("counting");
    const auto tableOf = options.plans ? planErrorTable : errorTable;
    const Result<ErrorTable> table = tableOf(times->recorded, *gpu, (*library)->catalogue(), how, progress.job());
    if (!table) return fail(table.error());
    Besides besides;
    if (!options.plans && !times->published.entries.empty()) {
        Result<ErrorTable> published = errorTable(times->published, *gpu, (*library)->catalogue(), how, progress.job());
        if (!published) return fail(published.error());
        besides.published = std::move(*published);
    }
    progress.clear();
    if (options.ranking) besides.ranking = rankingOf(table->points, (*library)->catalogue());
    if (options.counters) besides.counters = timedCountersOf(table->points);
    if (json)
        printJson(*table, options.points, besides);
    else
        printTables(*table, besides, *gpu);
    if (besides.ranking && !json) printText(*besides.ranking);
    if (besides.counters && !json) printText(*besides.counters);
    if (!options.accuracy.empty()) return keepAccuracy(*table, options);
    return {};
}

}  // namespace

void addErrors(CLI::App& program, Session& session) {
    CLI::App* verb = program.add_subcommand("errors", "How far the models are from what recordings measured");
    auto options = std::make_shared<ErrorsOptions>();
    verb->add_option("--recording", options->recordings, "Files; without any those that Lanescope comes with");
    verb->add_option("--gpu", options->gpu, "The preset of the GPU that was measured")->capture_default_str();
    verb->add_option("--counts", options->counts, "What the emulated warps did, or what hardware would count")
        ->check(CLI::IsMember({"lockstep", "predicted"}))
        ->capture_default_str();
    verb->add_option("--model", options->models, "Ids, several with commas between; without any all")
        ->delimiter(',')
        ->take_all();
    addNumber(*verb, "--blocks", options->blocks, {1, 1'000'000'000'000},
              "Blocks of a launch that are counted; they stand for the rest")
        ->capture_default_str();
    addNumber(*verb, "--most", options->most, {0, 1'000'000'000}, "Take about so many configurations, evenly; 0 = all")
        ->capture_default_str();
    verb->add_option("--half", options->half,
                     "Of the configurations those whose name has an even or an odd hash (docs/timing.md)")
        ->check(CLI::IsMember({"both", "even", "odd"}))
        ->capture_default_str();
    addNumber(*verb, "--launches", options->launches, {1, 1'000'000}, "Plans with more launches are left out")
        ->capture_default_str();
    verb->add_option("--accuracy", options->accuracy,
                     "Put what was found of these models into a file of resources/accuracy");
    verb->add_flag(kWithoutMachineCode, options->withoutMachineCode,
                   "PTX is run, as on a machine that has neither our machine code nor ptxas");
    verb->add_flag("--ranking", options->ranking,
                   "Also how often the size of a block that a model says is quickest is, or nearly so");
    verb->add_flag("--counters", options->counters,
                   "Also counters that depend on time, of the models that say them, beside the recorded ones");
    verb->add_flag(
            "--plans", options->plans,
            "In place of models: the timelines of whole plans (timeline --plan) beside what all their steps took")
        ->excludes("--model")
        ->excludes("--ranking")
        ->excludes("--counters");
    verb->add_flag("--points", options->points, "With --json: every configuration too");
    verb->callback(
        [&session, options] { session.action = [&session, options] { return runErrors(*options, session.json); }; });
}

}  // namespace lanescope::cli
