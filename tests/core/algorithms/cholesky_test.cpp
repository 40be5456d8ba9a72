// SPDX-License-Identifier: GPL-3.0-or-later
// The Cholesky factorisations of document 004: how many calls they make, and where the published ones go wrong.
#include <gmock/gmock.h>

#include <map>

#include "core/algorithms/cholesky/cholesky_matrix.h"
#include "core/algorithms/cholesky/lapack.h"
#include "core/simt/emulator.h"
#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {
namespace {

using cholesky::ExactMatrix;
using cholesky::Profile;
using testing::HasSubstr;
using Verdict = CheckResult::Verdict;

Plan planOrThrow(std::string_view id, const Parameters& given) {
    Result<Plan> plan = planFor(id, given);
    if (!plan) throw std::runtime_error(describe(plan.error()));
    return std::move(*plan);
}

CheckResult checkOf(std::string_view id, const Parameters& given) {
    const Plan plan = planOrThrow(id, given);
    simt::Emulator emulator;
    const Result<HostBuffers> after = runPlan(plan, emulator, {});
    if (!after) throw std::runtime_error(describe(after.error()));
    return checkResult(plan, *after, {}).value();
}

std::string refusalOf(std::string_view id, const Parameters& given) {
    const Result<Plan> plan = planFor(id, given);
    return plan ? "" : describe(plan.error());
}

/// How often each function of a library, kernel or task of the CPU is called; tasks without their block's number.
std::map<std::string, std::size_t> callsOf(const Plan& plan) {
    std::map<std::string, std::size_t> calls;
    for (const Step& step : plan.steps) {
        if (const auto* library = std::get_if<LibraryStep>(&step)) ++calls[functionOf(*library, plan)];
        if (const auto* launch = std::get_if<LaunchStep>(&step)) ++calls[launch->launch.kernel->entry];
        if (const auto* task = std::get_if<HostStep>(&step)) ++calls[task->library ? "dpotrf" : task->name];
    }
    return calls;
}

// Document 004, table 9.1: block 64, the profile of section 9.3.
TEST(Cholesky, MakesTheCallsOfTable91) {
    struct Column {
        const char* n;
        std::size_t syrk, gemm, trsm, potrf;
    };
    for (const Column& column :
         {Column{"512", 16, 17, 16, 8}, Column{"1024", 70, 190, 70, 16}, Column{"1280", 120, 447, 120, 20},
          Column{"1536", 183, 868, 183, 24}, Column{"1920", 289, 1755, 289, 30}, Column{"2560", 494, 3978, 494, 40}}) {
        const Plan plan = planOrThrow("cholesky.structured", {{"n", column.n}, {"block", "64"}, {"profile", "thesis"}});
        auto calls = callsOf(plan);
        EXPECT_EQ(calls["cublasDsyrk"], column.syrk) << column.n;
        EXPECT_EQ(calls["cublasDgemm"], column.gemm) << column.n;
        EXPECT_EQ(calls["cublasDtrsm"], column.trsm) << column.n;
        EXPECT_EQ(calls["dpotrf"], column.potrf) << column.n;
    }
}

// The same with the document's own kernels: a product is three launches, a division one a column (two as corrected).
TEST(Cholesky, ItsOwnKernelsAreLaunchedAsOften) {
    for (const char* variant : {"published", "corrected"}) {
        const bool published = std::string_view(variant) == "published";
        const Plan plan = planOrThrow("cholesky.structured-own",
                                      {{"variant", variant}, {"n", "512"}, {"block", "64"}, {"tile", "32"}});
        auto calls = callsOf(plan);
        EXPECT_EQ(calls[published ? "transposePublished<32>" : "transpose<32>"], 16U + 17U);
        EXPECT_EQ(calls[published ? "multiplyPublished<32>" : "multiply<32>"], 16U + 17U);
        EXPECT_EQ(calls["subtract"], 16U + 17U);
        EXPECT_EQ(calls[published ? "solvePublished" : "divideColumn"], 16U * 64U);
        EXPECT_EQ(calls["updateColumns"], published ? 0U : 16U * 64U);
    }
}

TEST(Cholesky, TilesMakeThreeCallsAColumn) {
    auto calls = callsOf(planOrThrow("cholesky.tiles", {{"n", "100"}, {"block", "16"}}));
    EXPECT_EQ(calls["cublasDsyrk"], 6U) << "nothing is to the left of the first of seven";
    EXPECT_EQ(calls["cublasDgemm"], 5U) << "and nothing below the last";
    EXPECT_EQ(calls["cublasDtrsm"], 6U);
    EXPECT_EQ(calls["dpotrf"], 7U);
}

/// Copies and calls overlap only if they are in different streams, and the host waits for what it reads.
TEST(Cholesky, TheHostFactorsABlockAfterItHasArrived) {
    const Plan plan = planOrThrow("cholesky.tiles", {{"n", "64"}, {"block", "16"}});
    bool underWay = false;
    std::size_t factored = 0;
    for (const Step& step : plan.steps) {
        const auto* copy = std::get_if<CopyStep>(&step);
        if (copy != nullptr && copy->direction == CopyStep::Direction::ToHost) {
            EXPECT_EQ(copy->memory, HostMemory::Pinned);
            EXPECT_NE(copy->stream, 0U);
            underWay = true;
        }
        if (std::holds_alternative<LibraryStep>(step)) {
            EXPECT_EQ(streamOf(step), 1U);
        }
        if (const auto* wait = std::get_if<WaitStep>(&step); wait != nullptr && wait->stream == 2U) underWay = false;
        if (const auto* task = std::get_if<HostStep>(&step); task != nullptr && task->library) {
            EXPECT_FALSE(underWay);
            ++factored;
        }
    }
    EXPECT_EQ(factored, 4U);
}

TEST(Cholesky, TheMatrixIsItsFactorTimesItsTranspose) {
    for (const Profile& profile : {Profile{}, Profile{0, 1, 1, 2, 1}, Profile{0, 0, 0, 2, 4}}) {
        const ExactMatrix matrix(18, 4, profile);
        for (std::uint64_t i = 0; i < 18; ++i)
            for (std::uint64_t j = 0; j < 18; ++j) {
                double sum = 0;
                for (std::uint64_t k = 0; k < 18; ++k) sum += matrix.factor(i, k) * matrix.factor(j, k);
                EXPECT_EQ(matrix.element(i, j), sum) << i << ' ' << j;
                const bool outside = j > i || (!profile.empty() && j < profile[i / 4] * 4);
                EXPECT_EQ(matrix.factor(i, j) == 0, outside) << i << ' ' << j;
            }
    }
}

TEST(Cholesky, LapackAndTheLoopsOfOursGiveTheSameBits) {
    for (const std::uint64_t n : {1, 7, 64, 100}) {
        const ExactMatrix matrix(n, n, {});
        std::vector<double> a(n * (n + 3), -1);  // three more a row, which nobody may touch
        for (std::uint64_t i = 0; i < n; ++i)
            for (std::uint64_t j = 0; j < n; ++j) a[i * (n + 3) + j] = matrix.element(i, j);
        std::vector<double> b = a;
        EXPECT_TRUE(dpotrf(a.data(), n, n + 3));
        EXPECT_TRUE(columnwiseCholesky(b.data(), n, n + 3).value());
        EXPECT_EQ(a, b) << dpotrfName();
        for (std::uint64_t i = 0; i < n; ++i)
            for (std::uint64_t j = 0; j <= i; ++j) EXPECT_EQ(a[i * (n + 3) + j], matrix.factor(i, j));
    }
}

TEST(Cholesky, AMatrixThatIsNotPositiveDefiniteEndsTheFactorisation) {
    std::vector<double> a{1, 2, 2, 1};  // 1 - 2² is not positive
    EXPECT_FALSE(dpotrf(a.data(), 2, 2));
    std::vector<double> b{-1};
    EXPECT_FALSE(columnwiseCholesky(b.data(), 1, 1).value());
}

TEST(Cholesky, SizesThatAreNotMultiplesAreRightAsCorrected) {
    for (const char* id :
         {"cholesky.blocked", "cholesky.tiles", "cholesky.blocks", "cholesky.structured", "cholesky.structured-own"})
        for (const char* n : {"1", "15", "50", "77"}) {
            const CheckResult check = checkOf(id, {{"n", n}, {"block", "16"}});
            EXPECT_EQ(check.verdict, Verdict::Correct) << id << ' ' << n;
            EXPECT_EQ(check.checked, check.rows * check.columns);
        }
}

// Listing 8.2 read with numbers is right; the first block that is divided by another shows that it is not for blocks.
TEST(Cholesky, TheBlockedListingGoesWrongInTheSecondRowOfBlocks) {
    const CheckResult check = checkOf("cholesky.blocked", {{"variant", "published"}, {"n", "32"}, {"block", "8"}});
    EXPECT_EQ(check.verdict, Verdict::Wrong);
    EXPECT_EQ(check.first.at(0).row, 8U);
    EXPECT_EQ(check.first.at(0).column, 0U);
    EXPECT_EQ(checkOf("cholesky.blocked", {{"variant", "published"}, {"n", "8"}, {"block", "8"}}).verdict,
              Verdict::Correct);
}

// Pseudocode 8.5: of all products of a block only the last is there, and nothing was subtracted.
TEST(Cholesky, ThePseudocodeAssignsProducts) {
    const Parameters choice{{"variant", "published"}, {"n", "6"}, {"block", "2"}};
    const CheckResult check = checkOf("cholesky.blocks", choice);
    EXPECT_EQ(check.verdict, Verdict::Wrong);
    const Plan plan = planOrThrow("cholesky.blocks", choice);
    std::size_t assigned = 0;
    for (const Step& step : plan.steps) {
        const auto* call = std::get_if<LibraryStep>(&step);
        if (call == nullptr || call->call != LibraryStep::Call::Gemm) continue;
        EXPECT_EQ(call->beta, 0);
        EXPECT_EQ(call->alpha, 1);
        ++assigned;
    }
    EXPECT_EQ(assigned, 1U);
}

// Listing 8.16: with two blocks of threads in a row the second divides what the first has divided.
TEST(Cholesky, ThePublishedDivisionIsDoneOncePerBlockOfThreads) {
    Parameters choice{{"variant", "published"}, {"n", "48"}, {"block", "16"}, {"tile", "8"}, {"profile", "full"}};
    const CheckResult check = checkOf("cholesky.structured-own", choice);
    EXPECT_EQ(check.verdict, Verdict::Wrong);
    EXPECT_EQ(check.first.at(0).row, 16U);
    EXPECT_EQ(check.first.at(0).computed * 1024, check.first.at(0).expected) << "divided twice by the same 1024";
    choice.set("tile", "16");
    EXPECT_EQ(checkOf("cholesky.structured-own", choice).verdict, Verdict::Correct) << "one warp holds a row";
}

TEST(Cholesky, SizesThatThePublishedCodeWouldLeaveTheMatrixWithAreRefused) {
    EXPECT_THAT(refusalOf("cholesky.blocked", {{"variant", "published"}, {"n", "40"}, {"block", "16"}}),
                HasSubstr("multiple of 16, such as 32 or 48"));
    EXPECT_THAT(
        refusalOf("cholesky.blocks", {{"variant", "published"}, {"listing", "code"}, {"n", "10"}, {"block", "4"}}),
        HasSubstr("multiple of 4, such as 8 or 12"));
    EXPECT_THAT(refusalOf("cholesky.structured-own", {{"variant", "published"}, {"n", "16"}, {"block", "4"}}),
                HasSubstr("multiple of the tile side 8"));
    EXPECT_EQ(refusalOf("cholesky.tiles", {{"variant", "published"}, {"listing", "code"}, {"n", "10"}, {"block", "4"}}),
              "");
}

}  // namespace
}  // namespace lanescope
