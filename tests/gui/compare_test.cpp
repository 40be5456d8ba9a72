// SPDX-License-Identifier: GPL-3.0-or-later
// The page of charts, driven by mouse and keys.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>

#include "app/compare_bar.h"
#include "app/compare_page.h"
#include "app/compare_panels.h"
#include "app/explain_panel.h"
#include "app/machine_panel.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/temporary_folder.h"
#include "widgets/charts/chart.h"
#include "widgets/panels/errors_panel.h"
#include "widgets/panels/gpu_table.h"
#include "widgets/panels/models_panel.h"
#include "widgets/panels/transport_bar.h"

namespace lanescope {
namespace {

struct ComparePageTest : Window {
    ComparePageTest() {
        type("n", QStringLiteral("128"));
        settle();
        QTest::keyClick(&window, Qt::Key_3, Qt::ControlModifier);
        settle();
        QCoreApplication::processEvents();
    }
    Comparison& comparison() { return window.workbench().comparison(); }
    Chart* chart() { return window.comparePage()->chart(); }
    CompareBar* bar() { return window.compareBar(); }
    ComparePanels* panels() { return window.explainPanel()->compare(); }
    /// Chooses an entry by the keyboard, as one who cannot use a mouse does.
    static void choose(QComboBox* box, const QString& entry) {
        ASSERT_GE(box->findText(entry), 0) << entry.toStdString();
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Home);
        while (box->currentText() != entry && box->currentIndex() + 1 < box->count())
            QTest::keyClick(box, Qt::Key_Down);
        ASSERT_EQ(box->currentText(), entry);
    }
    /// A series whose name has this in it; series().size() if there is none.
    std::size_t series(const char* part) {
        const auto& all = chart()->data().series;
        std::size_t i = 0;
        while (i < all.size() && all[i].name.find(part) == std::string::npos) ++i;
        return i;
    }
    /// Its place in models().
    static std::size_t sumModel() {
        const auto list = models();
        return static_cast<std::size_t>(
            std::ranges::find(list, "mukherjee-sum", [](const auto& model) { return model->id(); }) - list.begin());
    }
    QTreeWidgetItem* child(QTreeWidgetItem* parent, const QString& text) {
        for (int i = 0; parent && i < parent->childCount(); ++i)
            if (parent->child(i)->text(ModelsPanel::What).startsWith(text)) return parent->child(i);
        return nullptr;
    }
};

TEST_F(ComparePageTest, ShowsReplayedPointsAndALineForEachModelWithoutBlocking) {
    EXPECT_LT(series("Replayed: NVIDIA H200"), chart()->data().series.size());
    EXPECT_LT(series("Mukherjee, SUM"), chart()->data().series.size());
    EXPECT_TRUE(window.compareBar()->isVisible());
    EXPECT_FALSE(window.transportBar()->isVisible());
    QTest::keyClick(&window, Qt::Key_1, Qt::ControlModifier);
    EXPECT_TRUE(window.transportBar()->isVisible());
    EXPECT_FALSE(window.compareBar()->isVisible());
}

TEST_F(ComparePageTest, AClickOnALineOpensItsWaterfall) {
    const std::size_t line = series("Mukherjee, MAX");
    QCoreApplication::processEvents();
    const std::size_t middle = chart()->data().series[line].points.size() / 2;
    QTest::mouseClick(chart()->findChild<QWidget*>(QStringLiteral("plot")), Qt::LeftButton, {},
                      chart()->pixelOf({line, middle}).toPoint());
    const ComparedPlace place = comparison().place();
    EXPECT_EQ(place.x, static_cast<std::uint64_t>(chart()->data().series[line].points[middle].x));
    ASSERT_TRUE(place.model);
    ModelsPanel* models = panels()->models();
    EXPECT_TRUE(models->isVisible());
    QTreeWidgetItem* row = models->rowOf(*place.model);
    ASSERT_NE(row, nullptr);
    EXPECT_EQ(models->tree()->currentItem(), row);
    EXPECT_TRUE(row->isExpanded());
    EXPECT_GT(row->childCount(), 1);
    EXPECT_TRUE(
        models->tree()->topLevelItem(0)->text(ModelsPanel::What).startsWith(QStringLiteral("Replayed: NVIDIA H200")));
}

TEST_F(ComparePageTest, WhatWentInSaysWhereItCameFrom) {
    ModelsPanel* models = panels()->models();
    QTreeWidgetItem* row = models->rowOf(sumModel());
    ASSERT_NE(row, nullptr);
    models->tree()->setCurrentItem(row);
    QTest::keyClick(models->tree(), Qt::Key_Right);
    QTreeWidgetItem* inputs = child(row, QStringLiteral("What went in"));
    ASSERT_NE(inputs, nullptr);
    bool gpu = false, counter = false;
    for (int i = 0; i < inputs->childCount(); ++i) {
        models->tree()->setCurrentItem(inputs->child(i));
        const QString words = models->detail()->toPlainText();
        EXPECT_FALSE(words.trimmed().isEmpty()) << inputs->child(i)->text(0).toStdString();
        const QString html = models->detail()->toHtml();
        if (html.contains(QStringLiteral("href=\"gpu:clock\""))) {
            gpu = true;
            Q_EMIT models->detail()->anchorClicked(QUrl(QStringLiteral("gpu:clock")));
            EXPECT_TRUE(panels()->gpu()->isVisible());
            EXPECT_EQ(panels()->gpu()->model()->idAt(panels()->gpu()->view()->currentIndex().row()),
                      QStringLiteral("clock"));
        }
        counter |= html.contains(QStringLiteral("href=\"metric:"));
    }
    EXPECT_TRUE(gpu);
    EXPECT_TRUE(counter);
}

TEST_F(ComparePageTest, TheGpuIsChangedByTypingAndReset) {
    GpuTable* table = panels()->gpu();
    window.explainPanel()->topTabs()->setCurrentWidget(table);
    table->edit(QStringLiteral("clock"));
    const auto before = comparison().answersAt(comparison().place())[sumModel()]->kernelSeconds;
    QTest::keyClick(table->view(), Qt::Key_Return);
    auto* editor = table->view()->findChild<QLineEdit*>();
    ASSERT_NE(editor, nullptr);
    editor->selectAll();
    QTest::keyClicks(editor, QStringLiteral("0.99 G"));
    QTest::keyClick(editor, Qt::Key_Return);
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);  // the editor that is done
    EXPECT_NEAR(comparison().answersAt(comparison().place())[sumModel()]->kernelSeconds, 2 * before, 0.02 * before);
    EXPECT_NE(chart()->data().subtitle.find("what if clock = 990"), std::string::npos) << chart()->data().subtitle;
    EXPECT_TRUE(table->resetButton()->isEnabled());
    // A value that cannot be is refused in words.
    QTest::keyClick(table->view(), Qt::Key_Return);
    editor = table->view()->findChild<QLineEdit*>();
    ASSERT_NE(editor, nullptr);
    editor->selectAll();
    QTest::keyClicks(editor, QStringLiteral("fast"));
    QTest::keyClick(editor, Qt::Key_Return);
    QCoreApplication::processEvents();
    EXPECT_TRUE(table->problem()->isVisible());
    EXPECT_TRUE(table->problem()->text().contains(QStringLiteral("fast")));
    QTest::mouseClick(table->resetButton(), Qt::LeftButton);
    EXPECT_EQ(comparison().gpu()->title, "NVIDIA H200");
    EXPECT_DOUBLE_EQ(comparison().answersAt(comparison().place())[sumModel()]->kernelSeconds, before);
    EXPECT_FALSE(table->problem()->isVisible());
}

