// SPDX-License-Identifier: GPL-3.0-or-later
// What students hand in: their results in a window, and their guesses in a lecture. $LANESCOPE_PICTURES names a folder
// for what is shown.
#include <QApplication>
#include <QComboBox>
#include <QDropEvent>
#include <QMimeData>
#include <QPushButton>
#include <QTableWidget>

#include "app/presenter/class_window.h"
#include "app/presenter/presenter.h"
#include "core/base/file_reader.h"
#include "core/story/story_file.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/staged.h"
#include "tests/support/temporary_folder.h"
#include "widgets/lecture/guess_curve.h"
#include "widgets/lecture/guess_places.h"
#include "widgets/lecture/question_card.h"

namespace lanescope {
namespace {

/// As the catalogue's recording has it, with all times so many times as long.
std::string handedIn(const Library& library, const std::string& gpu, double times, int nth) {
    Study study;
    for (const Study& recorded : library.recordings().studies)
        for (StudyEntry entry : recorded.entries) {
            const std::string n = entry.parameters.value("n");
            if (entry.algorithm != "matmul.tiled" || (n != "512" && n != "1024") || !entry.measurement ||
                entry.parameters.value("type") != "f32" || entry.parameters.value("variant") != "corrected")
                continue;
            Measurement& measured = *entry.measurement;
            const double own = times * (1 + 0.01 * ((nth * 7 + static_cast<int>(study.entries.size())) % 5));
            for (double& seconds : measured.seconds) seconds *= own;
            const std::vector<double> samples = measured.seconds;
            setSamples(measured, samples);
            measured.provenance.gpu = gpu;
            measured.provenance.date = "2026-11-2" + std::to_string(nth % 10) + "T12:00:00Z";
            measured.origin = Origin::Measured;
            study.entries.push_back(entry);
        }
    return toJson(study);
}

struct Classroom : Window {
    Classroom() {
        const Library& all = window.workbench().library();
        for (int i = 0; i < 6; ++i)
            folder.write("student " + std::to_string(i + 1) + ".json",
                         handedIn(all, "NVIDIA H200", i == 4 ? 2.5 : 1, i));
        for (int i = 6; i < 9; ++i)
            folder.write("group/" + std::to_string(i) + ".json", handedIn(all, "NVIDIA GeForce RTX 4090", 1.4, i));
        folder.write("cut.json", handedIn(all, "NVIDIA H200", 1, 1).substr(0, 4000));
        folder.write("notes.txt", "<b>I could not measure.</b>");
    }
    ~Classroom() override {
        window.presenter().lecture().leave();
        theme.setMode(Theme::Mode::Light);
    }
    ClassWindow& open() {
        window.presenter().showClass(QString::fromStdString(folder.path()));
        ClassWindow& shown = *window.presenter().classWindow();
        EXPECT_TRUE(waitFor([&] { return !shown.isReading() && !shown.folder().folder.empty(); }));
        return shown;
    }
    Lecture& lecture() { return window.presenter().lecture(); }
    StoryDesk& desk() { return window.presenter().desk(); }
    static void events() {
        for (int i = 0; i < 4; ++i) QCoreApplication::processEvents();
    }
    /// A story of one bookmark that asks.
    void ask(const std::string& question) {
        folder.write("story.json",
                     R"({"format": "lanescope-story", "version": 1, "title": "Asked", "bookmarks": [)"
                     R"({"caption": "Look.", "algorithm": "matmul.tiled", "view": "tiles", "parameters": )"
                     R"({"block": "16", "type": "f32", "variant": "corrected"}, "position": {"share": 0.5}, )"
                     "\"question\": " +
                         question + "}]}");
        const auto opened = desk().open(QString::fromStdString(folder.path("story.json")));
        ASSERT_TRUE(opened) << describe(opened.error());
        desk().goTo(0);
        settle();
        lecture().start(Lecture::On::Window);
        events();
        QTest::keyClick(window.focusWidget() != nullptr ? window.focusWidget() : &window, Qt::Key_Q);
        ASSERT_TRUE(lecture().question().isVisible());
        events();
    }
    void guess(const std::string& name, const std::string& value) {
        folder.write("guesses/" + name + ".json", R"({"format": "lanescope-guesses", "version": 1, "who": ")" + name +
                                                      R"(", "guesses": {"1": )" + value + "}}");
    }
    void keep(const char* name) { test::keep(window.grab().toImage(), QLatin1StringView(name)); }

