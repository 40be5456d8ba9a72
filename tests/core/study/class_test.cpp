// SPDX-License-Identifier: GPL-3.0-or-later
// A class's results: what is read of a folder, and what it comes to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/study/class_summary.h"
#include "tests/core/study/example_study.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

const Catalogue& catalogue() {
    static const Catalogue all = Catalogue::load(std::string(LANESCOPE_SOURCE_DIR) + "/resources").value();
    return all;
}

StudyEntry timed(const std::string& block, double seconds, const std::string& gpu = "NVIDIA H200",
                 const std::string& date = "2026-11-20T18:00:00Z") {
    StudyEntry entry =
        entryOf("matmul.tiled", {{"variant", "corrected"}, {"n", "64"}, {"block", block}, {"type", "f32"}});
    entry.measurement.emplace();
    setSamples(*entry.measurement, {seconds * 0.99, seconds, seconds * 1.01});
    entry.measurement->provenance.gpu = gpu;
    entry.measurement->provenance.date = date;
    return entry;
}

std::string fileOf(std::vector<StudyEntry> entries) {
    Study study;
    study.title = "handed in";
    study.entries = std::move(entries);
    return toJson(study);
}

class ClassResults : public testing::Test {
protected:
    void read() {
        all = readClass(folder.path(), {}).value();
        summary = summaryOf(all, catalogue());
    }
    [[nodiscard]] const ClassSpread& spreadOf(const std::string& block, const std::string& gpu = "NVIDIA H200") const {
        for (const ClassSpread& spread : summary.spreads)
            if (spread.chosen.value("block") == block && spread.where == gpu) return spread;
        ADD_FAILURE() << "nothing of block " << block;
        return summary.spreads.front();
    }
    [[nodiscard]] std::vector<std::string> namesOf(const std::vector<std::size_t>& results) const {
        std::vector<std::string> names;
        for (const std::size_t result : results) names.push_back(all.files[all.results[result].file].name);
        return names;
    }

    TemporaryFolder folder;
    ClassFolder all;
    ClassSummary summary;
};

TEST_F(ClassResults, FilesOfAFolderAndOfItsFoldersAreRead) {
    folder.write("b.json", fileOf({timed("8", 1e-4)}));
    folder.write("ada/a.json", fileOf({timed("16", 2e-4), timed("8", 3e-4, "NVIDIA T4")}));
    folder.write("ada/deeper/than/that.json", fileOf({timed("16", 2e-4)}));
    folder.write(".hidden.json", "{");
    read();
    ASSERT_EQ(all.files.size(), 2U);
    EXPECT_EQ(all.files[0].name, "ada/a.json");
    EXPECT_THAT(all.files[0].where, ElementsAre("NVIDIA H200", "NVIDIA T4"));
    EXPECT_EQ(all.files[0].timed, 2U);
    EXPECT_THAT(all.leftOut, IsEmpty());
    EXPECT_EQ(all.results.size(), 3U);
}

TEST_F(ClassResults, WhatCannotBeReadIsNamedAndLosesNothingOfTheOthers) {
    const std::string good = fileOf({timed("8", 1e-4)});
    folder.write("good.json", good);
    folder.write("cut.json", good.substr(0, good.size() / 2));
    folder.write("empty.json", fileOf({}));
    folder.write("newer.json", R"({"format": "lanescope-study", "version": 99, "title": "", "entries": [], "x": 1})");
    folder.write("notes.txt", "I could not measure.");
    folder.write("other.json", R"({"format": "something", "version": 1})");
    folder.write("nothing.json", "");
    folder.write("packed.json.gz", "no gzip");
    read();
    ASSERT_EQ(all.files.size(), 1U);
    EXPECT_EQ(all.files[0].name, "good.json");
    std::map<std::string, std::string> why;
    for (const LeftOutFile& left : all.leftOut) why[left.name] = left.why;
    EXPECT_EQ(why.size(), 7U);
    EXPECT_THAT(why["cut.json"], HasSubstr("cut.json is not what it should be, at line"));
    EXPECT_THAT(why["newer.json"], HasSubstr("version 99"));
    EXPECT_THAT(why["notes.txt"], HasSubstr(".json"));
    EXPECT_THAT(why["other.json"], HasSubstr("not a Lanescope study"));
    EXPECT_THAT(why["empty.json"], HasSubstr("neither measurements nor counts"));
    for (const auto& [name, words] : why)
        EXPECT_THAT(words, Not(HasSubstr(folder.path()))) << "it is named in the folder";
}

