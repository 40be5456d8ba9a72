// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/plan/executor.h"

namespace lanescope {
namespace {

/// Writes down what it is asked for; its kernels fill the last buffer with one byte.
class Diary final : public Executor {
public:
    std::vector<std::string> entries;
    std::vector<std::byte> lastUpload;
    ErrorCode launchFails = ErrorCode::Internal;  ///< Internal = does not fail
    std::stop_source* stopAfterLaunch = nullptr;

    Result<void> allocate(std::span<const Buffer> buffers) override {
        entries.push_back("allocate " + std::to_string(buffers.size()));
        return {};
    }
    Result<void> upload(BufferId buffer, std::span<const std::byte> bytes) override {
        entries.push_back("upload " + std::to_string(buffer));
        lastUpload.assign(bytes.begin(), bytes.end());
        return {};
    }
    Result<void> launch(const Launch&, const JobContext&) override {
        entries.push_back("launch");
        if (stopAfterLaunch != nullptr) stopAfterLaunch->request_stop();
        if (launchFails != ErrorCode::Internal) return fail(launchFails);
        return {};
    }
    Result<void> download(BufferId buffer, std::span<std::byte> bytes) override {
        entries.push_back("download " + std::to_string(buffer));
        std::ranges::fill(bytes, std::byte{7});
        return {};
    }
};

Plan examplePlan() {
    Plan plan;
    plan.buffers = {{"A", ElementType::I32, 2, 2, {InitialContent::Kind::SmallIntegers, 1}},
                    {"C", ElementType::F64, 1, 3, {}}};
    plan.steps = {UploadStep{0}, LaunchStep{}, DownloadStep{1}};
    return plan;
}

TEST(RunPlan, DoesTheStepsInOrder) {
    Diary diary;
    const Plan plan = examplePlan();
    const Result<HostBuffers> after = runPlan(plan, diary, {});
    ASSERT_TRUE(after);
    EXPECT_EQ(diary.entries, (std::vector<std::string>{"allocate 2", "upload 0", "launch", "download 1"}));
    EXPECT_EQ(diary.lastUpload, initialBytes(plan.buffers[0]));
    EXPECT_EQ(after->at(0), initialBytes(plan.buffers[0]));
    EXPECT_EQ(after->at(1), std::vector<std::byte>(24, std::byte{7}));
}

TEST(RunPlan, PassesOnWhatTheExecutorSays) {
    Diary diary;
    diary.launchFails = ErrorCode::KernelFault;
    const Result<HostBuffers> after = runPlan(examplePlan(), diary, {});
    ASSERT_FALSE(after);
    EXPECT_EQ(after.error().code, ErrorCode::KernelFault);
    EXPECT_EQ(diary.entries.back(), "launch");
}

TEST(RunPlan, StopsBetweenSteps) {
    Diary diary;
    std::stop_source source;
    diary.stopAfterLaunch = &source;
    const Result<HostBuffers> after = runPlan(examplePlan(), diary, {.stop = source.get_token(), .progress = {}});
    ASSERT_FALSE(after);
    EXPECT_EQ(after.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(diary.entries.back(), "launch");
}

// Only the host's side is too large here: the executor has said yes.
TEST(RunPlan, RefusesWhatTheHostCannotHold) {
    Diary diary;
    Plan plan = examplePlan();
    plan.buffers[1].rows = plan.buffers[1].columns = 1ULL << 24;
    const Result<HostBuffers> after = runPlan(plan, diary, {});
    ASSERT_FALSE(after);
    EXPECT_EQ(after.error().code, ErrorCode::TooLarge);
    EXPECT_EQ(after.error().arguments.at("what"), "Host memory for A, C");
    EXPECT_EQ(after.error().arguments.at("needed"), "2 PiB");
    EXPECT_EQ(diary.entries.back(), "allocate 2");
}

}  // namespace
}  // namespace lanescope
