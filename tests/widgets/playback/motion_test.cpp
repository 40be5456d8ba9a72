// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playback/motion.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QSignalSpy>

#include "tests/support/blocks.h"
#include "tests/support/emulated_run.h"
#include "widgets/playback/playback.h"

namespace lanescope {
namespace {

class MotionTest : public testing::Test {
protected:
    void SetUp() override {
        static const Emulation run = test::emulatedRun("matmul.tiled", {{"n", "8"}, {"block", "4"}});
        ASSERT_FALSE(run.traces.empty());
        playback.setBlocks(test::blocksOf(run.traces[0]));
    }
    Playback playback;
    Motion motion{playback};
};

TEST_F(MotionTest, EasesFromStillToStill) {
    EXPECT_EQ(easedInOut(0), 0);
    EXPECT_EQ(easedInOut(1), 1);
    EXPECT_EQ(easedInOut(0.5), 0.5);
    EXPECT_DOUBLE_EQ(easedInOut(0.25), 1.0 / 16);
    EXPECT_DOUBLE_EQ(easedInOut(0.25) + easedInOut(0.75), 1);
    EXPECT_EQ(easedOut(0), 0);
    EXPECT_EQ(easedOut(1), 1);
    EXPECT_GT(easedOut(0.5), 0.5);
    EXPECT_EQ(easedInOut(-3), 0);
    EXPECT_EQ(easedOut(7), 1);
}

TEST_F(MotionTest, AStepOnMovesThingsAndTheyArrive) {
    QSignalSpy changed(&motion, &Motion::changed);
    QElapsedTimer elapsed;
    elapsed.start();
    playback.stepForward();
    EXPECT_TRUE(motion.isMoving());
    EXPECT_EQ(motion.progress(), 0);
    double before = 0;
    while (motion.isMoving()) {
        ASSERT_TRUE(changed.wait(5000));
        EXPECT_GE(motion.progress(), before);
        before = motion.progress();
    }
    EXPECT_EQ(motion.progress(), 1);
    EXPECT_GE(elapsed.elapsed(), Motion::kMilliseconds);
}

TEST_F(MotionTest, AnyOtherWayThereThingsStandWhereTheyArrive) {
    playback.seek(40);
    EXPECT_FALSE(motion.isMoving());
    EXPECT_EQ(motion.progress(), 1);
    playback.stepBack();
    EXPECT_EQ(motion.progress(), 1);
    playback.stepForward();
    EXPECT_EQ(motion.progress(), 0);
    playback.seek(60);
    EXPECT_FALSE(motion.isMoving()) << "what was on its way has arrived";
    EXPECT_EQ(motion.progress(), 1);
}

TEST_F(MotionTest, ReducedNothingMoves) {
    playback.stepForward();
    QSignalSpy changed(&motion, &Motion::changed);
    motion.setReduced(true);
    EXPECT_FALSE(motion.isMoving());
    EXPECT_EQ(motion.progress(), 1);
    EXPECT_FALSE(changed.isEmpty());
    playback.stepForward();
    EXPECT_FALSE(motion.isMoving());
    EXPECT_EQ(motion.progress(), 1);
}

TEST_F(MotionTest, PlayedFastItIsRibbons) {
    QSignalSpy changed(&motion, &Motion::changed);
    playback.setSpeed(Motion::kMostValueSteps + 1);
    EXPECT_EQ(motion.style(), Motion::Style::Values) << "nothing plays";
    playback.play();
    EXPECT_EQ(motion.style(), Motion::Style::Ribbons);
    playback.setSpeed(Motion::kMostValueSteps);
    EXPECT_EQ(motion.style(), Motion::Style::Values);
    playback.setSpeed(1000);
    playback.pause();
    EXPECT_EQ(motion.style(), Motion::Style::Values);
    EXPECT_GE(changed.count(), 4) << "each of them is drawn";
}

TEST_F(MotionTest, WhilePlayingAStepIsOverBeforeTheNext) {
    playback.setSpeed(10);
    QSignalSpy stepped(&playback, &Playback::steppedForward);
    playback.play();
    ASSERT_TRUE(stepped.wait(5000));
    QElapsedTimer elapsed;
    elapsed.start();
    QSignalSpy changed(&motion, &Motion::changed);
    while (motion.progress() < 1) ASSERT_TRUE(changed.wait(5000));
    playback.pause();
    // 80 ms of 100, where there is time to draw them.
    EXPECT_GE(elapsed.elapsed(), 70);
}

TEST_F(MotionTest, FreezesForAPicture) {
    playback.stepForward();
    motion.freezeAt(Motion::kMilliseconds / 2);
    EXPECT_FALSE(motion.isMoving());
    EXPECT_EQ(motion.progress(), 0.5);
    motion.freezeAt(10 * Motion::kMilliseconds);
    EXPECT_EQ(motion.progress(), 1);
}

}  // namespace
}  // namespace lanescope
