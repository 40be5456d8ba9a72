// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/recording_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/base/file_reader.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

const Catalogue& catalogue() {
    static const auto loaded = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources");
    return *loaded;
}

Result<RecordingSet> setOf(const std::string& rules, const std::string& rest = R"("left_out":[])") {
    return recordingSetFromJson(R"({"format":"lanescope-recording-set","version":1,"title":"T","about":"…","rules":[)" +
                                    rules + "]," + rest + "}",
                                "set.json", catalogue());
}

std::vector<std::string> namesOf(const RecordingSet& set) {
    std::vector<std::string> names;
    for (const auto& one : set.configurations)
        names.push_back(std::string(one.algorithm->id()) + " " + toString(one.parameters));
    return names;
}

TEST(RecordingSet, IsAllCombinationsOfARuleWithDefaultsForTheRest) {
    const auto set =
        setOf(R"({"algorithms":["matmul.tiled"],"parameters":{"block":[8,"16"],"n":[64,128]},"limits":{"samples":5}})");
    ASSERT_TRUE(set) << describe(set.error());
    EXPECT_EQ(set->title, "T");
    EXPECT_THAT(namesOf(*set), testing::ElementsAre("matmul.tiled variant=corrected n=64 block=8 type=f32",
                                                    "matmul.tiled variant=corrected n=128 block=8 type=f32",
                                                    "matmul.tiled variant=corrected n=64 block=16 type=f32",
                                                    "matmul.tiled variant=corrected n=128 block=16 type=f32"));
    EXPECT_EQ(set->configurations[0].series, set->configurations[1].series);
    EXPECT_NE(set->configurations[1].series, set->configurations[2].series);
    EXPECT_EQ(set->configurations[0].limits.samples, 5U);
}

TEST(RecordingSet, NeedNotLeaveAnythingOut) {
    const auto set = setOf(R"({"algorithms":["vector.add"],"parameters":{"n":[64]}})", R"("limits":{})");
    ASSERT_TRUE(set) << describe(set.error());
    EXPECT_EQ(set->configurations.size(), 1U);
    EXPECT_TRUE(set->leftOut.empty());
}

TEST(RecordingSet, ParametersMayChangeTogether) {
    const auto set = setOf(
        R"({"algorithms":["transpose.tiled"],"size":"width,height","parameters":{"width,height":["64,32","128,64"]}})");
    ASSERT_TRUE(set) << describe(set.error());
    ASSERT_EQ(set->configurations.size(), 2U);
    EXPECT_EQ(set->configurations[1].parameters.value("width"), "128");
    EXPECT_EQ(set->configurations[1].parameters.value("height"), "64");
    EXPECT_EQ(set->configurations[0].series, set->configurations[1].series);
}

// What makes it larger is each algorithm's main size, whatever it is called, where the rule names none.
TEST(RecordingSet, ASeriesIsOfAllSizes) {
    const auto set = setOf(R"({"algorithms":["transpose.tiled"],"parameters":{"width":[64,128],"height":[64,128]}},
                              {"algorithms":["vector.add"],"size":"","parameters":{"n":[64,128]}})");
    ASSERT_TRUE(set) << describe(set.error());
    ASSERT_EQ(set->configurations.size(), 6U);
    const auto series = [&](std::size_t i) { return set->configurations[i].series; };
    EXPECT_EQ(series(0), series(2)) << "64 x 64 and 128 x 64";
    EXPECT_NE(series(0), series(1)) << "64 x 64 and 64 x 128";
    EXPECT_NE(series(4), series(5)) << "it says that nothing makes it larger";
}

TEST(RecordingSet, LeavesOutWhatIsTwiceWhatIsWrongAndWhatDoesNotGoTogether) {
    const std::string rule = R"({"algorithms":["matmul.global"],"parameters":{"variant":["published"],"n":[64,65]}})";
    const auto set = setOf(rule);
    ASSERT_TRUE(set) << describe(set.error());
    EXPECT_EQ(set->configurations.size(), 0U);
    EXPECT_EQ(set->knownWrong, 1U);
    EXPECT_EQ(set->notTogether, 1U) << "the published kernel has no guards";

    std::string wrongToo = rule;
    wrongToo.insert(1, R"("known_wrong":true,)");
    EXPECT_EQ(setOf(wrongToo + "," + wrongToo)->configurations.size(), 1U);
}

