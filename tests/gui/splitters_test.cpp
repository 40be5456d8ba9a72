// SPDX-License-Identifier: GPL-3.0-or-later
// What the user gave to the parts of the window by dragging the handles between them stays when the text grows and
// shrinks, when the pages change and in the next session.
#include <QSplitter>
#include <QSplitterHandle>
#include <cmath>
#include <numeric>

#include "app/pages/compare_page.h"
#include "app/pages/watch_page.h"
#include "app/zones/explain_panel.h"
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
    [[nodiscard]] QSplitter* explain() const { return window.explainPanel()->splitter(); }
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
    /// Of the room that all share, in percent.
    [[nodiscard]] static QList<double> percent(const QSplitter* splitter) {
        const QList<int> sizes = splitter->sizes();
        const int all = std::accumulate(sizes.begin(), sizes.end(), 0);
        QList<double> parts;
        for (const int size : sizes) parts += 100.0 * size / all;
        return parts;
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
    drag(zones(), 1, -40);
    drag(zones(), 2, 150);
    drag(explain(), 1, 120);
    drag(explain(), 2, -50);
    const QList<int> zonesBefore = zones()->sizes(), explainBefore = explain()->sizes();
    for (int i = 0; i < 3; ++i) ASSERT_NE(zonesBefore[i], atFirst[i]) << "nothing was dragged";
    const QList<double> shares = percent(zones());
    scale(2);
    // At least one part needs more than that now; whoever has more than it needs keeps its share.
    const QList<double> large = percent(zones());
    for (int i = 0; i < 3; ++i)
        EXPECT_TRUE(std::abs(large[i] - shares[i]) < 1 ||
                    zones()->sizes()[i] <= zones()->widget(i)->minimumSizeHint().width() + kNear || i == 1)
            << i << ": " << large[i] << " % instead of " << shares[i];
    scale(1);
    expectNear(zones()->sizes(), zonesBefore, "zones");
    expectNear(explain()->sizes(), explainBefore, "explain");
}

TEST_F(Splitters, UntouchedOnesAreSharedOutAsAtFirst) {
    const QList<int> before = zones()->sizes();
    scale(2);
    EXPECT_GT(zones()->sizes()[0], before[0]) << "text that grows needs room";
    scale(1);
    expectNear(zones()->sizes(), before, "zones");
}

TEST_F(Splitters, KeepWhatWasDraggedWhileAnotherPageHidesAPart) {
    window.resize(1920, 1080);
    breathe();
    const QList<int> atFirst = explain()->sizes();
    drag(explain(), 1, 100);
    const QList<int> before = explain()->sizes();
    ASSERT_NE(before, atFirst) << "nothing was dragged";
    window.setPage<ComparePage>();
    settle();
    breathe();
    EXPECT_EQ(explain()->sizes()[1], 0) << "no step is told there";
    scale(1.5);
    scale(1);
    window.setPage<WatchPage>();
    breathe();
    expectNear(explain()->sizes(), before, "explain");
}

TEST_F(Splitters, AreAsTheyWereInTheNextSession) {
    const QList<int> zonesAtFirst = zones()->sizes(), explainAtFirst = explain()->sizes();
    drag(zones(), 2, -60);
    drag(explain(), 1, 40);
    const QList<int> zonesBefore = zones()->sizes(), explainBefore = explain()->sizes();
    ASSERT_NE(zonesBefore, zonesAtFirst) << "nothing was dragged";
    ASSERT_NE(explainBefore, explainAtFirst) << "nothing was dragged";
    window.close();
    MainWindow next(library(), theme, settings, QStringLiteral(LANESCOPE_FAKE_WORKER));
    next.show();
    breathe();
    ASSERT_EQ(next.size(), window.size());
    expectNear(zonesOf(next)->sizes(), zonesBefore, "zones");
    expectNear(next.explainPanel()->splitter()->sizes(), explainBefore, "explain");
    scale(2);
    scale(1);
    expectNear(zonesOf(next)->sizes(), zonesBefore, "zones");
}

}  // namespace
}  // namespace lanescope
