// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/code/code_paint.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"

namespace lanescope::code {

void codeText(QPainter& painter, const Theme& theme, const QRectF& rect, const QString& text,
              const std::vector<CodeToken>& tokens, const QColor& ink) {
    const QFontMetricsF metrics(painter.font());
    const double advance = metrics.horizontalAdvance(QLatin1Char('0'));
    const double baseline = rect.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    const auto room = static_cast<qsizetype>(std::floor((rect.width() + 0.5) / advance));
    if (room <= 0) return;
    const bool cut = text.size() > room;
    const qsizetype end = cut ? room - 1 : text.size();
    const auto draw = [&](qsizetype from, qsizetype to, const QColor& colour) {
        to = std::min(to, end);
        if (from >= to) return;
        painter.setPen(colour);
        painter.drawText(QPointF(rect.left() + static_cast<double>(from) * advance, baseline),
                         text.mid(from, to - from));
    };
    qsizetype at = 0;
    for (const CodeToken& token : tokens) {
        draw(at, token.start, ink);
        draw(token.start, token.start + token.length, theme.colour(token.colour));
        at = token.start + token.length;
    }
    draw(at, text.size(), ink);
    if (!cut) return;
    painter.setPen(theme.colour(Colour::FaintText));
    painter.drawText(QPointF(rect.left() + static_cast<double>(end) * advance, baseline), QStringLiteral("…"));
}

void presentLine(QPainter& painter, const Theme& theme, const QRectF& line, bool exact) {
    painter.fillRect(line, theme.colour(Colour::NowSoft));
    const double width = theme.scaled(paint::kGrid / 2);
    const QRectF bar(line.left(), line.top(), width, line.height());
    if (exact) return painter.fillRect(bar, theme.colour(Colour::Now));
    painter.save();
    painter.setPen(QPen(theme.colour(Colour::Now), paint::kFrame));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar.adjusted(1, 1, -1, -1));
    painter.restore();
}

void differenceSign(QPainter& painter, const Theme& theme, const QRectF& room, bool wrong) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double side = std::min(room.width(), room.height()) * 0.3;
    const QPointF middle = room.center();
    painter.setPen(QPen(theme.colour(wrong ? Colour::Wrong : Colour::FaintText), theme.scaled(paint::kSector)));
    painter.drawLine(middle - QPointF(side, wrong ? side : 0), middle + QPointF(side, wrong ? side : 0));
    if (wrong) painter.drawLine(middle + QPointF(-side, side), middle + QPointF(side, -side));
    painter.restore();
}

}  // namespace lanescope::code