    TemporaryFolder folder;
};

TEST_F(Classroom, AFolderOfResultsIsOneClass) {
    ClassWindow& shown = open();
    EXPECT_EQ(shown.files()->rowCount(), 11);
    EXPECT_EQ(shown.algorithm()->count(), 1);
    EXPECT_EQ(shown.computed()->count(), 2);
    ASSERT_EQ(shown.dots()->groups().size(), 2U);
    const ClassGroup& h200 = shown.dots()->groups()[1];
    EXPECT_EQ(h200.name, QStringLiteral("NVIDIA H200"));
    EXPECT_EQ(std::ranges::count(h200.columns, ClassColumn::Rank::Other, &ClassColumn::rank),
              static_cast<std::ptrdiff_t>(h200.columns.size()) - 1);
    for (const ClassColumn& column : h200.columns) {
        EXPECT_EQ(column.dots.size(), 6U) << "one dot a file";
        EXPECT_TRUE(column.dots.back().outlier) << "student 5";
    }
    EXPECT_TRUE(shown.said().contains(QStringLiteral("as fast as"))) << shown.said().toStdString();
    for (const auto& [mode, name] : {std::pair(Theme::Mode::Light, "light"), std::pair(Theme::Mode::Dark, "dark")})
        for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)}) {
            theme.setMode(mode);
            shown.resize(size);
            events();
            test::keep(shown.grab().toImage(),
                       QStringLiteral("class_%1_%2").arg(size.height()).arg(QLatin1StringView(name)));
        }
}

TEST_F(Classroom, AFileIsFoundAmongTheOthers) {
    ClassWindow& shown = open();
    ClassDots& dots = *shown.dots();
    QTest::mouseClick(&dots, Qt::LeftButton, {}, dots.placeOf(1, 0, 0, dots.size()).toPoint());
    ASSERT_TRUE(dots.file());
    EXPECT_TRUE(shown.said().contains(QStringLiteral("median of"))) << shown.said().toStdString();
    const int first = *dots.file();
    for (int i = 0; i < 6 && dots.file() == first; ++i) QTest::keyClick(&dots, Qt::Key_Right);
    EXPECT_NE(*dots.file(), first);
    shown.files()->setCurrentCell(0, 0);
    EXPECT_EQ(dots.file(), shown.files()->item(0, 0)->data(Qt::UserRole + 1).toInt());
}

TEST_F(Classroom, TheTableIsSortedByNumbersAndLeadsToTheConfiguration) {
    ClassWindow& shown = open();
    QTableWidget& table = *shown.spreads();
    table.sortByColumn(5, Qt::AscendingOrder);
    EXPECT_LE(table.item(0, 5)->data(Qt::UserRole).toDouble(), table.item(1, 5)->data(Qt::UserRole).toDouble());
    const QString wanted = table.item(0, 1)->text();
    Q_EMIT table.itemActivated(table.item(0, 0));
    EXPECT_TRUE(wanted.contains(QStringLiteral("block=") + QString::fromStdString(parameter("block"))))
        << wanted.toStdString();
}

