// SPDX-License-Identifier: GPL-3.0-or-later
// What moves over the still picture of a side, in its order; values on their way, and marks of what is read and
// written.
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/paint/ways.h"
#include "widgets/stage/tiles/tiles_moving.h"
#include "widgets/stage/tiles/tiles_ways.h"
#include "widgets/stage/tiles/tiles_words.h"

namespace lanescope::tiles {
namespace {

constexpr std::size_t kMostRings = 48;

}  // namespace

QColor Moving::colourOf(flow::Family family) const { return familyColour(family.number, family.kin, theme.look()); }

double Moving::progressOf(std::size_t stream) const {
    const auto count = static_cast<double>(of.scene.streams.size());
    return std::clamp(progress * count - static_cast<double>(stream), 0.0, 1.0);
}

bool Moving::isOperand(const Spot& spot) const {
    return spot.kind == Spot::Kind::Slot && spot.index >= Block::kMostSlots;
}

bool Moving::isTrain(const Stream& stream) const {
    for (const Flight& flight : stream.flights) {
        const auto a = of.layout.rectOf(flight.from);
        const auto b = of.layout.rectOf(flight.to);
        if (!a || !b) continue;
        if (passesShared(flight.from, flight.to, of.layout, of.block)) return false;
        return std::min({a->width(), a->height(), b->width(), b->height()}) < theme.scaled(12);
    }
    return false;
}

double Moving::shareOf(double come, bool train, std::size_t k) {
    if (!train) return come;
    constexpr double kSpread = 0.9;
    const double place = static_cast<double>(k % (simt::kWarpSize / 2)) / (simt::kWarpSize / 2 - 1);
    return std::clamp(come * (1 + kSpread) - place * kSpread, 0.0, 1.0);
}

std::size_t Moving::streamOf(const std::optional<std::uint64_t>& event) const {
    if (event)
        for (std::size_t i = 0; i < of.scene.streams.size(); ++i)
            if (of.scene.streams[i].event == *event) return i;
    return of.scene.streams.size();
}

QFont Moving::chipFont() const {
    QFont font = theme.type(Type::Least);
    font.setWeight(QFont::Bold);
    return font;
}

bool Moving::fits(const QSizeF& chip, const QString& text) const {
    const QFontMetricsF metrics(chipFont());
    return chip.height() >= metrics.capHeight() + 4 && chip.width() >= metrics.horizontalAdvance(text) + 3;
}

void Moving::value(const QRectF& at, const QColor& colour, const QString& text) const {
    painter.setPen(QPen(theme.colour(Colour::Ground), theme.scaled(1.5)));
    painter.setBrush(colour);
    const double radius = std::min({theme.scaled(5), at.width() / 3, at.height() / 3});
    painter.drawRoundedRect(at, radius, radius);
    if (text.isEmpty() || !fits(at.size(), text)) return;
    painter.setFont(chipFont());
    painter.setPen(textOn(colour));
    painter.drawText(at, Qt::AlignCenter, text);
}

void Moving::marks() const {
    for (std::size_t i = 0; i < of.scene.streams.size(); ++i) {
        const Stream& stream = of.scene.streams[i];
        const double come = progressOf(i);
        std::set<Spot> read;
        std::set<Spot> written;
        for (const Flight& flight : stream.flights) {
            if (flight.from.kind == Spot::Kind::Cell) read.insert(flight.from);
            if (flight.to.kind == Spot::Kind::Cell || flight.to.kind == Spot::Kind::Sum) written.insert(flight.to);
        }
        std::vector<QRectF> rings;
        for (const Spot& spot : read)
            if (const auto rect = of.layout.rectOf(spot)) rings.push_back(*rect);
        for (const QRectF& ring : limited(clusters(std::move(rings)))) paint::ring(painter, theme, least(ring));
        std::vector<QRectF> bars;
        for (const Spot& spot : written)
            if (const auto rect = of.layout.rectOf(spot)) bars.push_back(*rect);
        if (come <= 0) continue;
        for (const QRectF& bar : limited(clusters(std::move(bars)))) {
            const QRectF box = least(bar);
            if (box.height() <= theme.scaled(10)) {
                painter.fillRect(box, theme.colour(Colour::Now));
                continue;
            }
            // A bar at the foot of every line of cells that is written.
            const double line = cellHeight(stream, bar);
            for (double y = bar.top() + line; y <= bar.bottom() + 0.5; y += line)
                paint::bar(painter, theme, QRectF(bar.left(), y - line, bar.width(), line), come);
        }
    }
}

double Moving::cellHeight(const Stream& stream, const QRectF& within) const {
    for (const Flight& flight : stream.flights)
        if (const auto rect = of.layout.rectOf(flight.to)) return std::max(2.0, rect->height());
    return within.height();
}

std::vector<QRectF> Moving::limited(std::vector<QRectF> rects) {
    if (rects.size() <= kMostRings) return rects;
    QRectF all = rects.front();
    for (const QRectF& rect : rects) all = all.united(rect);
    return {all};
}

QRectF Moving::least(const QRectF& rect) const {
    const double side = theme.scaled(4);
    QRectF box = rect;
    if (box.width() < side) box.adjust(-(side - box.width()) / 2, 0, (side - box.width()) / 2, 0);
    if (box.height() < side) box.adjust(0, -(side - box.height()) / 2, 0, (side - box.height()) / 2);
    return box;
}

void Moving::flights() const {
    if (style == Motion::Style::Ribbons) return;
    for (std::size_t i = 0; i < of.scene.streams.size(); ++i) {
        const double come = progressOf(i);
        if (come <= 0 || come >= 1) continue;
        const Stream& stream = of.scene.streams[i];
        const bool train = isTrain(stream);
        std::set<std::pair<Spot, Spot>> seen;
        for (std::size_t k = 0; k < stream.flights.size(); ++k) {
            const Flight& flight = stream.flights[k];
            if (isOperand(flight.to) || isOperand(flight.from)) continue;
            if (!seen.insert({flight.from, flight.to}).second) continue;
            const auto a = of.layout.rectOf(flight.from);
            const auto b = of.layout.rectOf(flight.to);
            if (!a || !b) continue;
            const double share = shareOf(come, train, k);
            if (share <= 0 || share >= 1) continue;
            const double chip = theme.scaled(theme.isCompact() ? 17 : 21);
            // It grows out of its cell and shrinks into the next.
            const double grown = std::min(1.0, 5 * std::min(share, 1 - share));
            const double side =
                std::max(4.0, grown * chip + (1 - grown) * std::min({share < 0.5 ? a->width() : b->width(), chip}));
            // In the strait there is room for as many as a line of a row of values has.
            const bool passes = passesShared(flight.from, flight.to, of.layout, of.block);
            const double most = passes ? of.layout.passTop.width() / (simt::kWarpSize / 2) - 1 : 1e9;
            const double wide = std::max(
                std::min(side, most),
                std::min(most, grown * QFontMetricsF(theme.type(Type::Least)).horizontalAdvance(flight.text) + 4));
            QPointF centre = alongWay(flight, k, of.layout, of.block, share);
            if (train) {
                // Two abreast: the halves of the warp, across the way.
                const QPointF ahead = alongWay(flight, k, of.layout, of.block, std::min(1.0, share + 0.01)) -
                                      alongWay(flight, k, of.layout, of.block, std::max(0.0, share - 0.01));
                const double length = std::hypot(ahead.x(), ahead.y());
                const double sideways = (static_cast<double>(k / (simt::kWarpSize / 2) % 2) - 0.5) * chip * grown;
                if (length > 0) centre += QPointF(-ahead.y(), ahead.x()) / length * sideways;
            }
            const QRectF at(centre.x() - wide / 2, centre.y() - side / 2, wide, side);
            value(at, colourOf(familyOf(stream, flight)), flight.text);
        }
    }
}

flow::Family Moving::familyOf(const Stream& stream, const Flight& flight) const {
    if (flight.from.kind == Spot::Kind::Slot && of.scene.slots[flight.from.index].event)
        return of.scene.slots[flight.from.index].family;
    return stream.family;
}

void Moving::pending() const {
    for (std::size_t i = 0; i < of.scene.streams.size(); ++i) {
        if (progressOf(i) >= 1 || style == Motion::Style::Ribbons) continue;
        const std::vector<Flight>& flights = of.scene.streams[i].flights;
        const bool train = isTrain(of.scene.streams[i]);
        for (std::size_t k = 0; k < flights.size(); ++k) {
            const Flight& flight = flights[k];
            if (flight.to.kind != Spot::Kind::Cell || shareOf(progressOf(i), train, k) >= 1) continue;
            const auto rect = of.layout.rectOf(flight.to);
            if (!rect || rect->width() < 3) continue;
            painter.fillRect(rect->adjusted(0.5, 0.5, -0.5, -0.5),
                             mix(theme.colour(Colour::Ground), colourOf(of.block.arrays()[flight.to.index].family),
                                 Tint::kUntouched));
        }
    }
}

void Moving::spot(const Pointers& pointers) const {
    if (of.scene.equation && of.scene.equation->sum && of.layout.plane)
        paint::spotlight(painter, theme, of.layout.plane->grid.cell(*of.scene.equation->sum).adjusted(1, 1, -1, -1));
    const auto frame = [&](const std::optional<Spot>& at, const QPen& pen, double out) {
        const auto rect = at ? of.layout.rectOf(*at) : std::nullopt;
        if (!rect) return;
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(least(*rect).adjusted(-out, -out, out, out));
    };
    frame(pointers.pinned, QPen(theme.colour(Colour::Text), theme.scaled(3)), 1);
    frame(pointers.hovered, QPen(theme.colour(Colour::Text), theme.scaled(2)), 1);
    frame(pointers.cursor, QPen(theme.colour(Colour::Focus), theme.scaled(2)), 3);
}

void paintMoving(QPainter& painter, const Theme& theme, const Picture& picture, double progress, Motion::Style style,
                 const Pointers& pointers) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const Moving moving{painter, theme, picture, progress, style};
    moving.pending();
    moving.heldWays();
    moving.computeWays();
    moving.rowsOfValues();
    moving.ways();
    moving.operands();
    moving.next();
    moving.marks();
    moving.flights();
    moving.spot(pointers);
    painter.restore();
}

}  // namespace lanescope::tiles
