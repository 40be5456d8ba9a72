// SPDX-License-Identifier: GPL-3.0-or-later
// Several blocks on one clock, and what one step is.
#include <gmock/gmock.h>

#include <QSignalSpy>

#include "core/flow/alignment.h"
#include "tests/support/blocks.h"
#include "tests/support/emulated_run.h"
#include "widgets/playback/playback.h"

namespace lanescope {
namespace {

using testing::ElementsAre;

Playback::Block blockOf(const std::string& algorithm, const Parameters& parameters) {
    const Emulation run = test::emulatedRun(algorithm, parameters);
    if (run.traces.empty()) return nullptr;
    return std::make_shared<const flow::BlockFlow>(run.traces.front());
}

const Parameters kReduced{{"n", "64"}, {"block", "64"}, {"type", "f32"}};

class Sides : public testing::Test {
protected:
    void SetUp() override {
        static const Playback::Block kFirst = blockOf("reduce.0", kReduced);
        static const Playback::Block kSecond = blockOf("reduce.1", kReduced);
        ASSERT_TRUE(kFirst && kSecond);
        first = kFirst;
        second = kSecond;
    }
    Playback::Block first, second;
    Playback playback;
};

TEST_F(Sides, TheLeaderStepsAndTheOtherStandsBesideIt) {
    playback.setBlocks({first, second});
    ASSERT_EQ(playback.sides(), 2U);
    EXPECT_EQ(playback.size(), first->trace().size());
    EXPECT_EQ(playback.flow(), first.get());
    while (!playback.atEnd()) {
        playback.stepForward();
        EXPECT_EQ(playback.positionOf(0), playback.position());
        EXPECT_EQ(playback.positionOf(1), flow::alignedPosition(*first, playback.position(), *second));
    }
    EXPECT_EQ(playback.positionOf(1), second->trace().size()) << "both end together";
    playback.toStart();
    EXPECT_EQ(playback.positionOf(1), 0U);
}

TEST_F(Sides, WhatComesToStandBesideKeepsThePosition) {
    playback.setBlocks({first});
    playback.seek(first->trace().size() / 2);
    const quint64 position = playback.position();
    QSignalSpy changed(&playback, &Playback::blocksChanged);
    QSignalSpy moved(&playback, &Playback::positionChanged);
    playback.setBeside({second});
    EXPECT_EQ(changed.count(), 1);
    EXPECT_EQ(moved.count(), 1);
    EXPECT_EQ(playback.position(), position);
    ASSERT_EQ(playback.sides(), 2U);
    EXPECT_EQ(playback.positionOf(1), flow::alignedPosition(*first, position, *second));
    EXPECT_EQ(playback.timelineOf(1).trace().size(), second->trace().size());
    playback.setBeside({});
    EXPECT_EQ(playback.sides(), 1U);
    EXPECT_EQ(playback.position(), position);
}

TEST_F(Sides, WithoutALeaderNothingStandsBeside) {
    playback.setBeside({second});
    EXPECT_EQ(playback.sides(), 0U);
    playback.setBlocks({nullptr});
    EXPECT_EQ(playback.sides(), 0U) << "no block is none";
}

TEST_F(Sides, OtherBlocksEndPlayingAndLoop) {
    playback.setBlocks({first});
    playback.setLoop(EventRange{10, 20});
    playback.play();
    EXPECT_EQ(playback.position(), 10U);
    playback.setBlocks({second});
    EXPECT_FALSE(playback.isPlaying());
    EXPECT_FALSE(playback.loop());
    EXPECT_TRUE(playback.atStart());
}

TEST_F(Sides, EachStepIsTheStopsOfItsKind) {
    playback.setBlocks({first});
    const auto expectStops = [&](const flow::EventStops& stops) {
        playback.toStart();
        quint64 steps = 0;
        for (quint64 at = 0; !playback.atEnd(); ++steps) {
            playback.stepForward();
            EXPECT_EQ(playback.position(), stops.next(at));
            EXPECT_EQ(playback.stepOf(0), (EventRange{at, playback.position()}));
            at = playback.position();
        }
        EXPECT_GE(steps, stops.count());
        playback.stepBack();
        EXPECT_EQ(playback.position(), stops.previous(playback.size()));
    };
    expectStops(first->stops());
    playback.setStepBy(StepBy::Operation);
    expectStops(first->operations());
    EXPECT_LT(first->operations().count(), first->stops().count());
}

TEST_F(Sides, AStepByPhaseIsARound) {
    playback.setBlocks({first});
    playback.setStepBy(StepBy::Phase);
    for (const flow::Phase& phase : first->phases().all()) {
        EXPECT_EQ(playback.position(), phase.first);
        playback.stepForward();
        EXPECT_EQ(playback.position(), phase.end);
    }
    // What is pointed at of it is the last thing that happened.
    EXPECT_EQ(playback.stepOf(0), (EventRange{first->stops().previous(playback.size()), playback.size()}));
    for (auto phase = first->phases().all().rbegin(); phase != first->phases().all().rend(); ++phase) {
        playback.stepBack();
        EXPECT_EQ(playback.position(), phase->first);
    }
    EXPECT_TRUE(playback.atStart());
}

TEST_F(Sides, SaysWhatAStepIsAndWhereItStands) {
    EXPECT_THAT(playback.words(), ElementsAre(QStringLiteral("no run to show")));
    playback.setBlocks({first, second});
    QStringList units;
    for (const StepBy what :
         {StepBy::Event, StepBy::Operation, StepBy::SourceLine, StepBy::Instruction, StepBy::Phase}) {
        playback.setStepBy(what);
        units += playback.unit();
    }
    EXPECT_EQ(units.join(QLatin1Char(' ')), QStringLiteral("event operation line instruction phase"));
    playback.seek(first->phases().all()[1].first + 1);
    const QStringList words = playback.words();
    ASSERT_EQ(words.size(), 4);
    EXPECT_EQ(words[0], QStringLiteral("add 1"));
    EXPECT_EQ(words[1], QStringLiteral("warp %1").arg(first->trace().warp(playback.position() - 1)));
    EXPECT_TRUE(words[2].startsWith(QStringLiteral("step ")));
    EXPECT_EQ(words[3], QStringLiteral("both on one clock"));
}

}  // namespace
}  // namespace lanescope