TEST_F(Classroom, WhatIsShownIsWrittenAsRowsAndAsAPicture) {
    ClassWindow& shown = open();
    for (const char* ending : {"csv", "png", "svg", "pdf"}) {
        const std::string file = folder.path(std::string("out/class.") + ending);
        folder.write(std::string("out/class.") + ending, "");
        ASSERT_TRUE(shown.exportTo(QString::fromStdString(file))) << ending;
        EXPECT_GT(std::filesystem::file_size(file), 500U) << ending;
    }
    const std::string rows = readFile(folder.path("out/class.csv")).value();
    EXPECT_TRUE(rows.starts_with("series,configuration,origin,gpu,source,n,time,")) << rows.substr(0, 80);
    EXPECT_NE(rows.find("group/6.json"), std::string::npos);
    EXPECT_FALSE(shown.exportTo(QStringLiteral("class.docx")));
}

TEST_F(Classroom, AFolderThatIsDroppedIsOpened) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QString::fromStdString(folder.path()))});
    QDragEnterEvent enters(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enters);
    EXPECT_TRUE(enters.isAccepted());
    QDropEvent dropped(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &dropped);
    ASSERT_NE(window.presenter().classWindow(), nullptr);
    EXPECT_TRUE(waitFor([this] { return window.presenter().classWindow()->folder().files.size() == 9; }));
    window.presenter().showClass(QStringLiteral("/nowhere/at/all"));
    EXPECT_TRUE(
        waitFor([this] { return window.presenter().classWindow()->said().contains(QStringLiteral("Cannot open")); }));
}

TEST_F(Classroom, GuessesThatWereHandedInStandBesideTheRooms) {
    guess("Ada", "8");
    guess("Ben", "60");
    folder.write("guesses/cut.json", "{");
    ask(R"({"kind": "slider", "text": "How many?", "answer": "n", "from": 1, "to": 128, "step": 1})");
    QuestionCard& card = lecture().question();
    ASSERT_TRUE(card.filesButton()->isVisible());
    lecture().takeGuesses(QString::fromStdString(folder.path("guesses")));
    EXPECT_EQ(card.guesses(), (std::vector<double>{8, 60}));
    QTest::keyClicks(card.guessField(), QStringLiteral("32"));
    card.reveal();
    EXPECT_TRUE(card.each().startsWith(QStringLiteral("Ben: 60, off by 6.3 %"))) << card.each().toStdString();
    EXPECT_TRUE(card.each().contains(QStringLiteral("Ada: 8")));
    events();
    keep("guesses_handed_in");
}

// The caption told the answer before anybody had guessed.
TEST_F(Classroom, AQuestionStandsInPlaceOfItsCaptionUntilItIsAnswered) {
    ask(R"({"text": "How many requests?", "kind": "slider", "answer": "global_load_requests", "from": 1, "to": 100000})");
    const auto caption = [this] { return lecture().caption().sentence(); };
    EXPECT_EQ(caption(), QStringLiteral("How many requests?"));
    QTest::keyClick(window.focusWidget(), Qt::Key_Q);
    ASSERT_TRUE(lecture().question().isRevealed());
    EXPECT_EQ(caption(), QStringLiteral("Look."));
    lecture().leave();
    lecture().start(Lecture::On::Window);
    events();
    EXPECT_EQ(caption(), QStringLiteral("How many requests?")) << "another lecture asks again";
    lecture().setAsksFirst(false);
    EXPECT_EQ(caption(), QStringLiteral("Look.")) << "a story that plays by itself has nobody to ask";
}

