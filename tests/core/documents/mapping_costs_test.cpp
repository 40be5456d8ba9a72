// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/mapping_costs.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {
namespace {

const std::string kResources = LANESCOPE_SOURCE_DIR "/resources";

const std::vector<MappingCost>& recordedCosts() {
    static const std::vector<MappingCost> costs =
        mappingCosts(loadRecordings(kResources).studies, shippedCatalogue(), Published::load(kResources).value());
    return costs;
}

const MappingCost& costOf(const std::string& map, std::uint64_t n) {
    const auto found =
        std::ranges::find_if(recordedCosts(), [&](const auto& cost) { return cost.map == map && cost.n == n; });
    if (found == recordedCosts().end()) throw std::runtime_error("no recorded " + map);
    return *found;
}

// P4: no improvement from tau = 2 beta on; between beta and 2 beta, 1 < I <= 2.
TEST(MappingCosts, TheBoundIsDocument002s) {
    EXPECT_DOUBLE_EQ(improvementBound(1, 1, 1), 1) << "one tile is one tile";
    EXPECT_DOUBLE_EQ(improvementBound(1, 1, 4), 1.6) << "16 blocks for 10";
    EXPECT_NEAR(improvementBound(1, 1, 1e9), 2, 1e-8);
    EXPECT_LT(improvementBound(1, 2, 1e9), 1 + 1e-12);
    EXPECT_GT(improvementBound(1, 1.99, 1e9), 1);
}

TEST(MappingCosts, OperationsStandBesideThoseOfTheDocument) {
    const MappingCost utm = costOf("UTM", 16384);
    ASSERT_TRUE(utm.onPaper);
    EXPECT_EQ(utm.onPaper->roots, 1);
    EXPECT_EQ(utm.onPaper->multiplications, 7);
    EXPECT_EQ(utm.onPaper->divisions, 2);
    EXPECT_EQ(utm.onPaper->additions, 10);
    EXPECT_EQ(utm.onPaper->arithmetic(), 20) << "CostoRaiz + 20 CostoAritmética";
    const MappingCost ltm = costOf("LTM sqrt square", 16384);
    ASSERT_TRUE(ltm.onPaper);
    EXPECT_EQ(ltm.onPaper->arithmetic(), 10) << "CostoRaiz + 10 CostoAritmética";
    EXPECT_EQ(ltm.operations.roots, 1);
    EXPECT_EQ(costOf("RB", 16384).onPaper->additions, 3);
    EXPECT_EQ(costOf("RB", 16384).operations.roots, 0);
    EXPECT_EQ(costOf("BB", 16384).onPaper->comparisons, 1);
    EXPECT_FALSE(costOf("H", 16384).onPaper) << "the document does not know it";
    EXPECT_GT(utm.operations.arithmetic(), costOf("BB", 16384).operations.arithmetic());
}

TEST(MappingCosts, TimesAreTheRecordings) {
    const MappingCost box = costOf("BB", 16384);
    EXPECT_EQ(box.rows, 1024U);
    EXPECT_DOUBLE_EQ(box.beta, box.improvements[0].boxSeconds / (1024.0 * 1024.0));
    EXPECT_NEAR(box.bound, 1 + 1.0 / 1024, 1e-12) << "over itself, but for r/(r + 1)";
    const MappingCost rb = costOf("RB", 16384);
    ASSERT_EQ(rb.improvements.size(), 3U);
    EXPECT_NEAR(improvementBound(rb.beta, rb.tau, 1024), rb.improvements[0].improvement, 1e-9);
    EXPECT_GT(rb.improvements[0].improvement, 1.9) << "docs/triangles.md";
    for (const MapImprovement& one : rb.improvements) EXPECT_LE(one.improvement, rb.bound) << one.workload;
    EXPECT_FALSE(costOf("RB", 256).note.empty()) << "a launch of 3 microseconds";
}

TEST(MappingCosts, BlocksThatAreNoSquaresAreHeldAgainstBoxesOfTheSameBlocks) {
    const auto recorded = loadRecordings(kResources);
    const MappingCost& rb = costOf("RB 4 rows of threads", 16384);
    Parameters box{{"n", "16384"}, {"block", std::to_string(rb.block)}, {"rows", "4"}};
    box = (**shippedCatalogue().find("triangle.bb")).complete(box).value();
    const Measurement* const measured = recorded.find("triangle.bb", box);
    ASSERT_NE(measured, nullptr);
    EXPECT_DOUBLE_EQ(rb.improvements[0].boxSeconds, measured->median);
}

TEST(MappingCosts, WithoutTheBoxThereIsNoImprovement) {
    Study study;
    study.entries.emplace_back().algorithm = "triangle.rb";
    EXPECT_TRUE(mappingCosts({study}, shippedCatalogue(), Published()).empty());
    EXPECT_TRUE(mappingCosts({}, shippedCatalogue(), Published()).empty());
}

}  // namespace
}  // namespace lanescope
