// SPDX-License-Identifier: GPL-3.0-or-later
// The lecture as a lecturer gives it: by keys and clicks. $LANESCOPE_PICTURES names a folder for what is shown.
#include "app/presenter/presenter.h"

#include <QApplication>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QStackedWidget>
#include <set>

#include "app/figure/figure_desk.h"
#include "app/presenter/bookmark_delegate.h"
#include "app/presenter/presenter_window.h"
#include "app/presenter/story_panel.h"
#include "app/presenter/welcome.h"
#include "app/zones/explain_panel.h"
#include "core/base/file_writer.h"
#include "core/story/story_file.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/staged.h"
#include "tests/support/temporary_folder.h"
#include "widgets/lecture/magnifier.h"
#include "widgets/lecture/question_card.h"
#include "widgets/stage/time/time_strip.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

struct Lecturing : Window {
    ~Lecturing() override {
        lecture().leave();
        theme.setMode(Theme::Mode::Light);
    }
    Lecture& lecture() { return window.presenter().lecture(); }
    StoryDesk& desk() { return window.presenter().desk(); }
    /// In the window as it stands, so that its size is known.
    void begin() {
        QTest::keyClick(&window, Qt::Key_F11, Qt::ShiftModifier);
        ASSERT_TRUE(lecture().isOn());
        events();
    }
    static void events() {
        for (int i = 0; i < 4; ++i) QCoreApplication::processEvents();
    }
    void press(int key) {
        QWidget* const focus = window.focusWidget() != nullptr ? window.focusWidget() : &window;
        QTest::keyClick(focus, static_cast<Qt::Key>(key));
        events();
    }
    /// Three bookmarks of two runs.
    void prepareStory() {
        window.playback().seek(1477);
        QTest::keyClick(&window, Qt::Key_D, Qt::ControlModifier);
        window.playback().seek(1859);
        QTest::keyClick(&window, Qt::Key_D, Qt::ControlModifier);
        show("memory");
        window.workbench().chooseAlgorithm(QStringLiteral("transpose.tiled"));
        settle();
        window.playback().seek(window.playback().size() / 2);
        QTest::keyClick(&window, Qt::Key_D, Qt::ControlModifier);
        settle();
        ASSERT_EQ(desk().count(), 3);
    }
    /// The first of the shipped stories' that is of this kind.
    void goToQuestion(story::Question::Kind kind) {
        for (const StoryDesk::Shipped& shipped : StoryDesk::shipped()) {
            ASSERT_TRUE(desk().openShipped(shipped.file));
            const auto& bookmarks = desk().story().bookmarks;
            const auto at = std::ranges::find_if(
                bookmarks, [kind](const auto& one) { return one.question && one.question->kind == kind; });
            if (at == bookmarks.end()) continue;
            desk().goTo(static_cast<int>(at - bookmarks.begin()));
            settle();
            events();
            return;
        }
        FAIL() << "no story asks so";
    }
    void keep(const char* name) { test::keep(window.grab().toImage(), QLatin1StringView(name)); }
    QPoint middleOf(const QRectF& rect) const { return rect.center().toPoint(); }
};

TEST_F(Lecturing, F11LeavesTheStageOneSentenceAndTheTransport) {
    begin();
    EXPECT_FALSE(window.choiceBar()->isVisible());
    EXPECT_FALSE(window.explainPanel()->isVisible());
    EXPECT_FALSE(window.timeStrip()->isVisible());
    const CaptionBar& caption = lecture().caption();
    EXPECT_TRUE(caption.isVisible());
    EXPECT_EQ(caption.sentence(), window.currentPage().view()->why().sentence);
    EXPECT_FALSE(caption.sentence().isEmpty());
    const double points = caption.captionFont().pixelSize() * 0.75;
    EXPECT_GE(points, CaptionBar::kLeastPoints);
    EXPECT_EQ(tiles().width(), window.width()) << "the stage has the whole width";
    EXPECT_EQ(tiles().height() + caption.height(), window.centralWidget()->height());
    keep("lecture_720_light");
    press(Qt::Key_Escape);
    EXPECT_FALSE(lecture().isOn());
    EXPECT_TRUE(window.choiceBar()->isVisible());
    EXPECT_TRUE(window.explainPanel()->isVisible());
    EXPECT_TRUE(window.timeStrip()->isVisible());
    EXPECT_FALSE(caption.isVisible());
}

