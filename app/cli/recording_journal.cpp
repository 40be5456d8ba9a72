// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording_journal.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/journal_reader.h"
#include "core/base/file_reader.h"
#include "core/base/resources.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;
constexpr int kTries = 2;

std::string lineOf(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json entryToJson(const StudyEntry& entry) {
    Json parameters = Json::object();
    for (const auto& [name, value] : entry.parameters) parameters[name] = value;
    return {{"algorithm", entry.algorithm},
            {"parameters", parameters},
            {"measurement", Json::parse(toJson(entry.measurement.value()))}};
}

}  // namespace

std::string configurationKey(const std::string& algorithm, Parameters parameters) {
    std::ranges::sort(parameters);
    return algorithm + " " + toString(parameters);
}

Result<RecordingJournal> RecordingJournal::open(const std::string& file) {
    RecordingJournal journal(file + ".journal");
    if (const auto read = journal.read(); !read) return lanescope::fail(read.error());
    return journal;
}

Result<void> RecordingJournal::read() {
    std::error_code error;
    std::string kept;
    if (std::filesystem::exists(m_path, error)) {
        const auto text = readFile(m_path);
        if (!text) return lanescope::fail(text.error());
        kept = text->substr(0, text->rfind('\n') + 1);  // npos + 1 = 0: no line is whole
        Result<JournalContent> content = readJournal(kept, m_path);
        if (!content) return lanescope::fail(content.error());
        m_measured = std::move(content->measured);
        m_failed = std::move(content->failed);
        for (const auto& [key, times] : content->begun)
            if (times >= kTries && !m_failed.contains(key))
                m_failed[key] = "it has ended the program " + std::to_string(times) + " times";
    }
    if (const auto written = writeFile(m_path, kept); !written) return written;
    m_out.open(m_path, std::ios::binary | std::ios::app);
    if (!m_out) return lanescope::fail(ErrorCode::CannotWrite, {{"file", m_path}, {"reason", std::strerror(errno)}});
    return {};
}

std::string RecordingJournal::whyNot(const std::string& key) const {
    const auto found = m_failed.find(key);
    return found == m_failed.end() ? std::string() : found->second;
}

void RecordingJournal::append(const std::string& line) { m_out << line << std::flush; }

void RecordingJournal::begin(const std::string& key) { append(lineOf({{"begin", key}})); }

void RecordingJournal::done(const std::string& key, const StudyEntry& entry) {
    append(lineOf({{"done", key}, {"entry", entryToJson(entry)}}));
}

void RecordingJournal::fail(const std::string& key, const std::string& reason) {
    m_failed[key] = reason;
    append(lineOf({{"failed", key}, {"reason", reason}}));
}

Result<void> RecordingJournal::fold(bool keepFailures) {
    m_out.close();
    std::string kept;
    for (const auto& [key, reason] : m_failed) kept += lineOf({{"failed", key}, {"reason", reason}});
    if (keepFailures && !kept.empty()) return writeFile(m_path, kept);
    std::error_code error;
    std::filesystem::remove(m_path, error);
    return {};
}

}  // namespace lanescope::cli
