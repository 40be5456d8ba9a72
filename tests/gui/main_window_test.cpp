// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window, driven by mouse and keys as a user drives it. No GPU: a fake worker stands in for lanescope-cli.
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <algorithm>
#include <filesystem>
#include <set>

#include "app/figure/figure_desk.h"
#include "app/pages/compare_page.h"
#include "app/zones/choice_bar.h"
#include "app/zones/explain_panel.h"
#include "app/zones/status_line.h"
#include "app/zones/why_panel.h"
#include "core/base/file_reader.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/staged.h"
#include "tests/support/temporary_folder.h"
#include "widgets/panels/algorithm_picker.h"
#include "widgets/panels/chip.h"
#include "widgets/panels/configuration_form.h"
#include "widgets/panels/correctness_badge.h"
#include "widgets/panels/metrics_table.h"
#include "widgets/panels/segments.h"
#include "widgets/stage/time/time_strip.h"
#include "widgets/stage/time/transport.h"
#include "widgets/style/numbers.h"
#include "widgets/views/step_view.h"

namespace lanescope {
namespace {

QString labelText(const MainWindow& window, const char* name) {
    if (QLatin1StringView(name) == QLatin1StringView("status")) return window.statusLine()->text();
    const auto* label = window.findChild<QLabel*>(QLatin1StringView(name));
    return label != nullptr && label->isVisible() ? label->text() : QString();
}

TEST_F(Window, OpensAliveWithTheTiledMultiply) {
    ASSERT_NE(window.workbench().emulation(), nullptr);
    EXPECT_EQ(window.workbench().emulation()->plan.algorithm, "matmul.tiled");
    EXPECT_EQ(parameter("n"), "64");
    EXPECT_EQ(parameter("block"), "16");
    EXPECT_EQ(parameter("type"), "f32");
    EXPECT_GT(window.playback().size(), 100U);
    EXPECT_EQ(window.playback().position(), window.playback().next(0)) << "where the first values arrive";
    EXPECT_FALSE(window.explainPanel()->why()->sentence().isEmpty());
    EXPECT_TRUE(window.choiceBar()->badge()->text().contains(QStringLiteral("correct")));
    EXPECT_TRUE(window.notice().isEmpty()) << window.notice().toStdString();
}

TEST_F(Window, AClickInTheTreeShowsAnotherAlgorithm) {
    QTreeWidget* tree = window.choiceBar()->picker()->tree();
    QTreeWidgetItem* wanted = nullptr;
    for (QTreeWidgetItemIterator it(tree); *it; ++it)
        if ((*it)->data(0, Qt::UserRole).toString() == QStringLiteral("matmul.global")) wanted = *it;
    ASSERT_NE(wanted, nullptr);
    tree->scrollToItem(wanted);
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualItemRect(wanted).center());
    settle();
    EXPECT_EQ(window.workbench().emulation()->plan.algorithm, "matmul.global");
    EXPECT_EQ(window.playback().trace(), window.workbench().trace().get());
}

TEST_F(Window, AnIllegalValueIsSaidAndTheOldResultStays) {
    const auto before = window.workbench().emulation();
    type("n", QStringLiteral("0"));
    settle();
    EXPECT_FALSE(window.choiceBar()->form()->problemText("n").isEmpty());
    EXPECT_TRUE(window.choiceBar()->form()->problemText("n").contains(QLatin1Char('0')));
    EXPECT_EQ(window.workbench().emulation(), before);
    EXPECT_EQ(parameter("n"), "64");

    type("n", QStringLiteral("96"));
    settle();
    EXPECT_TRUE(window.choiceBar()->form()->problemText("n").isEmpty());
    EXPECT_NE(window.workbench().emulation(), before);
    EXPECT_EQ(parameter("n"), "96");
}

TEST_F(Window, AnUnknownAlgorithmIsSaid) {
    const auto before = window.workbench().emulation();
    window.workbench().chooseAlgorithm(QStringLiteral("matmul.tield"));
    ASSERT_TRUE(window.workbench().problem());
    EXPECT_TRUE(window.choiceBar()->form()->problemText("").contains(QStringLiteral("matmul.tield")));
    EXPECT_EQ(window.workbench().emulation(), before);
}

TEST_F(Window, KeysStepOnAndBackToTheSameState) {
    Playback& playback = window.playback();
    playback.setStepBy(StepBy::Instruction);
    playback.toStart();
    for (int i = 0; i < 25; ++i) QTest::keyClick(&window, Qt::Key_F5);
    EXPECT_EQ(playback.position(), 25U);
    const std::uint64_t there = playback.timeline()->hash();
    for (int i = 0; i < 7; ++i) QTest::keyClick(&window, Qt::Key_F5);
    EXPECT_NE(playback.timeline()->hash(), there);
    for (int i = 0; i < 7; ++i) QTest::keyClick(&window, Qt::Key_F4);
    EXPECT_EQ(playback.position(), 25U);
    EXPECT_EQ(playback.timeline()->hash(), there);
    EXPECT_TRUE(labelText(window, "position").contains(QStringLiteral("step 25 of ")))
        << labelText(window, "position").toStdString();
    QTest::keyClick(&window, Qt::Key_F8);
    EXPECT_TRUE(playback.atEnd());
    QTest::keyClick(&window, Qt::Key_F3);
    EXPECT_TRUE(playback.atStart());
    QTest::keyClick(&window, Qt::Key_F6);
    EXPECT_TRUE(playback.isPlaying());
    QTest::keyClick(&window, Qt::Key_F6);
    EXPECT_FALSE(playback.isPlaying());
}

TEST_F(Window, ByEventEveryStepShowsSomethingNew) {
    const QString before = window.explainPanel()->why()->sentence();
    std::set<QString> said;
    for (int i = 0; i < 30; ++i) {
        QTest::keyClick(&window, Qt::Key_F5);
        said.insert(window.explainPanel()->why()->sentence());
        EXPECT_FALSE(window.explainPanel()->why()->sentence().isEmpty());
    }
    EXPECT_GT(said.size(), 4U) << "the sentence follows what is to be seen";
}

TEST_F(Window, AClickOnTheStripGoesThere) {
    TimeStrip& strip = *window.timeStrip();
    const QPoint middle(strip.width() / 2, strip.height() / 2);
    QTest::mouseClick(&strip, Qt::LeftButton, {}, middle);
    const double share =
        static_cast<double>(window.playback().position()) / static_cast<double>(window.playback().size());
    EXPECT_NEAR(share, 0.5, 0.1);
}

TEST_F(Window, StepsByPhaseWhenAsked) {
    window.playback().setStepBy(StepBy::Phase);
    window.playback().toStart();
    QTest::keyClick(&window, Qt::Key_F5);
    EXPECT_EQ(window.playback().position(), window.playback().flow()->phases().parts().front().end);
}

TEST_F(Window, SpacePlaysWhereverTheFocusIsButNotInATextField) {
    window.explainPanel()->why()->setFocus();
    QTest::keyClick(&window, Qt::Key_Space);
    EXPECT_TRUE(window.playback().isPlaying());
    QTest::keyClick(&window, Qt::Key_Space);
    EXPECT_FALSE(window.playback().isPlaying());
}

TEST_F(Window, EveryChoiceIsUndoneAndDoneAgain) {
    type("n", QStringLiteral("32"));
    settle();
    window.workbench().chooseAlgorithm(QStringLiteral("reduce.0"));
    settle();
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    settle();
    EXPECT_EQ(window.workbench().algorithm()->id(), "matmul.tiled");
    EXPECT_EQ(parameter("n"), "32");
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    settle();
    EXPECT_EQ(parameter("n"), "64");
    for (int i = 0; i < 2; ++i) {
        QTest::keySequence(&window, window.choiceBar()->redoAction()->shortcut());
        settle();
    }
    settle();
    EXPECT_EQ(window.workbench().algorithm()->id(), "reduce.0");
}

TEST_F(Window, AnOldPictureIsDimmedUntilTheNewOneIsThere) {
    StageView* const view = page("tiles").view();
    EXPECT_FALSE(view->isOutdated());
    Parameters parameters = window.workbench().parameters();
    parameters.set("n", "128");
    window.workbench().choose(parameters);
    EXPECT_TRUE(view->isOutdated());
    EXPECT_TRUE(window.workbench().outdatedText().contains(QStringLiteral("n 128")))
        << window.workbench().outdatedText().toStdString();
    settle();
    EXPECT_FALSE(view->isOutdated());
}

TEST_F(Window, AnotherRunStandsBesideOnOneClock) {
    window.workbench().chooseAlgorithm(QStringLiteral("transpose.tiled"));
    settle();
    const auto partners = window.workbench().partners();
    ASSERT_FALSE(partners.empty());
    window.workbench().addBeside(partners.front());
    settle();
    for (const char* id : {"tiles", "warps", "memory", "map", "code"}) {
        show(id);
        settle();
        EXPECT_EQ(page(id).view()->sides().size(), 2U) << id;
        EXPECT_NE(page(id).view()->sides()[0].name, page(id).view()->sides()[1].name);
    }
    ASSERT_EQ(window.playback().sides(), 2U);
    const quint64 before = window.playback().positionOf(1);
    for (int i = 0; i < 40; ++i) QTest::keyClick(&window, Qt::Key_F5);
    EXPECT_GT(window.playback().positionOf(1), before);
    window.workbench().removeBeside(partners.front());
    settle();
    EXPECT_EQ(window.playback().sides(), 1U);
}

// What somebody does who has never seen it, and how many clicks it takes: docs/manual/walk.md tells it.
TEST_F(Window, ANewcomerFindsOutWhyTheUnpaddedTransposeIsSlow) {
    int clicks = 0;
    const auto click = [&clicks](QWidget* widget) {
        ASSERT_NE(widget, nullptr);
        QTest::mouseClick(widget, Qt::LeftButton, {}, widget->rect().center());
        ++clicks;
    };
    click(window.choiceBar()->algorithmChip());
    QLineEdit* const search = window.choiceBar()->picker()->search();
    QTest::keyClicks(search, QStringLiteral("transpose.tiled"));
    QTest::keyClick(search, Qt::Key_Down);
    settle();
    ASSERT_EQ(window.workbench().algorithm()->id(), "transpose.tiled");
    ASSERT_EQ(parameter("padded"), "no") << "it opens on what shows its point";
    window.resize(1920, 1080);
    QCoreApplication::processEvents();
    for (int i = 0; i < window.views()->count(); ++i)
        if (window.views()->button(i)->text() == QStringLiteral("Memory")) click(window.views()->button(i));
    EXPECT_EQ(&window.currentPage(), &page("memory"));
    click(window.explainPanel()->why()->worst());
    const flow::Finding& worst = window.playback().flow()->requests().findings().front();
    EXPECT_EQ(worst.count, 32U);
    EXPECT_EQ(window.playback().position(), worst.event + 1);
    EXPECT_TRUE(window.explainPanel()->why()->sentence().contains(QStringLiteral("32")))
        << window.explainPanel()->why()->sentence().toStdString();
    EXPECT_EQ(clicks, 3) << "at 1920 × 1080, where the pages are in a row";
}

TEST_F(Window, AnAsPublishedKernelSaysWhichElementsAreWrong) {
    window.workbench().chooseAlgorithm(QStringLiteral("matmul.rect4-prefetch"));
    settle();
    auto* variant = qobject_cast<QComboBox*>(window.choiceBar()->form()->field("variant"));
    ASSERT_NE(variant, nullptr);
    variant->setFocus();
    QTest::keyClick(variant, variant->currentText() == QStringLiteral("published") ? Qt::Key_Escape : Qt::Key_Home);
    QTest::keyClick(variant, variant->currentText() == QStringLiteral("published") ? Qt::Key_Escape : Qt::Key_End);
    settle();
    ASSERT_EQ(parameter("variant"), "published");
    CorrectnessBadge* badge = window.choiceBar()->badge();
    EXPECT_TRUE(badge->text().contains(QStringLiteral("wrong"))) << badge->text().toStdString();
    EXPECT_TRUE(badge->details().contains(QStringLiteral("should be")));
    // The marks in the picture come and go with a click on the badge.
    window.playback().toEnd();
    const auto picture = [&] {
        show("tiles");
        return test::drawn(tiles(), theme, QSize(900, 500));
    };
    const QImage marked = picture();
    QTest::mouseClick(badge->button(), Qt::LeftButton);
    EXPECT_NE(picture(), marked);
}

/// The number box with this name for those who hear it.
QSpinBox* boxOf(const MainWindow& window, const char* name) {
    for (QSpinBox* box : window.choiceBar()->form()->findChildren<QSpinBox*>())
        if (box->accessibleName() == QLatin1StringView(name)) return box;
    return nullptr;
}

void typeInto(QSpinBox* box, const QString& value) {
    ASSERT_NE(box, nullptr);
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, value);
    QTest::keyClick(box, Qt::Key_Return);
}