TEST_F(ComparePageTest, TheBarChangesAxesAndWhatIsDrawn) {
    choose(bar()->yBox(), QStringLiteral("estimated / measured"));
    EXPECT_EQ(chart()->data().y.unit, AxisUnit::Factor);
    EXPECT_EQ(series("Replayed"), chart()->data().series.size()) << "the measured times are the measure";
    EXPECT_FALSE(chart()->data().empty());
    choose(bar()->yBox(), QStringLiteral("Flop/s"));
    EXPECT_EQ(chart()->data().y.unit, AxisUnit::FlopPerSecond);
    EXPECT_FALSE(chart()->data().empty());
    EXPECT_TRUE(chart()->data().y.logarithmic);
    QTest::mouseClick(bar()->logY(), Qt::LeftButton, {}, QPoint(8, bar()->logY()->height() / 2));
    EXPECT_FALSE(chart()->data().y.logarithmic);
    choose(bar()->xBox(), QStringLiteral("block"));
    settle();
    EXPECT_EQ(chart()->data().x.symbol, "block");
    EXPECT_FALSE(chart()->data().empty());
    EXPECT_NE(chart()->data().subtitle.find("n=128"), std::string::npos);
}

TEST_F(ComparePageTest, KeptConfigurationsStayAndGiveSpeedUps) {
    EXPECT_FALSE(bar()->referenceBox()->isVisible());
    QTest::mouseClick(bar()->keepButton(), Qt::LeftButton);
    window.workbench().chooseAlgorithm(QStringLiteral("matmul.global"));
    settle();
    EXPECT_EQ(comparison().count(), 2U);
    choose(bar()->yBox(), QStringLiteral("speed-up"));
    EXPECT_TRUE(bar()->referenceBox()->isVisible());
    choose(bar()->referenceBox(), QStringLiteral("matmul.tiled"));
    EXPECT_NE(chart()->data().y.title.find("matmul.tiled"), std::string::npos);
    const std::size_t other = series("matmul.global, Replayed");
    ASSERT_LT(other, chart()->data().series.size());
    EXPECT_LT(chart()->data().series[other].points.back().y, 1) << "tiles are faster on an H200";
    // A row for each configuration as well.
    QTableWidget* errors = panels()->errors()->table();
    EXPECT_GE(errors->rowCount(), 3 * 4);
}

