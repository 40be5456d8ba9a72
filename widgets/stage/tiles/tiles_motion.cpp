// SPDX-License-Identifier: GPL-3.0-or-later
// What moves over the still picture of a side: bands, rows of values, chips, and marks of what is read and written.
#include <QCoreApplication>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/paint/ways.h"
#include "widgets/stage/tiles/tiles_painter.h"
#include "widgets/stage/tiles/tiles_ways.h"
#include "widgets/stage/tiles/tiles_words.h"
#include "widgets/style/numbers.h"

namespace lanescope::tiles {
namespace {

constexpr double kStrong = 0.55;  ///< of a band whose values are under way
constexpr double kFaint = 0.30;   ///< whose values have arrived
constexpr double kHeld = 0.22;    ///< that brought what is still held
constexpr double kMostRings = 48;

QString tr(const char* text) { return QCoreApplication::translate("lanescope::tiles::Painter", text); }

struct Moving {
    QPainter& painter;
    const Theme& theme;
    const Picture& of;
    double progress;
    Motion::Style style;

    [[nodiscard]] QColor colourOf(flow::Family family) const {
        return familyColour(family.number, family.kin, theme.look());
    }
    /// How far a stream has come: those of a step go one after the other.
    [[nodiscard]] double progressOf(std::size_t stream) const {
        const auto count = static_cast<double>(of.scene.streams.size());
        return std::clamp(progress * count - static_cast<double>(stream), 0.0, 1.0);
    }
    [[nodiscard]] bool isOperand(const Spot& spot) const {
        return spot.kind == Spot::Kind::Slot && spot.index >= Block::kMostSlots;
    }
    [[nodiscard]] bool showsSlots() const { return tiles::showsSlots(of.layout, of.scene); }

    /// Values that come out of, or go into, cells too small for their chips go one after the other, as a train.
    [[nodiscard]] bool isTrain(const Stream& stream) const {
        for (const Flight& flight : stream.flights) {
            const auto a = of.layout.rectOf(flight.from);
            const auto b = of.layout.rectOf(flight.to);
            if (!a || !b) continue;
            if (passesShared(flight.from, flight.to, of.layout, of.block)) return false;
            return std::min({a->width(), a->height(), b->width(), b->height()}) < theme.scaled(12);
        }
        return false;
    }
    /// How far a flight has come: `k` of the flights of a stream.
    [[nodiscard]] static double shareOf(double come, bool train, std::size_t k) {
        if (!train) return come;
        constexpr double kSpread = 0.9;
        const double place = static_cast<double>(k % (simt::kWarpSize / 2)) / (simt::kWarpSize / 2 - 1);
        return std::clamp(come * (1 + kSpread) - place * kSpread, 0.0, 1.0);
    }

    // ---- rows of values

    void rowsOfValues() const {
        if (!showsSlots()) return;
        for (std::size_t i = 0; i < of.layout.slots.size(); ++i) rowOfValues(i);
    }

