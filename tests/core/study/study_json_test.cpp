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
    ASSERT_EQ(entry.estimates.size(), 1U);
    EXPECT_EQ(entry.estimates[0].terms.at(1).name, "compute");
    EXPECT_EQ(entry.estimates[0].outOfRange, "Not Fermi.");
    EXPECT_EQ(entry.estimates[0].kernelSeconds, 0.25);
    EXPECT_FALSE(read->entries[1].measurement);
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
    const auto study = studyFromJson(R"({"format": "lanescope-study", "version": 2, "shape": "new"})", "s.json");
    ASSERT_FALSE(study);
    EXPECT_EQ(study.error().code, ErrorCode::UnsupportedVersion);
    EXPECT_EQ(study.error().arguments.at("version"), "2");
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
