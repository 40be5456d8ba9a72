// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSyntaxHighlighter>

#include "widgets/scenes/tokens.h"
#include "widgets/style/theme.h"

namespace lanescope {

/// Colours a document's CUDA C++ or PTX, and again when the theme changes.
class Highlighter : public QSyntaxHighlighter {
    Q_OBJECT
public:
    Highlighter(QTextDocument* document, CodeLanguage language, const Theme* theme);

protected:
    void highlightBlock(const QString& text) override;

private:
    CodeLanguage m_language;
    const Theme* m_theme;
};

}  // namespace lanescope
