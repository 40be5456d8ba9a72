// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the map, to be looked at: LANESCOPE_PICTURES=folder keeps them.
#include <gtest/gtest.h>

#include "tests/support/mapped.h"
#include "widgets/stage/map/map_steps.h"
#include "widgets/stage/map/map_strip.h"

namespace lanescope {
namespace {

using test::Mapped;

void keepAt(Mapped& maps, const QString& name) {
    struct Size {
        QString name;
        QSize size;
        double ratio;
        bool compact;
    };
    const Size sizes[]{{QStringLiteral("720p"), {928, 504}, 1, true},
                       {QStringLiteral("1080p"), {1440, 840}, 1, false},
                       {QStringLiteral("4k"), {1440, 840}, 2, false}};
    for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        maps.theme.setMode(mode);
        const QString look = mode == Theme::Mode::Dark ? QStringLiteral("dark") : QStringLiteral("light");
        for (const Size& one : sizes) {
            maps.theme.setCompact(one.compact);
            const QImage image = test::drawn(*maps.view, maps.theme, one.size, one.ratio);
            // Something is drawn in every corner third but the right lower ones, which a narrow map leaves free.
            EXPECT_NE(image.pixel(0, 0), 0U);
            test::keep(image, QStringLiteral("map-%1-%2-%3").arg(name, one.name, look));
        }
    }
    maps.theme.setCompact(false);
    maps.theme.setMode(Theme::Mode::Light);
}

TEST(MapPictures, FourMapsOfATriangle) {
    Mapped maps(test::fourTriangles());
    maps.view->clock().seek(16);
    maps.view->clock().freezeAt(60);
    keepAt(maps, QStringLiteral("four"));
    for (const int ms : {0, 30, 120, 200, 300}) {
        maps.view->clock().freezeAt(ms);
        test::keep(test::drawn(*maps.view, maps.theme, {1440, 840}), QStringLiteral("map-four-at-%1").arg(ms));
    }
    maps.view->clock().toEnd();
    test::keep(test::drawn(*maps.view, maps.theme, {1440, 840}), QStringLiteral("map-four-end"));
    maps.view->clock().toStart();
    test::keep(test::drawn(*maps.view, maps.theme, {1440, 840}), QStringLiteral("map-four-start"));
    maps.view->clock().seek(16);
    MapStrip strip(maps.theme, maps.view->clock());
    strip.setMaps(maps.view->picture().maps());
    QImage image(1920, 144, QImage::Format_RGB32);
    QPainter painter(&image);
    strip.paintTo(painter, image.size());
    painter.end();
    test::keep(image, QStringLiteral("map-strip"));
}

TEST(MapPictures, EachKindOfMap) {
    struct Case {
        QString name;
        std::vector<test::Choice> choices;
    };
    const Case cases[]{
        {QStringLiteral("rec"), {{"triangle.rec", {{"n", "64"}, {"block", "8"}, {"levels", "2"}}}}},
        {QStringLiteral("tiled"), {{"matmul.tiled", {{"n", "64"}, {"block", "16"}}}}},
        {QStringLiteral("rect2"), {{"matmul.rect2", {{"n", "64"}, {"block", "8"}}}}},
        {QStringLiteral("stride"), {{"matmul.one-block-grid-stride", {}}}},
        {QStringLiteral("quadrants"), {{"matmul.quadrants-8-launches", {}}}},
        {QStringLiteral("utm"), {{"triangle.utm", {{"n", "32"}, {"block", "4"}}}}},
        {QStringLiteral("vector"), {{"vector.add", {}}}},
        {QStringLiteral("reduce"), {{"reduce.0", {}}, {"reduce.1", {}}}},
        {QStringLiteral("reduce64"),
         {{"reduce.0", {{"n", "64"}, {"block", "64"}}}, {"reduce.2", {{"n", "64"}, {"block", "64"}}}}},
        {QStringLiteral("reduce-cub"), {{"reduce.cub", {}}}},
        {QStringLiteral("reduce-two"), {{"reduce.two-phase", {}}}},
        {QStringLiteral("reduce-4"), {{"reduce.4", {}}}},
        {QStringLiteral("cholesky-own"), {{"cholesky.structured-own", {}}}},
        {QStringLiteral("cholesky-tiles"), {{"cholesky.tiles", {}}}},
        {QStringLiteral("large"),
         {{"triangle.bb", {{"n", "1024"}, {"block", "8"}}}, {"triangle.rb", {{"n", "1024"}, {"block", "8"}}}}},
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(one.name.toStdString());
        Mapped maps(one.choices);
        maps.view->clock().freezeAt(90);
        test::keep(test::drawn(*maps.view, maps.theme, {1440, 840}), QStringLiteral("map-kind-%1").arg(one.name));
        maps.theme.setCompact(true);
        test::keep(test::drawn(*maps.view, maps.theme, {928, 504}), QStringLiteral("map-kind-%1-720p").arg(one.name));
        EXPECT_FALSE(maps.view->why().sentence.isEmpty());
    }
}

/// Whatever is chosen, there is something to be seen or a reason why not.
TEST(MapPictures, EveryAlgorithmHasAMapOrAReason) {
    const Result<Catalogue> catalogue = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources");
    ASSERT_TRUE(catalogue);
    for (const auto& algorithm : catalogue->algorithms()) {
        const std::string id(algorithm->id());
        SCOPED_TRACE(id);
        Mapped maps(std::vector<test::Choice>{{id, {}}});
        const bool works = !maps.works.front().empty();
        EXPECT_FALSE(maps.view->why().sentence.isEmpty());
        ASSERT_EQ(maps.view->scene(0) != nullptr, works || hasStepsOfItsOwn(maps.sides[0].run->plan));
        if (maps.view->clock().size() > 0) {
            maps.view->clock().freezeAt(90);
            EXPECT_FALSE(MapText::item(maps.scene(), maps.view->clock().position() - 1).isEmpty());
        }
        const QImage image = test::drawn(*maps.view, maps.theme, {928, 504});
        // More than the ground and a line of words.
        int inked = 0;
        for (int y = 0; y < image.height(); y += 2)
            for (int x = 0; x < image.width(); x += 2) inked += image.pixel(x, y) != image.pixel(0, 0) ? 1 : 0;
        EXPECT_GT(inked, 500);
        test::keep(image, QStringLiteral("map-all-%1").arg(QString::fromStdString(id)));
    }
}

}  // namespace
}  // namespace lanescope
