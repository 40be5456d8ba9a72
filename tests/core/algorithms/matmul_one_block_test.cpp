// SPDX-License-Identifier: GPL-3.0-or-later
// Document 001's multiplications by one block, run in the emulator.
#include "core/simt/emulator.h"
#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {
namespace {

struct Outcome {
    CheckResult check;
    std::optional<simt::Fault> fault;
};

Outcome outcomeOf(std::string_view id, const Parameters& parameters) {
    const Result<Plan> plan = planFor(id, parameters);
    if (!plan) throw std::runtime_error(describe(plan.error()));
    simt::Emulator emulator;
    const Result<HostBuffers> after = runPlan(*plan, emulator, {});
    if (!after) return {{}, emulator.reports().back().fault};
    return {checkResult(*plan, *after, {}).value(), std::nullopt};
}

TEST(OneBlock, WalksOverCWhateverItsSizeIs) {
    for (const char* type : {"i32", "f32", "f64"})
        for (const char* n : {"1", "31", "32", "45"})
            for (const char* block : {"1", "7", "25", "32"})
                EXPECT_EQ(outcomeOf("matmul.one-block-grid-stride", {{"n", n}, {"block", block}, {"type", type}})
                              .check.verdict,
                          CheckResult::Verdict::Correct)
                    << n << " " << block << " " << type;
}

// Document 001, 5.2: with order 10 and a block of 4 × 4, 84 of 100 elements are never computed.
TEST(OneBlock, AsPublishedComputesNoMoreElementsThanItHasThreads) {
    const Parameters choice{{"variant", "published"}, {"n", "10"}, {"block", "4"}};
    const CheckResult check = outcomeOf("matmul.one-block-grid-stride", choice).check;
    EXPECT_EQ(check.verdict, CheckResult::Verdict::Wrong);
    EXPECT_EQ(check.wrong, 84U);
    EXPECT_EQ(check.first.at(0).row, 0U);
    EXPECT_EQ(check.first.at(0).column, 4U);
    EXPECT_EQ(check.first.at(0).computed, 0.0);
    const Algorithm& algorithm = **shippedCatalogue().find("matmul.one-block-grid-stride");
    EXPECT_EQ(algorithm.judge(algorithm.complete(choice).value()).kind, VerdictKind::Wrong);
}

TEST(OneBlock, AsPublishedIsRightWhereTheBlockCoversC) {
    const Parameters choice{{"variant", "published"}, {"n", "10"}, {"block", "10"}};
    EXPECT_EQ(outcomeOf("matmul.one-block-grid-stride", choice).check.verdict, CheckResult::Verdict::Correct);
    const Algorithm& algorithm = **shippedCatalogue().find("matmul.one-block-grid-stride");
    EXPECT_EQ(algorithm.judge(algorithm.complete(choice).value()).kind, VerdictKind::RightHere);
}

TEST(OneBlock, ABlockThatCudaDoesNotGrantIsRefusedWithTheReason) {
    const Result<Plan> plan = planFor("matmul.one-block-grid-stride", {{"n", "100"}, {"block", "100"}});
    ASSERT_FALSE(plan);
    EXPECT_TRUE(
        describe(plan.error())
            .starts_with(
                "block = \"100\" is not possible: a block of 100 × 100 has 10000 threads, and CUDA grants 1024"))
        << describe(plan.error());
}

TEST(WholeShared, IsRightWithItsBarrier) {
    const Algorithm& algorithm = **shippedCatalogue().find("matmul.whole-shared");
    for (const ParameterSpec& spec : algorithm.parameters()) {
        if (spec.name != "n") continue;
        for (const std::string& n : spec.values)
            for (const char* type : {"i32", "f32", "f64"})
                EXPECT_EQ(outcomeOf("matmul.whole-shared", {{"n", n}, {"type", type}}).check.verdict,
                          CheckResult::Verdict::Correct)
                    << n << " " << type;
    }
}

TEST(WholeShared, AsPublishedReadsWhatNobodyHasWritten) {
    const Outcome outcome = outcomeOf("matmul.whole-shared", {{"variant", "published"}});
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->kind, simt::Fault::Kind::Uninitialised);
}

TEST(WholeShared, AsPublishedIsRightForASingleWarp) {
    EXPECT_EQ(outcomeOf("matmul.whole-shared", {{"variant", "published"}, {"n", "4"}}).check.verdict,
              CheckResult::Verdict::Correct);
}

}  // namespace
}  // namespace lanescope
