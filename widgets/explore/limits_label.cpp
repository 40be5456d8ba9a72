// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/limits_label.h"

#include <QTransform>
#include <algorithm>
#include <cmath>

#include "widgets/paint/text.h"

namespace lanescope {
namespace {

constexpr double kBeforeSign = 6, kAfterWords = 2, kGroundAlpha = 0.85;

void paintLeader(QPainter& painter, const Theme& theme, const LimitsLabel& label) {
    const QPointF end(std::clamp(label.leader->x(), label.room.left(), label.room.right()),
                      std::clamp(label.leader->y(), label.room.top(), label.room.bottom()));
    painter.setPen(QPen(theme.colour(Colour::FaintText), 1));
    painter.drawLine(*label.leader, end);
}

void paintWords(QPainter& painter, const Theme& theme, const LimitsLabel& label) {
    painter.save();
    painter.setFont(theme.type(label.type));
    painter.translate(label.room.center());
    painter.rotate(label.angle);
    const QRectF at(-label.room.width() / 2, -label.room.height() / 2, label.room.width(), label.room.height());
    if (label.onGround) {
        QColor ground = theme.colour(Colour::Ground);
        ground.setAlphaF(kGroundAlpha);
        painter.fillRect(at, ground);
    }
    painter.setPen(label.colour);
    painter.drawText(at, Qt::AlignLeft | Qt::AlignVCenter, label.words);
    painter.restore();
    if (label.origin)
        paint::originSign(painter, theme, {label.room.right() - paint::originSize(theme) / 2, label.room.center().y()},
                          *label.origin);
}

}  // namespace

QPolygonF LimitsLabel::outline() const {
    QTransform turned;
    turned.translate(room.center().x(), room.center().y());
    turned.rotate(angle);
    return turned.map(QPolygonF(room.translated(-room.center())));
}

QSizeF labelSize(const Theme& theme, Type type, const QString& words, bool withOrigin) {
    const QFontMetricsF metrics(theme.type(type));
    return {std::ceil(metrics.horizontalAdvance(words)) + kAfterWords +
                (withOrigin ? paint::originSize(theme) + kBeforeSign : 0),
            std::ceil(std::max(metrics.height(), withOrigin ? paint::originSize(theme) : 0))};
}

QString longestThatFits(const QFont& font, double width, const QStringList& choices) {
    const QFontMetricsF metrics(font);
    for (const QString& each : choices)
        if (metrics.horizontalAdvance(each) <= width) return each;
    return metrics.elidedText(choices.back(), Qt::ElideRight, width);
}

bool overlap(const LimitsLabel& one, const LimitsLabel& other) {
    if (one.angle == 0 && other.angle == 0) return one.room.intersects(other.room);
    return one.outline().intersects(other.outline());
}

void paintLabels(QPainter& painter, const Theme& theme, const std::vector<LimitsLabel>& labels) {
    for (const LimitsLabel& label : labels)
        if (label.leader) paintLeader(painter, theme, label);
    for (const LimitsLabel& label : labels) paintWords(painter, theme, label);
}

}  // namespace lanescope
