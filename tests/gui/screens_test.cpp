// SPDX-License-Identifier: GPL-3.0-or-later
// A lecture with a projector: two screens. $LANESCOPE_PICTURES names a folder for what is shown on each.
#include <QGuiApplication>
#include <QScreen>

#include "app/presenter/presenter.h"
#include "app/presenter/presenter_window.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/staged.h"

namespace lanescope {
namespace {

struct Screens : Window {
    Screens() {
        const QList<QScreen*> screens = QGuiApplication::screens();
        if (screens.size() == 2) {
            desk = QGuiApplication::primaryScreen();
            wall = screens[0] == desk ? screens[1] : screens[0];
        }
    }
    Lecture& lecture() { return window.presenter().lecture(); }
    static void events() {
        for (int i = 0; i < 4; ++i) QCoreApplication::processEvents();
    }
    void press(Qt::Key key) {
        QTest::keyClick(window.focusWidget() != nullptr ? window.focusWidget() : &window, key);
        events();
    }
    QScreen* desk = nullptr;
    QScreen* wall = nullptr;
};

TEST_F(Screens, TheWallGoesToTheProjectorAndTheNotesStay) {
    if (wall == nullptr) GTEST_SKIP() << "this platform has " << QGuiApplication::screens().size() << " screens, not 2";
    StoryDesk& story = window.presenter().desk();
    window.playback().seek(1477);
    QTest::keyClick(&window, Qt::Key_D, Qt::ControlModifier);
    window.playback().seek(1859);
    QTest::keyClick(&window, Qt::Key_D, Qt::ControlModifier);
    story.setNote(0, QStringLiteral("Ask first: how often is one value of A fetched from memory?"));
    const QRect before = window.geometry();
    QTest::keyClick(&window, Qt::Key_F11);
    events();
    ASSERT_TRUE(lecture().isOn());
    EXPECT_EQ(window.geometry(), wall->geometry());
    PresenterWindow* const presenter = lecture().presenter();
    ASSERT_NE(presenter, nullptr);
    EXPECT_TRUE(presenter->isVisible());
    EXPECT_TRUE(desk->geometry().contains(presenter->geometry().center()));
    press(Qt::Key_1);
    settle();
    ASSERT_TRUE(
        waitFor([&] { return !presenter->wall()->picture().isNull() && !presenter->next()->picture().isNull(); }));
    test::keep(window.grab().toImage(), QStringLiteral("screens_wall"));
    test::keep(presenter->grab().toImage(), QStringLiteral("screens_desk"));
    press(Qt::Key_X);
    EXPECT_EQ(window.geometry(), desk->geometry()) << "the screens are swapped";
    EXPECT_TRUE(wall->geometry().contains(presenter->geometry().center()));
    press(Qt::Key_X);
    EXPECT_EQ(window.geometry(), wall->geometry());
    press(Qt::Key_Escape);
    events();
    EXPECT_FALSE(lecture().isOn());
    EXPECT_FALSE(presenter->isVisible());
    EXPECT_EQ(window.geometry(), before);
}

}  // namespace
}  // namespace lanescope
