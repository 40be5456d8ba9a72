// SPDX-License-Identifier: GPL-3.0-or-later
// The promise of a history: a block that is run again is the block that ran.
#include "core/trace/run_history.h"

#include <random>

#include "core/trace/timeline.h"
#include "tests/core/trace/kernels.h"

namespace lanescope {
namespace {

using namespace test;
using How = TracedBlock::How;

/// Each block adds its number to what the block before it has written.
const std::string kChain = ptxOf(R"(
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd2, %rd2, %rd3;
    mad.lo.u32 %r3, %r2, 32, %r1;
    mul.wide.u32 %rd4, %r3, 4;
    add.s64 %rd1, %rd1, %rd4;
    setp.eq.u32 %p1, %r2, 0;
    @%p1 bra first;
    ld.global.u32 %r4, [%rd1+-128];
    bra join;
first:
    ld.global.u32 %r4, [%rd2];
join:
    add.u32 %r4, %r4, %r2;
    st.global.u32 [%rd1], %r4;
    ret;)");

/// Each thread of each block takes a number; where it stands in the order of all threads shows in it.
const std::string kTickets = ptxOf(R"(
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    atom.global.add.u32 %r3, [%rd2], 1;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd1, %rd1, %rd3;
    st.global.u32 [%rd1], %r3;
    ret;)");

/// Reads and writes only elements of its own, after it has written them.
const std::string kOwnElements = ptxOf(R"(
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mad.lo.u32 %r3, %r2, 32, %r1;
    mul.wide.u32 %rd4, %r3, 4;
    add.s64 %rd1, %rd1, %rd4;
    st.global.u32 [%rd1], %r2;
    ld.global.u32 %r4, [%rd1];
    st.global.u32 [%rd1], %r4;
    ret;)");

/// Block 2 writes beyond its buffer.
const std::string kFaultsInBlock2 = ptxOf(R"(
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %ctaid.x;
    mul.wide.u32 %rd3, %r1, 2048;
    add.s64 %rd1, %rd1, %rd3;
    st.global.u32 [%rd1], %r1;
    ret;)");

/// A run of one kernel k(out, in, n), some times over, that is kept as a history.
struct KeptRun {
    KeptRun(const std::string& text, Dim3 grid, RunHistory::Options options = {}, int launches = 1,
            std::uint64_t maxBlocks = 0, Dim3 block = {32, 1, 1})
        : history(options) {
        launch.kernel = kernelOf(text, "k");
        launch.grid = grid;
        launch.block = block;
        launch.arguments = {BufferId{1}, BufferId{0}, std::int32_t{1024}};
        simt::Emulator emulator({.maxBlocks = maxBlocks, .observer = &history});
        prepare(emulator);
        for (int i = 0; i < launches; ++i) failed = !emulator.launch(launch, {}).has_value();
    }
    void prepare(simt::Emulator& emulator) const {
        const std::vector<Buffer> buffers{{"in", ElementType::F32, 1, 1024, {InitialContent::Kind::Zeros, 0}},
                                          {"out", ElementType::F32, 1, 1024, {}}};
        EXPECT_TRUE(emulator.allocate(buffers));
        EXPECT_TRUE(emulator.upload(0, initialBytes(buffers[0])));
    }
    /// All blocks of as many launches as were recorded while they ran.
    [[nodiscard]] std::vector<std::shared_ptr<const BlockTrace>> recorded(int launches = 1) const {
        TraceRecorder::Options options;
        options.blocks.clear();
        for (std::uint64_t i = 0; i < launch.grid.count(); ++i) options.blocks.push_back(launch.grid.at(i));
        TraceRecorder recorder(options);
        simt::Emulator emulator({.observer = &recorder});
        prepare(emulator);
        for (int i = 0; i < launches; ++i) static_cast<void>(emulator.launch(launch, {}));
        return recorder.traces();
    }
    TracedBlock block(std::uint32_t x, std::size_t number = 0) {
        Result<TracedBlock> traced = history.traceOf(number, {x, 0, 0}, {});
        EXPECT_TRUE(traced) << (traced ? "" : describe(traced.error()));
        return traced ? *traced : TracedBlock{};
    }

