// SPDX-License-Identifier: GPL-3.0-or-later
// What any clock does, on one that counts to ten.
#include "widgets/playback/clock.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

namespace lanescope {
namespace {

class Ten final : public Clock {
public:
    [[nodiscard]] quint64 position() const override { return m_position; }
    [[nodiscard]] quint64 size() const override { return 10; }
    [[nodiscard]] QString unit() const override { return QStringLiteral("one"); }
    [[nodiscard]] QStringList words() const override { return {QString::number(m_position)}; }

protected:
    void moveTo(quint64 position) override { m_position = position; }

private:
    quint64 m_position = 0;
};

TEST(Clock, StepsByOneWithinWhatThereIs) {
    Ten clock;
    QSignalSpy moved(&clock, &Clock::positionChanged);
    QSignalSpy stepped(&clock, &Clock::steppedForward);
    clock.stepBack();
    EXPECT_EQ(moved.count(), 0);
    clock.stepForward();
    EXPECT_EQ(clock.position(), 1U);
    clock.seek(99);
    EXPECT_TRUE(clock.atEnd());
    clock.stepForward();
    EXPECT_EQ(stepped.count(), 1);
    clock.stepBack();
    EXPECT_EQ(clock.position(), 9U);
    clock.seek(9);
    EXPECT_EQ(moved.count(), 3) << "where it stands is nowhere to go";
}

TEST(Clock, KeepsItsSpeedWithinItsRange) {
    Ten clock;
    QSignalSpy changed(&clock, &Clock::speedChanged);
    clock.setSpeed(1e9);
    EXPECT_EQ(clock.speed(), Clock::kFastest);
    clock.setSpeed(0);
    EXPECT_EQ(clock.speed(), Clock::kSlowest);
    EXPECT_EQ(changed.count(), 2);
}

TEST(Clock, PlaysToItsEndAndStops) {
    Ten clock;
    clock.setSpeed(1000);
    QSignalSpy playing(&clock, &Clock::playingChanged);
    clock.play();
    while (clock.isPlaying()) ASSERT_TRUE(playing.wait(5000));
    EXPECT_TRUE(clock.atEnd());
    clock.play();
    EXPECT_TRUE(clock.atStart()) << "again from the start";
}

TEST(Clock, GoesRoundInALoopAndNeverOutOfIt) {
    Ten clock;
    QSignalSpy loops(&clock, &Clock::loopChanged);
    clock.setLoop(EventRange{3, 6});
    clock.setLoop(EventRange{3, 6});
    EXPECT_EQ(loops.count(), 1);
    clock.setSpeed(200);
    QSignalSpy moved(&clock, &Clock::positionChanged);
    clock.play();
    EXPECT_EQ(clock.position(), 3U) << "playing begins there";
    int rounds = 0;
    bool sawEnd = false;
    quint64 before = clock.position();
    while (rounds < 3) {
        ASSERT_TRUE(moved.wait(5000));
        EXPECT_GE(clock.position(), 3U);
        EXPECT_LE(clock.position(), 6U);
        sawEnd |= clock.position() == 6;
        rounds += clock.position() < before ? 1 : 0;
        before = clock.position();
    }
    EXPECT_TRUE(clock.isPlaying());
    EXPECT_TRUE(sawEnd) << "its end is shown, as every other place";
    clock.seek(9);
    clock.setLoop(EventRange{1, 2});
    EXPECT_EQ(clock.position(), 1U) << "a new loop is where it goes on";
    clock.pause();
    clock.setLoop(EventRange{5, 5});
    EXPECT_FALSE(clock.loop());
}

TEST(Clock, SaysBeforeItMovesThatItIsAStep) {
    Ten clock;
    QStringList order;
    QObject::connect(&clock, &Clock::steppedForward, &clock, [&] { order += QStringLiteral("stepped"); });
    QObject::connect(&clock, &Clock::positionChanged, &clock, [&] { order += QStringLiteral("moved"); });
    clock.stepForward();
    clock.seek(7);
    EXPECT_EQ(order, QStringList({QStringLiteral("stepped"), QStringLiteral("moved"), QStringLiteral("moved")}));
}

}  // namespace
}  // namespace lanescope