TEST_F(Lecturing, KeysOfRemotesAndOfTheKeyboardStep) {
    begin();
    Playback& playback = window.playback();
    const quint64 before = playback.position();
    press(Qt::Key_Right);
    EXPECT_EQ(playback.position(), playback.next(before));
    press(Qt::Key_Left);
    EXPECT_EQ(playback.position(), before);
    press(Qt::Key_PageDown);
    const quint64 phase = playback.position();
    EXPECT_GT(phase, before) << "without a story a page is a phase";
    press(Qt::Key_PageDown);
    EXPECT_GT(playback.position(), phase);
    press(Qt::Key_PageUp);
    EXPECT_EQ(playback.position(), phase);
    press(Qt::Key_Space);
    EXPECT_TRUE(playback.isPlaying());
    press(Qt::Key_Space);
    EXPECT_FALSE(playback.isPlaying());
    for (const int key : {Qt::Key_B, Qt::Key_Period}) {
        press(key);
        EXPECT_TRUE(lecture().isBlank());
        EXPECT_EQ(window.grab().toImage().pixelColor(window.rect().center()), QColor(Qt::black));
        press(key);
        EXPECT_FALSE(lecture().isBlank());
    }
}

TEST_F(Lecturing, BookmarksAreMadeByOneKeyAndGoneToByOne) {
    prepareStory();
    EXPECT_EQ(desk().place(), 2);
    begin();
    press(Qt::Key_1);
    settle();
    EXPECT_EQ(desk().place(), 0);
    EXPECT_EQ(window.playback().position(), 1477U);
    EXPECT_EQ(window.workbench().algorithm()->id(), "matmul.tiled");
    EXPECT_EQ(window.currentPage().identity().id, QStringLiteral("tiles"));
    EXPECT_EQ(lecture().caption().sentence(), desk().captionOf(0));
    press(Qt::Key_PageDown);
    settle();
    EXPECT_EQ(desk().place(), 1);
    EXPECT_EQ(window.playback().position(), 1859U);
    press(Qt::Key_PageDown);
    settle();
    EXPECT_EQ(desk().place(), 2);
    EXPECT_EQ(window.workbench().algorithm()->id(), "transpose.tiled");
    EXPECT_EQ(window.currentPage().identity().id, QStringLiteral("memory"));
    EXPECT_EQ(window.playback().position(), window.playback().size() / 2);
    press(Qt::Key_PageUp);
    settle();
    EXPECT_EQ(window.playback().position(), 1859U);
    press(Qt::Key_9);
    EXPECT_EQ(desk().place(), 1) << "there is no ninth";
}

TEST_F(Lecturing, WhatComesNextIsReadyBeforeItIsAskedFor) {
    prepareStory();
    desk().goTo(0);
    ASSERT_TRUE(waitFor([&] { return !window.presenter().preparation().isBusy(); }));
    settle();
    desk().goTo(1);
    desk().goTo(2);
    EXPECT_FALSE(window.workbench().isOutdated()) << "nobody waits for a run that was made";
    EXPECT_EQ(window.playback().position(), window.playback().size() / 2);
    EXPECT_EQ(window.workbench().emulation()->plan.algorithm, "transpose.tiled");
}

// A day of looking at large grids must not fill the memory.
TEST_F(Lecturing, WithoutAStoryNothingIsKept) {
    type("n", QStringLiteral("32"));
    settle();
    type("n", QStringLiteral("48"));
    settle();
    EXPECT_EQ(window.workbench().shelf().size(), 0U);
    prepareStory();
    desk().goTo(0);
    settle();
    EXPECT_GT(window.workbench().shelf().size(), 0U);
    window.presenter().preparation().stop();
    EXPECT_EQ(window.workbench().shelf().size(), 0U);
}

