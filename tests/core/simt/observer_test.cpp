// SPDX-License-Identifier: GPL-3.0-or-later
// Watching blocks while a launch runs.
#include <gtest/gtest.h>

#include <span>

#include "core/simt/emulator.h"
#include "core/simt/memory/memory_snapshot.h"
#include "tests/core/algorithms/shipped_catalogue.h"
#include "tests/core/simt/run_ptx.h"

namespace lanescope::simt {
namespace {

/// Watches one block, for at most `most` steps.
class Watcher final : public BlockObserver {
public:
    explicit Watcher(Dim3 block, std::uint64_t most = ~0ULL) : m_block(block), m_most(most) {}
    [[nodiscard]] bool wants(std::size_t, Dim3 block) const override { return block == m_block; }
    void begin(std::size_t launch, const Launch&, Dim3 block, std::shared_ptr<const Program> program,
               const BlockExecution& execution, DeviceMemory& memory) override {
        ++begins;
        EXPECT_EQ(launch, 0U);
        EXPECT_EQ(block, m_block);
        EXPECT_NE(program, nullptr);
        EXPECT_EQ(execution.state().steps, 0U);
        found = memory;
    }
    bool step(const StepRecord& record, const BlockExecution&) override {
        records.push_back(record);
        return records.size() < m_most;
    }
    void end(const BlockExecution& execution) override {
        ++ends;
        last = execution.state();
    }

    int begins = 0;
    int ends = 0;
    std::vector<StepRecord> records;
    DeviceMemory found;
    BlockState last;

private:
    Dim3 m_block;
    std::uint64_t m_most;
};

struct Outcome {
    HostBuffers buffers;
    LaunchReport report;
};
Outcome run(const Plan& plan, EmulatorOptions options) {
    Emulator emulator(options);
    auto buffers = runPlan(plan, emulator, {});
    EXPECT_TRUE(buffers);
    return {*buffers, emulator.reports().at(0)};
}

/// Runs some blocks by themselves before the launch, and leaves memory as it was.
class Rehearsal final : public BlockObserver {
public:
    void beginLaunch(std::size_t, const Launch& launch, std::shared_ptr<const Program> program,
                     DeviceMemory& memory) override {
        MemorySnapshot snapshot;
        memory.setSnapshot(&snapshot);
        for (int times = 0; times < 2; ++times) {
            const std::vector<std::byte> before = imageOf(memory);
            for (std::uint64_t block = 0; block < launch.grid.count(); block += 2) {
                BlockExecution execution(program, launch, launch.grid.at(block), memory);
                while (execution.advance(1000) == BlockExecution::Status::Stepped) {
                }
            }
            changed = changed || imageOf(memory) != before;
            snapshot.restore(memory);
            EXPECT_EQ(imageOf(memory), before);
        }
        memory.setSnapshot(nullptr);
    }
    bool changed = false;

private:
    /// Data, flags, and how many of these are not set.
    static std::vector<std::byte> imageOf(const DeviceMemory& memory) {
        std::vector<std::byte> image;
        for (BufferId id = 0; id < memory.size(); ++id) {
            const DeviceMemory::Allocation& one = memory.allocation(id);
            image.insert(image.end(), one.data.begin(), one.data.end());
            const auto flags = std::as_bytes(std::span(one.initialised.data(), one.initialised.size()));
            image.insert(image.end(), flags.begin(), flags.end());
            const auto count = std::as_bytes(std::span(&one.uninitialisedWords, 1));
            image.insert(image.end(), count.begin(), count.end());
        }
        return image;
    }
};

TEST(Observer, WhatIsRunOnASnapshotLeavesMemoryAsItWas) {
    // Stores in a row and one by one, of bytes and of doubles, in place, atomic operations, and memory that is shared
    // with an earlier launch.
    for (const auto& [id, parameters] :
         {std::pair<const char*, Parameters>{"matmul.tiled", {{"n", "40"}, {"block", "8"}}},
          {"transpose.tiled", {{"width", "96"}, {"height", "50"}, {"type", "f64"}}},
          {"reduce.two-phase", {{"n", "5000"}, {"memory", "global"}}},
          {"matvec.columns", {{"n", "100"}, {"m", "70"}}},
          {"micro.atomics", {}}}) {
        const Plan plan = planFor(id, parameters).value();
        const Outcome alone = run(plan, {});
        Rehearsal rehearsal;
        const Outcome watched = run(plan, {.observer = &rehearsal});
        EXPECT_TRUE(rehearsal.changed) << id;
        EXPECT_EQ(watched.buffers, alone.buffers) << id;
        EXPECT_EQ(watched.report.counts, alone.report.counts) << id;
    }
}

TEST(Observer, WatchingChangesNothing) {
    const Plan plan = planFor("matmul.tiled", {{"n", "40"}, {"block", "8"}}).value();
    const Outcome alone = run(plan, {});
    for (const std::uint64_t most : {~0ULL, 1ULL, 100ULL, 333ULL}) {
        Watcher watcher({2, 1, 0}, most);
        const Outcome watched = run(plan, {.observer = &watcher});
        EXPECT_EQ(watched.buffers, alone.buffers);
        EXPECT_EQ(watched.report.counts, alone.report.counts);
        EXPECT_EQ(watched.report.blocksRun, 25U);
        EXPECT_EQ(watcher.begins, 1);
        EXPECT_EQ(watcher.ends, 1);
        EXPECT_EQ(watcher.records.size(), std::min<std::uint64_t>(most, watcher.last.steps));
        for (const WarpState& warp : watcher.last.warps) EXPECT_TRUE(warp.finished());
        EXPECT_EQ(watcher.found.allocation(2).uninitialisedWords,
                  40U * 40 - 8 * (40 + 2 * 8));  // 5 + 2 blocks before it
    }
}

TEST(Observer, AWatchedBlockIsRunEvenIfTheSampleLeavesItOut) {
    const Plan plan = planFor("matmul.tiled", {{"n", "128"}, {"block", "8"}}).value();
    for (std::uint32_t x = 1; x < 15; ++x) {
        Watcher watcher({x, 3, 0});
        const Outcome sampled = run(plan, {.maxBlocks = 9, .observer = &watcher});
        EXPECT_EQ(watcher.ends, 1);
        EXPECT_EQ(sampled.report.counts, run(plan, {}).report.counts);
        EXPECT_LE(sampled.report.blocksRun, 10U);
    }
}

TEST(Observer, SeesAFaultAtItsInstruction) {
    Trial trial{.body = kAddressOfThread + "st.global.u32 [%d1+4096], %r0;\nret;\n"};
    Watcher watcher({0, 0, 0});
    trial.options.observer = &watcher;
    EXPECT_NE(trial.fault().find("Thread (0, 0, 0)"), std::string::npos);
    EXPECT_EQ(watcher.ends, 1);
    EXPECT_EQ(watcher.records.size(), 4U);
    EXPECT_EQ(watcher.last.warps[0].pc(), 4U);
    EXPECT_EQ(watcher.last.steps, 4U);
}

}  // namespace
}  // namespace lanescope::simt
