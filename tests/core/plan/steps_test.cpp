// SPDX-License-Identifier: GPL-3.0-or-later
// Steps in words, and steps that make no sense.
#include <gmock/gmock.h>

#include "core/plan/plan.h"

namespace lanescope {
namespace {

using testing::HasSubstr;
using Direction = CopyStep::Direction;
using Call = LibraryStep::Call;
using Place = Buffer::Place;

Plan planOf(Step step) {
    Plan plan;
    plan.algorithm = "test";
    plan.buffers = {{"A", ElementType::F64, 8, 6, {}},
                    {"B", ElementType::F64, 8, 6, {}},
                    {"f", ElementType::F32, 8, 8, {}},
                    {"host", ElementType::F64, 8, 6, {}, Place::Host},
                    {"device", ElementType::F64, 6, 6, {}, Place::Device}};
    plan.steps = {std::move(step)};
    return plan;
}

/// What is wrong with a step; empty if nothing.
std::string problemOf(Step step) {
    const Result<void> checked = checkSteps(planOf(std::move(step)));
    if (checked) return {};
    EXPECT_EQ(checked.error().code, ErrorCode::Internal);
    EXPECT_THAT(checked.error().arguments.at("reason"), HasSubstr("step 0 of test"));
    return checked.error().arguments.at("reason");
}

LibraryStep gemm(Part a, Part b, Part c, bool transposeA = false, bool transposeB = false) {
    return {Call::Gemm, a, b, c, transposeA, transposeB, 1, 0, 0};
}
HostStep task(std::vector<BufferId> reads, std::vector<BufferId> writes) {
    return {"t", false, std::move(reads), std::move(writes),
            [](HostBuffers&, const JobContext&) -> Result<void> { return {}; }};
}

TEST(Steps, AreDescribedInWords) {
    const auto words = [](const Step& step) { return describe(step, planOf(step)); };
    EXPECT_EQ(words(UploadStep{0}), "copy A to the device");
    EXPECT_EQ(words(DownloadStep{1, HostMemory::Pinned, 2}), "copy B to the host (pinned) in stream 2");
    EXPECT_EQ(words(CopyStep{Direction::ToDevice, {0, 0, 2, 4, 1}, {0, 0, 2, 4, 1}}), "copy A[0…3][2] to the device");
    EXPECT_EQ(words(CopyStep{Direction::ToHost, {4}, {0, 0, 0, 6, 6}, HostMemory::Pageable, 1}),
              "copy device to A[0…5][0…5] on the host in stream 1");
    EXPECT_EQ(words(CopyStep{Direction::OnDevice, {0}, {1}}), "copy A to B on the device");
    EXPECT_EQ(words(FillStep{0, 0}), "set the bytes of A to 0");
    EXPECT_EQ(words(task({}, {})), "t on the CPU");
    EXPECT_EQ(words(gemm({0}, {1}, {4}, true)), "cublasDgemm into device");
    EXPECT_EQ(words(LibraryStep{Call::Trsm, {2}, {}, {2, 0, 0, 2, 2}}), "cublasStrsm into f[0…1][0…1]");
    EXPECT_EQ(words(WaitStep{}), "wait for the GPU");
    EXPECT_EQ(words(WaitStep{3}), "wait for stream 3");
    auto kernel = std::make_shared<Kernel>();
    kernel->entry = "add";
    EXPECT_EQ(words(LaunchStep{Launch{kernel, {}, {}, 0, {}, 1}}), "launch add in stream 1");
}

TEST(Steps, BelongToStreams) {
    EXPECT_EQ(streamOf(UploadStep{0}), 0U);
    EXPECT_EQ(streamOf(FillStep{0, 0, 4}), 4U);
    EXPECT_EQ(streamOf(LaunchStep{Launch{nullptr, {}, {}, 0, {}, 5}}), 5U);
    EXPECT_EQ(streamOf(WaitStep{1}), std::nullopt) << "it is the host that waits";
    EXPECT_EQ(streamOf(task({}, {})), std::nullopt);
}

TEST(Steps, ThatMakeSensePass) {
    EXPECT_EQ(problemOf(UploadStep{0}), "");
    EXPECT_EQ(problemOf(CopyStep{Direction::ToHost, {4, 0, 0, 2, 6}, {3, 6, 0, 2, 6}}), "");
    EXPECT_EQ(problemOf(CopyStep{Direction::OnDevice, {0, 0, 0, 4, 6}, {0, 4, 0, 4, 6}}), "") << "side by side";
    EXPECT_EQ(problemOf(task({3}, {0})), "");
    EXPECT_EQ(problemOf(gemm({0}, {1}, {4}, true)), "");
    EXPECT_EQ(problemOf(gemm({0, 0, 0, 6, 6}, {0, 0, 0, 6, 6}, {4}, false, true)), "");
    EXPECT_EQ(problemOf(LibraryStep{Call::Syrk, {0, 0, 0, 6, 4}, {}, {4}}), "");
    EXPECT_EQ(problemOf(LibraryStep{Call::Trsm, {4}, {99}, {0}}), "") << "b is not used";
}

TEST(Steps, OnBuffersThatAreNotThereAreFound) {
    EXPECT_THAT(problemOf(UploadStep{5}), HasSubstr("there is no buffer 5"));
    EXPECT_THAT(problemOf(UploadStep{3}), HasSubstr("host is not on the device"));
    EXPECT_THAT(problemOf(DownloadStep{4}), HasSubstr("device is not on the host"));
    EXPECT_THAT(problemOf(FillStep{3}), HasSubstr("host is not on the device"));
    EXPECT_THAT(problemOf(task({}, {4})), HasSubstr("device is not on the host"));
    EXPECT_THAT(problemOf(HostStep{"t", false, {}, {}, {}}), HasSubstr("no task"));
    EXPECT_THAT(problemOf(CopyStep{Direction::OnDevice, {3}, {0}}), HasSubstr("host is not on the device"));
    EXPECT_THAT(problemOf(LaunchStep{Launch{nullptr, {}, {}, 0, {BufferId{3}}}}),
                HasSubstr("host is not on the device"));
    EXPECT_THAT(problemOf(gemm({3}, {1}, {4}, true)), HasSubstr("host is not on the device"));
}

TEST(Steps, PartsThatDoNotFitAreFound) {
    const auto copy = [](Part from, Part to) { return CopyStep{Direction::OnDevice, from, to}; };
    EXPECT_THAT(problemOf(copy({0, 5, 0, 4, 1}, {1, 0, 0, 4, 1})), HasSubstr("A[5…8][0] does not lie in the 8 × 6"));
    EXPECT_THAT(problemOf(copy({0, 0, 6, 1, 1}, {1, 0, 0, 1, 1})), HasSubstr("does not lie in"));
    EXPECT_THAT(problemOf(copy({0, 0, 0, 1, 0}, {1, 0, 0, 1, 0})), HasSubstr("does not lie in"));
    EXPECT_THAT(problemOf(copy({0, ~0ULL, 0, 2, 1}, {1, 0, 0, 2, 1})), HasSubstr("does not lie in"));
    EXPECT_THAT(problemOf(copy({0, 0, 0, 2, 3}, {1, 0, 0, 3, 2})), HasSubstr("not the same shape"));
    EXPECT_THAT(problemOf(copy({0, 0, 0, 2, 2}, {2, 0, 0, 2, 2})), HasSubstr("not the same size"));
    EXPECT_THAT(problemOf(copy({0, 0, 0, 2, 2}, {0, 1, 1, 2, 2})), HasSubstr("overlap"));
}

TEST(Steps, MatricesOfACallMustGoTogether) {
    EXPECT_THAT(problemOf(gemm({0}, {1}, {4})), HasSubstr("shapes"));
    EXPECT_THAT(problemOf(gemm({2}, {1}, {4})), HasSubstr("not all f32 or all f64"));
    EXPECT_THAT(problemOf(gemm({0, 0, 0, 6, 6}, {4}, {4})), HasSubstr("overlaps"));
    EXPECT_THAT(problemOf(LibraryStep{Call::Syrk, {0}, {}, {4}}), HasSubstr("shapes"));
    EXPECT_THAT(problemOf(LibraryStep{Call::Trsm, {4}, {}, {0, 0, 0, 8, 5}}), HasSubstr("shapes"));
}

}  // namespace
}  // namespace lanescope
