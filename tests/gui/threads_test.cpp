// SPDX-License-Identifier: GPL-3.0-or-later
// The threads view in the whole window: thread and element light each other up, by mouse and key.
#include <gtest/gtest.h>

#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>

#include "app/pages/threads_page.h"
#include "app/pages/watch_page.h"
#include "tests/gui/window_fixture.h"
#include "widgets/views/threads_canvas.h"
#include "widgets/views/threads_view.h"

namespace lanescope {
namespace {

using Side = ThreadsCanvas::Side;
using Spot = ThreadsCanvas::Spot;

struct Threads : Window {
    Threads() {
        window.setPage<ThreadsPage>();
        settle();
    }
    ThreadsCanvas* canvas() { return window.page<ThreadsPage>().view()->canvas(); }
    QPoint pointOf(Side side, std::uint64_t number) { return canvas()->rectOf({side, number}).center().toPoint(); }
};

// The tiled multiply: n = 64, blocks of 16 × 16; thread (tx, ty) of block (bx, by) writes C[16 by + ty][16 bx + tx].

TEST_F(Threads, PointingAtAThreadLightsUpItsElementAndBack) {
    ASSERT_TRUE(canvas()->scene()) << window.page<ThreadsPage>().view()->words().toStdString();
    const std::uint64_t thread = 5 * 256 + 3 * 16 + 2;  // (2, 3) of block (1, 1)
    QTest::mouseMove(canvas(), pointOf(Side::Threads, thread));
    const Focus& hovered = window.selection().hovered();
    ASSERT_TRUE(hovered.gridThread && hovered.element);
    EXPECT_EQ(*hovered.gridThread, thread);
    EXPECT_EQ(hovered.element->row, 19U);
    EXPECT_EQ(hovered.element->column, 18U);
    EXPECT_FALSE(hovered.thread) << "it is not of the watched block";
    EXPECT_EQ(canvas()->litBy(hovered).elements, std::vector<std::uint64_t>{19 * 64 + 18});

    QTest::mouseMove(canvas(), pointOf(Side::Data, 40 * 64 + 7));
    EXPECT_FALSE(window.selection().hovered().gridThread);
    EXPECT_EQ(canvas()->litBy(window.selection().hovered()).threads,
              std::vector<std::uint64_t>{(2 * 4 + 0) * 256 + 8 * 16 + 7});
    EXPECT_TRUE(window.findChild<QLabel*>(QStringLiteral("status"))->text().startsWith(QStringLiteral("C[40][7]")));
}

TEST_F(Threads, AClickPinsAndADoubleClickWatchesTheBlock) {
    const std::uint64_t thread = 6 * 256 + 40;
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, pointOf(Side::Threads, thread));
    EXPECT_EQ(window.selection().pinned().gridThread, thread);
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, pointOf(Side::Threads, thread));
    EXPECT_TRUE(window.selection().pinned().empty());
    QTest::mouseDClick(canvas(), Qt::LeftButton, {}, pointOf(Side::Threads, thread));
    settle();
    EXPECT_EQ(window.workbench().block(), (Dim3{2, 1, 0}));
    ASSERT_NE(window.playback().trace(), nullptr);
    EXPECT_EQ(window.playback().trace()->block(), (Dim3{2, 1, 0}));
    // Now it is a thread that the other views know.
    QTest::mouseMove(canvas(), pointOf(Side::Threads, thread));
    EXPECT_EQ(window.selection().hovered().thread, (ThreadRef{1, 8}));
}

