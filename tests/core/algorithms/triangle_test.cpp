// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of triangle.cu in the emulator: every map, kind of work and block side against the reference.
#include <gmock/gmock.h>

#include <cstring>
#include <map>

#include "core/algorithms/triangle/triangle_launches.h"
#include "core/simt/emulator.h"
#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Verdict = CheckResult::Verdict;

constexpr const char* kIds[]{"triangle.bb",  "triangle.ltm", "triangle.rb",
                             "triangle.rec", "triangle.utm", "triangle.h"};

struct Outcome {
    CheckResult check;
    std::optional<simt::Fault> fault;
    std::uint64_t blocks = 0;
    std::uint64_t threads = 0;
    std::uint64_t cellsStored = 0;
    std::vector<std::string> kernels;
};

Outcome outcomeOf(const std::string& id, const Parameters& given) {
    const Result<Plan> plan = planFor(id, given);
    if (!plan) throw std::runtime_error(id + ": " + describe(plan.error()));
    simt::Emulator emulator;
    const Result<HostBuffers> after = runPlan(*plan, emulator, {});
    Outcome run;
    for (const simt::LaunchReport& report : emulator.reports()) {
        run.blocks += report.grid.count();
        run.threads += report.grid.count() * report.block.count();
        run.cellsStored += report.counts.globalStore.bytes / 4;
        run.kernels.push_back(report.kernel);
        run.fault = report.fault;
    }
    if (after)
        run.check = checkResult(*plan, *after, {}).value();
    else
        EXPECT_TRUE(run.fault) << describe(after.error());
    return run;
}

std::string verdictOf(const std::string& id, const Parameters& given) {
    const Algorithm& algorithm = **shippedCatalogue().find(id);
    return algorithm.verdict(algorithm.complete(given).value());
}

triangle::Configuration configurationOf(const std::string& id, const Parameters& given) {
    const auto kind = std::ranges::find(triangle::kinds(), id, &triangle::Kind::id);
    return {kind->map, Choice((*shippedCatalogue().find(id))->complete(given).value())};
}

/// Every cell of the triangle is right, all others are untouched, and as many cells were stored as there are: none
/// twice.
void expectRight(const std::string& id, const Parameters& given) {
    SCOPED_TRACE(id + " " + toString(given));
    const Outcome run = outcomeOf(id, given);
    EXPECT_EQ(run.check.verdict, Verdict::Correct);
    EXPECT_EQ(run.check.checked, run.check.rows * run.check.columns);
    const triangle::Tally tally = triangle::tallyOf(configurationOf(id, given));
    EXPECT_EQ(run.cellsStored, tally.usefulThreads);
    EXPECT_EQ(run.blocks, tally.blocks);
    EXPECT_EQ(run.threads, tally.threads);
    EXPECT_THAT(verdictOf(id, given), StartsWith("Right"));
}

class TriangleMapOf : public testing::TestWithParam<const char*> {
protected:
    /// Calls `see` with the choices that have a plan.
    template <typename See>
    static void forEvery(const std::vector<int>& orders, const std::vector<Parameters>& works, See see) {
        const std::string id = GetParam();
        for (const int n : orders)
            for (const char* block : {"1", "2", "4", "8", "16", "32"})
                for (const char* diagonal : {"yes", "no"})
                    for (const Parameters& work : works) {
                        Parameters choice{{"n", std::to_string(n)}, {"block", block}, {"diagonal", diagonal}};
                        for (const auto& [name, value] : work) choice.add(name, value);
                        if (id == "triangle.rec") choice.add("levels", "1");
                        if (planFor(id, choice)) see(choice);
                    }
    }
};

TEST_P(TriangleMapOf, FillsTheTriangleAndNothingElse) {
    int runs = 0;
    forEvery({1, 2, 3, 7, 16, 33, 64, 75}, {{{"workload", "dummy"}}}, [&](const Parameters& choice) {
        expectRight(GetParam(), choice);
        ++runs;
    });
    EXPECT_GE(runs, 30);
}

TEST_P(TriangleMapOf, DoesEveryKindOfWork) {
    const std::vector<Parameters> works{{{"workload", "edm"}, {"dimensions", "1"}},
                                        {{"workload", "edm"}, {"dimensions", "2"}},
                                        {{"workload", "edm"}, {"dimensions", "3"}},
                                        {{"workload", "edm"}, {"dimensions", "4"}},
                                        {{"workload", "collision"}}};
    int runs = 0;
    forEvery({2, 32, 47, 64}, works, [&](const Parameters& choice) {
        expectRight(GetParam(), choice);
        ++runs;
    });
    EXPECT_GE(runs, 60);
}

