// SPDX-License-Identifier: GPL-3.0-or-later
// The file format of a Measurement.
#include <array>
#include <nlohmann/json.hpp>

#include "core/base/words.h"
#include "core/study/json_parts.h"
#include "core/study/study.h"

namespace lanescope {
namespace {

using Json = nlohmann::ordered_json;
using Verdict = CheckResult::Verdict;

constexpr std::array<std::pair<Origin, std::string_view>, 6> kOrigins{{{Origin::Measured, "measured"},
                                                                       {Origin::Replayed, "replayed"},
                                                                       {Origin::Emulated, "emulated"},
                                                                       {Origin::Simulated, "simulated"},
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
    reader.reject(inWords(Message("study.none_of"_id, {{"given", given}, {"legal", legal}})), key);
    return table.front().first;
}

// ---- writing

/// Older files do not tell: then everything was read once.
std::size_t readingsIfUntold(std::size_t passes) { return passes > 0 ? 1 : 0; }

Json provenanceToJson(const Provenance& p) {
    Json json{{"gpu", p.gpu},
              {"compute_capability", p.computeCapability},
              {"driver", p.driver},
              {"cuda", p.cuda},
              {"cupti", p.cupti},
              {"date", p.date},
              {"lanescope", p.lanescope},
              {"sm_clock_hz", p.smClockHz},
              {"memory_clock_hz", p.memoryClockHz},
              {"throttled", p.throttled},
              {"l2", p.l2},
              {"host", p.host},
              {"mode", p.mode},
              {"sm_clock_hz_lowest", p.smClockHzLowest},
              {"sm_clock_hz_highest", p.smClockHzHighest}};
    if (p.ecc) json["ecc"] = *p.ecc;
    if (!p.counted.empty()) json["counted"] = p.counted;
    return json;
}

Json partToJson(const MeasuredPart& part) {
    Json json{{"name", part.name},
              {"steps", part.steps},
              {"median", part.median},
              {"lower_quartile", part.lowerQuartile},
              {"upper_quartile", part.upperQuartile}};
    if (part.runs > 0) json["runs"] = part.runs;
    return json;
}

// ---- reading

void checkQuartiles(const JsonReader& reader, double lower, double median, double upper) {
    if (lower > median || median > upper) reader.reject(textOf("study.quartiles"_id), "median");
}

Provenance readProvenance(const JsonReader& reader, int version) {
    if (version == 1) {
        reader.allowOnly({"gpu", "compute_capability", "driver", "cuda", "cupti", "date", "lanescope", "sm_clock_hz",
                          "memory_clock_hz", "throttled", "l2"});
    } else {
        reader.allowOnly({"gpu", "compute_capability", "driver", "cuda", "cupti", "date", "lanescope", "sm_clock_hz",
                          "memory_clock_hz", "throttled", "l2", "host", "mode", "sm_clock_hz_lowest",
                          "sm_clock_hz_highest", "ecc", "counted"});
    }
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
    if (version == 1) {
        p.mode = p.l2 == "flushed" ? "cold" : p.l2 == "warm" ? "hot" : "";  // the same in today's words
        return p;
    }
    p.host = reader.text("host");
    p.mode = reader.text("mode");
    p.smClockHzLowest = readNonNegative(reader, "sm_clock_hz_lowest");
    p.smClockHzHighest = readNonNegative(reader, "sm_clock_hz_highest");
    if (reader.has("ecc")) p.ecc = reader.boolean("ecc");
    if (reader.has("counted")) p.counted = reader.text("counted");
    return p;
}

MeasuredPart readPart(const JsonReader& reader) {
    reader.allowOnly({"name", "steps", "median", "lower_quartile", "upper_quartile", "runs"});
    MeasuredPart part;
    part.name = reader.text("name");
    part.steps = readCount(reader, "steps");
    part.median = readNonNegative(reader, "median");
    part.lowerQuartile = readNonNegative(reader, "lower_quartile");
    part.upperQuartile = readNonNegative(reader, "upper_quartile");
    if (reader.has("runs")) part.runs = readCount(reader, "runs");
    checkQuartiles(reader, part.lowerQuartile, part.median, part.upperQuartile);
    return part;
}

Histogram readHistogram(const JsonReader& reader) {
    reader.allowOnly({"from", "to", "counts"});
    Histogram histogram;
    histogram.from = readNonNegative(reader, "from");
    histogram.to = readNonNegative(reader, "to");
    if (histogram.to < histogram.from) reader.reject(textOf("study.histogram_ends"_id), "to");
    for (const JsonReader& count : reader.list("counts")) {
        const double value = count.asNumber();
        if (!(value >= 0 && value <= UINT32_MAX)) count.reject(textOf("study.no_count"_id));
        histogram.counts.push_back(value >= 0 && value <= UINT32_MAX ? static_cast<std::uint32_t>(value) : 0);
    }
    return histogram;
}

/// What came with version 2.
void readSampling(const JsonReader& reader, Measurement& m) {
    m.samplesTaken = readCount(reader, "samples_taken");
    if (m.samplesTaken < m.seconds.size()) reader.reject(textOf("study.fewer_samples"_id), "samples_taken");
    m.throttledSamples = readCount(reader, "throttled_samples");
    m.batch = readCount(reader, "batch");
    if (m.batch == 0) reader.reject(textOf("study.batch"_id), "batch");
    if (reader.has("histogram")) m.histogram = readHistogram(reader.object("histogram"));
    for (const JsonReader& part : reader.list("parts")) m.parts.push_back(readPart(part));
    for (const JsonReader& note : reader.list("notes")) m.notes.push_back(note.asText());
    m.counterPasses = readCount(reader, "counter_passes");
    m.counterReadings =
        reader.has("counter_readings") ? readCount(reader, "counter_readings") : readingsIfUntold(m.counterPasses);
}

}  // namespace

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json countersToJson(const std::vector<Counters>& launches) {
    Json list = Json::array();
    for (const Counters& counters : launches) {
        Json object = Json::object();
        for (const auto& [id, value] : counters) object[id] = value;
        list.push_back(std::move(object));
    }
    return list;
}

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
    if (value >= 0) return value;
    reader.reject(textOf("study.negative"_id), key);
    return 0;
}

std::uint64_t readCount(const JsonReader& reader, std::string_view key) {
    const std::int64_t value = reader.integer(key);
    if (value >= 0) return static_cast<std::uint64_t>(value);
    reader.reject(textOf("study.negative"_id), key);
    return 0;
}

Json measurementToJson(const Measurement& m) {
    Json json{{"origin", fileName(kOrigins, m.origin)},
              {"seconds", m.seconds},
              {"median", m.median},
              {"lower_quartile", m.lowerQuartile},
              {"upper_quartile", m.upperQuartile},
              {"samples_taken", m.samplesTaken},
              {"throttled_samples", m.throttledSamples},
              {"batch", m.batch}};
    if (m.histogram)
        json["histogram"] = {{"from", m.histogram->from}, {"to", m.histogram->to}, {"counts", m.histogram->counts}};
    json["parts"] = Json::array();
    for (const MeasuredPart& part : m.parts) json["parts"].push_back(partToJson(part));
    json["notes"] = m.notes;
    json["counters"] = countersToJson(m.counters);
    json["counters_missing"] = m.countersMissing;
    json["counter_passes"] = m.counterPasses;
    if (m.counterReadings != readingsIfUntold(m.counterPasses)) json["counter_readings"] = m.counterReadings;
    json["verdict"] = fileName(kVerdicts, m.verdict);
    json["provenance"] = provenanceToJson(m.provenance);
    return json;
}

Measurement readMeasurement(const JsonReader& reader, int version) {
    if (version == 1) {
        reader.allowOnly({"origin", "seconds", "median", "lower_quartile", "upper_quartile", "counters",
                          "counters_missing", "verdict", "provenance"});
    } else {
        reader.allowOnly({"origin", "seconds", "median", "lower_quartile", "upper_quartile", "samples_taken",
                          "throttled_samples", "batch", "histogram", "parts", "notes", "counters", "counters_missing",
                          "counter_passes", "counter_readings", "verdict", "provenance"});
    }
    Measurement m;
    m.origin = fromFileName<Origin>(kOrigins, reader, "origin");
    if (m.origin != Origin::Measured && m.origin != Origin::Replayed)
        reader.reject(textOf("study.measured"_id), "origin");
    for (const JsonReader& sample : reader.list("seconds")) {
        m.seconds.push_back(sample.asNumber());
        if (m.seconds.back() < 0) sample.reject(textOf("study.negative_time"_id));
    }
    m.median = readNonNegative(reader, "median");
    m.lowerQuartile = readNonNegative(reader, "lower_quartile");
    m.upperQuartile = readNonNegative(reader, "upper_quartile");
    checkQuartiles(reader, m.lowerQuartile, m.median, m.upperQuartile);
    m.counters = readCounters(reader, "counters");
    m.countersMissing = reader.text("counters_missing");
    m.verdict = fromFileName<Verdict>(kVerdicts, reader, "verdict");
    m.provenance = readProvenance(reader.object("provenance"), version);
    if (version == 1)
        m.samplesTaken = m.seconds.size();
    else
        readSampling(reader, m);
    return m;
}

std::string toJson(const Measurement& measurement) { return dump(measurementToJson(measurement)); }

Result<Measurement> measurementFromJson(std::string_view json, const std::string& source) {
    const Result<JsonReader> reader = JsonReader::parse(json, source);
    if (!reader) return fail(reader.error());
    Measurement measurement = readMeasurement(*reader, Study::kVersion);
    if (reader->failed()) return fail(reader->error());
    return measurement;
}

}  // namespace lanescope