TEST_F(Classroom, WhatStandsBelowTheScaleCoversNothingElse) {
    GuessScale scale(theme, {1, 128, 1, false}, {}, nullptr);
    scale.resize(800, 200);
    const auto apart = [&scale](const char* when) {
        const std::vector<GuessScale::Sign> signs = scale.signs();
        for (std::size_t i = 0; i < signs.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                EXPECT_FALSE(signs[i].at.intersects(signs[k].at)) << when << ": " << signs[i].words.toStdString();
        for (const GuessScale::Sign& sign : signs) EXPECT_TRUE(sign.at.left() >= 0 && sign.at.right() <= 800) << when;
    };
    QTest::mouseClick(&scale, Qt::LeftButton, {}, QPoint(qRound(scale.xOf(127)), 60));
    ASSERT_EQ(scale.signs().size(), 3U);
    apart("dragged to the end");
    scale.reveal(128, {{QStringLiteral("a model of a long name"), 120}, {QStringLiteral("another"), 124}});
    ASSERT_EQ(scale.signs().size(), 5U);
    apart("true at the end");
    EXPECT_GE(scale.sizeHint().height(), scale.signs().back().at.bottom());
}

TEST_F(Classroom, ACurveIsDrawnBeforeTheMeasuredOneIsShown) {
    guess("Ada", "[2e-5, 6e-5, 3e-4]");
    ask(R"({"kind": "curve", "text": "How long does it take?", "over": "n", "values": ["256", "512", "1024"], )"
        R"("answer": "measured", "from": 1e-6, "to": 1e-2, "logarithmic": true})");
    QuestionCard& card = lecture().question();
    GuessCurve* const curve = card.curve();
    ASSERT_NE(curve, nullptr);
    EXPECT_TRUE(curve->drawn().empty());
    // With one stroke over all of them.
    const QPoint from = curve->placeOf(0, 1e-5).toPoint(), to = curve->placeOf(2, 1e-3).toPoint();
    QTest::mousePress(curve, Qt::LeftButton, {}, from);
    QMouseEvent stroke(QEvent::MouseMove, to, curve->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(curve, &stroke);
    QTest::mouseRelease(curve, Qt::LeftButton, {}, to);
    ASSERT_EQ(curve->drawn().size(), 3U);
    EXPECT_NEAR(curve->drawn()[1], 1e-4, 2e-5) << "what the stroke passes lies on its line";
    const double before = curve->drawn()[2];
    curve->setFocus();
    QTest::keyClick(curve, Qt::Key_Up);
    EXPECT_GT(curve->drawn()[2], before) << "a lecture leaves it its keys";
    QTest::keyClick(curve, Qt::Key_Left);
    QTest::keyClick(curve, Qt::Key_Down);
    EXPECT_LT(curve->drawn()[1], 1e-4);
    lecture().takeGuesses(QString::fromStdString(folder.path("guesses")));
    events();
    keep("curve_asked");
    QTest::keyClick(curve, Qt::Key_Q);
    ASSERT_TRUE(card.isRevealed());
    EXPECT_TRUE(card.verdict().contains(QStringLiteral("Lowest at n = 256"))) << card.verdict().toStdString();
    EXPECT_TRUE(card.each().contains(QStringLiteral("Ada: off by"))) << card.each().toStdString();
    EXPECT_TRUE(card.each().contains(QStringLiteral("drawn here: off by")));
    events();
    keep("curve_answered");
    theme.setMode(Theme::Mode::Dark);
    events();
    keep("curve_answered_dark");
}

TEST_F(Classroom, ThreadsAreMarkedByClicksAndKeys) {
    guess("Ada", R"("0-15")");
    ask(R"({"kind": "threads", "text": "Which threads write?", "right": "writing"})");
    QuestionCard& card = lecture().question();
    GuessPlaces* const places = card.places();
    ASSERT_NE(places, nullptr);
    QTest::mouseClick(places, Qt::LeftButton, {}, places->cellOf(3).center().toPoint());
    places->setFocus();
    QTest::keyClick(places, Qt::Key_Right);
    QTest::keyClick(places, Qt::Key_Space);
    EXPECT_EQ(places->drawn(), (std::vector<std::uint32_t>{3, 4}));
    lecture().takeGuesses(QString::fromStdString(folder.path("guesses")));
    events();
    keep("threads_asked");
    QTest::keyClick(places, Qt::Key_Q);
    ASSERT_TRUE(card.isRevealed());
    EXPECT_TRUE(card.each().contains(QStringLiteral("marked here: off by"))) << card.each().toStdString();
    events();
    keep("threads_answered");
}

}  // namespace
}  // namespace lanescope