    void rowOfValues(std::size_t number) const {
        const SlotRow& row = of.layout.slots[number];
        const SlotState& state = of.scene.slots[number];
        const QColor hue = state.event ? colourOf(state.family) : theme.colour(Colour::Idle);
        QString about = state.event ? tr("of warp %1, one a lane").arg(of.scene.warp) : tr("none now");
        if (state.event && state.from)
            about = tr("of warp %1, from %2")
                        .arg(of.scene.warp)
                        .arg(QString::fromStdString(of.block.arrays()[*state.from].name));
        const std::size_t stream = streamOf(state.event);
        const bool inStep = stream < of.scene.streams.size();
        if (of.layout.product && !state.event) return;
        if (inStep && of.scene.streams[stream].bytes > 0)
            about = tr("%1: %2 B").arg(about, countText(of.scene.streams[stream].bytes));
        paintName(painter, theme, row.name, hue, tr("value"), about);
        const QRectF& cells = row.grid.cells;
        const double come = inStep ? progressOf(stream) : 1;
        const bool train = inStep && isTrain(of.scene.streams[stream]);
        const std::uint64_t lanes =
            std::min<std::uint64_t>(simt::kWarpSize, of.block.flow().trace().launch().block.count());
        const QBrush hatch = paint::hatch(theme);
        const QColor fill = mix(theme.colour(Colour::Ground), hue, 0.30);
        const QFont font = valueFont(theme, {row.grid.width, row.grid.height});
        const QFontMetricsF metrics(font);
        int fitting = 0;
        int held = 0;
        for (const SlotState::Lane& value : state.lanes) {
            held += value.has ? 1 : 0;
            fitting += value.has && paint::valueFits(metrics, value.text, row.grid.cell(0).size(), theme) ? 1 : 0;
        }
        const bool written = mostFit(fitting, held);
        for (std::uint64_t lane = 0; lane < lanes; ++lane) {
            const QRectF cell = row.grid.cell(lane).adjusted(0.5, 0.5, -0.5, -0.5);
            const SlotState::Lane& value = state.lanes[lane];
            const bool shown = state.event && value.has && shareOf(come, train, lane) >= 1;
            if (shown) {
                painter.fillRect(cell, fill);
                if (written && paint::valueFits(metrics, value.text, row.grid.cell(0).size(), theme)) {
                    painter.setFont(font);
                    painter.setPen(theme.colour(Colour::Text));
                    painter.drawText(cell, Qt::AlignCenter, value.text);
                }
            } else {
                painter.fillRect(cell, hatch);
            }
            painter.setPen(QPen(hue, theme.scaled(paint::kHair)));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(cell);
        }
        if (inStep) paint::ring(painter, theme, cells);
    }

    [[nodiscard]] std::size_t streamOf(const std::optional<std::uint64_t>& event) const {
        if (event)
            for (std::size_t i = 0; i < of.scene.streams.size(); ++i)
                if (of.scene.streams[i].event == *event) return i;
        return of.scene.streams.size();
    }

    // ---- a product's operands

