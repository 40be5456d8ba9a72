// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/sample_recorder.h"

#include <gtest/gtest.h>

#include "core/plan/executor.h"
#include "core/plan/launch_spec.h"
#include "core/ptx/parser.h"
#include "core/timing/machine_stream.h"

namespace lanescope::timing {
namespace {

constexpr const char* kDoubled = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry doubled(.param .u64 values)
{
    .reg .b32 %r<5>;
    .reg .f32 %f<3>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [values];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %tid.x;
    mad.lo.s32 %r3, %r1, 64, %r2;
    mul.wide.s32 %d2, %r3, 4;
    add.s64 %d3, %d1, %d2;
    ld.global.f32 %f1, [%d3];
    add.f32 %f2, %f1, %f1;
    st.global.f32 [%d3], %f2;
    ret;
}
)";

/// `blocks` of 64 threads, whose kernel has an array with an element for each of them.
std::shared_ptr<LaunchSample> sampledOf(const char* text, const std::string& elements, std::uint32_t blocks,
                                        SampleOptions options) {
    auto module = ptx::parse(text, "small.ptx");
    EXPECT_TRUE(module);
    const auto plan = planOf({.entry = "",
                              .grid = {blocks, 1, 1},
                              .block = {64, 1, 1},
                              .arguments = {"buf:f32:" + std::to_string(blocks * 64) + ":" + elements}},
                             std::make_shared<const ptx::Module>(std::move(*module)));
    EXPECT_TRUE(plan) << (plan ? "" : describe(plan.error()));
    SampleRecorder recorder(options);
    simt::Emulator emulator({.observer = &recorder});
    EXPECT_TRUE(runPlan(*plan, emulator, {}));
    EXPECT_EQ(recorder.samples().size(), 1U);
    return recorder.samples().at(0);
}

/// Each thread doubles an element of its own.
std::shared_ptr<LaunchSample> sampled(std::uint32_t blocks, SampleOptions options) {
    return sampledOf(kDoubled, "ramp", blocks, options);
}

TEST(SampleRecorder, KeepsTheBlocksOfOneMultiprocessor) {
    const auto sample = sampled(12, {.multiprocessors = 4});
    ASSERT_EQ(sample->blocks.size(), 3U);
    EXPECT_EQ(sample->blocksOfMultiprocessor, 3U);
    EXPECT_EQ(sample->blocks[1].index - sample->blocks[0].index, 4U);
    EXPECT_EQ(sample->blocks[2].index - sample->blocks[1].index, 4U);
    for (const SampledBlock& block : sample->blocks) {
        ASSERT_EQ(block.warps.size(), 2U);
        EXPECT_EQ(block.warps[0].events.size(), 10U);
        EXPECT_FALSE(block.cut);
    }
    EXPECT_DOUBLE_EQ(sample->stepsPerBlock, 20);
    EXPECT_DOUBLE_EQ(sample->distinctRead, 12 * 64 * 4 / 32.0);
}

TEST(SampleRecorder, AnAccessHasItsSectors) {
    const auto sample = sampled(1, {});
    ASSERT_EQ(sample->accesses.size(), 4U);  // load and store of two warps
    EXPECT_EQ(sample->accesses[0].kind, simt::AccessKind::Load);
    EXPECT_EQ(sample->accesses[0].sectors, 4);
    EXPECT_EQ(sample->accesses[0].lines, 1);
    EXPECT_EQ(sample->accesses[1].kind, simt::AccessKind::Store);
    EXPECT_TRUE(sample->accesses[1].whole);
    EXPECT_EQ(sample->sectors[sample->accesses[0].firstSector], sample->sectors[sample->accesses[1].firstSector]);
}

/// Like a frontier of a graph: who finds a mark takes it away, and has more to do.
TEST(SampleRecorder, KeepsWhatTheLaunchFindsThoughItWorksInPlace) {
    std::string text = kDoubled;
    const std::string add = "    add.f32 %f2, %f1, %f1;\n";
    text.replace(text.find(add), add.size(),
                 "    setp.eq.f32 %p1, %f1, 0f00000000;\n    @%p1 bra $end;\n    mov.f32 %f2, 0f00000000;\n");
    text.replace(text.find("    ret;"), 8, "$end:\n    ret;");
    text.insert(text.find("    .reg .f32"), "    .reg .pred %p<2>;\n");
    const auto sample = sampledOf(text.c_str(), "const=1", 12, {.multiprocessors = 4});
    ASSERT_EQ(sample->blocks.size(), 3U);
    for (const SampledBlock& block : sample->blocks) EXPECT_EQ(block.warps[0].events.size(), 12U);
    EXPECT_EQ(sample->accesses.back().kind, simt::AccessKind::Store);
}

TEST(SampleRecorder, LargeGridsAreSampled) {
    const auto sample = sampled(2000, {.multiprocessors = 4, .steps = 400, .blocks = 10});
    EXPECT_LE(sample->blocks.size(), 40U);
    EXPECT_GE(sample->blocks.size(), 10U);
    EXPECT_EQ(sample->blocksOfMultiprocessor, 500U);
}

TEST(SampleRecorder, LeavesMemoryAsItWas) {
    auto module = ptx::parse(kDoubled, "doubled.ptx");
    ASSERT_TRUE(module);
    const auto plan =
        planOf({.entry = "doubled", .grid = {12, 1, 1}, .block = {64, 1, 1}, .arguments = {"buf:f32:768:ramp"}},
               std::make_shared<const ptx::Module>(std::move(*module)));
    ASSERT_TRUE(plan);
    SampleRecorder recorder({.multiprocessors = 4});
    simt::Emulator watched({.observer = &recorder});
    simt::Emulator alone;
    const auto with = runPlan(*plan, watched, {});
    const auto without = runPlan(*plan, alone, {});
    ASSERT_TRUE(with && without);
    EXPECT_EQ(*with, *without);  // each value is doubled once
    EXPECT_EQ(watched.memory().journal(), nullptr);
}

TEST(MachineStream, WarpsThatDoTheSameShareTheirRegions) {
    const auto sample = sampled(12, {.multiprocessors = 4});
    const MachineStream stream = machineStreamOf(*sample, 32, {});
    ASSERT_EQ(stream.blocks.size(), 3U);
    EXPECT_EQ(stream.regions.size(), 1U);
    ASSERT_EQ(stream.blocks[0][0].size(), 1U);
    EXPECT_EQ(stream.regions[0].ops.size(), 10U);  // nobody has modelled its machine code: each counts as one
}

}  // namespace
}  // namespace lanescope::timing
