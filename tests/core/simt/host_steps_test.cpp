// SPDX-License-Identifier: GPL-3.0-or-later
// What the host does between launches, in the emulator.
#include "core/plan/library_call.h"
#include "tests/core/algorithms/shipped_catalogue.h"
#include "tests/core/simt/run_ptx.h"

namespace lanescope {
namespace {

using Direction = CopyStep::Direction;
using Kind = InitialContent::Kind;

Result<HostBuffers> emulated(const Plan& plan) {
    simt::Emulator emulator;
    return runPlan(plan, emulator, {});
}

double elementOf(const Plan& plan, const HostBuffers& after, BufferId buffer, std::size_t index) {
    const ElementType type = plan.buffers[buffer].type;
    return elementAsDouble(type, after.at(buffer).data() + index * sizeOf(type));
}

TEST(HostSteps, ContentThatIsHeldFromTheStartIsThatOfAnUpload) {
    for (const char* type : {"f32", "f64", "i32"}) {
        Plan plan = planFor("vector.add", {{"n", "100000"}, {"type", type}}).value();
        const auto uploaded = emulated(plan);
        std::erase_if(plan.steps, [](const Step& step) { return std::holds_alternative<UploadStep>(step); });
        simt::Emulator emulator({.heldFromStart = {0, 1}});
        const auto held = runPlan(plan, emulator, {});
        ASSERT_TRUE(uploaded && held) << type;
        EXPECT_EQ(held->back(), uploaded->back()) << type;
        std::vector<std::byte> input(plan.buffers[0].bytes());
        ASSERT_TRUE(emulator.download(0, input));
        EXPECT_EQ(input, initialBytes(plan.buffers[0])) << type;
        EXPECT_EQ(emulator.memory().allocation(0).uninitialisedWords, 0U) << type;
    }
}

// A small upload made all that a matrix of a gigabyte holds, of which a sampled launch reads a few blocks' parts.
TEST(HostSteps, OfBuffersThatHoldTheirContentOnlyTheOneThatIsUploadedToIsMade) {
    const Plan plan = planFor("vector.add", {{"n", "100000"}}).value();
    simt::Emulator emulator({.heldFromStart = {0, 1}});
    ASSERT_TRUE(emulator.allocate(plan.buffers));
    const std::vector<std::byte> bytes(plan.buffers[1].bytes());
    ASSERT_TRUE(emulator.upload(1, bytes));
    EXPECT_NE(emulator.memory().allocation(0).content, nullptr);
    EXPECT_EQ(emulator.memory().allocation(1).content, nullptr);
    ASSERT_TRUE(emulator.fill({.buffer = 1}));
    EXPECT_NE(emulator.memory().allocation(0).content, nullptr);
    std::vector<std::byte> input(plan.buffers[0].bytes());
    ASSERT_TRUE(emulator.download(0, input));
    EXPECT_EQ(input, initialBytes(plan.buffers[0]));
}

TEST(HostSteps, CopiesOfPartsAreRectangles) {
    Plan plan;
    plan.buffers = {{"A", ElementType::F64, 4, 6, {Kind::Ramp}},
                    {"half", ElementType::F64, 4, 3, {}, Buffer::Place::Device},
                    {"turned", ElementType::F64, 4, 6, {}}};
    plan.steps = {FillStep{2},
                  CopyStep{Direction::ToDevice, {0, 0, 3, 4, 3}, {1}},
                  CopyStep{Direction::OnDevice, {1, 0, 0, 2, 3}, {2, 2, 1, 2, 3}},
                  CopyStep{Direction::OnDevice, {1, 2, 0, 2, 3}, {2, 0, 1, 2, 3}},
                  DownloadStep{2},
                  CopyStep{Direction::ToHost, {1, 3, 2, 1, 1}, {2, 0, 0, 1, 1}}};
    const auto after = emulated(plan);
    ASSERT_TRUE(after) << describe(after.error());
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 6; ++j) {
            const bool inside = j >= 1 && j < 4;
            const double expected = inside ? static_cast<double>((i + 2) % 4 * 6 + j + 2) : i + j == 0 ? 23 : 0;
            EXPECT_EQ(elementOf(plan, *after, 2, i * 6 + j), expected) << i << ' ' << j;
        }
}

TEST(HostSteps, WhatWasCopiedIsInitialisedAndWhatWasNotIsNot) {
    for (const ElementType type : {ElementType::U8, ElementType::F16, ElementType::F32, ElementType::F64}) {
        simt::Emulator emulator;
        const std::vector<Buffer> buffers{{"A", type, 4, 8, {}}, {"B", type, 4, 8, {}}};
        ASSERT_TRUE(emulator.allocate(buffers));
        std::vector<std::byte> host(buffers[0].bytes());
        ASSERT_TRUE(emulator.copy({Direction::ToDevice, {0, 0, 0, 2, 4}, {0, 1, 4, 2, 4}}, host));
        const auto isSet = [&](BufferId buffer, std::uint64_t i, std::uint64_t j) {
            return emulator.memory().allocation(buffer).initialised[(i * 8 + j) * sizeOf(type) / 4] != 0;
        };
        EXPECT_TRUE(isSet(0, 1, 4) && isSet(0, 2, 7));
        EXPECT_FALSE(isSet(0, 0, 4) || isSet(0, 1, 0) || isSet(0, 3, 4));
        ASSERT_TRUE(emulator.fill({1}));
        ASSERT_TRUE(emulator.copy({Direction::OnDevice, {0, 0, 0, 4, 8}, {1}}, {}));
        for (std::uint64_t i = 0; i < 4; ++i)
            for (const std::uint64_t j : {0, 4})
                EXPECT_EQ(isSet(1, i, j), isSet(0, i, j) || sizeOf(type) < 4) << nameOf(type) << i << ' ' << j;
        std::uint64_t missing = 0;
        for (const std::uint8_t flag : emulator.memory().allocation(1).initialised) missing += flag == 0 ? 1 : 0;
        EXPECT_EQ(emulator.memory().allocation(1).uninitialisedWords, missing);
    }
}

TEST(HostSteps, CallsOfALibraryAreDoneOnTheDevicesMemory) {
    Plan plan;
    plan.buffers = {{"A", ElementType::F64, 6, 6, {Kind::SmallIntegers, 1}}, {"C", ElementType::F64, 6, 6, {}}};
    plan.steps = {UploadStep{0},
                  LibraryStep{LibraryStep::Call::Gemm, {0, 0, 0, 3, 6}, {0, 3, 0, 3, 6}, {1, 0, 0, 3, 3}, false, true},
                  LibraryStep{LibraryStep::Call::Syrk, {0, 0, 0, 3, 6}, {}, {1, 3, 3, 3, 3}}, DownloadStep{1}};
    simt::Emulator emulator;
    const auto after = runPlan(plan, emulator, {});
    ASSERT_TRUE(after) << describe(after.error());
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            double product = 0;
            double square = 0;
            for (std::size_t k = 0; k < 6; ++k) {
                product += elementOf(plan, *after, 0, i * 6 + k) * elementOf(plan, *after, 0, (j + 3) * 6 + k);
                square += elementOf(plan, *after, 0, i * 6 + k) * elementOf(plan, *after, 0, j * 6 + k);
            }
            EXPECT_EQ(elementOf(plan, *after, 1, i * 6 + j), product);
            EXPECT_EQ(elementOf(plan, *after, 1, (i + 3) * 6 + j + 3), j <= i ? square : 0);
            const auto& flags = emulator.memory().allocation(1).initialised;
            EXPECT_EQ(flags[2 * ((i + 3) * 6 + j + 3)], j <= i ? 1 : 0) << "cuBLAS leaves the upper triangle alone";
        }
}

