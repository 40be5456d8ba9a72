// SPDX-License-Identifier: GPL-3.0-or-later
// The page of charts, driven by mouse and keys.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>

#include "app/figure/figure_desk.h"
#include "app/pages/compare_page.h"
#include "app/zones/compare_bar.h"
#include "app/zones/compare_panels.h"
#include "app/zones/explain_panel.h"
#include "app/zones/machine_panel.h"
#include "app/zones/triangle_maps.h"
#include "core/base/file_reader.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/temporary_folder.h"
#include "widgets/charts/chart.h"
#include "widgets/panels/errors_panel.h"
#include "widgets/panels/gpu_table.h"
#include "widgets/panels/maps_panel.h"
#include "widgets/panels/models_panel.h"
#include "widgets/panels/published_table.h"
#include "widgets/stage/time/transport.h"

namespace lanescope {
namespace {

struct ComparePageTest : Window {
    ComparePageTest() {
        type("n", QStringLiteral("128"));
        settle();
        QTest::keyClick(&window, Qt::Key_7, Qt::ControlModifier);
        settle();
        // Most of these tests are about any model.
        ComparisonView view = comparison().view();
        view.hiddenModels.clear();
        comparison().setView(view);
        QCoreApplication::processEvents();
    }
    Comparison& comparison() { return window.workbench().comparison(); }
    Chart* chart() { return window.page<ComparePage>().chart(); }
    CompareBar* bar() { return window.page<ComparePage>().bar(); }
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
    EXPECT_TRUE(window.page<ComparePage>().bar()->isVisible());
    EXPECT_FALSE(window.transport()->isVisible());
    QTest::keyClick(&window, Qt::Key_1, Qt::ControlModifier);
    EXPECT_TRUE(window.transport()->isVisible());
    EXPECT_FALSE(window.page<ComparePage>().bar()->isVisible());
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
    window.explainPanel()->show(table);
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
    EXPECT_EQ(comparison().gpu().spec()->title, "NVIDIA H200");
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

// Of what no model is asked about nothing is said to be estimated.
TEST_F(ComparePageTest, WithoutModelsNothingIsSaidOfTheirCounts) {
    const auto noted = [&](const char* what) {
        return std::ranges::any_of(chart()->data().notes,
                                   [what](const std::string& note) { return note.find(what) != std::string::npos; });
    };
    EXPECT_TRUE(noted("models"));
    EXPECT_TRUE(noted("sample"));
    ComparisonView view = comparison().view();
    for (const auto& model : models()) view.hiddenModels.insert(std::string(model->id()));
    comparison().setView(view);
    EXPECT_FALSE(noted("models"));
    EXPECT_FALSE(noted("sample"));
    view.y = ComparisonView::Quantity::Rate;
    comparison().setView(view);
    EXPECT_FALSE(noted("models"));
    EXPECT_TRUE(noted("sample")) << "the operations of measured points come from it too";
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
    window.explainPanel()->show(machines);
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
    window.explainPanel()->show(panels()->errors());
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
    ASSERT_TRUE(window.figures().write(QString::fromStdString(folder.path("c.csv"))));
    const std::string csv = readFile(folder.path("c.csv")).value();
    EXPECT_TRUE(csv.starts_with("series,configuration,origin,gpu,source,n,flop_per_second,")) << csv.substr(0, 80);
    EXPECT_NE(csv.find("replayed"), std::string::npos);
    EXPECT_NE(csv.find("estimated"), std::string::npos);
}

// A click on a measured point opens what it is made of.
TEST_F(ComparePageTest, AClickOnAMeasuredPointOpensItsParts) {
    const std::size_t replayed = series("Replayed: NVIDIA H200");
    QCoreApplication::processEvents();
    QTest::mouseClick(chart()->findChild<QWidget*>(QStringLiteral("plot")), Qt::LeftButton, {},
                      chart()->pixelOf({replayed, 2}).toPoint());
    EXPECT_FALSE(comparison().place().model);
    QTreeWidgetItem* measured = panels()->models()->tree()->topLevelItem(0);
    EXPECT_EQ(panels()->models()->tree()->currentItem(), measured);
    EXPECT_TRUE(measured->isExpanded());
    EXPECT_NE(child(measured, QStringLiteral("kernel ")), nullptr);
    EXPECT_NE(child(measured, QStringLiteral("copy to device")), nullptr);
}

// Whatever number of the GPU is changed, the models are asked about the changed one, and the chart says so.
TEST_F(ComparePageTest, EveryNumberOfTheGpuCanBeAnother) {
    const GpuSpec base = *comparison().gpu().base();
    for (const auto& [id, value] : base.values) {
        ASSERT_TRUE(comparison().gpu().setWhatIf(id, 2 * value.value)) << id;
        EXPECT_EQ(comparison().gpu().spec()->find(id)->value, 2 * value.value) << id;
        EXPECT_NE(chart()->data().subtitle.find("what if " + id), std::string::npos) << chart()->data().subtitle;
        comparison().gpu().resetWhatIf();
    }
    EXPECT_EQ(comparison().gpu().spec()->title, base.title);
}

// Document 004 claims that its model is off by less than 25 %. Wherever the model stands it is said that this fails.
TEST_F(ComparePageTest, AClaimThatFailsIsSaidWhereTheModelIsShown) {
    const auto noted = [&] {
        return std::ranges::any_of(chart()->data().notes, [](const std::string& note) {
            return note.find("section 9.3 does not hold") != std::string::npos;
        });
    };
    EXPECT_FALSE(noted()) << "of a multiply nothing is claimed";
    window.workbench().chooseAlgorithm(QStringLiteral("cholesky.structured-own"));
    window.workbench().choose({{"n", "40"}, {"block", "8"}, {"tile", "8"}});
    settle();
    EXPECT_TRUE(noted());
    const auto list = models();
    const auto thesis = static_cast<std::size_t>(
        std::ranges::find(list, "thesis", [](const auto& model) { return model->id(); }) - list.begin());
    QTreeWidgetItem* row = panels()->models()->rowOf(thesis);
    ASSERT_NE(row, nullptr);
    EXPECT_NE(child(row, QStringLiteral("✗ does not hold")), nullptr);
    PublishedTable* published = window.explainPanel()->published();
    window.explainPanel()->show(published);
    ASSERT_TRUE(published->claims()->isVisible());
    EXPECT_TRUE(published->claims()->toPlainText().contains(QStringLiteral("In 3 of 5 orders")));
    ComparisonView view = comparison().view();
    view.hiddenModels.insert("thesis");
    comparison().setView(view);
    EXPECT_FALSE(noted()) << "the model is not drawn";
}

TEST_F(ComparePageTest, MapsStandBesideTheMachinesOfTrianglesOnly) {
    const auto isOffered = [this](QWidget* panel) {
        const auto offered = window.explainPanel()->offered();
        return std::ranges::find(offered, panel) != offered.end();
    };
    MapsPanel* maps = window.explainPanel()->maps()->panel();
    EXPECT_FALSE(isOffered(maps));
    window.workbench().chooseAlgorithm(QStringLiteral("triangle.ltm"));
    window.workbench().choose({{"n", "256"}, {"block", "16"}});
    settle();
    ASSERT_TRUE(isOffered(maps));
    window.explainPanel()->show(maps);
    ASSERT_TRUE(waitFor([&] { return maps->table()->rowCount() > 4; }));
    const int chosen = maps->table()->currentRow();
    EXPECT_TRUE(maps->table()->item(chosen, MapsPanel::Map)->text().startsWith(QStringLiteral("LTM")));
    EXPECT_EQ(maps->table()->item(chosen, MapsPanel::OnPaper)->text(), QStringLiteral("1√ + 10"));
    QTest::keyClick(maps->table(), Qt::Key_Home, Qt::ControlModifier);
    EXPECT_TRUE(maps->detail()->toPlainText().startsWith(QStringLiteral("BB")));
    window.workbench().chooseAlgorithm(QStringLiteral("matmul.tiled"));
    settle();
    EXPECT_FALSE(isOffered(maps));
}

TEST_F(ComparePageTest, TheChartIsExportedFromTheMenuInEveryFormat) {
    const TemporaryFolder folder;
    for (const auto& [ending, begin] :
         {std::pair{"png", "\x89PNG"}, {"svg", "<?xml"}, {"pdf", "%PDF-"}, {"csv", "series,"}}) {
        const std::string path = folder.path(std::string("chart.") + ending);
        window.activateWindow();
        ASSERT_TRUE(waitFor([&] { return window.isActiveWindow(); }));
        QTest::keyClick(&window, Qt::Key_E, Qt::ControlModifier);
        auto* dialog = window.findChild<QFileDialog*>();
        ASSERT_NE(dialog, nullptr) << ending;
        auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        ASSERT_NE(name, nullptr);
        name->setText(QString::fromStdString(path));
        auto* buttons = dialog->findChild<QDialogButtonBox*>();
        ASSERT_NE(buttons, nullptr);
        QTest::mouseClick(buttons->button(QDialogButtonBox::Save), Qt::LeftButton);
        ASSERT_TRUE(waitFor([&] { return window.findChild<QFileDialog*>() == nullptr; })) << ending;
        EXPECT_TRUE(window.notice().contains(QString::fromStdString(path))) << window.notice().toStdString();
        const Result<std::string> written = readFile(path);
        ASSERT_TRUE(written) << ending;
        EXPECT_TRUE(written->starts_with(begin)) << ending;
    }
}

// At every size that a lecture has: the drawing keeps its room, and names that do not fit are counted.
TEST_F(ComparePageTest, TheDrawingKeepsItsRoomAtLectureScale) {
    for (const double scale : {1.0, 1.5, 2.0})
        for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)}) {
            theme.setTextScale(scale);
            window.resize(size);
            for (const char* algorithm : {"matmul.tiled", "matvec.columns"}) {
                window.workbench().chooseAlgorithm(QLatin1StringView(algorithm));
                settle();
                for (int i = 0; i < 3; ++i) QCoreApplication::processEvents();
                const auto& points = chart()->data().series.front().points;
                const QPointF first = chart()->pixelOf({0, 0}), last = chart()->pixelOf({0, points.size() - 1});
                EXPECT_GE(last.x() - first.x(), 100) << algorithm << ' ' << scale << ' ' << size.width();
                // Of a small window with the largest text the controls and names leave little; something is left.
                const bool tight = scale == 2 && size.height() <= 720;
                EXPECT_GE(chart()->drawing().height(), tight ? 50 : 5 * 11 * scale)
                    << algorithm << ' ' << scale << ' ' << size.width();
            }
        }
    theme.setTextScale(1);
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
