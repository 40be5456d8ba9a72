// SPDX-License-Identifier: GPL-3.0-or-later
// The file format of a Study. Keys are snake_case; every group of numbers carries its origin; an entry is one line, so
// that two recordings can be compared line by line.
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/json_reader.h"
#include "core/study/study.h"

namespace lanescope {
namespace {

using Json = nlohmann::ordered_json;
using Verdict = CheckResult::Verdict;

constexpr std::string_view kFormat = "lanescope-study";

// Names in files stay what they are, whatever a name on screen becomes.
constexpr std::array<std::pair<Origin, std::string_view>, 5> kOrigins{{{Origin::Measured, "measured"},
                                                                       {Origin::Replayed, "replayed"},
                                                                       {Origin::Emulated, "emulated"},
                                                                       {Origin::Estimated, "estimated"},
                                                                       {Origin::Published, "published"}}};
constexpr std::array<std::pair<Verdict, std::string_view>, 4> kVerdicts{{{Verdict::Correct, "correct"},
                                                                         {Verdict::Wrong, "wrong"},
                                                                         {Verdict::Fault, "fault"},
                                                                         {Verdict::NotChecked, "not_checked"}}};

template <typename Table, typename Value>
std::string fileName(const Table& table, Value value) {
    for (const auto& [known, name] : table)
        if (known == value) return std::string(name);
    return {};
}

template <typename Value, typename Table>
Value fromFileName(const Table& table, const JsonReader& reader, std::string_view key) {
    const std::string given = reader.text(key);
    std::string legal;
    for (const auto& [value, name] : table) {
        if (name == given) return value;
        legal += (legal.empty() ? "" : ", ") + std::string(name);
    }
    reader.reject("\"" + given + "\" is none of " + legal, key);
    return table.front().first;
}

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// ---- writing

Json countersToJson(const std::vector<Counters>& launches) {
    Json list = Json::array();
    for (const Counters& counters : launches) {
        Json object = Json::object();
        for (const auto& [id, value] : counters) object[id] = value;
        list.push_back(std::move(object));
    }
    return list;
}

Json provenanceToJson(const Provenance& p) {
    return Json{{"gpu", p.gpu},
                {"compute_capability", p.computeCapability},
                {"driver", p.driver},
                {"cuda", p.cuda},
                {"cupti", p.cupti},
                {"date", p.date},
                {"lanescope", p.lanescope},
                {"sm_clock_hz", p.smClockHz},
                {"memory_clock_hz", p.memoryClockHz},
                {"throttled", p.throttled},
                {"l2", p.l2}};
}

Json measurementToJson(const Measurement& m) {
    return Json{{"origin", fileName(kOrigins, m.origin)},
                {"seconds", m.seconds},
                {"median", m.median},
                {"lower_quartile", m.lowerQuartile},
                {"upper_quartile", m.upperQuartile},
                {"counters", countersToJson(m.counters)},
                {"counters_missing", m.countersMissing},
                {"verdict", fileName(kVerdicts, m.verdict)},
                {"provenance", provenanceToJson(m.provenance)}};
}

Json estimateToJson(const Estimate& estimate) {
    Json terms = Json::array();
    for (const EstimateTerm& term : estimate.terms) terms.push_back({{"name", term.name}, {"seconds", term.seconds}});
    return Json{{"origin", "estimated"},
                {"model", estimate.model},
                {"gpu", estimate.gpu},
                {"seconds", estimate.seconds},
                {"kernel_seconds", estimate.kernelSeconds},
                {"terms", std::move(terms)},
                {"assumptions", estimate.assumptions},
                {"out_of_range", estimate.outOfRange}};
}

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

// ---- reading

std::vector<Counters> readCounters(const JsonReader& reader, std::string_view key) {
    std::vector<Counters> launches;
    for (const JsonReader& launch : reader.list(key)) {
        Counters counters;
        for (const auto& [id, value] : launch.members()) counters[id] = value.asNumber();
        launches.push_back(std::move(counters));
    }
    return launches;
}

double readNonNegative(const JsonReader& reader, std::string_view key) {
    const double value = reader.number(key);
    if (value < 0) reader.reject("it cannot be negative", key);
    return value;
}

Provenance readProvenance(const JsonReader& reader) {
    reader.allowOnly({"gpu", "compute_capability", "driver", "cuda", "cupti", "date", "lanescope", "sm_clock_hz",
                      "memory_clock_hz", "throttled", "l2"});
    Provenance p;
    p.gpu = reader.text("gpu");
    p.computeCapability = reader.text("compute_capability");
    p.driver = reader.text("driver");
    p.cuda = reader.text("cuda");
    p.cupti = reader.text("cupti");
    p.date = reader.text("date");
    p.lanescope = reader.text("lanescope");
    p.smClockHz = readNonNegative(reader, "sm_clock_hz");
    p.memoryClockHz = readNonNegative(reader, "memory_clock_hz");
    p.throttled = reader.boolean("throttled");
    p.l2 = reader.text("l2");
    return p;
}

Measurement readMeasurement(const JsonReader& reader) {
    reader.allowOnly({"origin", "seconds", "median", "lower_quartile", "upper_quartile", "counters", "counters_missing",
                      "verdict", "provenance"});
    Measurement m;
    m.origin = fromFileName<Origin>(kOrigins, reader, "origin");
    if (m.origin != Origin::Measured && m.origin != Origin::Replayed)
        reader.reject("a measurement is either measured or replayed", "origin");
    for (const JsonReader& sample : reader.list("seconds")) {
        m.seconds.push_back(sample.asNumber());
        if (m.seconds.back() < 0) sample.reject("a time cannot be negative");
    }
    m.median = readNonNegative(reader, "median");
    m.lowerQuartile = readNonNegative(reader, "lower_quartile");
    m.upperQuartile = readNonNegative(reader, "upper_quartile");
    if (m.lowerQuartile > m.median || m.median > m.upperQuartile)
        reader.reject("the median lies outside the quartiles", "median");
    m.counters = readCounters(reader, "counters");
    m.countersMissing = reader.text("counters_missing");
    m.verdict = fromFileName<Verdict>(kVerdicts, reader, "verdict");
    m.provenance = readProvenance(reader.object("provenance"));
    return m;
}

Estimate readEstimate(const JsonReader& reader) {
    reader.allowOnly({"origin", "model", "gpu", "seconds", "kernel_seconds", "terms", "assumptions", "out_of_range"});
    if (reader.text("origin") != "estimated") reader.reject("an estimate's origin is \"estimated\"", "origin");
    Estimate estimate;
    estimate.model = reader.text("model");
    estimate.gpu = reader.text("gpu");
    estimate.seconds = readNonNegative(reader, "seconds");
    estimate.kernelSeconds = readNonNegative(reader, "kernel_seconds");
    for (const JsonReader& term : reader.list("terms")) {
        term.allowOnly({"name", "seconds"});
        estimate.terms.push_back({term.text("name"), readNonNegative(term, "seconds")});
    }
    for (const JsonReader& assumption : reader.list("assumptions")) estimate.assumptions.push_back(assumption.asText());
    estimate.outOfRange = reader.text("out_of_range");
    return estimate;
}

StudyEntry readEntry(const JsonReader& reader) {
    reader.allowOnly({"algorithm", "parameters", "emulated", "measurement", "estimates"});
    StudyEntry entry;
    entry.algorithm = reader.text("algorithm");
    for (const auto& [name, value] : reader.object("parameters").members())
        entry.parameters.emplace_back(name, value.asText());
    if (reader.has("emulated")) {
        const JsonReader emulated = reader.object("emulated");
        emulated.allowOnly({"origin", "sampled", "launches"});
        if (emulated.text("origin") != "emulated") emulated.reject("the origin is \"emulated\" here", "origin");
        entry.emulatedSampled = emulated.boolean("sampled");
        entry.emulated = readCounters(emulated, "launches");
    }
    if (reader.has("measurement")) entry.measurement = readMeasurement(reader.object("measurement"));
    if (reader.has("estimates"))
        for (const JsonReader& estimate : reader.list("estimates")) entry.estimates.push_back(readEstimate(estimate));
    return entry;
}

}  // namespace

std::string toJson(const Measurement& measurement) { return dump(measurementToJson(measurement)); }

Result<Measurement> measurementFromJson(std::string_view json, const std::string& source) {
    const Result<JsonReader> reader = JsonReader::parse(json, source);
    if (!reader) return fail(reader.error());
    Measurement measurement = readMeasurement(*reader);
    if (reader->failed()) return fail(reader->error());
    return measurement;
}

std::string toJson(const Study& study) {
    std::string text = "{\"format\":" + dump(kFormat) + ",\"version\":" + std::to_string(Study::kVersion) +
                       ",\n\"title\":" + dump(study.title) + ",\n\"entries\":[";
    const char* separator = "\n";
    for (const StudyEntry& entry : study.entries) {
        text += separator + dump(entryToJson(entry));
        separator = ",\n";
    }
    return text + "\n]}\n";
}

Result<Study> studyFromJson(std::string_view json, const std::string& file) {
    const Result<JsonReader> reader = JsonReader::parse(json, file);
    if (!reader) return fail(reader.error());
    if (reader->text("format") != kFormat) reader->reject("this is not a Lanescope study", "format");
    const std::int64_t version = reader->integer("version");
    if (reader->failed()) return fail(reader->error());
    // Before anything else: a newer version may well have other fields.
    if (version < 1 || version > Study::kVersion) {
        return fail(
            ErrorCode::UnsupportedVersion,
            {{"file", file}, {"version", std::to_string(version)}, {"supported", std::to_string(Study::kVersion)}});
    }
    reader->allowOnly({"format", "version", "title", "entries"});
    Study study;
    study.title = reader->text("title");
    for (const JsonReader& entry : reader->list("entries")) study.entries.push_back(readEntry(entry));
    if (reader->failed()) return fail(reader->error());
    return study;
}

}  // namespace lanescope
