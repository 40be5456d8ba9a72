// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/recording_journal.h"
#include "core/study/recording_set.h"
#include "core/study/study.h"
#include "gpu/measure.h"

namespace lanescope::cli {

struct RecorderOptions {
    std::string file;    ///< study; packed if its name ends in ".gz"
    std::string title;   ///< empty: the study's own, else the set's
    bool again = false;  ///< measure anew what the study already holds
    MeasureOptions measuring;
};

/// Measures the configurations of a set into a study file: first all times, then all counters, so that no time is taken
/// while the profiler is attached. Goes on where a recording into the same file has stopped.
class Recorder {
public:
    /// Without a GPU all plans of the set must be of the CPU alone.
    Recorder(RecorderOptions options, Study study, RecordingSet set, RecordingJournal journal, std::optional<Gpu> gpu);

    /// Whatever it gives but NotRecorded, which ends it at once, the file holds what was measured. Errors: that one,
    /// Cancelled, and what ends a recording: NoDevice, or the last of too many failures. A GPU that is lost is the
    /// error that cost it; see gpuLost().
    [[nodiscard]] Result<void> run(const JobContext& job);

    /// After run(): a process that begins anew can go on.
    [[nodiscard]] bool gpuLost() const { return m_gpu && m_gpu->lost(); }
    [[nodiscard]] std::size_t measured() const { return m_measured; }
    [[nodiscard]] std::size_t kept() const { return m_kept; }
    /// Left out because smaller ones of their series already took too long.
    [[nodiscard]] std::size_t tooLong() const { return m_tooLong; }
    [[nodiscard]] const std::vector<std::string>& failures() const { return m_failures; }

private:
    using Clock = std::chrono::steady_clock;
    using Configuration = RecordingSet::Configuration;
    Result<void> takeTimes(const JobContext& job);
    Result<void> timeOne(const Configuration& configuration, StudyEntry& entry, const JobContext& job);
    Result<void> readCounters(const JobContext& job);
    Result<void> countOne(const Configuration& configuration, StudyEntry& entry, const JobContext& job);
    /// Would it take longer than its limit, going by the smaller ones of its series?
    [[nodiscard]] bool wouldTakeTooLong(const Configuration& configuration) const;
    StudyEntry& entryOf(const Configuration& configuration);
    /// A configuration that cannot be run is noted and the recording goes on; what concerns all of them ends it.
    Result<void> survives(const std::string& key, const Error& error);
    void tell(const char* what, std::size_t index) const;
    Result<void> write();

    RecorderOptions m_options;
    Study m_study;
    RecordingSet m_set;
    RecordingJournal m_journal;
    std::optional<Gpu> m_gpu;
    std::map<std::string, std::size_t> m_places;           ///< configuration → entry
    std::map<std::string, std::vector<double>> m_medians;  ///< of each series so far
    std::size_t m_measured = 0;
    std::size_t m_kept = 0;
    std::size_t m_tooLong = 0;
    std::size_t m_inARow = 0;  ///< failures
    std::vector<std::string> m_failures;
};

}  // namespace lanescope::cli
