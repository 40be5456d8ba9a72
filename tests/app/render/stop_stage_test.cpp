// SPDX-License-Identifier: GPL-3.0-or-later
// What is taken home looks as the lecture did: pixel by pixel, whatever is lit, drawn or magnified.
#include "app/presenter/stop_stage.h"

#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QPicture>
#include <QRegularExpression>
#include <QStackedWidget>

#include "app/presenter/presenter.h"
#include "tests/app/render/rendering.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/staged.h"
#include "widgets/lecture/magnifier.h"

namespace lanescope {
namespace {

struct TakenHome : Window {
    ~TakenHome() override { lecture().leave(); }
    Lecture& lecture() { return window.presenter().lecture(); }
    static void events() {
        for (int i = 0; i < 4; ++i) QCoreApplication::processEvents();
    }
    void begin() {
        lecture().start(Lecture::On::Window);
        events();
    }
    void light(const Spotlight& spotlight) {
        Stop stop = lecture().here();
        stop.spotlight = spotlight;
        lecture().goTo(stop);
        events();
    }
    [[nodiscard]] StopRuns runs() { return {window.workbench().sides(), window.workbench().blocks()}; }
    /// Without the window.
    [[nodiscard]] QImage drawn() {
        QImage image(window.magnifier()->size(), QImage::Format_RGB32);
        QPainter painter(&image);
        StopStage(lecture().here(), runs(), theme).paint(painter, image.size());
        return image;
    }
    /// Below what only a window has: words to be clicked. Edges that fall on shares of a pixel may be a little lighter.
    void looksAsTheLecture(const char* name, int from = 0, double share = 0.001) {
        ASSERT_TRUE(waitFor([this] { return window.currentPage().view()->isReady(); }));
        events();
        const QImage wall = window.magnifier()->grab().toImage().convertToFormat(QImage::Format_RGB32);
        const QImage home = drawn();
        test::keep(wall, QStringLiteral("wall_%1").arg(QLatin1StringView(name)));
        test::keep(home, QStringLiteral("home_%1").arg(QLatin1StringView(name)));
        ASSERT_EQ(wall.size(), home.size());
        int others = 0;
        for (int y = from; y < wall.height(); ++y)
            for (int x = 0; x < wall.width(); ++x) {
                const QColor a = wall.pixelColor(x, y), b = home.pixelColor(x, y);
                const int apart =
                    std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
                if (apart > 30) ++others;
            }
        EXPECT_LT(others, wall.width() * wall.height() * share) << name;
    }
};

TEST_F(TakenHome, AThreadAWarpAnElementAndATileOnTiles) {
    begin();
    window.playback().seek(1859);
    looksAsTheLecture("plain");
    light({.kind = Spotlight::Kind::Thread, .thread = {5, 5}});
    looksAsTheLecture("thread");
    light({.kind = Spotlight::Kind::Warp, .thread = {5, 0}});
    looksAsTheLecture("warp");
    const ArrayRef shared{ArrayRef::Kind::Shared, 0};
    light({.kind = Spotlight::Kind::Element, .element = {shared, 3, 4}});
    looksAsTheLecture("element");
    light({.kind = Spotlight::Kind::Tile, .element = {shared, 0, 0}, .rows = 16, .columns = 16});
    EXPECT_FALSE(lecture().overlay().misses());
    looksAsTheLecture("tile");
}

TEST_F(TakenHome, OnWarpsAndInMemory) {
    begin();
    for (const char* page : {"warps", "memory"}) {
        show(page);
        window.playback().seek(1859);
        light({.kind = Spotlight::Kind::Thread, .thread = {5, 5}});
        looksAsTheLecture(page, 0, 0.005);
    }
    show("code");
    looksAsTheLecture("code", 50);
}

// Of a thread the line that it ran last, whatever runs now; of others there is no line.
TEST_F(TakenHome, OnTheLineThatAThreadRanLast) {
    begin();
    show("code");
    window.playback().seek(1859);
    light({.kind = Spotlight::Kind::Thread, .thread = {5, 5}});
    EXPECT_FALSE(lecture().overlay().misses());
    const auto& view = *window.currentPage().view();
    const Lit lit = view.litBy({.kind = Spotlight::Kind::Warp, .thread = {5, 0}}, QSizeF(1600, 900));
    ASSERT_EQ(lit.rings.size(), 1U);
    const BlockTrace& trace = window.playback().flow()->trace();
    const std::uint64_t other = trace.size() - 1;
    window.playback().seek(trace.size());
    const std::uint32_t last = trace.warp(other);
    ASSERT_NE(last, 5U) << "another warp runs last";
    light({.kind = Spotlight::Kind::Warp, .thread = {0, 0}});
    EXPECT_FALSE(lecture().overlay().misses());
    light({.kind = Spotlight::Kind::Warp, .thread = {31, 0}});
    EXPECT_TRUE(lecture().overlay().misses()) << "there is no such warp";
    light({.kind = Spotlight::Kind::Element, .element = {{ArrayRef::Kind::Shared, 0}, 3, 4}});
    EXPECT_TRUE(lecture().overlay().misses());
}

TEST_F(TakenHome, OnTheBlockOfAMapAndOnWhatItWrites) {
    begin();
    show("map");
    ASSERT_TRUE(waitFor([this] { return window.currentPage().view()->isReady(); }));
    lecture().clock().seek(6);
    light({.kind = Spotlight::Kind::Thread, .thread = {5, 5}});
    EXPECT_FALSE(lecture().overlay().misses());
    looksAsTheLecture("map_thread", 50, 0.005);
    const auto& view = *window.currentPage().view();
    const QSizeF size(1600, 900);
    // Its block, and the one element of C that it writes; of its warp 32.
    EXPECT_EQ(view.litBy({.kind = Spotlight::Kind::Thread, .thread = {5, 5}}, size).rings.size(), 2U);
    EXPECT_EQ(view.litBy({.kind = Spotlight::Kind::Warp, .thread = {5, 0}}, size).rings.size(), 33U);
    EXPECT_TRUE(view.litBy({.kind = Spotlight::Kind::Thread, .thread = {30, 5}}, size).empty())
        << "there is no such thread";
    const ArrayRef result{ArrayRef::Kind::Buffer, 2};
    const Spotlight element{.kind = Spotlight::Kind::Element, .element = {result, 10, 5}};
    EXPECT_EQ(view.litBy(element, size).rings.size(), 2U) << "the element, and the block that writes it";
    const Spotlight behind{.kind = Spotlight::Kind::Element, .element = {result, 640, 5}};
    EXPECT_TRUE(view.litBy(behind, size).empty());
    light({.kind = Spotlight::Kind::Tile, .element = {result, 16, 16}, .rows = 16, .columns = 16});
    looksAsTheLecture("map_tile", 50, 0.005);
    light({.kind = Spotlight::Kind::Element, .element = {{ArrayRef::Kind::Shared, 0}, 3, 4}});
    EXPECT_TRUE(lecture().overlay().misses()) << "a map has no shared memory";
}

TEST_F(TakenHome, WhatIsDrawnAndMagnified) {
    begin();
    window.playback().seek(1859);
    Stop stop = lecture().here();
    stop.zoom = 2.2;
    stop.centre = {0.9, 0.3};  // farther than the edge allows
    stop.marks = {{HandMark::Kind::Stroke, {{0.6, 0.2}, {0.8, 0.4}, {0.7, 0.5}}},
                  {HandMark::Kind::Box, {{0.5, 0.1}, {0.9, 0.4}}}};
    stop.spotlight = Spotlight{.kind = Spotlight::Kind::Warp, .thread = {5, 0}};
    lecture().goTo(stop);
    looksAsTheLecture("magnified");
}

TEST_F(TakenHome, MapsWithTheirRounds) {
    begin();
    show("map");
    window.workbench().chooseAlgorithm(QStringLiteral("reduce.0"));
    settle();
    lecture().clock().seek(lecture().clock().size() / 2);
    looksAsTheLecture("map", 50);
    light({.kind = Spotlight::Kind::Warp, .thread = {0, 0}});
    EXPECT_FALSE(lecture().overlay().misses());
    looksAsTheLecture("map_rounds_warp", 50, 0.005);
}

TEST_F(TakenHome, SpotlightAndMarksAreVectors) {
    begin();
    window.playback().seek(1859);
    light({.kind = Spotlight::Kind::Warp, .thread = {5, 0}});
    Stop stop = lecture().here();
    stop.marks = {{HandMark::Kind::Box, {{0.5, 0.1}, {0.9, 0.4}}}};
    const auto commands = [this](const Stop& of) {
        QPicture picture;
        QPainter painter(&picture);
        StopStage(of, runs(), theme).paint(painter, {1280, 560});
        painter.end();
        return picture.size();
    };
    Stop without = stop;
    without.marks.clear();
    EXPECT_GT(commands(stop), commands(without));
    EXPECT_LT(commands(stop), 4'000'000U) << "an image of that size has more bytes";
}

TEST_F(TakenHome, NoPageIsAnImageOfItself) {
    begin();
    for (const char* page : {"tiles", "warps", "memory", "map", "code"}) {
        show(page);
        ASSERT_TRUE(waitFor([this] { return window.currentPage().view()->isReady(); }));
        lecture().clock().seek(lecture().clock().size() / 2);
        QBuffer file;
        file.open(QIODevice::WriteOnly);
        {
            QPdfWriter writer(&file);
            QPainter painter(&writer);
            StopStage(lecture().here(), runs(), theme).paint(painter, {1280, 560});
        }
        // Small ones are hatches, and cells of which each is a pixel.
        static const QRegularExpression width(QStringLiteral("/Subtype /Image\\s+/Width (\\d+)"));
        for (const auto& image : width.globalMatch(QString::fromLatin1(file.data())))
            EXPECT_LT(image.captured(1).toInt(), 640) << page;
    }
}

TEST_F(TakenHome, AStoryFromTheWindowIsTheSameFileAndCanBeStopped) {
    const TemporaryFolder folder;
    Presenter& presenter = window.presenter();
    window.playback().seek(1477);
    presenter.makeBookmark();
    StoryExport& home = presenter.takenHome();
    home.setProgram(QStringLiteral(LANESCOPE_PROGRAM));
    QString said;
    QObject::connect(&home, &StoryExport::finished, &window, [&said](const QString& sentence) { said = sentence; });
    const QString file = QString::fromStdString(folder.path("slides.pdf"));
    home.start(presenter.desk().story(), file, Theme::Mode::Light);
    ASSERT_TRUE(waitFor([&home] { return !home.isBusy(); }));
    EXPECT_EQ(window.notice(), QStringLiteral("Written: %1").arg(file));
    ASSERT_TRUE(presenter.desk().save(QString::fromStdString(folder.path("story.json"))));
    const ProgramResult again =
        runProgram(LANESCOPE_PROGRAM, {"--render", folder.path("story.json"), "--to", folder.path("again.pdf")});
    EXPECT_EQ(again.exitCode, 0) << again.err;
    EXPECT_TRUE(Rendering::withoutTimes(readFile(folder.path("slides.pdf")).value()) ==
                Rendering::withoutTimes(readFile(folder.path("again.pdf")).value()));

    home.start(presenter.desk().story(), QString::fromStdString(folder.path("none.pdf")), Theme::Mode::Light);
    home.cancel();
    ASSERT_TRUE(waitFor([&home] { return !home.isBusy(); }));
    EXPECT_FALSE(std::filesystem::exists(folder.path("none.pdf")));
    EXPECT_TRUE(said.isEmpty());

    home.start(presenter.desk().story(), QStringLiteral("/proc/slides.pdf"), Theme::Mode::Light);
    ASSERT_TRUE(waitFor([&home] { return !home.isBusy(); }));
    EXPECT_TRUE(said.contains(u"/proc/slides.pdf")) << said.toStdString();
    EXPECT_FALSE(said.contains(u'%')) << "how far it was is no part of it";

    home.setProgram(QStringLiteral("/nowhere/lanescope"));
    home.start(presenter.desk().story(), file, Theme::Mode::Light);
    events();
    EXPECT_TRUE(said.contains(u"could not be written")) << said.toStdString();
}

}  // namespace
}  // namespace lanescope