TEST_F(Window, AnotherBlockIsTypedAndWatchedWithoutRunningItAllAgain) {
    const auto run = window.workbench().emulation();
    typeInto(boxOf(window, "Watched block, x"), QStringLiteral("2"));
    typeInto(boxOf(window, "Watched block, y"), QStringLiteral("1"));
    settle();
    ASSERT_NE(window.playback().trace(), nullptr);
    EXPECT_EQ(window.playback().trace()->block(), (Dim3{2, 1, 0}));
    EXPECT_EQ(window.workbench().emulation(), run);
    EXPECT_TRUE(labelText(window, "status").startsWith(QStringLiteral("Block (2, 1, 0)")))
        << labelText(window, "status").toStdString();
    QTest::keyClick(boxOf(window, "Watched block, x"), Qt::Key_Down);
    settle();
    EXPECT_EQ(window.playback().trace()->block(), (Dim3{1, 1, 0}));
    EXPECT_EQ(boxOf(window, "Watched launch")->isVisible(), false) << "there is only one";
}

TEST_F(Window, ADoubleClickOnAnElementWatchesTheBlockThatWritesIt) {
    ASSERT_TRUE(waitFor([&] { return tiles().historyIsKnown(); }));
    const BufferId result = window.workbench().emulation()->plan.reference.buffer;
    const ElementPick pick{{ArrayRef::Kind::Buffer, result}, 40, 20};  // tiles of 16 × 16
    Q_EMIT tiles().elementActivated(pick);
    settle();
    EXPECT_EQ(window.workbench().block(), (Dim3{1, 2, 0}));
    ASSERT_NE(window.playback().trace(), nullptr);
    EXPECT_EQ(window.playback().trace()->block(), (Dim3{1, 2, 0}));
    EXPECT_EQ(window.notice(), QString());
    Q_EMIT tiles().elementActivated({{ArrayRef::Kind::Buffer, 0}, 40, 20});
    settle();
    EXPECT_EQ(window.playback().trace()->block(), (Dim3{1, 2, 0}));
    EXPECT_TRUE(window.notice().contains(QStringLiteral("does not write"))) << window.notice().toStdString();
    // With the mouse: a double click somewhere in the matrix that is written leads to some block.
    const Dim3 before = window.workbench().block();
    bool another = false;
    for (int y = 0; y < tiles().height() && !another; y += 7)
        for (int x = 0; x < tiles().width() && !another; x += 7) {
            const auto what = tiles().at(QPointF(x, y));
            if (!what) continue;
            QTest::mouseDClick(&tiles(), Qt::LeftButton, {}, QPoint(x, y));
            settle();
            another = window.workbench().block() != before;
        }
    EXPECT_TRUE(another);
}

