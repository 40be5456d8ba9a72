// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/text.h"

#include <QPainterPath>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"

namespace lanescope::paint {
namespace {

constexpr double kLeastCell = 20;
constexpr double kAroundValue = 6;
constexpr double kSwatch = 16;
constexpr double kSign = 22;

/// Text cut to a width, ended by … if it had to be.
void line(QPainter& painter, const QRectF& rect, const QString& text) {
    painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(painter.font()).elidedText(text, Qt::ElideRight, rect.width()));
}

struct Lines {
    QTextLayout layout;
    double height = 0;
};

void layOut(Lines& lines, const Theme& theme, double width, Type type, const QString& text) {
    lines.layout.setFont(theme.type(type));
    lines.layout.setText(QString(text).replace(QLatin1Char('\n'), QChar::LineSeparator));
    lines.layout.beginLayout();
    for (QTextLine line = lines.layout.createLine(); line.isValid(); line = lines.layout.createLine()) {
        line.setLineWidth(std::max(1.0, width));
        line.setPosition({0, lines.height});
        lines.height += std::ceil(line.height() * 1.05);
    }
    lines.layout.endLayout();
}

QPainterPath outlineOf(Origin origin, const QRectF& box) {
    QPainterPath path;
    const QPointF centre = box.center();
    const double half = box.width() / 2;
    switch (origin) {
        case Origin::Emulated: path.addEllipse(box); break;
        case Origin::Replayed:
        case Origin::Measured: path.addRoundedRect(box.adjusted(1, 1, -1, -1), half / 4, half / 4); break;
        case Origin::Simulated:  // a hexagon: not run, yet step by step
            path.moveTo(box.left(), centre.y());
            path.lineTo(centre.x() - half / 2, box.top());
            path.lineTo(centre.x() + half / 2, box.top());
            path.lineTo(box.right(), centre.y());
            path.lineTo(centre.x() + half / 2, box.bottom());
            path.lineTo(centre.x() - half / 2, box.bottom());
            path.closeSubpath();
            break;
        case Origin::Estimated:
            path.moveTo(centre.x(), centre.y() - half * 1.2);
            path.lineTo(centre.x() + half * 1.2, centre.y());
            path.lineTo(centre.x(), centre.y() + half * 1.2);
            path.lineTo(centre.x() - half * 1.2, centre.y());
            path.closeSubpath();
            break;
        case Origin::Published:
            path.moveTo(box.left() + 2, box.top());
            path.lineTo(box.right() - half / 1.6, box.top());
            path.lineTo(box.right() - 2, box.top() + half / 1.6);
            path.lineTo(box.right() - 2, box.bottom());
            path.lineTo(box.left() + 2, box.bottom());
            path.closeSubpath();
            break;
    }
    return path;
}

QString letterOf(Origin origin) {
    switch (origin) {
        case Origin::Measured: return QStringLiteral("M");
        case Origin::Replayed: return QStringLiteral("R");
        case Origin::Emulated: return QStringLiteral("E");
        case Origin::Simulated: return QStringLiteral("S");
        case Origin::Estimated: return QStringLiteral("P");
        case Origin::Published: return QStringLiteral("D");
    }
    return {};
}

}  // namespace

bool valueFits(const QFontMetricsF& metrics, const QString& text, const QSizeF& cell, const Theme& theme) {
    const double width = metrics.horizontalAdvance(text);
    const double around = theme.scaled(kAroundValue);
    const double least = theme.scaled(kLeastCell);
    if (cell.height() < std::min(least, metrics.capHeight() + around)) return false;
    return text.size() <= 1 ? cell.width() >= least : cell.width() >= width + around;
}