TEST_F(Lecturing, ASpotlightIsOfAThreadThenOfItsWarpAndStays) {
    window.playback().seek(1859);
    begin();
    tiles::Spot sum{tiles::Spot::Kind::Sum, 0, 16 * 10 + 5};
    const auto rect = tiles().layoutOf().rectOf(sum);
    ASSERT_TRUE(rect);
    QTest::mouseMove(&tiles(), middleOf(*rect));
    press(Qt::Key_S);
    const auto lit = lecture().overlay().spotlight();
    ASSERT_TRUE(lit);
    EXPECT_EQ(lit->kind, Spotlight::Kind::Thread);
    EXPECT_EQ(lit->thread, (ThreadRef{5, 5})) << "thread (5, 10) of a block of 16 × 16";
    EXPECT_FALSE(lecture().overlay().misses());
    keep("lecture_spotlight_thread");
    for (int i = 0; i < 5; ++i) press(Qt::Key_Right);
    EXPECT_EQ(lecture().overlay().spotlight(), lit) << "time goes on, the spotlight stays";
    press(Qt::Key_S);
    ASSERT_TRUE(lecture().overlay().spotlight());
    EXPECT_EQ(lecture().overlay().spotlight()->kind, Spotlight::Kind::Warp);
    keep("lecture_spotlight_warp");
    press(Qt::Key_S);
    EXPECT_FALSE(lecture().overlay().spotlight());
}

TEST_F(Lecturing, AllElseIsDimmed) {
    begin();
    window.playback().seek(1859);
    events();
    const QImage before = window.grab().toImage();
    lecture().overlay().setSpotlight(Spotlight{.kind = Spotlight::Kind::Thread, .thread = {5, 5}});
    events();
    const QImage after = window.grab().toImage();
    const Lit lit = tiles().litBy(*lecture().overlay().spotlight(), tiles().size());
    ASSERT_FALSE(lit.empty());
    // A place of the stage that is dark, and is not of the ground.
    const QColor ground = theme.colour(Colour::Ground);
    int dimmed = 0, others = 0;
    for (int y = 0; y < tiles().height(); y += 3)
        for (int x = 0; x < tiles().width(); x += 3) {
            const QColor was = before.pixelColor(x, y);
            if (was == ground || lit.region.contains(QPointF(x, y))) continue;
            const double left = static_cast<double>(std::abs(after.pixelColor(x, y).lightness() - ground.lightness()));
            const double had = std::abs(was.lightness() - ground.lightness());
            if (had < 20) continue;
            (std::abs(left - 0.3 * had) <= 6 ? dimmed : others) += 1;
        }
    EXPECT_GT(dimmed, 500);
    EXPECT_LT(others, dimmed / 10) << "but the ring, which lies around what is lit";
}

TEST_F(Lecturing, WhatWasLitAndDrawnGoesWithTheLecture) {
    begin();
    lecture().overlay().setSpotlight(Spotlight{.kind = Spotlight::Kind::Thread, .thread = {5, 5}});
    lecture().overlay().setMarks({{HandMark::Kind::Box, {{0.5, 0.1}, {0.9, 0.4}}}});
    press(Qt::Key_Escape);
    EXPECT_FALSE(lecture().isOn());
    EXPECT_FALSE(lecture().overlay().spotlight()) << "nobody would know how to get rid of it";
    EXPECT_TRUE(lecture().overlay().marks().empty());
}

TEST_F(Lecturing, PicturesOfBookmarksAreThereWhenTheListIsSeen) {
    begin();
    prepareStory();
    desk().goTo(0);
    ASSERT_TRUE(waitFor([this] { return !window.presenter().preparation().isBusy(); }));
    settle();
    auto& panel = *window.findChild<StoryPanel*>();
    ASSERT_FALSE(panel.isVisible()) << "a lecture has none";
    lecture().leave();
    window.explainPanel()->show(&panel);
    const auto& list = *panel.findChild<QListWidget*>();
    ASSERT_EQ(list.count(), 3);
    EXPECT_TRUE(waitFor([&list] { return !list.item(0)->data(BookmarkDelegate::Picture).value<QPixmap>().isNull(); }));
}