// The same count stands in three places, and is written the same in all of them.
TEST_F(Window, CountsAreWrittenTheSameEverywhere) {
    typeInto(boxOf(window, "Watched block, x"), QStringLiteral("2"));
    settle();
    ASSERT_GT(window.playback().size(), 1200U);
    window.playback().seek(1200);
    const QString size = countText(window.playback().size());
    ASSERT_TRUE(size.contains(QChar(0x202F)));
    EXPECT_TRUE(labelText(window, "status").contains(QStringLiteral(": %1 steps").arg(size)))
        << labelText(window, "status").toStdString();
    EXPECT_TRUE(labelText(window, "position").contains(QStringLiteral("step %1 of %2").arg(countText(1200), size)))
        << labelText(window, "position").toStdString();
    const QString words = window.explainPanel()->step()->text();
    EXPECT_TRUE(words.startsWith(QStringLiteral("Step %1 of %2,").arg(countText(1200), size))) << words.toStdString();
}

TEST_F(Window, SaysHowMuchMemoryTracesTakeAndWhenOneWasMadeAgain) {
    window.resize(1920, 1080);
    QCoreApplication::processEvents();
    window.workbench().setTraceBudget(512U << 10);
    type("n", QStringLiteral("128"));
    settle();
    EXPECT_TRUE(labelText(window, "traceMemory").endsWith(QStringLiteral(" of 512 KiB")))
        << labelText(window, "traceMemory").toStdString();
    QSpinBox* const x = boxOf(window, "Watched block, x");
    while (window.workbench().traceMemory()->dropped == 0 && x->value() < x->maximum()) {
        x->setFocus();
        QTest::keyClick(x, Qt::Key_Up);
        settle();
    }
    EXPECT_GT(window.workbench().traceMemory()->dropped, 0U);
    EXPECT_LE(window.workbench().traceMemory()->bytes, 512U << 10);
    typeInto(x, QStringLiteral("0"));
    settle();
    EXPECT_TRUE(labelText(window, "status").contains(QStringLiteral("made again")))
        << labelText(window, "status").toStdString();
}

