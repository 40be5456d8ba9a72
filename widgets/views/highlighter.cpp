// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/highlighter.h"

namespace lanescope {

Highlighter::Highlighter(QTextDocument* document, CodeLanguage language, const Theme* theme)
    : QSyntaxHighlighter(document), m_language(language), m_theme(theme) {
    connect(theme, &Theme::changed, this, &QSyntaxHighlighter::rehighlight);
}

void Highlighter::highlightBlock(const QString& text) {
    bool inComment = previousBlockState() == 1;
    for (const CodeToken& token : tokensOf(text, m_language, inComment)) {
        QTextCharFormat format;
        format.setForeground(m_theme->colour(token.colour));
        if (token.colour == Colour::CodeComment) format.setFontItalic(true);
        if (token.colour == Colour::CodeKeyword) format.setFontWeight(QFont::DemiBold);
        setFormat(static_cast<int>(token.start), static_cast<int>(token.length), format);
    }
    setCurrentBlockState(inComment ? 1 : 0);
}

}  // namespace lanescope
