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
    const int before = sizeHint().height();
    m_title = title;
    m_heads = heads;
    m_rows = std::move(rows);
    m_stacked = isCramped();
    m_cursor = std::min(m_cursor, m_rows.empty() ? 0 : m_rows.size() - 1);
    QStringList words;
    for (const Row& row : m_rows) {
        words += row.title + QStringLiteral(": ") + row.values.join(QStringLiteral(", "));
        if (!row.difference.isEmpty()) words.back() += tr(", %1 against the baseline").arg(row.difference);
    }
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    if (sizeHint().height() != before) updateGeometry();
    update();
}

namespace {

/// What is as the baseline's stands in the line of the number.
bool isEqual(const NumbersList::Row& row) { return row.difference == QStringLiteral("="); }

}  // namespace

double NumbersList::rowHeight(const Row& row) const {
    const bool below = !row.difference.isEmpty() && !isEqual(row);
    return titleHeight() + lineHeight() + (below ? std::ceil(QFontMetricsF(m_theme.type(Type::Least)).height()) : 0);
}

double NumbersList::titleHeight() const {
    return m_stacked ? std::ceil(QFontMetricsF(m_theme.type(Type::Body)).height()) : 0;
}

/// Beside its numbers a name would be a letter or two.
bool NumbersList::isCramped() const {
    constexpr double kLeast = 170;       // pixels at normal size
    constexpr qsizetype kMeasured = 60;  // letters, which are wider than that: names may be of any length
    qsizetype sides = m_heads.size();
    for (const Row& row : m_rows) sides = std::max(sides, row.values.size());
    if (sides <= 1) return false;
    QFont bold = m_theme.type(Type::Body);
    bold.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(bold), body(m_theme.type(Type::Body));
    const double gap = m_theme.scaled(1.5 * kGrid);
    double room = width() - paint::originSize(m_theme) - gap, widest = 0;
    for (const Row& row : m_rows) widest = std::max(widest, body.horizontalAdvance(row.title.left(kMeasured)));
    for (qsizetype side = 0; side < sides; ++side) room -= columnWidth(metrics, side) + gap;
    return room < std::min(widest, m_theme.scaled(kLeast));
}

void NumbersList::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool before = std::exchange(m_stacked, isCramped());
    if (before != m_stacked) updateGeometry();
}

double NumbersList::lineHeight() const {
    return std::ceil(std::max(QFontMetricsF(m_theme.type(Type::Body)).height() + m_theme.scaled(kGrid) * 0.75,
                              paint::originSize(m_theme) + m_theme.scaled(4)));
}

double NumbersList::headHeight() const {
    if (m_title.isEmpty()) return 0;
    return titleHeight() + std::ceil(QFontMetricsF(m_theme.type(Type::Head)).height() + m_theme.scaled(kGrid));
}

QSize NumbersList::sizeHint() const {
    double height = headHeight();
    for (const Row& row : m_rows) height += rowHeight(row);
    return {qRound(m_theme.scaled(280)), static_cast<int>(std::ceil(height))};
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
    const double end = width() - sign - gap;
    double right = end;
    for (qsizetype side = sides; side-- > 0;) {
        rights[static_cast<std::size_t>(side)] = right;
        right -= columnWidth(metrics, side) + gap;
    }
    const auto put = [&](qsizetype side, double y, double height, const QString& text) {
        painter.drawText(QRectF(0, y, rights[static_cast<std::size_t>(side)], height),
                         Qt::AlignRight | Qt::AlignVCenter, text);
    };
    if (!m_title.isEmpty()) {
        painter.setFont(m_theme.type(Type::Head));
        painter.setPen(m_theme.colour(Colour::FaintText));
        painter.drawText(m_stacked ? QRectF(0, 0, width(), titleHeight()) : QRectF(0, 0, right, headHeight()),
                         Qt::AlignLeft | Qt::AlignVCenter, m_title.toUpper());
        painter.setPen(m_theme.colour(Colour::Text));
        for (qsizetype side = 0; side < m_heads.size(); ++side)
            put(side, titleHeight(), headHeight() - titleHeight(), m_heads[side]);
    }
    double y = headHeight();
    for (std::size_t i = 0; i < m_rows.size(); y += rowHeight(m_rows[i]) - titleHeight(), ++i) {
        const Row& row = m_rows[i];
        const double whole = rowHeight(row) - titleHeight(), line = lineHeight();
        if (hasFocus() && i == m_cursor)
            painter.fillRect(QRectF(0, y, width(), rowHeight(row)), m_theme.colour(Colour::Hair));
        painter.setFont(body);
        painter.setPen(m_theme.colour(Colour::FaintText));
        const QRectF named = m_stacked ? QRectF(0, y, width(), titleHeight()) : QRectF(0, y, right, line);
        painter.drawText(named, Qt::AlignLeft | (m_stacked ? Qt::AlignBottom : Qt::AlignVCenter),
                         QFontMetricsF(body).elidedText(row.title, Qt::ElideMiddle, named.width()));
        y += titleHeight();  // the rest stands below it
        painter.setFont(bold);
        painter.setPen(m_theme.colour(Colour::Text));
        for (qsizetype side = 0; side < row.values.size(); ++side) put(side, y, line, row.values[side]);
        if (row.origin) paint::originSign(painter, m_theme, {width() - sign / 2 - 1, y + line / 2}, *row.origin);
        painter.setPen(m_theme.colour(Colour::Focus));
        const double first = rights.empty() ? end : rights.front();
        if (isEqual(row) && !row.values.isEmpty()) {
            const double value = metrics.horizontalAdvance(row.values.front() + QLatin1Char(' '));
            painter.drawText(QRectF(0, y, first - value, line), Qt::AlignRight | Qt::AlignVCenter, row.difference);
        } else if (!row.difference.isEmpty()) {
            painter.setFont(m_theme.type(Type::Least));
            painter.drawText(QRectF(0, y + line, first, whole - line), Qt::AlignRight | Qt::AlignTop, row.difference);
        }
        painter.setPen(QPen(m_theme.colour(Colour::GridLine), 1));
        painter.drawLine(QPointF(0, y + whole - 0.5), QPointF(width(), y + whole - 0.5));
    }
}

std::optional<std::size_t> NumbersList::rowAt(const QPointF& point) const {
    double y = headHeight();
    if (point.y() < y) return std::nullopt;
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        if (point.y() < (y += rowHeight(m_rows[row]))) return row;
    return std::nullopt;
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
