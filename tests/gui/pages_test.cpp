// SPDX-License-Identifier: GPL-3.0-or-later
// What the window makes of its list of pages: buttons, keys, menu, help, lowest zone and files.
#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QToolButton>
#include <set>

#include "app/figure/figure_desk.h"
#include "app/pages/page_list.h"
#include "tests/gui/window_fixture.h"
#include "widgets/panels/segments.h"
#include "widgets/stage/time/time_strip.h"
#include "widgets/stage/time/transport.h"

namespace lanescope {
namespace {

struct Pages : Window {
    QAction* actionNamed(const QString& text) {
        for (QAction* action : window.findChildren<QAction*>())
            if (action->text() == text) return action;
        return nullptr;
    }
};

TEST_F(Pages, EachHasAButtonAnEntryAndAKey) {
    std::set<QString> ids;
    for (std::size_t i = 0; i < window.pages().size(); ++i) {
        const Page& page = *window.pages()[i];
        SCOPED_TRACE(page.identity().id.toStdString());
        EXPECT_TRUE(ids.insert(page.identity().id).second) << "pages of one id";
        const QString key = keyOfPage(i).toString();
        const QToolButton* const button = window.views()->button(static_cast<int>(i));
        EXPECT_EQ(button->text(), page.title());
        EXPECT_TRUE(button->toolTip().contains(key)) << button->toolTip().toStdString();
        QAction* const entry = actionNamed(page.identity().title);
        ASSERT_NE(entry, nullptr);
        EXPECT_EQ(entry->shortcut().toString(), key);
        QTest::keyClick(&window, keyOfPage(i)[0].key(), keyOfPage(i)[0].keyboardModifiers());
        EXPECT_EQ(&window.currentPage(), &page);
        EXPECT_TRUE(page.widget()->isVisible());
        EXPECT_EQ(window.views()->current(), static_cast<int>(i));
        EXPECT_EQ(window.timeStrip()->isVisible(), page.identity().playback);
        EXPECT_EQ(window.transport()->isVisible(), page.identity().playback || page.clock() != nullptr);
    }
}

TEST_F(Pages, EachHasALetterOfItsOwnInTheMenu) {
    QAction* const first = actionNamed(window.pages().front()->identity().title);
    ASSERT_NE(first, nullptr);
    std::set<QString> letters;
    for (QObject* owner : first->associatedObjects())
        if (const auto* menu = qobject_cast<QMenu*>(owner))
            for (const QAction* entry : menu->actions()) {
                const QString letter = QKeySequence::mnemonic(entry->text()).toString();
                EXPECT_TRUE(letter.isEmpty() || letters.insert(letter).second) << entry->text().toStdString();
            }
    EXPECT_GE(letters.size(), window.pages().size());
}

TEST_F(Pages, EachIsDrawnAndHasRowsIfItSaysSo) {
    for (const auto& page : window.pages()) {
        SCOPED_TRACE(page->identity().id.toStdString());
        window.setPage(*page);
        // Not settled: the curves of the chart take as long as the machine has others to do.
        QCoreApplication::processEvents();
        EXPECT_NE(render(window.figures().picture(), ExportFormat::Svg).find("<svg"), std::string::npos);
        EXPECT_FALSE(window.figures().picture().title.isEmpty());
        EXPECT_NE(page->csv().find(','), std::string::npos) << "its rows have a head, at least";
    }
}

TEST_F(Pages, TheHelpNamesThemAll) {
    QAction* const keys = actionNamed(QStringLiteral("&Keys"));
    ASSERT_NE(keys, nullptr);
    keys->trigger();
    const auto* message = window.findChild<QMessageBox*>();
    ASSERT_NE(message, nullptr);
    QStringList titles;
    for (const auto& page : window.pages()) titles += page->title();
    QString named = QStringLiteral("Ctrl+1 to Ctrl+9");
    for (std::size_t i = 9; i < window.pages().size(); ++i) named += QStringLiteral(", ") + keyOfPage(i).toString();
    EXPECT_TRUE(message->text().contains(
        QStringLiteral("<td>%1</td><td>%2</td>").arg(named, titles.join(QStringLiteral(", ")))))
        << message->text().toStdString();
}

TEST(PageKeys, ThereAreTwenty) {
    EXPECT_EQ(keyOfPage(0).toString(), QStringLiteral("Ctrl+1"));
    EXPECT_EQ(keyOfPage(8).toString(), QStringLiteral("Ctrl+9"));
    EXPECT_EQ(keyOfPage(9).toString(), QStringLiteral("Ctrl+0"));
    EXPECT_EQ(keyOfPage(10).toString(), QStringLiteral("Alt+1"));
    EXPECT_TRUE(keyOfPage(20).isEmpty());
}

}  // namespace
}  // namespace lanescope
