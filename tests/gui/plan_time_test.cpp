// SPDX-License-Identifier: GPL-3.0-or-later
// The whole plan on the page Schedule, driven by mouse, wheel and keys.
#include <QToolButton>
#include <QWheelEvent>
#include <algorithm>

#include "app/pages/schedule_page.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/staged.h"

namespace lanescope {
namespace {

using timing::PlanSpan;
using timing::Track;

struct PlanWindow : Window {
    PlanWindow() {
        show("schedule");
        page().pane()->setView(ScheduleView::Plan);
        reckon();
    }
    [[nodiscard]] SchedulePage& page() const { return window.page<SchedulePage>(); }
    [[nodiscard]] PlanChart& chart() const { return *page().pane()->plan(); }
    [[nodiscard]] const PlanSide& side() const { return chart().shown().sides.front(); }
    void reckon() {
        settle();
        ASSERT_TRUE(waitFor([this] { return !window.workbench().jobs().isBusy() && !chart().shown().sides.empty(); }));
    }
    void choose(const char* algorithm) {
        window.workbench().chooseAlgorithm(QLatin1StringView(algorithm));
        reckon();
    }
    void choose(const char* algorithm, const Parameters& parameters) {
        choose(algorithm);
        window.workbench().choose(parameters);
        reckon();
    }
    [[nodiscard]] const PlanSpan* longest(Track track) const {
        const PlanSpan* found = nullptr;
        for (const PlanSpan& span : side().timeline->spans)
            if (span.track == track && (found == nullptr || span.seconds() > found->seconds())) found = &span;
        return found;
    }
    [[nodiscard]] QPointF middleOf(const PlanSpan& span) const {
        const PlanLayout at = chart().layouts().front();
        const auto row = std::ranges::find(kPlanRows, span.track) - kPlanRows.begin();
        return {at.xOf((span.begin + span.end) / 2, chart().range()),
                at.rows.at(static_cast<std::size_t>(row)).center().y()};
    }
    QString describedAt(const QPointF& at) {
        QString said;
        const auto listening =
            QObject::connect(&chart(), &PlanChart::described, [&](const QString& text) { said = text; });
        QTest::mouseMove(&chart(), at.toPoint());
        QObject::disconnect(listening);
        return said;
    }
    void keep(const char* name) { test::keep(window.grab().toImage(), QLatin1StringView(name)); }
};

TEST_F(PlanWindow, ItShowsWhatCopiesAndKernelsTake) {
    choose("matmul.tiled", {{"n", "256"}});
    const timing::PlanTimeline& timeline = *side().timeline;
    EXPECT_GT(timeline.busy(Track::ToDevice), timeline.busy(Track::FromDevice)) << "two matrices there, one back";
    EXPECT_GT(timeline.busy(Track::Device), 0);
    EXPECT_TRUE(timeline.unknown.empty());
    EXPECT_EQ(page().origins(), (std::set<Origin>{Origin::Simulated, Origin::Estimated}));
    EXPECT_TRUE(page().why().sentence.contains(QStringLiteral("most goes to copies to the GPU")))
        << page().why().sentence.toStdString();
    EXPECT_TRUE(page().why().detail.contains(QStringLiteral("Kernels are simulated, all else is estimated")));
    const QString kernel = describedAt(middleOf(*longest(Track::Device)));
    EXPECT_TRUE(kernel.contains(QStringLiteral("launch")) && kernel.contains(QStringLiteral("simulated")))
        << kernel.toStdString();
    const QString copy = describedAt(middleOf(*longest(Track::ToDevice)));
    EXPECT_TRUE(copy.contains(QStringLiteral("to the device")) && copy.contains(QStringLiteral("estimated")))
        << copy.toStdString();
    keep("plan_matmul");
}

// A plan without a kernel of ours has no multiprocessor to be looked at, but takes time all the same.
TEST_F(PlanWindow, ALibrarysPlanHasItsTime) {
    choose("matmul.cublas", {{"n", "128"}});
    EXPECT_GT(side().timeline->busy(Track::Device), 0);
    EXPECT_TRUE(describedAt(middleOf(*longest(Track::Device))).contains(QStringLiteral("cublas")));
    page().pane()->setView(ScheduleView::Multiprocessor);
    settle();
    EXPECT_TRUE(page().chart()->shown().missing.contains(QStringLiteral("Plan")))
        << page().chart()->shown().missing.toStdString();
}

TEST_F(PlanWindow, StreamsOverlap) {
    choose("cholesky.tiles", {{"n", "256"}, {"block", "64"}});
    EXPECT_GT(side().timeline->overlapped, 0);
    EXPECT_TRUE(page().why().detail.contains(QStringLiteral("more than one of them works")));
    EXPECT_NE(longest(Track::FromDevice), nullptr);
    keep("plan_cholesky");
    const QPointF at = middleOf(*longest(Track::Host));
    QWheelEvent wheel(at, chart().mapToGlobal(at), {}, {0, 12 * 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&chart(), &wheel);
    EXPECT_LT(chart().range().length(), 0.2 * side().timeline->seconds);
    keep("plan_cholesky_zoomed");
    QTest::keyClick(&chart(), Qt::Key_Home);
    EXPECT_EQ(chart().range(), (ShownRange{0, side().timeline->seconds}));
}

TEST_F(PlanWindow, RowsAndLegendHaveRoomAtAnySize) {
    choose("cholesky.tiles", {{"n", "256"}, {"block", "64"}});
    for (const double scale : {1.0, 1.5})
        for (const QSizeF size : {QSizeF(500, 300), QSizeF(900, 500), QSizeF(1800, 900)}) {
            theme.setTextScale(scale);
            const QRectF room(QPointF(0, 0), size);
            const double legend = planLegendHeight(theme, chart().shown(), size.width());
            EXPECT_LT(legend, size.height() / 2);
            for (const PlanLayout& at : layOutPlans(theme, chart().shown(), room.adjusted(0, 0, 0, -legend))) {
                EXPECT_TRUE(room.contains(at.axis)) << size.width();
                for (std::size_t i = 1; i < at.rows.size(); ++i)
                    EXPECT_GE(at.rows.at(i).top(), at.rows.at(i - 1).bottom());
            }
        }
    theme.setTextScale(1);
}

// Two plans stand below each other on one scale, so that the longer one is longer.
TEST_F(PlanWindow, WhatIsPinnedStandsBelowOnTheSameScale) {
    choose("cholesky.blocks", {{"n", "256"}, {"block", "32"}});
    QTest::keyClick(&window, Qt::Key_B, Qt::ControlModifier);
    settle();
    choose("cholesky.tiles", {{"n", "256"}, {"block", "32"}});
    ASSERT_TRUE(waitFor([this] { return !window.workbench().jobs().isBusy() && chart().shown().sides.size() == 2; }));
    const auto& sides = chart().shown().sides;
    EXPECT_LT(sides[0].timeline->seconds, 0.6 * sides[1].timeline->seconds);
    EXPECT_DOUBLE_EQ(chart().range().to, sides[1].timeline->seconds);
    const std::vector<PlanLayout> layouts = chart().layouts();
    EXPECT_DOUBLE_EQ(layouts[0].rows.front().width(), layouts[1].rows.front().width());
    EXPECT_GT(layouts[1].heading.top(), layouts[0].axis.top());
    window.resize(1920, 1080);
    theme.setMode(Theme::Mode::Dark);
    for (int i = 0; i < 5; ++i) QCoreApplication::processEvents();  // every panel gets its letters anew
    keep("plan_two_dark");
    theme.setMode(Theme::Mode::Light);
}

// What one looks away from is begun anew when one comes back.
TEST_F(PlanWindow, LookingAwayBeforeItIsThereLosesNothing) {
    window.workbench().chooseAlgorithm(QStringLiteral("transpose.tiled"));
    settle();
    page().pane()->setView(ScheduleView::Waves);
    page().pane()->setView(ScheduleView::Plan);
    page().pane()->setView(ScheduleView::Waves);
    page().pane()->setView(ScheduleView::Plan);
    reckon();
    EXPECT_EQ(side().plan->algorithm, "transpose.tiled");
}

// A time of 0 would be a lie.
TEST_F(PlanWindow, WhereNothingIsKnownItSaysWhy) {
    choose("vector.add");
    window.workbench().chooseGpu(QStringLiteral("c2070"));
    settle();
    ASSERT_TRUE(waitFor([this] { return !window.workbench().jobs().isBusy() && chart().shown().sides.empty(); }));
    EXPECT_TRUE(chart().shown().missing.contains(QStringLiteral("Nothing is known of its time")))
        << chart().shown().missing.toStdString();
    EXPECT_TRUE(page().why().sentence.isEmpty());
    window.workbench().chooseGpu(QStringLiteral("t4"));
    reckon();
    EXPECT_TRUE(page().why().detail.contains(QStringLiteral("Not calibrated here")))
        << page().why().detail.toStdString();
}

TEST_F(PlanWindow, ItsDataCanBeHadAndItsLookComesBack) {
    choose("vector.add");
    const std::string csv = page().csv();
    EXPECT_TRUE(csv.starts_with("side,step,does,track,doing,from_seconds,to_seconds,origin\n"));
    EXPECT_NE(csv.find("to_device,work"), std::string::npos) << csv;
    const session::PageLook look = page().look();
    EXPECT_EQ(look.at("view"), "plan");
    page().setLook({});
    EXPECT_EQ(page().pane()->view(), ScheduleView::Multiprocessor);
    EXPECT_TRUE(page().pane()->whatIfButton()->isEnabled());
    EXPECT_TRUE(page().setLook(look).isEmpty());
    EXPECT_EQ(page().pane()->view(), ScheduleView::Plan);
    EXPECT_FALSE(page().pane()->whatIfButton()->isEnabled()) << "it asks of a launch";
}

}  // namespace
}  // namespace lanescope
