// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps in shards: none loses or doubles a configuration, and what is lost is seen.
#include "core/study/merge.h"

#include <gtest/gtest.h>

#include <set>

#include "core/study/recording_set.h"

namespace lanescope {
namespace {

RecordingSet sweepOver(const std::string& sizes) {
    static const auto catalogue = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources");
    auto set = recordingSetFromJson(R"({"format": "lanescope-recording-set", "version": 1, "title": "t", "about": "a",
        "rules": [{"algorithms": ["matmul.tiled", "vector.add"], "size": "n", "parameters": {"n": [)" +
                                        sizes + R"(], "type": ["f32", "f64"]}}]})",
                                    "set.json", *catalogue);
    if (!set) ADD_FAILURE() << describe(set.error());
    return set.value();
}

std::string keyOf(const RecordingSet::Configuration& configuration) {
    return configurationKey(configuration.algorithm->id(), configuration.parameters);
}

TEST(Shards, OfASweepAreTheWholeSweepOnceAndDivideNoSeries) {
    const RecordingSet whole = sweepOver("64, 128, 256");
    for (const std::size_t count : {1U, 2U, 3U, 7U}) {
        std::multiset<std::string> keys;
        std::map<std::string, std::size_t> shardOfSeries;
        for (std::size_t index = 1; index <= count; ++index) {
            RecordingSet set = whole;
            const ShardNote note = takeShard(set, {index, count});
            EXPECT_EQ(note.configurations, set.configurations.size());
            for (const auto& configuration : set.configurations) {
                keys.insert(keyOf(configuration));
                EXPECT_EQ(shardOfSeries.emplace(configuration.series, index).first->second, index);
            }
        }
        EXPECT_EQ(keys.size(), whole.configurations.size());
        for (const auto& configuration : whole.configurations) EXPECT_EQ(keys.count(keyOf(configuration)), 1U);
    }
}

TEST(Shards, KnowTheSweepThatTheyAreOf) {
    RecordingSet one = sweepOver("64, 128"), two = sweepOver("64, 128"), other = sweepOver("64");
    const std::string sweep = takeShard(one, {1, 2}).sweep;
    EXPECT_EQ(sweep.size(), 16U);
    EXPECT_EQ(sweep, takeShard(two, {2, 2}).sweep);
    EXPECT_NE(sweep, takeShard(other, {1, 2}).sweep);
}

TEST(Shards, IsWrittenAsPartOfACount) {
    EXPECT_EQ(shardFrom("3/8").value(), (Shard{3, 8}));
    EXPECT_EQ(toString(Shard{3, 8}), "3/8");
    for (const char* wrong : {"", "3", "3/", "/8", "0/8", "9/8", "3/8x", "-1/8", "3 / 8", "1/99999999999999999999"}) {
        const auto shard = shardFrom(wrong);
        ASSERT_FALSE(shard) << wrong;
        EXPECT_EQ(shard.error().arguments.at("value"), wrong);
    }
}

StudyEntry counted(const std::string& n, double sectors) {
    return {"vector.add", {{"n", n}}, {{{"global_load_sectors", sectors}}}, false, {}, {}};
}

StudyEntry measured(const std::string& n, double seconds) {
    StudyEntry entry{"vector.add", {{"n", n}}, {}, false, Measurement{}, {}};
    entry.measurement->seconds = {seconds};
    summarise(*entry.measurement);
    return entry;
}

Study shardOf(std::size_t index, std::vector<StudyEntry> entries, bool finished = true, const char* sweep = "a") {
    return {"t", ShardNote{{index, 3}, sweep, 2, finished}, std::move(entries)};
}

TEST(Merge, PutsShardsTogetherAndSaysOfNoShardAnyMore) {
    const std::vector<NamedStudy> parts{{"1.json", shardOf(1, {counted("1", 1)})},
                                        {"3.json", shardOf(3, {counted("3", 3), counted("4", 4)})},
                                        {"2.json", shardOf(2, {})}};
    const auto all = merged(parts);
    ASSERT_TRUE(all) << describe(all.error());
    EXPECT_TRUE(all->lost.empty());
    EXPECT_FALSE(all->study.shard);
    ASSERT_EQ(all->study.entries.size(), 3U);
    EXPECT_EQ(all->study.entries[1].parameters.find("n")->c_str(), std::string("3"));
}

TEST(Merge, SeesWhichShardsAreLost) {
    const std::vector<NamedStudy> parts{{"1.json", shardOf(1, {counted("1", 1)}, false)},
                                        {"3.json", shardOf(3, {counted("3", 3)})}};
    const auto all = merged(parts);
    ASSERT_TRUE(all);
    ASSERT_EQ(all->lost.size(), 2U);
    EXPECT_EQ(all->lost[0].file, "1.json");
    EXPECT_EQ(all->lost[0].held, 1U);
    EXPECT_EQ(all->lost[0].configurations, 2U);
    EXPECT_EQ(all->lost[1].shard, (Shard{2, 3}));
    EXPECT_EQ(all->lost[1].file, "");
    EXPECT_EQ(all->study.entries.size(), 2U);

    // A shard that was run again makes the one that stopped needless.
    const std::vector<NamedStudy> again{parts[0], parts[1], {"1b.json", shardOf(1, {counted("1", 1)})}};
    ASSERT_EQ(merged(again)->lost.size(), 1U);
}

TEST(Merge, ShardsOfAnotherSweepAreRefusedByName) {
    const std::vector<NamedStudy> parts{{"1.json", shardOf(1, {})}, {"2.json", shardOf(2, {}, true, "b")}};
    const auto all = merged(parts);
    ASSERT_FALSE(all);
    EXPECT_EQ(all.error().code, ErrorCode::DifferentSweeps);
    EXPECT_EQ(all.error().arguments.at("file"), "2.json");
    EXPECT_EQ(all.error().arguments.at("other"), "1.json");
}

TEST(Merge, CountsOfOneAndTheMeasurementOfAnotherGoTogether) {
    const std::vector<NamedStudy> parts{{"counts", {"t", {}, {counted("1", 8)}}},
                                        {"times", {"u", {}, {measured("1", 2)}}}};
    const auto all = merged(parts);
    ASSERT_TRUE(all);
    ASSERT_EQ(all->study.entries.size(), 1U);
    EXPECT_EQ(all->study.entries[0].emulated.front().at("global_load_sectors"), 8);
    EXPECT_EQ(all->study.entries[0].measurement->median, 2);
}

TEST(Merge, WhatDiffersIsNotLostInSilence) {
    const std::vector<NamedStudy> parts{{"a", {"t", {}, {measured("1", 2)}}}, {"b", {"u", {}, {measured("1", 3)}}}};
    const auto all = merged(parts);
    ASSERT_FALSE(all);
    EXPECT_EQ(all.error().code, ErrorCode::ToldTwice);
    EXPECT_EQ(all.error().arguments.at("configuration"), "vector.add n=1");
    EXPECT_EQ(merged(parts, Keep::First)->study.entries[0].measurement->median, 2);
    EXPECT_EQ(merged(parts, Keep::Last)->study.entries[0].measurement->median, 3);
    const std::vector<NamedStudy> same{parts[0], {"c", parts[0].study}};
    EXPECT_EQ(merged(same)->study.entries.size(), 1U) << "the same twice is no contradiction";
}

TEST(Merge, AShardSurvivesItsFileAndOlderFilesHaveNone) {
    const Study study = shardOf(2, {counted("1", 1)});
    const auto read = studyFromJson(toJson(study), "s.json");
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(read->shard, study.shard);
    Study plain = study;
    plain.shard.reset();
    EXPECT_NE(toJson(plain).find("\"version\":2"), std::string::npos) << "readable by those who know no shards";
    EXPECT_FALSE(studyFromJson(toJson(plain), "s.json")->shard);
    std::string broken = toJson(study);
    broken.replace(broken.find("\"index\":2"), 9, "\"index\":4");
    EXPECT_EQ(studyFromJson(broken, "s.json").error().code, ErrorCode::MalformedFile);
}

}  // namespace
}  // namespace lanescope
