// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recorder.h"

#include <algorithm>
#include <iostream>
#include <utility>

#include "app/cli/output.h"
#include "core/base/gzip.h"
#include "core/base/number_format.h"
#include "gpu/host_machine.h"

namespace lanescope::cli {
namespace {

/// An even choice, so that the file stays small; the histogram is of all.
void keepFew(std::vector<double>& samples) {
    constexpr std::size_t kKept = 9;
    if (samples.size() <= kKept) return;
    std::vector<double> few;
    for (std::size_t i = 0; i < kKept; ++i) few.push_back(samples[i * (samples.size() - 1) / (kKept - 1)]);
    samples = std::move(few);
}

constexpr const char* kNotReached = "the recording ended before these counters were read";
constexpr const char* kNotWanted = "this recording reads counters of ";

/// Is there still something to be read? What could not be read may be had now: the administrator may have allowed it.
bool wantsCounters(const Measurement& measurement) {
    return !measurement.countersMissing.empty() && !measurement.countersMissing.starts_with(kNotWanted);
}

}  // namespace

Recorder::Recorder(RecorderOptions options, Study study, RecordingSet set, RecordingJournal journal,
                   std::optional<Gpu> gpu)
    : m_options(std::move(options)),
      m_study(std::move(study)),
      m_set(std::move(set)),
      m_journal(std::move(journal)),
      m_gpu(std::move(gpu)) {
    m_options.measuring.checkOperations = 30'000'000;  // a sample of large results: the GPU does not wait for the CPU
    if (!m_options.title.empty()) m_study.title = m_options.title;
    if (m_study.title.empty()) m_study.title = m_set.title;
    if (m_study.title.empty()) m_study.title = "Recorded on an " + (m_gpu ? m_gpu->device().spec.title : cpuName());
    for (std::size_t i = 0; i < m_study.entries.size(); ++i)
        m_places[configurationKey(m_study.entries[i].algorithm, m_study.entries[i].parameters)] = i;
    for (const StudyEntry& entry : m_journal.measured()) {
        const auto [place, isNew] =
            m_places.emplace(configurationKey(entry.algorithm, entry.parameters), m_study.entries.size());
        if (isNew) m_study.entries.push_back({entry.algorithm, entry.parameters, {}, false, {}, {}});
        m_study.entries[place->second].measurement = entry.measurement;
    }
}

Result<void> Recorder::run(const JobContext& job) {
    Result<void> done = takeTimes(job);
    if (done && m_options.measuring.counters) done = readCounters(job);
    if (!done && done.error().code == ErrorCode::NotRecorded) return done;
    if (m_study.shard) m_study.shard->finished = static_cast<bool>(done);
    if (const Result<void> written = write(); !written)
        return fail(m_journal.stopped(m_options.file, written.error().arguments.at("reason")));
    const Result<void> folded = m_journal.fold(!done);
    return done ? folded : done;
}

StudyEntry& Recorder::entryOf(const Configuration& configuration) {
    const std::string algorithm(configuration.algorithm->id());
    const auto [place, isNew] =
        m_places.emplace(configurationKey(algorithm, configuration.parameters), m_study.entries.size());
    if (isNew) m_study.entries.push_back({algorithm, configuration.parameters, {}, false, {}, {}});
    return m_study.entries[place->second];
}

bool Recorder::wouldTakeTooLong(const Configuration& configuration) const {
    const auto series = m_medians.find(configuration.series);
    if (series == m_medians.end()) return false;
    const std::vector<double>& medians = series->second;
    // It grows at least as it did from the last but one to the last: sizes are listed in even steps.
    const double growth = medians.size() < 2 ? 1 : std::max(1.0, medians.back() / medians[medians.size() - 2]);
    constexpr double kAbout = 1.25;
    return medians.back() * growth > kAbout * configuration.limits.largestTime;
}

Result<void> Recorder::takeTimes(const JobContext& job) {
    for (std::size_t i = 0; i < m_set.configurations.size(); ++i) {
        const Configuration& configuration = m_set.configurations[i];
        StudyEntry& entry = entryOf(configuration);
        if (entry.measurement && !m_options.again) {
            ++m_kept;
        } else if (wouldTakeTooLong(configuration)) {
            ++m_tooLong;
            continue;
        } else {
            tell("time", i);
            if (const auto timed = timeOne(configuration, entry, job); !timed) return timed;
        }
        if (entry.measurement) m_medians[configuration.series].push_back(entry.measurement->median);
    }
    return {};
}

Result<void> Recorder::timeOne(const Configuration& configuration, StudyEntry& entry, const JobContext& job) {
    const std::string key = configurationKey(entry.algorithm, entry.parameters);
    if (const std::string reason = m_journal.whyNot(key); !reason.empty()) {
        m_failures.push_back(key + ": " + reason);
        return {};
    }
    const auto plan = configuration.algorithm->plan(configuration.parameters);
    if (!plan) return survives(key, plan.error());
    MeasureOptions measuring = m_options.measuring;
    measuring.maxSamples = std::min(measuring.maxSamples, configuration.limits.samples);
    measuring.timeLimit = std::min(measuring.timeLimit, configuration.limits.timeLimit);
    if (const auto noted = m_journal.begin(key); !noted) return noted;
    auto measurement = needsGpu(*plan) ? m_gpu->time(*plan, measuring, job) : measureOnHost(*plan, measuring, job);
    if (!measurement) return survives(key, measurement.error());
    keepFew(measurement->seconds);
    if (measuring.counters) measurement->countersMissing = kNotReached;
    entry.measurement = std::move(*measurement);
    if (const auto noted = m_journal.done(key, entry); !noted) return noted;
    ++m_measured;
    m_inARow = 0;
    return {};
}

Result<void> Recorder::readCounters(const JobContext& job) {
    for (std::size_t i = 0; i < m_set.configurations.size(); ++i) {
        const Configuration& configuration = m_set.configurations[i];
        StudyEntry& entry = entryOf(configuration);
        if (!entry.measurement || !wantsCounters(*entry.measurement)) continue;
        if (job.stopRequested()) return fail(ErrorCode::Cancelled);
        tell("counters", i);
        if (const auto counted = countOne(configuration, entry, job); !counted) return counted;
    }
    return {};
}

Result<void> Recorder::countOne(const Configuration& configuration, StudyEntry& entry, const JobContext& job) {
    const std::string key = configurationKey(entry.algorithm, entry.parameters);
    if (!m_journal.whyNot(key).empty()) return {};
    const auto plan = configuration.algorithm->plan(configuration.parameters);
    if (!plan) return survives(key, plan.error());
    Measurement& measurement = *entry.measurement;
    const RecordingLimits& limits = configuration.limits;
    if (!needsGpu(*plan)) {
        measurement.countersMissing = "the algorithm runs on the CPU alone";
    } else if (const std::size_t launches = plan->launches().size(); launches > limits.countedLaunches) {
        measurement.countersMissing = std::string(kNotWanted) + "plans of up to " +
                                      std::to_string(limits.countedLaunches) + " launches; this one has " +
                                      std::to_string(launches);
    } else if (measurement.median > limits.largestCounted) {
        measurement.countersMissing =
            std::string(kNotWanted) + "what takes up to " + numbers::plainTime(limits.largestCounted);
    } else {
        if (const auto noted = m_journal.begin(key); !noted) return noted;
        if (const auto counted = m_gpu->count(*plan, measurement, job, m_options.measuring.counterSet); !counted)
            return survives(key, counted.error());
    }
    m_inARow = 0;
    return m_journal.done(key, entry);
}

Result<void> Recorder::survives(const std::string& key, const Error& error) {
    if (error.code == ErrorCode::Cancelled || error.code == ErrorCode::NoDevice) return fail(error);
    m_failures.push_back(key + ": " + describe(error));
    std::cerr << m_failures.back() << '\n';
    if (const auto noted = m_journal.fail(key, describe(error)); !noted) return noted;
    constexpr std::size_t kTooMany = 20;
    if (++m_inARow >= kTooMany || gpuLost()) return fail(error);
    return {};
}

void Recorder::tell(const char* what, std::size_t index) const {
    const Configuration& configuration = m_set.configurations[index];
    std::cerr << what << ' ' << index + 1 << '/' << m_set.configurations.size() << ": " << configuration.algorithm->id()
              << ' ' << toString(configuration.parameters) << '\n';
}

Result<void> Recorder::write() {
    Study held = m_study;  // entries that were not reached yet are nobody's business
    std::erase_if(held.entries, [](const StudyEntry& entry) {
        return !entry.measurement && entry.emulated.empty() && entry.estimates.empty();
    });
    return writePackedFile(m_options.file, toJson(held));
}

}  // namespace lanescope::cli
