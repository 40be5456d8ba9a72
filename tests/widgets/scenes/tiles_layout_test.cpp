// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scenes/tiles_layout.h"

#include <gtest/gtest.h>

#include "tests/widgets/scenes/sample_scene.h"

namespace lanescope {
namespace {

TilesStyle style(double points = 11) {
    TilesStyle style;
    style.font.setPointSizeF(points);
    return style;
}

TEST(TilesLayout, PutsBAboveCAndALeftOfC) {
    const TilesScene scene = test::sampleScene(16, 4);
    const auto shapes = test::shapesOf(scene);
    const TilesLayout layout = layoutTiles(shapes, QRectF(0, 0, 800, 600), style());
    ASSERT_EQ(layout.panels.size(), 5U);
    const PanelLayout& a = layout.panels[0];
    const PanelLayout& b = layout.panels[1];
    const PanelLayout& c = layout.panels[2];
    EXPECT_LT(a.frame.right(), c.frame.left());
    EXPECT_LT(b.frame.bottom(), c.frame.top());
    EXPECT_EQ(a.cells.top(), c.cells.top());
    EXPECT_EQ(b.cells.left(), c.cells.left());
}

TEST(TilesLayout, PanelsNeitherOverlapNorLeaveTheirRoom) {
    for (const QSizeF size : {QSizeF(560, 400), QSizeF(1280, 720), QSizeF(3840, 2160)})
        for (double points : {11.0, 22.0}) {
            const TilesScene scene = test::sampleScene(64, 16);
            for (std::size_t count : {1, 2, 3, 4, 5}) {
                auto shapes = test::shapesOf(scene);
                shapes.resize(count);
                const QRectF room(QPointF(0, 0), size);
                const TilesLayout layout = layoutTiles(shapes, room, style(points));
                ASSERT_EQ(layout.panels.size(), count);
                for (std::size_t i = 0; i < count; ++i) {
                    EXPECT_TRUE(room.contains(layout.panels[i].frame));
                    EXPECT_TRUE(layout.panels[i].frame.contains(layout.panels[i].cells));
                    EXPECT_FALSE(layout.panels[i].frame.intersects(layout.legend));
                    for (std::size_t j = 0; j < i; ++j)
                        EXPECT_FALSE(layout.panels[i].frame.intersects(layout.panels[j].frame));
                }
            }
        }
}

TEST(TilesLayout, ALegendNeverTakesAllTheRoom) {
    const TilesScene scene = test::sampleScene(64, 16);
    const auto shapes = test::shapesOf(scene);
    for (const double width : {120.0, 200.0, 250.0, 300.0, 350.0}) {
        const QRectF room(0, 0, width, 550);
        const TilesLayout layout = layoutTiles(shapes, room, style(22));
        EXPECT_EQ(layout.panels.size(), shapes.size()) << width;
        EXPECT_TRUE(room.contains(layout.legend)) << width;
    }
}

TEST(CellGeometry, MapsThereAndBack) {
    const CellGeometry geometry = geometryOf(QRectF(30, 50, 205, 101), Region{8, 16, 5, 10});
    EXPECT_EQ(geometry.size, 20);
    for (std::uint64_t row = 8; row < 13; ++row)
        for (std::uint64_t column = 16; column < 26; ++column) {
            const auto cell = geometry.at(geometry.rectOf(row, column).center());
            ASSERT_TRUE(cell);
            EXPECT_EQ(cell->row, row);
            EXPECT_EQ(cell->column, column);
        }
    EXPECT_FALSE(geometry.at(QPointF(29, 60)));
    EXPECT_FALSE(geometry.at(QPointF(231, 60)));
}

// A vector of 60 elements from number 100 on, in a room for lines of eight.
TEST(CellGeometry, AVectorIsBrokenIntoLines) {
    const QRectF room(30, 50, 207, 190);
    const CellGeometry geometry = geometryOf(room, Region{0, 100, 1, 60}, true);
    EXPECT_TRUE(geometry.isBroken());
    EXPECT_EQ(geometry.across, 8U);
    EXPECT_EQ(geometry.lines, 8U);
    EXPECT_EQ(geometry.size, 23);
    EXPECT_EQ(geometry.rectOf(0, 108).topLeft(), QPointF(30, 73)) << "the second line";
    for (std::uint64_t column = 100; column < 160; ++column) {
        const auto cell = geometry.at(geometry.rectOf(0, column).center());
        ASSERT_TRUE(cell) << column;
        EXPECT_EQ(cell->column, column);
        EXPECT_EQ(cell->row, 0U);
    }
    ASSERT_FALSE(geometry.rest().isEmpty());
    EXPECT_EQ(geometry.rest().width(), 4 * geometry.size);
    EXPECT_FALSE(geometry.at(geometry.rest().center())) << "there is no element";
    EXPECT_FALSE(geometryOf(room, Region{0, 100, 1, 60}).isBroken()) << "a row of a matrix";
    EXPECT_FALSE(geometryOf(room, Region{0, 0, 1, 4}, true).isBroken()) << "it is large enough";
}

TEST(FollowRegion, ShowsOfAVectorWhatTheBlockTouchesIfTheWholeWouldBeSmall) {
    const QSizeF area(207, 190);
    const Region all{0, 0, 1, 100'000}, block{0, 640, 1, 64};
    EXPECT_EQ(followRegion({{0, 0, 1, 128}, {0, 0, 1, 64}, {}, {}, {}}, area), (Region{0, 0, 1, 128}));
    EXPECT_EQ(followRegion({all, block, {}, {}, {}}, area), block);
    const Region page = followRegion({all, all, {0, 50'000, 1, 32}, {0, 50'000, 1, 32}, {}}, area);
    EXPECT_TRUE(page.contains(0, 50'000) && page.contains(0, 50'031));
    EXPECT_GE(geometryOf(QRectF(QPointF(), area), page, true).size, kComfortableVectorCell);
}

TEST(FollowRegion, ShowsTheWholeMatrixIfItFits) {
    const Region whole{0, 0, 16, 16};
    EXPECT_EQ(followRegion({whole, {0, 0, 4, 16}, {0, 0, 4, 4}, {}, {}}, QSizeF(200, 200)), whole);
}

TEST(FollowRegion, ShowsWhatTheBlockTouchesIfThatFits) {
    const Region band{16, 0, 16, 64};
    EXPECT_EQ(followRegion({{0, 0, 64, 64}, band, {16, 0, 16, 16}, {}, {}}, QSizeF(330, 150)), band);
}

TEST(FollowRegion, TurnsPagesOfWholeTiles) {
    const Region whole{0, 0, 1024, 1024};
    const Region band{32, 0, 16, 1024};
    const QSizeF area(200, 230);  // 66 columns of 3 pixels: four tiles of 16
    const Region first = followRegion({whole, band, {32, 0, 16, 16}, {32, 0, 2, 16}, {}}, area);
    EXPECT_EQ(first, (Region{32, 0, 16, 64}));
    const Region same = followRegion({whole, band, {32, 48, 16, 16}, {33, 48, 2, 16}, first}, area);
    EXPECT_EQ(same, first);
    const Region next = followRegion({whole, band, {32, 64, 16, 16}, {33, 64, 2, 16}, first}, area);
    EXPECT_EQ(next, (Region{32, 64, 16, 64}));
    // Nothing touched now: the page stays.
    EXPECT_EQ(followRegion({whole, band, {32, 64, 16, 16}, {}, next}, area), next);
    // Scrubbed elsewhere: the page that was shown is of no use.
    EXPECT_EQ(followRegion({whole, band, {32, 0, 16, 16}, {}, next}, area), first);
}

TEST(Region, GrowsToHoldElements) {
    Region region;
    region.include(3, 4);
    EXPECT_EQ(region, (Region{3, 4, 1, 1}));
    region.include(1, 9);
    EXPECT_EQ(region, (Region{1, 4, 3, 6}));
    EXPECT_TRUE(region.contains(2, 5));
    EXPECT_FALSE(region.contains(4, 5));
}

}  // namespace
}  // namespace lanescope
