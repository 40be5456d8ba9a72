// SPDX-License-Identifier: GPL-3.0-or-later
// record: many configurations into a study file. First all times, then all counters, so that no time is taken while the
// profiler is attached. The file is written now and then, and again at the end: what was measured is kept, whatever
// stops the recording.
#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/interrupt.h"
#include "app/cli/measuring.h"
#include "app/cli/output.h"
#include "app/cli/plans.h"
#include "app/cli/sweep.h"
#include "app/cli/verbs.h"
#include "core/base/resources.h"
#include "core/study/study.h"

namespace lanescope::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct RecordArguments {
    std::string file;
    std::vector<std::string> words;
    std::string title;
    bool again = false;
    MeasuringChoice choice;
};

/// The study in the file, or an empty one if there is no such file yet.
Result<Study> existingStudy(const std::string& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return Study{};
    const Result<std::string> text = readFile(file);
    if (!text) return fail(text.error());
    return studyFromJson(*text, file);
}

class Recording {
public:
    Recording(const RecordArguments& arguments, Study study, std::vector<Plan> plans, Gpu gpu)
        : m_arguments(arguments),
          m_options(arguments.choice.options()),
          m_study(std::move(study)),
          m_plans(std::move(plans)),
          m_gpu(std::move(gpu)) {
        m_options.stopwatch.maxSamples = 20;     // keeps the file small
        m_options.checkOperations = 30'000'000;  // a sample of large results, so that the GPU does not wait for the CPU
        if (!arguments.title.empty()) m_study.title = arguments.title;
        if (m_study.title.empty()) m_study.title = "Recorded on an " + m_gpu.device().spec.title;
    }

    /// Errors: Cancelled (the file holds what was done), CannotWrite, CudaFailure.
    Result<void> run(const JobContext& job) {
        Result<void> done = takeTimes(job);
        if (done && m_options.counters) done = readCounters(job);
        const Result<void> written = write();
        return done ? written : done;
    }
    [[nodiscard]] std::size_t measured() const { return m_measured; }
    [[nodiscard]] std::size_t kept() const { return m_kept; }
    [[nodiscard]] const std::vector<std::string>& failures() const { return m_failures; }

private:
    Result<void> takeTimes(const JobContext& job) {
        for (std::size_t i = 0; i < m_plans.size(); ++i) {
            const Plan& plan = m_plans[i];
            StudyEntry& entry = entryOf(plan);
            if (entry.measurement && !m_arguments.again) {
                ++m_kept;
                continue;
            }
            tell("time", i, plan);
            auto measurement = m_gpu.time(plan, m_options, job);
            if (!measurement) {
                if (const auto go = survives(plan, measurement.error()); !go) return go;
                continue;
            }
            entry.measurement = std::move(*measurement);
            if (m_options.counters)
                entry.measurement->countersMissing = "the recording ended before these counters were read";
            ++m_measured;
            if (const auto written = writeNowAndThen(); !written) return written;
        }
        return {};
    }

    Result<void> readCounters(const JobContext& job) {
        for (std::size_t i = 0; i < m_plans.size(); ++i) {
            const Plan& plan = m_plans[i];
            StudyEntry& entry = entryOf(plan);
            if (!entry.measurement || !entry.measurement->counters.empty()) continue;
            if (job.stopRequested()) return fail(ErrorCode::Cancelled);
            tell("counters", i, plan);
            if (const auto counted = m_gpu.count(plan, *entry.measurement, job); !counted)
                if (const auto go = survives(plan, counted.error()); !go) return go;
            if (const auto written = writeNowAndThen(); !written) return written;
        }
        return {};
    }

    StudyEntry& entryOf(const Plan& plan) {
        if (const StudyEntry* found = m_study.find(plan.algorithm, plan.parameters))
            return m_study.entries[static_cast<std::size_t>(found - m_study.entries.data())];
        m_study.entries.push_back(StudyEntry{plan.algorithm, plan.parameters, {}, false, {}, {}});
        return m_study.entries.back();
    }