TEST_F(Lecturing, AStoryThatPlaysByItselfIsGivenByHandFromTheFirstKeyOn) {
    prepareStory();
    const TemporaryFolder folder;
    story::Story story = desk().story();
    for (story::Bookmark& bookmark : story.bookmarks) {
        bookmark.seconds = &bookmark == &story.bookmarks.front() ? 1 : 60;
        bookmark.question = story::Question{.text = "How many?", .answer = "warp_instructions", .to = 9999};
        bookmark.question->kind = story::Question::Kind::Slider;
        bookmark.caption = "That many.";
    }
    ASSERT_TRUE(writeFile(folder.path("story.json"), story::toJson(story)));
    const Result<void> opened = desk().open(QString::fromStdString(folder.path("story.json")));
    ASSERT_TRUE(opened) << describe(opened.error());
    const QList<QAction*> actions = window.findChildren<QAction*>();
    const auto play = std::ranges::find(actions, QStringLiteral("&Play the story by itself"), &QAction::text);
    ASSERT_NE(play, actions.end());
    (*play)->trigger();
    ASSERT_TRUE(lecture().isOn());
    ASSERT_TRUE(waitFor([this] { return desk().place() == 1; })) << "it goes on by itself";
    settle();
    EXPECT_EQ(lecture().caption().sentence(), QStringLiteral("That many.")) << "nobody would answer";
    press(Qt::Key_Right);
    EXPECT_EQ(lecture().caption().sentence(), QStringLiteral("That many.")) << "what was told is told";
    EXPECT_EQ(desk().place(), 1);
    press(Qt::Key_PageDown);
    settle();
    EXPECT_EQ(desk().place(), 2);
    EXPECT_EQ(lecture().caption().sentence(), QStringLiteral("How many?")) << "somebody is there who can ask";
}

// A card of the first start plays in the window; F11 fills the wall, as is written above it.
TEST_F(Lecturing, F11TakesALectureInTheWindowToTheScreen) {
    begin();
    EXPECT_FALSE(window.isFullScreen());
    press(Qt::Key_F11);
    EXPECT_TRUE(lecture().isOn());
    EXPECT_TRUE(window.isFullScreen());
    press(Qt::Key_F11);
    EXPECT_FALSE(lecture().isOn());
    EXPECT_FALSE(window.isFullScreen());
}

TEST_F(Lecturing, WhatIsDrawnIsKeptWithItsBookmark) {
    prepareStory();
    begin();
    press(Qt::Key_2);
    settle();
    press(Qt::Key_P);
    QWidget& stage = lecture().overlay();
    QTest::mousePress(&stage, Qt::LeftButton, {}, QPoint(100, 100));
    for (int i = 0; i < 20; ++i) QTest::mouseMove(&stage, QPoint(100 + 5 * i, 100 + 3 * i));
    QTest::mouseRelease(&stage, Qt::LeftButton, {}, QPoint(200, 160));
    press(Qt::Key_R);
    QTest::mousePress(&stage, Qt::LeftButton, {}, QPoint(300, 100));
    QTest::mouseMove(&stage, QPoint(400, 200));
    QTest::mouseRelease(&stage, Qt::LeftButton, {}, QPoint(400, 200));
    ASSERT_EQ(lecture().overlay().marks().size(), 2U);
    EXPECT_EQ(lecture().overlay().marks()[1].kind, HandMark::Kind::Box);
    keep("lecture_marks");
    press(Qt::Key_K);
    press(Qt::Key_1);
    settle();
    EXPECT_TRUE(lecture().overlay().marks().empty());
    press(Qt::Key_2);
    settle();
    EXPECT_EQ(lecture().overlay().marks().size(), 2U);
    press(Qt::Key_Escape);
    EXPECT_TRUE(lecture().isOn()) << "the pen is put down first";
    press(Qt::Key_C);
    EXPECT_TRUE(lecture().overlay().marks().empty());
}

