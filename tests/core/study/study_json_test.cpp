// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "core/study/study.h"
#include "tests/core/study/example_study.h"

namespace lanescope {
namespace {

using Json = nlohmann::ordered_json;

/// The example's JSON after one change.
std::string changed(const std::function<void(Json&)>& change) {
    Json json = Json::parse(toJson(exampleStudy()));
    change(json);
    return json.dump();
}

std::string placeOfError(const std::string& json) {
    const auto study = studyFromJson(json, "s.json");
    if (study) return "no error";
    EXPECT_EQ(study.error().code, ErrorCode::MalformedFile);
    EXPECT_EQ(study.error().arguments.at("file"), "s.json");
    return study.error().arguments.at("place");
}

TEST(StudyJson, WhatIsWrittenIsReadBack) {
    const Study study = exampleStudy();
    const auto read = studyFromJson(toJson(study), "s.json");
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(toJson(*read), toJson(study));
    EXPECT_EQ(read->title, study.title);
    ASSERT_EQ(read->entries.size(), 2U);
    const StudyEntry& entry = read->entries[0];
    EXPECT_EQ(entry.parameters, study.entries[0].parameters);  // order included
    EXPECT_EQ(entry.emulated, study.entries[0].emulated);
    EXPECT_TRUE(entry.emulatedSampled);
    ASSERT_TRUE(entry.measurement);
    EXPECT_EQ(entry.measurement->seconds, study.entries[0].measurement->seconds);
    EXPECT_EQ(entry.measurement->counters, study.entries[0].measurement->counters);
    EXPECT_EQ(entry.measurement->provenance, study.entries[0].measurement->provenance);
    EXPECT_EQ(entry.measurement->verdict, CheckResult::Verdict::Correct);
    EXPECT_EQ(entry.measurement->samplesTaken, 4U);
    EXPECT_EQ(entry.measurement->throttledSamples, 2U);
    EXPECT_EQ(entry.measurement->batch, 16U);
    EXPECT_EQ(entry.measurement->histogram, study.entries[0].measurement->histogram);
    EXPECT_EQ(entry.measurement->parts, study.entries[0].measurement->parts);
    EXPECT_EQ(entry.measurement->notes, study.entries[0].measurement->notes);
    EXPECT_EQ(entry.measurement->counterPasses, 6U);
    ASSERT_EQ(entry.estimates.size(), 1U);
    EXPECT_EQ(entry.estimates[0].terms.at(1).name, "compute");
    EXPECT_EQ(entry.estimates[0].outOfRange, "Not Fermi.");
    EXPECT_EQ(entry.estimates[0].kernelSeconds, 0.25);
    EXPECT_EQ(entry.estimates[0].terms[1].cycles, 1.15e8);
    EXPECT_EQ(entry.estimates[0].terms[1].part, "kernel k");
    EXPECT_EQ(entry.estimates[0].terms[2].seconds, -0.2);
    EXPECT_EQ(entry.estimates[0].caseTaken, "C_mem ≥ C_comp");
    ASSERT_EQ(entry.estimates[0].inputs.size(), 1U);
    EXPECT_EQ(entry.estimates[0].inputs[0].from, EstimateInput::From::Gpu);
    EXPECT_EQ(entry.estimates[0].inputs[0].value, 32);
    EXPECT_FALSE(read->entries[1].measurement);
}

TEST(StudyJson, EstimatesOfBeforeAreRead) {
    const auto read = studyFromJson(changed([](Json& json) {
                                        Json& estimate = json["entries"][0]["estimates"][0];
                                        estimate.erase("case");
                                        estimate.erase("inputs");
                                        estimate["terms"] = {{{"name", "compute"}, {"seconds", 0.3}}};
                                    }),
                                    "s.json");
    ASSERT_TRUE(read) << describe(read.error());
    const Estimate& estimate = read->entries[0].estimates.at(0);
    EXPECT_EQ(estimate.terms.at(0).seconds, 0.3);
    EXPECT_EQ(estimate.terms.at(0).part, "");
    EXPECT_TRUE(estimate.inputs.empty());
}

TEST(StudyJson, EveryGroupOfNumbersSaysWhereItIsFrom) {
    const Json entry = Json::parse(toJson(exampleStudy()))["entries"][0];
    EXPECT_EQ(entry["emulated"]["origin"], "emulated");
    EXPECT_EQ(entry["measurement"]["origin"], "measured");
    EXPECT_EQ(entry["estimates"][0]["origin"], "estimated");
}

TEST(StudyJson, AnEntryIsALine) {
    const std::string text = toJson(exampleStudy());
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 6);
}

TEST(StudyJson, ANewerVersionIsNotGuessedAt) {
    const auto study = studyFromJson(R"({"format": "lanescope-study", "version": 4, "shape": "new"})", "s.json");
    ASSERT_FALSE(study);
    EXPECT_EQ(study.error().code, ErrorCode::UnsupportedVersion);
    EXPECT_EQ(study.error().arguments.at("version"), "4");
}

/// The example as version 1 knew it.
Json ofVersion1() {
    Json json = Json::parse(toJson(exampleStudy()));
    json["version"] = 1;
    Json& measurement = json["entries"][0]["measurement"];
    for (const char* key : {"samples_taken", "throttled_samples", "batch", "histogram", "parts", "notes",
                            "counter_passes", "counter_readings"})
        measurement.erase(key);
    for (const char* key : {"host", "mode", "sm_clock_hz_lowest", "sm_clock_hz_highest", "ecc"})
        measurement["provenance"].erase(key);
    return json;
}

TEST(StudyJson, TellsHowOftenAndWhenCountersWereRead) {
    Study study = exampleStudy();
    study.entries[0].measurement->counterReadings = 9;
    study.entries[0].measurement->provenance.counted = "2026-11-30T00:30:00Z";
    const auto read = studyFromJson(toJson(study), "s.json");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->entries[0].measurement, study.entries[0].measurement);
    EXPECT_TRUE(countedAsTimed(*read->entries[0].measurement));
}

