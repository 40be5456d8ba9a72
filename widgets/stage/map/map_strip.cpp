// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/map_strip.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/stage/map/map_text.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr double kNarrowestItem = 3;  // pixels; below this cells share pixels and have no gaps
constexpr double kWidestItem = 64;
constexpr double kBetweenTicks = 64;
constexpr double kHighestRow = 72;

}  // namespace

MapStrip::MapStrip(const Theme& theme, MapClock& clock, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_clock(clock) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Blocks in the order of their launch"));
    const auto anew = [this] {
        m_rows = {};
        update();
    };
    connect(&theme, &Theme::changed, this, anew);
    connect(&clock, &MapClock::sizeChanged, this, anew);
    connect(&clock, &MapClock::positionChanged, this, [this] {
        describeNow();
        update();
    });
}

void MapStrip::setMaps(std::vector<ShownMap> maps) {
    m_maps = std::move(maps);
    m_rows = {};
    describeNow();
    update();
}

QString MapStrip::describe(quint64 item) const {
    QStringList lines;
    for (const ShownMap& map : m_maps)
        if (item < map.scene->items.size())
            lines += m_maps.size() > 1 ? tr("%1: %2").arg(map.name, MapText::item(*map.scene, item))
                                       : MapText::item(*map.scene, item);
    return lines.join(QLatin1Char('\n'));
}

void MapStrip::describeNow() {
    setAccessibleDescription(m_clock.atStart() ? tr("Nothing is launched yet") : describe(m_clock.position() - 1));
}

void MapStrip::layOut(const QSizeF& size) {
    const double grid = m_theme.scaled(paint::kGrid);
    const QFont font = m_theme.type(Type::Least);
    const QFontMetricsF metrics(font);
    double names = metrics.horizontalAdvance(tr("block"));
    for (const ShownMap& map : m_maps) names = std::max(names, metrics.horizontalAdvance(map.name));
    const double left = std::min(names, size.width() / 4) + 4 * grid;
    const double top = metrics.height() + 1.5 * grid;
    const double rows = static_cast<double>(std::max<std::size_t>(1, m_maps.size()));
    // Few rows are high: nothing is left empty below them.
    m_rowStep = std::min(m_theme.scaled(kHighestRow), (size.height() - top - grid) / rows);
    m_rowHeight = m_rowStep - std::min(m_rowStep / 4, m_theme.scaled(paint::kGrid));
    const double width = size.width() - left - 3 * grid;
    const auto items = static_cast<double>(std::max<quint64>(1, m_clock.size()));
    m_cells = {left, top, std::min(width, items * m_theme.scaled(kWidestItem)), m_rowStep * rows};
}

quint64 MapStrip::itemAt(double x) const {
    const auto items = static_cast<double>(m_clock.size());
    const double share = std::clamp((x - m_cells.left()) / std::max(1.0, m_cells.width()), 0.0, 1.0);
    return static_cast<quint64>(std::min(std::floor(share * items), std::max(0.0, items - 1)));
}

QRectF MapStrip::cellOf(std::size_t row, quint64 item) const {
    const double cell = m_cells.width() / static_cast<double>(std::max<quint64>(1, m_clock.size()));
    return {m_cells.left() + cell * static_cast<double>(item), m_cells.top() + m_rowStep * static_cast<double>(row),
            cell, m_rowHeight};
}

void MapStrip::paintRow(QPainter& painter, std::size_t row) const {
    const ShownMap& map = m_maps[row];
    const auto& items = map.scene->items;
    painter.setPen(m_theme.colour(Colour::FaintText));
    QFont font = m_theme.type(Type::Least);
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    mapLine(painter,
            QRectF(0, m_cells.top() + m_rowStep * static_cast<double>(row),
                   m_cells.left() - m_theme.scaled(paint::kGrid) * 2, m_rowHeight),
            map.name, Qt::AlignRight);
    painter.setPen(Qt::NoPen);
    const double width = cellOf(row, 0).width();
    const bool gaps = width >= kNarrowestItem;
    // Cells that share a pixel are told by the first of them; what is wasted beside it is seen in the next.
    const auto stride = static_cast<std::uint64_t>(std::max(1.0, std::floor(1 / width)));
    const QBrush hatch = paint::hatch(m_theme);
    for (std::uint64_t i = 0; i < items.size(); i += stride) {
        QRectF cell = cellOf(row, i);
        cell.setWidth(std::max(cell.width() * static_cast<double>(stride) - (gaps ? 2 : 0), gaps ? 1.0 : 1.0));
        if (gaps) cell.translate(1, 0);
        const bool wasted = items[i].fate == MapItem::Fate::Wasted;
        const QColor colour =
            items[i].fate >= MapItem::Fate::Elsewhere ? mapColour(m_theme, map.hue, i, items.size()) : mapIdle(m_theme);
        if (!gaps) {
            painter.fillRect(cell, colour);
            continue;
        }
        const double radius = std::min(3.0, cell.width() / 4);
        painter.setBrush(colour);
        painter.drawRoundedRect(cell, radius, radius);
        if (!wasted) continue;
        painter.setBrush(hatch);
        painter.drawRoundedRect(cell, radius, radius);
    }
}

