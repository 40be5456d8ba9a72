// SPDX-License-Identifier: GPL-3.0-or-later
// The words, numbers and signs around the bands of the warps view.
#include <QFontMetricsF>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/stage/warps/warps_colours.h"
#include "widgets/stage/warps/warps_painter.h"
#include "widgets/style/numbers.h"

namespace lanescope::warps {
namespace {

constexpr double kForkWidth = 14;
constexpr double kForkHeight = 10;

QFont boldOf(QFont font, bool bold) {
    font.setWeight(bold ? QFont::Bold : QFont::Normal);
    return font;
}

}  // namespace

void paintFork(QPainter& painter, const Theme& theme, const QPointF& at, const QColor& colour, bool meets) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(colour, theme.scaled(2));
    pen.setCapStyle(Qt::RoundCap);
    painter.setPen(pen);
    const double half = theme.scaled(kForkWidth) / 2 * (meets ? -1 : 1);
    const double up = theme.scaled(kForkHeight) / 2;
    for (const double way : {-up, up}) {
        QPainterPath path(at - QPointF(half, 0));
        path.cubicTo(at, at + QPointF(0, way), at + QPointF(half, way));
        painter.drawPath(path);
    }
    painter.restore();
}

void WarpsPainter::paintSigns(QPainter& painter, const GroupBox& box, bool both) const {
    const Group& group = m_scene.group(box.group);
    if (m_layout.signs == 0) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        const double side = m_theme.scaled(3);
        for (const Fork& fork : group.forks) {  // a notch where lanes part
            const Band& band = m_layout.bands[fork.warp];
            if (band.height < 4 * side) break;
            const double x = box.columns[group.column(fork.event)].right;
            QPainterPath notch(QPointF(x - side, band.top - 1));
            notch.lineTo(x + side, band.top - 1);
            notch.lineTo(x, band.top + side);
            notch.closeSubpath();
            painter.fillPath(notch, m_theme.colour(Colour::Text));
        }
        painter.restore();
        return;
    }
    for (const Band& band : m_layout.bands) paintForks(painter, box, band, both);
}

std::vector<WarpsPainter::ForkSign> WarpsPainter::forkSigns(const GroupBox& box, const Band& band) const {
    const Group& group = m_scene.group(box.group);
    const double sign = m_theme.scaled(kForkWidth);
    std::vector<ForkSign> signs;
    double free = box.x.left - sign;
    for (const Fork& fork : group.forks) {
        if (fork.warp != band.warp) continue;
        const double x = box.columns[group.column(fork.event)].right - sign / 4;
        if (x - sign / 2 < free) continue;
        if (!signs.empty()) signs.back().limit = x - sign / 2;
        free = x + sign / 2 + 1;
        signs.push_back({x, box.x.right + m_theme.scaled(6), countText(simt::lanesIn(fork.running & ~fork.taken)),
                         QStringLiteral("·") + countText(simt::lanesIn(fork.taken))});
    }
    return signs;
}

/// Both counts of all forks of the page, if all of them have room; else those that go on.
bool WarpsPainter::bothCountsFit() const {
    const QFontMetricsF bold(boldOf(m_theme.type(Type::Least), true));
    const QFontMetricsF plain(m_theme.type(Type::Least));
    for (const GroupBox& box : m_layout.groups)
        for (const Band& band : m_layout.bands)
            for (const ForkSign& sign : forkSigns(box, band))
                if (sign.x + m_theme.scaled(kForkWidth) / 2 + 2 + bold.horizontalAdvance(sign.past) +
                        plain.horizontalAdvance(sign.taken) >
                    sign.limit)
                    return false;
    return true;
}

/// Forks with their counts come first, then meetings where there is room between them.
void WarpsPainter::paintForks(QPainter& painter, const GroupBox& box, const Band& band, bool both) const {
    const Group& group = m_scene.group(box.group);
    const QColor ink = m_theme.colour(Colour::FaintText);
    const double sign = m_theme.scaled(kForkWidth);
    const QFont bold = boldOf(m_theme.type(Type::Least), true);
    const QFont plain = m_theme.type(Type::Least);
    const double y = band.top - m_layout.signs / 2 - 1;
    std::vector<Extent> taken;
    for (const ForkSign& fork : forkSigns(box, band)) {
        paintFork(painter, m_theme, {fork.x, y}, ink, false);
        double free = fork.x + sign / 2 + 1;
        const double wide = QFontMetricsF(bold).horizontalAdvance(fork.past) + 1;
        if (free + wide <= fork.limit) {
            QRectF row(free, band.top - m_layout.signs, fork.limit - free, m_layout.signs - 2);
            painter.setFont(bold);
            painter.setPen(m_theme.colour(Colour::Text));
            painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, fork.past);
            free += wide;
            if (both) {
                row.setLeft(free);
                painter.setFont(plain);
                painter.setPen(ink);
                painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, fork.taken);
                free += QFontMetricsF(plain).horizontalAdvance(fork.taken) + 1;
            }
        }
        taken.push_back({fork.x - sign / 2, free});
    }
    for (const Meeting& meeting : group.meetings) {
        if (meeting.warp != band.warp) continue;
        const double x = box.columns[group.column(meeting.event)].left - sign / 4;
        const Extent here{x - sign / 2, x + sign / 2};
        const auto overlaps = [&](const Extent& other) { return other.left < here.right && here.left < other.right; };
        if (std::ranges::any_of(taken, overlaps)) continue;
        paintFork(painter, m_theme, {x, y}, ink, true);
        taken.push_back(here);
    }
}

