// SPDX-License-Identifier: GPL-3.0-or-later
// Words on the screen that may come from outside: from a worker, a file, a kernel that prints, an error's arguments. Qt
// takes a text for rich text if it looks like some, and rich text opens the files that it names; so that words stay
// words, all labels, tooltips and texts with markup are made here (tests/architecture/words_test.cpp holds to that).
#pragma once

#include <QLabel>
#include <QString>
#include <QTextBrowser>
#include <string_view>

namespace lanescope {

/// Characters of a text from outside that are shown; more is no sentence, and laying it out takes its time.
inline constexpr qsizetype kMostShown = 4000;
/// Of a name.
inline constexpr qsizetype kMostShownOfName = 120;

/// As it may be shown: at most `most` characters, without those that are none for people (core/base/printable.h).
[[nodiscard]] QString shownText(const QString& text, qsizetype most = kMostShown);
[[nodiscard]] QString shownText(std::string_view utf8, qsizetype most = kMostShown);
/// The same on one line.
[[nodiscard]] QString shownName(const QString& text, qsizetype most = kMostShownOfName);
[[nodiscard]] QString shownName(std::string_view utf8, qsizetype most = kMostShownOfName);

/// shownText() to be put into markup of ours.
[[nodiscard]] QString escaped(const QString& text);
[[nodiscard]] QString escaped(std::string_view utf8);
/// Markup of ours. It names no files: a tag that would came from outside, and becomes words.
[[nodiscard]] QString ownMarkup(const QString& html);

/// For setToolTip() and its like: `text` as it stands, never markup.
[[nodiscard]] QString plainTip(const QString& text);
/// For the same: markup of ours, in which parts from outside are escaped().
[[nodiscard]] QString richTip(const QString& html);
/// For the texts of buttons, menus and tabs: "&" is a character, no underlined letter.
[[nodiscard]] QString withoutMnemonic(const QString& text);

/// A message in a window of its own, with markup of ours; returns at once.
void openMessage(QWidget* parent, const QString& title, const QString& html);

/// Shows text as it stands.
[[nodiscard]] QLabel* plainLabel(const QString& text, QWidget* parent);
[[nodiscard]] QLabel* plainLabel(QWidget* parent);

/// A label of sentences: wrapped, to be selected, and however long a word is, no reason for the window to grow.
[[nodiscard]] QLabel* sentenceLabel(QWidget* parent);

/// Shows markup of ours.
class RichLabel final : public QLabel {
public:
    explicit RichLabel(QWidget* parent = nullptr);
    void setText(const QString& html) { QLabel::setText(ownMarkup(html)); }
};

/// The same with scroll bars and links. Opens nothing, whatever its text names.
class RichBrowser : public QTextBrowser {
    Q_OBJECT

public:
    explicit RichBrowser(QWidget* parent = nullptr);
    void setHtml(const QString& html) { QTextBrowser::setHtml(ownMarkup(html)); }
    QVariant loadResource(int type, const QUrl& name) override;
};

}  // namespace lanescope