TEST_F(Window, SaysThatATraceIsCutUntilAnotherIsShown) {
    window.workbench().setTraceBudget(64U << 10);
    type("n", QStringLiteral("256"));
    settle();
    ASSERT_NE(window.playback().trace(), nullptr);
    ASSERT_TRUE(window.playback().trace()->truncated());
    EXPECT_TRUE(window.notice().contains(QStringLiteral("cut after"))) << window.notice().toStdString();
    window.workbench().setTraceBudget(0);
    type("n", QStringLiteral("64"));
    settle();
    EXPECT_EQ(window.notice(), QString());
}

TEST_F(Window, ALargeGridIsSampledStillTracedAndSaysSo) {
    type("n", QStringLiteral("1024"));
    settle();
    EXPECT_FALSE(window.workbench().sampled()) << "all of it is counted behind the first picture";
    type("n", QStringLiteral("2048"));
    settle();
    EXPECT_TRUE(window.workbench().sampled());
    EXPECT_TRUE(window.choiceBar()->badge()->text().contains(QStringLiteral("sampled")));
    ASSERT_NE(window.playback().trace(), nullptr);
    EXPECT_GT(window.playback().size(), 100U);
}

TEST_F(Window, ExportsEveryFormat) {
    const TemporaryFolder folder;
    window.setPage<ComparePage>();
    settle();
    for (const char* name : {"c.png", "c.svg", "c.pdf", "c.csv", "s.json"}) {
        const auto result = window.figures().write(QString::fromStdString(folder.path(name)));
        ASSERT_TRUE(result) << describe(result.error());
        EXPECT_GT(std::filesystem::file_size(folder.path(name)), 100U) << name;
    }
    const std::string rows = readFile(folder.path("s.json")).value();
    EXPECT_NE(rows.find("\"series\": \""), std::string::npos) << "its own rows: " << rows.substr(0, 200);
    ASSERT_TRUE(window.exportStudy(QString::fromStdString(folder.path("study.json"))));
    const auto study = studyFromJson(readFile(folder.path("study.json")).value(), "study.json");
    ASSERT_TRUE(study) << describe(study.error());
    EXPECT_NE(study->find("matmul.tiled", window.workbench().parameters()), nullptr);
    show("tiles");
    EXPECT_TRUE(window.figures().write(QString::fromStdString(folder.path("picture.svg"))));
    // Its own data: that of another page would be taken for it.
    ASSERT_TRUE(window.figures().write(QString::fromStdString(folder.path("picture.csv"))));
    EXPECT_TRUE(readFile(folder.path("picture.csv")).value().starts_with("side,step,warp,lane,how,from,to,value\n"));
    EXPECT_TRUE(window.figures().suggestedName().startsWith(QStringLiteral("tiles-matmul.tiled-")));
}

