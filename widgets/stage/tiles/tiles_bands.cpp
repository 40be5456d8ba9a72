// SPDX-License-Identifier: GPL-3.0-or-later
// Bands: values on their way between arrays, shared memory, rows of values and the plane, as wide as their bytes.
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <map>

#include "widgets/paint/ways.h"
#include "widgets/stage/tiles/tiles_moving.h"
#include "widgets/stage/tiles/tiles_ways.h"
#include "widgets/stage/tiles/tiles_words.h"
#include "widgets/style/numbers.h"

namespace lanescope::tiles {
namespace {

constexpr double kHeld = 0.22;  ///< of a band that brought what is still held

}  // namespace

void Moving::computeWays() const {
    for (std::size_t i = 0; i < of.scene.streams.size(); ++i) {
        const Stream& stream = of.scene.streams[i];
        if (stream.kind != flow::InstructionKind::Compute || !showsSlots()) continue;
        const bool fromOperand =
            std::ranges::any_of(stream.flights, [&](const Flight& f) { return isOperand(f.from); });
        if (!fromOperand) compute(stream, i);
    }
    paintPlaneName(painter, theme, of);
}

void Moving::ways() const {
    for (std::size_t i = 0; i < of.scene.streams.size(); ++i) {
        const Stream& stream = of.scene.streams[i];
        const bool toOperand = !stream.flights.empty() && isOperand(stream.flights.front().to);
        const bool fromOperand =
            std::ranges::any_of(stream.flights, [&](const Flight& f) { return isOperand(f.from); });
        if (toOperand || fromOperand) continue;
        if (!showsSlots() && std::ranges::any_of(stream.flights, [](const Flight& f) {
                return f.from.kind == Spot::Kind::Slot || f.to.kind == Spot::Kind::Slot;
            }))
            continue;
        if (stream.kind == flow::InstructionKind::Exchange) {
            exchange(stream, i);
            continue;
        }
        const bool computes = stream.bytes == 0;
        const double width = computes ? 0 : paint::ribbonWidth(theme, static_cast<double>(stream.bytes));
        if (computes) continue;
        const Ways ways = waysOf(stream, of.layout, of.block, width);
        const double come = progressOf(i);
        const double strength = come < 1 || style == Motion::Style::Ribbons ? kStrong : kFaint;
        for (const Way& way : ways.bands) paintWay(painter, way, colourOf(stream.family), strength);
        if (!ways.label.isNull() && i + 1 == of.scene.streams.size()) label(ways.label, stream.bytes, width);
    }
}

void Moving::heldWays() const {
    if (of.layout.product) return;
    for (std::uint32_t slot = 0; slot < of.layout.slots.size(); ++slot) {
        const SlotState& state = of.scene.slots[slot];
        if (!state.event || streamOf(state.event) < of.scene.streams.size()) continue;
        Stream stream;
        stream.event = *state.event;
        stream.family = state.family;
        for (const SlotState::Lane& lane : state.lanes) {
            if (!lane.has || lane.source.kind != Spot::Kind::Cell) continue;
            Flight flight;
            flight.from = lane.source;
            flight.to = {Spot::Kind::Slot, slot, lane.place};
            stream.flights.push_back(std::move(flight));
        }
        const double bytes = static_cast<double>(of.block.flow().activities().bytes(*state.event));
        for (const Way& way : waysOf(stream, of.layout, of.block, paint::ribbonWidth(theme, bytes)).bands)
            paintWay(painter, way, colourOf(state.family), kHeld);
    }
}

void Moving::label(const QPointF& at, std::uint64_t bytes, double width) const {
    const QString text = tr("%1 B").arg(countText(bytes));
    painter.setFont(theme.type(Type::Least));
    const QFontMetricsF metrics(painter.font());
    const QSizeF size(metrics.horizontalAdvance(text) + theme.scaled(8), metrics.height());
    QRectF box(QPointF(at.x() - size.width() / 2, at.y() - size.height() / 2), size);
    if (width < size.height()) box.moveBottom(at.y() - width / 2 - 1);
    painter.setPen(theme.colour(Colour::Text));
    painter.drawText(box, Qt::AlignCenter, text);
}

void Moving::compute(const Stream& stream, std::size_t number) const {
    if (!of.layout.plane) return;
    std::map<std::pair<Spot::Kind, std::uint32_t>, Stream> bySource;
    for (const Flight& flight : stream.flights) {
        if (flight.from.kind != Spot::Kind::Slot && flight.from.kind != Spot::Kind::Sum) continue;
        if (flight.from == flight.to) continue;
        bySource[{flight.from.kind, flight.from.index}].flights.push_back(flight);
    }
    const double come = progressOf(number);
    const PlaneGrid& plane = *of.layout.plane;
    const Grid* rows = of.layout.slots.empty() ? nullptr : &of.layout.slots.front().grid;
    const bool aligned = plane.wrapped && rows != nullptr && rows->across == plane.grid.across &&
                         std::abs(rows->width - plane.grid.width) < 2;
    for (const auto& [source, part] : bySource) {
        if (source.first != Spot::Kind::Slot || source.second >= of.layout.slots.size()) continue;
        const SlotState& state = of.scene.slots[source.second];
        const QColor colour = colourOf(state.event ? state.family : stream.family);
        const double strength = come < 1 ? kStrong : kFaint;
        if (!aligned) {
            // Beside both, from the row to the cells as a whole.
            QRectF to;
            for (const Flight& flight : part.flights)
                if (const auto rect = of.layout.rectOf(flight.to)) to = to.isNull() ? *rect : to.united(*rect);
            if (to.isNull()) continue;
            const QRectF& from = of.layout.slots[source.second].grid.cells;
            const double w = std::clamp(to.height() * 0.4, 4.0, theme.scaled(14));
            paintWay(painter,
                     {{{from.right(), from.center().y()}, {1, 0}, w}, {{to.right(), to.center().y()}, {-1, 0}, w}},
                     colour, strength);
            continue;
        }
        for (const Flight& flight : part.flights) {
            const auto a = of.layout.rectOf(flight.from);
            if (!a || plane.grid.cells.contains(a->center())) continue;
            // Up to the plane, whose numbers stay readable: bars tell where they arrive.
            const double w = std::clamp(a->width() * 0.24, 1.5, theme.scaled(6));
            const double x = a->center().x();
            painter.fillRect(QRectF(QPointF(x - w / 2, a->bottom()), QPointF(x + w / 2, plane.grid.cells.top())),
                             faded(colour, strength));
        }
    }
}

QColor Moving::faded(QColor colour, double strength) {
    colour.setAlphaF(static_cast<float>(strength));
    return colour;
}

void Moving::exchange(const Stream& stream, std::size_t number) const {
    const double come = progressOf(number);
    painter.setBrush(Qt::NoBrush);
    for (const Flight& flight : stream.flights) {
        const auto to = of.layout.rectOf(flight.to);
        if (!to) continue;
        Spot source = flight.from;
        if (source.kind == Spot::Kind::None) source = {Spot::Kind::Slot, flight.to.index, flight.move.from.lane};
        const auto from = of.layout.rectOf(source);
        if (!from || *from == *to) continue;
        QColor colour = colourOf(stream.family);
        colour.setAlphaF(static_cast<float>(come < 1 ? 0.9 : 0.6));
        painter.setPen(QPen(colour, theme.scaled(2)));
        const double lift = std::min(theme.scaled(26), 6 + std::abs(to->center().x() - from->center().x()) / 6);
        QPainterPath arc(QPointF(from->center().x(), from->bottom()));
        arc.cubicTo(QPointF(from->center().x(), from->bottom() + lift), QPointF(to->center().x(), to->bottom() + lift),
                    QPointF(to->center().x(), to->bottom()));
        painter.drawPath(arc);
    }
}

}  // namespace lanescope::tiles