INSTANTIATE_TEST_SUITE_P(Triangles, TriangleMapOf, testing::ValuesIn(kIds), [](const auto& instance) {
    return std::string(std::string_view(instance.param).substr(std::string_view("triangle.").size()));
});

TEST(TriangleLtm, EveryRootAndGridIsRightForFewRows) {
    for (const char* root : {"corrected", "sqrt", "newton", "rsqrt", "double"})
        for (const char* grid : {"square", "line"})
            for (const char* n : {"1", "37", "64"}) {
                expectRight("triangle.ltm", {{"root", root}, {"grid", grid}, {"n", n}, {"block", "4"}});
                expectRight("triangle.ltm", {{"root", root}, {"grid", grid}, {"n", n}, {"workload", "collision"}});
            }
}

TEST(TriangleRec, AnyNumberOfLevelsThatDividesTheRows) {
    for (const char* levels : {"0", "1", "2", "3", "4", "5"}) {
        expectRight("triangle.rec", {{"n", "64"}, {"block", "2"}, {"levels", levels}});
        expectRight("triangle.rec", {{"n", "97"}, {"block", "1"}, {"levels", levels}, {"diagonal", "no"}});
    }
    EXPECT_EQ(outcomeOf("triangle.rec", {{"n", "64"}, {"block", "2"}, {"levels", "5"}}).kernels.size(), 6U);
}

TEST(TriangleRec, OtherSizesAreRefusedWithTheNearest) {
    const auto refused = planFor("triangle.rec", {{"n", "100"}, {"block", "8"}, {"levels", "3"}});
    ASSERT_FALSE(refused);
    EXPECT_EQ(describe(refused.error()),
              "n = \"100\" is not possible: with block 8 it makes 13 rows of tiles, and 3 levels need a multiple of 8; "
              "such as n = 64 or 128.");
    EXPECT_TRUE(planFor("triangle.rec", {{"n", "128"}, {"block", "8"}, {"levels", "3"}}));
    const auto strict = planFor("triangle.rec", {{"n", "100"}, {"block", "1"}, {"levels", "3"}, {"diagonal", "no"}});
    ASSERT_FALSE(strict);
    EXPECT_THAT(describe(strict.error()), HasSubstr("such as n = 97 or 105"));
    EXPECT_TRUE(planFor("triangle.rec", {{"n", "97"}, {"block", "1"}, {"levels", "3"}, {"diagonal", "no"}}));
    EXPECT_TRUE(planFor("triangle.rec", {{"n", "105"}, {"block", "1"}, {"levels", "3"}, {"diagonal", "no"}}));
}

TEST(TriangleRec, NoSizeIsOfferedThatIsTooLarge) {
    const auto complaint = [](const char* n, const char* block, const char* levels) {
        return describe(planFor("triangle.rec", {{"n", n}, {"block", block}, {"levels", levels}}).error());
    };
    EXPECT_THAT(complaint("40000", "1", "15"), testing::EndsWith("such as n = 32768."));
    EXPECT_THAT(complaint("64", "32", "15"), testing::EndsWith("take fewer levels."));
    EXPECT_EQ(verdictOf("triangle.rec", {{"n", "64"}, {"block", "32"}, {"levels", "15"}}),
              "Right for m · 2^levels rows of tiles, which these are not.");
}

// The window asks for a verdict before it knows whether there is a plan.
TEST(Triangle, AChoiceWithoutAPlanHasAVerdict) {
    for (const char* id : kIds) EXPECT_FALSE(verdictOf(id, {{"n", "1"}, {"diagonal", "no"}}).empty()) << id;
    for (const char* id : {"triangle.rb", "triangle.utm"})
        EXPECT_FALSE(verdictOf(id, {{"n", "1"}, {"diagonal", "no"}, {"variant", "published"}}).empty()) << id;
}