TEST_F(Window, WhatIsShownIsCopied) {
    const auto copy = [this](const QString& words) {
        const QList<QAction*> actions = window.findChildren<QAction*>();
        const auto action = std::ranges::find(actions, words, &QAction::text);
        ASSERT_NE(action, actions.end()) << words.toStdString();
        (*action)->trigger();
    };
    QClipboard& clipboard = *QGuiApplication::clipboard();
    copy(QStringLiteral("&Copy this page as a picture"));
    EXPECT_GT(clipboard.image().width(), 1000);
    window.setPage<ComparePage>();
    settle();
    copy(QStringLiteral("Copy its rows as &Markdown"));
    EXPECT_TRUE(clipboard.text().startsWith(QStringLiteral("| series | configuration |")))
        << clipboard.text().toStdString();
    copy(QStringLiteral("Copy its rows as a &LaTeX table"));
    EXPECT_TRUE(clipboard.text().contains(QStringLiteral("\\begin{tabular}{lllll")));
    copy(QStringLiteral("Copy its rows for &pgfplots"));
    EXPECT_TRUE(clipboard.text().contains(QStringLiteral("\\pgfplotstableread")));
}

TEST_F(Window, AFolderThatCannotBeWrittenIsNamed) {
    const auto result = window.figures().write(QStringLiteral("/proc/nowhere/chart.csv"));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::CannotWrite);
    EXPECT_NE(describe(result.error()).find("/proc/nowhere/chart.csv"), std::string::npos);
}

