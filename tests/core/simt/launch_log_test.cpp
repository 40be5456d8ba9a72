// SPDX-License-Identifier: GPL-3.0-or-later
// The promise of a log: reading a block gives the very steps that stepping through it gives.
#include "core/simt/log/launch_log.h"

#include "tests/core/algorithms/shipped_catalogue.h"
#include "tests/core/simt/run_ptx.h"

namespace lanescope::simt {
namespace {

constexpr std::uint64_t kPlenty = 1ULL << 30;

/// Notes all steps of all blocks.
class Stepping final : public BlockObserver {
public:
    struct Block {
        std::size_t launch = 0;
        Dim3 block;
        std::vector<StepRecord> steps;
    };
    std::vector<Block> blocks;

    [[nodiscard]] bool wants(std::size_t, Dim3) const override { return true; }
    void begin(std::size_t launch, const Launch&, Dim3 block, std::shared_ptr<const Program>, const BlockExecution&,
               DeviceMemory&) override {
        blocks.push_back({launch, block, {}});
    }
    bool step(const StepRecord& record, const BlockExecution&) override {
        blocks.back().steps.push_back(record);
        return true;
    }
};

void expectSame(const StepRecord& read, const StepRecord& stepped) {
    ASSERT_EQ(read.warp, stepped.warp);
    ASSERT_EQ(read.instruction, stepped.instruction);
    ASSERT_EQ(read.active, stepped.active);
    ASSERT_EQ(read.access, stepped.access);
    ASSERT_EQ(read.space, stepped.space);
    ASSERT_EQ(read.bytesPerLane, stepped.bytesPerLane);
    ASSERT_EQ(read.address, stepped.address);
}

void expectLogOf(const LaunchLog& log, const Stepping::Block& block) {
    ASSERT_TRUE(log.has(block.block));
    ASSERT_EQ(log.stepsOf(block.block), block.steps.size());
    LogReader reader(log, block.block);
    StepRecord record;
    for (std::size_t i = 0; i < block.steps.size(); ++i) {
        SCOPED_TRACE("block " + std::to_string(block.block.x) + "," + std::to_string(block.block.y) + " step " +
                     std::to_string(i));
        ASSERT_TRUE(reader.next(record));
        ASSERT_NO_FATAL_FAILURE(expectSame(record, block.steps[i]));
    }
    EXPECT_FALSE(reader.next(record));
}

/// The trial twice: stepping through all blocks, and logged. Whether it ends in a fault is the same.
std::shared_ptr<const LaunchLog> expectLogged(Trial trial, Scheduling scheduling) {
    SCOPED_TRACE(scheduling == Scheduling::ReconvergenceStack ? "stack" : "independent");
    Stepping stepping;
    trial.options.scheduling = scheduling;
    trial.options.observer = &stepping;
    const bool finished = trial().has_value();
    trial.options.observer = nullptr;
    trial.options.logBytes = kPlenty;
    EXPECT_EQ(trial().has_value(), finished);
    const std::shared_ptr<const LaunchLog> log = trial.emulator->reports().at(0).log;
    if (!log) {
        ADD_FAILURE() << "no log";
        return nullptr;
    }
    EXPECT_EQ(log->blocks(), stepping.blocks.size());
    EXPECT_FALSE(log->cut());
    std::uint64_t steps = 0;
    for (const Stepping::Block& block : stepping.blocks) {
        expectLogOf(*log, block);
        if (::testing::Test::HasFatalFailure()) return log;
        steps += block.steps.size();
    }
    EXPECT_EQ(log->steps(), steps);
    return log;
}

/// Under both policies; gives the stack's log.
std::shared_ptr<const LaunchLog> expectLogged(const auto& makeTrial) {
    expectLogged(makeTrial(), Scheduling::IndependentThreads);
    return expectLogged(makeTrial(), Scheduling::ReconvergenceStack);
}

/// Numbers that look random, below `limit`.
std::vector<std::int32_t> scattered(std::size_t count, std::uint32_t limit) {
    std::vector<std::int32_t> values(count);
    std::uint32_t seed = 12345;
    for (std::int32_t& value : values) {
        seed = seed * 1664525U + 1013904223U;
        value = static_cast<std::int32_t>((seed >> 8) % limit);
    }
    return values;
}

Trial gather(const std::string& body, Dim3 grid, Dim3 block) {
    return {.body = kAddressOfThread + body,
            .grid = grid,
            .block = block,
            .buffers = {{"a", ElementType::I32, 1, 4096, {}}, {"b", ElementType::I32, 1, 4096, {}}},
            .contents = {bytesOf(scattered(4096, 4096)), bytesOf(scattered(4096, 1024))}};
}

TEST(LaunchLog, DivergentLoopsAndGuards) {
    expectLogged([] {
        return gather(R"(
        ld.param.u64 %d2, [b];
        ld.global.u32 %r1, [%d1];
        and.b32 %r1, %r1, 15;
        mov.u32 %r2, 0;
    top:
        setp.ge.u32 %p1, %r2, %r1;
        @%p1 bra done;
        and.b32 %r3, %r2, 1;
        setp.eq.u32 %p2, %r3, 0;
        mul.wide.u32 %d3, %r2, 4;
        add.s64 %d4, %d2, %d3;
        @%p2 ld.global.u32 %r4, [%d4];
        @!%p2 st.global.u32 [%d4+64], %r2;
        ld.global.u32 %r5, [%d4];
        @%p2 bra even;
        st.global.u32 [%d1], %r2;
        bra join;
    even:
        ld.global.u32 %r4, [%d1];
    join:
        add.u32 %r2, %r2, 1;
        bra top;
    done:
        setp.gt.u32 %p3, %r0, 40;
        @%p3 exit;
        st.global.u32 [%d1], %r2;
        ret;)",
                      {2, 2, 1}, {56, 1, 1});
    });
}

TEST(LaunchLog, RandomGathersAndPointersThatOverwriteThemselves) {
    expectLogged([] {
        return gather(R"(
        ld.param.u64 %d2, [b];
        mov.u32 %r2, 0;
    top:
        ld.global.u32 %r1, [%d1];
        mul.wide.u32 %d3, %r1, 4;
        add.s64 %d1, %d0, %d3;
        add.s64 %d4, %d2, %d3;
        ld.global.u32 %r4, [%d4];
        and.b32 %r5, %r4, 1022;
        mul.wide.u32 %d4, %r5, 4;
        add.s64 %d4, %d2, %d4;
        ld.global.u64 %d4, [%d4];
        add.u32 %r2, %r2, 1;
        setp.lt.u32 %p1, %r2, 200;
        @%p1 bra top;
        ret;)",
                      {3, 1, 1}, {96, 1, 1});
    });
}

