// SPDX-License-Identifier: GPL-3.0-or-later
// Words of an explanation lead to where the run does what they say, and nowhere else.
#include "app/zones/explain_panel.h"
#include "app/zones/picture_links.h"
#include "tests/gui/window_fixture.h"

namespace lanescope {
namespace {

struct Links : Window {
    void choose(const char* algorithm, const Parameters& parameters) {
        window.workbench().chooseAlgorithm(QLatin1StringView(algorithm));
        settle();
        for (const auto& [name, value] : parameters) {
            Parameters chosen = window.workbench().parameters();
            chosen.set(name, value);
            window.workbench().choose(chosen);
            settle();
        }
        ASSERT_TRUE(
            waitFor([this] { return !window.workbench().blocks().empty() && !window.workbench().isOutdated(); }));
    }
    [[nodiscard]] const flow::BlockFlow& flow() { return *window.workbench().blocks().front(); }
    [[nodiscard]] std::vector<LinkedWords> of(const char* text) { return linksOf(QLatin1StringView(text), &flow()); }
};

const char* const kBanks = "All of them fall into the same bank. Again a bank.";

TEST_F(Links, LeadToTheWorstOfThisRun) {
    choose("transpose.tiled", {{"padded", "no"}});
    const std::vector<LinkedWords> links = of(kBanks);
    ASSERT_EQ(links.size(), 1U) << "once, where it is spoken of first";
    EXPECT_EQ(links[0].link.page, QStringLiteral("memory"));
    const flow::Finding* const worst = flow().requests().worstOf("shared_load_conflicts");
    ASSERT_NE(worst, nullptr);
    EXPECT_EQ(links[0].link.position, worst->event + 1);
    EXPECT_TRUE(links[0].link.about.contains(QStringLiteral("32 wavefronts"))) << links[0].link.about.toStdString();
    EXPECT_EQ(QString::fromLatin1(kBanks).mid(links[0].first, links[0].length), QStringLiteral("same bank"));
}

TEST_F(Links, LeadNowhereWhereItDoesNotHappen) {
    choose("transpose.tiled", {{"padded", "yes"}});
    EXPECT_TRUE(of(kBanks).empty());
    EXPECT_TRUE(linksOf(QLatin1StringView(kBanks), nullptr).empty());
    EXPECT_TRUE(of("Nothing of all that.").empty());
}

TEST_F(Links, BarriersAndDividedWarpsAreOnTheWarpsPage) {
    choose("reduce.0", {});
    const std::vector<LinkedWords> links = of("It diverges. There is a barrier.");
    ASSERT_EQ(links.size(), 2U);
    const BlockTrace& trace = flow().trace();
    const std::uint64_t divided = *links[0].link.position - 1;
    EXPECT_EQ(links[0].link.spotlight->thread.warp, trace.warp(divided));
    EXPECT_LT(simt::lanesIn(trace.active(divided)), 32U);
    EXPECT_EQ(*links[1].link.position, trace.phaseStart(1));
}

TEST_F(Links, OfAboutAreClickedAndShown) {
    choose("transpose.tiled", {{"padded", "no"}});
    RichBrowser* const found = window.explainPanel()->about();
    ASSERT_TRUE(found->toHtml().contains(QStringLiteral("show:0")));
    show("tiles");
    window.explainPanel()->show(found);
    found->setFocus();
    // By the keyboard alone: the first link, then it.
    QTest::keyClick(found, Qt::Key_Tab);
    QTest::keyClick(found, Qt::Key_Return);
    settle();
    for (int i = 0; i < 4; ++i) QCoreApplication::processEvents();
    const quint64 first = window.playback().position();
    const QString page = window.currentPage().identity().id;
    Q_EMIT found->anchorClicked(QUrl(QStringLiteral("show:999")));
    EXPECT_EQ(window.playback().position(), first) << "there is no such link";
    bool sawMemory = page == QStringLiteral("memory");
    for (int link = 0; link < 4 && !sawMemory; ++link) {
        Q_EMIT found->anchorClicked(QUrl(QStringLiteral("show:%1").arg(link)));
        settle();
        sawMemory = window.currentPage().identity().id == QStringLiteral("memory");
    }
    EXPECT_TRUE(sawMemory);
}

}  // namespace
}  // namespace lanescope
