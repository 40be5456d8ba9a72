// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/emulation_sweep.h"

#include <chrono>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "app/cli/interrupt.h"
#include "app/cli/outcome.h"
#include "app/cli/output.h"
#include "app/cli/recording_journal.h"
#include "app/cli/shards.h"
#include "app/cli/sweep.h"
#include "core/base/file_writer.h"
#include "core/base/gzip.h"
#include "core/library/library.h"

namespace lanescope::cli {
namespace {

using Clock = std::chrono::steady_clock;
using Configuration = RecordingSet::Configuration;

/// A study that is counted into, and its file.
class Counting {
public:
    Counting(std::string file, Study study) : m_file(std::move(file)), m_study(std::move(study)) {
        for (std::size_t i = 0; i < m_study.entries.size(); ++i)
            m_places[configurationKey(m_study.entries[i].algorithm, m_study.entries[i].parameters)] = i;
        if (m_study.title.empty()) m_study.title = "Emulated";
    }

    Result<void> count(const Configuration& configuration, const EmulationOptions& options, const JobContext& job) {
        const std::string algorithm(configuration.algorithm->id());
        const std::string key = configurationKey(algorithm, configuration.parameters);
        const auto known = m_places.find(key);
        if (known != m_places.end() && !m_study.entries[known->second].emulated.empty()) return ++kept, Result<void>();
        auto plan = configuration.algorithm->plan(configuration.parameters);
        if (!plan) return failed(key, describe(plan.error()));
        const auto run = emulate(std::move(*plan), options, job);
        if (!run && run.error().code == ErrorCode::Cancelled) return fail(run.error());
        if (!run) return failed(key, describe(run.error()));
        if (const Outcome outcome = outcomeOf(*run);
            outcome.code != ExitCode::Ok && outcome.code != ExitCode::WrongResult)
            return failed(key, outcome.sentence);
        const auto [place, isNew] = m_places.emplace(key, m_study.entries.size());
        if (isNew) m_study.entries.push_back({algorithm, configuration.parameters, {}, false, {}, {}});
        StudyEntry& entry = m_study.entries[place->second];
        entry.emulated = countersOf(*run);
        for (const simt::LaunchReport& launch : run->launches) entry.emulatedSampled |= launch.sampled();
        ++counted;
        return Clock::now() - m_written > std::chrono::seconds(10) ? write(false) : Result<void>();
    }

    Result<void> write(bool finished) {
        if (m_study.shard) m_study.shard->finished = finished;
        m_written = Clock::now();
        return writePackedFile(m_file, toJson(m_study));
    }

    std::size_t counted = 0;
    std::size_t kept = 0;
    std::vector<std::string> failures;

private:
    Result<void> failed(const std::string& key, const std::string& reason) {
        failures.push_back(key + ": " + reason);
        std::cerr << failures.back() << '\n';
        return {};
    }

    std::string m_file;
    Study m_study;
    std::map<std::string, std::size_t> m_places;  ///< configuration → entry
    Clock::time_point m_written = Clock::now();
};

Result<void> countAll(Counting& counting, const RecordingSet& set, const EmulationOptions& options,
                      const JobContext& job) {
    for (std::size_t i = 0; i < set.configurations.size(); ++i) {
        if (job.stopRequested()) return fail(ErrorCode::Cancelled);
        const Configuration& configuration = set.configurations[i];
        std::cerr << "emulate " << i + 1 << '/' << set.configurations.size() << ": " << configuration.algorithm->id()
                  << ' ' << toString(configuration.parameters) << '\n';
        if (const auto done = counting.count(configuration, options, job); !done) return done;
    }
    return {};
}

}  // namespace

Result<void> runEmulationSweep(const EmulationSweep& sweep, Session& session) {
    const auto library = openLibrary({LibraryPart::Catalogue});
    if (!library) return fail(library.error());
    auto set = sweepOf((*library)->catalogue(), sweep.what);
    if (!set) return fail(set.error());
    const auto shard = takeShardNamed(sweep.shard, *set);
    if (!shard) return fail(shard.error());
    if (const auto writable = checkWritable(sweep.file); !writable) return writable;
    const auto lock = RecordingJournal::open(sweep.file);  // nobody else writes the file from now on
    if (!lock) return fail(lock.error());
    auto study = studyToGoOnWith(sweep.file, *shard);
    if (!study) return fail(study.error());

    const InterruptWatcher interrupt;
    Counting counting(sweep.file, std::move(*study));
    const Result<void> done = countAll(counting, *set, sweep.emulation, JobContext{interrupt.token(), {}});
    if (const auto written = counting.write(static_cast<bool>(done)); !written) return written;
    if (session.json) {
        nlohmann::ordered_json object{{"file", sweep.file},
                                      {"emulated", counting.counted},
                                      {"kept", counting.kept},
                                      {"not_legal", set->notTogether},
                                      {"failed", counting.failures}};
        if (!done) object["error"] = toJson(done.error());
        std::cout << object.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
        session.errorPrinted = true;
    } else {
        std::cout << sweep.file << ": " << counting.counted << " configurations emulated, " << counting.kept
                  << " kept from before, " << set->notTogether << " left out (their values do not go together), "
                  << counting.failures.size() << " failed\n";
    }
    return done;
}

}  // namespace lanescope::cli