double heading(QPainter& painter, const Theme& theme, const QRectF& rect, const QString& title, const QString& about) {
    painter.save();
    const QFont bold = theme.type(Type::Title);
    const QFontMetricsF metrics(bold);
    const double height = std::ceil(metrics.height());
    painter.setFont(bold);
    painter.setPen(theme.colour(Colour::Text));
    line(painter, {rect.left(), rect.top(), rect.width(), height}, title);
    const double used = metrics.horizontalAdvance(title) + theme.scaled(2 * kGrid);
    if (!about.isEmpty() && used < rect.width() - theme.scaled(6 * kGrid)) {
        // Smaller rather than cut; on paper, where nobody can make room for it, not at all.
        const auto fits = [&](Type type) {
            return QFontMetricsF(theme.type(type)).horizontalAdvance(about) <= rect.width() - used;
        };
        painter.setFont(theme.type(fits(Type::Body) ? Type::Body : Type::Least));
        painter.setPen(theme.colour(Colour::FaintText));
        if (fits(Type::Least) || !theme.isFigure())
            line(painter, {rect.left() + used, rect.top(), rect.width() - used, height}, about);
    }
    const double rule = rect.top() + height + theme.scaled(kGrid) / 2;
    painter.setPen(QPen(theme.colour(Colour::Text), theme.scaled(kFrame)));
    painter.drawLine(QPointF(rect.left(), rule), QPointF(rect.right(), rule));
    painter.restore();
    return height + theme.scaled(kGrid);
}

double arrayName(QPainter& painter, const Theme& theme, const QRectF& rect, const QColor& hue, const QString& name,
                 const QString& about) {
    painter.save();
    const QFont bold = theme.type(Type::Name);
    const QFontMetricsF metrics(bold);
    const double height = std::ceil(metrics.height());
    const double side = theme.scaled(kSwatch);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(hue);
    painter.drawRoundedRect(QRectF(rect.left(), rect.top() + (height - side) / 2, side, side), 3, 3);
    double x = rect.left() + side + theme.scaled(kGrid);
    painter.setFont(bold);
    painter.setPen(theme.colour(Colour::Text));
    line(painter, {x, rect.top(), rect.right() - x, height}, name);
    x += metrics.horizontalAdvance(name) + theme.scaled(kGrid);
    painter.setFont(theme.type(Type::Least));
    painter.setPen(theme.colour(Colour::FaintText));
    if (QFontMetricsF(painter.font()).horizontalAdvance(about) <= rect.right() - x)
        line(painter, {x, rect.top(), rect.right() - x, height}, about);
    painter.restore();
    return height;
}

double paragraph(QPainter& painter, const Theme& theme, const QRectF& rect, Type type, Colour colour,
                 const QString& text) {
    Lines lines;
    layOut(lines, theme, rect.width(), type, text);
    painter.save();
    painter.setFont(theme.type(type));
    painter.setPen(theme.colour(colour));
    double used = 0;
    for (int i = 0; i < lines.layout.lineCount(); ++i) {
        const QTextLine now = lines.layout.lineAt(i);
        const double below = now.y() + now.height();
        const bool last = i + 1 < lines.layout.lineCount() && below + now.height() > rect.height();
        if (last) {
            QRectF row(rect.left(), rect.top() + now.y(), rect.width(), now.height());
            painter.drawText(
                row, Qt::AlignLeft | Qt::AlignVCenter,
                QFontMetricsF(painter.font()).elidedText(text.mid(now.textStart()), Qt::ElideRight, rect.width()));
            used = below;
            break;
        }
        now.draw(&painter, rect.topLeft());
        used = below;
    }
    painter.restore();
    return used;
}

double paragraphHeight(const Theme& theme, double width, Type type, const QString& text) {
    Lines lines;
    layOut(lines, theme, width, type, text);
    return lines.height;
}

double originSize(const Theme& theme) { return theme.scaled(kSign); }

void originSign(QPainter& painter, const Theme& theme, const QPointF& centre, Origin origin) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double side = originSize(theme);
    const QRectF box(centre.x() - side / 2, centre.y() - side / 2, side, side);
    const bool filled = origin == Origin::Measured;
    const QColor ink = theme.colour(Colour::FaintText);
    painter.setPen(QPen(ink, theme.scaled(kFrame)));
    painter.setBrush(filled ? QBrush(ink) : QBrush(Qt::NoBrush));
    painter.drawPath(outlineOf(origin, box));
    QFont font = theme.type(Type::Head);
    font.setPixelSize(std::max({1, qRound(side * 0.6), qRound(theme.scaled(theme.leastPixels()))}));
    painter.setFont(font);
    painter.setPen(filled ? theme.colour(Colour::Ground) : ink);
    painter.drawText(box, Qt::AlignCenter, letterOf(origin));
    painter.restore();
}

}  // namespace lanescope::paint