TEST_F(Lecturing, SmallCellsAreToldOfAndOneKeyMakesThemReadable) {
    window.playback().seek(1477);
    begin();
    const double cell = tiles().valueCell(tiles().size());
    ASSERT_GT(cell, 0);
    ASSERT_LT(cell, Lecture::kReadableCell);
    EXPECT_TRUE(lecture().unreadable().contains(QLatin1Char('Z'))) << lecture().unreadable().toStdString();
    press(Qt::Key_Z);
    EXPECT_GE(tiles().valueCell(tiles().size()), Lecture::kReadableCell);
    EXPECT_TRUE(lecture().unreadable().isEmpty());
    keep("lecture_larger");
    press(Qt::Key_Z);
    EXPECT_EQ(window.magnifier()->factor(), 1);
}

TEST_F(Lecturing, TwoRunsStandOnOneClock) {
    window.workbench().chooseAlgorithm(QStringLiteral("reduce.0"));
    settle();
    show("warps");
    begin();
    press(Qt::Key_A);
    settle();
    ASSERT_EQ(window.playback().sides(), 2U);
    window.playback().seek(window.playback().size() / 2);
    events();
    keep("lecture_a_b");
    const quint64 other = window.playback().positionOf(1);
    press(Qt::Key_PageDown);
    EXPECT_GT(window.playback().positionOf(1), other);
    press(Qt::Key_A);
    settle();
    EXPECT_EQ(window.playback().sides(), 1U);
}

TEST_F(Lecturing, TheListOrdersAndWords) {
    prepareStory();
    StoryPanel& panel = *window.presenter().panel();
    ASSERT_TRUE(panel.isVisible());
    ASSERT_EQ(panel.list()->count(), 3);
    QTest::mouseClick(panel.list()->viewport(), Qt::LeftButton, {},
                      panel.list()->visualItemRect(panel.list()->item(0)).center());
    settle();
    EXPECT_EQ(window.playback().position(), 1477U);
    panel.caption()->setFocus();
    panel.caption()->selectAll();
    QTest::keyClicks(panel.caption(), QStringLiteral("A tile is loaded once."));
    panel.note()->setFocus();
    QTest::keyClicks(panel.note(), QStringLiteral("Ask how often."));
    EXPECT_EQ(desk().captionOf(0), QStringLiteral("A tile is loaded once."));
    EXPECT_EQ(desk().noteOf(0), QStringLiteral("Ask how often."));
    EXPECT_TRUE(desk().isModified());
    const QString second = desk().captionOf(1);
    QTest::mouseClick(panel.removeButton(), Qt::LeftButton);
    ASSERT_EQ(desk().count(), 2);
    EXPECT_EQ(desk().captionOf(0), second);
    keep("story_panel");
}

TEST_F(Lecturing, TheLecturersWindowShowsTheWallTheNoteAndWhatComesNext) {
    prepareStory();
    desk().setNote(0, QStringLiteral("Ask first: how often is one value of A fetched?"));
    begin();
    press(Qt::Key_1);
    settle();
    press(Qt::Key_W);
    PresenterWindow* const presenter = lecture().presenter();
    ASSERT_NE(presenter, nullptr);
    ASSERT_TRUE(presenter->isVisible());
    ASSERT_TRUE(
        waitFor([&] { return !presenter->wall()->picture().isNull() && !presenter->next()->picture().isNull(); }));
    EXPECT_EQ(presenter->note(), desk().noteOf(0));
    ASSERT_EQ(presenter->bookmarks().size(), 3U);
    test::keep(presenter->grab().toImage(), QStringLiteral("presenter_720"));
    QTest::mouseClick(presenter->bookmarks()[2], Qt::LeftButton);
    settle();
    EXPECT_EQ(desk().place(), 2);
    QTest::keyClick(presenter, Qt::Key_PageUp);
    settle();
    EXPECT_EQ(desk().place(), 1) << "its keys are those of the wall";
    QTest::keyClick(presenter, Qt::Key_W);
    EXPECT_FALSE(presenter->isVisible());
}

