// SPDX-License-Identifier: GPL-3.0-or-later
// The strip of time under the mouse and the keys, and pictures of it.
#include "widgets/stage/time/time_strip.h"

#include <gmock/gmock.h>

#include <QAccessible>
#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "tests/support/staged.h"
#include "widgets/playback/position_words.h"
#include "widgets/stage/time/time_range.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

const test::Choice kTiled{"matmul.tiled", {{"n", "64"}, {"block", "16"}, {"type", "f32"}}};

class Strip : public testing::Test {
protected:
    void stage(const std::vector<test::Choice>& choices, QSize size = {1920, 144}) {
        staged = std::make_unique<test::Staged>(choices);
        strip = std::make_unique<TimeStrip>(staged->frame(), nullptr);
        strip->setSides(staged->sides);
        strip->resize(size);
        strip->QWidget::show();
        QApplication::processEvents();
        layout = layoutNow();
    }
    /// As the strip lays it out, for finding places on it.
    [[nodiscard]] TimeLayout layoutNow() const {
        std::vector<TimeBlock> blocks;
        for (std::size_t side = 0; side < playback().sides(); ++side)
            blocks.push_back({playback().sides() > 1 ? staged->sides[side].name : QString(),
                              playback().flow(side).tracks().warps()});
        return timeLayout(staged->theme, strip->size(), blocks, strip->shown(), playback().size(), false);
    }
    [[nodiscard]] Playback& playback() const { return staged->playback; }
    [[nodiscard]] QPoint place(double position, double y) const { return QPointF(layout.x(position), y).toPoint(); }
    void wheel(QPoint at, int notches, Qt::KeyboardModifiers modifiers = {}) {
        QWheelEvent event(at, strip->mapToGlobal(at), {}, {0, notches * 120}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(strip.get(), &event);
        layout = layoutNow();
    }
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) {
        QTest::mousePress(strip.get(), Qt::LeftButton, modifiers, from);
        QMouseEvent move(QEvent::MouseMove, to, strip->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, modifiers);
        QApplication::sendEvent(strip.get(), &move);
        QTest::mouseRelease(strip.get(), Qt::LeftButton, modifiers, to);
    }
    QString saidAt(QPoint at) {
        QSignalSpy said(strip.get(), &TimeStrip::described);
        QMouseEvent move(QEvent::MouseMove, at, strip->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(strip.get(), &move);
        return said.isEmpty() ? QString() : said.back().at(0).toString();
    }

    std::unique_ptr<test::Staged> staged;
    std::unique_ptr<TimeStrip> strip;
    TimeLayout layout;
};

TEST_F(Strip, APressGoesThereAndADragGoesOn) {
    stage({kTiled});
    const double y = layout.warps.center().y();
    QTest::mouseClick(strip.get(), Qt::LeftButton, {}, place(1000, y));
    EXPECT_NEAR(static_cast<double>(playback().position()), 1000, 24) << "at the next stop";
    const quint64 position = playback().position();
    EXPECT_EQ(position, playback().flow(0).stops().next(position - 1)) << "something is to be seen there";
    drag(place(1000, y), place(2000, y));
    EXPECT_NEAR(static_cast<double>(playback().position()), 2000, 24);
    drag(place(1000, y), QPoint(5000, 70));
    EXPECT_TRUE(playback().atEnd());
}

TEST_F(Strip, HoweverManyMovesAFrameItSeeksOnce) {
    stage({kTiled});
    const double y = layout.warps.center().y();
    QTest::mousePress(strip.get(), Qt::LeftButton, {}, place(100, y));
    QSignalSpy moved(&playback(), &Playback::positionChanged);
    for (int i = 0; i < 50; ++i) {
        const QPoint to = place(100 + 40 * i, y);
        QMouseEvent move(QEvent::MouseMove, to, strip->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(strip.get(), &move);
    }
    EXPECT_EQ(moved.count(), 0);
    ASSERT_TRUE(moved.wait(2000));
    EXPECT_EQ(moved.count(), 1);
    EXPECT_NEAR(static_cast<double>(playback().position()), 100 + 40 * 49, 24);
    QTest::mouseRelease(strip.get(), Qt::LeftButton, {}, place(2060, y));
}

TEST_F(Strip, HeldBeyondAnEndWhatIsShownComesAlong) {
    stage({kTiled});
    strip->showRange({1000, 1400});
    QApplication::processEvents();
    layout = layoutNow();
    const double y = layout.warps.center().y();
    QTest::mousePress(strip.get(), Qt::LeftButton, {}, place(1200, y));
    const QPoint beyond(strip->width() + 200, static_cast<int>(y));
    QMouseEvent move(QEvent::MouseMove, beyond, strip->mapToGlobal(beyond), Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(strip.get(), &move);
    ASSERT_TRUE(QTest::qWaitFor([&] { return strip->shown().end == 2696; }, 5000));
    ASSERT_TRUE(QTest::qWaitFor([&] { return playback().atEnd(); }, 5000));
    QTest::mouseRelease(strip.get(), Qt::LeftButton, {}, beyond);
    EXPECT_EQ(strip->shown(), (EventRange{2296, 2696}));
}

TEST_F(Strip, ForAssistiveTechnologyItIsASliderOfEvents) {
    stage({kTiled});
    playback().seek(1477);
    QAccessibleInterface* told = QAccessible::queryAccessibleInterface(strip.get());
    ASSERT_NE(told, nullptr);
    EXPECT_EQ(told->role(), QAccessible::Slider);
    EXPECT_FALSE(told->text(QAccessible::Name).isEmpty());
    EXPECT_THAT(told->text(QAccessible::Value).toStdString(), HasSubstr("load 3, warp 3"));
    ASSERT_NE(told->valueInterface(), nullptr);
    EXPECT_EQ(told->valueInterface()->currentValue().toULongLong(), 1477U);
    EXPECT_EQ(told->valueInterface()->maximumValue().toULongLong(), 2696U);
    told->valueInterface()->setCurrentValue(12);
    EXPECT_EQ(playback().position(), 12U);
}

TEST_F(Strip, TheWheelZoomsAroundTheMouse) {
    stage({kTiled});
    const QPoint at = place(1500, layout.warps.center().y());
    const double before = layout.position(at.x());
    wheel(at, 6);
    EXPECT_LT(strip->shown().end - strip->shown().first, 2696U / 3);
    EXPECT_NEAR(layout.position(at.x()), before, 1);
    const EventRange close = strip->shown();
    wheel(at, -2, Qt::ShiftModifier);
    EXPECT_GT(strip->shown().first, close.first) << "along";
    EXPECT_EQ(strip->shown().end - strip->shown().first, close.end - close.first);
    wheel(at, -100);
    EXPECT_EQ(strip->shown(), (EventRange{0, 2696}));
    wheel(at, 100);
    EXPECT_EQ(strip->shown().end - strip->shown().first, kFewestShown);
    QTest::keyClick(strip.get(), Qt::Key_0, Qt::ControlModifier);
    EXPECT_EQ(strip->shown(), (EventRange{0, 2696}));
}

TEST_F(Strip, PhasesAreGoneToAndLookedAtCloser) {
    stage({kTiled});
    const flow::Phase& load = playback().flow(0).phases().partAt(1477);
    const QPoint at = place(static_cast<double>(load.first + load.end) / 2, layout.phases.center().y());
    EXPECT_THAT(saidAt(at).toStdString(), HasSubstr("load 3"));
    EXPECT_THAT(saidAt(at + QPoint(1, 0)).toStdString(), HasSubstr("")) << "said once";
    QTest::mouseClick(strip.get(), Qt::LeftButton, {}, at);
    EXPECT_EQ(playback().position(), load.first);
    QTest::mouseDClick(strip.get(), Qt::LeftButton, {}, at);
    EXPECT_LE(strip->shown().first, load.first);
    EXPECT_GE(strip->shown().end, load.end);
    EXPECT_LT(strip->shown().end - strip->shown().first, (load.end - load.first) * 5 / 4);
}

TEST_F(Strip, ARangeIsChosenLoopedAndGivenUp) {
    stage({kTiled});
    const double y = layout.warps.center().y();
    drag(place(1800, y), place(900, y), Qt::ShiftModifier);
    ASSERT_TRUE(playback().loop());
    EXPECT_NEAR(static_cast<double>(playback().loop()->first), 900, 24);
    EXPECT_NEAR(static_cast<double>(playback().loop()->end), 1800, 24);
    QTest::keyClick(strip.get(), Qt::Key_Escape);
    EXPECT_FALSE(playback().loop());
    playback().seek(500);
    QTest::keyClick(strip.get(), Qt::Key_I);
    EXPECT_EQ(playback().loop(), (EventRange{500, 2696}));
    playback().seek(700);
    QTest::keyClick(strip.get(), Qt::Key_O);
    EXPECT_EQ(playback().loop(), (EventRange{500, 700}));
    QTest::mouseClick(strip.get(), Qt::LeftButton, Qt::ShiftModifier, place(1000, y));
    EXPECT_FALSE(playback().loop()) << "an empty range is none";
}

TEST_F(Strip, KeysStepAndGoByPhase) {
    stage({kTiled});
    QTest::keyClick(strip.get(), Qt::Key_Right);
    EXPECT_EQ(playback().position(), playback().flow(0).stops().next(0));
    QTest::keyClick(strip.get(), Qt::Key_Left);
    EXPECT_TRUE(playback().atStart());
    QTest::keyClick(strip.get(), Qt::Key_PageDown);
    EXPECT_EQ(playback().position(), playback().flow(0).phases().parts()[0].end);
    QTest::keyClick(strip.get(), Qt::Key_PageDown);
    EXPECT_EQ(playback().position(), playback().flow(0).phases().parts()[1].end);
    QTest::keyClick(strip.get(), Qt::Key_PageUp);
    EXPECT_EQ(playback().position(), playback().flow(0).phases().parts()[1].first);
    QTest::keyClick(strip.get(), Qt::Key_End);
    EXPECT_TRUE(playback().atEnd());
    QTest::keyClick(strip.get(), Qt::Key_Home);
    EXPECT_TRUE(playback().atStart());
    playback().seek(1477);
    QTest::keyClick(strip.get(), Qt::Key_Z);
    EXPECT_EQ(strip->shown(), framing({1392, 1584}, 2696)) << "load 3: 24 events of 8 warps";
    strip->showAll();
    playback().toStart();
    QTest::keyClick(strip.get(), Qt::Key_Plus);
    EXPECT_EQ(strip->shown(), (EventRange{0, 1348}));
    QTest::keyClick(strip.get(), Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_EQ(strip->shown(), (EventRange{135, 1483}));
}

TEST_F(Strip, WordsOfARowAreTheTracesOwn) {
    stage({kTiled}, {2800, 144});
    const BlockTrace& trace = playback().flow(0).trace();
    for (const std::uint64_t event : {5U, 400U, 1476U, 1858U, 2690U}) {
        const std::uint32_t warp = trace.warp(event);
        const std::string said =
            saidAt(place(static_cast<double>(event) + 0.5, layout.rows[warp].bar.center().y())).toStdString();
        EXPECT_THAT(said, HasSubstr("warp " + std::to_string(warp)));
        EXPECT_THAT(said, HasSubstr(phaseName(playback().flow(0).phases().partAt(event)).toStdString()));
    }
    const QPoint load = place(1476.5, layout.rows[3].bar.center().y());
    EXPECT_THAT(saidAt(load).toStdString(), HasSubstr("loads from A, 32 lanes"));
    const QPoint waits = place(1476.5, layout.rows[0].bar.center().y());
    EXPECT_THAT(saidAt(waits).toStdString(), HasSubstr("warp 0"));
    EXPECT_THAT(strip->accessibleDescription().toStdString(), HasSubstr("step 0 of"));
    playback().seek(1477);
    EXPECT_THAT(strip->accessibleDescription().toStdString(), HasSubstr("load 3, warp 3, step 1"));
}

TEST_F(Strip, AClickOnAFlagGoesToItsEvent) {
    stage({kTiled});
    strip->setFlags({{2000, QStringLiteral("second")}, {700, QStringLiteral("first")}});
    QApplication::processEvents();
    const double y = strip->height() - 16;
    EXPECT_THAT(saidAt(place(701, y)).toStdString(), HasSubstr("first"));
    QTest::mouseClick(strip.get(), Qt::LeftButton, {}, place(701, y));
    EXPECT_EQ(playback().position(), 701U) << "behind the event, where it has happened";
    QTest::keyClick(strip.get(), Qt::Key_N);
    EXPECT_EQ(playback().position(), 2001U);
    QTest::keyClick(strip.get(), Qt::Key_N);
    EXPECT_EQ(playback().position(), 2001U) << "it was the last";
    QTest::keyClick(strip.get(), Qt::Key_N, Qt::ShiftModifier);
    EXPECT_EQ(playback().position(), 701U);
}

TEST_F(Strip, WhatIsExportedIsTheRangeEventByEvent) {
    stage({kTiled});
    playback().setLoop(EventRange{1470, 1480});
    const std::string csv = strip->rangeText(TableFormat::Csv);
    EXPECT_EQ(std::ranges::count(csv, '\n'), 11);
    EXPECT_THAT(csv, HasSubstr("step,warp,instruction,lanes,line,phase\n1471,3,"));
    EXPECT_THAT(csv, HasSubstr("\n1477,3,\"ld.global"));
    EXPECT_THAT(csv, HasSubstr(",ffffffff,"));
    const std::string json = strip->rangeText(TableFormat::Json);
    EXPECT_THAT(json, HasSubstr("\"step\":1477"));
    EXPECT_EQ(std::ranges::count(json, '{'), 10);
}

TEST_F(Strip, WithoutABlockItIsEmptyAndSaysSo) {
    stage({});
    QTest::keyClick(strip.get(), Qt::Key_Right);
    QTest::keyClick(strip.get(), Qt::Key_Plus);
    QTest::mouseClick(strip.get(), Qt::LeftButton, {}, QPoint(600, 60));
    wheel({600, 60}, 3);
    EXPECT_EQ(strip->shown(), EventRange{});
    EXPECT_EQ(strip->accessibleDescription(), QStringLiteral("no run to show"));
}

TEST_F(Strip, CloserWithARangeAndFlagsAllHasItsPlace) {
    stage({kTiled});
    strip->setFlags(
        {{1393, QStringLiteral("one")}, {1395, QStringLiteral("another")}, {1560, QStringLiteral("third")}});
    strip->showRange({1350, 1700});
    playback().setLoop(EventRange{1400, 1550});
    playback().seek(1477);
    const auto mode = {Theme::Mode::Light, Theme::Mode::Dark};
    for (const auto which : mode) {
        staged->theme.setMode(which);
        QApplication::processEvents();
        test::keep(strip->grab().toImage(), QStringLiteral("time_closer_%1").arg(which == Theme::Mode::Light ? 1 : 2));
    }
    const TimeLayout with = timeLayout(staged->theme, strip->size(), std::vector<TimeBlock>{{QString(), 8}},
                                       strip->shown(), playback().size(), true);
    const auto signs = flagSigns(staged->theme, with, {{1393, {}}, {1395, {}}, {1560, {}}});
    ASSERT_EQ(signs.size(), 2U) << "two that are too near are one";
    EXPECT_EQ(signs[0].end - signs[0].first, 2U);
    EXPECT_LE(with.bytes.bottom(), with.flags.top());
    EXPECT_LE(with.flags.bottom(), with.overview.top() + 1);
    EXPECT_NEAR(with.x(1477), with.left + (1477.0 - 1350) / 350 * with.width(), 1e-6);
    EXPECT_NEAR(with.position(with.x(1477)), 1477, 1e-6);
}

struct Look {
    const char* name;
    std::vector<test::Choice> choices;
    quint64 position;
};

class StripPictures : public testing::TestWithParam<std::size_t> {};

TEST_P(StripPictures, FitAtAllSizes) {
    const std::vector<Look> looks{
        {"tiled", {kTiled}, 1477},
        {"large", {{"matmul.tiled", {{"n", "1024"}, {"block", "32"}}}}, 60'000},
        {"reductions",
         {{"reduce.0", {{"n", "64"}, {"block", "64"}, {"type", "f32"}}},
          {"reduce.1", {{"n", "64"}, {"block", "64"}, {"type", "f32"}}}},
         60},
        {"transposes",
         {{"transpose.tiled", {{"padded", "no"}}, QStringLiteral("padded no")},
          {"transpose.tiled", {{"padded", "yes"}}, QStringLiteral("padded yes")}},
         300},
        {"one warp", {{"vector.add", {{"n", "32"}, {"block", "32"}}}}, 9},
    };
    const Look& look = looks[GetParam()];
    test::Staged staged(look.choices);
    TimeStrip strip(staged.frame(), nullptr);
    strip.setSides(staged.sides);
    staged.playback.seek(look.position);
    struct Size {
        const char* name;
        int width;
        bool compact;
        double ratio;
    };
    for (const auto mode : {Theme::Mode::Light, Theme::Mode::Dark})
        for (const Size& size :
             {Size{"720p", 1280, true, 1}, Size{"1080p", 1920, false, 1}, Size{"4K", 1920, false, 2}}) {
            staged.theme.setMode(mode);
            staged.theme.setCompact(size.compact);
            const QSize room(size.width, strip.sizeHint().height());
            EXPECT_EQ(room.height(), size.compact ? 128 : 144);
            QImage image(room * size.ratio, QImage::Format_ARGB32_Premultiplied);
            image.setDevicePixelRatio(size.ratio);
            image.fill(staged.theme.colour(Colour::Ground));
            QPainter painter(&image);
            strip.paintTo(painter, room);
            painter.end();
            test::keep(image, QStringLiteral("time_%1_%2_%3")
                                  .arg(QString::fromLatin1(look.name).replace(QLatin1Char(' '), QLatin1Char('_')),
                                       QString::fromLatin1(size.name),
                                       mode == Theme::Mode::Light ? QStringLiteral("light") : QStringLiteral("dark")));
            // The playhead is where the position is.
            std::vector<TimeBlock> blocks;
            for (std::size_t side = 0; side < staged.playback.sides(); ++side)
                blocks.push_back({staged.playback.sides() > 1 ? staged.sides[side].name : QString(),
                                  staged.playback.flow(side).tracks().warps()});
            const TimeLayout layout =
                timeLayout(staged.theme, room, blocks, strip.shown(), staged.playback.size(), false);
            const double x = layout.x(static_cast<double>(staged.playback.position()));
            const QPointF below = QPointF(x, layout.warps.bottom() + 2) * size.ratio;
            EXPECT_EQ(image.pixelColor(below.toPoint()), staged.theme.colour(Colour::Now));
            // Names end before the axis begins, and zones stand one below the other.
            EXPECT_LT(layout.phases.bottom(), layout.warps.top());
            EXPECT_LT(layout.warps.bottom(), layout.bytes.top());
            EXPECT_LE(layout.bytes.bottom(), room.height());
        }
}

INSTANTIATE_TEST_SUITE_P(All, StripPictures, testing::Range(std::size_t{0}, std::size_t{5}));

TEST_F(Strip, GrowsWithTheText) {
    for (const bool two : {false, true}) {
        std::vector<test::Choice> choices{kTiled};
        if (two) choices.push_back({"matmul.tiled", {{"n", "64"}, {"block", "32"}, {"type", "f32"}}});
        stage(choices);
        playback().seek(1477);
        for (const double scale : {1.5, 2.0}) {
            staged->theme.setTextScale(scale);
            EXPECT_EQ(strip->sizeHint().height(), qRound(144 * scale));
            strip->resize(1920, strip->sizeHint().height());
            QApplication::processEvents();
            test::keep(strip->grab().toImage(), QStringLiteral("time_text_%1_%2").arg(scale).arg(two ? 2 : 1));
            const TimeLayout grown = layoutNow();
            EXPECT_GE(grown.width(), 1920 * 0.7);
            for (std::size_t i = 1; i < grown.labels.size(); ++i)
                EXPECT_GT(grown.labels[i].middle, grown.labels[i - 1].middle);
        }
    }
}

/// Of every algorithm the first block that is recorded, as it opens.
TEST(StripOfAll, ShowsSomethingOfEach) {
    const Result<Catalogue> catalogue = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources");
    ASSERT_TRUE(catalogue);
    std::size_t shown = 0;
    for (const auto& algorithm : catalogue->algorithms()) {
        SCOPED_TRACE(algorithm->id());
        auto plan = algorithm->plan(algorithm->shown());
        ASSERT_TRUE(plan);
        EmulationOptions options;
        options.tracedBlocks = {{0, 0, 0}};
        options.maxEvents = 100'000;
        options.maxBlocks = 1;
        const auto run = emulate(std::move(*plan), options, {});
        if (!run || run->traces.empty()) continue;  // runs on the processor, or in a library
        ++shown;
        test::Staged staged({});
        staged.playback.setBlocks({std::make_shared<const flow::BlockFlow>(run->traces.front())});
        TimeStrip strip(staged.frame(), nullptr);
        staged.playback.seek(staged.playback.size() / 3);
        const QSize room(1920, 144);
        QImage image(room, QImage::Format_ARGB32_Premultiplied);
        image.fill(staged.theme.colour(Colour::Ground));
        QPainter painter(&image);
        strip.paintTo(painter, room);
        painter.end();
        test::keep(image, QStringLiteral("all_%1").arg(QString::fromStdString(std::string(algorithm->id()))));
        // Something runs, in a colour that is not the ground's.
        const std::vector<TimeBlock> blocks{{QString(), staged.playback.flow(0).tracks().warps()}};
        const TimeLayout layout = timeLayout(staged.theme, room, blocks, strip.shown(), staged.playback.size(), false);
        const TimeLayout::Row& first = layout.rows.front();
        const QPoint begins = QPointF(layout.left + 1, first.bar.center().y()).toPoint();
        EXPECT_NE(image.pixelColor(begins), staged.theme.colour(Colour::Ground)) << "warp 0 begins";
    }
    EXPECT_GT(shown, 30U);
}

TEST(TimeRange, ZoomsPansAndFollowsWithinWhatThereIs) {
    const EventRange all{0, 1000};
    EXPECT_EQ(zoomed(all, 1000, 500, 0.5), (EventRange{250, 750}));
    EXPECT_EQ(zoomed({250, 750}, 1000, 300, 2), all);
    EXPECT_EQ(zoomed(all, 1000, 0, 1e-9), (EventRange{0, kFewestShown}));
    EXPECT_EQ(zoomed({0, 5}, 5, 2, 0.1), (EventRange{0, 5})) << "there are fewer";
    EXPECT_EQ(panned({100, 200}, 1000, -500), (EventRange{0, 100}));
    EXPECT_EQ(panned({100, 200}, 1000, 5000), (EventRange{900, 1000}));
    EXPECT_EQ(following({100, 200}, 1000, 150), (EventRange{100, 200}));
    EXPECT_EQ(following({100, 200}, 1000, 300), (EventRange{213, 313}));
    EXPECT_EQ(following({100, 200}, 1000, 50), (EventRange{38, 138}));
    EXPECT_EQ(framing({160, 320}, 1000), (EventRange{150, 330}));
}

}  // namespace
}  // namespace lanescope
