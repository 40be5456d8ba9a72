// SPDX-License-Identifier: GPL-3.0-or-later
// What the source says of a block is what the block does: held against the log of the launch.
#include "widgets/stage/map/source_walk.h"

#include <gtest/gtest.h>

#include "tests/support/mapped.h"
#include "widgets/stage/map/source_values.h"

namespace lanescope {
namespace {

/// Walks all blocks of all launches of a triangle, and compares i and j with the tile that the block writes.
void compareTiles(const std::string& algorithm, const Parameters& parameters) {
    SCOPED_TRACE(algorithm);
    const auto plan = std::make_shared<const Plan>(test::emulatedRun(algorithm, parameters).plan);
    const auto works = test::workOf(*plan);
    const MapScene scene = mapOfBlocks(plan, works);
    const auto launches = plan->launches();
    for (const MapItem& item : scene.items) {
        const Launch& launch = *launches[scene.groups[item.group].launch];
        const auto steps = walkSource(launch, scene.blockOf(item), {0, 0, 0});
        ASSERT_FALSE(steps.empty());
        if (item.fate == MapItem::Fate::Wasted) {
            EXPECT_EQ(steps.back().kind, SourceStep::Kind::Left) << item.number;
            continue;
        }
        EXPECT_EQ(steps.back().kind, SourceStep::Kind::Work);
        const auto i = lastValueOf(steps, "i");
        const auto j = lastValueOf(steps, "j");
        ASSERT_TRUE(i && j) << item.number;
        // Its triangle begins at a corner, the kernel's fifth argument.
        const std::int64_t corner = launch.kernel->entry.starts_with("hTriangle")
                                        ? static_cast<std::int32_t>(std::get<Scalar>(launch.arguments[4]).bits)
                                        : 0;
        EXPECT_EQ(scene.latticeRow(*scene.piecesOf(item)), *i + corner) << item.number;
        EXPECT_EQ(scene.latticeColumn(*scene.piecesOf(item)), *j + corner) << item.number;
    }
}

TEST(SourceWalk, FindsTheTileOfEveryBlockOfEveryMap) {
    for (const char* n : {"64", "60", "40", "8"}) {
        const Parameters size{{"n", n}, {"block", "4"}};
        for (const char* map : {"triangle.bb", "triangle.rb", "triangle.h"}) compareTiles(map, size);
        for (const char* root : {"sqrt", "newton", "rsqrt", "double", "corrected"})
            compareTiles("triangle.ltm", {{"n", n}, {"block", "4"}, {"root", root}});
    }
    compareTiles("triangle.rec", {{"n", "64"}, {"block", "8"}, {"levels", "2"}});
    compareTiles("triangle.ltm", {{"n", "48"}, {"block", "8"}, {"grid", "line"}});
    compareTiles("triangle.bb", {{"n", "33"}, {"block", "8"}, {"diagonal", "no"}});
}

TEST(SourceWalk, PutsValuesForNames) {
    const Emulation run = test::emulatedRun("triangle.rb", {{"n", "64"}, {"block", "8"}});
    const auto steps = walkSource(*run.plan.launches()[0], {3, 3, 0}, {0, 0, 0});
    ASSERT_GE(steps.size(), 6U);
    EXPECT_EQ(steps[0].name, "tx");
    EXPECT_TRUE(steps[0].plain);
    EXPECT_EQ(steps[2].inserted, "1 − 8 mod 2");
    EXPECT_EQ(steps[3].kind, SourceStep::Kind::Asked);
    EXPECT_EQ(steps[3].inserted, "3 ≥ 3 + 1");
    EXPECT_FALSE(steps[3].holds);
    EXPECT_EQ(steps[4].formula, "rows − 1 − ty");
    EXPECT_EQ(steps[4].inserted, "8 − 1 − 3");
    EXPECT_EQ(steps[4].value, "4");
    // Lines are those of the source.
    const std::string& source = *run.plan.launches()[0]->kernel->source;
    std::size_t at = 0;
    for (std::uint32_t line = 1; line < steps[4].line; ++line) at = source.find('\n', at) + 1;
    EXPECT_EQ(source.substr(at, source.find('\n', at) - at), "        i = rows - 1 - ty;");
}

TEST(SourceWalk, StopsWhereMemoryBegins) {
    for (const char* algorithm : {"reduce.0", "matmul.tiled", "matmul.one-block-grid-stride", "vector.add"}) {
        const Emulation run = test::emulatedRun(algorithm, {});
        const auto steps = walkSource(*run.plan.launches()[0], {0, 0, 0}, {0, 0, 0});
        ASSERT_FALSE(steps.empty()) << algorithm;
        EXPECT_EQ(steps.back().kind, SourceStep::Kind::Work) << algorithm;
    }
}

TEST(SourceValues, AreComputedAsTheDeviceDoes) {
    EXPECT_EQ(applied("-", wholeValue(0, SourceValue::Type::U32), wholeValue(1))->text(), "4294967295");
    EXPECT_EQ(applied("/", wholeValue(-7), wholeValue(2))->text(), "-3");
    EXPECT_FALSE(applied("/", wholeValue(1), wholeValue(0)));
    EXPECT_EQ(applied(">>", wholeValue(-8), wholeValue(1))->text(), "-4");
    EXPECT_EQ(applied("+", realValue(16'777'216, SourceValue::Type::F32), wholeValue(1))->real, 16'777'216);
    EXPECT_EQ(called("__clz", {wholeValue(1)})->text(), "31");
    EXPECT_EQ(numberOf("0x5f3759df")->whole, 0x5f3759df);
    EXPECT_EQ(numberOf("0.25f")->type, SourceValue::Type::F32);
}

}  // namespace
}  // namespace lanescope
