// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/owned.h"

#include <set>

#include "tests/core/flow/traced_blocks.h"

namespace lanescope::flow {
namespace {

struct Plane {
    std::string algorithm;
    Parameters parameters;
    std::uint32_t values, rows, columns;
};

TEST(Owned, ThePlaneHasTheShapeOfWhatIsStored) {
    const std::vector<Plane> planes{
        {"matmul.tiled", {{"n", "64"}, {"block", "16"}}, 1, 16, 16},
        {"matmul.single-block", {{"n", "32"}, {"block", "16"}}, 1, 16, 16},
        {"matmul.global", {{"n", "32"}, {"block", "8"}}, 1, 8, 8},
        {"matmul.rect2", {{"n", "64"}, {"block", "16"}}, 2, 16, 32},
        {"matmul.rect2-prefetch", {{"n", "64"}, {"block", "8"}}, 2, 8, 16},
        {"matmul.rect4-row", {{"n", "64"}, {"block", "16"}}, 4, 16, 64},
        {"matmul.rect4-prefetch", {{"n", "64"}, {"block", "16"}}, 4, 32, 32},
        {"triangle.bb", {{"n", "32"}, {"block", "8"}, {"workload", "edm"}}, 1, 8, 8},
    };
    for (const Plane& plane : planes) {
        SCOPED_TRACE(plane.algorithm);
        const Moves moves(test::traceOf(plane.algorithm, plane.parameters));
        const Owned owned(moves);
        EXPECT_EQ(owned.valuesPerThread(), plane.values);
        EXPECT_EQ(owned.rows(), plane.rows);
        EXPECT_EQ(owned.columns(), plane.columns);
        EXPECT_TRUE(owned.hasShapeOfMemory());
        for (const auto& [cell, position] : owned.cells()) EXPECT_EQ(owned.at(position), cell);
    }
}

TEST(Owned, NeighbourElementsOfALargerRectangleAreABlockApart) {
    const Moves moves(test::traceOf("matmul.rect4-prefetch", {{"n", "64"}, {"block", "16"}}));
    const Owned owned(moves);
    using Position = Owned::Position;
    EXPECT_EQ(owned.positionOf({0, 3, 0}), (Position{0, 3}));
    EXPECT_EQ(owned.positionOf({0, 3, 1}), (Position{0, 19}));
    EXPECT_EQ(owned.positionOf({0, 3, 2}), (Position{16, 3}));
    EXPECT_EQ(owned.positionOf({0, 3, 3}), (Position{16, 19}));
    EXPECT_EQ(owned.positionOf({1, 16, 0}), (Position{3, 0})) << "lane 16 of warp 1 is thread (0, 3)";
}

TEST(Owned, AReductionHasOneValueAThread) {
    for (const char* id : {"reduce.0", "reduce.2", "reduce.3", "reduce.4", "reduce.5", "reduce.6"}) {
        SCOPED_TRACE(id);
        const Moves moves(test::traceOf(id, {{"n", "256"}, {"block", "64"}}));
        const Owned owned(moves);
        EXPECT_EQ(owned.valuesPerThread(), 1U);
        EXPECT_EQ(owned.rows(), 1U);
        EXPECT_GE(owned.columns(), 32U);
        EXPECT_LE(owned.columns(), 64U);
    }
}

TEST(Owned, ACopyOwnsNothing) {
    for (const char* padded : {"yes", "no"}) {
        const Moves moves(test::traceOf("transpose.tiled", {{"padded", padded}}));
        const Owned owned(moves);
        EXPECT_EQ(owned.valuesPerThread(), 0U);
        EXPECT_EQ(owned.rows(), 0U);
    }
}

TEST(Owned, ProductsThatAllAddToOneElementLieAsTheThreadsDo) {
    const Moves moves(test::traceOf("matvec.columns", {{"n", "16"}, {"m", "64"}, {"block", "64"}}));
    const Owned owned(moves);
    EXPECT_EQ(owned.valuesPerThread(), 1U);
    EXPECT_FALSE(owned.hasShapeOfMemory());
    EXPECT_EQ(owned.rows(), 1U);
    EXPECT_EQ(owned.columns(), 64U);
}

/// The sum that is shown is the one that is stored in the end, and grows on the way there.
TEST(Owned, ASumIsFoundInTheRegisterThatHasItAtTheTime) {
    const auto trace = test::traceOf("matmul.rect2", {{"n", "64"}, {"block", "16"}});
    const Moves moves(trace);
    const Owned owned(moves);
    Timeline timeline(trace);
    timeline.seek(trace->size());
    for (const auto& [cell, position] : owned.cells()) {
        const auto place = owned.placeOf(moves, cell, trace->size());
        ASSERT_TRUE(place);
        const auto sum = bitsAt(*place, 4, timeline);
        // C[position], n columns a row.
        const auto& c = timeline.memory();
        bool stored = false;
        for (std::size_t buffer = 0; buffer < c.size(); ++buffer) {
            if (c.allocation(buffer).buffer.name != "C") continue;
            Place element;
            element.kind = Place::Kind::Global;
            element.address = c.allocation(buffer).base + 4 * (position.row * 64 + position.column);
            EXPECT_EQ(bitsAt(element, 4, timeline), sum);
            stored = true;
        }
        EXPECT_TRUE(stored);
    }
    const Owned::Cell first{0, 0, 0};
    std::set<std::uint64_t> seen;
    for (std::uint64_t event = 0; event < trace->size(); ++event) {
        if (trace->warp(event) != first.warp) continue;
        const auto place = owned.placeOf(moves, first, event + 1);
        if (!place) continue;
        timeline.seek(event + 1);
        seen.insert(bitsAt(*place, 4, timeline).value());
    }
    EXPECT_EQ(seen.size(), 65U) << "nothing, and then one product of positive numbers more each time";
}

}  // namespace
}  // namespace lanescope::flow
