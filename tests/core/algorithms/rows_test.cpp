// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks that are no squares: right for every size, of the shape that was asked for, and what there is not is refused.
#include <gmock/gmock.h>

#include "core/models/hand_counts.h"
#include "tests/core/algorithms/emulated.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

/// Right as a square block is, and with that block of threads.
void expectRows(std::string_view id, Parameters given, std::string_view side, const std::string& rows) {
    given.set("rows", rows);
    Plan plan = planFor(id, given).value();
    const Dim3 block = launchOf(plan).block;
    EXPECT_EQ(std::to_string(block.x), given.value(side)) << toString(given);
    EXPECT_EQ(std::to_string(block.y), rows) << toString(given);
    expectCorrect(id, given);
}

TEST(Rows, OfProductsFromGlobalMemoryAreAny) {
    for (const std::string type : {"f32", "f64", "i32"})
        for (const std::string block : {"4", "25", "32"})
            for (const std::string rows : {"1", "2", "8", "32"})
                expectRows("matmul.global", {{"n", "37"}, {"block", block}, {"type", type}}, "block", rows);
    Plan plan = planFor("matmul.global", {{"n", "100"}, {"block", "32"}, {"rows", "8"}}).value();
    EXPECT_EQ(launchOf(plan).grid, (Dim3{4, 13, 1}));
}

TEST(Rows, OfTilesArePartsOfThem) {
    for (const std::string type : {"f32", "f64", "i32"})
        for (const std::uint32_t block : {4U, 8U, 16U, 32U})
            for (std::uint32_t rows = block / 2; rows > 0 && 8 * rows >= block; rows /= 2)
                for (const std::string n : {"1", "37", "64"})
                    expectRows("matmul.tiled", {{"n", n}, {"block", std::to_string(block)}, {"type", type}}, "block",
                               std::to_string(rows));
    expectNoRaces("matmul.tiled", {{"n", "37"}, {"block", "16"}, {"rows", "4"}});
    // Each element of B serves four rows: two loads for each, where a square block has two for each product.
    const auto loads = [](const Parameters& given) {
        return emulated("matmul.tiled", given).launches.at(0).counts.sharedLoad.requests;
    };
    EXPECT_LT(loads({{"n", "64"}, {"block", "32"}, {"rows", "8"}}), loads({{"n", "64"}, {"block", "32"}}));
}

TEST(Rows, OfTransposes) {
    for (const std::string tile : {"4", "8", "16", "32"})
        for (const std::string rows : {"1", "2", "4", "8", "16", "32"}) {
            const std::uint32_t side = static_cast<std::uint32_t>(std::stoul(tile));
            const std::uint32_t down = static_cast<std::uint32_t>(std::stoul(rows));
            if (down > side || 8 * down < side) continue;
            for (const std::string padded : {"yes", "no"})
                expectRows("transpose.tiled", {{"tile", tile}, {"padded", padded}, {"width", "37"}, {"height", "70"}},
                           "tile", rows);
        }
    expectNoRaces("transpose.tiled", {{"width", "70"}, {"height", "33"}, {"rows", "2"}, {"tile", "16"}});
}

TEST(Rows, OfEveryMapThatGivesBlocksTiles) {
    for (const char* id : {"triangle.bb", "triangle.ltm", "triangle.rb", "triangle.rec", "triangle.h"})
        for (const std::string rows : {"1", "4", "16"})
            for (const std::string work : {"dummy", "edm", "collision"})
                expectRows(id, {{"n", "64"}, {"block", "16"}, {"workload", work}}, "block", rows);
    for (const std::string root : {"sqrt", "newton", "rsqrt", "double", "corrected"})
        expectRows("triangle.ltm", {{"n", "70"}, {"block", "8"}, {"root", root}, {"diagonal", "no"}}, "block", "2");
    for (const std::string dimensions : {"1", "2", "3", "4"})
        expectRows("triangle.bb", {{"n", "37"}, {"block", "8"}, {"workload", "edm"}, {"dimensions", dimensions}},
                   "block", "2");
    expectNoRaces("triangle.bb", {{"n", "64"}, {"block", "16"}, {"workload", "collision"}, {"rows", "4"}});
}

TEST(Rows, WhatIsUsualIsNotNamed) {
    const Algorithm& algorithm = **shippedCatalogue().find("matmul.tiled");
    const Parameters usual = algorithm.complete({}).value();
    EXPECT_EQ(usual.find("rows"), nullptr) << "recordings were made before there was such a choice";
    EXPECT_EQ(algorithm.complete({{"rows", "square"}}).value(), usual);
    EXPECT_EQ(algorithm.complete({{"rows", "8"}}).value().value("rows"), "8");
    const auto specs = algorithm.parameters();
    const auto rows = std::ranges::find(specs, "rows", &ParameterSpec::name);
    EXPECT_EQ(rows->valueIn(usual), "square");
    EXPECT_EQ(rows->valueIn({{"rows", "8"}}), "8");
    // A quarter of the tile's rows is the kernel that there was before.
    Plan quarter = planFor("transpose.tiled", {{"tile", "16"}, {"rows", "4"}}).value();
    EXPECT_THAT(launchOf(quarter).kernel->entry, HasSubstr("transposeTiled<16"));
}

std::string refusal(std::string_view id, const Parameters& given) {
    const auto plan = planFor(id, given);
    return plan ? std::string() : describe(plan.error());
}

TEST(Rows, WhatThereIsNotIsRefused) {
    EXPECT_THAT(refusal("matmul.global", {{"variant", "published"}, {"rows", "8"}}), HasSubstr("take the corrected"));
    EXPECT_THAT(refusal("matmul.tiled", {{"block", "16"}, {"rows", "1"}}), HasSubstr("2, 4 or 8"));
    EXPECT_THAT(refusal("matmul.tiled", {{"block", "16"}, {"rows", "32"}}), HasSubstr("2, 4 or 8"));
    EXPECT_THAT(refusal("matmul.tiled", {{"block", "25"}, {"rows", "1"}}), HasSubstr("square"));
    EXPECT_THAT(refusal("transpose.tiled", {{"tile", "8"}, {"rows", "16"}}), HasSubstr("1, 2, 4 or 8"));
    EXPECT_THAT(refusal("triangle.bb", {{"block", "8"}, {"rows", "16"}}), HasSubstr("nothing to do"));
    EXPECT_THAT(refusal("triangle.rb", {{"variant", "published"}, {"rows", "2"}}), HasSubstr("take the corrected"));
    EXPECT_THAT(refusal("triangle.utm", {{"rows", "2"}}), HasSubstr("rows"));
    EXPECT_THAT(refusal("matmul.rect2", {{"rows", "2"}}), HasSubstr("rows"));
}

// What a document counted or measured was a square block.
TEST(Rows, AreNotTheDocuments) {
    const auto counts = documentCounts(planFor("matmul.tiled", {{"rows", "8"}}).value());
    ASSERT_FALSE(counts);
    EXPECT_THAT(describe(counts.error()), HasSubstr("rows=8"));
}

}  // namespace
}  // namespace lanescope