/// "×64" on rounds that lie one over the other.
void WarpsPainter::paintTimes(QPainter& painter, const GroupBox& box) const {
    const Group& group = m_scene.group(box.group);
    const QFont font = boldOf(m_theme.type(Type::Least), true);
    const QFontMetricsF metrics(font);
    for (std::size_t i = 0; i < group.columns.size(); i += group.columns[i].period) {
        const Column& column = group.columns[i];
        if (column.times < 2) continue;
        const std::size_t last = std::min(i + column.period, group.columns.size()) - 1;
        const Extent x{box.columns[i].left, box.columns[last].right};
        const QString text = QStringLiteral("×") + countText(column.times);
        const QSizeF size(metrics.horizontalAdvance(text) + 8, metrics.height());
        if (size.width() > x.width() + 4) continue;
        for (const Band& band : m_layout.bands) {
            if (column.cells[band.warp].empty() || band.height < size.height()) continue;
            const QRectF plate(x.middle() - size.width() / 2, band.top + (band.height - size.height()) / 2,
                               size.width(), size.height());
            painter.save();
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(m_theme.colour(Colour::Ground));
            painter.drawRoundedRect(plate, 4, 4);
            painter.setFont(font);
            painter.setPen(m_theme.colour(Colour::Text));
            painter.drawText(plate, Qt::AlignCenter, text);
            painter.restore();
            break;  // the first that does it says it for all
        }
    }
}

void WarpsPainter::paintNumbers(QPainter& painter, const GroupBox& box, bool present) const {
    const Group& group = m_scene.group(box.group);
    const double over = m_theme.scaled(4);
    const QFont font = boldOf(m_theme.type(Type::Least), present || group.lanesWorking() > 0);
    painter.setFont(font);
    const QString lanes = countText(group.lanesWorking());
    const bool quiet = group.lanesWorking() == 0;
    painter.setPen(m_theme.colour(quiet ? Colour::FaintText : Colour::Text));
    const QRectF cell(box.x.left - over, m_layout.lanes.top(), box.x.width() + 2 * over, m_layout.lanes.height());
    if (QFontMetricsF(font).horizontalAdvance(lanes) <= cell.width()) painter.drawText(cell, Qt::AlignCenter, lanes);
    const QRectF row(cell.left(), m_layout.squares.top(), cell.width(), m_layout.squares.height());
    const double side = std::min(m_theme.scaled(14), row.height() - 4);
    const double gap = m_theme.scaled(3);
    const std::uint32_t warps = m_scene.warps();
    const double width = warps * (side + gap) - gap;
    if (width > row.width()) {
        painter.setPen(m_theme.colour(quiet ? Colour::FaintText : Colour::Text));
        const QString of = countText(group.warpsWorking());
        if (QFontMetricsF(font).horizontalAdvance(of) <= row.width()) painter.drawText(row, Qt::AlignCenter, of);
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    double x = row.center().x() - width / 2;
    for (std::uint32_t warp = 0; warp < warps; ++warp, x += side + gap) {
        const QRectF square(x + 0.5, row.center().y() - side / 2 + 0.5, side - 1, side - 1);
        const bool works = group.working[warp] != 0;
        const QColor hue =
            m_side.count > 1 ? wayColour(m_theme, 0, m_side.number, m_side.count) : m_theme.colour(Colour::FaintText);
        painter.setPen(works ? QPen(Qt::NoPen) : QPen(m_theme.colour(Colour::Idle), 1.5));
        painter.setBrush(works ? QBrush(hue) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(square, 3, 3);
    }
    painter.restore();
}

void WarpsPainter::paintLabels(QPainter& painter, std::optional<std::uint32_t> warp,
                               const std::vector<bool>& waits) const {
    const QFontMetricsF metrics(m_theme.type(Type::Least));
    const double line = metrics.height();
    const QRectF& labels = m_layout.labels;
    double free = labels.top() - 100;
    for (const Band& band : m_layout.bands) {
        const bool roomy = band.height >= 2 * line;
        const double top = roomy ? band.top : band.top + (band.height - line) / 2;
        const bool now = warp == band.warp;
        if (top < free && !now) continue;
        QRectF row(labels.left(), top, labels.width(), line);
        painter.setFont(boldOf(m_theme.type(Type::Least), now));
        painter.setPen(m_theme.colour(now ? Colour::Text : Colour::FaintText));
        if (top >= free) {
            painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, QObject::tr("warp %1").arg(band.warp));
            free = top + line;
        }
        if (!roomy) continue;
        painter.setFont(m_theme.type(Type::Least));
        painter.setPen(m_theme.colour(Colour::FaintText));
        row.translate(0, line);
        const bool waiting = band.warp < waits.size() && waits[band.warp];
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter,
                         waiting ? QObject::tr("waits") : QObject::tr("lane 0"));
        if (band.height >= 3.5 * line)
            painter.drawText(QRectF(labels.left(), band.bottom() - line, labels.width(), line),
                             Qt::AlignRight | Qt::AlignVCenter, countText(simt::kWarpSize - 1));
        free = std::max(free, row.bottom());
    }
    painter.setFont(m_theme.type(Type::Least));
    painter.setPen(m_theme.colour(Colour::FaintText));
    const auto name = [&](const QRectF& row, const QString& text) {
        painter.drawText(QRectF(labels.left(), row.top(), labels.width(), row.height()),
                         Qt::AlignRight | Qt::AlignVCenter, text);
    };
    name(m_layout.lanes, QObject::tr("lanes"));
    name(m_layout.squares, QObject::tr("warps"));
}

