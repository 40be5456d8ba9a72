// SPDX-License-Identifier: GPL-3.0-or-later
// What the scene of warps says is what the trace says: columns, forks, meetings, barriers and numbers are counted
// again, by other ways, for demos of divergence under both ways of scheduling.
#include "widgets/stage/warps/warps_scene.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/base/file_reader.h"
#include "core/ptx/parser.h"
#include "core/simt/emulator.h"
#include "tests/support/emulated_run.h"
#include "widgets/stage/warps/source_text.h"

namespace lanescope::warps {
namespace {

using simt::LaneMask;
using simt::Scheduling;

struct Case {
    std::string name;
    std::shared_ptr<const BlockTrace> trace;
};

std::shared_ptr<const BlockTrace> traceOf(const std::string& algorithm, const Parameters& parameters,
                                          Scheduling scheduling) {
    const Result<Catalogue> catalogue = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources");
    const Algorithm& found = **catalogue.value().find(algorithm);
    EmulationOptions options;
    options.tracedBlocks = {{0, 0, 0}};
    options.scheduling = scheduling;
    return emulate(found.plan(found.complete(parameters).value()).value(), options, {}).value().traces.at(0);
}

/// A kernel of a PTX text, one block, on three arrays of 1024 floats and a number.
std::shared_ptr<const BlockTrace> traceOfText(const std::string& text, const std::string& entry, Dim3 block,
                                              Scheduling scheduling) {
    auto module = ptx::parse(text, "test.ptx");
    if (!module) {
        ADD_FAILURE() << describe(module.error());
        return nullptr;
    }
    auto kernel = std::make_shared<Kernel>();
    kernel->module = std::make_shared<const ptx::Module>(std::move(*module));
    kernel->entry = entry;
    const std::vector<Buffer> buffers{{"A", ElementType::F32, 1, 1024, {InitialContent::Kind::SmallIntegers, 1}},
                                      {"B", ElementType::F32, 1, 1024, {InitialContent::Kind::SmallIntegers, 2}},
                                      {"C", ElementType::F32, 1, 1024, {InitialContent::Kind::SmallIntegers, 3}}};
    TraceRecorder recorder({});
    simt::EmulatorOptions options;
    options.observer = &recorder;
    options.scheduling = scheduling;
    simt::Emulator emulator(options);
    EXPECT_TRUE(emulator.allocate(buffers));
    for (const BufferId buffer : {BufferId{0}, BufferId{1}, BufferId{2}})
        EXPECT_TRUE(emulator.upload(buffer, initialBytes(buffers[buffer])));
    Launch launch;
    launch.kernel = kernel;
    launch.block = block;
    launch.arguments = {BufferId{2}, BufferId{0}, BufferId{1}, std::int32_t{64}};
    const auto done = emulator.launch(launch, {});
    EXPECT_TRUE(done) << (done ? "" : describe(done.error()));
    return recorder.traces().at(0);
}

/// for (k = 0; k < 8; ++k) { if ((k + lane) % 4 == 0) continue; if (k == lane) break; sum += a[k]; } — lanes that go on
/// meet in every round, those that leave meet behind the loop.
const std::string kContinue = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry k(.param .u64 c, .param .u64 a, .param .u64 b, .param .u32 n)
{
.reg .pred %p<9>; .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .f32 %f<9>;
ld.param.u64 %d0, [a];
ld.param.u64 %d3, [c];
mov.u32 %r0, %tid.x;
mul.wide.u32 %d1, %r0, 4;
add.s64 %d1, %d0, %d1;
mov.u32 %r1, 0;
mov.f32 %f2, 0f00000000;
LOOP:
mul.wide.u32 %d2, %r1, 4;
add.s64 %d2, %d1, %d2;
add.u32 %r5, %r1, %r0;
and.b32 %r5, %r5, 3;
setp.eq.u32 %p1, %r5, 0;
@%p1 bra NEXT;
setp.eq.u32 %p2, %r1, %r0;
@%p2 bra OUT;
ld.global.f32 %f1, [%d2];
add.f32 %f2, %f2, %f1;
NEXT:
add.u32 %r1, %r1, 1;
setp.lt.u32 %p3, %r1, 8;
@%p3 bra LOOP;
OUT:
mul.wide.u32 %d4, %r0, 4;
add.s64 %d4, %d3, %d4;
st.global.f32 [%d4], %f2;
ret;
}
)";

std::vector<Case> cases() {
    std::vector<Case> all;
    const std::string bench = readFile(LANESCOPE_SOURCE_DIR "/tests/bench/kernels/kernels.ptx").value();
    for (const Scheduling scheduling : {Scheduling::ReconvergenceStack, Scheduling::IndependentThreads}) {
        const std::string how = scheduling == Scheduling::ReconvergenceStack ? " stack" : " threads";
        const Parameters small{{"n", "64"}, {"block", "64"}};
        all.push_back({"reduce.0" + how, traceOf("reduce.0", small, scheduling)});
        all.push_back({"reduce.1" + how, traceOf("reduce.1", small, scheduling)});
        all.push_back({"reduce.4" + how, traceOf("reduce.4", {{"n", "256"}, {"block", "128"}}, scheduling)});
        all.push_back({"micro.divergence" + how, traceOf("micro.divergence", {}, scheduling)});
        all.push_back({"ways 7" + how, traceOf("micro.divergence-ways", {{"ways", "7"}}, scheduling)});
        all.push_back({"matmul.tiled" + how, traceOf("matmul.tiled", {{"n", "40"}}, scheduling)});
        all.push_back({"triangle" + how, traceOf("triangle.bb", {}, scheduling)});
        all.push_back({"diverge" + how, traceOfText(bench, "diverge", {64, 1, 1}, scheduling)});
        all.push_back({"collatz" + how, traceOfText(bench, "collatz", {48, 1, 1}, scheduling)});
        all.push_back({"continue" + how, traceOfText(kContinue, "k", {64, 1, 1}, scheduling)});
    }
    return all;
}

/// Checks one scene for all cases.
template <typename Check>
void forAllCases(Check check) {
    for (const Case& one : cases()) {
        SCOPED_TRACE(one.name);
        ASSERT_NE(one.trace, nullptr);
        const flow::BlockFlow flow(one.trace);
        const WarpsScene scene(flow);
        check(*one.trace, scene);
    }
}

TEST(WarpsScene, EveryEventLiesInOneColumnWithItsLanes) {
    forAllCases([](const BlockTrace& trace, const WarpsScene& scene) {
        std::uint64_t next = 0;
        for (std::size_t g = 0; g < scene.groups(); ++g) {
            const Group& group = scene.group(g);
            EXPECT_EQ(group.first, next);
            next = group.end;
            std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> counted;  // events by column and warp
            for (std::uint64_t event = group.first; event < group.end; ++event) {
                const std::uint32_t warp = trace.warp(event);
                const std::uint32_t at = group.column(event);
                ASSERT_LT(at, group.columns.size());
                const Column& column = group.columns[at];
                const Cell& cell = column.cells[warp];
                ++counted[{at, warp}];
                const program::Instruction& what = trace.entry().instructions[trace.instruction(event)];
                const bool guarded = what.guard != program::kNoRegister;
                EXPECT_EQ(trace.active(event) & ~cell.running, 0U) << event;
                if (!guarded) {
                    EXPECT_EQ(trace.active(event), cell.running) << event;
                }
                EXPECT_EQ(cell.running & ~cell.live, 0U);
                EXPECT_GE(event - group.first, cell.first);
                EXPECT_LT(event - group.first, cell.end);
                EXPECT_EQ(column.kind == PieceKind::Barrier, what.opcode == program::Opcode::Bar) << event;
                EXPECT_TRUE(column.kind == PieceKind::Works || !scene.flow().activities().works(event)) << event;
            }
            for (std::uint32_t at = 0; at < group.columns.size(); ++at)
                for (std::uint32_t warp = 0; warp < scene.warps(); ++warp)
                    EXPECT_EQ(group.columns[at].cells[warp].events, (counted[{at, warp}])) << at << " of warp " << warp;
        }
        EXPECT_EQ(next, trace.size());
    });
}

TEST(WarpsScene, AWarpGoesThroughColumnsFromLeftToRight) {
    forAllCases([](const BlockTrace& trace, const WarpsScene& scene) {
        for (std::size_t g = 0; g < scene.groups(); ++g) {
            const Group& group = scene.group(g);
            std::map<std::uint32_t, std::uint32_t> last;
            for (std::uint64_t event = group.first; event < group.end; ++event) {
                const std::uint32_t column = group.column(event);
                const auto [known, fresh] = last.try_emplace(trace.warp(event), column);
                // Only where rounds were folded, one goes back to the first of their columns.
                if (!fresh && column < known->second) {
                    EXPECT_GT(group.columns[column].times, 1U);
                    EXPECT_LT(known->second - column, group.columns[column].period);
                }
                known->second = column;
            }
        }
    });
}

/// Lanes of each warp by the next instruction that they execute, told by the timeline.
LaneMask runningAt(const Timeline& timeline, std::uint32_t warp) { return timeline.state().warps[warp].active(); }

TEST(WarpsScene, ForksAreTheBranchesAtWhichLanesPart) {
    forAllCases([](const BlockTrace& trace, const WarpsScene& scene) {
        std::vector<Fork> found;
        for (std::size_t g = 0; g < scene.groups(); ++g)
            found.insert(found.end(), scene.group(g).forks.begin(), scene.group(g).forks.end());
        std::size_t at = 0;
        Timeline timeline(scene.flow().sharedTrace());
        for (std::uint64_t event = 0; event < trace.size(); ++event) {
            const program::Instruction& what = trace.entry().instructions[trace.instruction(event)];
            if (what.opcode != program::Opcode::Bra) continue;
            timeline.seek(event);
            const LaneMask running = runningAt(timeline, trace.warp(event));
            const LaneMask taken = trace.active(event);
            if (taken == 0 || taken == running) continue;
            ASSERT_LT(at, found.size()) << "none for event " << event;
            const program::BasicBlock& target = trace.entry().blocks[found[at].target];
            EXPECT_EQ(found[at].event, event);
            EXPECT_EQ(found[at].warp, trace.warp(event));
            EXPECT_EQ(found[at].running, running);
            EXPECT_EQ(found[at].taken, taken);
            EXPECT_EQ(target.first, what.target);
            ++at;
        }
        EXPECT_EQ(at, found.size());
    });
}

TEST(WarpsScene, MeetingsAreWhereMoreLanesRunThanBefore) {
    forAllCases([](const BlockTrace& trace, const WarpsScene& scene) {
        std::vector<Meeting> found;
        for (std::size_t g = 0; g < scene.groups(); ++g)
            found.insert(found.end(), scene.group(g).meetings.begin(), scene.group(g).meetings.end());
        // What each warp ran before, told by the timeline: one more seek an event.
        std::size_t at = 0;
        Timeline timeline(scene.flow().sharedTrace());
        std::map<std::uint32_t, LaneMask> before;
        for (std::uint64_t event = 0; event < trace.size(); ++event) {
            timeline.seek(event);
            const std::uint32_t warp = trace.warp(event);
            const LaneMask running = runningAt(timeline, warp);
            const auto [last, fresh] = before.try_emplace(warp, running);
            const LaneMask joined = running & ~last->second;
            if (!fresh && joined != 0 && (running & last->second) != 0) {
                ASSERT_LT(at, found.size()) << "none for event " << event;
                EXPECT_EQ(found[at], (Meeting{event, warp, running, joined}));
                ++at;
            }
            last->second = running;
        }
        EXPECT_EQ(at, found.size());
    });
}

TEST(WarpsScene, LanesAndWarpsAtWorkAreThoseOfTheEvents) {
    forAllCases([](const BlockTrace& trace, const WarpsScene& scene) {
        for (std::size_t g = 0; g < scene.groups(); ++g) {
            const Group& group = scene.group(g);
            std::set<std::pair<std::uint32_t, unsigned>> threads;
            std::set<std::uint32_t> warps;
            for (std::uint64_t event = group.first; event < group.end; ++event) {
                const flow::Activity what = scene.flow().activities().activity(event);
                if (what == flow::Activity::Index || what == flow::Activity::Waits) continue;
                for (unsigned lane = 0; lane < 32; ++lane)
                    if ((trace.active(event) >> lane & 1) != 0) {
                        threads.emplace(trace.warp(event), lane);
                        warps.insert(trace.warp(event));
                    }
            }
            EXPECT_EQ(group.lanesWorking(), threads.size());
            EXPECT_EQ(group.warpsWorking(), warps.size());
        }
    });
}

TEST(WarpsScene, RoundsOfTheReductionsAreKnownByTheirCounter) {
    const Parameters small{{"n", "64"}, {"block", "64"}};
    for (const std::string algorithm : {"reduce.0", "reduce.1"}) {
        const flow::BlockFlow flow(traceOf(algorithm, small, Scheduling::ReconvergenceStack));
        const WarpsScene scene(flow);
        ASSERT_EQ(scene.groups(), 8U);
        unsigned s = 1;
        const std::vector<unsigned> lanes{32, 16, 8, 4, 2, 1};
        const std::vector<unsigned> warps =
            algorithm == "reduce.0" ? std::vector<unsigned>{2, 2, 2, 2, 2, 1} : std::vector<unsigned>{1, 1, 1, 1, 1, 1};
        for (std::size_t round = 0; round < 6; ++round, s *= 2) {
            EXPECT_EQ(scene.nameOf(round + 1), QStringLiteral("s = %1").arg(s)) << algorithm;
            EXPECT_EQ(scene.shortNameOf(round + 1), QString::number(s));
            EXPECT_EQ(scene.group(round + 1).lanesWorking(), lanes[round]) << algorithm;
            EXPECT_EQ(scene.group(round + 1).warpsWorking(), warps[round]) << algorithm;
        }
        EXPECT_EQ(scene.nameOf(0), QStringLiteral("load"));
        EXPECT_EQ(scene.nameOf(7), QStringLiteral("store"));
    }
}

TEST(WarpsScene, RoundsOfAnUnrolledLoopAreNamedAsTheSourceCounts) {
    const flow::BlockFlow flow(traceOf("matmul.tiled", {{"n", "64"}, {"block", "16"}}, Scheduling::ReconvergenceStack));
    const WarpsScene scene(flow);
    ASSERT_EQ(scene.groups(), 5U);
    for (std::size_t round = 0; round < 4; ++round)
        EXPECT_EQ(scene.nameOf(round), QStringLiteral("m = %1").arg(16 * round));
    const flow::BlockFlow edge(traceOf("matmul.tiled", {{"n", "40"}, {"block", "16"}}, Scheduling::ReconvergenceStack));
    EXPECT_EQ(WarpsScene(edge).nameOf(2), QStringLiteral("m = 32")) << "its tile ends beyond the matrix";
}

TEST(WarpsScene, LanesThatTakeTurnsHaveWaysOfTheirOwn) {
    const flow::BlockFlow flow(traceOf("micro.divergence-ways", {{"ways", "7"}}, Scheduling::ReconvergenceStack));
    const WarpsScene scene(flow);
    std::map<std::uint32_t, LaneMask> lanes;  // by way
    for (const Column& column : scene.group(0).columns)
        if (column.kind == PieceKind::Works && column.cells[0].running != column.cells[0].live &&
            column.instructions > 30)
            lanes[column.cells[0].way] |= column.cells[0].running;
    ASSERT_EQ(lanes.size(), 7U);
    for (const auto& [way, mask] : lanes)
        for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ((mask >> lane & 1) != 0, lane % 7 == way) << lane;
}

TEST(WarpsScene, BothArmsOfABranchHaveWaysOfTheirOwn) {
    const flow::BlockFlow flow(traceOf("micro.divergence", {}, Scheduling::ReconvergenceStack));
    const WarpsScene scene(flow);
    std::set<std::uint32_t> ways;
    for (const Column& column : scene.group(0).columns)
        if (column.kind == PieceKind::Works && column.cells[0].running != column.cells[0].live)
            ways.insert(column.cells[0].way);
    EXPECT_EQ(ways, (std::set<std::uint32_t>{0, 1}));
}

TEST(WarpsScene, RoundsThatAreAllTheSameAreFolded) {
    const std::string bench = readFile(LANESCOPE_SOURCE_DIR "/tests/bench/kernels/kernels.ptx").value();
    const flow::BlockFlow flow(traceOfText(bench, "diverge", {64, 1, 1}, Scheduling::ReconvergenceStack));
    const WarpsScene scene(flow);
    std::vector<std::uint32_t> times;
    for (const Column& column : scene.group(0).columns)
        if (column.kind == PieceKind::Works && column.times > 1) {
            times.push_back(column.times);
            EXPECT_EQ(simt::lanesIn(column.cells[0].running), 16U);
        }
    EXPECT_EQ(times.size(), 2U);
    EXPECT_LT(scene.group(0).columns.size(), 16U);
}

TEST(ForHead, IsReadFromTheSource) {
    const auto head = forHeadIn("    for (unsigned s = 1; s < blockDim.x; s *= 2) {", 64);
    ASSERT_TRUE(head);
    EXPECT_EQ(*head, (ForHead{"s", 1, ForHead::Step::Multiply, 2}));
    EXPECT_EQ(head->after(4), 8);
    EXPECT_EQ(*forHeadIn("for (int k = 0; k < n; ++k)", 64), (ForHead{"k", 0, ForHead::Step::Add, 1}));
    EXPECT_EQ(*forHeadIn("for(int s=blockDim.x/2;s>32;s>>=1)", 64), (ForHead{"s", 32, ForHead::Step::Divide, 2}));
    EXPECT_EQ(*forHeadIn("for (size_t i = 3; i > 0; i -= 16)", 64), (ForHead{"i", 3, ForHead::Step::Add, -16}));
    EXPECT_FALSE(forHeadIn("for (unsigned left = blockDim.x; left > 1; left = (left + 1) / 2) {", 64));
    EXPECT_FALSE(forHeadIn("for (int i = first; i < n; ++i)", 64));
    EXPECT_FALSE(forHeadIn("before(a; b; c)", 64));
    EXPECT_FALSE(forHeadIn("", 64));
}

TEST(Conditions, AreReadFromTheSource) {
    EXPECT_EQ(conditionIn("        if (tid % (2 * s) == 0 && tid + s < blockDim.x)"),
              "tid % (2 * s) == 0 && tid + s < blockDim.x");
    EXPECT_EQ(conditionIn("    for (int way = 0; way < ways; ++way)"), "way < ways");
    EXPECT_EQ(conditionIn("while (x != 1) {"), "x != 1");
    EXPECT_EQ(conditionIn("x = a[i];"), "");
    EXPECT_EQ(conditionIn("if (several"), "");
}

}  // namespace
}  // namespace lanescope::warps
