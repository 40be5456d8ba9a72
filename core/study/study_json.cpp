// SPDX-License-Identifier: GPL-3.0-or-later
// The file format of a Study. Keys are snake_case; every group of numbers carries its origin; an entry is one line, so
// that two recordings can be compared line by line.
#include <nlohmann/json.hpp>

#include "core/base/gzip.h"
#include "core/base/words.h"
#include "core/study/json_parts.h"
#include "core/study/study_file.h"

namespace lanescope {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kFormat = "lanescope-study";

// ---- writing

Json entryToJson(const StudyEntry& entry) {
    Json parameters = Json::object();
    for (const auto& [name, value] : entry.parameters) parameters[name] = value;
    Json json{{"algorithm", entry.algorithm}, {"parameters", std::move(parameters)}};
    if (!entry.emulated.empty()) {
        json["emulated"] = {
            {"origin", "emulated"}, {"sampled", entry.emulatedSampled}, {"launches", countersToJson(entry.emulated)}};
    }
    if (entry.measurement) json["measurement"] = measurementToJson(*entry.measurement);
    if (!entry.estimates.empty()) {
        json["estimates"] = Json::array();
        for (const Estimate& estimate : entry.estimates) json["estimates"].push_back(estimateToJson(estimate));
    }
    return json;
}

Json noteToJson(const ShardNote& note) {
    return {{"index", note.shard.index},
            {"count", note.shard.count},
            {"sweep", note.sweep},
            {"configurations", note.configurations},
            {"finished", note.finished}};
}

// ---- reading

ShardNote readNote(const JsonReader& reader) {
    reader.allowOnly({"index", "count", "sweep", "configurations", "finished"});
    ShardNote note;
    note.shard = {readCount(reader, "index"), readCount(reader, "count")};
    if (!shardFrom(toString(note.shard))) reader.reject(textOf("study.shard"_id), "index");
    note.sweep = reader.text("sweep");
    note.configurations = readCount(reader, "configurations");
    note.finished = reader.boolean("finished");
    return note;
}

StudyEntry readConfiguration(const JsonReader& reader) {
    StudyEntry entry;
    entry.algorithm = reader.text("algorithm");
    for (const auto& [name, value] : reader.object("parameters").members()) entry.parameters.add(name, value.asText());
    return entry;
}

StudyEntry readEntry(const JsonReader& reader, int version) {
    reader.allowOnly({"algorithm", "parameters", "emulated", "measurement", "estimates"});
    StudyEntry entry = readConfiguration(reader);
    if (reader.has("emulated")) {
        const JsonReader emulated = reader.object("emulated");
        emulated.allowOnly({"origin", "sampled", "launches"});
        if (emulated.text("origin") != "emulated") emulated.reject(textOf("study.emulated"_id), "origin");
        entry.emulatedSampled = emulated.boolean("sampled");
        entry.emulated = readCounters(emulated, "launches");
    }
    if (reader.has("measurement")) entry.measurement = readMeasurement(reader.object("measurement"), version);
    if (reader.has("estimates"))
        for (const JsonReader& estimate : reader.list("estimates")) entry.estimates.push_back(readEstimate(estimate));
    return entry;
}

Result<Study> readStudy(const JsonReader& reader, const std::string& file) {
    if (reader.text("format") != kFormat) reader.reject(textOf("study.no_study"_id), "format");
    const std::int64_t version = reader.integer("version");
    if (reader.failed()) return fail(reader.error());
    // Before anything else: a newer version may well have other fields.
    if (version < 1 || version > Study::kVersion) {
        return fail(
            ErrorCode::UnsupportedVersion,
            {{"file", file}, {"version", std::to_string(version)}, {"supported", std::to_string(Study::kVersion)}});
    }
    reader.allowOnly({"format", "version", "title", "shard", "entries"});
    Study study;
    study.title = reader.text("title");
    if (reader.has("shard")) study.shard = readNote(reader.object("shard"));
    const std::vector<JsonReader> entries = reader.list("entries");
    study.entries.reserve(entries.size());
    for (const JsonReader& entry : entries) {
        study.entries.push_back(readEntry(entry, static_cast<int>(version)));
        if (reader.failed()) break;
    }
    if (reader.failed()) return fail(reader.error());
    return study;
}

}  // namespace

StudyEntry readMeasuredEntry(const JsonReader& reader) {
    StudyEntry entry = readConfiguration(reader);
    entry.measurement = readMeasurement(reader.object("measurement"), Study::kVersion);
    return entry;
}

std::string toJson(const Study& study) {
    // Whoever knows no shards can read what is none.
    const int version = study.shard ? Study::kVersion : 2;
    std::string text = "{\"format\":" + dump(kFormat) + ",\"version\":" + std::to_string(version) +
                       ",\n\"title\":" + dump(study.title);
    if (study.shard) text += ",\n\"shard\":" + dump(noteToJson(*study.shard));
    text += ",\n\"entries\":[";
    const char* separator = "\n";
    for (const StudyEntry& entry : study.entries) {
        text += separator + dump(entryToJson(entry));
        separator = ",\n";
    }
    return text + "\n]}\n";
}

Result<Study> studyFrom(ByteSource& source, const std::string& file) {
    Unpacker text(source, file);
    const Result<JsonReader> reader = JsonReader::parse(text, file);
    if (!reader) return fail(reader.error());
    return readStudy(*reader, file);
}

Result<Study> studyFromJson(std::string_view json, const std::string& file) {
    TextSource source(json);
    return studyFrom(source, file);
}

Result<Study> studyInFile(const std::string& path) {
    Result<FileReader> file = FileReader::open(path);
    if (!file) return fail(file.error());
    return studyFrom(*file, path);
}

}  // namespace lanescope
