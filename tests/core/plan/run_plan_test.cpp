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
    Result<void> copy(const CopyStep& step, std::span<std::byte> host) override {
        const bool toHost = step.direction == CopyStep::Direction::ToHost;
        entries.push_back("copy " + std::to_string(step.from.buffer) + " to " + std::to_string(step.to.buffer) +
                          " of " + std::to_string(host.size()) + " in " + std::to_string(step.stream));
        if (toHost) std::ranges::fill(host, std::byte{9});
        return {};
    }
    Result<void> fill(const FillStep& step) override {
        entries.push_back("fill " + std::to_string(step.buffer));
        return {};
    }
    Result<void> call(const LibraryStep&, const JobContext&) override {
        entries.push_back("call");
        return {};
    }
    Result<void> wait(std::optional<std::uint32_t> stream) override {
        entries.push_back("wait " + (stream ? std::to_string(*stream) : "all"));
        return {};
    }
    Result<void> pin(std::span<const std::span<std::byte>> arrays) override {
        for (const auto array : arrays) entries.push_back("pin " + std::to_string(array.size()));
        pinned = arrays.front().data();
        return {};
    }
    void unpin() override { entries.emplace_back("unpin"); }
    const std::byte* pinned = nullptr;
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
    EXPECT_EQ(diary.entries, (std::vector<std::string>{"allocate 2", "upload 0", "launch", "download 1", "wait all"}));
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

TEST(RunPlan, TasksOfTheCpuWorkOnTheHostsArrays) {
    Diary diary;
    Plan plan;
    plan.buffers = {{"A", ElementType::I32, 1, 4, {InitialContent::Kind::Ramp}},
                    {"sum", ElementType::I32, 1, 1, {}, Buffer::Place::Host},
                    {"unused", ElementType::I32, 1, 1 << 20, {InitialContent::Kind::Ramp}}};
    HostStep task{"sum up", false, {0}, {1}, {}, 4};
    task.task = [](HostBuffers& host, const JobContext&) -> Result<void> {
        for (std::size_t i = 0; i < 16; i += 4) host[1][0] = std::byte(int(host[1][0]) + int(host[0][i]));
        return {};
    };
    plan.steps = {task, UploadStep{0}};
    const Result<HostBuffers> after = runPlan(plan, diary, {});
    ASSERT_TRUE(after) << describe(after.error());
    EXPECT_EQ(after->at(1).at(0), std::byte{0 + 1 + 2 + 3});
    EXPECT_TRUE(after->at(2).empty()) << "no step needs it";
    EXPECT_EQ(diary.entries, (std::vector<std::string>{"allocate 3", "upload 0", "wait all"}));
}

TEST(RunPlan, ATaskThatFailsEndsTheRunAndLeavesWhatItDid) {
    Diary diary;
    Plan plan;
    plan.buffers = {{"A", ElementType::U8, 1, 2, {}, Buffer::Place::Host}};
    const auto task = [](std::uint8_t value, bool fails) {
        return HostStep{"task", false, {}, {0}, [=](HostBuffers& host, const JobContext&) -> Result<void> {
                            host[0][0] = std::byte{value};
                            if (fails) return fail(ErrorCode::Cancelled);
                            return {};
                        }};
    };
    plan.steps = {task(1, false), task(2, true), task(3, false)};
    HostBuffers left;
    const Result<HostBuffers> after = runPlan(plan, diary, {}, &left);
    ASSERT_FALSE(after);
    EXPECT_EQ(after.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(left.at(0), (std::vector{std::byte{2}, std::byte{0}}));
}

TEST(RunPlan, PinnedCopiesAreOfMemoryThatStaysWhereItIs) {
    Diary diary;
    Plan plan = examplePlan();
    plan.steps = {UploadStep{0, HostMemory::Pinned, 2},
                  DownloadStep{1, HostMemory::Pageable, 1},
                  CopyStep{CopyStep::Direction::OnDevice, {1, 0, 0, 1, 1}, {1, 0, 1, 1, 1}},
                  WaitStep{2},
                  FillStep{1},
                  WaitStep{}};
    const Result<HostBuffers> after = runPlan(plan, diary, {});
    ASSERT_TRUE(after) << describe(after.error());
    EXPECT_EQ(diary.entries,
              (std::vector<std::string>{"allocate 2", "pin 16", "copy 0 to 0 of 16 in 2", "copy 1 to 1 of 24 in 1",
                                        "copy 1 to 1 of 0 in 0", "wait 2", "fill 1", "wait all", "wait all", "unpin"}));
    EXPECT_EQ(after->at(0).data(), diary.pinned);
    EXPECT_EQ(after->at(1), std::vector<std::byte>(24, std::byte{9}));
}

TEST(RunPlan, AFailedRunUnpinsToo) {
    Diary diary;
    diary.launchFails = ErrorCode::KernelFault;
    Plan plan = examplePlan();
    std::get<UploadStep>(plan.steps[0]).memory = HostMemory::Pinned;
    ASSERT_FALSE(runPlan(plan, diary, {}));
    EXPECT_EQ(diary.entries.back(), "unpin");
    EXPECT_EQ(diary.entries.at(diary.entries.size() - 2), "wait all") << "nothing is copied into memory that is freed";
}

TEST(RunPlan, TheStepsCanBeDoneAgainOnTheInitialContents) {
    Diary diary;
    Plan plan;
    plan.buffers = {{"A", ElementType::U8, 1, 2, {InitialContent::Kind::Constant, 0, 5}, Buffer::Place::Host},
                    {"B", ElementType::U8, 1, 1, {}, Buffer::Place::Host}};
    plan.steps = {HostStep{"add", false, {0}, {0, 1}, [](HostBuffers& host, const JobContext&) -> Result<void> {
                               host[0][0] = std::byte(int(host[0][0]) + 1);
                               host[1][0] = std::byte(int(host[1][0]) + 1);
                               return {};
                           }}};
    PlanRun run(plan, diary);
    ASSERT_TRUE(run.begin());
    for (int i = 0; i < 3; ++i) {
        run.fillHostAgain();
        ASSERT_TRUE(run.step(plan.steps[0], {}));
    }
    const HostBuffers after = run.takeHost();
    EXPECT_EQ(after[0], (std::vector{std::byte{6}, std::byte{5}}));
    EXPECT_EQ(after[1], std::vector{std::byte{1}});
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