TEST_F(Threads, TheSameByKeyboard) {
    canvas()->setFocus();
    QTest::keyClick(canvas(), Qt::Key_Home);
    QTest::keyClick(canvas(), Qt::Key_Right);
    QTest::keyClick(canvas(), Qt::Key_Down);
    EXPECT_TRUE(canvas()->accessibleDescription().startsWith(QStringLiteral("Thread (1, 1, 0) of block (0, 0, 0)")))
        << canvas()->accessibleDescription().toStdString();
    EXPECT_TRUE(canvas()->accessibleDescription().endsWith(QStringLiteral("writes C[1][1]")));
    QTest::keyClick(canvas(), Qt::Key_Return);
    EXPECT_EQ(window.selection().pinned().gridThread, 17U);
    QTest::keyClick(canvas(), Qt::Key_Escape);
    EXPECT_TRUE(window.selection().pinned().empty());
    QTest::keyClick(canvas(), Qt::Key_Right, Qt::ControlModifier);
    for (int i = 0; i < 20; ++i) QTest::keyClick(canvas(), Qt::Key_Down);
    EXPECT_TRUE(canvas()->accessibleDescription().startsWith(QStringLiteral("C[20][0]: written by Thread (0, 4, 0)")))
        << canvas()->accessibleDescription().toStdString();
    QTest::keyClick(canvas(), Qt::Key_Return, Qt::ControlModifier);
    settle();
    EXPECT_EQ(window.workbench().block(), (Dim3{0, 1, 0}));
}

TEST_F(Threads, IdleThreadsAreSaidAndLookOtherThanThoseThatWrite) {
    type("n", QStringLiteral("60"));
    settle();
    ASSERT_TRUE(canvas()->scene());
    const ThreadWork& work = *canvas()->scene()->work;
    EXPECT_EQ(work.totals().writing, 3600U);
    EXPECT_EQ(work.totals().threads, 4096U);
    EXPECT_TRUE(
        window.page<ThreadsPage>().view()->words().contains(QStringLiteral("3\u202F600 write to global memory")))
        << window.page<ThreadsPage>().view()->words().toStdString();
    const std::uint64_t beyond = 15 * 256 + 15 * 16 + 15;
    EXPECT_NE(canvas()->scene()->lookOfThread(beyond, Look::Light).pattern,
              canvas()->scene()->lookOfThread(0, Look::Light).pattern);
}

TEST_F(Threads, AnotherAlgorithmBringsItsOwnWork) {
    const auto before = canvas()->scene()->work;
    window.workbench().chooseAlgorithm(QStringLiteral("matmul.rect4-prefetch"));
    settle();
    ASSERT_TRUE(canvas()->scene());
    EXPECT_NE(canvas()->scene()->work, before);
    QTest::mouseMove(canvas(), pointOf(Side::Threads, 0));
    EXPECT_EQ(canvas()->litBy(window.selection().hovered()).elements.size(), 4U);
    // While nobody looks nothing is found out.
    window.setPage<WatchPage>();
    window.workbench().chooseAlgorithm(QStringLiteral("matmul.tiled"));
    settle();
    EXPECT_EQ(window.page<ThreadsPage>().work().work(), nullptr);
}

TEST_F(Threads, ALargeGridSaysHowMuchOfItIsShown) {
    type("n", QStringLiteral("1024"));
    settle();
    EXPECT_TRUE(window.page<ThreadsPage>().view()->words().startsWith(QStringLiteral("Only ")))
        << window.page<ThreadsPage>().view()->words().toStdString();
}

// The picture leaves half of the height free, so what is said of it need not be scrolled to.
TEST_F(Threads, AllIsSaidAtOnceWhereThereIsRoom) {
    QCoreApplication::processEvents();
    const auto* below = window.page<ThreadsPage>().view()->findChild<QScrollArea*>();
    ASSERT_NE(below, nullptr);
    EXPECT_EQ(below->verticalScrollBar()->maximum(), 0);
    EXPECT_LT(below->height(), window.page<ThreadsPage>().view()->height() / 2);
    EXPECT_GE(below->height(), below->widget()->heightForWidth(below->viewport()->width()));
}

TEST_F(Threads, NothingIsCutAtTheLectureScales) {
    for (const double scale : {1.0, 1.5, 2.0}) {
        theme.setTextScale(scale);
        settle();
        QCoreApplication::processEvents();
        EXPECT_GT(canvas()->height(), 60) << scale;
        EXPECT_TRUE(window.page<ThreadsPage>().view()->rect().contains(canvas()->geometry())) << scale;
    }
    theme.setTextScale(1.0);
}

}  // namespace
}  // namespace lanescope
