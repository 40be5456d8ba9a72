// SPDX-License-Identifier: GPL-3.0-or-later
// What a recording keeps beside its file while it is made (FILE.journal): a line of JSON for each configuration that is
// begun, measured or failed, written at once. So whatever ends the program, kill -9 included, loses only what it was
// at; and a configuration that ends the program twice is not tried a third time.
#pragma once

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "core/study/study.h"

namespace lanescope::cli {

/// Names a configuration within a recording, whatever the order of its parameters.
[[nodiscard]] std::string configurationKey(const std::string& algorithm, Parameters parameters);

class RecordingJournal {
public:
    /// Reads what an earlier recording into `file` has left, and goes on with it. A last line that was cut off is
    /// dropped. Errors: CannotOpen, MalformedFile, CannotWrite.
    [[nodiscard]] static Result<RecordingJournal> open(const std::string& file);

    /// What was measured and may not be in the file yet, the last measurement of a configuration last.
    [[nodiscard]] const std::vector<StudyEntry>& measured() const { return m_measured; }
    /// Why there is no point in trying it again; empty if there is one.
    [[nodiscard]] std::string whyNot(const std::string& key) const;
    [[nodiscard]] std::size_t failures() const { return m_failed.size(); }

    void begin(const std::string& key);
    void done(const std::string& key, const StudyEntry& entry);
    void fail(const std::string& key, const std::string& reason);
    /// All that was measured is in the file now; only the failures are kept, or nothing of it.
    [[nodiscard]] Result<void> fold(bool keepFailures);

private:
    explicit RecordingJournal(std::string path) : m_path(std::move(path)) {}
    Result<void> read();
    void append(const std::string& line);

    std::string m_path;
    std::vector<StudyEntry> m_measured;
    std::map<std::string, std::string> m_failed;  ///< key → reason
    std::ofstream m_out;
};

}  // namespace lanescope::cli
