// SPDX-License-Identifier: GPL-3.0-or-later
// The emulator runs code that was never PTX: what it needs to know of a kernel stands in core/program.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "core/simt/check/race_checker.h"
#include "core/simt/emulator.h"
#include "tests/core/program/hand_made.h"

namespace lanescope::simt {
namespace {

constexpr std::uint32_t kElements = 48;

Launch launchOf(program::Entry entry, std::int32_t count) {
    auto kernel = std::make_shared<Kernel>();
    kernel->module = program::test::moduleOf(std::move(entry));
    kernel->entry = "triples";
    Launch launch;
    launch.kernel = kernel;
    launch.grid = {1, 1, 1};
    launch.block = {64, 1, 1};
    launch.arguments = {BufferId{0}, count};
    return launch;
}

class NeutralCode : public testing::TestWithParam<Scheduling> {
protected:
    Result<void> run(std::int32_t count, program::Entry entry = program::test::triples()) {
        EmulatorOptions options;
        options.scheduling = GetParam();
        options.observer = &races;
        emulator = std::make_unique<Emulator>(options);
        const std::vector<Buffer> buffers{{"a", ElementType::U32, 1, kElements, {}}};
        if (auto done = emulator->allocate(buffers); !done) return done;
        return emulator->launch(launchOf(std::move(entry), count), {});
    }
    RaceChecker races{RaceCheckOptions{}};
    std::unique_ptr<Emulator> emulator;
};

TEST_P(NeutralCode, Runs) {
    const Result<void> done = run(kElements);
    ASSERT_TRUE(done.has_value()) << describe(done.error());
    std::vector<std::uint32_t> values(kElements);
    ASSERT_TRUE(emulator->download(0, std::as_writable_bytes(std::span(values))));
    for (std::uint32_t i = 0; i < kElements; ++i) EXPECT_EQ(values[i], 3 * i + i % 2) << i;

    const LaunchReport& report = emulator->reports().back();
    // Lanes that part at the branch meet behind it: each warp stores once. Half of the second has ended before.
    EXPECT_EQ(report.counts.globalStore.requests, 2U);
    EXPECT_EQ(report.counts.branches, 2U);
    EXPECT_EQ(report.counts.divergentBranches, 2U);
    EXPECT_EQ(report.counts.warpInstructions, 2U * 13);
    EXPECT_EQ(report.sites.size(), 13U);
    ASSERT_EQ(races.reports().size(), 1U);
    EXPECT_TRUE(races.reports()[0].findings.empty());
}

TEST_P(NeutralCode, LanesMeetWhereTheFrontEndSays) {
    program::Entry entry = program::test::triples();
    program::BasicBlock& parting = entry.blocks.at(entry.blockOf(7));
    ASSERT_EQ(parting.meetings, (std::vector<program::Meeting>{{3, 0}}));
    parting.meetings = {{static_cast<std::uint32_t>(entry.blocks.size()), 0}};
    const Result<void> done = run(kElements, std::move(entry));
    ASSERT_TRUE(done.has_value()) << describe(done.error());
    EXPECT_EQ(emulator->reports().back().counts.globalStore.requests, 4U) << "each side stores by itself";
}

TEST_P(NeutralCode, FaultsAreToldByItsOwnNamesAndLines) {
    const Result<void> done = run(64);
    ASSERT_FALSE(done.has_value());
    const std::optional<Fault>& fault = emulator->reports().back().fault;
    ASSERT_TRUE(fault.has_value());
    EXPECT_EQ(fault->kind, Fault::Kind::OutOfBounds);
    EXPECT_EQ(fault->kernel, "triples");
    EXPECT_EQ(fault->instruction, 11U);
    EXPECT_EQ(fault->ptxLine, 12U) << "of the module's text";
    EXPECT_EQ(fault->space, program::Space::Global);
    EXPECT_EQ(fault->element, "a[48]");
    EXPECT_EQ(fault->thread, (Dim3{48, 0, 0}));
    EXPECT_EQ(fault->lanes, 0xffff0000U);
}

INSTANTIATE_TEST_SUITE_P(EachScheduling, NeutralCode,
                         testing::Values(Scheduling::ReconvergenceStack, Scheduling::IndependentThreads),
                         [](const auto& scheduling) {
                             return scheduling.param == Scheduling::ReconvergenceStack ? "Lockstep"
                                                                                       : "IndependentThreads";
                         });

}  // namespace
}  // namespace lanescope::simt