TEST_F(Window, SwitchesToDarkAndToLargeText) {
    theme.setMode(Theme::Mode::Light);
    const QColor light = window.grab().toImage().pixelColor(window.width() / 2, window.height() / 2);
    theme.setMode(Theme::Mode::Dark);
    QCoreApplication::processEvents();
    EXPECT_LT(window.palette().color(QPalette::Window).lightness(), 128);
    const int before = window.choiceBar()->badge()->fontMetrics().height();
    theme.setTextScale(2.0);
    QCoreApplication::processEvents();
    EXPECT_GT(window.choiceBar()->badge()->fontMetrics().height(), before * 3 / 2);
    EXPECT_NE(window.grab().toImage().pixelColor(window.width() / 2, window.height() / 2), light);
    theme.setTextScale(1.0);
    theme.setMode(Theme::Mode::Light);
}

TEST_F(Window, EveryControlHasANameForThoseWhoHearIt) {
    int checked = 0;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisibleTo(&window)) continue;
        // The editor within a spin box and the like speak through their parent.
        if (qobject_cast<const QSpinBox*>(widget->parentWidget()) ||
            qobject_cast<const QComboBox*>(widget->parentWidget()))
            continue;
        if (widget->objectName().startsWith(QStringLiteral("qt_"))) continue;
        ++checked;
        EXPECT_FALSE(widget->accessibleName().isEmpty())
            << widget->metaObject()->className() << " " << widget->objectName().toStdString() << " in "
            << widget->parentWidget()->metaObject()->className();
    }
    EXPECT_GT(checked, 15);
}

TEST_F(Window, TabReachesEveryZone) {
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    window.choiceBar()->algorithmChip()->setFocus();
    bool choose = false, see = false, explain = false, time = false;
    for (int i = 0; i < 60; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        const QWidget* focus = QApplication::focusWidget();
        ASSERT_NE(focus, nullptr);
        choose |= window.choiceBar()->isAncestorOf(focus);
        see |= focus == &tiles();
        explain |= window.explainPanel()->isAncestorOf(focus);
        time |= window.transport()->isAncestorOf(focus) || focus == window.timeStrip();
    }
    EXPECT_TRUE(choose && see && explain && time) << choose << see << explain << time;
}

// The system's own grey beside the transport looked like a slab that belongs to nothing.
TEST_F(Window, TheLineAtTheBottomHasTheColoursOfTheTransport) {
    const QPalette before = QApplication::palette();
    QApplication::setPalette(QPalette(QColor(200, 40, 40)));
    const auto* line = window.findChild<StatusLine*>();
    ASSERT_NE(line, nullptr);
    const QImage image = window.grab().toImage();
    const QPoint corner = line->mapTo(&window, QPoint(line->width() - 2, line->height() - 2));
    EXPECT_EQ(image.pixelColor(corner * image.devicePixelRatio()).name(), theme.colour(Colour::Raised).name());
    QApplication::setPalette(before);
}

}  // namespace
}  // namespace lanescope
