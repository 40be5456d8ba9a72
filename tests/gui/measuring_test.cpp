// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring from the window: a fake worker stands in for lanescope-cli.
#include <signal.h>

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

#include "app/zones/explain_panel.h"
#include "app/zones/measure_queue.h"
#include "tests/gui/window_fixture.h"
#include "widgets/panels/chip.h"
#include "widgets/panels/chip_popup.h"
#include "widgets/panels/metrics_table.h"

namespace lanescope {
namespace {

TEST_F(Window, MeasuringShowsItsNumbers) {
    QPushButton* button = window.choiceBar()->measureButton();
    ASSERT_TRUE(waitFor([&] { return button->isEnabled(); }));
    window.choiceBar()->measureChip()->openPopup();
    QTest::mouseClick(button, Qt::LeftButton);
    MetricsModel* metrics = window.explainPanel()->metrics()->model();
    const auto cell = [&] {
        return metrics->data(metrics->index(metrics->rowOf("time"), MetricsModel::Measured), Qt::DisplayRole)
            .toString();
    };
    // What was measured just now goes before what a recording holds of the same configuration.
    EXPECT_TRUE(waitFor([&] { return cell() == QStringLiteral("20.0 µs"); })) << cell().toStdString();
}

TEST_F(Window, AllCountersAreReadWhereTheyAreAskedFor) {
    QPushButton* button = window.choiceBar()->measureButton();
    QCheckBox* all = window.choiceBar()->allCountersBox();
    ASSERT_TRUE(waitFor([&] { return button->isEnabled(); }));
    window.choiceBar()->measureChip()->openPopup();
    const auto notes = [&] {
        const auto measurement = window.workbench().metrics().measurement;
        return measurement && measurement->origin == Origin::Measured ? measurement->notes.size() : 99;
    };
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_TRUE(waitFor([&] { return notes() == 0; }));
    ASSERT_TRUE(all->isEnabled());
    all->setFocus();
    QTest::keyClick(all, Qt::Key_Space);
    QTest::mouseClick(button, Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return notes() == 1; }));
    EXPECT_EQ(window.workbench().metrics().measurement->notes[0], "All counters were read.");
}

TEST_F(Window, MeasurementsWaitTheirTurnAndEachCanBeCalledOff) {
    QPushButton* button = window.choiceBar()->measureButton();
    MeasureQueue* queue = window.choiceBar()->measureQueue();
    ASSERT_TRUE(waitFor([&] { return button->isEnabled(); }));
    window.choiceBar()->measureChip()->openPopup();
    EXPECT_FALSE(queue->isVisible());
    ::kill(static_cast<pid_t>(window.worker().processId()), SIGKILL);
    ASSERT_TRUE(waitFor([&] { return window.worker().processId() == 0; }));
    qputenv("FAKE_WORKER", "wait");
    for (int i = 0; i < 3; ++i) QTest::mouseClick(button, Qt::LeftButton);
    const auto asked = window.worker().queue();
    ASSERT_EQ(asked.size(), 3U);
    EXPECT_TRUE(queue->isVisible());
    EXPECT_TRUE(queue->summary()->text().startsWith(QLatin1Char('3')));
    EXPECT_TRUE(waitFor([&] { return queue->textOf(asked[0].id).endsWith(QStringLiteral("time, 50 %, 2 s left")); }))
        << queue->textOf(asked[0].id).toStdString();
    QTest::mouseClick(queue->cancelButton(asked[1].id), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return window.worker().queue().size() == 2; }));
    EXPECT_EQ(queue->cancelButton(asked[1].id), nullptr);
    QTest::mouseClick(queue->cancelButton(asked[0].id), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return !queue->textOf(asked[2].id).isEmpty() && window.worker().queue().size() == 1; }));
    window.choiceBar()->measureChip()->popup()->hide();
    QTest::keyClick(&window, Qt::Key_Escape);
    ASSERT_TRUE(waitFor([&] { return !window.worker().isMeasuring(); }));
    EXPECT_FALSE(queue->isVisible());
}

// A worker within a long kernel cannot answer at once. What the window waits for is said, and it does not wait for
// ever.
TEST_F(Window, StoppingSaysThatAKernelIsWaitedFor) {
    QPushButton* button = window.choiceBar()->measureButton();
    MeasureQueue* queue = window.choiceBar()->measureQueue();
    ASSERT_TRUE(waitFor([&] { return button->isEnabled(); }));
    window.choiceBar()->measureChip()->openPopup();
    ::kill(static_cast<pid_t>(window.worker().processId()), SIGKILL);
    ASSERT_TRUE(waitFor([&] { return window.worker().processId() == 0; }));
    qputenv("FAKE_WORKER", "silent");
    QTest::mouseClick(button, Qt::LeftButton);
    const qint64 id = window.worker().queue().front().id;
    ASSERT_TRUE(waitFor([&] { return queue->textOf(id).contains(QStringLiteral("50 %")); }));
    window.choiceBar()->measureChip()->popup()->hide();
    QTest::keyClick(&window, Qt::Key_Escape);
    EXPECT_TRUE(waitFor([&] {
        return queue->textOf(id).contains(QStringLiteral("The kernel that runs is waited for"));
    })) << queue->textOf(id).toStdString();
    EXPECT_TRUE(waitFor([&] { return !window.worker().isMeasuring(); }));
    EXPECT_FALSE(queue->isVisible());
}

TEST_F(Window, AWorkerKilledInTheMiddleLosesNothing) {
    QPushButton* button = window.choiceBar()->measureButton();
    ASSERT_TRUE(waitFor([&] { return button->isEnabled(); }));
    window.choiceBar()->measureChip()->openPopup();
    const auto emulation = window.workbench().emulation();
    ::kill(static_cast<pid_t>(window.worker().processId()), SIGKILL);
    ASSERT_TRUE(waitFor([&] { return window.worker().processId() == 0; }));
    qputenv("FAKE_WORKER", "wait");
    QTest::mouseClick(button, Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return window.worker().processId() > 0; }));
    MeasureQueue* queue = window.choiceBar()->measureQueue();
    EXPECT_TRUE(queue->isVisible());
    const qint64 id = window.worker().queue().front().id;
    ASSERT_TRUE(waitFor([&] { return queue->textOf(id).contains(QStringLiteral("50 %")); })) << "it has begun";
    ::kill(static_cast<pid_t>(window.worker().processId()), SIGKILL);
    ASSERT_TRUE(waitFor([&] { return !window.notice().isEmpty(); }));
    EXPECT_TRUE(window.notice().contains(QStringLiteral("measuring process"))) << window.notice().toStdString();
    EXPECT_EQ(window.workbench().emulation(), emulation);
    EXPECT_FALSE(queue->isVisible());
    window.choiceBar()->measureChip()->popup()->hide();
    const quint64 stood = window.playback().position();
    QTest::keyClick(&window, Qt::Key_F5);
    EXPECT_GT(window.playback().position(), stood);
}

}  // namespace
}  // namespace lanescope
