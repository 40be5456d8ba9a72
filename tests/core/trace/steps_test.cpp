// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of the transport bar: by instruction, source line and barrier phase.
#include "core/trace/timeline.h"
#include "tests/core/trace/kernels.h"

namespace lanescope {
namespace {

using namespace test;

std::uint32_t lineOf(const BlockTrace& trace, std::uint64_t event) {
    return trace.entry().instructions[trace.instruction(event)].source.line;
}

/// Source lines in the order in which stepping shows them: "0:1 0:2 …", warp:line.
std::string linesByStepping(const Timeline& timeline) {
    std::string text;
    for (std::uint64_t p = 0; p < timeline.trace().size(); p = timeline.next(p, StepUnit::SourceLine))
        text += std::to_string(timeline.trace().warp(p)) + ":" + std::to_string(lineOf(timeline.trace(), p)) + " ";
    return text;
}

TEST(Steps, SourceLinesSkipInstructionsWithoutOneAndStopAtWarps) {
    const Traced result = run({kTree, "k", {1, 1, 1}, {64, 1, 1}, 64, false}, {});
    const Timeline timeline(result.traces.at(0));
    EXPECT_EQ(linesByStepping(timeline).substr(0, 24), "0:1 0:2 0:3 1:1 1:2 1:3 ");
    const Traced loop = run({kDivergentLoop, "k", {1, 1, 1}, {2, 1, 1}, 2, false}, {});
    const Timeline loopTimeline(loop.traces.at(0));
    // Lane 1 goes round once, through the odd arm; the three instructions at line 0 belong to line 4.
    EXPECT_EQ(linesByStepping(loopTimeline), "0:1 0:2 0:3 0:4 0:5 0:7 0:3 0:8 ");
}

TEST(Steps, BackVisitsTheSamePositions) {
    for (const std::string& text : {kTree, kDivergentLoop}) {
        const Traced result = run({text, "k", {1, 1, 1}, {64, 1, 1}, 64, false}, {});
        const Timeline timeline(result.traces.at(0));
        for (const StepUnit unit : {StepUnit::Instruction, StepUnit::SourceLine, StepUnit::BarrierPhase}) {
            std::vector<std::uint64_t> there{0};
            while (there.back() < timeline.trace().size()) there.push_back(timeline.next(there.back(), unit));
            for (std::size_t i = there.size(); i-- > 1;) EXPECT_EQ(timeline.previous(there[i], unit), there[i - 1]);
        }
    }
}

TEST(Steps, FromTheMiddleBackIsToTheStartOfTheSameLine) {
    const Traced result = run({kTree, "k", {1, 1, 1}, {32, 1, 1}, 32, false}, {});
    const Timeline timeline(result.traces.at(0));
    EXPECT_EQ(timeline.next(0, StepUnit::SourceLine), 9U);
    EXPECT_EQ(timeline.next(4, StepUnit::SourceLine), 9U);
    EXPECT_EQ(timeline.previous(4, StepUnit::SourceLine), 0U);
    EXPECT_EQ(timeline.previous(10, StepUnit::SourceLine), 9U);
}

TEST(Steps, EndsStayWhereTheyAre) {
    const Traced result = run({kTree, "k", {1, 1, 1}, {32, 1, 1}, 32, false}, {});
    const Timeline timeline(result.traces.at(0));
    const std::uint64_t end = timeline.trace().size();
    for (const StepUnit unit : {StepUnit::Instruction, StepUnit::SourceLine, StepUnit::BarrierPhase}) {
        EXPECT_EQ(timeline.next(end, unit), end);
        EXPECT_EQ(timeline.next(end + 5, unit), end);
        EXPECT_EQ(timeline.previous(0, unit), 0U);
        EXPECT_LT(timeline.previous(end + 5, unit), end);
    }
}

TEST(Steps, PhasesBeginWhereABarrierHasOpened) {
    // A tree over 64 numbers: one barrier after loading, one in each of 6 rounds.
    const Traced result = run({kTree, "k", {1, 1, 1}, {64, 1, 1}, 64, false}, {});
    const BlockTrace& trace = *result.traces.at(0);
    ASSERT_EQ(trace.phaseCount(), 8U);
    EXPECT_EQ(trace.phase(0), 0U);
    for (std::uint32_t phase = 1; phase < trace.phaseCount(); ++phase) {
        const std::uint64_t start = trace.phaseStart(phase);
        EXPECT_EQ(trace.warp(start), 0U);
        EXPECT_EQ(trace.phase(start), phase);
        EXPECT_EQ(trace.phase(start - 1), phase - 1);
        const auto before = trace.entry().instructions[trace.instruction(start - 1)].opcode;
        EXPECT_EQ(before, program::Opcode::Bar);
        EXPECT_EQ(trace.warp(start - 1), 1U);
    }
}

TEST(Steps, PhasesOfAOneWarpBlock) {
    const Traced result = run({kTree, "k", {1, 1, 1}, {32, 1, 1}, 32, false}, {});
    EXPECT_EQ(result.traces.at(0)->phaseCount(), 7U);
    const Timeline timeline(result.traces[0]);
    EXPECT_EQ(timeline.next(0, StepUnit::BarrierPhase), result.traces[0]->phaseStart(1));
    EXPECT_EQ(timeline.previous(result.traces[0]->phaseStart(1), StepUnit::BarrierPhase), 0U);
}

}  // namespace
}  // namespace lanescope
