// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/words.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QFile>

#include "tests/app/hostile_words.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

QString named(const char* name) { return QString::fromStdString(hostileWords(name, "/tmp/file.png")); }

TEST(Words, OrdinaryTextStaysAsItIs) {
    for (const char* text : {"", "NVIDIA H200", "a < x && c > d", "10 µs ± 1 %", "two\nlines\tand a tab"}) {
        const QString words = QString::fromUtf8(text);
        EXPECT_EQ(shownText(words), words);
        EXPECT_EQ(plainTip(words), words);
        EXPECT_EQ(plainLabel(words, nullptr)->text(), words);
    }
    EXPECT_EQ(escaped(QStringLiteral("a < b & \"c\"")), QStringLiteral("a &lt; b &amp; &quot;c&quot;"));
    EXPECT_EQ(withoutMnemonic(QStringLiteral("A&B")), QStringLiteral("A&&B"));
}

TEST(Words, HostileTextIsShortAndHasNoCharactersThatSteer) {
    for (const char* name : kHostileWords) {
        EXPECT_LE(shownText(named(name)).size(), kMostShown) << name;
        EXPECT_LE(shownName(named(name)).size(), kMostShownOfName) << name;
        EXPECT_FALSE(shownName(named(name)).contains(QLatin1Char('\n'))) << name;
        for (const QChar c : shownText(named(name))) {
            EXPECT_TRUE(c.category() != QChar::Other_Control || c == u'\n' || c == u'\t')
                << name << ' ' << static_cast<int>(c.unicode());
            EXPECT_FALSE(c.unicode() >= 0x202a && c.unicode() <= 0x202e) << name;
        }
        EXPECT_FALSE(plainLabel(named(name), nullptr)->textFormat() == Qt::AutoText);
    }
    EXPECT_EQ(shownText(std::string_view("a\0b\xff", 4)), QStringLiteral("a\\u0000b\uFFFD"));
}

TEST(Words, ATipIsNeverTakenForMarkup) {
    for (const char* name : kHostileWords) {
        const QString tip = plainTip(named(name));
        if (!Qt::mightBeRichText(tip)) continue;  // shown as it stands
        QTextDocument document;
        document.setHtml(tip);
        EXPECT_EQ(document.toPlainText().simplified(), shownText(named(name)).simplified()) << name;
        EXPECT_FALSE(tip.contains(QStringLiteral("<img"), Qt::CaseInsensitive)) << name;
    }
}

TEST(Words, MarkupOfOursNamesNoFiles) {
    const QString ours =
        QStringLiteral("<h3>a</h3><p align=right><b>b</b><br><table cellspacing=4><tr><td>c</td></tr></table>");
    EXPECT_EQ(ownMarkup(ours), ours);
    EXPECT_EQ(ownMarkup(QStringLiteral("<a href=\"3\">x</a>")), QStringLiteral("<a href=\"3\">x</a>"));
    for (const char* name : {"image", "zero", "style"})
        for (const char* tag : {"<img", "<IMG", "<link", "background", "url("}) {
            const QString markup = ownMarkup(named(name));
            const qsizetype at = markup.indexOf(QString::fromLatin1(tag), 0, Qt::CaseInsensitive);
            if (at < 0) continue;
            EXPECT_NE(tag[0], '<') << name;
            EXPECT_LT(markup.lastIndexOf(QLatin1Char('<'), at), markup.lastIndexOf(QStringLiteral("&lt;"), at)) << name;
        }
}

TEST(Words, ABrowserOpensNothing) {
    const TemporaryFolder folder;
    QImage picture(64, 64, QImage::Format_RGB32);
    picture.fill(Qt::red);
    const QString file = QString::fromStdString(folder.path("red.png"));
    ASSERT_TRUE(picture.save(file));
    const auto reds = [](QWidget& widget) {
        const QImage shown = widget.grab().toImage();
        int count = 0;
        for (int y = 0; y < shown.height(); ++y)
            for (int x = 0; x < shown.width(); ++x) count += shown.pixelColor(x, y) == QColor(Qt::red);
        return count;
    };
    const QString html = QStringLiteral("<img src='%1'>").arg(file);
    RichBrowser browser;
    browser.resize(300, 300);
    browser.QTextBrowser::setHtml(html);  // past what takes such tags out
    EXPECT_EQ(reds(browser), 0);
    QTextBrowser careless;
    careless.resize(300, 300);
    careless.setHtml(html);
    EXPECT_GT(reds(careless), 1000) << "this test sees nothing";
    RichLabel label;
    label.resize(300, 300);
    label.setText(html);
    EXPECT_EQ(reds(label), 0);
}

}  // namespace
}  // namespace lanescope
