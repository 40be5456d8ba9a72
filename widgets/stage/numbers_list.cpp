// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/numbers_list.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/style/words.h"

namespace lanescope {

using paint::kGrid;

NumbersList::NumbersList(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setAccessibleName(tr("Numbers of this launch"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    connect(&m_theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void NumbersList::setRows(const QString& title, const QStringList& heads, std::vector<Row> rows) {
    if (title == m_title && heads == m_heads && rows == m_rows) return;
    const bool sameSize = rows.size() == m_rows.size();
    m_title = title;
    m_heads = heads;
    m_rows = std::move(rows);
    m_cursor = std::min(m_cursor, m_rows.empty() ? 0 : m_rows.size() - 1);
    QStringList words;
    for (const Row& row : m_rows) words += row.title + QStringLiteral(": ") + row.values.join(QStringLiteral(", "));
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    if (!sameSize) updateGeometry();
    update();
}

double NumbersList::rowHeight() const {
    return std::ceil(std::max(QFontMetricsF(m_theme.type(Type::Body)).height() + m_theme.scaled(kGrid) * 0.75,
                              paint::originSize(m_theme) + m_theme.scaled(4)));
}

double NumbersList::headHeight() const {
    return m_title.isEmpty() ? 0 : std::ceil(QFontMetricsF(m_theme.type(Type::Head)).height() + m_theme.scaled(kGrid));
}

QSize NumbersList::sizeHint() const {
    return {qRound(m_theme.scaled(280)),
            static_cast<int>(std::ceil(headHeight() + rowHeight() * static_cast<double>(m_rows.size())))};
}

QSize NumbersList::minimumSizeHint() const { return {qRound(m_theme.scaled(160)), sizeHint().height()}; }

double NumbersList::columnWidth(const QFontMetricsF& metrics, qsizetype side) const {
    double width = side < m_heads.size() ? metrics.horizontalAdvance(m_heads[side]) : 0;
    for (const Row& row : m_rows)
        if (side < row.values.size()) width = std::max(width, metrics.horizontalAdvance(row.values[side]));
    return width;
}

void NumbersList::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    QFont bold = m_theme.type(Type::Body);
    bold.setWeight(QFont::DemiBold);
    const QFont body = m_theme.type(Type::Body);
    const QFontMetricsF metrics(bold);
    const double gap = m_theme.scaled(1.5 * kGrid);
    const double sign = paint::originSize(m_theme);
    qsizetype sides = m_heads.size();
    for (const Row& row : m_rows) sides = std::max(sides, row.values.size());
    std::vector<double> rights(static_cast<std::size_t>(sides));
    double right = width() - sign - gap;
    for (qsizetype side = sides; side-- > 0;) {
        rights[static_cast<std::size_t>(side)] = right;
        right -= columnWidth(metrics, side) + gap;
    }
    const auto put = [&](qsizetype side, double y, double height, const QString& text) {
        const double end = rights[static_cast<std::size_t>(side)];
        painter.drawText(QRectF(0, y, end, height), Qt::AlignRight | Qt::AlignVCenter, text);
    };
    if (!m_title.isEmpty()) {
        painter.setFont(m_theme.type(Type::Head));
        painter.setPen(m_theme.colour(Colour::FaintText));
        painter.drawText(QRectF(0, 0, right, headHeight()), Qt::AlignLeft | Qt::AlignVCenter, m_title.toUpper());
        painter.setPen(m_theme.colour(Colour::Text));
        for (qsizetype side = 0; side < m_heads.size(); ++side) put(side, 0, headHeight(), m_heads[side]);
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        const double y = headHeight() + rowHeight() * static_cast<double>(i);
        if (hasFocus() && i == m_cursor)
            painter.fillRect(QRectF(0, y, width(), rowHeight()), m_theme.colour(Colour::Hair));
        painter.setFont(body);
        painter.setPen(m_theme.colour(Colour::FaintText));
        painter.drawText(QRectF(0, y, right, rowHeight()), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(body).elidedText(row.title, Qt::ElideMiddle, right));
        painter.setFont(bold);
        painter.setPen(m_theme.colour(Colour::Text));
        for (qsizetype side = 0; side < row.values.size(); ++side) put(side, y, rowHeight(), row.values[side]);
        if (row.origin) paint::originSign(painter, m_theme, {width() - sign / 2 - 1, y + rowHeight() / 2}, *row.origin);
        painter.setPen(QPen(m_theme.colour(Colour::GridLine), 1));
        painter.drawLine(QPointF(0, y + rowHeight() - 0.5), QPointF(width(), y + rowHeight() - 0.5));
    }
}

std::optional<std::size_t> NumbersList::rowAt(const QPointF& point) const {
    const double row = (point.y() - headHeight()) / rowHeight();
    if (row < 0 || row >= static_cast<double>(m_rows.size())) return std::nullopt;
    return static_cast<std::size_t>(row);
}

bool NumbersList::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        if (const auto row = rowAt(help->pos()))
            QToolTip::showText(help->globalPos(), plainTip(m_rows[*row].tip), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void NumbersList::mouseReleaseEvent(QMouseEvent* event) {
    if (const auto row = rowAt(event->position())) Q_EMIT chosen(m_rows[*row].id);
}

void NumbersList::keyPressEvent(QKeyEvent* event) {
    if (m_rows.empty()) return QWidget::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Up: m_cursor -= m_cursor > 0 ? 1 : 0; break;
        case Qt::Key_Down: m_cursor += m_cursor + 1 < m_rows.size() ? 1 : 0; break;
        case Qt::Key_Return:
        case Qt::Key_Enter: Q_EMIT chosen(m_rows[m_cursor].id); return;
        default: return QWidget::keyPressEvent(event);
    }
    update();
}

}  // namespace lanescope