/// Sizes of all words that a view paints at a size, in pixels.
std::set<double> textSizes(MainWindow& window) {
    Picture picture = window.figures().picture();
    const QString svg = QString::fromStdString(render(picture, ExportFormat::Svg));
    static const QRegularExpression kSize(QStringLiteral("<text[^>]*font-size=\"([0-9.]+)\""));
    std::set<double> sizes;
    for (auto match = kSize.globalMatch(svg); match.hasNext();) sizes.insert(match.next().captured(1).toDouble());
    return sizes;
}

TEST_F(Lecturing, NothingOnTheStageIsSmallerThanSixteenPixels) {
    for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)}) {
        window.resize(size);
        begin();
        for (const auto& page : window.pages()) {
            if (page->view() == nullptr) continue;
            window.setPage(*page);
            settle();
            window.playback().seek(window.playback().size() / 2);
            events();
            for (const double pixels : textSizes(window))
                EXPECT_GE(pixels, 16) << page->identity().id.toStdString() << " at " << size.height();
            keep(qPrintable(QStringLiteral("lecture_%1_%2").arg(page->identity().id).arg(size.height())));
        }
        press(Qt::Key_Escape);
    }
}

TEST_F(Lecturing, WordsAreReadAgainstTheirGround) {
    for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        theme.setMode(mode);
        for (const Colour words : {Colour::Text, Colour::FaintText})
            for (const Colour ground : {Colour::Ground, Colour::Raised})
                EXPECT_GE(contrast(theme.colour(words), theme.colour(ground)), 7);
    }
}

TEST_F(Lecturing, TheWallInTheDarkAndOnLargeScreens) {
    prepareStory();
    theme.setMode(Theme::Mode::Dark);
    for (const QSize size : {QSize(1280, 720), QSize(1920, 1080), QSize(3840, 2160)}) {
        window.resize(size);
        begin();
        press(Qt::Key_2);
        settle();
        lecture().overlay().setSpotlight(Spotlight{.kind = Spotlight::Kind::Thread, .thread = {5, 5}});
        events();
        EXPECT_GE(lecture().caption().captionFont().pixelSize() * 0.75, CaptionBar::kLeastPoints);
        EXPECT_LT(lecture().caption().height(), window.height() / 3);
        keep(qPrintable(QStringLiteral("lecture_dark_%1").arg(size.height())));
        press(Qt::Key_W);
        ASSERT_TRUE(waitFor([&] {
            return !lecture().presenter()->next()->picture().isNull() &&
                   !lecture().presenter()->wall()->picture().isNull();
        }));
        lecture().presenter()->resize(size.width() * 3 / 4, size.height() * 3 / 4);
        events();
        test::keep(lecture().presenter()->grab().toImage(), QStringLiteral("presenter_dark_%1").arg(size.height()));
        press(Qt::Key_Escape);
    }
}

