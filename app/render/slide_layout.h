// SPDX-License-Identifier: GPL-3.0-or-later
// How a page is shared out: the picture, its caption below it as a lecture has it, and a foot.
#pragma once

#include <QRect>

#include "widgets/lecture/caption_text.h"

namespace lanescope {

class SlideLayout {
public:
    /// `page` in logical pixels, of which 96 are an inch. `theme` must outlive this.
    SlideLayout(const Theme& theme, const QSize& page) : m_theme(theme), m_page(page) {}

    [[nodiscard]] const Theme& theme() const { return m_theme; }
    [[nodiscard]] const QSize& page() const { return m_page; }
    /// Words have this much room.
    [[nodiscard]] int margin() const;
    [[nodiscard]] int width() const { return m_page.width() - 2 * margin(); }
    /// Never smaller than 28 points; what has more lines than there is room for is cut.
    [[nodiscard]] CaptionText caption(const QString& sentence) const;
    /// Where a caption's numbers are from, in up to three small lines beside the number of the page.
    [[nodiscard]] QStringList origins(const QString& sentence) const;
    /// What is left above a caption and its origins: the longer they are, the less.
    [[nodiscard]] QSize picture(const QString& caption, const QString& originsOfIt) const;
    /// With so many lines.
    [[nodiscard]] QRect foot(qsizetype lines = 1) const;

private:
    const Theme& m_theme;
    QSize m_page;
};

}  // namespace lanescope
