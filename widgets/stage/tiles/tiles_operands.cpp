// SPDX-License-Identifier: GPL-3.0-or-later
// A product's operands: from their arrays to the chips beside and above the plane, and through the rows and columns
// that they feed.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "widgets/paint/marks.h"
#include "widgets/paint/ways.h"
#include "widgets/stage/tiles/tiles_moving.h"
#include "widgets/stage/tiles/tiles_ways.h"
#include "widgets/stage/tiles/tiles_words.h"

namespace lanescope::tiles {

void Moving::operands() const {
    if (!of.layout.product || !of.layout.plane) return;
    for (const std::uint32_t side : {Block::kLeft, Block::kAbove}) {
        const SlotState& state = of.scene.slots[side];
        if (!state.event) continue;
        const std::size_t stream = streamOf(state.event);
        const double arrived = stream < of.scene.streams.size() ? progressOf(stream) : 1;
        std::set<std::uint64_t> seen;
        std::vector<QRectF> sources;
        for (const SlotState::Lane& lane : state.lanes) {
            if (!lane.has || !seen.insert(lane.place).second) continue;
            const auto chip = of.layout.rectOf({Spot::Kind::Slot, side, lane.place});
            const auto source = of.layout.rectOf(lane.source);
            if (!chip || !source) continue;
            band(*source, *chip, side, state.family, arrived < 1 ? kStrong : 0.45);
            sources.push_back(*source);
        }
        for (const QRectF& source : clusters(std::move(sources)))
            paint::ring(painter, theme, source.adjusted(-1, -1, 1, 1), stream < of.scene.streams.size() ? 1 : 0);
    }
    // Numbers stay readable under the bands.
    const Product& product = *of.block.product();
    for (const std::uint32_t side : {Block::kLeft, Block::kAbove}) {
        const ArrayGrid* grid = of.layout.gridOf(side == Block::kLeft ? product.left : product.above);
        if (grid == nullptr || !of.scene.slots[side].event) continue;
        std::set<std::uint64_t> done;
        for (const SlotState::Lane& lane : of.scene.slots[side].lanes) {
            if (!lane.has || !done.insert(lane.place).second) continue;
            const auto source = of.layout.rectOf(lane.source);
            if (!source) continue;
            QRectF rest = *source;
            if (side == Block::kLeft) {
                rest.setLeft(source->right());
                rest.setRight(grid->grid.cells.right());
            } else {
                rest.setTop(source->bottom());
                rest.setBottom(grid->grid.cells.bottom());
            }
            painter.fillRect(source->adjusted(0.5, 0.5, -0.5, -0.5), bandColour(of.scene.slots[side].family));
            paintTexts(painter, theme, of, *grid, *source, true);
            if (!rest.isEmpty()) paintTexts(painter, theme, of, *grid, rest);
        }
    }
    // Through the plane: what a row and a column feed.
    for (std::size_t i = 0; i < of.scene.streams.size(); ++i) feed(i);
    for (const std::uint32_t side : {Block::kLeft, Block::kAbove}) chips(side);
}

QColor Moving::bandColour(flow::Family family) const {
    return mix(theme.colour(Colour::Ground), colourOf(family), Tint::kInUse);
}

void Moving::band(const QRectF& source, const QRectF& chip, std::uint32_t side, flow::Family family,
                  double strength) const {
    QColor colour = colourOf(family);
    colour.setAlphaF(static_cast<float>(strength));
    if (side == Block::kLeft) {
        const double h = std::min(source.height() - 2, std::max(chip.height(), 3.0));
        if (std::abs(source.center().y() - chip.center().y()) < 1) {
            painter.fillRect(QRectF(QPointF(source.right(), source.center().y() - h / 2),
                                    QPointF(chip.left(), source.center().y() + h / 2)),
                             colour);
            return;
        }
        paintWay(painter,
                 {{{source.right(), source.center().y()}, {1, 0}, h}, {{chip.left(), chip.center().y()}, {1, 0}, h}},
                 colourOf(family), strength);
    } else {
        const double w = std::min(source.width() - 2, std::max(chip.width(), 3.0));
        if (std::abs(source.center().x() - chip.center().x()) < 1) {
            painter.fillRect(QRectF(QPointF(source.center().x() - w / 2, source.bottom()),
                                    QPointF(source.center().x() + w / 2, chip.top())),
                             colour);
            return;
        }
        // Straight on to the edge of the array, and aside only behind it.
        const double edge = of.layout.aboveChips.top() + 1;
        paintWay(painter,
                 {{{source.center().x(), source.bottom()}, {0, 1}, w},
                  {{source.center().x(), edge}, {0, 1}, w},
                  {{chip.center().x(), chip.top()}, {0, 1}, w}},
                 colourOf(family), strength);
    }
}

void Moving::feed(std::size_t number) const {
    const Stream& stream = of.scene.streams[number];
    std::map<Spot, std::vector<std::uint64_t>> fed;  // chip → sums
    for (const Flight& flight : stream.flights)
        if (isOperand(flight.from) && flight.to.kind == Spot::Kind::Sum) fed[flight.from].push_back(flight.to.number);
    const double come = progressOf(number);
    const Grid& plane = of.layout.plane->grid;
    for (const auto& [spot, sums] : fed) {
        const auto chip = of.layout.rectOf(spot);
        if (!chip) continue;
        QRectF all;
        for (const std::uint64_t sum : sums) all = all.isNull() ? plane.cell(sum) : all.united(plane.cell(sum));
        const SlotState& state = of.scene.slots[spot.index];
        QColor colour = colourOf(state.event ? state.family : stream.family);
        QLinearGradient gradient;
        QColor strong = colour;
        QColor faint = colour;
        strong.setAlphaF(0.75F);
        faint.setAlphaF(spot.index == Block::kLeft ? 0.16F : 0.34F);
        if (spot.index == Block::kLeft) {
            const double h = std::max(2.0, all.height() * 0.80);
            QRectF row(chip->right(), all.center().y() - h / 2, 0, h);
            row.setRight(chip->right() + (all.right() - chip->right()) * come);
            gradient = QLinearGradient(row.topLeft(), QPointF(all.right(), row.top()));
            gradient.setColorAt(0, strong);
            gradient.setColorAt(1, faint);
            painter.fillRect(row, gradient);
        } else {
            // Narrow through the rows that it does not feed.
            const double end = chip->bottom() + (all.bottom() - chip->bottom()) * come;
            const double wide = std::max(2.0, all.width() * 0.66);
            const double narrow = std::max(1.0, all.width() * 0.22);
            gradient = QLinearGradient(chip->center(), QPointF(chip->center().x(), all.bottom()));
            gradient.setColorAt(0, strong);
            gradient.setColorAt(1, faint);
            const double x = all.center().x();
            const auto part = [&](double from, double to, double width) {
                if (to > from) painter.fillRect(QRectF(x - width / 2, from, width, to - from), gradient);
            };
            part(chip->bottom(), std::min(end, of.layout.plane->grid.cells.top()), wide);
            part(of.layout.plane->grid.cells.top(), std::min(end, all.top()), narrow);
            part(all.top(), end, wide);
        }
    }
}

void Moving::chips(std::uint32_t side) const {
    const SlotState& state = of.scene.slots[side];
    if (!state.event) return;
    const std::size_t stream = streamOf(state.event);
    const double come = stream < of.scene.streams.size() ? progressOf(stream) : 1;
    std::set<std::uint64_t> seen;
    bool written = true;
    for (const SlotState::Lane& lane : state.lanes) {
        const auto chip = of.layout.rectOf({Spot::Kind::Slot, side, lane.place});
        if (lane.has && chip) written = written && fits(chip->size(), lane.text);
    }
    for (const SlotState::Lane& lane : state.lanes) {
        if (!lane.has || !seen.insert(lane.place).second) continue;
        const auto chip = of.layout.rectOf({Spot::Kind::Slot, side, lane.place});
        const auto source = of.layout.rectOf(lane.source);
        if (!chip) continue;
        QRectF at = *chip;
        if (source) at.moveCenter(source->center() + (chip->center() - source->center()) * come);
        value(at, colourOf(state.family), written ? lane.text : QString());
    }
}

}  // namespace lanescope::tiles