TEST(StudyJson, WhereReadingsAreNotToldCountersWereReadOnce) {
    const auto study = studyFromJson(toJson(exampleStudy()), "s.json");
    ASSERT_TRUE(study);
    EXPECT_EQ(study->entries[0].measurement->counterReadings, 1U);
    EXPECT_FALSE(countedAsTimed(*study->entries[0].measurement));
    EXPECT_FALSE(Json::parse(toJson(*study))["entries"][0]["measurement"].contains("counter_readings"));
}

TEST(StudyJson, VersionOneIsReadWithoutWhatItDoesNotKnow) {
    const auto study = studyFromJson(ofVersion1().dump(), "s.json");
    ASSERT_TRUE(study) << describe(study.error());
    const Measurement& m = *study->entries[0].measurement;
    EXPECT_EQ(m.median, exampleStudy().entries[0].measurement->median);
    EXPECT_EQ(m.samplesTaken, m.seconds.size());
    EXPECT_EQ(m.batch, 1U);
    EXPECT_TRUE(m.parts.empty());
    EXPECT_FALSE(m.histogram);
    EXPECT_EQ(m.provenance.gpu, "NVIDIA H200");
    EXPECT_EQ(m.provenance.mode, "cold") << "what version 1 calls an L2 that was flushed";
    const auto again = studyFromJson(toJson(*study), "again.json");
    ASSERT_TRUE(again) << describe(again.error()) << ": written as the present version";
}

TEST(StudyJson, AVersionHasItsOwnFieldsAndNoOthers) {
    Json mixed = ofVersion1();
    mixed["entries"][0]["measurement"]["batch"] = 1;
    EXPECT_EQ(placeOfError(mixed.dump()), "entries[0].measurement.batch");
    mixed = ofVersion1();
    mixed["version"] = 2;
    EXPECT_NE(placeOfError(mixed.dump()), "no error");
}