TEST(RecordingSet, NamesWhatIsWrongInTheFile) {
    for (const auto& [rule, named] :
         {std::pair{R"({"algorithms":["matmul.tield"],"parameters":{}})", "matmul.tield"},
          {R"({"algorithms":["matmul.tiled"],"parameters":{"colour":["red"]}})", "colour"},
          {R"({"algorithms":["matmul.tiled"],"parameters":{"block":[5]}})", "\"5\""},
          {R"({"algorithms":["matmul.tiled"],"parameters":{"n":[]}})", "there is no value"},
          {R"({"algorithms":["matmul.tiled"],"parameters":{"n,block":["64"]}})", "as many values as names"},
          {R"({"algorithms":["matmul.tiled"],"parameters":{"n":[true]}})", "a text or a number"},
          {R"({"algorithms":["matmul.tiled"],"parameters":{},"limits":{"samples":1}})", "at least 3"},
          {R"({"algorithms":["matmul.tiled"],"parameters":{},"limts":{}})", "limts"}}) {
        const auto set = setOf(rule);
        ASSERT_FALSE(set) << rule;
        EXPECT_EQ(set.error().code, ErrorCode::MalformedFile) << rule;
        EXPECT_THAT(describe(set.error()), HasSubstr(named));
        EXPECT_THAT(describe(set.error()), HasSubstr("set.json"));
    }
    EXPECT_EQ(recordingSetFromJson("{}", "f", catalogue()).error().code, ErrorCode::MalformedFile);
    EXPECT_EQ(
        recordingSetFromJson(R"({"format":"lanescope-recording-set","version":9})", "f", catalogue()).error().code,
        ErrorCode::UnsupportedVersion);
}

const RecordingSet& shipped() {
    static const RecordingSet made = [] {
        const std::string file = LANESCOPE_SOURCE_DIR "/resources/recordings/sets/catalogue.json";
        auto set = recordingSetFromJson(*readFile(file), file, catalogue());
        if (set) return std::move(*set);
        ADD_FAILURE() << describe(set.error());
        return RecordingSet{};
    }();
    return made;
}

// Whoever adds an algorithm or a variant has to say what is to be recorded of it.
TEST(ShippedRecordingSet, HoldsEveryAlgorithmVariantAndTypeOrSaysWhyNot) {
    const RecordingSet& set = shipped();
    std::map<std::string, std::set<std::string>> held;  // algorithm → "variant=corrected", "type=f32" …
    std::map<std::string, std::set<std::string>> sizes;
    for (const auto& one : set.configurations) {
        const std::string id(one.algorithm->id());
        for (const auto& [name, value] : one.parameters) held[id].insert(name + "=" + value);
        sizes[id].insert(toString(one.parameters));
    }
    for (const auto& left : set.leftOut)
        for (const auto& [name, value] : left.parameters) held[left.algorithm].insert(name + "=" + value);
    for (const auto& algorithm : catalogue().algorithms()) {
        const std::string id(algorithm->id());
        EXPECT_GE(sizes[id].size(), 6U) << id;
        for (const ParameterSpec& parameter : algorithm->parameters()) {
            if (parameter.name != "variant" && parameter.name != "type") continue;
            for (const std::string& value : parameter.values)
                EXPECT_TRUE(held[id].contains(parameter.name + "=" + value)) << id << " " << value;
        }
    }
}

TEST(ShippedRecordingSet, WhatIsLeftOutIsIndeedDefective) {
    for (const auto& left : shipped().leftOut) {
        const Algorithm& algorithm = **catalogue().find(left.algorithm);
        EXPECT_EQ(algorithm.judge(*algorithm.complete(left.parameters)).kind, VerdictKind::Wrong)
            << left.algorithm << " " << toString(left.parameters);
        EXPECT_FALSE(left.why.empty());
    }
}

TEST(ShippedRecordingSet, NothingInItIsKnownToHaveNoEnd) {
    for (const auto& one : shipped().configurations) {
        const auto plan = one.algorithm->plan(one.parameters);
        ASSERT_TRUE(plan);
        for (const Launch* launch : plan->launches()) EXPECT_EQ(launch->endlessAfter, 0U) << launch->kernel->entry;
    }
}

}  // namespace
}  // namespace lanescope
