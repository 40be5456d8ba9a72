// SPDX-License-Identifier: GPL-3.0-or-later
// A baseline as a user has it: pinned by a key, seen in all numbers, undone, saved. $LANESCOPE_PICTURES names a folder
// for what is shown.
#include <QAction>
#include <QComboBox>

#include "app/pages/compare_page.h"
#include "app/pages/explore_page.h"
#include "app/presenter/presenter.h"
#include "app/session/session_desk.h"
#include "app/zones/baseline_popup.h"
#include "app/zones/explain_panel.h"
#include "app/zones/why_panel.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/staged.h"
#include "tests/support/temporary_folder.h"
#include "widgets/charts/chart.h"
#include "widgets/panels/chip.h"
#include "widgets/panels/metrics_table.h"
#include "widgets/stage/numbers_list.h"

namespace lanescope {
namespace {

struct BaselineWindow : Window {
    Workbench& workbench() { return window.workbench(); }
    ChoiceBar& bar() { return *window.choiceBar(); }
    void pin() {
        QTest::keyClick(&window, Qt::Key_B, Qt::ControlModifier);
        settle();
    }
    /// By the keyboard, in the form.
    void chooseBlock(const char* side) {
        auto* const box = qobject_cast<QComboBox*>(bar().form()->field("block"));
        ASSERT_NE(box, nullptr);
        const int row = box->findText(QLatin1StringView(side), Qt::MatchStartsWith);
        ASSERT_GE(row, 0) << box->itemText(0).toStdString();
        box->setFocus();
        while (box->currentIndex() != row) {
            const int before = box->currentIndex();
            QTest::keyClick(box, before > row ? Qt::Key_Up : Qt::Key_Down);
            ASSERT_NE(box->currentIndex(), before);
        }
        ASSERT_EQ(parameter("block"), side);
    }
    /// Of the metrics' table: "1 024  ▼ −50.0 %".
    QString cell(const char* metric, MetricsModel::Column column = MetricsModel::Emulated) {
        const MetricsModel* const model = window.explainPanel()->metrics()->model();
        return model->index(model->rowOf(metric), column).data().toString();
    }
    double count(const char* metric) { return workbench().metrics().emulated->at(metric); }
    void arrive() {
        ASSERT_TRUE(waitFor([this] { return !window.sessions().isBusy(); }));
        settle();
        ASSERT_TRUE(waitFor([this] { return !window.sessions().isBusy() && !window.presenter().lecture().isGoing(); }));
    }
};

TEST_F(BaselineWindow, IsPinnedByAKeyAndAllNumbersShowTheirDifference) {
    EXPECT_TRUE(bar().baselineChip()->isHidden());
    const double before = count("global_load_requests");
    pin();
    ASSERT_TRUE(workbench().baseline());
    EXPECT_FALSE(bar().baselineChip()->isHidden());
    EXPECT_EQ(bar().baselineChip()->values(), QStringList{QStringLiteral("this")});
    EXPECT_FALSE(cell("global_load_requests").contains(QChar(0x25BC))) << "nothing differs from itself";

    const std::string block = parameter("block");
    chooseBlock("8");
    settle();
    ASSERT_NE(block, "8");
    EXPECT_EQ(bar().baselineChip()->values(), QStringList{QStringLiteral("block ") + QString::fromStdString(block)});
    const double after = count("global_load_requests");
    ASSERT_GT(after, before);
    const QString difference =
        QString::fromStdString(baseline::inShort({{before, Origin::Emulated}, {after, Origin::Emulated}}));
    EXPECT_TRUE(difference.startsWith(QChar(0x25B2))) << difference.toStdString();
    EXPECT_TRUE(cell("global_load_requests").endsWith(difference)) << cell("global_load_requests").toStdString();

    show("memory");
    window.playback().seek(window.playback().size() / 2);
    const WhyPanel* const why = window.explainPanel()->why();
    ASSERT_FALSE(why->numbers()->rows().empty());
    std::size_t told = 0;
    for (const NumbersList::Row& row : why->numbers()->rows()) told += row.difference.isEmpty() ? 0 : 1;
    EXPECT_GT(told, 0U);
    EXPECT_TRUE(why->against().contains(QStringLiteral("the baseline"))) << why->against().toStdString();

    // Away, back, and by the menu's actions.
    QTest::keyClick(&window, Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
    settle();
    EXPECT_FALSE(workbench().baseline());
    EXPECT_TRUE(bar().baselineChip()->isHidden());
    EXPECT_FALSE(cell("global_load_requests").contains(QChar(0x25B2)));
    EXPECT_TRUE(why->against().isEmpty());
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    settle();
    ASSERT_TRUE(workbench().baseline());
    EXPECT_TRUE(cell("global_load_requests").endsWith(difference));
}

TEST_F(BaselineWindow, IsGoneToAndAnotherAlgorithmIsHeldAgainstItToo) {
    type("n", QStringLiteral("32"));
    settle();
    pin();
    const PinnedChoice pinned = *workbench().baseline();
    workbench().chooseAlgorithm(QStringLiteral("matmul.global"));
    settle();
    ASSERT_EQ(workbench().baseline(), pinned) << "what is chosen changes, not what is pinned";
    EXPECT_TRUE(bar().baselineChip()->values().front().contains(QStringLiteral("tiled")));
    EXPECT_TRUE(cell("shared_load_requests").isEmpty() || !cell("global_load_requests").isEmpty());
    EXPECT_TRUE(cell("global_load_requests").contains(QChar(0x25B2))) << cell("global_load_requests").toStdString();

    bar().baseline().go()->trigger();
    settle();
    EXPECT_EQ(workbench().algorithm()->id(), "matmul.tiled");
    EXPECT_EQ(parameter("n"), "32");
    EXPECT_EQ(workbench().baseline(), pinned);
    EXPECT_FALSE(bar().baseline().go()->isEnabled());
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    settle();
    EXPECT_EQ(workbench().algorithm()->id(), "matmul.global") << "going there is a step of undo";
}

TEST_F(BaselineWindow, IsUndoneRedoneAndKeptInASession) {
    const TemporaryFolder folder;
    const QString file = QString::fromStdString(folder.path("pinned.lanescope"));
    pin();
    const PinnedChoice first = *workbench().baseline();
    chooseBlock("8");
    settle();
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_FALSE(workbench().baseline()) << "pinning is a step of undo";
    const QKeySequence redo(QKeySequence::Redo);
    QTest::keySequence(&window, redo);
    EXPECT_EQ(workbench().baseline(), first);
    QTest::keySequence(&window, redo);
    settle();
    EXPECT_EQ(parameter("block"), "8");
    const QString told = cell("global_load_requests");
    ASSERT_TRUE(told.contains(QChar(0x25B2))) << told.toStdString();

    window.sessions().save(file);
    arrive();
    workbench().removeBaseline();
    workbench().chooseAlgorithm(QStringLiteral("transpose.tiled"));
    settle();
    window.sessions().open(file);
    arrive();
    EXPECT_EQ(workbench().baseline(), first);
    EXPECT_EQ(cell("global_load_requests"), told);
    EXPECT_FALSE(window.isWindowModified());
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_FALSE(workbench().baseline()) << "undo goes through the whole session";
    settle();
}

TEST_F(BaselineWindow, ABookmarkKeepsItsBaseline) {
    pin();
    const PinnedChoice pinned = *workbench().baseline();
    chooseBlock("8");
    settle();
    QTest::keyClick(&window, Qt::Key_D, Qt::ControlModifier);
    arrive();
    QTest::keyClick(&window, Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
    settle();
    const Result<Stop> stop = window.presenter().desk().stop(0);
    ASSERT_TRUE(stop) << describe(stop.error());
    ASSERT_TRUE(stop->chosen.baseline);
    EXPECT_TRUE(stop->chosen.baseline->parameters.sameAs(pinned.parameters));
    window.presenter().lecture().goTo(*stop);
    arrive();
    ASSERT_TRUE(workbench().baseline());
    EXPECT_EQ(workbench().baseline()->algorithm, pinned.algorithm);
}

TEST_F(BaselineWindow, ChartsHaveItsLineAndRowsItsColumns) {
    type("n", QStringLiteral("1024"));
    settle();
    pin();
    chooseBlock("8");
    settle();
    show("compare");
    settle();
    Chart* const chart = window.page<ComparePage>().chart();
    ASSERT_TRUE(chart->data().reference);
    const Measurement* const replayed = workbench().measurementOf(workbench().baselineRun().run().get());
    ASSERT_NE(replayed, nullptr);
    EXPECT_DOUBLE_EQ(chart->data().reference->y, replayed->median);
    EXPECT_NE(chart->data().reference->words.find("replayed"), std::string::npos);
    const std::string rows = window.currentPage().csv();
    EXPECT_NE(rows.find(",note,baseline,baseline_percent\n"), std::string::npos) << rows.substr(0, 200);
    show("explore");
    settle();
    ASSERT_TRUE(waitFor([this] { return !window.currentPage().csv().empty(); }));
    EXPECT_NE(window.currentPage().csv().find(",baseline_seconds,baseline_percent\n"), std::string::npos)
        << window.currentPage().csv().substr(0, 200);
    show("occupancy");
    settle();
    const std::string occupancy = window.currentPage().csv();
    EXPECT_NE(occupancy.find(",baseline,baseline_points\n"), std::string::npos) << occupancy.substr(0, 200);
    show("ladder");
    ASSERT_TRUE(waitFor([this] {
        return window.currentPage().csv().find("speed_up_over_baseline") != std::string::npos;
    })) << window.currentPage().csv().substr(0, 400);
    show("explore");
    settle();
    workbench().removeBaseline();
    settle();
    EXPECT_EQ(window.currentPage().csv().find("baseline"), std::string::npos);
    show("compare");
    EXPECT_FALSE(chart->data().reference);
}

TEST_F(BaselineWindow, IsLookedAt) {
    if (!qEnvironmentVariableIsSet("LANESCOPE_PICTURES")) GTEST_SKIP() << "only for the pictures";
    type("n", QStringLiteral("1024"));
    settle();
    pin();
    chooseBlock("8");
    settle();
    struct Room {
        const char* name;
        QSize size;
        Theme::Mode mode;
        double scale;
    };
    const Room rooms[] = {{"720_light", {1280, 720}, Theme::Mode::Light, 1},
                          {"720_light_larger", {1280, 720}, Theme::Mode::Light, 1.5},
                          {"1080_dark", {1920, 1080}, Theme::Mode::Dark, 1},
                          {"4k_light", {3840, 2160}, Theme::Mode::Light, 2}};
    for (const Room& room : rooms) {
        theme.setMode(room.mode);
        theme.setTextScale(room.scale);
        window.resize(room.size);
        for (const char* const id : {"tiles", "memory", "limits", "compare", "explore", "ladder"}) {
            show(id);
            settle();
            QTest::qWait(300);
            settle();
            window.playback().seek(window.playback().size() / 2);
            QCoreApplication::processEvents();
            test::keep(window.grab().toImage(),
                       QStringLiteral("baseline_%1_%2").arg(QLatin1StringView(room.name), QLatin1StringView(id)));
        }
    }
    bar().baselineChip()->openPopup();
    QCoreApplication::processEvents();
    test::keep(bar().baselineChip()->popup()->grab().toImage(), QStringLiteral("baseline_popup"));
}

}  // namespace
}  // namespace lanescope
