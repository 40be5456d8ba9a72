// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/theme.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QSignalSpy>
#include <QStyle>

namespace lanescope {
namespace {

class ThemeTest : public testing::Test {
protected:
    ~ThemeTest() override {
        QApplication::setPalette(QPalette());
        QApplication::setFont(m_font);
    }
    QFont m_font = QApplication::font();
};

TEST_F(ThemeTest, FollowsTheApplicationPalette) {
    QApplication::setPalette(applicationPalette(false));
    Theme theme;
    EXPECT_FALSE(theme.isDark());
    QSignalSpy changed(&theme, &Theme::changed);
    QApplication::setPalette(applicationPalette(true));
    QCoreApplication::sendPostedEvents();
    EXPECT_TRUE(theme.isDark());
    EXPECT_EQ(changed.count(), 1);
    EXPECT_EQ(theme.colour(Colour::A), colourOf(Colour::A, Look::Dark));
}

TEST_F(ThemeTest, OverrideSetsPaletteAndStyle) {
    Theme theme;
    QSignalSpy changed(&theme, &Theme::changed);
    theme.setMode(Theme::Mode::Dark);
    EXPECT_TRUE(theme.isDark());
    EXPECT_EQ(changed.count(), 1);
    EXPECT_LT(QApplication::palette().color(QPalette::Base).lightness(), 128);
    EXPECT_EQ(QApplication::style()->objectName(), QStringLiteral("fusion"));
    theme.setMode(Theme::Mode::Light);
    EXPECT_FALSE(theme.isDark());
    EXPECT_GT(QApplication::palette().color(QPalette::Base).lightness(), 128);
    theme.setMode(Theme::Mode::System);
    EXPECT_EQ(theme.mode(), Theme::Mode::System);
}

TEST_F(ThemeTest, TextScalesAndIsNeverTooSmall) {
    QFont small = QApplication::font();
    small.setPointSizeF(8);
    QApplication::setFont(small);
    Theme theme;
    EXPECT_DOUBLE_EQ(QApplication::font().pointSizeF(), 11.0);
    EXPECT_GE(theme.font(0.5).pointSizeF(), 11.0);
    QSignalSpy changed(&theme, &Theme::changed);
    theme.setTextScale(2.0);
    EXPECT_DOUBLE_EQ(QApplication::font().pointSizeF(), 22.0);
    EXPECT_DOUBLE_EQ(theme.monospace().pointSizeF(), 22.0);
    EXPECT_EQ(changed.count(), 1);
    theme.setTextScale(0.2);
    EXPECT_DOUBLE_EQ(theme.textScale(), 1.0);
}

// Qt 6.4 keeps a combo box as large as it was.
TEST_F(ThemeTest, WhatGrewWithTheTextShrinksWithIt) {
    Theme theme;
    QComboBox box;
    box.addItem(QStringLiteral("instruction"));
    box.show();
    // The change comes as one event and leads to another.
    const auto settle = [] {
        for (int i = 0; i < 3; ++i) QCoreApplication::processEvents();
    };
    settle();
    const QSize before = box.minimumSizeHint();
    theme.setTextScale(2.0);
    settle();
    EXPECT_GT(box.minimumSizeHint().height(), before.height());
    theme.setTextScale(1.0);
    settle();
    EXPECT_EQ(box.minimumSizeHint(), before);
}

}  // namespace
}  // namespace lanescope
