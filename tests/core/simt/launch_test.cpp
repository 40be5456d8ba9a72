// SPDX-License-Identifier: GPL-3.0-or-later
// Launches that CUDA would refuse, PTX that cannot be run, stopping, and how far a launch is.
#include <gtest/gtest.h>

#include "tests/core/simt/run_ptx.h"

namespace lanescope::simt {
namespace {

/// Why the launch is refused.
std::string refused(Trial run) {
    const Result<void> done = run();
    if (done || done.error().code != ErrorCode::InvalidLaunch) {
        ADD_FAILURE() << (done ? "it ran" : describe(done.error()));
        return {};
    }
    EXPECT_EQ(done.error().arguments.at("kernel"), "k");
    EXPECT_TRUE(run.emulator->reports().empty());
    return done.error().arguments.at("reason");
}

TEST(InvalidLaunch, BlocksAndGridsBeyondTheLimits) {
    EXPECT_EQ(refused({.body = "ret;", .block = {1025, 1, 1}}),
              "a block of 1025 × 1 × 1 has 1025 threads, and CUDA allows at most 1024");
    EXPECT_EQ(refused({.body = "ret;", .block = {33, 32, 1}}),
              "a block of 33 × 32 × 1 has 1056 threads, and CUDA allows at most 1024");
    EXPECT_EQ(refused({.body = "ret;", .block = {1, 1, 65}}),
              "the block's z dimension is 65, and CUDA allows at most 64");
    EXPECT_EQ(refused({.body = "ret;", .block = {0, 1, 1}}), "a block of 0 × 1 × 1 threads has none");
    EXPECT_EQ(refused({.body = "ret;", .grid = {1, 0, 1}}), "a grid of 1 × 0 × 1 blocks has none");
    EXPECT_EQ(refused({.body = "ret;", .grid = {1, 65536, 1}}),
              "the grid's y dimension is 65536, and CUDA allows at most 65535");
    EXPECT_EQ(refused({.body = "ret;", .grid = {1, 1, 70000}}),
              "the grid's z dimension is 70000, and CUDA allows at most 65535");
}

TEST(InvalidLaunch, TooMuchSharedMemory) {
    EXPECT_EQ(refused({.body = ".shared .align 4 .b8 s[49156];\nmov.u32 %r1, s;\nret;"}),
              "its shared arrays take 49156 bytes, and a block may have 49152");
    EXPECT_EQ(refused({.body = "ret;", .dynamicSharedBytes = 227 * 1024 + 1}),
              "it asks for 232449 bytes of shared memory, and a block may have 232448");
}

// A GPU runs it when the host has asked for more than 48 KiB; both executors are taken to have.
TEST(InvalidLaunch, StaticAndDynamicSharedMemoryCountTogether) {
    const std::string body = ".shared .align 4 .b8 s[40960];\nmov.u32 %r1, s;\nst.shared.u32 [%r1+61436], %r1;\nret;";
    Trial{.body = body, .dynamicSharedBytes = 20 * 1024}.ok();
    Trial{.body = body, .dynamicSharedBytes = 187 * 1024}.ok();
    EXPECT_EQ(refused({.body = body, .dynamicSharedBytes = 187 * 1024 + 1}),
              "it asks for 232449 bytes of shared memory, and a block may have 232448");
}

TEST(InvalidLaunch, ArgumentsThatDoNotFit) {
    Trial run{.body = "ret;", .integer = 7};
    run.ok();
    const auto with = [&](std::vector<Argument> arguments) {
        Launch launch = run.launch;
        launch.arguments = std::move(arguments);
        const Result<void> done = run.emulator->launch(launch, {});
        return done ? std::string("it ran") : done.error().arguments.at("reason");
    };
    EXPECT_EQ(
        with({BufferId{0}}),
        "it has 2 parameters, and 1 argument is given; 0 is .u64 of 8 bytes (u64:1), 1 is .u32 of 4 bytes (u32:1)");
    EXPECT_EQ(with({BufferId{0}, 1.0F}), "argument 1 is f32, and parameter n is .u32 of 4 bytes: write u32:1");
    EXPECT_EQ(with({BufferId{0}, 1.0}), "argument 1 is f64, and parameter n is .u32 of 4 bytes: write u32:1");
    EXPECT_EQ(with({std::int32_t{1}, std::int32_t{2}}),
              "argument 0 is i32, and parameter a is .u64 of 8 bytes: write u64:1");
    EXPECT_EQ(with({BufferId{9}, std::int32_t{2}}), "argument 0 names buffer 9, which there is not");
    EXPECT_EQ(with({BufferId{0}, std::int32_t{2}}), "it ran");
}

TEST(InvalidLaunch, AnUnknownEntryIsNamed) {
    auto kernel = std::make_shared<Kernel>(*kernelOf(entryText("ret;")));
    kernel->entry = "other";
    Emulator emulator;
    Launch launch;
    launch.kernel = kernel;
    const Result<void> done = emulator.launch(launch, {});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::PtxUnknownEntry);
    EXPECT_EQ(done.error().arguments.at("entry"), "other");
}

TEST(InvalidLaunch, MemoryThatNoMachineHas) {
    Emulator emulator;
    const std::vector<Buffer> buffers{{"huge", ElementType::F64, 1ULL << 40, 1ULL << 40, {}}};
    const Result<void> done = emulator.allocate(buffers);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::TooLarge);
    EXPECT_NE(done.error().arguments.at("what").find("huge"), std::string::npos);
}