void MapStrip::paintTicks(QPainter& painter) const {
    if (m_clock.size() == 0 || m_maps.empty()) return;
    painter.setFont(m_theme.type(Type::Least));
    painter.setPen(m_theme.colour(Colour::FaintText));
    const double grid = m_theme.scaled(paint::kGrid);
    const QRectF line(0, grid / 2, m_cells.left() - 2 * grid, m_cells.top() - grid);
    mapLine(painter, line, MapText::unit(*m_maps.front().scene), Qt::AlignRight);
    const double cell = m_cells.width() / static_cast<double>(m_clock.size());
    quint64 step = 1;
    while (cell * static_cast<double>(step) < m_theme.scaled(kBetweenTicks)) step *= 2;
    const quint64 last = m_clock.size() - 1;
    const auto tick = [&](quint64 item) {
        const QRectF at = cellOf(0, item);
        painter.drawText(QRectF(at.center().x() - 60, line.top(), 120, line.height()), Qt::AlignCenter,
                         countText(item));
    };
    for (quint64 item = 0; item + step / 2 < last || item == 0; item += step) tick(item);
    if (last > 0) tick(last);
}

void MapStrip::paintPlayhead(QPainter& painter) const {
    if (m_clock.atStart()) return;
    const QRectF cell = cellOf(0, m_clock.position() - 1);
    const double x = cell.center().x();
    const QColor now = m_theme.colour(Colour::Now);
    const double half = m_theme.scaled(9), top = m_cells.top() - m_theme.scaled(8);
    painter.setPen(QPen(now, m_theme.scaled(paint::kRing)));
    painter.drawLine(QPointF(x, top), QPointF(x, m_cells.bottom()));
    QPainterPath head(QPointF(x - half, top));
    head.lineTo(x + half, top);
    head.lineTo(x, top + m_theme.scaled(11));
    head.closeSubpath();
    painter.fillPath(head, now);
}

void MapStrip::paintTo(QPainter& painter, const QSizeF& size) {
    layOut(size);
    const double ratio = painter.device()->devicePixelRatioF();
    if (m_rows.isNull() || m_painted != size || m_rows.devicePixelRatio() != ratio) {
        m_painted = size;
        m_rows = QImage((size * ratio).toSize(), QImage::Format_RGB32);
        m_rows.setDevicePixelRatio(ratio);
        m_rows.fill(m_theme.colour(Colour::Ground));
        QPainter still(&m_rows);
        still.setRenderHint(QPainter::Antialiasing);
        paintTicks(still);
        for (std::size_t row = 0; row < m_maps.size(); ++row) paintRow(still, row);
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.drawImage(QPointF(0, 0), m_rows);
    paintPlayhead(painter);
    painter.restore();
}

void MapStrip::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    paintTo(painter, size());
    if (!hasFocus()) return;
    painter.setPen(QPen(m_theme.colour(Colour::Focus), 1, Qt::DashLine));
    painter.drawRect(m_cells.adjusted(-2, -2, 2, 2));
}

void MapStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) m_clock.seek(itemAt(event->position().x()) + 1);
}

void MapStrip::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons().testFlag(Qt::LeftButton)) m_clock.seek(itemAt(event->position().x()) + 1);
}

void MapStrip::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left: m_clock.stepBack(); break;
        case Qt::Key_Right: m_clock.stepForward(); break;
        case Qt::Key_Home: m_clock.toStart(); break;
        case Qt::Key_End: m_clock.toEnd(); break;
        default: QWidget::keyPressEvent(event);
    }
}

bool MapStrip::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const bool inside = m_cells.contains(help->pos());
    QToolTip::showText(help->globalPos(), plainTip(inside ? describe(itemAt(help->pos().x())) : QString()), this);
    return true;
}

}  // namespace lanescope