    /// A configuration that cannot be run is noted and the recording goes on; what concerns all of them ends it.
    Result<void> survives(const Plan& plan, const Error& error) {
        if (error.code == ErrorCode::Cancelled || error.code == ErrorCode::NoDevice) return fail(error);
        m_failures.push_back(plan.algorithm + " " + toString(plan.parameters) + ": " + describe(error));
        std::cerr << m_failures.back() << '\n';
        constexpr std::size_t kTooMany = 20;
        if (m_failures.size() >= kTooMany || m_gpu.lost()) return fail(error);
        return {};
    }

    void tell(const char* what, std::size_t index, const Plan& plan) const {
        std::cerr << what << ' ' << index + 1 << '/' << m_plans.size() << ": " << plan.algorithm << ' '
                  << toString(plan.parameters) << '\n';
    }

    Result<void> writeNowAndThen() {
        if (Clock::now() - m_written < std::chrono::seconds(10)) return {};
        return write();
    }

    Result<void> write() {
        m_written = Clock::now();
        Study held = m_study;  // entries that were not reached yet are nobody's business
        std::erase_if(held.entries, [](const StudyEntry& entry) {
            return !entry.measurement && entry.emulated.empty() && entry.estimates.empty();
        });
        return writeFile(m_arguments.file, toJson(held));
    }

    const RecordArguments& m_arguments;
    MeasureOptions m_options;
    Study m_study;
    std::vector<Plan> m_plans;
    Gpu m_gpu;
    Clock::time_point m_written = Clock::now();
    std::size_t m_measured = 0;
    std::size_t m_kept = 0;
    std::vector<std::string> m_failures;
};

void printSummary(const RecordArguments& arguments, const Recording& recording, const Sweep& sweep, bool json) {
    if (json) {
        const nlohmann::ordered_json object{{"file", arguments.file},
                                            {"measured", recording.measured()},
                                            {"kept", recording.kept()},
                                            {"not_legal", sweep.skipped},
                                            {"failed", recording.failures()}};
        std::cout << object.dump(2) << '\n';
        return;
    }
    std::cout << arguments.file << ": " << recording.measured() << " configurations measured, " << recording.kept()
              << " kept from before, " << sweep.skipped << " left out (their values do not go together), "
              << recording.failures().size() << " failed\n";
}

Result<void> runRecord(const RecordArguments& arguments, bool json) {
    auto catalogue = loadCatalogue();
    if (!catalogue) return fail(catalogue.error());
    auto sweep = sweepOf(*catalogue, arguments.words);
    if (!sweep) return fail(sweep.error());
    auto study = existingStudy(arguments.file);
    if (!study) return fail(study.error());
    // A file that cannot be written is found before an hour of measuring, not after.
    if (const auto writable = writeFile(arguments.file, toJson(*study)); !writable) return writable;

    const InterruptWatcher interrupt;
    auto gpu = Gpu::open();
    if (!gpu) return fail(gpu.error());
    if (arguments.choice.countersRequired())
        if (const auto able = gpu->tryCounters(); !able) return able;
    Recording recording(arguments, std::move(*study), std::move(sweep->plans), std::move(*gpu));
    const Result<void> done = recording.run(JobContext{interrupt.token(), {}});
    printSummary(arguments, recording, *sweep, json);
    return done;
}

}  // namespace

void addRecord(CLI::App& program, Session& session) {
    const auto arguments = std::make_shared<RecordArguments>();
    CLI::App* verb = program.add_subcommand("record", "Measure many configurations into a study file");
    verb->add_option("file", arguments->file, "Study file; what it already holds is kept")->required();
    verb->add_option("what", arguments->words, "Algorithm ids (none = all) and name=value1,value2 …");
    verb->add_option("--title", arguments->title, "The study's title");
    verb->add_flag("--again", arguments->again, "Measure anew what the file already holds");
    arguments->choice.addTo(*verb);
    verb->callback(
        [arguments, &session] { session.action = [=, &session] { return runRecord(*arguments, session.json); }; });
}

}  // namespace lanescope::cli
