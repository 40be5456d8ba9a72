// SPDX-License-Identifier: GPL-3.0-or-later
// Where the threads of a whole launch work.
#include "core/trace/thread_work.h"

#include "tests/core/trace/kernels.h"

namespace lanescope {
namespace {

using namespace test;
using State = ThreadWork::State;

/// Of the threads below n, even ones write their element of out, odd ones a word of shared memory.
const std::string kEvenAndOdd = ptxOf(R"(
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r9, [n];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mad.lo.u32 %r4, %r2, %r3, %r1;
    setp.ge.u32 %p1, %r4, %r9;
    @%p1 bra end;
    and.b32 %r5, %r1, 1;
    setp.ne.u32 %p2, %r5, 0;
    shl.b32 %r6, %r1, 2;
    mov.u32 %r7, tile;
    add.u32 %r7, %r7, %r6;
    @%p2 st.shared.u32 [%r7], %r1;
    mul.wide.u32 %rd2, %r4, 4;
    add.s64 %rd3, %rd1, %rd2;
    @!%p2 st.global.u32 [%rd3], %r1;
    @!%p2 st.global.u32 [%rd3], %r4;
end:
    ret;)");

/// Each thread stores two neighbouring elements at once, and adds to element 0.
const std::string kPairs = ptxOf(R"(
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 8;
    add.s64 %rd3, %rd1, %rd2;
    st.global.v2.u32 [%rd3], {%r1, %r1};
    atom.global.add.u32 %r2, [%rd1], 1;
    ret;)");

Plan planOf(const std::string& text, Dim3 grid, Dim3 block, std::uint32_t n, int launches = 1) {
    Plan plan;
    plan.buffers = {{"in", ElementType::F32, 1, n, {InitialContent::Kind::SmallIntegers, 1}},
                    {"out", ElementType::F32, n / 8, 8, {InitialContent::Kind::Zeros}}};
    plan.steps.emplace_back(UploadStep{0});
    plan.steps.emplace_back(UploadStep{1});
    Launch launch;
    launch.kernel = kernelOf(text, "k");
    launch.grid = grid;
    launch.block = block;
    launch.arguments = {BufferId{1}, BufferId{0}, static_cast<std::int32_t>(n)};
    for (int i = 0; i < launches; ++i) {
        launch.grid.x = grid.x + static_cast<std::uint32_t>(i);
        plan.steps.emplace_back(LaunchStep{launch});
    }
    return plan;
}

ThreadWork workOf(const Plan& plan, std::size_t launch = 0, const ThreadWorkOptions& options = {}) {
    Result<ThreadWork> work = threadWorkOf(plan, launch, options, {});
    if (!work) ADD_FAILURE() << describe(work.error());
    return work ? std::move(*work) : ThreadWork();
}

TEST(ThreadWork, TellsWritersHelpersAndIdleThreadsApart) {
    const ThreadWork work = workOf(planOf(kEvenAndOdd, {3, 1, 1}, {64, 1, 1}, 72));
    EXPECT_EQ(work.state(0), State::Writes);
    EXPECT_EQ(work.state(1), State::Helps);
    EXPECT_EQ(work.state(70), State::Writes);
    EXPECT_EQ(work.state(71), State::Helps);
    EXPECT_EQ(work.state(72), State::Idle);
    EXPECT_EQ(work.state(64 * 3), State::NotRun) << "there is no such thread";
    EXPECT_FALSE(work.isWasted(1));
    EXPECT_TRUE(work.isWasted(2));
    const ThreadWork::Totals& totals = work.totals();
    EXPECT_EQ(totals.blocks, 3U);
    EXPECT_EQ(totals.blocksKnown, 3U);
    EXPECT_EQ(totals.blocksWasted, 1U);
    EXPECT_EQ(totals.threads, 192U);
    EXPECT_EQ(totals.writing, 36U);
    EXPECT_EQ(totals.helping, 36U);
    EXPECT_EQ(totals.idle, 120U);
}

TEST(ThreadWork, KnowsElementsOfThreadsAndThreadsOfElements) {
    const ThreadWork work = workOf(planOf(kEvenAndOdd, {3, 1, 1}, {64, 1, 1}, 72));
    ASSERT_EQ(work.writesOf(66).size(), 1U) << "written twice, said once";
    EXPECT_EQ(work.writesOf(66).front(), (ThreadWork::Write{66, 1, 66}));
    EXPECT_TRUE(work.writesOf(67).empty());
    EXPECT_EQ(work.writersOf(1, 66), std::vector<std::uint32_t>{66});
    EXPECT_TRUE(work.writersOf(1, 67).empty());
    EXPECT_TRUE(work.writersOf(0, 0).empty());
    EXPECT_EQ(work.buffers(), std::vector<BufferId>{1});
}

TEST(ThreadWork, VectorStoresAndAtomicsCountByElement) {
    const ThreadWork work = workOf(planOf(kPairs, {1, 1, 1}, {32, 1, 1}, 64));
    ASSERT_EQ(work.writesOf(3).size(), 3U);
    EXPECT_EQ(work.writesOf(3)[0].element, 0U);
    EXPECT_EQ(work.writesOf(3)[1].element, 6U);
    EXPECT_EQ(work.writesOf(3)[2].element, 7U);
    EXPECT_EQ(work.writersOf(1, 0).size(), 32U);
}

TEST(ThreadWork, LooksAtTheLaunchThatIsAskedFor) {
    const Plan plan = planOf(kEvenAndOdd, {1, 1, 1}, {64, 1, 1}, 72, 3);
    const ThreadWork second = workOf(plan, 1);
    EXPECT_EQ(second.launch(), 1U);
    EXPECT_EQ(second.grid(), (Dim3{2, 1, 1}));
    const Result<ThreadWork> none = threadWorkOf(plan, 3, {}, {});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::IllegalValue);
}

TEST(ThreadWork, BeyondItsLimitsItSaysWhatItDoesNotKnow) {
    const Plan plan = planOf(kEvenAndOdd, {3, 1, 1}, {64, 1, 1}, 72);
    const ThreadWork two = workOf(plan, 0, {.mostThreads = 130});
    EXPECT_EQ(two.totals().blocksKnown, 2U);
    EXPECT_EQ(two.state(128), State::NotRun);
    EXPECT_FALSE(two.isWasted(2)) << "nobody knows";
    const ThreadWork few = workOf(plan, 0, {.mostWrites = 10});
    EXPECT_TRUE(few.cut());
    EXPECT_EQ(few.writes().size(), 10U);
    EXPECT_EQ(few.totals().writing, 36U) << "states are known all the same";
    const ThreadWork sampled = workOf(planOf(kEvenAndOdd, {30, 1, 1}, {64, 1, 1}, 1920), 0, {.maxBlocks = 5});
    EXPECT_LT(sampled.totals().blocksKnown, 30U);
    EXPECT_GT(sampled.totals().blocksKnown, 0U);
}

TEST(ThreadWork, ALaunchThatFaultsIsToldOfAsFarAsItWent) {
    const ThreadWork work = workOf(planOf(kFaulting, {1, 1, 1}, {96, 1, 1}, 72));
    EXPECT_TRUE(work.fault());
}

TEST(ThreadWork, CanBeStopped) {
    std::stop_source stop;
    stop.request_stop();
    const auto work =
        threadWorkOf(planOf(kEvenAndOdd, {3, 1, 1}, {64, 1, 1}, 72), 0, {}, JobContext{stop.get_token(), {}});
    ASSERT_FALSE(work);
    EXPECT_EQ(work.error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace lanescope