TEST(LaunchLog, SharedMemoryBy32BitAddressesAtomicsAndBarriers) {
    expectLogged([] {
        return gather(R"(
        .shared .align 16 .b8 tile[4096];
        mov.u32 %r1, tile;
        shl.b32 %r2, %r0, 2;
        add.u32 %r3, %r1, %r2;
        sub.u32 %r4, %r1, 2000000000;
        mov.u32 %r5, 0;
        st.shared.u32 [%r3], %r5;
        st.shared.u32 [%r3+1024], %r5;
        bar.sync 0;
        ld.global.u32 %r6, [%d1];
        and.b32 %r6, %r6, 255;
        shl.b32 %r6, %r6, 2;
        add.u32 %r6, %r6, %r4;
        atom.shared.add.u32 %r7, [%r6+2000000000], 1;
        bar.sync 0;
        ld.shared.u32 %r8, [tile+16];
        cvta.shared.u64 %d5, %d4;
        ld.shared.v4.u32 {%r9, %r10, %r11, %r12}, [tile];
        atom.global.add.u32 %r7, [%d0], %r8;
        ret;)",
                      {2, 1, 1}, {128, 2, 1});
    });
}

TEST(LaunchLog, GenericAddressesInBothSpaces) {
    expectLogged([] {
        return gather(R"(
        .shared .align 16 .b8 tile[4096];
        cvta.shared.u64 %d4, tile;
        mul.wide.u32 %d5, %r0, 4;
        add.s64 %d4, %d4, %d5;
        st.u32 [%d4], %r0;
        setp.lt.u32 %p1, %r0, 20;
        selp.b64 %d6, %d4, %d1, %p1;
        ld.u32 %r3, [%d6];
        ld.u32 %r3, [%d1];
        ret;)",
                      {1, 1, 1}, {64, 1, 1});
    });
}

