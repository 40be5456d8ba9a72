// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window, driven by mouse and keys as a user drives it. No GPU: a fake worker stands in for lanescope-cli.
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
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
#include <filesystem>

#include "app/pages/compare_page.h"
#include "app/pages/watch_page.h"
#include "app/zones/choose_panel.h"
#include "app/zones/explain_panel.h"
#include "core/base/file_reader.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/temporary_folder.h"
#include "widgets/panels/algorithm_picker.h"
#include "widgets/panels/configuration_form.h"
#include "widgets/panels/correctness_badge.h"
#include "widgets/panels/metrics_table.h"
#include "widgets/panels/transport_bar.h"
#include "widgets/style/numbers.h"
#include "widgets/views/step_view.h"
#include "widgets/views/tiles_view.h"

namespace lanescope {
namespace {

TEST_F(Window, OpensAliveWithTheTiledMultiply) {
    ASSERT_NE(window.workbench().emulation(), nullptr);
    EXPECT_EQ(window.workbench().emulation()->plan.algorithm, "matmul.tiled");
    EXPECT_EQ(parameter("n"), "64");
    EXPECT_EQ(parameter("block"), "16");
    EXPECT_EQ(parameter("type"), "f32");
    EXPECT_GT(window.playback().size(), 100U);
    EXPECT_TRUE(window.playback().atStart());
    EXPECT_TRUE(window.choosePanel()->badge()->text().contains(QStringLiteral("correct")));
    EXPECT_TRUE(window.notice().isEmpty()) << window.notice().toStdString();
}

TEST_F(Window, AClickInTheTreeShowsAnotherAlgorithm) {
    QTreeWidget* tree = window.choosePanel()->picker()->tree();
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
    EXPECT_FALSE(window.choosePanel()->form()->problemText("n").isEmpty());
    EXPECT_TRUE(window.choosePanel()->form()->problemText("n").contains(QLatin1Char('0')));
    EXPECT_EQ(window.workbench().emulation(), before);
    EXPECT_EQ(parameter("n"), "64");

    type("n", QStringLiteral("96"));
    settle();
    EXPECT_TRUE(window.choosePanel()->form()->problemText("n").isEmpty());
    EXPECT_NE(window.workbench().emulation(), before);
    EXPECT_EQ(parameter("n"), "96");
}

TEST_F(Window, AnUnknownAlgorithmIsSaid) {
    const auto before = window.workbench().emulation();
    window.workbench().chooseAlgorithm(QStringLiteral("matmul.tield"));
    ASSERT_TRUE(window.workbench().problem());
    EXPECT_TRUE(window.choosePanel()->form()->problemText("").contains(QStringLiteral("matmul.tield")));
    EXPECT_EQ(window.workbench().emulation(), before);
}

TEST_F(Window, KeysStepOnAndBackToTheSameState) {
    Playback& playback = window.playback();
    for (int i = 0; i < 25; ++i) QTest::keyClick(&window, Qt::Key_F5);
    EXPECT_EQ(playback.position(), 25U);
    const std::uint64_t there = playback.timeline()->hash();
    for (int i = 0; i < 7; ++i) QTest::keyClick(&window, Qt::Key_F5);
    EXPECT_NE(playback.timeline()->hash(), there);
    for (int i = 0; i < 7; ++i) QTest::keyClick(&window, Qt::Key_F4);
    EXPECT_EQ(playback.position(), 25U);
    EXPECT_EQ(playback.timeline()->hash(), there);
    EXPECT_TRUE(window.transportBar()
                    ->findChild<QLabel*>(QStringLiteral("position"))
                    ->text()
                    .startsWith(QStringLiteral("step 25 of ")));
    QTest::keyClick(&window, Qt::Key_F8);
    EXPECT_TRUE(playback.atEnd());
    QTest::keyClick(&window, Qt::Key_F3);
    EXPECT_TRUE(playback.atStart());
    QTest::keyClick(&window, Qt::Key_F6);
    EXPECT_TRUE(playback.isPlaying());
    QTest::keyClick(&window, Qt::Key_F6);
    EXPECT_FALSE(playback.isPlaying());
}

TEST_F(Window, AClickOnTheSliderGoesThere) {
    auto* slider = window.transportBar()->findChild<ScrubSlider*>();
    ASSERT_NE(slider, nullptr);
    EXPECT_FALSE(slider->marks().empty()) << "a tiled multiply has barriers";
    QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(slider->width() / 2, slider->height() / 2));
    const double share =
        static_cast<double>(window.playback().position()) / static_cast<double>(window.playback().size());
    EXPECT_NEAR(share, 0.5, 0.02);
}

TEST_F(Window, StepsByPhaseWhenAsked) {
    auto* unit = window.transportBar()->findChildren<QComboBox*>().front();
    unit->setFocus();
    QTest::keyClick(unit, Qt::Key_End);
    EXPECT_EQ(window.playback().stepBy(), StepBy::Phase);
    QTest::keyClick(&window, Qt::Key_F5);
    EXPECT_EQ(window.playback().position(), window.playback().trace()->phaseStart(1));
}

TEST_F(Window, AnAsPublishedKernelSaysWhichElementsAreWrong) {
    window.workbench().chooseAlgorithm(QStringLiteral("matmul.rect4-prefetch"));
    settle();
    auto* variant = qobject_cast<QComboBox*>(window.choosePanel()->form()->field("variant"));
    ASSERT_NE(variant, nullptr);
    variant->setFocus();
    QTest::keyClick(variant, variant->currentText() == QStringLiteral("published") ? Qt::Key_Escape : Qt::Key_Home);
    QTest::keyClick(variant, variant->currentText() == QStringLiteral("published") ? Qt::Key_Escape : Qt::Key_End);
    settle();
    ASSERT_EQ(parameter("variant"), "published");
    CorrectnessBadge* badge = window.choosePanel()->badge();
    EXPECT_TRUE(badge->text().contains(QStringLiteral("wrong"))) << badge->text().toStdString();
    EXPECT_TRUE(badge->details().contains(QStringLiteral("should be")));
    // The marks in the picture come and go with a click on the badge.
    window.playback().toEnd();
    const auto marked = [&] {
        for (const TileGrid& grid : window.page<WatchPage>().tiles()->scene().grids)
            for (const std::uint8_t flags : grid.flags)
                if (flags & kWrong) return true;
        return false;
    };
    EXPECT_TRUE(marked());
    QTest::mouseClick(badge->button(), Qt::LeftButton);
    EXPECT_FALSE(marked());
}

/// The number box with this name for those who hear it.
QSpinBox* boxOf(const MainWindow& window, const char* name) {
    for (QSpinBox* box : window.choosePanel()->form()->findChildren<QSpinBox*>())
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

QString labelText(const MainWindow& window, const char* name) {
    const auto* label = window.findChild<QLabel*>(QLatin1StringView(name));
    return label != nullptr && label->isVisible() ? label->text() : QString();
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
    TilesView* const tiles = window.page<WatchPage>().tiles();
    ASSERT_TRUE(waitFor([&] { return tiles->historyIsKnown(); }));
    tiles->setFocus();
    const auto goTo = [&](const QString& matrix, int row, int column) {
        for (int i = 0; i < 8 && !tiles->accessibleDescription().startsWith(matrix); ++i)
            QTest::keyClick(tiles, Qt::Key_Right, Qt::ControlModifier);
        QTest::keyClick(tiles, Qt::Key_Home, Qt::ControlModifier);
        for (int i = 0; i < row; ++i) QTest::keyClick(tiles, Qt::Key_Down);
        for (int i = 0; i < column; ++i) QTest::keyClick(tiles, Qt::Key_Right);
    };
    // Tiles of 16 × 16.
    goTo(QStringLiteral("C["), 40, 20);
    ASSERT_TRUE(tiles->accessibleDescription().startsWith(QStringLiteral("C[40][20]")))
        << tiles->accessibleDescription().toStdString();
    QTest::keyClick(tiles, Qt::Key_Return, Qt::ControlModifier);
    settle();
    EXPECT_EQ(window.workbench().block(), (Dim3{1, 2, 0}));
    ASSERT_NE(window.playback().trace(), nullptr);
    EXPECT_EQ(window.playback().trace()->block(), (Dim3{1, 2, 0}));
    EXPECT_EQ(boxOf(window, "Watched block, y")->value(), 2);
    EXPECT_EQ(window.notice(), QString());

    goTo(QStringLiteral("A["), 40, 20);
    QTest::keyClick(tiles, Qt::Key_Return, Qt::ControlModifier);
    settle();
    EXPECT_EQ(window.playback().trace()->block(), (Dim3{1, 2, 0}));
    EXPECT_TRUE(window.notice().contains(QStringLiteral("does not write A[40][20]"))) << window.notice().toStdString();

    // With the mouse: any element of the picture in another tile.
    tiles->repaint();
    const BufferId result = window.workbench().emulation()->plan.reference.buffer;
    for (int y = 0; y < tiles->height(); y += 3) {
        for (int x = 0; x < tiles->width(); x += 3) {
            const auto pick = tiles->elementAt(QPointF(x, y));
            if (!pick || !(pick->array == ArrayRef{ArrayRef::Kind::Buffer, result}) || pick->row / 16 == 2) continue;
            const Dim3 block{static_cast<std::uint32_t>(pick->column / 16), static_cast<std::uint32_t>(pick->row / 16),
                             0};
            QTest::mouseDClick(tiles, Qt::LeftButton, {}, QPoint(x, y));
            settle();
            EXPECT_EQ(window.playback().trace()->block(), block);
            return;
        }
    }
    FAIL() << "no other tile is in the picture";
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
    EXPECT_TRUE(labelText(window, "position").startsWith(QStringLiteral("step %1 of %2").arg(countText(1200), size)))
        << labelText(window, "position").toStdString();
    const QString words = window.explainPanel()->step()->text();
    EXPECT_TRUE(words.startsWith(QStringLiteral("Step %1 of %2,").arg(countText(1200), size))) << words.toStdString();
}

TEST_F(Window, SaysHowMuchMemoryTracesTakeAndWhenOneWasMadeAgain) {
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
    EXPECT_TRUE(window.workbench().sampled());
    EXPECT_TRUE(window.choosePanel()->badge()->text().contains(QStringLiteral("sampled")));
    ASSERT_NE(window.playback().trace(), nullptr);
    EXPECT_GT(window.playback().size(), 100U);
}

TEST_F(Window, ExportsEveryFormat) {
    const TemporaryFolder folder;
    window.setPage<ComparePage>();
    settle();
    for (const char* name : {"c.png", "c.svg", "c.pdf", "c.csv", "s.json"}) {
        const auto result = window.exportTo(QString::fromStdString(folder.path(name)));
        ASSERT_TRUE(result) << describe(result.error());
        EXPECT_GT(std::filesystem::file_size(folder.path(name)), 100U) << name;
    }
    const auto study = studyFromJson(readFile(folder.path("s.json")).value(), "s.json");
    ASSERT_TRUE(study) << describe(study.error());
    EXPECT_NE(study->find("matmul.tiled", window.workbench().parameters()), nullptr);
    window.setPage<WatchPage>();
    EXPECT_TRUE(window.exportTo(QString::fromStdString(folder.path("picture.svg"))));
}

TEST_F(Window, AFolderThatCannotBeWrittenIsNamed) {
    const auto result = window.exportTo(QStringLiteral("/proc/nowhere/chart.csv"));
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
    const int before = window.choosePanel()->badge()->fontMetrics().height();
    theme.setTextScale(2.0);
    QCoreApplication::processEvents();
    EXPECT_GT(window.choosePanel()->badge()->fontMetrics().height(), before * 3 / 2);
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
    window.choosePanel()->picker()->search()->setFocus();
    bool choose = false, see = false, explain = false, time = false;
    for (int i = 0; i < 60; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        const QWidget* focus = QApplication::focusWidget();
        ASSERT_NE(focus, nullptr);
        choose |= window.choosePanel()->isAncestorOf(focus);
        see |= focus == window.page<WatchPage>().tiles();
        explain |= window.explainPanel()->isAncestorOf(focus);
        time |= window.transportBar()->isAncestorOf(focus);
    }
    EXPECT_TRUE(choose && see && explain && time) << choose << see << explain << time;
}

}  // namespace
}  // namespace lanescope
