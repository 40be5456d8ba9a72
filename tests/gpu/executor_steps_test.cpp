// SPDX-License-Identifier: GPL-3.0-or-later
// What CudaExecutor asks the driver for, on a stand-in for the driver that copies as it is told (fake_cuda.cpp).
#include <gtest/gtest.h>

#include "gpu/cublas.h"
#include "gpu/cuda_error.h"
#include "gpu/cuda_executor.h"
#include "gpu/kernel_facts.h"
#include "gpu/measure.h"
#include "tests/gpu/ptx_plan.h"

namespace lanescope {
namespace {

using Direction = CopyStep::Direction;
using Kind = InitialContent::Kind;

class ExecutorSteps : public testing::Test {
protected:
    void SetUp() override {
        auto opened = CudaSession::open();
        ASSERT_TRUE(opened) << describe(opened.error());
        m_session = *opened;
        ASSERT_EQ(m_session->gpu().spec.title, "Fake GPU");
    }
    Result<HostBuffers> run(const Plan& plan) const {
        CudaExecutor executor(m_session);
        return runPlan(plan, executor, {});
    }
    std::shared_ptr<CudaSession> m_session;
};

std::int32_t elementOf(const std::vector<std::byte>& bytes, std::size_t index) {
    return static_cast<std::int32_t>(elementAsDouble(ElementType::I32, bytes.data() + 4 * index));
}

/// Turns the quadrants of a matrix round by way of the device, in pinned and pageable memory and several streams.
Plan quadrants() {
    Plan plan;
    plan.buffers = {{"A", ElementType::I32, 4, 6, {Kind::Ramp}},
                    {"half", ElementType::I32, 4, 3, {}, Buffer::Place::Device},
                    {"turned", ElementType::I32, 4, 6, {}}};
    plan.steps = {CopyStep{Direction::ToDevice, {0, 0, 3, 4, 3}, {1}, HostMemory::Pinned, 1},
                  WaitStep{1},
                  CopyStep{Direction::OnDevice, {1, 0, 0, 2, 3}, {0, 2, 0, 2, 3}, HostMemory::Pageable, 2},
                  CopyStep{Direction::OnDevice, {1, 2, 0, 2, 3}, {0, 0, 0, 2, 3}, HostMemory::Pageable, 2},
                  WaitStep{},
                  FillStep{2, 0xff, 0},
                  CopyStep{Direction::ToHost, {0, 0, 0, 4, 3}, {2, 0, 3, 4, 3}, HostMemory::Pinned, 3},
                  WaitStep{3}};
    return plan;
}

TEST_F(ExecutorSteps, CopiesRectanglesBetweenAllPlaces) {
    const auto after = run(quadrants());
    ASSERT_TRUE(after) << describe(after.error());
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 6; ++j) {
            const std::size_t row = (i + 2) % 4;  // the right half of A, its upper and lower quarter changed
            EXPECT_EQ(elementOf(after->at(2), i * 6 + j), j < 3 ? 0 : static_cast<int>(row * 6 + j)) << i << ' ' << j;
        }
}

TEST_F(ExecutorSteps, UploadsAndDownloadsInStreamsAreWholeBuffers) {
    Plan plan;
    plan.buffers = {{"A", ElementType::I32, 3, 5, {Kind::Ramp}}};
    plan.steps = {UploadStep{0, HostMemory::Pinned, 1}, WaitStep{}};
    plan.steps.emplace_back(
        HostStep{"forget", false, {}, {0}, [](HostBuffers& host, const JobContext&) -> Result<void> {
                     std::ranges::fill(host[0], std::byte{1});
                     return {};
                 }});
    plan.steps.emplace_back(DownloadStep{0, HostMemory::Pinned, 2});
    const auto after = run(plan);
    ASSERT_TRUE(after) << describe(after.error());
    for (std::size_t i = 0; i < 15; ++i) EXPECT_EQ(elementOf(after->at(0), i), static_cast<int>(i));
}

TEST_F(ExecutorSteps, FillsBuffersOfTheDevice) {
    Plan plan;
    plan.buffers = {{"A", ElementType::I32, 1, 4, {}}};
    plan.steps = {FillStep{0, 1, 1}, WaitStep{1}, DownloadStep{0}};
    const auto after = run(plan);
    ASSERT_TRUE(after) << describe(after.error());
    EXPECT_EQ(elementOf(after->at(0), 3), 0x01010101);
}

TEST_F(ExecutorSteps, APlanOfTheCpuAloneNeedsNoMemoryOfTheDevice) {
    Plan plan;
    plan.buffers = {{"A", ElementType::F64, 1 << 14, 1 << 13, {}, Buffer::Place::Host}};  // as much as the device has
    plan.buffers.push_back({"B", ElementType::F64, 1, 16, {}, Buffer::Place::Host});
    plan.steps = {HostStep{"set", false, {}, {1}, [](HostBuffers& host, const JobContext&) -> Result<void> {
                               host[1][0] = std::byte{1};
                               return {};
                           }}};
    const auto after = run(plan);
    ASSERT_TRUE(after) << describe(after.error());
    EXPECT_EQ(after->at(1).at(0), std::byte{1});
}

TEST_F(ExecutorSteps, WholePlansAreTimedFromTheirInitialContents) {
    m_session.reset();
    auto gpu = Gpu::open();
    ASSERT_TRUE(gpu) << describe(gpu.error());
    Plan plan = quadrants();
    int runs = 0;
    plan.steps.emplace_back(HostStep{"look", false, {0}, {}, [&](HostBuffers& host, const JobContext&) -> Result<void> {
                                         ++runs;
                                         EXPECT_EQ(elementOf(host[0], 23), 23);
                                         EXPECT_EQ(elementOf(host[2], 0), 0) << "made anew for every sample";
                                         host[2][0] = std::byte{1};
                                         return {};
                                     }});
    plan.timed = Timed::Steps;
    MeasureOptions options;
    options.samples = 5;
    options.shortest = 0;
    const auto measured = gpu->measure(plan, options, {});
    ASSERT_TRUE(measured) << describe(measured.error());
    EXPECT_EQ(measured->seconds.size(), 5U);
    EXPECT_GT(measured->median, 0);
    EXPECT_EQ(runs, 1 + 3 + 5 + 5) << "for its result, to warm up, for samples, for parts";
    EXPECT_NE(measured->countersMissing.find("launches no kernel"), std::string::npos) << measured->countersMissing;
}

TEST(PinnedMemory, ArraysThatShareAPageArePinnedOnce) {
    alignas(4096) static std::byte memory[5 * 4096];
    const auto array = [](std::size_t begin, std::size_t bytes) { return std::span<std::byte>(memory + begin, bytes); };
    const std::vector<std::span<std::byte>> arrays{array(9000, 10), array(100, 10), array(4000, 200), {}};
    EXPECT_EQ(pagesOf(arrays, 4096),
              (std::vector<PageRange>{{memory, memory + 8192}, {memory + 8192, memory + 12288}}));
}

TEST(CublasArguments, AreThoseOfAColumnMajorLibrary) {
    const cuda::DeviceMatrix a{1000, 3, 5, 10};
    const cuda::DeviceMatrix b{2000, 5, 4, 11};
    const cuda::DeviceMatrix c{3000, 3, 4, 12};
    const auto gemm = cuda::argumentsOf({LibraryStep::Call::Gemm, {}, {}, {}, false, true}, a, b, c);
    EXPECT_EQ(gemm.first, 2000U);
    EXPECT_EQ(gemm.firstPitch, 11);
    EXPECT_EQ(gemm.transA, 1) << "of what comes first";
    EXPECT_EQ(gemm.second, 1000U);
    EXPECT_EQ(gemm.transB, 0);
    EXPECT_EQ(gemm.m, 4);
    EXPECT_EQ(gemm.n, 3);
    EXPECT_EQ(gemm.k, 5);
    EXPECT_EQ(gemm.resultPitch, 12);
    const auto syrk = cuda::argumentsOf({LibraryStep::Call::Syrk}, a, {}, {3000, 3, 3, 12});
    EXPECT_EQ(syrk.uplo, 1);
    EXPECT_EQ(syrk.transA, 1);
    EXPECT_EQ(syrk.n, 3);
    EXPECT_EQ(syrk.k, 5);
    const auto trsm = cuda::argumentsOf({LibraryStep::Call::Trsm, {}, {}, {}, true}, {1000, 4, 4, 10}, {}, c);
    EXPECT_EQ(trsm.side, 0);
    EXPECT_EQ(trsm.uplo, 1);
    EXPECT_EQ(trsm.transA, 1);
    EXPECT_EQ(trsm.m, 4);
    EXPECT_EQ(trsm.n, 3);
}

// The emulator stops it; a GPU would be busy for ever.
TEST_F(ExecutorSteps, ALaunchThatIsKnownNotToEndIsRefused) {
    CudaExecutor executor(m_session);
    Kernel kernel;
    kernel.entry = "spin";
    Launch launch{
        .kernel = std::make_shared<const Kernel>(kernel), .grid = {1, 1, 1}, .block = {32, 1, 1}, .arguments = {}};
    launch.endlessAfter = 1000;
    const auto launched = executor.launch(launch, {});
    ASSERT_FALSE(launched);
    EXPECT_EQ(launched.error().code, ErrorCode::InvalidLaunch);
    EXPECT_NE(describe(launched.error()).find("spin"), std::string::npos);
}

/// A launch with 40 KiB of static arrays and so many bytes of dynamic ones.
Launch withShared(std::uint32_t dynamic) {
    const Plan plan = planOfPtx("sharing", ".shared .align 4 .b8 tile[40960];\nmov.u32 %r1, tile;\nret;");
    Launch launch = std::get<LaunchStep>(plan.steps.front()).launch;
    launch.dynamicSharedBytes = dynamic;
    return launch;
}

// Seen on an H100: after 40 KiB of static arrays a launch has 8 KiB of dynamic ones, unless more is asked for.
TEST_F(ExecutorSteps, StaticAndDynamicSharedMemoryTogetherMayBeBeyond48KiB) {
    CudaExecutor executor(m_session);
    for (const std::uint32_t dynamic : {8U << 10, (8U << 10) + 1, 20U << 10, 187U << 10, 20U << 10}) {
        const auto launched = executor.launch(withShared(dynamic), {});
        EXPECT_TRUE(launched) << dynamic << ": " << describe(launched.error());
    }
    const auto tooMuch = executor.launch(withShared((187U << 10) + 1), {});
    ASSERT_FALSE(tooMuch);
    EXPECT_EQ(tooMuch.error().code, ErrorCode::InvalidLaunch);
}

TEST_F(ExecutorSteps, WhatTheDriverTellsOfAKernelIsOfALaunchWithAllItsSharedMemory) {
    const auto facts = cuda::guarded([&] { return kernelFacts(*m_session, withShared(20U << 10)); });
    ASSERT_TRUE(facts) << describe(facts.error());
    EXPECT_EQ(facts->at("static_shared_bytes"), 40960);
    EXPECT_EQ(facts->at("dynamic_shared_bytes"), 20480);
    EXPECT_GT(facts->at("resident_blocks"), 0);
}

}  // namespace
}  // namespace lanescope