TEST(TriangleH, OtherSizesThanPowersOfTwoTakeALaunchAPiece) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(outcomeOf("triangle.h", {{"n", "64"}, {"block", "8"}}).kernels, (Names{"hTriangle<Index>"}));
    EXPECT_EQ(outcomeOf("triangle.h", {{"n", "80"}, {"block", "8"}}).kernels,
              (Names{"hTriangle<Index>", "hRectangle<Index>", "hTriangle<Index>"}));
}

TEST(Triangle, ImpossibleChoicesAreNamed) {
    const auto complaint = [](const char* id, const Parameters& given) {
        const auto plan = planFor(id, given);
        return plan ? "" : describe(plan.error());
    };
    EXPECT_THAT(complaint("triangle.bb", {{"n", "1"}, {"diagonal", "no"}}),
                HasSubstr("a triangle of one row has no cell"));
    EXPECT_THAT(complaint("triangle.bb", {{"workload", "collision"}, {"dimensions", "2"}}),
                HasSubstr("the spheres of workload collision have 3"));
    EXPECT_EQ(complaint("triangle.bb", {{"n", "46341"}}),
              "n = \"46341\" is not possible: it must be a whole number from 1 to 46340.");
}

double factOf(const std::string& id, const Parameters& given, std::string_view fact) {
    const Algorithm& algorithm = **shippedCatalogue().find(id);
    const std::vector<Fact> facts = algorithm.facts(algorithm.complete(given).value());
    const auto found = std::ranges::find(facts, fact, &Fact::id);
    if (found == facts.end()) throw std::runtime_error(id + " does not state " + std::string(fact));
    return found->value;
}

TEST(TriangleFacts, SayWhatIsLaunchedAndWhatIsIdle) {
    const Parameters eightRows{{"n", "64"}, {"block", "8"}};
    EXPECT_EQ(factOf("triangle.bb", eightRows, "blocks_launched"), 64);
    EXPECT_EQ(factOf("triangle.bb", eightRows, "blocks_idle"), 28);
    EXPECT_EQ(factOf("triangle.bb", eightRows, "blocks_idle_share"), 43.75);
    EXPECT_EQ(factOf("triangle.bb", eightRows, "threads_launched"), 4096);
    EXPECT_EQ(factOf("triangle.bb", eightRows, "threads_useful"), 2080);
    EXPECT_EQ(factOf("triangle.rb", eightRows, "blocks_idle"), 0);
    EXPECT_EQ(factOf("triangle.rb", eightRows, "threads_idle"), 8 * 8 * 7 / 2) << "in the tiles on the diagonal";
    EXPECT_EQ(factOf("triangle.rec", eightRows, "blocks_launched"), (8 * 8 + 8 * 4) / 2);
    EXPECT_EQ(factOf("triangle.utm", eightRows, "threads_launched"), 33 * 64);
    EXPECT_DOUBLE_EQ(factOf("triangle.h", eightRows, "improvement_bound"), 2.0 * 8 / 9) << "2 n/(n + 1)";
}

TEST(TriangleFacts, SayHowFarARootGoes) {
    EXPECT_EQ(factOf("triangle.ltm", {{"root", "sqrt"}}, "root_first_wrong"), 10'619'135);
    EXPECT_EQ(factOf("triangle.ltm", {{"root", "sqrt"}}, "root_rows_right"), 4607);
    EXPECT_EQ(factOf("triangle.ltm", {{"root", "rsqrt"}}, "h200_root_rows_right"), 1967);
    EXPECT_THROW((void)factOf("triangle.ltm", {{"root", "double"}}, "root_first_wrong"), std::runtime_error);
}

TEST(TriangleFacts, SayWhatThePublishedCodeDoes) {
    const Parameters four{{"variant", "published"}, {"n", "4"}};
    EXPECT_EQ(factOf("triangle.rb", four, "threads_outside"), 3);
    EXPECT_EQ(factOf("triangle.rb", four, "cells_missing"), 7);
    EXPECT_EQ(factOf("triangle.utm", {{"variant", "published"}, {"n", "64"}, {"diagonal", "no"}}, "pairs_right"), 29);
}

