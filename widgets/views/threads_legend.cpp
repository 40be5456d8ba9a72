// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/threads_legend.h"

#include <QPainter>
#include <algorithm>

#include "widgets/style/palette.h"

namespace lanescope {

ThreadsLegend::ThreadsLegend(const Theme* theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setAccessibleName(tr("Legend"));
    // Not Minimum: its least height would be that of the narrow room in sizeHint().
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

QList<ThreadsLegend::Entry> ThreadsLegend::entries() {
    return {{Pattern::Plain, tr("writes where the colour is")},
            {Pattern::Dots, tr("writes elsewhere")},
            {Pattern::Hatch, tr("writes nothing; not written")},
            {Pattern::Cross, tr("wasted block; written by several")},
            {Pattern::Unknown, tr("not run")}};
}

QList<QRect> ThreadsLegend::place(int width) const {
    const int line = fontMetrics().height() + 4, swatch = fontMetrics().height();
    QList<QRect> rects;
    int x = 0, y = 0;
    for (const Entry& entry : entries()) {
        const int wide = swatch + 6 + fontMetrics().horizontalAdvance(entry.text) + 14;
        if (x > 0 && x + wide > width) {
            x = 0;
            y += line;
        }
        // What is wider than all the room takes several lines.
        const int room = std::max(swatch * 2, width - swatch - 8);
        const int high =
            wide <= width
                ? line
                : fontMetrics().boundingRect(QRect(0, 0, room, 10 * line), Qt::TextWordWrap, entry.text).height() + 4;
        rects += QRect(x, y, std::min(wide, width), high);
        x += wide;
        y += high - line;
    }
    return rects;
}

int ThreadsLegend::heightForWidth(int width) const { return place(width).last().bottom() + 1; }

void ThreadsLegend::paintSwatch(QPainter& painter, const QRect& rect, Pattern pattern) const {
    const QColor ink = m_theme->colour(Colour::FaintText);
    switch (pattern) {
        case Pattern::Plain: {
            QLinearGradient gradient(rect.topLeft(), rect.topRight());
            gradient.setColorAt(0, placeColour(0, 0.5));
            gradient.setColorAt(1, placeColour(1, 0.5));
            painter.fillRect(rect, gradient);
            break;
        }
        case Pattern::Dots:
            painter.fillRect(rect, m_theme->colour(Colour::Shared0));
            painter.fillRect(rect, QBrush(ink, Qt::Dense6Pattern));
            break;
        case Pattern::Hatch:
            painter.fillRect(rect, m_theme->colour(Colour::Idle));
            painter.fillRect(rect, QBrush(ink, Qt::BDiagPattern));
            break;
        case Pattern::Cross:
            painter.fillRect(rect, m_theme->colour(Colour::Idle));
            painter.fillRect(rect, QBrush(ink, Qt::DiagCrossPattern));
            break;
        case Pattern::Unknown:
        case Pattern::Outside: painter.fillRect(rect, m_theme->colour(Colour::Ground)); break;
    }
    painter.setPen(ink);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect);
}

void ThreadsLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QList<Entry> all = entries();
    const QList<QRect> rects = place(width());
    const int swatch = fontMetrics().height() - 4;
    for (qsizetype i = 0; i < all.size(); ++i) {
        paintSwatch(painter, QRect(rects[i].left() + 1, rects[i].top() + 3, swatch, swatch), all[i].pattern);
        painter.setPen(m_theme->colour(Colour::Text));
        painter.drawText(rects[i].adjusted(swatch + 8, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                         all[i].text);
    }
}

}  // namespace lanescope