    void operands() const {
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

    [[nodiscard]] QColor bandColour(flow::Family family) const {
        return mix(theme.colour(Colour::Ground), colourOf(family), Tint::kInUse);
    }

    void band(const QRectF& source, const QRectF& chip, std::uint32_t side, flow::Family family,
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
            paintWay(
                painter,
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

    void feed(std::size_t number) const {
        const Stream& stream = of.scene.streams[number];
        std::map<Spot, std::vector<std::uint64_t>> fed;  // chip → sums
        for (const Flight& flight : stream.flights)
            if (isOperand(flight.from) && flight.to.kind == Spot::Kind::Sum)
                fed[flight.from].push_back(flight.to.number);
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

    void chips(std::uint32_t side) const {
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

    [[nodiscard]] QFont chipFont() const {
        QFont font = theme.type(Type::Least);
        font.setWeight(QFont::Bold);
        return font;
    }
    [[nodiscard]] bool fits(const QSizeF& chip, const QString& text) const {
        const QFontMetricsF metrics(chipFont());
        return chip.height() >= metrics.capHeight() + 4 && chip.width() >= metrics.horizontalAdvance(text) + 3;
    }

    /// A value in a rounded cell, with a rim of the ground that lifts it off what it lies on.
    void value(const QRectF& at, const QColor& colour, const QString& text) const {
        painter.setPen(QPen(theme.colour(Colour::Ground), theme.scaled(1.5)));
        painter.setBrush(colour);
        const double radius = std::min({theme.scaled(5), at.width() / 3, at.height() / 3});
        painter.drawRoundedRect(at, radius, radius);
        if (text.isEmpty() || !fits(at.size(), text)) return;
        painter.setFont(chipFont());
        painter.setPen(textOn(colour));
        painter.drawText(at, Qt::AlignCenter, text);
    }

    // ---- ways

    /// Below the rows of values, whose numbers stay readable.
    void computeWays() const {
        for (std::size_t i = 0; i < of.scene.streams.size(); ++i) {
            const Stream& stream = of.scene.streams[i];
            if (stream.kind != flow::InstructionKind::Compute || !showsSlots()) continue;
            const bool fromOperand =
                std::ranges::any_of(stream.flights, [&](const Flight& f) { return isOperand(f.from); });
            if (!fromOperand) compute(stream, i);
        }
        paintPlaneName(painter, theme, of);
    }

    void ways() const {
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

    /// What brought the values that are held and were not loaded in this step.
    void heldWays() const {
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

    /// The scale of a band: what it is as wide as.
    void label(const QPointF& at, std::uint64_t bytes, double width) const {
        const QString text = tr("%1 B").arg(countText(bytes));
        painter.setFont(theme.type(Type::Least));
        const QFontMetricsF metrics(painter.font());
        const QSizeF size(metrics.horizontalAdvance(text) + theme.scaled(8), metrics.height());
        QRectF box(QPointF(at.x() - size.width() / 2, at.y() - size.height() / 2), size);
        if (width < size.height()) box.moveBottom(at.y() - width / 2 - 1);
        painter.setPen(theme.colour(Colour::Text));
        painter.drawText(box, Qt::AlignCenter, text);
    }

    /// Lanes of rows of values into the plane.
    void compute(const Stream& stream, std::size_t number) const {
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
    [[nodiscard]] static QColor faded(QColor colour, double strength) {
        colour.setAlphaF(static_cast<float>(strength));
        return colour;
    }

    /// Between the lanes of a warp: arcs over the row.
    void exchange(const Stream& stream, std::size_t number) const {
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
            arc.cubicTo(QPointF(from->center().x(), from->bottom() + lift),
                        QPointF(to->center().x(), to->bottom() + lift), QPointF(to->center().x(), to->bottom()));
            painter.drawPath(arc);
        }
    }

    // ---- what is read and written

    void marks() const {
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
    [[nodiscard]] double cellHeight(const Stream& stream, const QRectF& within) const {
        for (const Flight& flight : stream.flights)
            if (const auto rect = of.layout.rectOf(flight.to)) return std::max(2.0, rect->height());
        return within.height();
    }
    /// Rings of so many single cells say no more than one around all.
    [[nodiscard]] static std::vector<QRectF> limited(std::vector<QRectF> rects) {
        if (rects.size() <= kMostRings) return rects;
        QRectF all = rects.front();
        for (const QRectF& rect : rects) all = all.united(rect);
        return {all};
    }
    [[nodiscard]] QRectF least(const QRectF& rect) const {
        const double side = theme.scaled(4);
        QRectF box = rect;
        if (box.width() < side) box.adjust(-(side - box.width()) / 2, 0, (side - box.width()) / 2, 0);
        if (box.height() < side) box.adjust(0, -(side - box.height()) / 2, 0, (side - box.height()) / 2);
        return box;
    }

    // ---- values on their way

    void flights() const {
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
    [[nodiscard]] flow::Family familyOf(const Stream& stream, const Flight& flight) const {
        if (flight.from.kind == Spot::Kind::Slot && of.scene.slots[flight.from.index].event)
            return of.scene.slots[flight.from.index].family;
        return stream.family;
    }

    void next() const {
        if (!of.scene.next || !showsSlots()) return;
        const Next& next = *of.scene.next;
        std::vector<QRectF> to;
        for (const Spot& spot : next.to)
            if (const auto rect = of.layout.rectOf(spot)) to.push_back(*rect);
        std::vector<QRectF> from;
        for (const Spot& spot : next.from)
            if (const auto rect = of.layout.rectOf(spot)) from.push_back(*rect);
        if (to.empty() || from.empty()) return;
        to = clusters(std::move(to));
        QRectF source;
        for (const QRectF& rect : from) source = source.isNull() ? rect : source.united(rect);
        QRectF target;
        for (const QRectF& rect : to) target = target.isNull() ? rect : target.united(rect);
        if (to.size() <= 8) {
            for (const QRectF& rect : to) paint::next(painter, theme, least(rect));
        } else {
            paint::next(painter, theme, target);
        }
        const bool leftwards = target.center().x() < source.left();
        const bool below =
            target.top() > source.bottom() && target.left() < source.right() && target.right() > source.left();
        if (below) {
            // Beside the arrays that lie between: out to the left, and back in.
            const QPointF a(source.left(), source.center().y());
            const QPointF b(target.left(), target.center().y());
            const double bend = theme.scaled(44);
            QPainterPath path(a);
            path.cubicTo(a - QPointF(bend, 0), b - QPointF(bend, 0), b - QPointF(theme.scaled(8), 0));
            dashedTo(path, b, -1);
            word(QPointF(std::min(a.x(), b.x()) - theme.scaled(20), (a.y() + b.y()) / 2));
            return;
        }
        const QRectF& pass = of.layout.passBottom;
        if (!of.layout.product && leftwards && pass.height() > 0 && target.right() < pass.left()) {
            const QPointF a(source.left(), source.center().y());
            const QPointF in(pass.right(), pass.center().y());
            const QPointF out(pass.left(), pass.center().y());
            const QPointF b(target.right() + 2, target.center().y());
            const double gap = std::max(16.0, (a.x() - in.x()) * 0.6);
            const double other = std::max(16.0, (out.x() - of.layout.globalRight) * 0.6);
            const QPointF edge(std::max(b.x() + 12, of.layout.globalRight), b.y());
            QPainterPath path(a);
            path.cubicTo(a - QPointF(gap, 0), in + QPointF(gap, 0), in);
            path.lineTo(out);
            path.cubicTo(out - QPointF(other, 0), edge + QPointF(other, 0), edge);
            path.lineTo(b + QPointF(theme.scaled(8), 0));
            dashedTo(path, b, 1);
            word({(in.x() + out.x()) / 2, pass.center().y() - theme.scaled(14)});
            return;
        }
        const QPointF a(leftwards ? source.left() : source.right(),
                        source.bottom() - std::min(source.height() / 4, 6.0));
        const QPointF b(leftwards ? target.right() + 2 : target.left() - 2, target.center().y());
        paint::nextLink(painter, theme, a, b);
        word(QPointF((a.x() + b.x()) / 2, std::max(a.y(), b.y()) + theme.scaled(12)));
    }
    /// A dashed way with a head at its end, that lies to the right (1) or left (-1) of it.
    void dashedTo(const QPainterPath& path, const QPointF& end, double side) const {
        QPen pen(theme.colour(Colour::Text), theme.scaled(2));
        pen.setDashPattern({3, 2.5});
        painter.strokePath(path, pen);
        QPainterPath head(end);
        head.lineTo(end.x() + side * theme.scaled(9), end.y() - theme.scaled(5));
        head.lineTo(end.x() + side * theme.scaled(9), end.y() + theme.scaled(5));
        head.closeSubpath();
        painter.fillPath(head, theme.colour(Colour::Text));
    }
    void word(const QPointF& at) const {
        QFont font = theme.type(Type::Least);
        font.setWeight(QFont::DemiBold);
        painter.setFont(font);
        const QFontMetricsF metrics(font);
        const QString text = tr("next");
        const double width = metrics.horizontalAdvance(text) + 4;
        QRectF box(at.x() - width / 2, at.y() - metrics.height() / 2, width, metrics.height());
        if (box.left() < of.layout.rect.left() + 2) box.moveLeft(of.layout.rect.left() + 2);
        painter.setPen(theme.colour(Colour::Text));
        painter.drawText(box, Qt::AlignCenter, text);
    }

    /// Cells that values are still under way to look as they did before.
    void pending() const {
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

    void spot(const Pointers& pointers) const {
        if (of.scene.equation && of.scene.equation->sum && of.layout.plane)
            paint::spotlight(painter, theme,
                             of.layout.plane->grid.cell(*of.scene.equation->sum).adjusted(1, 1, -1, -1));
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
};

}  // namespace

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
