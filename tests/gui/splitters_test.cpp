// SPDX-License-Identifier: GPL-3.0-or-later
// What the user gave to the parts of the window by dragging the handles between them stays when the text grows and
// shrinks, when the pages change and in the next session.
#include <QAction>
#include <QSplitter>
#include <QSplitterHandle>

#include "app/pages/compare_page.h"
#include "app/zones/explain_panel.h"
#include "app/zones/why_panel.h"
#include "tests/gui/window_fixture.h"

namespace lanescope {
namespace {

constexpr int kNear = 3;  // pixels that rounding may take

struct Splitters : Window {
    Splitters() { breathe(); }
    ~Splitters() override { theme.setTextScale(1); }

    static void breathe() {
        for (int i = 0; i < 5; ++i) QCoreApplication::processEvents();
    }
    [[nodiscard]] static QSplitter* zonesOf(const MainWindow& of) {
        return qobject_cast<QSplitter*>(of.explainPanel()->parentWidget());
    }
    [[nodiscard]] QSplitter* zones() const { return zonesOf(window); }
    /// With the mouse.
    static void drag(QSplitter* splitter, int handle, int by) {
        QSplitterHandle* const grip = splitter->handle(handle);
        const QPoint from = grip->rect().center();
        const QPoint way = splitter->orientation() == Qt::Horizontal ? QPoint(by, 0) : QPoint(0, by);
        QTest::mousePress(grip, Qt::LeftButton, {}, from);
        // The handle moves along, so that each place is told anew.
        const QPoint to = grip->mapToGlobal(from) + way;
        QTest::mouseMove(grip, grip->mapFromGlobal(to));
        QTest::mouseRelease(grip, Qt::LeftButton, {}, grip->mapFromGlobal(to));
        breathe();
    }
    void scale(double factor) {
        theme.setTextScale(factor);
        breathe();
    }
    static void expectNear(const QList<int>& now, const QList<int>& before, const char* what) {
        ASSERT_EQ(now.size(), before.size());
        for (qsizetype i = 0; i < now.size(); ++i) EXPECT_NEAR(now[i], before[i], kNear) << what << ", part " << i;
    }
};

TEST_F(Splitters, KeepWhatWasDraggedWhenTheTextGrowsAndShrinks) {
    window.resize(1920, 1080);
    breathe();
    const QList<int> atFirst = zones()->sizes();
    drag(zones(), 1, -150);
    const QList<int> before = zones()->sizes();
    ASSERT_NE(before, atFirst) << "nothing was dragged";
    scale(2);
    scale(1);
    expectNear(zones()->sizes(), before, "zones");
}

TEST_F(Splitters, UntouchedTheStageHasThreeQuarters) {
    window.resize(1920, 1080);
    breathe();
    const QList<int> before = zones()->sizes();
    EXPECT_NEAR(before[0], 1920 * 3 / 4, 8);
    scale(2);
    EXPECT_GT(zones()->sizes()[1], before[1]) << "text that grows needs room";
    scale(1);
    expectNear(zones()->sizes(), before, "zones");
}

TEST_F(Splitters, FoldedTheStageHasTheWholeWidthAndUnfoldedAllIsAsBefore) {
    window.resize(1920, 1080);
    breathe();
    drag(zones(), 1, -150);
    const QList<int> before = zones()->sizes();
    QTest::keyClick(&window, Qt::Key_F7);
    breathe();
    EXPECT_TRUE(window.explainPanel()->isFolded());
    EXPECT_GE(zones()->sizes()[0], 1920 - window.explainPanel()->railWidth() - kNear);
    EXPECT_FALSE(window.explainPanel()->why()->isVisible());
    QTest::keyClick(&window, Qt::Key_F7);
    breathe();
    EXPECT_TRUE(window.explainPanel()->why()->isVisible());
    expectNear(zones()->sizes(), before, "zones");
}

TEST_F(Splitters, StayWhenThePageChanges) {
    window.resize(1920, 1080);
    breathe();
    drag(zones(), 1, -150);
    const QList<int> before = zones()->sizes();
    window.setPage<ComparePage>();
    settle();
    breathe();
    show("tiles");
    breathe();
    expectNear(zones()->sizes(), before, "zones");
}

TEST_F(Splitters, AreAsTheyWereInTheNextSessionUntilTheLayoutIsReset) {
    const QList<int> atFirst = zones()->sizes();
    drag(zones(), 1, -60);
    const QList<int> before = zones()->sizes();
    ASSERT_NE(before, atFirst) << "nothing was dragged";
    window.close();
    MainWindow next(library(), theme, settings, QStringLiteral(LANESCOPE_FAKE_WORKER));
    next.show();
    breathe();
    ASSERT_EQ(next.size(), window.size());
    expectNear(zonesOf(next)->sizes(), before, "zones");
    scale(2);
    scale(1);
    expectNear(zonesOf(next)->sizes(), before, "zones");
    for (QAction* action : next.findChildren<QAction*>())
        if (action->text() == QStringLiteral("Reset the la&yout")) action->trigger();
    breathe();
    expectNear(zonesOf(next)->sizes(), atFirst, "zones");
}

TEST_F(Splitters, LargeTextDoesNotMakeAWindowWider) {
    theme.setTextScale(2);
    MainWindow other(library(), theme, settings, QStringLiteral(LANESCOPE_FAKE_WORKER));
    other.resize(1280, 720);
    other.show();
    breathe();
    EXPECT_EQ(other.width(), 1280);
    for (const auto& page : other.pages()) {
        other.setPage(*page);
        breathe();
        EXPECT_EQ(other.width(), 1280) << page->identity().id.toStdString();
    }
}

}  // namespace
}  // namespace lanescope