TEST_F(Lecturing, ARoomIsAskedForANumberBeforeItIsShown) {
    begin();
    goToQuestion(story::Question::Kind::Slider);
    press(Qt::Key_Q);
    QuestionCard& card = lecture().question();
    ASSERT_TRUE(card.isVisible());
    QTest::keyClicks(card.guessField(), QStringLiteral("1000 9000 many"));
    QTest::keyClick(card.guessField(), Qt::Key_Return);
    EXPECT_EQ(card.guesses(), (std::vector<double>{1000, 9000}));
    EXPECT_EQ(card.guessField()->text(), QStringLiteral("many")) << "what is no number stays";
    card.guessField()->clear();
    GuessScale& scale = *card.scale();
    const double wanted = (card.question().range.least + card.question().range.most) / 2;
    QTest::mouseClick(&scale, Qt::LeftButton, {}, QPoint(qRound(scale.xOf(wanted)), scale.height() / 2));
    ASSERT_EQ(card.guesses().size(), 3U);
    EXPECT_NEAR(card.guesses()[2], wanted, 0.05 * wanted);
    EXPECT_FALSE(card.isRevealed());
    keep("question_asked");
    QTest::mouseClick(card.revealButton(), Qt::LeftButton);
    ASSERT_TRUE(card.isRevealed());
    ASSERT_TRUE(card.question().truth);
    EXPECT_FALSE(card.question().origin.isEmpty());
    EXPECT_TRUE(card.verdict().contains(QStringLiteral("Of 3 guesses"))) << card.verdict().toStdString();
    events();
    keep("question_answered");
    press(Qt::Key_Escape);
    EXPECT_FALSE(card.isVisible());
    EXPECT_TRUE(lecture().isOn());
}

TEST_F(Lecturing, HandsAreCountedForAChoice) {
    begin();
    goToQuestion(story::Question::Kind::Choice);
    press(Qt::Key_Q);
    QuestionCard& card = lecture().question();
    ASSERT_GE(card.handFields().size(), 2U);
    ASSERT_TRUE(card.question().right);
    const auto right = static_cast<std::size_t>(*card.question().right);
    card.handFields()[right]->setValue(19);
    card.handFields()[right == 0 ? 1 : 0]->setValue(11);
    events();
    keep("choice_asked");
    press(Qt::Key_Q);
    EXPECT_TRUE(card.isRevealed());
    EXPECT_TRUE(card.verdict().contains(QStringLiteral("19 of 30"))) << card.verdict().toStdString();
    events();
    keep("choice_answered");
}

TEST_F(Lecturing, EveryShippedStoryOpensAndLeadsWhereItSays) {
    const std::vector<StoryDesk::Shipped> stories = StoryDesk::shipped();
    ASSERT_GE(stories.size(), 4U);
    begin();
    for (const StoryDesk::Shipped& story : stories) {
        ASSERT_TRUE(desk().openShipped(story.file)) << story.file.toStdString();
        EXPECT_FALSE(story.about.isEmpty());
        for (int i = 0; i < desk().count(); ++i) {
            desk().goTo(i);
            settle();
            ASSERT_TRUE(waitFor([this] { return !lecture().isGoing(); })) << story.title.toStdString() << " " << i;
            const Result<Stop> stop = desk().stop(i);
            ASSERT_TRUE(stop) << story.title.toStdString() << " " << i << ": " << describe(stop.error());
            events();
            EXPECT_EQ(window.currentPage().identity().id, stop->page);
            EXPECT_EQ(lecture().clock().position(),
                      positionIn(stop->position, lecture().clock(), window.playback().flow()))
                << story.title.toStdString() << " " << i;
            EXPECT_TRUE(desk().caption(i).changed.isEmpty()) << desk().caption(i).changed.toStdString();
            EXPECT_EQ(window.workbench().sides().size(), 1 + stop->chosen.beside.size());
            events();
            keep(qPrintable(QStringLiteral("story_%1_%2").arg(QFileInfo(story.file).baseName()).arg(i + 1)));
        }
    }
}

TEST_F(Lecturing, AStoryIsSavedOpenedAndFoundAgainAfterARestart) {
    const TemporaryFolder folder;
    prepareStory();
    desk().setTitle(QStringLiteral("Mine"));
    desk().setNote(1, QStringLiteral("slowly"));
    const QString file = QString::fromStdString(folder.path("mine.json"));
    ASSERT_TRUE(desk().save(file));
    EXPECT_FALSE(desk().isModified());
    EXPECT_EQ(desk().recent().value(0), file);
    desk().goTo(1);
    settle();
    desk().setNote(1, QStringLiteral("very slowly"));
    const story::Story before = desk().story();
    window.close();

    settings.setWhole(QStringLiteral("story/begun"), 1);
    MainWindow again(library(), theme, settings, QStringLiteral(LANESCOPE_FAKE_WORKER));
    again.resize(1280, 720);
    again.show();
    again.presenter().begin();
    ASSERT_TRUE(waitFor([&] { return !again.workbench().jobs().isBusy() && again.playback().size() > 0; }));
    EXPECT_EQ(again.presenter().desk().story(), before);
    EXPECT_EQ(again.presenter().desk().place(), 1);
    EXPECT_TRUE(again.presenter().desk().isModified());
    EXPECT_EQ(again.presenter().desk().file(), file);
    EXPECT_EQ(again.playback().position(), 1859U);
    ASSERT_TRUE(waitFor([&] { return !again.workbench().checks().isLooking(); }));
}

