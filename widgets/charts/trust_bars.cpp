// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/trust_bars.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kMargin = 8;
constexpr int kUsualRows = 3;

QString percent(double share) { return countText(100 * share, 0) + QStringLiteral(" %"); }

}  // namespace

TrustBars::TrustBars(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("How far to trust a model"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void TrustBars::setRows(std::vector<TrustRow> rows, const QString& about, const QString& rest) {
    m_rows = std::move(rows);
    m_about = about;
    m_rest = rest;
    m_someOut = std::ranges::any_of(m_rows, [](const TrustRow& row) { return !besides(row).isEmpty(); });
    QStringList words{m_about};
    for (const TrustRow& row : m_rows) {
        words += tr("%1: %2").arg(row.model, percent(row.medianError));
        if (const QString more = besides(row); !more.isEmpty()) words.back() += QStringLiteral(", ") + more;
    }
    if (!m_rest.isEmpty()) words += m_rest;
    setAccessibleDescription(words.join(QLatin1Char('\n')));
    updateGeometry();
    update();
}

QString TrustBars::besides(const TrustRow& row) {
    if (!row.outOfRange.isEmpty()) return tr("out of range: %1").arg(row.outOfRange);
    if (!row.here) return {};
    return tr("here at most %1").arg(percent(*row.here));
}

void TrustBars::setChartStyle(ChartStyle style) {
    m_style = std::move(style);
    updateGeometry();
    update();
}

QFont TrustBars::fontOf(double factor, QFont::Weight weight) const {
    QFont font = this->font();
    font.setPointSizeF(m_style.fontPointSize * factor);
    font.setWeight(weight);
    return font;
}

int TrustBars::rowHeight() const { return QFontMetrics(fontOf(1, QFont::Normal)).height() + kMargin / 2; }

int TrustBars::headHeight() const {
    return kMargin + QFontMetrics(fontOf(m_style.nameFactor, QFont::DemiBold)).height() +
           QFontMetrics(fontOf(1, QFont::Normal)).height() + kMargin / 2;
}

QSize TrustBars::sizeHint() const {
    return {40 * QFontMetrics(fontOf(1, QFont::Normal)).averageCharWidth(),
            headHeight() + kUsualRows * rowHeight() + kMargin / 2};
}

QSize TrustBars::minimumSizeHint() const {
    return {20 * QFontMetrics(fontOf(1, QFont::Normal)).averageCharWidth(), headHeight() + 2 * rowHeight()};
}

int TrustBars::shownRows() const {
    return std::clamp((height() - headHeight()) / std::max(1, rowHeight()), 0, static_cast<int>(m_rows.size()));
}

int TrustBars::rowAt(int y) const {
    const int row = y < headHeight() ? -1 : (y - headHeight()) / rowHeight();
    return row < shownRows() ? row : -1;
}

void TrustBars::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont head = fontOf(m_style.nameFactor, QFont::DemiBold), words = fontOf(1, QFont::Normal);
    const QFontMetrics headMetrics(head), metrics(words);
    const int width = this->width() - 2 * kMargin;
    painter.setFont(head);
    painter.setPen(m_style.text);
    const QString title = headMetrics.elidedText(tr("How far to trust a model"), Qt::ElideRight, width);
    painter.drawText(QPointF(kMargin, kMargin + headMetrics.ascent()), title);
    const int used = headMetrics.horizontalAdvance(title) + 2 * kMargin;
    painter.setFont(words);
    painter.setPen(m_style.faint);
    if (!m_rows.empty())
        painter.drawText(QPointF(kMargin + used, kMargin + headMetrics.ascent()),
                         metrics.elidedText(m_rest, Qt::ElideRight, width - used));
    painter.setPen(m_style.faint);
    painter.drawText(QPointF(kMargin, kMargin + headMetrics.height() + metrics.ascent()),
                     metrics.elidedText(m_rows.empty() && !m_rest.isEmpty() ? m_rest : m_about, Qt::ElideRight, width));
    double names = 0;
    for (int i = 0; i < shownRows(); ++i) {
        const TrustRow& row = m_rows[static_cast<std::size_t>(i)];
        const QFont font = fontOf(1, row.outOfRange.isEmpty() ? QFont::DemiBold : QFont::Normal);
        names = std::max(names, QFontMetricsF(font).horizontalAdvance(row.model));
    }
    names = std::min(names, 0.36 * width);
    for (int i = 0; i < shownRows(); ++i)
        paintRow(painter, m_rows[static_cast<std::size_t>(i)],
                 QRectF(kMargin, headHeight() + i * rowHeight(), width, rowHeight()), names);
}

void TrustBars::paintRow(QPainter& painter, const TrustRow& row, const QRectF& room, double names) const {
    const bool out = !row.outOfRange.isEmpty();
    const QFont font = fontOf(1, out ? QFont::Normal : QFont::DemiBold), words = fontOf(1, QFont::Normal);
    const QFontMetricsF metrics(font);
    const double base = room.top() + metrics.ascent() + 1;
    const QString name = metrics.elidedText(row.model, Qt::ElideRight, names);
    painter.setFont(font);
    painter.setPen(out ? m_style.faint : m_style.text);
    painter.drawText(QPointF(room.left() + names - metrics.horizontalAdvance(name), base), name);

    const double number = metrics.horizontalAdvance(percent(99.99));
    const double left = room.left() + names + kMargin;
    const double most = room.width() - names - number - 3.0 * kMargin;
    const double wide = std::max(40.0, std::min(most, (m_someOut ? 0.3 : 0.5) * room.width()));
    const QRectF track(left, room.top() + 3, wide, room.height() - 8);
    const double share = std::min(1.0, row.medianError);
    const QRectF bar(track.left(), track.top(), share * wide, track.height());
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_style.hair);
    painter.drawRoundedRect(track, 3, 3);
    painter.setBrush(out ? QBrush(m_style.faint, Qt::BDiagPattern) : QBrush(m_style.faint));
    painter.drawRoundedRect(bar, 3, 3);
    if (row.medianError > 1) {  // it goes on
        painter.setBrush(m_style.faint);
        const double x = track.right() + 2, y = track.center().y(), side = track.height() / 3;
        painter.drawPolygon(QPolygonF({{x, y - side}, {x + side, y}, {x, y + side}}));
    }
    painter.setPen(m_style.text);
    if (!out && row.here) {  // where its errors in the chart end
        const double x = track.left() + std::min(1.0, *row.here) * wide;
        painter.setPen(QPen(m_style.background, 5));
        painter.drawLine(QPointF(x, track.top() - 1), QPointF(x, track.bottom() + 1));
        painter.setPen(QPen(m_style.text, 3));
        painter.drawLine(QPointF(x, track.top() - 2), QPointF(x, track.bottom() + 2));
    }
    const double numberLeft = track.right() + kMargin;
    painter.drawText(QPointF(numberLeft, base), percent(row.medianError));
    const QString more = besides(row);
    if (more.isEmpty()) return;
    painter.setFont(words);
    painter.setPen(m_style.faint);
    const double after = numberLeft + metrics.horizontalAdvance(percent(row.medianError)) + kMargin;
    painter.drawText(QPointF(after, base), QFontMetricsF(words).elidedText(more, Qt::ElideRight, room.right() - after));
}

bool TrustBars::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int at = rowAt(help->pos().y());
    if (at < 0) {
        QToolTip::hideText();
        event->ignore();
        return true;
    }
    const TrustRow& row = m_rows[static_cast<std::size_t>(at)];
    QString words = tr("%1: the median of its errors is %2.").arg(row.model, percent(row.medianError));
    if (!row.outOfRange.isEmpty()) words += QLatin1Char('\n') + tr("Out of range: %1").arg(row.outOfRange);
    if (row.here)
        words += QLatin1Char('\n') + tr("In this chart it is at most %1 off %2.").arg(percent(*row.here), row.hereFrom);
    QToolTip::showText(help->globalPos(), plainTip(words), this);
    return true;
}

}  // namespace lanescope
