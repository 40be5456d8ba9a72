// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/slide_layout.h"

#include <QFontMetricsF>
#include <algorithm>

#include "widgets/paint/marks.h"
#include "widgets/style/theme.h"

namespace lanescope {
namespace {

constexpr int kUsualLines = 2;       // pictures are of one size unless a caption is longer
constexpr double kMostOfPage = 0.4;  // that a caption takes
constexpr double kOriginsOfFoot = 0.72;
constexpr int kMostOrigins = 3;  // lines

}  // namespace

int SlideLayout::margin() const { return qRound(m_theme.scaled(4 * paint::kGrid)); }

CaptionText SlideLayout::caption(const QString& sentence) const {
    const double line = QFontMetricsF(leastCaptionFont(m_theme)).lineSpacing();
    const int most = std::max(kUsualLines, static_cast<int>(kMostOfPage * m_page.height() / line));
    return captionText(m_theme, width(), sentence, most);
}

QStringList SlideLayout::origins(const QString& sentence) const {
    return brokenText(m_theme.type(Type::Least), width() * kOriginsOfFoot, sentence, kMostOrigins);
}

QSize SlideLayout::picture(const QString& caption, const QString& originsOfIt) const {
    const CaptionText words = this->caption(caption);
    const double usual = kUsualLines * QFontMetricsF(m_theme.type(Type::Caption)).lineSpacing();
    const double taken = QFontMetricsF(words.font).lineSpacing() * static_cast<double>(words.lines.size());
    const int below =
        qCeil(std::max(usual, taken) + m_theme.scaled(2 * paint::kGrid)) + foot(origins(originsOfIt).size()).height();
    return {m_page.width(), std::max(1, m_page.height() - below)};
}

QRect SlideLayout::foot(qsizetype lines) const {
    const double line = QFontMetricsF(m_theme.type(Type::Least)).lineSpacing();
    const int height = qCeil(line * static_cast<double>(std::max<qsizetype>(1, lines)) + m_theme.scaled(paint::kGrid));
    return {margin(), m_page.height() - height, width(), height};
}

}  // namespace lanescope