TEST_F(ComparePageTest, ModelsAreTickedInAMenuThatStaysOpen) {
    QMenu* menu = bar()->modelsButton()->menu();
    menu->popup(bar()->mapToGlobal(QPoint()));
    QAction* sum = nullptr;
    for (QAction* action : menu->actions())
        if (action->data().toString() == QStringLiteral("mukherjee-sum")) sum = action;
    ASSERT_NE(sum, nullptr);
    menu->setActiveAction(sum);
    QTest::keyClick(menu, Qt::Key_Space);
    EXPECT_TRUE(menu->isVisible());
    EXPECT_FALSE(sum->isChecked());
    const auto hasSum = [&] {
        return std::ranges::any_of(chart()->data().series, [](const auto& s) { return s.name == "Mukherjee, SUM"; });
    };
    EXPECT_FALSE(hasSum());
    QTest::keyClick(menu, Qt::Key_Space);
    EXPECT_TRUE(hasSum());
    menu->close();
}

TEST_F(ComparePageTest, AnotherAlgorithmIsPutBesideItFromTheMenu) {
    QMenu* menu = bar()->besideButton()->menu();
    Q_EMIT menu->aboutToShow();
    QAction* found = nullptr;
    for (QAction* family : menu->actions())
        if (family->menu())
            for (QAction* action : family->menu()->actions())
                if (action->data().toString() == QStringLiteral("matmul.rect2")) found = action;
    ASSERT_NE(found, nullptr);
    found->trigger();
    settle();
    EXPECT_EQ(comparison().count(), 2U);
    EXPECT_LT(series("matmul.rect2, Replayed"), chart()->data().series.size());
}