TEST(LaunchLog, ABlockThatFaultsIsLoggedUpToThere) {
    const auto log = expectLogged([] {
        return Trial{.body = kAddressOfThread + R"(
        st.global.u32 [%d1], %r0;
        mov.u32 %r1, %ctaid.x;
        mul.wide.u32 %d2, %r1, 2048;
        add.s64 %d3, %d1, %d2;
        ld.global.u32 %r3, [%d1];
        st.global.u32 [%d3+2048], %r0;
        st.global.u32 [%d1], %r0;
        ret;)",
                     .grid = {4, 1, 1},
                     .block = {64, 1, 1}};
    });
    EXPECT_EQ(log->blocks(), 2U);
    EXPECT_FALSE(log->has({2, 0, 0}));
}

TEST(LaunchLog, WhatIsNotThereHasNoSteps) {
    Trial trial{.body = "ret;", .grid = {5, 1, 1}, .options = {.maxBlocks = 3, .logBytes = kPlenty}};
    trial.ok();
    const LaunchLog& log = *trial.emulator->reports().at(0).log;
    EXPECT_EQ(log.blocks(), 3U);
    StepRecord record;
    for (const Dim3 block : {Dim3{1, 0, 0}, Dim3{5, 0, 0}, Dim3{0, 1, 0}}) {
        EXPECT_FALSE(log.has(block));
        EXPECT_EQ(log.stepsOf(block), 0U);
        EXPECT_FALSE(LogReader(log, block).next(record));
    }
}

TEST(LaunchLog, StopsWhereThereIsNoMoreRoomAndSaysSo) {
    Trial trial = gather("ld.global.u32 %r1, [%d1];\nret;", {64, 1, 1}, {32, 1, 1});
    trial.options.logBytes = 600;
    trial.ok();
    const LaunchLog& log = *trial.emulator->reports().at(0).log;
    EXPECT_TRUE(log.cut());
    EXPECT_GT(log.blocks(), 0U);
    EXPECT_LT(log.blocks(), 64U);
    EXPECT_TRUE(log.has({0, 0, 0}));
    EXPECT_FALSE(log.has({63, 0, 0}));
}

TEST(LaunchLog, RegularAccessesTakeNextToNothing) {
    const auto log = expectLogged([] {
        return gather(R"(
        mov.u32 %r2, 0;
    top:
        ld.global.u32 %r1, [%d1];
        add.s64 %d1, %d1, 8;
        add.u32 %r2, %r2, 1;
        setp.lt.u32 %p1, %r2, 1000;
        @%p1 bra top;
        ret;)",
                      {1, 1, 1}, {256, 1, 1});
    });
    EXPECT_LT(log->bytes(), 1500U);
    EXPECT_GT(log->steps(), 8 * 5000U);
}

class LogOf : public ::testing::TestWithParam<std::string> {};

TEST_P(LogOf, IsWhatSteppingGives) {
    const Algorithm& algorithm = **shippedCatalogue().find(GetParam());
    for (const char* type : {"f32", "f64"}) {
        const auto plan = algorithm.plan(asFarAsItGoes(algorithm, {{"n", "16"}, {"block", "8"}, {"type", type}}));
        ASSERT_TRUE(plan) << describe(plan.error());
        Stepping stepping;
        Emulator stepped({.observer = &stepping});
        const bool finished = runPlan(*plan, stepped, {}).has_value();
        Emulator logged({.logBytes = kPlenty});
        EXPECT_EQ(runPlan(*plan, logged, {}).has_value(), finished);
        EXPECT_EQ(stepping.blocks.empty(), logged.reports().empty());  // a plan may have no launches
        for (const Stepping::Block& block : stepping.blocks)
            ASSERT_NO_FATAL_FAILURE(expectLogOf(*logged.reports().at(block.launch).log, block));
    }
}

std::vector<std::string> allAlgorithms() {
    std::vector<std::string> ids;
    for (const auto& algorithm : shippedCatalogue().algorithms()) ids.emplace_back(algorithm->id());
    return ids;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, LogOf, ::testing::ValuesIn(allAlgorithms()), [](const auto& param) {
    std::string name = param.param;
    for (char& c : name) c = c == '.' || c == '-' ? '_' : c;
    return name;
});

}  // namespace
}  // namespace lanescope::simt
