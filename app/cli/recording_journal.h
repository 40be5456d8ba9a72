// SPDX-License-Identifier: GPL-3.0-or-later
// What a recording keeps beside its file while it is made (FILE.journal): a line of JSON for each configuration that is
// begun, measured or failed, on the disk before the next one. So whatever ends the program, kill -9 and a power failure
// included, loses only what it was at; and a configuration that ends the program twice is not tried a third time.
// Whoever holds the journal's lock records into the file, and nobody else.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/base/descriptor.h"
#include "core/study/study.h"

namespace lanescope::cli {

class RecordingJournal {
public:
    /// Locks it until the end, reads what an earlier recording into `file` has left, and goes on with it. A last line
    /// that was cut off is dropped. Errors: FileInUse, CannotOpen, MalformedFile, CannotWrite.
    [[nodiscard]] static Result<RecordingJournal> open(const std::string& file);
    RecordingJournal(RecordingJournal&&) = default;
    ~RecordingJournal();  ///< An empty journal goes.

    /// What was measured and may not be in the file yet, the last measurement of a configuration last.
    [[nodiscard]] const std::vector<StudyEntry>& measured() const { return m_measured; }
    /// Why there is no point in trying it again; empty if there is one.
    [[nodiscard]] std::string whyNot(const std::string& key) const;
    [[nodiscard]] std::size_t failures() const { return m_failed.size(); }

    // Error: NotRecorded, and nothing of the line is there.
    [[nodiscard]] Result<void> begin(const std::string& key);
    [[nodiscard]] Result<void> done(const std::string& key, const StudyEntry& entry);
    [[nodiscard]] Result<void> fail(const std::string& key, const std::string& reason);
    /// NotRecorded: `file` cannot be written for this reason, and what is safe.
    [[nodiscard]] Error stopped(const std::string& file, const std::string& reason) const;
    /// All that was measured is in the file now; only the failures are kept, or nothing of it.
    [[nodiscard]] Result<void> fold(bool keepFailures);

private:
    RecordingJournal(std::string file, std::string path) : m_file(std::move(file)), m_path(std::move(path)) {}
    Result<void> lock();
    Result<void> read();
    Result<void> append(const std::string& line);

    std::string m_file;  ///< that is recorded into
    std::string m_path;
    Descriptor m_journal;
    std::size_t m_size = 0;  ///< bytes; all of them whole lines
    std::vector<StudyEntry> m_measured;
    std::set<std::string> m_held;                 ///< keys of what was measured
    std::map<std::string, std::string> m_failed;  ///< key → reason
};

}  // namespace lanescope::cli