// Document 002, P7: only UTM and LTM need a root; BB needs a comparison and nothing else.
TEST(TriangleFacts, SayWhatFindingATileTakes) {
    const auto cost = [](const char* id, const char* what) { return factOf(id, {{"workload", "edm"}}, what); };
    for (const char* id : {"triangle.bb", "triangle.rb", "triangle.rec", "triangle.h"})
        EXPECT_EQ(cost(id, "map_roots"), 0) << id;
    EXPECT_EQ(cost("triangle.ltm", "map_roots"), 1);
    EXPECT_EQ(cost("triangle.utm", "map_roots"), 1);
    EXPECT_EQ(cost("triangle.bb", "map_comparisons"), 1);
    for (const char* what : {"map_multiplications", "map_divisions", "map_additions", "map_floors"})
        EXPECT_EQ(cost("triangle.bb", what), 0) << what;
    EXPECT_EQ(cost("triangle.ltm", "map_floors"), 1);
    EXPECT_EQ(cost("triangle.utm", "map_floors"), 3) << "floor() to a double, that to an int, and b to an int";
    EXPECT_GT(cost("triangle.utm", "map_multiplications"), cost("triangle.rb", "map_multiplications"));
}

// 1166628 is in row 1527: with 1527 rows Newton's root is right, with one more it is not.
TEST(TriangleLtm, IsRightUpToTheRowsThatItStates) {
    const auto outcome = [](const char* n) {
        return outcomeOf("triangle.ltm", {{"root", "newton"}, {"block", "1"}, {"n", n}}).check;
    };
    EXPECT_EQ(outcome("1527").verdict, Verdict::Correct);
    const CheckResult wrong = outcome("1528");
    EXPECT_EQ(wrong.verdict, Verdict::Wrong);
    EXPECT_EQ(wrong.first.at(0).row, 1527U);
    EXPECT_EQ(wrong.first.at(0).column, 1'166'628U - 1527U * 1528U / 2U);
    EXPECT_EQ(wrong.first.at(0).computed, -1.0);
}

// 4608 rows of tiles is where float is first wrong: T(4608) - 1 = 10 619 135 is rounded up to row 4608.
TEST(TriangleLtm, TheVerdictSaysHowFarTheRootGoes) {
    const auto verdict = [](const char* n, const char* block, const char* root) {
        return verdictOf("triangle.ltm", {{"n", n}, {"block", block}, {"root", root}});
    };
    EXPECT_THAT(verdict("4607", "1", "sqrt"), StartsWith("Right here: this root is right for up to 4607 rows of tiles, "
                                                         "which is n = 4607 with block 1."));
    EXPECT_THAT(verdict("4608", "1", "sqrt"), StartsWith("Wrong from block 10619135 on"));
    EXPECT_THAT(verdict("4608", "1", "sqrt"), HasSubstr("takes tile (4608, -1) for (4607, 4607)"));
    EXPECT_THAT(verdict("36856", "8", "sqrt"), StartsWith("Right"));
    EXPECT_THAT(verdict("36857", "8", "sqrt"), StartsWith("Wrong"));
    EXPECT_THAT(verdict("46340", "1", "double"), StartsWith("Right for every n"));
    EXPECT_THAT(verdict("46340", "1", "corrected"), StartsWith("Right for every n"));
}

struct Wrong {
    const char* id;
    const char* n;
    const char* diagonal;
};

class AsPublished : public testing::TestWithParam<Wrong> {};

/// Threads that are out of the matrix are stopped, so that what is stored is what the listing's (i, j) say.
TEST_P(AsPublished, LeavesTheCellsEmptyThatTheCountSays) {
    const Parameters choice{
        {"variant", "published"}, {"n", GetParam().n}, {"diagonal", GetParam().diagonal}, {"block", "4"}};
    const Outcome run = outcomeOf(GetParam().id, choice);
    EXPECT_EQ(run.check.verdict, Verdict::Wrong);
    EXPECT_THAT(verdictOf(GetParam().id, choice), StartsWith("Wrong"));
    if (std::string(GetParam().id) != "triangle.rb") return;
    const std::int64_t n = std::stoi(GetParam().n);
    const triangle::Coverage found =
        triangle::publishedBoxCoverage(n, std::string(GetParam().diagonal) == "yes", {0, n - 1, 0, n / 2 - 1});
    EXPECT_EQ(run.cellsStored, found.threads - found.outside);
    // Wrong are the cells that nobody has, and those above the diagonal that somebody has.
    EXPECT_GE(run.check.wrong, found.missing);
    EXPECT_LE(run.check.wrong, found.missing + found.beyondDiagonal);
}

