// SPDX-License-Identifier: GPL-3.0-or-later
// merge: studies that were made apart, shards of a sweep above all, put together into one. A shard that is missing or
// did not come to its end is said, with what to run again, and nothing is written.
#include "core/study/merge.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/cli/verbs.h"
#include "core/base/file_writer.h"
#include "core/base/gzip.h"
#include "core/study/study_file.h"

namespace lanescope::cli {
namespace {

struct MergeArguments {
    std::string file;
    std::vector<std::string> parts;
    Keep keep = Keep::Neither;
    bool partial = false;
};

std::string describeLost(const LostShard& lost) {
    const std::string shard = toString(lost.shard);
    const std::string again = "run the sweep again with --shard " + shard;
    if (lost.file.empty()) return "Shard " + shard + " is in none of the files: " + again + ".";
    return lost.file + ": shard " + shard + " did not come to its end, it holds " + std::to_string(lost.held) + " of " +
           std::to_string(lost.configurations) + " configurations: " + again + " into this file.";
}

void print(const MergeArguments& arguments, const MergedStudy& all, bool written, bool json) {
    if (json) {
        nlohmann::ordered_json object{{"file", arguments.file},
                                      {"written", written},
                                      {"configurations", all.study.entries.size()},
                                      {"lost", nlohmann::ordered_json::array()}};
        for (const LostShard& lost : all.lost)
            object["lost"].push_back({{"shard", toString(lost.shard)},
                                      {"file", lost.file},
                                      {"held", lost.held},
                                      {"configurations", lost.configurations},
                                      {"sentence", describeLost(lost)}});
        std::cout << object.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
        return;
    }
    for (const LostShard& lost : all.lost) std::cout << describeLost(lost) << '\n';
    if (written)
        std::cout << arguments.file << ": " << all.study.entries.size() << " configurations of "
                  << arguments.parts.size() << " files\n";
    else
        std::cout << "Nothing was written; --partial puts together what is there.\n";
}

Result<void> runMerge(const MergeArguments& arguments, Session& session) {
    if (const auto writable = checkWritable(arguments.file); !writable) return writable;
    std::vector<NamedStudy> parts;
    for (const std::string& file : arguments.parts) {
        Result<Study> study = studyInFile(file);
        if (!study) return fail(study.error());
        parts.push_back({file, std::move(*study)});
    }
    const Result<MergedStudy> all = merged(parts, arguments.keep);
    if (!all) return fail(all.error());
    const bool writes = all->lost.empty() || arguments.partial;
    if (writes)
        if (const auto written = writePackedFile(arguments.file, toJson(all->study)); !written) return written;
    print(arguments, *all, writes, session.json);
    session.outcome = all->lost.empty() ? ExitCode::Ok : ExitCode::Failed;
    return {};
}

}  // namespace

void addMerge(CLI::App& program, Session& session) {
    const auto arguments = std::make_shared<MergeArguments>();
    CLI::App* verb = program.add_subcommand("merge", "Put studies together: shards of a sweep, or what was made apart");
    verb->add_option("file", arguments->file, "Study file to write (.json, or .json.gz)")->required();
    verb->add_option("parts", arguments->parts, "The studies, or shards of one sweep")->required();
    verb->add_option_function<std::string>(
            "--keep",
            [arguments](const std::string& which) { arguments->keep = which == "first" ? Keep::First : Keep::Last; },
            "Of a configuration that two files tell different things of, keep the first or the last")
        ->check(CLI::IsMember({"first", "last"}));
    verb->add_flag("--partial", arguments->partial, "Also write if shards are missing or did not come to their end");
    verb->footer("Exit codes: 0 all shards are there, 1 some are not, which are named.");
    verb->callback([arguments, &session] { session.action = [=, &session] { return runMerge(*arguments, session); }; });
}

}  // namespace lanescope::cli