TEST(StudyJson, OtherFilesAreRefused) {
    EXPECT_EQ(placeOfError("{}"), "format");
    EXPECT_EQ(placeOfError(R"({"format": "something"})"), "format");
    EXPECT_EQ(placeOfError("[]"), "the top");
    EXPECT_EQ(placeOfError(""), "line 1, column 1");
    EXPECT_EQ(placeOfError(toJson(exampleStudy()).substr(0, 200)), "line 4, column 106");
}

TEST(StudyJson, EachWrongFieldIsNamed) {
    const std::string first = "entries[0].";
    EXPECT_EQ(placeOfError(changed([](Json& j) { j["titel"] = 1; })), "titel");
    EXPECT_EQ(placeOfError(changed([](Json& j) { j["version"] = "1"; })), "version");
    EXPECT_EQ(placeOfError(changed([](Json& j) { j["entries"][0]["parameters"]["n"] = 64; })), first + "parameters.n");
    EXPECT_EQ(placeOfError(changed([](Json& j) { j["entries"][0]["emulated"]["sampled"] = 1; })),
              first + "emulated.sampled");
    EXPECT_EQ(placeOfError(changed([](Json& j) { j["entries"][0]["emulated"]["launches"][0]["barriers"] = "9"; })),
              first + "emulated.launches[0].barriers");
    EXPECT_EQ(placeOfError(changed([](Json& j) { j["entries"][0].erase("algorithm"); })), first + "algorithm");
    EXPECT_EQ(placeOfError(changed([](Json& j) { j["entries"][0]["estimates"][0]["terms"][1].erase("seconds"); })),
              first + "estimates[0].terms[1].seconds");
}

TEST(StudyJson, AMeasurementMustMakeSense) {
    const auto place = [](const std::string& key, const Json& value) {
        return placeOfError(changed([&](Json& j) { j["entries"][0]["measurement"][key] = value; }));
    };
    const std::string measurement = "entries[0].measurement.";
    EXPECT_EQ(place("median", 99), measurement + "median");
    EXPECT_EQ(place("lower_quartile", -1), measurement + "lower_quartile");
    EXPECT_EQ(place("seconds", Json{1.0, -2.0}), measurement + "seconds[1]");
    EXPECT_EQ(place("seconds", nullptr), measurement + "seconds");
    EXPECT_EQ(place("verdict", "fine"), measurement + "verdict");
    EXPECT_EQ(place("origin", "published"), measurement + "origin");
    EXPECT_EQ(place("provenance", Json::object()), measurement + "provenance.gpu");
    EXPECT_EQ(place("samples_taken", 1), measurement + "samples_taken");
    EXPECT_EQ(place("throttled_samples", -1), measurement + "throttled_samples");
    EXPECT_EQ(place("batch", 0), measurement + "batch");
    EXPECT_EQ(place("parts", Json{{{"name", "fill"}}}), measurement + "parts[0].steps");
    EXPECT_EQ(place("histogram", {{"from", 2}, {"to", 1}, {"counts", Json::array()}}), measurement + "histogram.to");
    EXPECT_EQ(place("histogram", {{"from", 1}, {"to", 2}, {"counts", Json{1, 5e9}}}),
              measurement + "histogram.counts[1]");
    EXPECT_EQ(place("notes", Json{1}), measurement + "notes[0]");
}

TEST(MeasurementJson, IsOneLineAndComesBack) {
    const Measurement measurement = *exampleStudy().entries[0].measurement;
    const std::string line = toJson(measurement);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    const auto read = measurementFromJson(line, "the worker");
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(toJson(*read), line);
}

TEST(MeasurementJson, NamesItsSource) {
    const auto read = measurementFromJson("{\"origin\": \"measured\"}", "the worker");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().arguments.at("file"), "the worker");
}

TEST(MeasurementJson, TextThatIsNotUtf8IsStillWritten) {
    Measurement measurement = *exampleStudy().entries[0].measurement;
    measurement.countersMissing = "bad \xff byte";
    EXPECT_TRUE(measurementFromJson(toJson(measurement), "the worker"));
}

}  // namespace
}  // namespace lanescope