TEST_F(Lecturing, WhatIsWrongWithAFileIsSaidAndTheOpenStoryStays) {
    const TemporaryFolder folder;
    prepareStory();
    folder.write("other.json", "{\"format\":\"lanescope-study\"}");
    folder.write(
        "missing.json",
        R"({"format":"lanescope-story","version":1,"title":"<b>t</b>","bookmarks":[)"
        R"({"algorithm":"matmul.quantum","caption":"<img src=x> {global_load_sectors}","view":"tiles","position":{"share":0.5}},)"
        R"({"algorithm":"vector.add","caption":"c","view":"holograms","position":{"share":0.5}}]})");
    EXPECT_FALSE(desk().open(QString::fromStdString(folder.path("other.json"))));
    EXPECT_EQ(desk().count(), 3);
    const Result<void> opened = desk().open(QString::fromStdString(folder.path("missing.json")));
    ASSERT_TRUE(opened) << describe(opened.error());
    desk().goTo(0);
    EXPECT_TRUE(window.notice().contains(QStringLiteral("matmul.quantum"))) << window.notice().toStdString();
    desk().goTo(1);
    EXPECT_TRUE(window.notice().contains(QStringLiteral("holograms"))) << window.notice().toStdString();
    EXPECT_TRUE(desk().caption(0).sentence.contains(QStringLiteral("<img src=x>"))) << "markup is words";
}

TEST_F(Lecturing, TheFirstStartOffersFourStories) {
    window.presenter().begin();
    Welcome* const welcome = window.presenter().welcome();
    ASSERT_NE(welcome, nullptr);
    ASSERT_TRUE(welcome->isVisible());
    ASSERT_EQ(welcome->cards().size(), 4U);
    ASSERT_TRUE(waitFor([&] {
        return std::ranges::all_of(welcome->cards(), [](const StoryCard* card) { return card->hasPicture(); });
    }));
    events();
    keep("first_run_720");
    window.resize(1920, 1080);
    events();
    keep("first_run_1080");
    QTest::keyClick(welcome, Qt::Key_2);
    settle();
    EXPECT_FALSE(welcome->isVisible());
    EXPECT_TRUE(lecture().isOn());
    EXPECT_EQ(desk().title(), QStringLiteral("Bank conflicts"));
    EXPECT_EQ(desk().place(), 0);
}

TEST_F(Lecturing, WhatIsDroppedOnTheFirstScreenIsSeen) {
    window.presenter().begin();
    Welcome* const welcome = window.presenter().welcome();
    ASSERT_NE(welcome, nullptr);
    dropFile(QStringLiteral(LANESCOPE_SOURCE_DIR "/examples/sessions/bank-conflicts.lanescope"));
    EXPECT_FALSE(welcome->isVisible());
    EXPECT_TRUE(waitFor([this] { return window.workbench().algorithm()->id() == "transpose.tiled"; }));
    settle();
    window.presenter().showWelcome();
    ASSERT_TRUE(welcome->isVisible());
    dropFile(QStringLiteral("/no/such/story.json"));
    EXPECT_FALSE(welcome->isVisible()) << "why it cannot be opened stands in the window";
    EXPECT_TRUE(window.notice().contains(QStringLiteral("story.json"))) << window.notice().toStdString();
}

}  // namespace
}  // namespace lanescope