INSTANTIATE_TEST_SUITE_P(Triangles, AsPublished,
                         testing::Values(Wrong{"triangle.rb", "4", "yes"}, Wrong{"triangle.rb", "4", "no"},
                                         Wrong{"triangle.rb", "16", "yes"}, Wrong{"triangle.rb", "17", "no"},
                                         Wrong{"triangle.rb", "1", "yes"}, Wrong{"triangle.utm", "4", "no"},
                                         Wrong{"triangle.utm", "64", "no"}, Wrong{"triangle.utm", "64", "yes"},
                                         Wrong{"triangle.utm", "1", "yes"}));

// Document 002's RB on 4 × 2 threads: 3 of 8 outside, 2 above the diagonal, 7 of 10 cells empty.
TEST(TriangleRb, AsPublishedFor4Rows) {
    const Parameters choice{{"variant", "published"}, {"n", "4"}, {"block", "4"}};
    const Outcome run = outcomeOf("triangle.rb", choice);
    EXPECT_EQ(run.cellsStored, 8U - 3U);
    EXPECT_EQ(run.check.wrong, 7U + 2U);
    EXPECT_EQ(run.check.first.at(0).row, 0U);
    EXPECT_EQ(run.check.first.at(0).column, 0U);
    EXPECT_EQ(run.check.first.at(0).computed, -1.0);
    EXPECT_THAT(verdictOf("triangle.rb", choice),
                HasSubstr("of 8 threads, 3 would work outside the matrix (these are stopped), 2 work where no cell is "
                          "wanted, 0 do a cell again; 7 of 10 cells stay empty"));
}

TEST(TriangleUtm, AsPublishedHas0Of6And29Of2016Right) {
    const Parameters few{{"variant", "published"}, {"n", "4"}, {"diagonal", "no"}, {"block", "4"}};
    EXPECT_EQ(outcomeOf("triangle.utm", few).check.wrong, 6U);
    EXPECT_THAT(verdictOf("triangle.utm", few), HasSubstr("Thread 0 takes the pair (0, 4) for (1, 2). 0 of 6 threads"));
    const Parameters many{{"variant", "published"}, {"n", "64"}, {"diagonal", "no"}};
    EXPECT_THAT(verdictOf("triangle.utm", many), HasSubstr("29 of 2016 threads have the right pair"));
}

// What the kernel computes for a thread is what triangle_maps says of the listing: the cells stored are just those.
TEST(TriangleUtm, AsPublishedStoresJustThePairsOfTheListing) {
    for (const std::uint32_t m : {5U, 12U, 64U}) {
        const Plan plan =
            planFor("triangle.utm", {{"variant", "published"}, {"n", std::to_string(m)}, {"diagonal", "no"}}).value();
        simt::Emulator emulator;
        const HostBuffers after = runPlan(plan, emulator, {}).value();
        std::vector<std::int32_t> expected(std::size_t{m} * m, -1);
        for (std::uint64_t k = 0; k < triangle::triangular(m - 1); ++k) {
            const triangle::Place pair = triangle::publishedPairOf(k, m);
            if (pair.row < 1 || pair.row > m || pair.column < 1 || pair.column > m) continue;
            const auto cell = static_cast<std::size_t>((pair.row - 1) * m + pair.column - 1);
            expected[cell] = static_cast<std::int32_t>(cell);
        }
        std::vector<std::int32_t> stored(expected.size());
        std::memcpy(stored.data(), after.at(0).data(), after.at(0).size());
        EXPECT_EQ(stored, expected) << m;
    }
}

// Some spheres touch and some do not, and all distances differ from what is there before.
TEST(TriangleWork, HasAnswersOfBothKinds) {
    const Plan plan = planFor("triangle.bb", {{"workload", "collision"}, {"n", "64"}, {"diagonal", "no"}}).value();
    HostBuffers inputs;
    for (const Buffer& buffer : plan.buffers) inputs.push_back(initialBytes(buffer));
    std::map<double, int> answers;
    std::vector<std::uint64_t> rows(64);
    for (std::uint64_t row = 0; row < 64; ++row) rows[row] = row;
    for (std::uint64_t column = 0; column < 64; ++column)
        for (const double answer : plan.reference.expected(inputs, column, rows)) ++answers[answer];
    EXPECT_EQ(answers[-1.0], 64 * 65 / 2);
    EXPECT_GT(answers[1.0], 50);
    EXPECT_GT(answers[0.0], 1000);
}

}  // namespace
}  // namespace lanescope