TEST_F(ComparePageTest, MachineModelsTellStepsAndWhoMayRunIt) {
    MachinePanel* machines = window.explainPanel()->machines();
    type("n", QStringLiteral("16"));
    window.explainPanel()->topTabs()->setCurrentWidget(machines);
    settle();
    const QString words = machines->toPlainText();
    for (const char* part : {"PRAM", "EREW", "CRCW common", "QRQW", "supersteps", "messages", "steps"})
        EXPECT_TRUE(words.contains(QLatin1StringView(part))) << part << " in " << words.toStdString();
    EXPECT_TRUE(words.contains(QStringLiteral("illegal"))) << "threads of a tile read the same elements";
    window.workbench().chooseAlgorithm(QStringLiteral("vector.add"));
    settle();
    EXPECT_NE(machines->toPlainText(), words);
    EXPECT_FALSE(machines->toPlainText().contains(QStringLiteral("illegal"))) << machines->toPlainText().toStdString();
}

TEST_F(ComparePageTest, AllPointsAreMeasuredOneAfterTheOther) {
    ASSERT_TRUE(waitFor([this] { return bar()->measureButton()->isVisible(); })) << "the fake worker has a GPU";
    QTest::mouseClick(bar()->measureButton(), Qt::LeftButton);
    const std::size_t asked = window.worker().queue().size();
    EXPECT_EQ(asked, comparison().sweep().size());
    EXPECT_GE(asked, 8U);
    ASSERT_TRUE(waitFor([this] { return !window.worker().isMeasuring(); }));
    const std::size_t measured = series("Measured: A GPU of tests");
    ASSERT_LT(measured, chart()->data().series.size());
    EXPECT_EQ(chart()->data().series[measured].points.size(), asked);
}

TEST_F(ComparePageTest, TheErrorsAreOfWhatIsShown) {
    QTableWidget* errors = panels()->errors()->table();
    ASSERT_TRUE(errors->isVisible());
    EXPECT_EQ(errors->columnCount(), static_cast<int>(ErrorsPanel::ColumnCount));
    const int all = errors->rowCount();
    EXPECT_GE(all, 4);
    EXPECT_TRUE(panels()->errors()->words()->text().contains(QStringLiteral("NVIDIA H200")));
    ComparisonView view = comparison().view();
    view.hiddenModels.insert("mukherjee-sum");
    comparison().setView(view);
    EXPECT_EQ(errors->rowCount(), all - 1);
    window.workbench().chooseGpu(QStringLiteral("c2070"));
    EXPECT_EQ(errors->rowCount(), 0) << "nothing was measured on it";
    EXPECT_TRUE(panels()->errors()->words()->text().contains(QStringLiteral("C2070")));
}

TEST_F(ComparePageTest, TheFileHoldsWhatIsOnScreen) {
    const TemporaryFolder folder;
    choose(bar()->yBox(), QStringLiteral("Flop/s"));
    ASSERT_TRUE(window.exportTo(QString::fromStdString(folder.path("c.csv"))));
    const std::string csv = readFile(folder.path("c.csv")).value();
    EXPECT_TRUE(csv.starts_with("series,configuration,origin,gpu,source,n,flop_per_second,")) << csv.substr(0, 80);
    EXPECT_NE(csv.find("replayed"), std::string::npos);
    EXPECT_NE(csv.find("estimated"), std::string::npos);
}

TEST_F(ComparePageTest, EveryControlHasANameForThoseWhoHearIt) {
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisibleTo(&window)) continue;
        if (qobject_cast<const QComboBox*>(widget->parentWidget()) ||
            widget->objectName().startsWith(QStringLiteral("qt_")) ||
            qobject_cast<const QSpinBox*>(widget->parentWidget()))
            continue;
        EXPECT_FALSE(widget->accessibleName().isEmpty())
            << widget->metaObject()->className() << " in " << widget->parentWidget()->metaObject()->className();
    }
}

}  // namespace
}  // namespace lanescope
