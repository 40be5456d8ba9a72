// SPDX-License-Identifier: GPL-3.0-or-later
// The page Ladder, driven by mouse and keys.
#include <QComboBox>
#include <QToolButton>
#include <algorithm>

#include "app/pages/ladder_page.h"
#include "tests/gui/window_fixture.h"

namespace lanescope {
namespace {

struct LadderWindow : Window {
    LadderWindow() {
        show("ladder");
        EXPECT_TRUE(counted());
    }
    [[nodiscard]] LadderPage& page() const { return window.page<LadderPage>(); }
    [[nodiscard]] const Ladder& ladder() const { return page().work().ladder(); }
    [[nodiscard]] bool counted() {
        return waitFor([this] { return !ladder().steps.empty() && page().work().uncounted() == 0; });
    }
    void click(std::size_t step) {
        QTest::mouseClick(page().chart(), Qt::LeftButton, {}, page().chart()->rectOf(step).center().toPoint());
    }
    [[nodiscard]] std::string algorithm() { return std::string(window.workbench().algorithm()->id()); }
};

TEST_F(LadderWindow, AClickWatchesTheStepWithTheSameParameters) {
    ASSERT_EQ(ladder().kind.id, "matmul");
    EXPECT_EQ(page().work().watched(), 1U);
    window.workbench().choose({{"n", "128"}, {"block", "8"}, {"type", "f32"}});
    settle();
    ASSERT_TRUE(counted());
    click(3);
    EXPECT_EQ(algorithm(), "matmul.rect4-row");
    EXPECT_EQ(parameter("n"), "128");
    EXPECT_EQ(parameter("block"), "8");
    EXPECT_EQ(page().work().watched(), 3U);
    ASSERT_TRUE(counted());
    EXPECT_TRUE(page().changes()->toPlainText().contains(QStringLiteral("rect4-row is ")));
    window.workbench().undo();
    EXPECT_EQ(algorithm(), "matmul.tiled");
    EXPECT_EQ(page().work().watched(), 1U);
}

TEST_F(LadderWindow, KeysGoFromStepToStep) {
    page().chart()->setFocus();
    QTest::keyClick(page().chart(), Qt::Key_Right);
    EXPECT_TRUE(page().chart()->accessibleDescription().startsWith(QStringLiteral("rect2 is ")));
    QTest::keyClick(page().chart(), Qt::Key_Return);
    EXPECT_EQ(algorithm(), "matmul.rect2");
}

TEST_F(LadderWindow, AtItsUsualSizeTheRecordingTellsTheTimes) {
    ASSERT_TRUE(page().usualButton()->isVisible());
    page().usualButton()->click();
    settle();
    ASSERT_TRUE(counted());
    EXPECT_EQ(parameter("n"), "1024");
    EXPECT_FALSE(page().usualButton()->isVisible());
    EXPECT_EQ(page().why().sentence,
              QStringLiteral("tiled is 1.52 times faster than global: 425 µs → 280 µs (replayed, NVIDIA H200)."));
    EXPECT_NE(page().csv().find("\"tiled\",\"matmul.tiled\""), std::string::npos);
    EXPECT_TRUE(page().changes()->toPlainText().contains(QStringLiteral("__shared__ T As")))
        << page().changes()->toPlainText().toStdString();
}

TEST_F(LadderWindow, WhatAStepLacksIsKeptForTheOthers) {
    window.workbench().chooseAlgorithm(QStringLiteral("reduce.0"));
    window.workbench().choose({{"n", "4096"}, {"block", "64"}});
    settle();
    ASSERT_TRUE(counted());
    click(6);
    EXPECT_EQ(algorithm(), "reduce.6");
    EXPECT_EQ(parameter("n"), "4096");
    EXPECT_EQ(parameter("blocks"), "1056") << "the ladder's own, where nothing was chosen";
    EXPECT_EQ(page().work().watched(), 6U);
    window.workbench().undo();
    EXPECT_EQ(algorithm(), "reduce.0") << "a click is one choice, though it changes the algorithm and its parameters";
    EXPECT_EQ(parameter("block"), "64");
}

TEST_F(LadderWindow, OfAnAlgorithmsOwnTheStepsAreItsVariants) {
    window.workbench().chooseAlgorithm(QStringLiteral("vector.add"));
    settle();
    ASSERT_TRUE(counted());
    EXPECT_EQ(ladder().kind.id, "vector.add");
    ASSERT_EQ(ladder().steps.size(), 2U);
    click(0);
    EXPECT_EQ(parameter("variant"), "published");
    EXPECT_EQ(page().work().watched(), 0U);
}

TEST_F(LadderWindow, WhatStandsOnNoneSaysSo) {
    window.workbench().chooseAlgorithm(QStringLiteral("triangle.bb"));
    settle();
    EXPECT_TRUE(page().chart()->shown().missing.contains(QStringLiteral("triangle.bb stands on no ladder")));
    window.workbench().chooseAlgorithm(QStringLiteral("cholesky.blocked"));
    settle();
    ASSERT_TRUE(counted());
    EXPECT_EQ(ladder().steps.size(), 2U) << "without a launch there are times alone";
}

TEST_F(LadderWindow, TreadsAreAsHighAsTimesAreLong) {
    const LadderPicture& picture = page().chart()->shown();
    const LadderLayout layout(picture, theme, QRectF(0, 0, 900, 500));
    double most = 0;
    for (const LadderStep& step : picture.ladder.steps) most = std::max(most, step.time->seconds);
    for (std::size_t step = 0; step < picture.ladder.steps.size(); ++step) {
        const LadderStep& of = picture.ladder.steps[step];
        EXPECT_NEAR((layout.stair.bottom() - layout.tread(of)) / layout.stair.height(), of.time->seconds / most, 1e-9);
        EXPECT_EQ(layout.at(layout.column(step).center()), step);
    }
    EXPECT_FALSE(layout.at({-1, -1}));
}

TEST_F(LadderWindow, TheRooflineJoinsTheStepsInTheirOrder) {
    page().rooflineButton()->click();
    EXPECT_TRUE(page().roofline()->isVisible());
    const LimitsPicture& picture = page().roofline()->shown();
    ASSERT_EQ(picture.sides.size(), 6U);
    EXPECT_EQ(picture.sides.front().name, QStringLiteral("tiled")) << "the watched one is the first";
    EXPECT_EQ(picture.path, (std::vector<std::size_t>{1, 0, 2, 3, 4, 5}));
}

}  // namespace
}  // namespace lanescope