void WarpsPainter::paintNames(QPainter& painter, std::size_t present, std::optional<std::uint32_t> warp,
                              const std::vector<bool>& waits) const {
    const double over = m_theme.scaled(6);
    double free = m_layout.names.left() - over;
    for (std::size_t i = 0; i < m_layout.groups.size(); ++i) {
        const GroupBox& box = m_layout.groups[i];
        const bool now = box.group == present;
        const QFont font = boldOf(m_theme.type(Type::Least), now);
        const QFontMetricsF metrics(font);
        painter.setFont(font);
        painter.setPen(m_theme.colour(now ? Colour::Text : Colour::FaintText));
        const double left = std::max(free, box.x.left - over);
        const double right = i + 1 < m_layout.groups.size()
                                 ? std::max(box.x.right + over, m_layout.groups[i + 1].x.left - over)
                                 : m_layout.names.right();
        for (const QString& name : {m_scene.nameOf(box.group), m_scene.shortNameOf(box.group)}) {
            const double width = metrics.horizontalAdvance(name);
            if (width > right - left) continue;
            const double x = std::clamp(box.x.middle() - width / 2, left, right - width);
            painter.drawText(QRectF(x, m_layout.names.top(), width + 1, m_layout.names.height()),
                             Qt::AlignLeft | Qt::AlignVCenter, name);
            free = x + width + over / 2;
            break;
        }
        paintNumbers(painter, box, now);
    }
    paintLabels(painter, warp, waits);
}

void paintLegend(QPainter& painter, const Theme& theme, const QRectF& row, Hue hue, std::size_t sides) {
    const QFont font = theme.type(Type::Least);
    const QFontMetricsF metrics(font);
    const double grid = theme.scaled(paint::kGrid);
    const double mark = theme.scaled(14);
    double x = row.left();
    const double y = row.center().y();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font);
    const auto item = [&](double wide, const QString& text, const auto& draw) {
        const double width = wide + grid + metrics.horizontalAdvance(text);
        if (x + width > row.right()) return;
        draw(QRectF(x, y - mark / 2, wide, mark));
        painter.setPen(theme.colour(Colour::FaintText));
        painter.drawText(QRectF(x + wide + grid * 0.75, row.top(), width, row.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
        x += width + 2 * grid;
    };
    item(mark, QObject::tr("asks"), [&](const QRectF& box) { painter.fillRect(box, asksColour(theme)); });
    const std::size_t ways = 2;
    item(ways * mark + 2,
         sides > 1         ? QObject::tr("works")
         : hue == Hue::Way ? QObject::tr("works, by its way")
                           : QObject::tr("works, by its array"),
         [&](QRectF box) {
             box.setWidth(mark);
             for (std::uint32_t i = 0; i < ways; ++i, box.translate(mark + 2, 0))
                 painter.fillRect(box, sides > 1 ? wayColour(theme, 0, i, sides) : wayColour(theme, i, 0, sides));
         });
    item(2 * mark, QObject::tr("waits for its warp"), [&](const QRectF& box) {
        painter.fillRect(QRectF(box.left(), y - 0.75, box.width(), 1.5), waitsColour(theme));
    });
    item(2 * mark, QObject::tr("warp goes past, whole"),
         [&](const QRectF& box) { painter.fillRect(QRectF(box.left(), y - 1.5, box.width(), 3), pastColour(theme)); });
    item(mark / 2, QObject::tr("barrier"), [&](const QRectF& box) {
        painter.fillRect(QRectF(box.left(), box.top() - 1, theme.scaled(4), box.height() + 2),
                         theme.colour(Colour::Text));
    });
    item(mark, QObject::tr("lanes part"),
         [&](const QRectF& box) { paintFork(painter, theme, box.center(), theme.colour(Colour::FaintText), false); });
    item(mark, QObject::tr("meet"),
         [&](const QRectF& box) { paintFork(painter, theme, box.center(), theme.colour(Colour::FaintText), true); });
    painter.restore();
}

}  // namespace lanescope::warps
