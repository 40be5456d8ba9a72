// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording_journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/cli/journal_reader.h"
#include "core/base/file_reader.h"
#include "core/base/file_writer.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;
constexpr int kTries = 2;
constexpr int kLooks = 3;

std::string lineOf(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json entryToJson(const StudyEntry& entry) {
    Json parameters = Json::object();
    for (const auto& [name, value] : entry.parameters) parameters[name] = value;
    return {{"algorithm", entry.algorithm},
            {"parameters", parameters},
            {"measurement", Json::parse(toJson(entry.measurement.value()))}};
}

/// Who holds the lock of this file, as the kernel lists it: "1: FLOCK ADVISORY WRITE 4711 fe:01:1234 0 EOF".
std::string lockHolder(const struct ::stat& file) {
    std::array<char, 64> place{};
    std::snprintf(place.data(), place.size(), "%02x:%02x:%llu", major(file.st_dev), minor(file.st_dev),
                  static_cast<unsigned long long>(file.st_ino));
    // The list may lose lines while others take and leave their locks: it is read again.
    for (int look = 0; look < kLooks; ++look) {
        std::ifstream locks("/proc/locks");
        for (std::string line; std::getline(locks, line);) {
            std::istringstream words(line);
            std::string number, kind, advisory, access, process, where;
            words >> number >> kind >> advisory >> access >> process >> where;
            // 0 and less: a process that cannot be seen from here.
            if (kind == "FLOCK" && where == place.data() && process.find_first_not_of("0-") != std::string::npos)
                return "process " + process;
        }
    }
    return "another process";
}

}  // namespace

Result<RecordingJournal> RecordingJournal::open(const std::string& file) {
    // Where links lead: two names of one file have one journal.
    const Result<std::string> written = writtenFile(file);
    if (!written) return lanescope::fail(written.error());
    RecordingJournal journal(file, *written + ".journal");
    if (const auto locked = journal.lock(); !locked) return lanescope::fail(locked.error());
    if (const auto read = journal.read(); !read) return lanescope::fail(read.error());
    return journal;
}

RecordingJournal::~RecordingJournal() {
    struct ::stat status {};
    if (m_journal && ::fstat(m_journal.get(), &status) == 0 && status.st_size == 0) ::unlink(m_path.c_str());
}

/// The kernel lets go of the lock when the process ends, however it ends. NFS passes it on to its server; where a file
/// system has no locks (ENOLCK, EOPNOTSUPP) nothing keeps two recordings apart.
Result<void> RecordingJournal::lock() {
    const auto refuse = [this](const std::string& reason) {
        return lanescope::fail(ErrorCode::CannotWrite, {{"file", m_path}, {"reason", reason}});
    };
    while (true) {
        m_journal =
            Descriptor(::open(m_path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666));
        if (!m_journal) return refuse(errno == ELOOP ? "it is a symbolic link" : systemReason(errno));
        struct ::stat ours {};
        struct ::stat named {};
        if (::fstat(m_journal.get(), &ours) != 0) return refuse(systemReason(errno));
        if (!S_ISREG(ours.st_mode)) return refuse("it is no plain file");
        if (::flock(m_journal.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            m_journal = Descriptor();  // and it is not ours to clear away
            return lanescope::fail(ErrorCode::FileInUse,
                                   {{"file", m_file}, {"reason", lockHolder(ours) + " records into it"}});
        }
        // Between the two calls whoever had it may have ended, and taken the file away.
        if (::stat(m_path.c_str(), &named) == 0 && named.st_dev == ours.st_dev && named.st_ino == ours.st_ino)
            return {};
    }
}

Result<void> RecordingJournal::read() {
    const auto text = readFile(m_path);
    if (!text) return lanescope::fail(text.error());
    const std::string kept = text->substr(0, text->rfind('\n') + 1);  // npos + 1 = 0: no line is whole
    Result<JournalContent> content = readJournal(kept, m_path);
    if (!content) return lanescope::fail(content.error());
    m_measured = std::move(content->measured);
    m_failed = std::move(content->failed);
    for (const auto& [key, times] : content->begun)
        if (times >= kTries && !m_failed.contains(key))
            m_failed[key] = "it has ended the program " + std::to_string(times) + " times";
    for (const StudyEntry& entry : m_measured) m_held.insert(configurationKey(entry.algorithm, entry.parameters));
    m_size = kept.size();
    if (m_size < text->size() && ::ftruncate(m_journal.get(), static_cast<off_t>(m_size)) != 0)
        return lanescope::fail(ErrorCode::CannotWrite, {{"file", m_path}, {"reason", systemReason(errno)}});
    return {};
}

std::string RecordingJournal::whyNot(const std::string& key) const {
    const auto found = m_failed.find(key);
    return found == m_failed.end() ? std::string() : found->second;
}

Result<void> RecordingJournal::append(const std::string& line) {
    int error = writeAll(m_journal.get(), line);
    if (error == 0 && ::fdatasync(m_journal.get()) != 0) error = errno;
    if (error != 0) {
        (void)!::ftruncate(m_journal.get(),
                           static_cast<off_t>(m_size));  // a line that is cut off is dropped in any case
        return lanescope::fail(stopped(m_path, systemReason(error)));
    }
    m_size += line.size();
    return {};
}

Error RecordingJournal::stopped(const std::string& file, const std::string& reason) const {
    const std::string unharmed = m_file + " is as it was";
    const std::string safe =
        m_held.empty() ? unharmed
                       : std::to_string(m_held.size()) + (m_held.size() == 1 ? " result is" : " results are") +
                             " safe in " + m_path + ", and " + unharmed + "; the same command goes on from there";
    return {ErrorCode::NotRecorded, {{"file", file}, {"reason", reason}, {"safe", safe}}};
}

Result<void> RecordingJournal::begin(const std::string& key) { return append(lineOf({{"begin", key}})); }

Result<void> RecordingJournal::done(const std::string& key, const StudyEntry& entry) {
    const auto written = append(lineOf({{"done", key}, {"entry", entryToJson(entry)}}));
    if (written) m_held.insert(key);
    return written;
}

Result<void> RecordingJournal::fail(const std::string& key, const std::string& reason) {
    m_failed[key] = reason;
    return append(lineOf({{"failed", key}, {"reason", reason}}));
}

Result<void> RecordingJournal::fold(bool keepFailures) {
    std::string kept;
    for (const auto& [key, reason] : m_failed) kept += lineOf({{"failed", key}, {"reason", reason}});
    // The last that is done under the lock: from here on the name may be another recording's.
    const Descriptor locked = std::move(m_journal);
    if (keepFailures && !kept.empty()) return writeFile(m_path, kept);
    ::unlink(m_path.c_str());
    return {};
}

}  // namespace lanescope::cli
