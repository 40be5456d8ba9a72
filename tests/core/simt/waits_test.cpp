// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that wait and look at the clock, as libcu++ compiles them (data/waits.cu): others get their turn after a few
// rounds, so that a wait costs what it costs on a GPU, and one that never ends is a fault.
#include <gtest/gtest.h>

#include <fstream>
#include <numeric>

#include "core/simt/check/race_checker.h"
#include "tests/core/simt/run_ptx.h"

namespace lanescope::simt {
namespace {

constexpr Scheduling kBoth[] = {Scheduling::ReconvergenceStack, Scheduling::IndependentThreads};

std::string textOf(const std::string& architecture) {
    std::ifstream file(std::string(LANESCOPE_SOURCE_DIR) + "/tests/core/simt/data/waits_" + architecture + ".ptx");
    EXPECT_TRUE(file) << architecture;
    return {std::istreambuf_iterator<char>(file), {}};
}

struct Outcome {
    std::optional<Fault> fault;
    LaunchCounts counts;
    RaceReport races;
    std::vector<std::byte> result;  ///< of the first buffer
    template <typename T>
    [[nodiscard]] std::vector<T> values() const {
        std::vector<T> values(result.size() / sizeof(T));
        std::memcpy(values.data(), result.data(), result.size());
        return values;
    }
};

/// Runs it twice, watched and not, which must not differ.
Outcome outcomeOf(const std::string& architecture, const std::string& entry, Scheduling scheduling,
                  std::uint32_t threads, const std::vector<std::vector<std::int32_t>>& contents,
                  std::optional<std::int32_t> number) {
    Outcome outcome;
    for (const bool watched : {false, true}) {
        RaceChecker checker({.cost = ~std::uint64_t{0}});
        Emulator emulator(
            {.stepBudget = 20'000'000, .scheduling = scheduling, .observer = watched ? &checker : nullptr});
        std::vector<Buffer> buffers;
        Launch launch{.kernel = kernelOf(textOf(architecture), entry), .grid = {2, 1, 1}, .block = {threads, 1, 1}};
        for (const auto& content : contents) {
            launch.arguments.emplace_back(static_cast<BufferId>(buffers.size()));
            buffers.push_back({"b" + std::to_string(buffers.size()), ElementType::I32, 1, content.size(), {}});
        }
        if (number) launch.arguments.emplace_back(*number);
        EXPECT_TRUE(emulator.allocate(buffers));
        for (BufferId id = 0; id < contents.size(); ++id) EXPECT_TRUE(emulator.upload(id, bytesOf(contents[id])));
        const Result<void> done = emulator.launch(launch, {});
        const LaunchReport& report = emulator.reports().back();
        EXPECT_EQ(done.has_value(), !report.fault) << describe(done.error());
        if (watched) {
            EXPECT_EQ(report.counts, outcome.counts) << "watched and not";
        }
        outcome.fault = report.fault;
        outcome.counts = report.counts;
        const auto& memory = emulator.memory().allocation(0).data;
        outcome.result.assign(memory.begin(), memory.end());
        if (watched) outcome.races = checker.reports().front();
    }
    return outcome;
}

TEST(ClockedWaits, BarriersOfLibcuxxMeetWithinAFewRounds) {
    constexpr std::int32_t kRounds = 24;
    constexpr std::int32_t kThreads = 256;
    for (const std::string architecture : {"75", "80", "90"}) {
        for (const Scheduling scheduling : kBoth) {
            const Outcome met = outcomeOf(architecture, "meet", scheduling, kThreads,
                                          {std::vector<std::int32_t>(2 * kThreads)}, kRounds);
            ASSERT_FALSE(met.fault) << architecture << describe(*met.fault);
            const auto sums = met.values<std::int32_t>();
            for (std::int32_t t = 0; t < kThreads; ++t)
                EXPECT_EQ(sums[t], kRounds * (kThreads - 1 - t) + kRounds * (kRounds - 1) / 2);
            // 2 blocks of 256 threads meet 48 times. Each has some 20 instructions to do before, and waits.
            const std::uint64_t meetings = 2ULL * kThreads * 2 * kRounds;
            EXPECT_LT(met.counts.threadInstructions, meetings * (architecture == "75" ? 400 : 50)) << architecture;
            EXPECT_TRUE(met.races.complete()) << summary(met.races);
            for (const Finding& finding : met.races.findings)
                EXPECT_EQ(finding.severity, Finding::Severity::Possible) << describe(finding);
        }
    }
}

TEST(ClockedWaits, TilesComeByMemcpyAsync) {
    constexpr std::int32_t kRounds = 8;
    std::vector<std::int32_t> in(256 * kRounds);
    for (std::size_t i = 0; i < in.size(); ++i) {
        const auto value = static_cast<float>(i % 1000);
        std::memcpy(&in[i], &value, sizeof(value));
    }
    for (const Scheduling scheduling : kBoth) {
        const Outcome piped =
            outcomeOf("80", "pipeline", scheduling, 256, {std::vector<std::int32_t>(512), in}, kRounds);
        ASSERT_FALSE(piped.fault) << describe(*piped.fault);
        const auto sums = piped.values<float>();
        for (std::size_t t = 0; t < 256; ++t) {
            float expected = 0;
            for (std::size_t r = 0; r < kRounds; ++r) expected += static_cast<float>((r * 256 + 255 - t) % 1000);
            EXPECT_EQ(sums[t], expected);
        }
        EXPECT_LT(piped.counts.threadInstructions, 2ULL * 256 * kRounds * 300);
        EXPECT_TRUE(piped.races.complete()) << summary(piped.races);
    }
}

TEST(ClockedWaits, ForNobodyAreAFault) {
    for (const std::string architecture : {"75", "80", "90"}) {
        for (const Scheduling scheduling : kBoth) {
            const Outcome never =
                outcomeOf(architecture, "waitsForNobody", scheduling, 96, {std::vector<std::int32_t>(96)}, {});
            ASSERT_TRUE(never.fault) << architecture;
            EXPECT_EQ(never.fault->kind, Fault::Kind::Deadlock) << describe(*never.fault);
        }
    }
}

TEST(ClockedWaits, GiveUpWhenItIsTime) {
    for (const std::string architecture : {"75", "90"}) {
        for (const Scheduling scheduling : kBoth) {
            std::vector<std::int32_t> zeros(128);
            const Outcome waited = outcomeOf(architecture, "waitsAWhile", scheduling, 64, {zeros, zeros}, 10'000);
            ASSERT_FALSE(waited.fault) << describe(*waited.fault);
            EXPECT_EQ(waited.values<std::int32_t>()[0], 1);
            EXPECT_LT(waited.counts.warpInstructions, 400'000U);
        }
    }
}

// A delay by the clock alone: time passes.
TEST(ClockedWaits, ForTimeAloneEnd) {
    for (const Scheduling scheduling : kBoth) {
        for (const std::string clock : {"%clock64", "%globaltimer"}) {
            Trial delay{.body = kAddressOfThread + "mov.u64 %d2, " + clock + ";\nL:\nmov.u64 %d3, " + clock +
                                ";\nsub.s64 %d3, %d3, %d2;\nsetp.lt.s64 %p1, %d3, 2000000000;\n@%p1 bra L;\n"
                                "st.global.u32 [%d1], 1;\nret;\n",
                        .block = {64, 1, 1}};
            delay.options.scheduling = scheduling;
            EXPECT_EQ(delay.ok().result<std::int32_t>()[63], 1);
            EXPECT_LT(delay.counts().warpInstructions, 300'000U);
            // A short one takes as many steps as it says.
            const std::size_t at = delay.body.find("2000000000");
            delay.body.replace(at, 10, "10000");
            delay.block = {32, 1, 1};
            EXPECT_EQ(delay.ok().result<std::int32_t>()[31], 1);
            EXPECT_NEAR(static_cast<double>(delay.counts().warpInstructions), 10'000, 20);
        }
    }
}

TEST(ClockedWaits, SteppingIsRunningHereToo) {
    for (const Scheduling scheduling : kBoth) {
        const auto kernel = kernelOf(textOf("80"), "meet");
        const auto program = Program::decode(kernel, scheduling).value();
        Launch launch{.kernel = kernel, .grid = {1, 1, 1}, .block = {96, 1, 1}};
        launch.arguments = {BufferId{0}, std::int32_t{3}};
        const auto fresh = [] {
            DeviceMemory memory;
            EXPECT_TRUE(memory.allocate(std::vector<Buffer>{{"out", ElementType::I32, 1, 96, {}}}));
            return memory;
        };
        DeviceMemory memory = fresh();
        BlockExecution stepped(program, launch, {0, 0, 0}, memory);
        StepRecord record;
        std::vector<BlockState> states{stepped.state()};
        while (stepped.step(record) == BlockExecution::Status::Stepped) states.push_back(stepped.state());
        for (std::size_t from = 0; from < states.size(); from += 37) {
            DeviceMemory other = fresh();
            BlockExecution restored(program, launch, {0, 0, 0}, other);
            restored.restore(states[from]);
            const std::size_t to = std::min(states.size() - 1, from + 1000);
            if (to == from) continue;
            restored.advance(to - from);
            EXPECT_EQ(restored.state(), states[to]) << from;
        }
    }
}

}  // namespace
}  // namespace lanescope::simt
