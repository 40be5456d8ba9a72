// SPDX-License-Identifier: GPL-3.0-or-later
// Picture against data: what is in the scene must be in the pixels.
#include "widgets/scenes/tiles_painter.h"

#include <gtest/gtest.h>

#include <QFontMetricsF>
#include <QImage>
#include <set>

#include "tests/widgets/scenes/sample_scene.h"
#include "widgets/scenes/cell_painter.h"

namespace lanescope {
namespace {

struct Picture {
    TilesStyle style;
    TilesLayout layout;
    QImage image;
};

Picture draw(const TilesScene& scene, QSize size, Look look = Look::Light, double points = 11) {
    Picture picture;
    picture.style.look = look;
    picture.style.font = QFont(QStringLiteral("DejaVu Sans"));
    picture.style.font.setPointSizeF(points);
    const auto shapes = test::shapesOf(scene);
    picture.layout = layoutTiles(shapes, QRectF(QPointF(0, 0), QSizeF(size)), picture.style);
    picture.image = QImage(size, QImage::Format_RGB32);
    picture.image.fill(colourOf(Colour::Ground, look));
    QPainter painter(&picture.image);
    TilesPainter(picture.style, picture.layout).paint(painter, scene);
    painter.end();
    const QString folder = qEnvironmentVariable("LANESCOPE_PICTURES");
    if (!folder.isEmpty()) {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        QString name = QString::fromLatin1(test->name());
        picture.image.save(QStringLiteral("%1/%2-%3.png")
                               .arg(folder, name.replace(QLatin1Char('/'), QLatin1Char('_')))
                               .arg(size.width()));
    }
    return picture;
}

/// Colour in a cell at a place where no mark or value is: a quarter in from the left, three quarters down.
QColor probe(const Picture& picture, const TileGrid& grid, std::size_t panel, std::uint64_t row, std::uint64_t column) {
    const CellGeometry geometry = geometryOf(picture.layout.panels[panel].cells, grid.visible);
    const QRectF rect = geometry.rectOf(row, column);
    return picture.image.pixelColor((rect.topLeft() + QPointF(rect.width() * 0.3, rect.height() * 0.72)).toPoint());
}

class TilesPainterTest : public testing::TestWithParam<Look> {};

TEST_P(TilesPainterTest, EveryCellHasTheColourOfItsState) {
    const TilesScene scene = test::sampleScene(16, 4);
    const Picture picture = draw(scene, QSize(1280, 720), GetParam());
    for (std::size_t i = 0; i < scene.grids.size(); ++i) {
        const TileGrid& grid = scene.grids[i];
        const CellGeometry geometry = geometryOf(picture.layout.panels[i].cells, grid.visible);
        const CellPainter cells(picture.style, grid, geometry);
        for (std::uint64_t row = 0; row < grid.shape.rows; ++row)
            for (std::uint64_t column = 0; column < grid.shape.columns; ++column) {
                const CellState state = stateOf(grid.flagsAt(row, column));
                if (state == CellState::Uninitialised || state == CellState::Wrong) continue;  // hatched, crossed
                EXPECT_EQ(probe(picture, grid, i, row, column), cells.fill(state))
                    << grid.shape.name << '[' << row << "][" << column << ']';
            }
    }
}

TEST_P(TilesPainterTest, VectorsAreDrawnInLines) {
    TilesScene scene;
    scene.grids.push_back(test::gridOf({ArrayRef::Kind::Buffer, 0}, "a", 1, 70, kHasValue));
    scene.grids.push_back(test::gridOf({ArrayRef::Kind::Buffer, 1}, "long", 1, 5000, kHasValue));
    for (TileGrid& grid : scene.grids)
        for (std::uint64_t column = 0; column < grid.shape.columns; column += 3)
            test::setFlags(grid, 0, column, kHasValue | kComputed);
    const Picture picture = draw(scene, QSize(1280, 720), GetParam());
    for (std::size_t i = 0; i < scene.grids.size(); ++i) {
        const TileGrid& grid = scene.grids[i];
        const CellGeometry geometry = geometryOf(picture.layout.panels[i].cells, grid.visible, true);
        ASSERT_TRUE(geometry.isBroken());
        ASSERT_GE(geometry.size, 4);
        const CellPainter cells(picture.style, grid, geometry);
        for (std::uint64_t column = 0; column < grid.shape.columns; ++column) {
            const QRectF rect = geometry.rectOf(0, column);
            const QPointF at = rect.topLeft() + QPointF(rect.width() * 0.5, rect.height() * 0.6);
            EXPECT_EQ(picture.image.pixelColor(at.toPoint()), cells.fill(stateOf(grid.flagsAt(0, column))))
                << grid.shape.name << '[' << column << ']';
        }
        if (!geometry.rest().isEmpty()) {
            EXPECT_EQ(picture.image.pixelColor(geometry.rest().center().toPoint()),
                      colourOf(Colour::Ground, GetParam()));
        }
    }
}

TEST_P(TilesPainterTest, StatesDifferWithoutColour) {
    // Each state's mark as a pattern of light and dark; no two may be alike.
    TilesStyle style;
    style.look = GetParam();
    TileGrid grid = test::gridOf({ArrayRef::Kind::Buffer, 2}, "C", 1, 1, 0);
    const CellGeometry geometry;
    const CellPainter cells(style, grid, geometry);
    std::set<std::string> patterns;
    for (CellState state : {CellState::Uninitialised, CellState::Untouched, CellState::ReadBefore, CellState::Wrong,
                            CellState::ReadingNow, CellState::WritingNow}) {
        QImage image(24, 24, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        cells.paintCell(painter, QRectF(0, 0, 24, 24), state);
        painter.end();
        std::string pattern;
        // Relative to the cell's own fill: marks only.
        for (int y = 0; y < 24; ++y)
            for (int x = 0; x < 24; ++x) pattern += image.pixelColor(x, y) == cells.fill(state) ? '.' : '#';
        // Ink on dark and frame on light would be alike; reading's frame touches the edge and writing's does not.
        EXPECT_TRUE(patterns.insert(pattern).second) << "state " << static_cast<int>(state);
    }
}

INSTANTIATE_TEST_SUITE_P(Grounds, TilesPainterTest, testing::Values(Look::Light, Look::Dark),
                         [](const auto& param) { return std::string(param.param == Look::Dark ? "Dark" : "Light"); });

TEST(TilesPainter, LargeMatrixLosesNoSingleElement) {
    // 1024 columns on about 600 pixels: cells share pixels, and what is read now must still be seen.
    TilesScene scene = test::sampleScene(1024, 16);
    for (TileGrid& grid : scene.grids) grid.now.clear();
    test::setFlags(scene.grids[1], 777, 555, kHasValue | kReadNow);
    const Picture picture = draw(scene, QSize(1280, 720));
    const CellGeometry geometry = geometryOf(picture.layout.panels[1].cells, scene.grids[1].visible);
    ASSERT_LT(geometry.size, 1);
    const QRectF rect = geometry.rectOf(777, 555).adjusted(-1, -1, 1, 1);
    bool seen = false;
    for (int y = static_cast<int>(rect.top()); y <= static_cast<int>(rect.bottom()); ++y)
        for (int x = static_cast<int>(rect.left()); x <= static_cast<int>(rect.right()); ++x)
            seen |= picture.image.pixelColor(x, y) == colourOf(Colour::Now, Look::Light);
    EXPECT_TRUE(seen);
}

TEST(TilesPainter, WhatIsTouchedNowIsMarkedAtAnyZoom) {
    const TilesScene scene = test::sampleScene(1024, 16);
    const Picture picture = draw(scene, QSize(1280, 720));
    const CellGeometry geometry = geometryOf(picture.layout.panels[0].cells, scene.grids[0].visible);
    const QPointF centre = geometry.rectOf(0, 7).center();
    EXPECT_EQ(picture.image.pixelColor(centre.toPoint()), colourOf(Colour::Now, Look::Light));
}

TEST(TilesPainter, DrawsAtAllSizesAndTextScales) {
    for (double points : {11.0, 16.5, 22.0}) {
        const Picture small = draw(test::sampleScene(16, 4), QSize(560, 420), Look::Light, points);
        EXPECT_FALSE(small.layout.panels[0].cells.isEmpty()) << points;
    }
    draw(test::sampleScene(16, 4), QSize(700, 560));
    draw(test::sampleScene(64, 16), QSize(1280, 720), Look::Light, 22);
    draw(test::sampleScene(64, 16), QSize(3840, 2160), Look::Dark);
}

TEST(TilesPainter, ValuesAreWrittenWhereThereIsRoom) {
    TilesScene scene = test::sampleScene(8, 4);
    const Picture with = draw(scene, QSize(1280, 720));
    for (TileGrid& grid : scene.grids) grid.values.clear();
    const Picture without = draw(scene, QSize(1280, 720));
    EXPECT_NE(with.image, without.image);
}

TEST(LaneRanges, AreShort) {
    EXPECT_EQ(laneRanges(0xffffffffU), QStringLiteral("0–31"));
    EXPECT_EQ(laneRanges(1U << 31), QStringLiteral("31"));
    EXPECT_EQ(laneRanges(0b11110101U), QStringLiteral("0, 2, 4–7"));
    EXPECT_EQ(laneRanges(0b11U), QStringLiteral("0, 1"));
    EXPECT_EQ(laneRanges(0), QString());
}

TEST(StateOf, ShowsTheStrongest) {
    EXPECT_EQ(stateOf(0), CellState::Uninitialised);
    EXPECT_EQ(stateOf(kHasValue), CellState::Untouched);
    EXPECT_EQ(stateOf(kHasValue | kReadBefore), CellState::ReadBefore);
    EXPECT_EQ(stateOf(kHasValue | kReadBefore | kComputed), CellState::Computed);
    EXPECT_EQ(stateOf(kHasValue | kComputed | kWrong), CellState::Wrong);
    EXPECT_EQ(stateOf(kHasValue | kWrong | kReadNow), CellState::ReadingNow);
    EXPECT_EQ(stateOf(kHasValue | kReadNow | kWrittenNow), CellState::WritingNow);
}

}  // namespace
}  // namespace lanescope
