// SPDX-License-Identifier: GPL-3.0-or-later
// record: many configurations into a study file, named by words or declared in a set. What was measured is kept,
// whatever stops the recording, and the same command goes on with it.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "app/cli/interrupt.h"
#include "app/cli/measuring.h"
#include "app/cli/output.h"
#include "app/cli/recorder.h"
#include "app/cli/shards.h"
#include "app/cli/sweep.h"
#include "app/cli/verbs.h"
#include "core/base/file_reader.h"
#include "core/base/file_writer.h"
#include "core/base/gzip.h"
#include "core/base/json_limits.h"
#include "core/library/library.h"

namespace lanescope::cli {
namespace {

struct RecordArguments {
    std::string file;
    std::string set;
    std::vector<std::string> words;
    std::string title;
    std::string shard;
    bool again = false;
    bool list = false;
    MeasuringChoice choice;
};

Result<RecordingSet> setOf(const Catalogue& catalogue, const RecordArguments& arguments) {
    if (arguments.set.empty()) return sweepOf(catalogue, arguments.words);
    const Result<std::string> text = readFile(arguments.set, kSmallFile.bytes);
    if (!text) return fail(text.error());
    return recordingSetFromJson(*text, arguments.set, catalogue);
}

/// Sets of the CPU alone are recorded where there is no GPU. A plan that cannot be made says why when its turn comes.
bool needsGpu(const RecordingSet& set) {
    return std::ranges::any_of(set.configurations, [](const RecordingSet::Configuration& configuration) {
        const auto plan = configuration.algorithm->plan(configuration.parameters);
        return plan && needsGpu(*plan);
    });
}

/// What a set comes to, without a GPU.
void printSet(const RecordingSet& set, bool json) {
    std::map<std::string, std::size_t> counts;
    for (const auto& configuration : set.configurations) ++counts[std::string(configuration.algorithm->id())];
    if (json) {
        nlohmann::ordered_json object{{"configurations", set.configurations.size()},
                                      {"algorithms", counts},
                                      {"not_together", set.notTogether},
                                      {"known_wrong", set.knownWrong},
                                      {"left_out", nlohmann::ordered_json::array()}};
        for (const auto& left : set.leftOut)
            object["left_out"].push_back(
                {{"algorithm", left.algorithm}, {"parameters", toString(left.parameters)}, {"why", left.why}});
        std::cout << object.dump(2) << '\n';
        return;
    }
    TextTable table({"algorithm", "configurations"});
    for (const auto& [id, count] : counts) table.add({id, std::to_string(count)});
    std::cout << table.text();
    for (const auto& left : set.leftOut)
        std::cout << "left out: " << left.algorithm << ' ' << toString(left.parameters) << ": " << left.why << '\n';
    std::cout << set.configurations.size() << " configurations of " << counts.size() << " algorithms; "
              << set.notTogether << " left out whose values do not go together, " << set.knownWrong
              << " that are known to be wrong\n";
}

/// One document: what stopped the recording is in it. False if it could not be printed.
bool printSummaryJson(const RecordArguments& arguments, const Recorder& recorder, std::size_t notTogether,
                      const Result<void>& done) {
    nlohmann::ordered_json object{{"file", arguments.file},         {"measured", recorder.measured()},
                                  {"kept", recorder.kept()},        {"not_legal", notTogether},
                                  {"too_long", recorder.tooLong()}, {"failed", recorder.failures()}};
    if (!done) object["error"] = toJson(done.error());
    std::cout << object.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n' << std::flush;
    return static_cast<bool>(std::cout);
}

void printSummary(const RecordArguments& arguments, const Recorder& recorder, std::size_t notTogether) {
    std::cout << arguments.file << ": " << recorder.measured() << " configurations measured, " << recorder.kept()
              << " kept from before, " << notTogether << " left out (their values do not go together), "
              << recorder.tooLong() << " left out (they would take too long), " << recorder.failures().size()
              << " failed\n";
}

/// The same command line in a fresh process, which can have the GPU again. Returns only if that cannot be.
void startAnew() {
    const Result<std::string> line = readFile("/proc/self/cmdline");
    if (!line) return;
    std::vector<std::string> words;
    std::istringstream stream(*line);
    for (std::string word; std::getline(stream, word, '\0');) words.push_back(word);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::cerr << "The driver refuses this process after what its kernel did; another one goes on.\n";
    std::cerr.flush();
    execv("/proc/self/exe", arguments.data());
}

Result<void> runRecord(const RecordArguments& arguments, Session& session) {
    const auto library = openLibrary({LibraryPart::Catalogue});
    if (!library) return fail(library.error());
    auto set = setOf((*library)->catalogue(), arguments);
    if (!set) return fail(set.error());
    const auto shard = takeShardNamed(arguments.shard, *set);
    if (!shard) return fail(shard.error());
    if (arguments.list) return printSet(*set, session.json), Result<void>();
    // A file that cannot be written is found before an hour of measuring, not after.
    if (const auto writable = checkWritable(arguments.file); !writable) return writable;
    auto journal = RecordingJournal::open(arguments.file);
    if (!journal) return fail(journal.error());
    auto study = studyToGoOnWith(arguments.file, *shard);  // of which nobody else writes a newer one from now on
    if (!study) return fail(study.error());

    const InterruptWatcher interrupt;
    std::optional<Gpu> gpu;
    if (arguments.choice.countersRequired() || needsGpu(*set)) {
        auto opened = Gpu::open();
        if (!opened) return fail(opened.error());
        gpu.emplace(std::move(*opened));
    }
    if (arguments.choice.countersRequired())
        if (const auto able = gpu->tryCounters(); !able) return able;
    const std::size_t notTogether = set->notTogether;
    Recorder recorder({arguments.file, arguments.title, arguments.again, arguments.choice.options()}, std::move(*study),
                      std::move(*set), std::move(*journal), std::move(gpu));
    const Result<void> done = recorder.run(JobContext{interrupt.token(), {}});
    const bool recorded = done || done.error().code != ErrorCode::NotRecorded;
    if (!done && recorded && recorder.gpuLost() && !arguments.again) startAnew();
    if (session.json)
        session.errorPrinted = printSummaryJson(arguments, recorder, notTogether, done);
    else
        printSummary(arguments, recorder, notTogether);
    return done;
}

}  // namespace

void addRecord(CLI::App& program, Session& session) {
    const auto arguments = std::make_shared<RecordArguments>();
    CLI::App* verb = program.add_subcommand("record", "Measure many configurations into a study file");
    verb->add_option("file", arguments->file, "Study file; what it holds is kept (.json, or .json.gz)")->required();
    auto* words = verb->add_option("what", arguments->words, "Algorithm ids (none = all) and name=value1,value2 …");
    verb->add_option("--set", arguments->set, "A file that declares what to measure")->excludes(words);
    verb->add_flag("--list", arguments->list, "Say only what would be measured");
    verb->add_option("--title", arguments->title, "The study's title");
    verb->add_option("--shard", arguments->shard, kShardHelp);
    verb->add_flag("--again", arguments->again, "Measure anew what the file already holds");
    arguments->choice.addTo(*verb);
    verb->callback(
        [arguments, &session] { session.action = [=, &session] { return runRecord(*arguments, session); }; });
}

}  // namespace lanescope::cli
