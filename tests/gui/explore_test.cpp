// SPDX-License-Identifier: GPL-3.0-or-later
// The pages Explore and Limits, driven by mouse and keys.
#include <QComboBox>
#include <QTableView>
#include <QToolButton>
#include <QUrl>

#include "app/pages/explore_page.h"
#include "app/pages/limits_page.h"
#include "tests/gui/window_fixture.h"
#include "widgets/panels/segments.h"

namespace lanescope {
namespace {

struct ExploreWindow : Window {
    ExploreWindow() {
        show("explore");
        EXPECT_TRUE(waitFor([this] { return !page().work().atlas().empty(); }));
    }
    [[nodiscard]] ExplorePage& page() const { return window.page<ExplorePage>(); }
    [[nodiscard]] const Atlas& atlas() const { return page().work().atlas(); }
    [[nodiscard]] std::size_t placeOf(const char* n, const char* block) const {
        for (std::size_t place = 0; place < atlas().cells.size(); ++place) {
            const Parameters& of = atlas().cells[place].parameters;
            if (of.value("n") == n && of.value("block") == block) return place;
        }
        return 0;
    }
    void click(std::size_t place) {
        QTest::mouseClick(page().chart(), Qt::LeftButton, {}, page().chart()->rectOf(place).center().toPoint());
    }
};

TEST_F(ExploreWindow, AClickWatchesThatConfiguration) {
    ASSERT_FALSE(atlas().empty());
    EXPECT_EQ(atlas().algorithm, "matmul.tiled");
    EXPECT_EQ(page().chart()->shown().chosen, placeOf("64", "16"));
    click(placeOf("128", "8"));
    EXPECT_EQ(parameter("n"), "128");
    EXPECT_EQ(parameter("block"), "8");
    EXPECT_EQ(page().chart()->shown().chosen, placeOf("128", "8"));
}

TEST_F(ExploreWindow, KeysGoFromCellToCell) {
    page().chart()->setFocus();
    QTest::keyClick(page().chart(), Qt::Key_Down);
    EXPECT_TRUE(page().chart()->accessibleDescription().contains(QStringLiteral("block=20")));
    QTest::keyClick(page().chart(), Qt::Key_Return);
    EXPECT_EQ(parameter("block"), "20");
}

TEST_F(ExploreWindow, TheSentenceTellsTheBestOfTheColumnThatIsPointedAt) {
    QTest::mouseMove(page().chart(), page().chart()->rectOf(placeOf("1024", "16")).center().toPoint());
    EXPECT_TRUE(page().why().sentence.startsWith(QStringLiteral("At n 1024 block 32 is best with 251")))
        << page().why().sentence.toStdString();
}

TEST_F(ExploreWindow, ModelsFillWhatWasNotMeasured) {
    ASSERT_TRUE(waitFor([this] { return !page().work().answering().empty(); }));
    settle();
    EXPECT_EQ(page().work().unasked(), 0U);
    std::size_t modelled = 0;
    for (const AtlasCell& cell : atlas().cells) {
        EXPECT_TRUE(!cell.modelled.empty() || !cell.notModelled.empty() || cell.asked);
        if (!cell.modelled.empty()) ++modelled;
    }
    EXPECT_GT(modelled, 10U);
}

TEST_F(ExploreWindow, OtherAxesAndColours) {
    page().colourBox()->setCurrentIndex(page().colourBox()->findData(QStringLiteral("l1_hit_rate")));
    Q_EMIT page().colourBox()->activated(page().colourBox()->currentIndex());
    EXPECT_EQ(page().chart()->shown().values.quantity.metric, "l1_hit_rate");
    page().yBox()->setCurrentIndex(page().yBox()->findData(QStringLiteral("type")));
    Q_EMIT page().yBox()->activated(page().yBox()->currentIndex());
    ASSERT_TRUE(waitFor([this] { return atlas().y.parameter == "type"; }));
    EXPECT_EQ(atlas().rows(), 3U);
}

TEST_F(ExploreWindow, TheTableSortsAndItsRowsAreChosen) {
    page().tableButton()->click();
    QTableView& table = *page().table();
    EXPECT_TRUE(table.isVisible());
    table.sortByColumn(2, Qt::AscendingOrder);
    const QString fastest = table.model()->index(0, 2).data().toString();
    EXPECT_EQ(fastest, QStringLiteral("6.24 µs"));
    Q_EMIT table.activated(table.model()->index(1, 0));
    EXPECT_EQ(parameter("n"), "64");
    EXPECT_EQ(parameter("block"), "32") << "within the spread of the best";
    EXPECT_NE(page().csv().find("matmul.tiled,NVIDIA H200,16,64,6.2"), std::string::npos)
        << page().csv().substr(0, 400);
}

TEST_F(ExploreWindow, OfWhatHasNothingToChooseItSaysSo) {
    for (const char* id : {"vector.add", "matmul.sequential", "micro.launch", "cholesky.tiles"}) {
        window.workbench().chooseAlgorithm(QLatin1StringView(id));
        settle();
        EXPECT_TRUE(!atlas().empty() || !page().chart()->shown().missing.isEmpty()) << id;
    }
}

struct LimitsWindow : Window {
    LimitsWindow() {
        show("limits");
        EXPECT_TRUE(waitFor([this] { return !page().work().limits().picture.sides.empty(); }));
    }
    [[nodiscard]] LimitsPage& page() const { return window.page<LimitsPage>(); }
};

TEST_F(LimitsWindow, TellsRulesWithTheirLines) {
    window.workbench().choose({{"variant", "corrected"}, {"n", "512"}, {"block", "32"}, {"type", "f32"}});
    settle();
    EXPECT_TRUE(page().rules()->toPlainText().contains(QStringLiteral("shared memory")))
        << page().rules()->toPlainText().toStdString();
    EXPECT_TRUE(page().rules()->toPlainText().contains(QStringLiteral("replayed")));
    EXPECT_FALSE(page().why().sentence.isEmpty());
    Q_EMIT page().rules()->anchorClicked(QUrl(QStringLiteral("line:95")));
    EXPECT_EQ(window.currentPage().identity().id, QStringLiteral("code"));
}

TEST_F(LimitsWindow, GoesToTheRequestInTheTrace) {
    window.workbench().chooseAlgorithm(QStringLiteral("transpose.tiled"));
    window.workbench().choose({{"padded", "no"}});
    settle();
    const auto& list = page().work().limits().advices.list;
    std::size_t place = 0;
    while (place < list.size() && !list[place].event) ++place;
    ASSERT_LT(place, list.size());
    Q_EMIT page().rules()->anchorClicked(QUrl(QStringLiteral("event:%1").arg(place)));
    EXPECT_EQ(window.currentPage().identity().id, QStringLiteral("memory"));
    EXPECT_EQ(window.playback().position(), *list[place].event + 1);
}

TEST_F(LimitsWindow, WithoutALaunchSaysSo) {
    window.workbench().chooseAlgorithm(QStringLiteral("matmul.sequential"));
    settle();
    EXPECT_TRUE(page().rules()->toPlainText().contains(QStringLiteral("launches no kernel")));
}

}  // namespace
}  // namespace lanescope