/// out[i] += in[i]
const std::string kAdd = R"(.version 9.0
.target sm_75
.address_size 64
.visible .entry add(.param .u64 out, .param .u64 in)
{
.reg .b32 %r<9>;
.reg .b64 %rd<9>;
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd1, %rd1, %rd3;
    add.s64 %rd2, %rd2, %rd3;
    ld.global.u32 %r2, [%rd1];
    ld.global.u32 %r3, [%rd2];
    add.u32 %r2, %r2, %r3;
    st.global.u32 [%rd1], %r2;
    ret;
}
)";

Plan addingPlan() {
    auto kernel = std::make_shared<Kernel>();
    kernel->module = std::make_shared<const ptx::Module>(ptx::parse(kAdd, "add.ptx").value());
    kernel->entry = "add";
    Plan plan;
    plan.buffers = {{"sum", ElementType::I32, 1, 32, {Kind::Ramp}},
                    {"in", ElementType::I32, 1, 32, {Kind::Ramp}},
                    {"log", ElementType::I32, 1, 1, {}, Buffer::Place::Host}};
    const LaunchStep launch{Launch{kernel, {1, 1, 1}, {32, 1, 1}, 0, {BufferId{0}, BufferId{1}}, 1}};
    HostStep twice{"double it", false, {0}, {0}, {}, 32};
    twice.task = [](HostBuffers& host, const JobContext&) -> Result<void> {
        for (std::size_t i = 0; i < 32; ++i) {
            std::int32_t value = 0;
            std::memcpy(&value, host[0].data() + 4 * i, 4);
            value *= 2;
            std::memcpy(host[0].data() + 4 * i, &value, 4);
        }
        return {};
    };
    plan.steps = {UploadStep{0}, UploadStep{1}, launch,        launch, DownloadStep{0, HostMemory::Pinned, 1},
                  WaitStep{1},   twice,         UploadStep{0}, launch, DownloadStep{0}};
    return plan;
}

TEST(HostSteps, TasksOfTheCpuAndLaunchesTakeTurns) {
    const Plan plan = addingPlan();
    const auto after = emulated(plan);
    ASSERT_TRUE(after) << describe(after.error());
    for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(elementOf(plan, *after, 0, i), (3 * i) * 2 + i);
}

TEST(HostSteps, ABufferOfTheHostIsNoArgument) {
    Plan plan = addingPlan();
    std::get<LaunchStep>(plan.steps[2]).launch.arguments[1] = BufferId{2};
    const auto after = emulated(plan);
    ASSERT_FALSE(after);
    EXPECT_EQ(after.error().code, ErrorCode::Internal);
    simt::Emulator emulator;
    ASSERT_TRUE(emulator.allocate(plan.buffers));
    const auto launched = emulator.launch(std::get<LaunchStep>(plan.steps[2]).launch, {});
    ASSERT_FALSE(launched);
    EXPECT_EQ(launched.error().code, ErrorCode::InvalidLaunch);
}

}  // namespace
}  // namespace lanescope
