// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/time/time_painter.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/playback/position_words.h"
#include "widgets/stage/time/row_image.h"

namespace lanescope {
namespace {

/// A name has this much room on both sides.
constexpr double kAroundName = 4;
/// A part of a round is as wide as this on average, or rounds are drawn whole.
constexpr double kPartWidth = 64;
constexpr double kHeadWidth = 18;
constexpr double kHeadHeight = 11;
/// The present step is shaded at least so far.
constexpr double kLeastShade = 6;
constexpr double kShade = 0.22;
constexpr double kFlagWidth = 12;

QColor faded(QColor colour, double share) {
    colour.setAlphaF(static_cast<float>(share));
    return colour;
}

}  // namespace

QColor colourOf(const Theme& theme, const flow::BlockFlow& flow, flow::Activity activity,
                const flow::Touched& touched) {
    const flow::Families& families = flow.families();
    std::optional<flow::Family> family;
    switch (activity) {
        case flow::Activity::Load:
        case flow::Activity::Store:
            if (touched.array == flow::Touched::kNone) break;
            if (touched.space == program::Space::Global) family = families.ofBuffer(touched.array);
            if (touched.space == program::Space::Shared) family = families.ofShared(touched.array);
            break;
        case flow::Activity::Compute:
        case flow::Activity::Exchange: family = families.ofOwned(); break;
        default: break;
    }
    return family ? familyColour(family->number, family->kin, theme.look()) : theme.colour(Colour::Idle);
}

void TimePainter::paintTracks(QPainter& painter, const TimeScene& scene, const std::vector<Flag>& flags,
                              quint64 size) const {
    painter.save();
    paintNames(painter);
    if (!scene.range.empty()) {
        painter.setClipRect(QRectF(m_layout.left, 0, m_layout.width(), m_layout.bytes.bottom() + 1));
        paintPhases(painter, scene);
        paintRows(painter, scene);
        paintBytes(painter, scene);
        painter.setClipping(false);
        paintFlags(painter, flags);
    }
    if (!m_layout.overview.isEmpty() && size > 0) {
        const QRectF& all = m_layout.overview;
        painter.fillRect(all, m_theme.colour(Colour::Hair));
        const double count = static_cast<double>(size);
        const double left = static_cast<double>(m_layout.range.first) / count * all.width();
        const double width = static_cast<double>(m_layout.range.end - m_layout.range.first) / count * all.width();
        painter.fillRect(QRectF(all.left() + left, all.top(), std::max(3.0, width), all.height()),
                         m_theme.colour(Colour::FaintText));
    }
    painter.restore();
}

void TimePainter::paintNames(QPainter& painter) const {
    painter.setPen(m_theme.colour(Colour::FaintText));
    painter.setFont(timeFont(m_theme));
    const QFontMetricsF metrics(painter.font());
    const double margin = 2 * m_theme.scaled(paint::kGrid);
    const QRectF column(margin, 0, m_layout.left - 2 * margin, metrics.height());
    for (const TimeLayout::Label& label : m_layout.labels)
        painter.drawText(column.translated(0, label.middle - column.height() / 2), Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(label.text, Qt::ElideMiddle, column.width()));
}

std::span<const flow::Phase> TimePainter::phases(const TimeScene& scene) const {
    const auto most = static_cast<std::size_t>(m_layout.width() / m_theme.scaled(kPartWidth));
    return phasesIn(scene.sides.front().flow->phases(), scene.range, most);
}

void TimePainter::paintPhases(QPainter& painter, const TimeScene& scene) const {
    const QColor fill = m_theme.colour(Colour::Hair);
    const QColor ink = m_theme.colour(Colour::FaintText);
    for (const flow::Phase& phase : phases(scene)) paintPhase(painter, phase, fill, ink);
}

void TimePainter::paintPhase(QPainter& painter, const flow::Phase& phase, const QColor& fill, const QColor& ink) const {
    const double left = std::max(m_layout.x(static_cast<double>(phase.first)), m_layout.left);
    const double right = std::min(m_layout.x(static_cast<double>(phase.end)), m_layout.right);
    // What is very narrow is a line with half a gap.
    const double gap = std::min(1.0, (right - left) / 4);
    const QRectF bar(left + gap, m_layout.phases.top(), right - left - 2 * gap, m_layout.phases.height());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    const double radius = std::min(m_theme.scaled(4), bar.width() / 2);
    painter.drawRoundedRect(bar, radius, radius);
    painter.restore();
    const double room = bar.width() - 2 * m_theme.scaled(kAroundName);
    if (room < m_theme.scaled(paint::kGrid)) return;
    painter.setFont(timeFont(m_theme, QFont::DemiBold));
    const QFontMetricsF metrics(painter.font());
    for (const QString& name : {phaseName(phase), shortPhaseName(phase)}) {
        if (metrics.horizontalAdvance(name) > room) continue;
        painter.setPen(ink);
        painter.drawText(bar, Qt::AlignCenter, name);
        return;
    }
}

void TimePainter::paintRows(QPainter& painter, const TimeScene& scene) const {
    // As many pixels as the device has, so that nothing is smoothed.
    const double ratio = std::max(1.0, painter.deviceTransform().m11()) * painter.device()->devicePixelRatioF();
    RowImage image(m_theme, m_layout, ratio);
    for (const TimeLayout::Row& row : m_layout.rows) {
        if (row.side >= scene.sides.size()) continue;
        const TimeSide& side = scene.sides[row.side];
        for (const TimeRow& told : side.rows)
            if (told.firstWarp == row.firstWarp && told.endWarp == row.endWarp) image.add(row, told, side);
    }
    painter.drawImage(m_layout.warps, image.image());
}

void TimePainter::paintBytes(QPainter& painter, const TimeScene& scene) const {
    const QRectF& zone = m_layout.bytes;
    std::uint64_t most = 0;
    for (const TimeSide& side : scene.sides) most = std::max(most, side.mostMoved);
    // Of two blocks one has its columns above the line, the other below.
    const bool mirrored = scene.sides.size() > 1;
    const double base = mirrored ? zone.center().y() : zone.bottom() - 1;
    const double height = (mirrored ? zone.height() / 2 : zone.height()) - 1;
    for (std::size_t number = 0; number < std::min<std::size_t>(scene.sides.size(), 2); ++number) {
        const TimeSide& side = scene.sides[number];
        const std::size_t arrays = side.arrays.size();
        if (arrays == 0 || most == 0) continue;
        std::vector<QColor> colours;
        for (const flow::Touched& array : side.arrays)
            colours.push_back(colourOf(m_theme, *side.flow, flow::Activity::Load, array));
        const std::uint64_t firstColumn = side.range.first / side.barWidth;
        for (std::size_t column = 0; column * arrays < side.moved.size(); ++column) {
            const std::uint64_t from = (firstColumn + column) * side.barWidth;
            const double left = m_layout.x(side.onAxis(std::max<quint64>(from, side.range.first)));
            const double right = m_layout.x(side.onAxis(std::min<quint64>(from + side.barWidth, side.range.end)));
            // A gap between columns, where there is room for one.
            const double width = right - left > 4 ? right - left - 1 : std::max(right - left, m_theme.scaled(1.5));
            double y = base;
            for (std::size_t array = 0; array < arrays; ++array) {
                const std::uint64_t bytes = side.moved[column * arrays + array];
                if (bytes == 0) continue;
                const double part = height * static_cast<double>(bytes) / static_cast<double>(most);
                painter.fillRect(QRectF(left, number == 0 ? y - part : y, width, part), colours[array]);
                y += number == 0 ? -part : part;
            }
        }
    }
    painter.setPen(QPen(m_theme.colour(Colour::GridLine), 1));
    painter.drawLine(QPointF(zone.left(), std::floor(base) + 0.5), QPointF(zone.right(), std::floor(base) + 0.5));
}

std::vector<FlagSign> flagSigns(const Theme& theme, const TimeLayout& layout, const std::vector<Flag>& flags) {
    std::vector<FlagSign> signs;
    for (std::size_t i = 0; i < flags.size(); ++i) {
        if (flags[i].event < layout.range.first || flags[i].event >= layout.range.end) continue;
        const double x = layout.x(static_cast<double>(flags[i].event) + 1);
        if (!signs.empty() && x - signs.back().x < theme.scaled(kFlagWidth))
            signs.back().end = i + 1;
        else
            signs.push_back({x, i, i + 1});
    }
    return signs;
}

void TimePainter::paintFlags(QPainter& painter, const std::vector<Flag>& flags) const {
    if (m_layout.flags.isEmpty()) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double width = m_theme.scaled(kFlagWidth);
    const double height = m_layout.flags.height();
    QFont font = timeFont(m_theme, QFont::Bold);
    font.setPixelSize(std::max(1, qRound(height * 0.7)));
    painter.setFont(font);
    for (const FlagSign& sign : flagSigns(m_theme, m_layout, flags)) {
        const QRectF box(sign.x - width / 2, m_layout.flags.top(), width, height);
        QPainterPath pentagon(box.topLeft());
        pentagon.lineTo(box.topRight());
        pentagon.lineTo(box.right(), box.bottom() - height / 3);
        pentagon.lineTo(box.center().x(), box.bottom());
        pentagon.lineTo(box.left(), box.bottom() - height / 3);
        pentagon.closeSubpath();
        painter.fillPath(pentagon, m_theme.colour(Colour::Text));
        painter.setPen(m_theme.colour(Colour::Ground));
        painter.drawText(box.adjusted(0, -1, 0, -height / 8), Qt::AlignCenter, QStringLiteral("!"));
    }
    painter.restore();
}

void TimePainter::paintLoop(QPainter& painter, const EventRange& loop) const {
    const double left = m_layout.x(static_cast<double>(loop.first));
    const double right = m_layout.x(static_cast<double>(loop.end));
    if (right < m_layout.left || left > m_layout.right) return;
    const double top = m_layout.phases.bottom() + 1;
    const double bottom = m_layout.bytes.bottom();
    const double from = std::max(left, m_layout.left);
    const double to = std::min(right, m_layout.right);
    const QColor ink = m_theme.colour(Colour::Text);
    painter.fillRect(QRectF(from, top, std::max(1.0, to - from), bottom - top), faded(ink, 0.12));
    for (const double edge : {left, right})
        if (edge >= m_layout.left && edge <= m_layout.right)
            painter.fillRect(QRectF(edge - 0.75, top, 1.5, bottom - top), ink);
}

void TimePainter::paintNow(QPainter& painter, const TimeScene& scene, const Now& now) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (now.loop) paintLoop(painter, *now.loop);
    if (!scene.range.empty()) {
        const quint64 event = now.position > 0 ? now.position - 1 : 0;
        if (event >= scene.range.first && event < scene.range.end)
            for (const flow::Phase& phase : phases(scene))
                if (event >= phase.first && event < phase.end)
                    paintPhase(painter, phase, m_theme.colour(Colour::Text), m_theme.colour(Colour::Ground));
        const double x = m_layout.x(static_cast<double>(now.position));
        const double top = m_layout.phases.bottom() + 1;
        const double bottom = m_layout.bytes.bottom() + 2;
        if (x >= m_layout.left - 1 && x <= m_layout.right + 1) {
            const QColor amber = m_theme.colour(Colour::Now);
            const double least = m_theme.scaled(kLeastShade);
            const double from =
                std::max(m_layout.left, std::min(m_layout.x(static_cast<double>(now.step.first)), x - least));
            const double to = std::min(m_layout.right, x + least);
            painter.fillRect(QRectF(from, top, to - from, bottom - top), faded(amber, kShade));
            const double line = m_theme.scaled(paint::kRing);
            painter.fillRect(QRectF(x - line / 2, top, line, bottom - top), amber);
            const double half = m_theme.scaled(kHeadWidth) / 2;
            QPainterPath head(QPointF(x - half, top));
            head.lineTo(x + half, top);
            head.lineTo(x, top + m_theme.scaled(kHeadHeight));
            head.closeSubpath();
            painter.fillPath(head, amber);
        }
    }
    if (now.hasFocus) {
        painter.setPen(QPen(m_theme.colour(Colour::Focus), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(m_layout.left - 4, m_layout.phases.top() - 4, m_layout.width() + 8,
                                       m_layout.bytes.bottom() - m_layout.phases.top() + 8),
                                4, 4);
    }
    painter.restore();
}

}  // namespace lanescope
