// SPDX-License-Identifier: GPL-3.0-or-later
// What the window finds out for the map: who works where, and how much faster each run was.
#include <gtest/gtest.h>

#include <QSignalSpy>

#include "app/state/map_times.h"
#include "app/state/map_work.h"
#include "core/library/library.h"
#include "tests/app/wait_for.h"
#include "tests/support/emulated_run.h"

namespace lanescope {
namespace {

std::shared_ptr<const Emulation> runOf(const std::string& algorithm, const Parameters& parameters) {
    return std::make_shared<const Emulation>(test::emulatedRun(algorithm, parameters));
}

TEST(MapWork, FindsOutAllLaunchesOfAllSidesOneAfterTheOther) {
    JobRunner jobs;
    MapWork work(jobs);
    const auto rec = runOf("triangle.rec", {{"n", "32"}, {"block", "8"}, {"levels", "1"}});
    const auto box = runOf("triangle.bb", {{"n", "32"}, {"block", "8"}});
    work.setRuns({{rec}, {box}}, simt::Scheduling::ReconvergenceStack);
    EXPECT_TRUE(work.work(0).empty()) << "nobody looks";
    work.setWanted(true);
    ASSERT_TRUE(waitFor([&] { return !work.work(0).empty() && !work.work(1).empty(); }));
    ASSERT_EQ(work.work(0).size(), 2U);
    for (std::size_t launch = 0; launch < 2; ++launch) {
        const auto alone = threadWorkOf(rec->plan, launch, {}, {});
        ASSERT_TRUE(alone);
        EXPECT_TRUE(std::ranges::equal(work.work(0)[launch]->writes(), alone->writes()));
        EXPECT_EQ(work.work(0)[launch]->totals().blocksWasted, alone->totals().blocksWasted);
    }
    EXPECT_EQ(work.work(1)[0]->totals().blocksWasted, 6U);
    ASSERT_TRUE(work.blocks(1));
    EXPECT_EQ(work.blocks(1)->wasted, 6U);
}

TEST(MapWork, KeepsWhatIsKnownAndDropsWhatComesTooLate) {
    JobRunner jobs;
    MapWork work(jobs);
    const auto first = runOf("triangle.bb", {{"n", "32"}, {"block", "8"}});
    const auto second = runOf("triangle.rb", {{"n", "32"}, {"block", "8"}});
    work.setWanted(true);
    work.setRuns({{first}}, simt::Scheduling::ReconvergenceStack);
    ASSERT_TRUE(waitFor([&] { return !work.work(0).empty(); }));
    const auto known = work.work(0)[0];
    work.setRuns({{second}, {first}}, simt::Scheduling::ReconvergenceStack);
    EXPECT_EQ(work.work(1)[0], known);
    // Another choice before it is found out.
    const auto third = runOf("triangle.h", {{"n", "32"}, {"block", "8"}});
    work.setRuns({{third}}, simt::Scheduling::ReconvergenceStack);
    ASSERT_TRUE(waitFor([&] { return !work.work(0).empty(); }));
    EXPECT_EQ(work.work(0)[0]->grid().count(), third->launches[0].grid.count());
    work.setRuns({{runOf("matmul.sequential", {{"n", "8"}})}}, simt::Scheduling::ReconvergenceStack);
    EXPECT_TRUE(work.missing(0).startsWith(QStringLiteral("This algorithm launches no kernel")));
}

struct MapTimes : ::testing::Test {
    MapTimes() : library(LANESCOPE_SOURCE_DIR "/resources") {}
    TimedSide side(const char* algorithm, const Parameters& parameters) {
        const auto found = library.catalogue().find(algorithm);
        EXPECT_TRUE(found);
        return {QString::fromLatin1(algorithm).section(QLatin1Char('.'), 1), *found, *(*found)->complete(parameters)};
    }
    Library library;
};

TEST_F(MapTimes, AreThoseOfTheRecordings) {
    const Parameters chosen{{"n", "72"}, {"block", "8"}};
    const std::vector<TimedSide> sides{side("triangle.bb", chosen), side("triangle.rb", chosen),
                                       side("triangle.h", chosen)};
    const std::vector<Study>& recordings = library.recordings().studies;
    const SpeedUps ups = speedUpsOf(recordings, sides);
    ASSERT_EQ(ups.lines.size(), 2U) << ups.said.toStdString();
    EXPECT_EQ(ups.over, QStringLiteral("bb"));
    EXPECT_EQ(ups.origin, Origin::Replayed);
    EXPECT_EQ(ups.present, 72);
    const std::string block = ups.with.section(QLatin1Char(' '), 1).toStdString();
    for (std::size_t i = 0; i < 2; ++i)
        for (const SpeedUps::Point& point : ups.lines[i].points) {
            // The entry with the same size and block, and everything else as chosen.
            const auto time = [&](const TimedSide& of) {
                Parameters parameters = of.parameters;
                parameters.set("n", std::to_string(static_cast<std::uint64_t>(point.n)));
                parameters.set("block", block);
                for (const Study& study : recordings)
                    for (const StudyEntry& entry : study.entries) {
                        if (entry.algorithm != of.algorithm->id() || !entry.measurement) continue;
                        const auto complete = of.algorithm->complete(entry.parameters);
                        if (complete && complete->sameAs(parameters)) return entry.measurement->median;
                    }
                return 0.0;
            };
            EXPECT_NEAR(point.factor, time(sides[0]) / time(sides[i + 1]), 1e-9) << point.n;
        }
    EXPECT_TRUE(ups.said.contains(QStringLiteral("n = 72 was not timed."))) << ups.said.toStdString();
    EXPECT_TRUE(ups.said.startsWith(QStringLiteral("Replayed from NVIDIA H200, workload dummy; n from ")))
        << ups.said.toStdString();
}

TEST_F(MapTimes, WithoutAnotherRunOrATimeItIsSaid) {
    const Parameters chosen{{"n", "64"}, {"block", "8"}};
    const auto& recordings = library.recordings().studies;
    EXPECT_TRUE(speedUpsOf(recordings, {side("triangle.bb", chosen)}).lines.empty());
    const SpeedUps none = speedUpsOf({}, {side("triangle.bb", chosen), side("triangle.rb", chosen)});
    EXPECT_TRUE(none.lines.empty());
    EXPECT_TRUE(none.said.startsWith(QStringLiteral("No recording"))) << none.said.toStdString();
}

}  // namespace
}  // namespace lanescope
