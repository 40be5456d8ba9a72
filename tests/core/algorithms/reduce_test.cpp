// SPDX-License-Identifier: GPL-3.0-or-later
// The corrected reductions are right for every n and every block size; the published ones fail where and how the facts
// about document 004 say.
#include <algorithm>

#include "tests/core/algorithms/emulated.h"

namespace lanescope {
namespace {
using Verdict = CheckResult::Verdict;
using simt::Fault;

std::vector<std::string> valuesOf(const Algorithm& algorithm, std::string_view parameter) {
    return std::ranges::find(algorithm.parameters(), parameter, &ParameterSpec::name)->values;
}

class Reduction : public ::testing::TestWithParam<std::string> {
protected:
    [[nodiscard]] const Algorithm& algorithm() const { return **shippedCatalogue().find(GetParam()); }
};

TEST_P(Reduction, IsRightForEveryBlockSize) {
    for (const std::string& block : valuesOf(algorithm(), "block"))
        for (const std::string operation : {"sum", "max"})
            for (const std::string type : {"f32", "f64", "i32"}) {
                const int size = std::stoi(block);
                for (const int n : {1, 2 * size, 2 * size + 1, 1000})
                    expectCorrect(
                        GetParam(),
                        {{"operation", operation}, {"n", std::to_string(n)}, {"block", block}, {"type", type}});
            }
}

TEST_P(Reduction, IsRightForEveryN) {
    for (int n = 1; n <= 300; n += n < 140 ? 1 : 7)
        expectCorrect(GetParam(), {{"n", std::to_string(n)}, {"block", "64"}, {"type", "i32"}});
}

// A neutral element above the values, or a partner that is not there, would show.
TEST_P(Reduction, FindsAMaximumBelowZeroWhereverItIs) {
    constexpr std::uint64_t kValues = 131;
    for (std::uint64_t place = 0; place < kValues; place += 13) {
        Plan plan = planFor(GetParam(), {{"operation", "max"}, {"n", "131"}, {"block", "64"}, {"type", "f32"}}).value();
        std::vector<float> values(kValues, -7.0F);
        values[place] = -2.5F;
        plan.buffers[0].initial = given(values);
        EXPECT_EQ(emulated(plan).check.verdict, Verdict::Correct) << place;
        EXPECT_EQ(plan.reference.expected({initialBytes(plan.buffers[0])}, 0, std::vector<std::uint64_t>{0}),
                  std::vector<double>{-2.5});
    }
}

TEST_P(Reduction, DoesNotRace) {
    for (const std::string block : {"64", "256"}) expectNoRaces(GetParam(), {{"n", "700"}, {"block", block}});
    if (GetParam() == "reduce.two-phase") expectNoRaces(GetParam(), {{"n", "700"}, {"memory", "global"}});
}

TEST_P(Reduction, IsRightIfLanesRunIndependently) {
    const Emulation run = emulated(GetParam(), {{"n", "777"}, {"block", "64"}}, withIndependentThreads());
    EXPECT_EQ(run.check.verdict, Verdict::Correct) << run.check.note;
}

// In floats a sum beyond 2^24 is rounded at every step: the bound must be there, and be small.
TEST_P(Reduction, StatesHowFarALongSumOfFloatsMayBeOff) {
    const Plan longSum = planFor(GetParam(), {{"n", "3000000"}, {"block", "256"}, {"type", "f32"}}).value();
    EXPECT_GT(longSum.reference.tolerance, 0);
    EXPECT_LT(longSum.reference.tolerance, 1e-2);
    EXPECT_EQ(emulated(longSum).check.verdict, Verdict::Correct);
    for (const Parameters& exact :
         {Parameters{{"n", "1000000"}, {"type", "f32"}}, Parameters{{"n", "100000000"}, {"type", "f64"}},
          Parameters{{"n", "3000000"}, {"type", "f32"}, {"operation", "max"}}})
        EXPECT_EQ(planFor(GetParam(), exact)->reference.tolerance, 0);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Reduction,
                         ::testing::Values("reduce.0", "reduce.1", "reduce.2", "reduce.3", "reduce.4", "reduce.5",
                                           "reduce.6", "reduce.two-phase", "reduce.cub"),
                         [](const auto& each) {
                             std::string name = each.param;
                             std::erase_if(name, [](char c) { return c == '.' || c == '-'; });
                             return name;
                         });

TEST(ReductionOfTwoPhases, IsRightInGlobalMemoryToo) {
    for (const std::string operation : {"sum", "max"})
        for (const std::string block : {"2", "32", "64", "512"})
            for (const std::string n : {"1", "3", "40", "64", "65", "1000"})
                expectCorrect("reduce.two-phase",
                              {{"operation", operation}, {"n", n}, {"block", block}, {"memory", "global"}});
}

TEST(ReductionOverAnyGrid, TakesAnyNumberOfBlocks) {
    for (const std::string id : {"reduce.6", "reduce.cub"})
        for (const std::string blocks : {"1", "2", "7", "100"})
            expectCorrect(id, {{"n", "1000"}, {"block", "64"}, {"blocks", blocks}});
}

TEST(Reduction, SaysWhatDoesNotGoTogether) {
    const auto complaint = [](std::string_view id, const Parameters& given) {
        const Result<Plan> plan = planFor(id, given);
        return plan ? "" : describe(plan.error());
    };
    EXPECT_EQ(
        complaint("reduce.0", {{"variant", "published"}, {"operation", "max"}}),
        "operation = \"max\" is not possible: the document's kernels only add; take sum, or the corrected variant.");
    EXPECT_EQ(complaint("reduce.4", {{"block", "32"}}),
              "block = \"32\" is not possible: it must be one of 64, 128, 256, 512, 1024.");
    EXPECT_EQ(complaint("reduce.0", {{"n", "100000001"}}),
              "n = \"100000001\" is not possible: it must be a whole number from 1 to 100000000.");
}

// ---- as published

Emulation published(std::string_view id, Parameters given) {
    given.add("variant", "published");
    return emulated(id, given);
}

const Fault& faultOf(const Emulation& run) {
    EXPECT_EQ(run.check.verdict, Verdict::Fault);
    static const Fault none;
    return run.launches.empty() || !run.launches.back().fault ? none : *run.launches.back().fault;
}

TEST(PublishedReduction, IsRightForWholePowersOfTwo) {
    for (const std::string id : {"reduce.0", "reduce.1", "reduce.2", "reduce.3", "reduce.4", "reduce.5", "reduce.6"})
        for (const std::string block : {"64", "128", "512"})
            for (const std::string type : {"f32", "f64", "i32"}) {
                const Emulation run = published(id, {{"n", "4096"}, {"block", block}, {"type", type}});
                EXPECT_EQ(run.check.verdict, Verdict::Correct) << id << " " << block << " " << run.check.note;
            }
    // And where a guard was printed, for every n.
    for (const std::string id : {"reduce.0", "reduce.1", "reduce.2", "reduce.4"})
        EXPECT_EQ(published(id, {{"n", "1001"}, {"block", "64"}}).check.verdict, Verdict::Correct) << id;
}

TEST(PublishedReduction, ReadsBeyondABlockThatIsNoPowerOfTwo) {
    for (const std::string id : {"reduce.0", "reduce.1"}) {
        const Emulation run = published(id, {{"n", "96"}, {"block", "96"}});
        const Fault& fault = faultOf(run);
        EXPECT_EQ(fault.kind, Fault::Kind::OutOfBounds) << id;
        EXPECT_EQ(fault.space, program::Space::Shared) << id;
        EXPECT_EQ(fault.element, "shared[96]") << id;
        EXPECT_EQ(fault.thread, id == "reduce.0" ? (Dim3{64, 0, 0}) : (Dim3{1, 0, 0})) << id;  // s = 32
    }
}

/// One block of `block` threads over as many values; there is no other launch.
Plan oneBlock(std::string_view id, const std::vector<double>& values) {
    const auto block = static_cast<std::uint32_t>(values.size());
    Plan plan = planFor(id, {{"variant", "published"}, {"n", std::to_string(block)}, {"block", "128"}, {"type", "f64"}})
                    .value();
    plan.buffers[0].initial = given(values);
    Launch& launch = launchOf(plan);
    launch.block = {block, 1, 1};
    launch.dynamicSharedBytes = block * sizeof(double);
    return plan;
}

TEST(PublishedReduction, LosesTheMiddleOfAnOddNumber) {
    // Document 004's facts: six threads give 12 instead of 28.
    const Emulation run = emulated(oneBlock("reduce.2", {6, 3, 7, 1, 2, 9}));
    ASSERT_EQ(run.check.verdict, Verdict::Wrong);
    EXPECT_EQ(run.check.first.at(0).computed, 12);
    EXPECT_EQ(run.check.first.at(0).expected, 28);
    // With six threads, 0 and 1 read number 6 of 6.
    for (const std::string id : {"reduce.0", "reduce.1"})
        EXPECT_EQ(faultOf(emulated(oneBlock(id, {6, 3, 7, 1, 2, 9}))).element, "shared[6]") << id;
    EXPECT_EQ(published("reduce.2", {{"n", "96"}, {"block", "96"}}).check.verdict, Verdict::Wrong);
}

TEST(PublishedReduction, ReadsBeyondTheValues) {
    // n = 200 with blocks of 64: two blocks read 256 values, 56 of them beyond the last, number 200 first.
    const Emulation run = published("reduce.3", {{"n", "200"}, {"block", "64"}});
    const Fault& fault = faultOf(run);
    EXPECT_EQ(fault.kind, Fault::Kind::OutOfBounds);
    EXPECT_EQ(fault.element, "values[200]");
    EXPECT_EQ(run.launches.at(0).grid.count() * 2 * 64 - 200, 56U);
    EXPECT_EQ(faultOf(published("reduce.5", {{"n", "200"}, {"block", "64"}})).element, "values[200]");
}

TEST(PublishedReduction, ReadsTheSecondOfAPairThatHasNone) {
    // n = 1000, 2 blocks of 128: the last round begins at 768 and pairs i with i + 128: values 1000 … 1023 are not
    // there.
    const Emulation run = published("reduce.6", {{"n", "1000"}, {"block", "128"}, {"blocks", "2"}});
    EXPECT_EQ(faultOf(run).element, "values[1000]");
}

// Lockstep hides it; that nothing orders the lanes is what the race check says.
TEST(PublishedReduction, LeavesTheLanesOfTheLastWarpUnordered) {
    for (const std::string id : {"reduce.4", "reduce.5", "reduce.6"}) {
        const Plan plan = planFor(id, {{"variant", "published"}, {"n", "1024"}, {"block", "64"}}).value();
        const auto reports = checkRaces(plan, {}, {});
        ASSERT_TRUE(reports);
        const std::vector<simt::Finding>& findings = reports->front().findings;
        ASSERT_FALSE(findings.empty()) << id;
        EXPECT_NE(describe(findings[0]).find("without __syncwarp()"), std::string::npos) << describe(findings[0]);
        EXPECT_EQ(emulated(plan).check.verdict, Verdict::Correct);
    }
}

TEST(PublishedReductionOfTwoPhases, NeverEnds) {
    for (const std::string memory : {"global", "shared"})
        for (const std::string block : {"2", "32", "64", "512"}) {
            if (memory == "shared" && std::stoi(block) > 32) continue;  // see the next test
            const Emulation run = published("reduce.two-phase", {{"n", "1000"}, {"block", block}, {"memory", memory}});
            const Fault& fault = faultOf(run);
            EXPECT_EQ(fault.kind, Fault::Kind::StepBudget) << describe(fault);
            EXPECT_LT(run.launches.at(0).counts.warpInstructions, 3'000'000U);
        }
}

// Without a barrier the first warp is in the tree before the second has begun.
TEST(PublishedReductionOfTwoPhases, ReadsSumsThatNobodyHasWritten) {
    const Emulation run = published("reduce.two-phase", {{"n", "1000"}, {"block", "64"}, {"memory", "shared"}});
    const Fault& fault = faultOf(run);
    EXPECT_EQ(fault.kind, Fault::Kind::Uninitialised);
    EXPECT_EQ(fault.element, "shared[32]");
}

TEST(PublishedReductionOfTwoPhases, ReadsBeyondFewValues) {
    // 40 values, 64 threads: 24 of them have none.
    const auto element = [](const std::string& memory, const std::string& n, const std::string& block) {
        return faultOf(published("reduce.two-phase", {{"n", n}, {"block", block}, {"memory", memory}})).element;
    };
    EXPECT_EQ(element("global", "40", "64"), "values[40]");
    EXPECT_EQ(element("shared", "20", "32"), "values[20]");
}

}  // namespace
}  // namespace lanescope
