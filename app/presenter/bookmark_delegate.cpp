// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenter/bookmark_delegate.h"

#include <QPainter>
#include <QPixmap>
#include <QTextLayout>
#include <algorithm>

#include "widgets/paint/marks.h"

namespace lanescope {
namespace {

constexpr int kLines = 2;  // of a caption

/// At most so many lines, the last one cut at its end.
void drawLines(QPainter& painter, const QRectF& room, const QString& words) {
    QTextLayout layout(words, painter.font());
    layout.beginLayout();
    double y = room.top();
    for (int line = 0; line < kLines; ++line) {
        QTextLine laid = layout.createLine();
        if (!laid.isValid()) break;
        laid.setLineWidth(room.width());
        const QString rest = words.mid(laid.textStart());
        const QString shown = line + 1 < kLines
                                  ? rest.left(laid.textLength())
                                  : painter.fontMetrics().elidedText(rest, Qt::ElideRight, int(room.width()));
        painter.drawText(QPointF(room.left(), y + painter.fontMetrics().ascent()), shown);
        y += painter.fontMetrics().lineSpacing();
    }
    layout.endLayout();
}

}  // namespace

QSize BookmarkDelegate::pictureSize(const Theme& theme) { return {qRound(theme.scaled(96)), qRound(theme.scaled(60))}; }

QSize BookmarkDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& /*index*/) const {
    const int grid = qRound(m_theme.scaled(paint::kGrid));
    const int words = (kLines + 1) * QFontMetrics(m_theme.type(Type::Least)).lineSpacing();
    return {option.rect.width(), std::max(pictureSize(m_theme).height(), words) + grid};
}

void BookmarkDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const double grid = m_theme.scaled(paint::kGrid);
    const QRectF room = QRectF(option.rect).adjusted(grid / 2, grid / 2, -grid / 2, -grid / 2);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool chosen = (option.state & QStyle::State_Selected) != 0;
    if (chosen) painter->fillRect(option.rect, m_theme.colour(Colour::Hair));
    // Amber is this moment: what is shown in the window now.
    if (index.data(Present).toBool())
        painter->fillRect(QRectF(option.rect.left(), option.rect.top(), paint::kBest, option.rect.height()),
                          m_theme.colour(Colour::Now));
    const QSizeF size = pictureSize(m_theme);
    const QRectF frame(QPointF(room.left() + grid / 2, room.top()), size);
    painter->fillRect(frame, m_theme.colour(Colour::Ground));
    if (const auto picture = index.data(Picture).value<QPixmap>(); !picture.isNull())
        painter->drawPixmap(frame, picture, QRectF(picture.rect()));
    painter->setPen(QPen(m_theme.colour(Colour::GridLine), paint::kHair));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(frame);
    const QFont body = m_theme.type(Type::Least);
    QFont bold = body;
    bold.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(bold);
    const QString number = index.data(Number).toString();
    const QRectF chip(frame.topLeft(), QSizeF(std::max(metrics.horizontalAdvance(number), metrics.height() / 2) + grid,
                                              metrics.height()));
    painter->fillRect(chip, m_theme.colour(Colour::Text));
    painter->setPen(m_theme.colour(Colour::Ground));
    painter->setFont(bold);
    painter->drawText(chip, Qt::AlignCenter, number);
    const QRectF words(frame.right() + grid, room.top(), room.right() - frame.right() - grid, room.height());
    painter->setFont(body);
    painter->setPen(m_theme.colour(Colour::Text));
    drawLines(*painter, words, index.data(Qt::DisplayRole).toString());
    // Below it: what is wrong, else where it leads.
    const QString problem = index.data(Problem).toString(), signs = index.data(Signs).toString();
    const double below = room.top() + kLines * QFontMetricsF(body).lineSpacing();
    const double wide = signs.isEmpty() ? 0 : metrics.horizontalAdvance(signs) + grid;
    painter->setPen(m_theme.colour(problem.isEmpty() ? Colour::FaintText : Colour::Wrong));
    const QString where = problem.isEmpty() ? index.data(Where).toString() : tr("✗ %1").arg(problem);
    const QRectF line(words.left(), below, words.width() - wide, metrics.lineSpacing());
    painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(where, Qt::ElideRight, int(line.width())));
    painter->setFont(bold);
    painter->setPen(m_theme.colour(Colour::Text));
    painter->drawText(QRectF(line.right(), below, wide, metrics.lineSpacing()), Qt::AlignRight | Qt::AlignVCenter,
                      signs);
    if ((option.state & QStyle::State_HasFocus) != 0) {
        painter->setPen(QPen(m_theme.colour(Colour::Focus), 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(QRectF(option.rect).adjusted(1, 1, -1, -1));
    }
    painter->restore();
}

}  // namespace lanescope
