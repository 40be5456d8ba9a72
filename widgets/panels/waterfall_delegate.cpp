// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/waterfall_delegate.h"

#include <QPainter>
#include <algorithm>

#include "widgets/style/palette.h"

namespace lanescope {

void WaterfallDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index);
    const QVariant begin = index.data(From), end = index.data(To);
    if (!begin.isValid() || !end.isValid() || m_scale <= 0) return;
    const QRectF room = QRectF(option.rect).adjusted(3, 3, -3 - option.rect.height() / 2.0, -3);
    const auto xOf = [&](double seconds) {
        return room.left() + room.width() * std::clamp(seconds / m_scale, 0.0, 1.0);
    };
    const double from = begin.toDouble(), to = end.toDouble();
    const bool back = to < from;
    const double left = xOf(std::min(from, to)), right = xOf(std::max(from, to));
    const QColor ink = option.palette.color(QPalette::Text);
    const QColor faint = option.palette.color(QPalette::PlaceholderText);
    const bool dark = option.palette.color(QPalette::Base).lightness() < 128;
    painter->save();
    // A time too short to be seen still leaves a mark.
    const QRectF bar(left, room.top(), std::max(1.5, right - left), room.height());
    const bool taken = index.data(Taken).toBool();
    painter->setPen(back ? QPen(faint, 1, Qt::DashLine) : taken ? QPen(Qt::NoPen) : QPen(faint, 1));
    painter->setBrush(back    ? QBrush(Qt::NoBrush)
                      : taken ? QBrush(familyColour(0, false, dark ? Look::Dark : Look::Light))
                              : QBrush(faint, Qt::BDiagPattern));
    painter->drawRect(bar);
    if (std::max(from, to) > m_scale * 1.0001) {
        const double middle = room.center().y(), side = room.height() / 3;
        const double x = room.right() + 4;
        painter->setBrush(ink);
        painter->setRenderHint(QPainter::Antialiasing);
        painter->drawPolygon(QPolygonF({{x, middle - side}, {x + side, middle}, {x, middle + side}}));
    }
    painter->restore();
}

}  // namespace lanescope