    Launch launch;
    bool failed = false;
    RunHistory history;
};

void expectSame(const BlockTrace& again, const BlockTrace& recorded) {
    ASSERT_EQ(again.size(), recorded.size());
    EXPECT_EQ(again.launchNumber(), recorded.launchNumber());
    EXPECT_EQ(again.block(), recorded.block());
    for (std::uint64_t e = 0; e < again.size(); ++e) {
        ASSERT_EQ(again.record(e).instruction, recorded.record(e).instruction);
        ASSERT_EQ(again.record(e).active, recorded.record(e).active);
        ASSERT_EQ(again.record(e).address, recorded.record(e).address);
    }
}

/// Also what the block reads and writes, and what it leaves.
void expectSameStates(const std::shared_ptr<const BlockTrace>& again,
                      const std::shared_ptr<const BlockTrace>& recorded) {
    ASSERT_NO_FATAL_FAILURE(expectSame(*again, *recorded));
    Timeline a(again);
    Timeline b(recorded);
    EXPECT_EQ(hashOf(a.memory()), hashOf(b.memory())) << "before the block";
    for (const std::uint64_t position : {a.trace().size(), a.trace().size() / 2}) {
        a.seek(position);
        b.seek(position);
        EXPECT_EQ(a.hash(), b.hash()) << position;
    }
}

TEST(RunHistory, BlocksThatReadWhatOthersWroteAreRunAgainAfterThem) {
    for (const std::string& text : {kChain, kTickets}) {
        KeptRun run(text, {24, 1, 1});
        const auto recorded = run.recorded();
        ASSERT_EQ(recorded.size(), 24U);
        for (const std::uint32_t x : {23U, 3U, 0U, 11U, 12U}) {
            const TracedBlock traced = run.block(x);
            EXPECT_EQ(traced.how, How::Made);
            EXPECT_EQ(traced.earlierBlocksRun, x != 0) << x;
            EXPECT_FALSE(traced.earlierBlocksMissing);
            ASSERT_NO_FATAL_FAILURE(expectSameStates(traced.trace, recorded[x])) << x;
        }
    }
}

TEST(RunHistory, BlocksThatDoNotAreRunAlone) {
    for (const std::string& text : {kOwnElements, kDivergentLoop}) {
        KeptRun run(text, {16, 1, 1});
        const auto recorded = run.recorded();
        const TracedBlock traced = run.block(9);
        EXPECT_FALSE(traced.earlierBlocksRun);
        ASSERT_NO_FATAL_FAILURE(expectSame(*traced.trace, *recorded[9]));
    }
}

TEST(RunHistory, AnyStepOfAnyBlockIsAsItWas) {
    std::mt19937 random(7);
    for (const std::string& text : {kChain, kTickets, kOwnElements, kDivergentLoop}) {
        // So little room that traces are dropped and made again.
        KeptRun run(text, {16, 1, 1}, {.budget = 1U << 17}, 2);
        const auto recorded = run.recorded(2);
        ASSERT_EQ(recorded.size(), 32U);
        for (int jump = 0; jump < 40; ++jump) {
            const std::uint32_t x = random() % 16;
            const std::size_t number = random() % 2;
            const TracedBlock traced = run.block(x, number);
            Timeline again(traced.trace);
            Timeline then(recorded[16 * number + x]);
            ASSERT_EQ(again.trace().size(), then.trace().size());
            for (int step = 0; step < 4; ++step) {  // forwards and backwards
                const std::uint64_t position = random() % (then.trace().size() + 1);
                again.seek(position);
                then.seek(position);
                ASSERT_EQ(again.state().hash(), then.state().hash())
                    << "launch " << number << ", block " << x << ", " << position;
                // A block that is run alone has only what the launch found around it.
                if (traced.earlierBlocksRun) {
                    ASSERT_EQ(hashOf(again.memory()), hashOf(then.memory()));
                }
            }
        }
    }
}

TEST(RunHistory, EachLaunchHasItsOwnMemory) {
    KeptRun run(kTickets, {4, 1, 1}, {}, 3);
    EXPECT_EQ(run.history.launches(), 3U);
    const auto recorded = run.recorded(3);
    ASSERT_EQ(recorded.size(), 12U);
    for (const std::size_t number : {2U, 0U, 1U})
        ASSERT_NO_FATAL_FAILURE(expectSameStates(run.block(3, number).trace, recorded[number * 4 + 3]));
}

TEST(RunHistory, ATraceIsKept) {
    KeptRun run(kChain, {8, 1, 1});
    const TracedBlock first = run.block(5);
    const TracedBlock again = run.block(5);
    EXPECT_EQ(again.how, How::Kept);
    EXPECT_EQ(again.trace, first.trace);
    EXPECT_TRUE(again.earlierBlocksRun);
    EXPECT_EQ(run.history.usage().traces, 1U);
    EXPECT_GE(run.history.usage().bytes, first.trace->bytes());
}

TEST(RunHistory, StaysWithinItsBudgetAndMakesAgainWhatItDropped) {
    KeptRun run(kDivergentLoop, {32, 1, 1}, {.budget = 200'000});
    const std::uint64_t one = run.block(0).trace->bytes();
    ASSERT_GT(one, 10'000U);
    for (std::uint32_t x = 1; x < 32; ++x) {
        run.block(x);
        EXPECT_LE(run.history.usage().bytes, 200'000U);
    }
    const RunHistory::Usage usage = run.history.usage();
    EXPECT_EQ(usage.budget, 200'000U);
    EXPECT_EQ(usage.traces + usage.dropped, 32U);
    EXPECT_GT(usage.traces, 1U);
    EXPECT_EQ(run.block(31).how, How::Kept);
    const TracedBlock again = run.block(0);
    EXPECT_EQ(again.how, How::MadeAgain);
    ASSERT_NO_FATAL_FAILURE(expectSame(*again.trace, *run.recorded()[0]));
}

TEST(RunHistory, TheLeastRecentlyUsedTraceGoesFirst) {
    KeptRun run(kDivergentLoop, {32, 1, 1}, {.budget = 200'000});
    run.block(0);
    for (std::uint32_t x = 1; run.history.usage().dropped < 3; ++x) {
        run.block(x);
        EXPECT_EQ(run.block(0).how, How::Kept) << "asked for again and again";
    }
    EXPECT_EQ(run.block(1).how, How::MadeAgain);
}

TEST(RunHistory, ATraceLargerThanTheBudgetIsCutAndKept) {
    KeptRun run(kDivergentLoop, {2, 1, 1}, {.budget = 64'000}, 1, 0, {1024, 1, 1});
    const TracedBlock traced = run.block(1);
    EXPECT_TRUE(traced.trace->truncated());
    EXPECT_GT(traced.trace->size(), 1000U);
    EXPECT_EQ(run.block(1).how, How::Kept);
}

TEST(RunHistory, OfASampledLaunchTheBlocksThatReadOthersSaySo) {
    KeptRun tickets(kTickets, {24, 1, 1}, {}, 1, 5);
    EXPECT_TRUE(tickets.block(12).earlierBlocksMissing);
    EXPECT_FALSE(tickets.block(0).earlierBlocksMissing);
    KeptRun own(kOwnElements, {24, 1, 1}, {}, 1, 5);
    EXPECT_FALSE(own.block(12).earlierBlocksMissing);
    ASSERT_NO_FATAL_FAILURE(expectSame(*own.block(12).trace, *own.recorded()[12]));
}

TEST(RunHistory, BlocksBehindAFaultWereNotRun) {
    KeptRun run(kFaultsInBlock2, {5, 1, 1});
    EXPECT_TRUE(run.failed);
    ASSERT_TRUE(run.block(2).trace->fault());
    EXPECT_EQ(run.block(2).trace->fault()->kind, simt::Fault::Kind::OutOfBounds);
    EXPECT_FALSE(run.block(1).trace->fault());
    const auto behind = run.history.traceOf(0, {3, 0, 0}, {});
    ASSERT_FALSE(behind);
    EXPECT_EQ(behind.error().code, ErrorCode::KernelFault);
    EXPECT_NE(describe(behind.error()).find("Block (3, 0, 0) was not run"), std::string::npos);
    EXPECT_NE(describe(behind.error()).find("block (2, 0, 0)"), std::string::npos);
}

TEST(RunHistory, RefusesWhatIsNotThere) {
    KeptRun run(kTickets, {4, 1, 1});
    for (const auto& wrong : {run.history.traceOf(1, {0, 0, 0}, {}), run.history.traceOf(0, {4, 0, 0}, {}),
                              run.history.traceOf(0, {0, 1, 0}, {})}) {
        ASSERT_FALSE(wrong);
        EXPECT_EQ(wrong.error().code, ErrorCode::IllegalValue);
    }
}

TEST(RunHistory, CanBeStopped) {
    KeptRun run(kChain, {24, 1, 1});
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = run.history.traceOf(0, {20, 0, 0}, {stop.get_token(), {}});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
    EXPECT_TRUE(run.block(20).earlierBlocksRun);
}

}  // namespace
}  // namespace lanescope