TEST(Unsupported, TheInstructionAndItsLineAreNamed) {
    for (const std::string instruction :
         {"griddepcontrol.wait", "tex.1d.v4.s32.s32 {%r1, %r2, %r3, %r4}, [t, {%r5}]"}) {
        Trial run{.body = instruction + ";\nret;"};
        const Result<void> done = run();
        ASSERT_FALSE(done) << instruction;
        EXPECT_EQ(done.error().code, ErrorCode::PtxUnsupported) << describe(done.error());
        EXPECT_EQ(done.error().arguments.at("instruction"), instruction);
        EXPECT_EQ(done.error().arguments.at("line"), "12");
        EXPECT_EQ(done.error().arguments.at("file"), "test.ptx");
    }
}

TEST(Stopping, ALaunchWithoutEndCanBeCancelled) {
    Trial run{.body = "ret;"};
    run.ok();
    Launch launch = run.launch;
    launch.kernel = kernelOf(entryText("LOOP:\nadd.u32 %r1, %r1, 1;\nbra LOOP;\n"));
    std::stop_source source;
    JobContext job;
    job.stop = source.get_token();
    int reports = 0;
    job.progress = [&](double) {
        if (++reports == 3) source.request_stop();
    };
    const Result<void> done = run.emulator->launch(launch, job);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(run.emulator->reports().size(), 1U);
}

TEST(Reports, OneForEachLaunch) {
    Trial run{.body = ".shared .align 4 .b8 s[96];\nmov.u32 %r1, s;\nret;", .grid = {2, 3, 1}, .block = {8, 4, 1}};
    run.ok();
    ASSERT_TRUE(run.emulator->launch(run.launch, {}));
    ASSERT_EQ(run.emulator->reports().size(), 2U);
    const LaunchReport& report = run.emulator->reports()[1];
    EXPECT_EQ(report.kernel, "k");
    EXPECT_EQ(report.grid, (Dim3{2, 3, 1}));
    EXPECT_EQ(report.block, (Dim3{8, 4, 1}));
    EXPECT_EQ(report.staticSharedBytes, 96U);
    EXPECT_EQ(report.blocksRun, 6U);
    EXPECT_FALSE(report.sampled());
    EXPECT_EQ(report.counts.warpInstructions, 12U);
    EXPECT_EQ(report.counts, run.emulator->reports()[0].counts);
}

}  // namespace
}  // namespace lanescope::simt
