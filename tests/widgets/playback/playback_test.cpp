// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playback/playback.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QSignalSpy>

#include "tests/support/blocks.h"
#include "tests/support/emulated_run.h"

namespace lanescope {
namespace {

class PlaybackTest : public testing::Test {
protected:
    static std::shared_ptr<const BlockTrace> trace() {
        static const Emulation run = test::emulatedRun("matmul.tiled", {{"n", "8"}, {"block", "4"}});
        return run.traces.empty() ? nullptr : run.traces[0];
    }
};

TEST(Playback, DoesNothingWithoutATrace) {
    Playback playback;
    playback.play();
    playback.stepForward();
    playback.seek(7);
    EXPECT_FALSE(playback.isPlaying());
    EXPECT_EQ(playback.position(), 0U);
    EXPECT_EQ(playback.size(), 0U);
    EXPECT_EQ(playback.timeline(), nullptr);
}

TEST_F(PlaybackTest, StepsThereAndBack) {
    ASSERT_TRUE(trace());
    Playback playback;
    playback.setStepBy(StepBy::Instruction);
    QSignalSpy moved(&playback, &Playback::positionChanged);
    playback.setBlocks(test::blocksOf(trace()));
    EXPECT_EQ(playback.size(), trace()->size());
    moved.clear();
    playback.stepForward();
    EXPECT_EQ(playback.position(), 1U);
    const std::uint64_t hash = playback.timeline()->hash();
    playback.stepForward();
    playback.stepBack();
    EXPECT_EQ(playback.position(), 1U);
    EXPECT_EQ(playback.timeline()->hash(), hash);
    EXPECT_EQ(moved.count(), 3);
    playback.toEnd();
    EXPECT_TRUE(playback.atEnd());
    playback.stepForward();
    EXPECT_TRUE(playback.atEnd());
    playback.toStart();
    EXPECT_TRUE(playback.atStart());
    playback.stepBack();
    EXPECT_TRUE(playback.atStart());
}

TEST_F(PlaybackTest, StepsByPhase) {
    ASSERT_TRUE(trace());
    Playback playback;
    playback.setBlocks(test::blocksOf(trace()));
    playback.setStepBy(StepBy::Phase);
    const auto phases = playback.flow(0).phases().parts();
    ASSERT_GT(phases.size(), 2U);
    playback.stepForward();
    EXPECT_EQ(playback.position(), phases[0].end);
    playback.stepForward();
    EXPECT_EQ(playback.position(), phases[1].end);
    playback.stepBack();
    EXPECT_EQ(playback.position(), phases[0].end);
}

TEST_F(PlaybackTest, PlaysToTheEndAndStops) {
    ASSERT_TRUE(trace());
    Playback playback;
    playback.setStepBy(StepBy::Instruction);
    playback.setBlocks(test::blocksOf(trace()));
    playback.setSpeed(Playback::kFastest);
    QSignalSpy playing(&playback, &Playback::playingChanged);
    playback.play();
    EXPECT_TRUE(playback.isPlaying());
    while (playback.isPlaying()) ASSERT_TRUE(playing.wait(5000));
    EXPECT_TRUE(playback.atEnd());
    EXPECT_EQ(playing.count(), 2);
    playback.play();  // again from the start
    EXPECT_TRUE(playback.atStart());
    playback.pause();
}

TEST_F(PlaybackTest, GoesByTimeNotByTicks) {
    ASSERT_TRUE(trace());
    Playback playback;
    playback.setStepBy(StepBy::Instruction);
    playback.setBlocks(test::blocksOf(trace()));
    playback.setSpeed(100);
    QElapsedTimer elapsed;
    QSignalSpy moved(&playback, &Playback::positionChanged);
    elapsed.start();
    playback.play();
    while (playback.position() < 20) ASSERT_TRUE(moved.wait(5000));
    const qint64 milliseconds = elapsed.elapsed();
    playback.pause();
    // Never faster than it was told; how much slower depends on the machine's load.
    EXPECT_GE(milliseconds, 195);
    EXPECT_LE(playback.position(), static_cast<quint64>(milliseconds) / 10 + 1);
}

TEST_F(PlaybackTest, ANewTracePausesAndStartsAtItsBeginning) {
    ASSERT_TRUE(trace());
    Playback playback;
    playback.setStepBy(StepBy::Instruction);
    playback.setBlocks(test::blocksOf(trace()));
    playback.seek(5);
    playback.play();
    playback.setBlocks(test::blocksOf(trace()));
    EXPECT_FALSE(playback.isPlaying());
    EXPECT_EQ(playback.position(), 0U);
    playback.setBlocks({});
    EXPECT_EQ(playback.size(), 0U);
}

}  // namespace
}  // namespace lanescope