TEST_F(ClassResults, AHugeFileIsNotRead) {
    folder.write("good.json", fileOf({timed("8", 1e-4)}));
    folder.write("huge.json", "");
    std::filesystem::resize_file(folder.path("huge.json"), ClassFolder::kLargestFile + 1);  // takes no room
    read();
    EXPECT_EQ(all.files.size(), 1U);
    ASSERT_EQ(all.leftOut.size(), 1U);
    EXPECT_THAT(all.leftOut[0].why, HasSubstr("64"));
}

TEST_F(ClassResults, AFolderThatIsNotThereIsAnError) {
    const auto missing = readClass(folder.path("none"), {});
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::CannotOpen);
}

TEST_F(ClassResults, EachFileCountsOnce) {
    for (int i = 1; i <= 4; ++i) folder.write(std::to_string(i) + ".json", fileOf({timed("8", i * 1e-4)}));
    folder.write("5.json", fileOf({timed("8", 4e-4)}));  // what the fourth has, to the second and the nanosecond
    read();
    const ClassSpread& spread = spreadOf("8");
    EXPECT_THAT(namesOf(spread.results), ElementsAre("1.json", "2.json", "3.json", "4.json"));
    EXPECT_THAT(namesOf(spread.apart), ElementsAre("5.json"));
    EXPECT_DOUBLE_EQ(spread.seconds.median, 2.5e-4);
    EXPECT_DOUBLE_EQ(spread.seconds.lower, 1.75e-4);
    EXPECT_EQ(*all.results[spread.apart[0]].copyOf, spread.results[3]);
}

TEST_F(ClassResults, OutliersAreTukeysFromFiveFilesOn) {
    const std::vector<double> usual{1.00e-4, 1.01e-4, 1.02e-4, 9e-4};
    for (std::size_t i = 0; i < usual.size(); ++i)
        folder.write(std::to_string(i) + ".json", fileOf({timed("8", usual[i])}));
    read();
    EXPECT_THAT(spreadOf("8").outliers, IsEmpty()) << "four files say nothing of what is usual";
    folder.write("4.json", fileOf({timed("8", 1.03e-4)}));
    read();
    EXPECT_THAT(namesOf(spreadOf("8").outliers), ElementsAre("3.json"));
    EXPECT_THAT(outlierRule(), HasSubstr("Tukey"));
}

TEST_F(ClassResults, TheBestIsTheFastestOfEachGpuAndSaysHowSure) {
    folder.write("a.json", fileOf({timed("8", 2e-4), timed("16", 1e-4), timed("8", 1e-3, "NVIDIA T4")}));
    folder.write("b.json", fileOf({timed("8", 2.1e-4), timed("16", 1.1e-4)}));
    folder.write("c.json", fileOf({timed("8", 1.05e-4, "NVIDIA H200", "2026-11-21T00:00:00Z")}));
    StudyEntry wrong = timed("32", 1e-6);
    wrong.measurement->verdict = CheckResult::Verdict::Wrong;
    folder.write("d.json", fileOf({wrong}));
    read();
    ASSERT_EQ(summary.bests.size(), 2U);
    const ClassBest& best = summary.bests[0];
    EXPECT_EQ(summary.spreads[best.spread].where, "NVIDIA H200");
    EXPECT_EQ(summary.spreads[best.spread].chosen.value("block"), "16") << "a wrong result is never the best";
    EXPECT_EQ(best.both, 2U);
    EXPECT_EQ(best.faster, 2U);
    EXPECT_EQ(best.sure, ClassBest::Sure::Apart);
    EXPECT_THAT(sureInWords(summary, best), HasSubstr("1.90× as fast as block=8."));
    EXPECT_THAT(sureInWords(summary, best), HasSubstr("2 of 2 files"));
    EXPECT_EQ(summary.bests[1].sure, ClassBest::Sure::Alone);
    EXPECT_EQ(namesOf(spreadOf("32").apart), std::vector<std::string>{"d.json"});
}

TEST_F(ClassResults, WhatIsComputedIsNotCompared) {
    StudyEntry twice = timed("8", 1e-5);
    twice.parameters = {{"variant", "corrected"}, {"n", "32"}, {"block", "8"}, {"type", "f32"}};
    StudyEntry unknown = timed("8", 1e-5);
    unknown.algorithm = "of.somebody.else";
    folder.write("a.json", fileOf({timed("8", 1e-4), twice, unknown}));
    read();
    EXPECT_EQ(summary.bests.size(), 3U);
    EXPECT_EQ(summary.spreads[0].fixed.value("n"), "32");
    EXPECT_TRUE(summary.spreads[2].chosen.empty()) << "of an unknown algorithm nobody knows what may be chosen";
}

}  // namespace
}  // namespace lanescope
