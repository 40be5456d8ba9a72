// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lecture/caption_text.h"

#include <QFontMetricsF>
#include <QRegularExpression>
#include <QTextLayout>
#include <algorithm>

#include "widgets/style/theme.h"

namespace lanescope {
namespace {

constexpr double kPixelsOfPoint = 4.0 / 3;
constexpr int kLinesOfLarge = 2;

}  // namespace

QString keptTogether(QString text) {
    static const QRegularExpression kBehindNumber(QStringLiteral(
        "(?<=[0-9]) (?=%|×|(?:[kMGTmµn]|[KMG]i)?(?:B|s|Flop|Hz)(?:/s)?(?![A-Za-z])|[kMGT](?![A-Za-z]))"));
    static const QRegularExpression kBeforeNumber(QStringLiteral("(?<=×) (?=[0-9])"));
    return text.replace(kBehindNumber, QString(QChar::Nbsp)).replace(kBeforeNumber, QString(QChar::Nbsp));
}

QStringList brokenText(const QFont& font, double width, const QString& text, int most) {
    const QString kept = keptTogether(text);
    QTextLayout layout(kept, font);
    QTextOption option(Qt::AlignLeft);
    option.setWrapMode(QTextOption::WordWrap);
    layout.setTextOption(option);
    layout.beginLayout();
    QStringList lines;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        const bool last = lines.size() == most - 1;
        const QString rest = kept.mid(line.textStart());
        lines += last ? QFontMetricsF(font).elidedText(rest, Qt::ElideRight, width)
                      : kept.mid(line.textStart(), line.textLength()).trimmed();
        if (last) break;
    }
    layout.endLayout();
    return lines;
}

namespace {

/// In as many lines, of which none is nearly empty: as narrow as they may be.
QStringList balanced(const QFont& font, double width, const QString& sentence, int most) {
    QStringList lines = brokenText(font, width, sentence, most);
    if (lines.size() < 2 || lines.last().endsWith(u'…')) return lines;
    const double count = static_cast<double>(lines.size());
    double tooNarrow = width / count;
    for (double enough = width; enough - tooNarrow > 1;) {
        const double tried = (tooNarrow + enough) / 2;
        // One line more may be allowed: what then is on it was not there.
        QStringList narrower = brokenText(font, tried, sentence, static_cast<int>(count) + 1);
        const bool fits = narrower.size() == lines.size();
        (fits ? enough : tooNarrow) = tried;
        if (fits) lines = std::move(narrower);
    }
    return lines;
}

}  // namespace

QFont leastCaptionFont(const Theme& theme) {
    QFont font = theme.type(Type::Caption);
    font.setPixelSize(std::min(font.pixelSize(), qCeil(theme.scaled(kLeastCaptionPoints * kPixelsOfPoint))));
    return font;
}

CaptionText captionText(const Theme& theme, double width, const QString& sentence, int most) {
    const QFont large = theme.type(Type::Caption);
    if (brokenText(large, width, sentence, kLinesOfLarge + 1).size() <= kLinesOfLarge)
        return {large, balanced(large, width, sentence, std::min(most, kLinesOfLarge))};
    const QFont least = leastCaptionFont(theme);
    return {least, balanced(least, width, sentence, most)};
}

}  // namespace lanescope
