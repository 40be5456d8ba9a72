// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/tiles/tiles_ways.h"

#include <QPainterPath>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <set>

namespace lanescope::tiles {
namespace {

constexpr double kNear = 0.6;
constexpr QPointF kRight{1, 0};
constexpr QPointF kLeft{-1, 0};
constexpr QPointF kUp{0, -1};
constexpr QPointF kDown{0, 1};
constexpr std::size_t kMostBands = 40;

bool near(double a, double b) { return std::abs(a - b) < kNear; }

QRectF boundsOf(const std::vector<QRectF>& rects) {
    QRectF all;
    for (const QRectF& rect : rects) all = all.isNull() ? rect : all.united(rect);
    return all;
}

bool isShared(const Spot& spot, const Block& block) {
    return spot.kind == Spot::Kind::Cell && block.arrays()[spot.index].isShared();
}
bool isGlobal(const Spot& spot, const Block& block) {
    return spot.kind == Spot::Kind::Cell && !block.arrays()[spot.index].isShared();
}
bool isRegister(const Spot& spot) { return spot.kind == Spot::Kind::Slot || spot.kind == Spot::Kind::Sum; }

/// How a way leaves one kind of place for another, and arrives there.
struct Manner {
    QPointF leaves = kRight;
    QPointF arrives = kRight;
};

Manner mannerOf(const Spot& from, const Spot& to, const Layout& layout, const Block& block) {
    if (from.kind == Spot::Kind::Slot && to.kind == Spot::Kind::Sum) return {kDown, kDown};
    if (from.kind == Spot::Kind::Sum && to.kind == Spot::Kind::Slot) return {kUp, kUp};
    if (layout.product && isRegister(from) && to.kind == Spot::Kind::Cell) {
        const Product& product = *block.product();
        if (from.kind == Spot::Kind::Sum) return {kLeft, kLeft};
        if (to.index == product.above && isShared(to, block)) return {kRight, kRight};
        return {kLeft, isShared(to, block) ? kRight : kLeft};
    }
    if (isRegister(from) && to.kind == Spot::Kind::Cell) return {kLeft, kLeft};
    if (isShared(from, block) && isGlobal(to, block)) return {kLeft, kLeft};
    return {kRight, kRight};
}

QPointF edgeOf(const QRectF& rect, const QPointF& direction) {
    return rect.center() + QPointF(direction.x() * rect.width() / 2, direction.y() * rect.height() / 2);
}
QPointF entryOf(const QRectF& rect, const QPointF& direction) { return edgeOf(rect, -direction); }

double across(const QRectF& rect, const QPointF& direction) {
    return direction.x() != 0 ? rect.height() : rect.width();
}

/// How far a way goes on in its direction before it bends: no further than there is room for.
QPointF controlOf(const WayPoint& a, const WayPoint& b, bool first) {
    const QPointF way = b.at - a.at;
    const double aligned = QPointF::dotProduct(a.direction, b.direction);
    double bend = std::hypot(way.x(), way.y()) * 0.45;
    if (aligned > 0.5)
        bend = std::min(bend, std::max(6.0, QPointF::dotProduct(way, a.direction) * 0.75));
    else if (aligned < -0.5)
        bend = std::max(40.0, bend * 0.6);
    else
        bend = std::min(bend, std::abs(QPointF::dotProduct(way, first ? a.direction : b.direction)));
    return first ? a.at + a.direction * bend : b.at - b.direction * bend;
}

QPointF normal(const QPointF& direction) { return {-direction.y(), direction.x()}; }

QPointF bezier(const WayPoint& a, const WayPoint& b, double t) {
    const QPointF c1 = controlOf(a, b, true);
    const QPointF c2 = controlOf(a, b, false);
    const double s = 1 - t;
    return s * s * s * a.at + 3 * s * s * t * c1 + 3 * s * t * t * c2 + t * t * t * b.at;
}

/// At the edge of the lane of global memory, beside a place in it: ways lie level over the arrays themselves.
WayPoint lanesEdge(const QRectF& of, const Layout& layout, const QPointF& direction, double width) {
    return {{layout.globalRight + 2, of.center().y()}, direction, width};
}

/// The two points of the strait past the shared arrays, in the direction of the way.
std::vector<WayPoint> strait(const QRectF& pass, bool leftwards, double width) {
    const double y = pass.center().y();
    const double w = std::min(width, pass.height());
    const WayPoint a{{pass.left(), y}, leftwards ? kLeft : kRight, w};
    const WayPoint b{{pass.right(), y}, leftwards ? kLeft : kRight, w};
    if (leftwards) return {b, a};
    return {a, b};
}

/// A share of a way's length.
QPointF alongAll(const Way& way, double share) {
    std::vector<double> lengths;
    double all = 0;
    for (std::size_t i = 0; i + 1 < way.size(); ++i) {
        const QPointF step = way[i + 1].at - way[i].at;
        lengths.push_back(std::max(1.0, std::hypot(step.x(), step.y())));
        all += lengths.back();
    }
    double left = std::clamp(share, 0.0, 1.0) * all;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        if (left <= lengths[i] || i + 1 == lengths.size())
            return bezier(way[i], way[i + 1], std::min(1.0, left / lengths[i]));
        left -= lengths[i];
    }
    return way.back().at;
}

/// Between a product's left array and its plane, on the way down to the strait.
WayPoint downTheGap(const Layout& layout, const QRectF& from, double width) {
    const double y =
        std::min(layout.passBottom.top() - 4, std::max(from.center().y() + 36, layout.passBottom.top() - 60));
    return {{layout.leftChips.center().x(), y}, kDown, std::min(width, layout.leftChips.width() * 0.7)};
}

}  // namespace

std::vector<QRectF> clusters(std::vector<QRectF> cells) {
    std::ranges::sort(cells, [](const QRectF& a, const QRectF& b) {
        return near(a.top(), b.top()) ? a.left() < b.left() : a.top() < b.top();
    });
    std::vector<QRectF> rows;
    for (const QRectF& cell : cells) {
        if (!rows.empty() && near(rows.back().top(), cell.top()) && cell.left() <= rows.back().right() + kNear)
            rows.back().setRight(std::max(rows.back().right(), cell.right()));
        else
            rows.push_back(cell);
    }
    std::vector<QRectF> found;
    for (const QRectF& row : rows) {
        const auto above = std::ranges::find_if(found, [&](const QRectF& other) {
            return near(other.left(), row.left()) && near(other.right(), row.right()) &&
                   row.top() <= other.bottom() + kNear && row.bottom() >= other.bottom() - kNear;
        });
        if (above == found.end())
            found.push_back(row);
        else
            above->setBottom(std::max(above->bottom(), row.bottom()));
    }
    return found;
}

bool passesShared(const Spot& from, const Spot& to, const Layout& layout, const Block& block) {
    if (isGlobal(from, block) && to.kind == Spot::Kind::Slot && to.index < Block::kMostSlots)
        return !layout.product && layout.passTop.height() > 0;
    return isRegister(from) && isGlobal(to, block) && layout.passBottom.height() > 0 &&
           (!layout.product || from.kind == Spot::Kind::Sum);
}

Ways waysOf(const Stream& stream, const Layout& layout, const Block& block, double width) {
    Ways ways;
    std::set<std::pair<Spot, Spot>> seen;
    std::vector<QRectF> from;
    std::vector<QRectF> to;
    const Flight* first = nullptr;
    std::set<Spot> sources;
    std::set<Spot> targets;
    for (const Flight& flight : stream.flights) {
        const auto a = layout.rectOf(flight.from);
        const auto b = layout.rectOf(flight.to);
        if (!a || !b) continue;
        if (first == nullptr) first = &flight;
        if (flight.from.kind != first->from.kind || flight.from.index != first->from.index) continue;
        if (sources.insert(flight.from).second) from.push_back(*a);
        if (targets.insert(flight.to).second) to.push_back(*b);
    }
    if (first == nullptr) return ways;
    from = clusters(std::move(from));
    to = clusters(std::move(to));
    if (from.size() > kMostBands) from = {boundsOf(from)};
    if (to.size() > kMostBands) to = {boundsOf(to)};
    const Manner manner = mannerOf(first->from, first->to, layout, block);
    double fromArea = 0;
    double toArea = 0;
    for (const QRectF& rect : from) fromArea += rect.width() * rect.height();
    for (const QRectF& rect : to) toArea += rect.width() * rect.height();
    // Bands of both ends meet in the middle: in the strait, or half-way between the groups.
    const bool passes = passesShared(first->from, first->to, layout, block);
    if (passes) {
        const bool back = !isGlobal(first->from, block);
        const std::vector<WayPoint> middle = strait(back ? layout.passBottom : layout.passTop, back, width);
        double begin = -width / 2;
        for (const QRectF& rect : from) {
            const double w = width * rect.width() * rect.height() / fromArea;
            WayPoint enters = middle.front();
            enters.at.ry() += (begin + w / 2) * middle.front().width / width;
            enters.width = w * middle.front().width / width;
            begin += w;
            const WayPoint leaves{edgeOf(rect, manner.leaves), manner.leaves, std::min(w, across(rect, manner.leaves))};
            if (!back)
                ways.bands.push_back({leaves, lanesEdge(rect, layout, kRight, leaves.width), enters});
            else if (layout.product)
                ways.bands.push_back({leaves, downTheGap(layout, rect, w), enters});
            else
                ways.bands.push_back({leaves, enters});
        }
        ways.bands.push_back(middle);
        begin = -width / 2;
        for (const QRectF& rect : to) {
            const double w = width * rect.width() * rect.height() / toArea;
            WayPoint exits = middle.back();
            exits.at.ry() += (begin + w / 2) * middle.back().width / width;
            exits.width = w * middle.back().width / width;
            begin += w;
            const WayPoint arrives{entryOf(rect, manner.arrives), manner.arrives,
                                   back ? std::min(w, across(rect, manner.arrives)) : across(rect, manner.arrives)};
            if (back)
                ways.bands.push_back({exits, lanesEdge(rect, layout, kLeft, std::max(arrives.width, 3.0)), arrives});
            else
                ways.bands.push_back({exits, arrives});
        }
        // Of loads the row of values says it.
        if (back) ways.label = {layout.passBottom.left() + layout.passBottom.width() / 2, middle.back().at.y()};
        return ways;
    }
    const QRectF one = boundsOf(from);
    const QRectF other = boundsOf(to);
    if (from.size() == 1 || to.size() == 1) {
        const bool fans = from.size() > 1;
        for (const QRectF& rect : fans ? from : to) {
            const double share = rect.width() * rect.height() / (fans ? fromArea : toArea);
            const double w = std::max(1.0, width * share);
            const QRectF& hub = fans ? other : one;
            // A hub's edge is shared out in order.
            const QPointF side = normal(fans ? manner.arrives : manner.leaves);
            double done = 0;
            for (const QRectF& before : fans ? from : to) {
                if (before == rect) break;
                done += before.width() * before.height() / (fans ? fromArea : toArea);
            }
            const double length = across(hub, fans ? manner.arrives : manner.leaves);
            const double offset = (done + share / 2 - 0.5) * length;
            const double sign = side.x() + side.y() < 0 ? -1 : 1;
            const QPointF shift = side * sign * offset;
            const WayPoint a{edgeOf(fans ? rect : hub, manner.leaves) + (fans ? QPointF() : shift), manner.leaves,
                             std::min(w, across(fans ? rect : hub, manner.leaves))};
            const WayPoint b{entryOf(fans ? hub : rect, manner.arrives) + (fans ? shift : QPointF()), manner.arrives,
                             std::min(std::max(w, fans ? w : 0.0), across(fans ? hub : rect, manner.arrives))};
            if (isGlobal(first->from, block) && layout.globalRight > a.at.x() + 8 && layout.globalRight < b.at.x())
                ways.bands.push_back({a, lanesEdge(fans ? rect : hub, layout, kRight, a.width), b});
            else if (isGlobal(first->to, block) && layout.globalRight > b.at.x() + 8 && layout.globalRight < a.at.x())
                ways.bands.push_back({a, lanesEdge(fans ? hub : rect, layout, kLeft, b.width), b});
            else
                ways.bands.push_back({a, b});
        }
    } else {
        // Each lane by itself: nothing holds them together.
        for (const Flight& flight : stream.flights) {
            if (!seen.insert({flight.from, flight.to}).second) continue;
            const auto a = layout.rectOf(flight.from);
            const auto b = layout.rectOf(flight.to);
            if (!a || !b) continue;
            const double w = std::max(1.2, width / static_cast<double>(stream.flights.size()));
            ways.bands.push_back(
                {{edgeOf(*a, manner.leaves), manner.leaves, w}, {entryOf(*b, manner.arrives), manner.arrives, w}});
        }
    }
    if (stream.bytes > 0 && first->to.kind != Spot::Kind::Slot && (manner.leaves.x() != 0) &&
        std::abs(one.center().x() - other.center().x()) > 80)
        ways.label = manner.leaves.x() > 0
                         ? QPointF((one.right() + other.left()) / 2, (one.center().y() + other.center().y()) / 2)
                         : QPointF((one.left() + other.right()) / 2, (one.center().y() + other.center().y()) / 2);
    return ways;
}

QPointF alongWay(const Flight& flight, std::size_t number, const Layout& layout, const Block& block, double share) {
    const auto a = layout.rectOf(flight.from);
    const auto b = layout.rectOf(flight.to);
    if (!a || !b) return {};
    const Manner manner = mannerOf(flight.from, flight.to, layout, block);
    const WayPoint from{a->center(), manner.leaves, 0};
    const WayPoint to{b->center(), manner.arrives, 0};
    Way way{from};
    constexpr std::size_t kInLine = simt::kWarpSize / 2;
    const bool loads = isGlobal(flight.from, block);
    const bool passes = passesShared(flight.from, flight.to, layout, block);
    if (loads && layout.globalRight > a->right() && layout.globalRight < b->left())
        way.push_back(lanesEdge(*a, layout, kRight, 0));
    if (passes) {
        // In the strait they keep the order of a row of registers.
        const QRectF& pass = loads ? layout.passTop : layout.passBottom;
        const double step = std::min(pass.width() / kInLine, pass.height() / 2);
        const QPointF place(pass.center().x() + (static_cast<double>(number % kInLine) - (kInLine - 1) / 2.0) * step,
                            pass.center().y() + (static_cast<double>(number / kInLine % 2) - 0.5) * step);
        if (!loads && layout.product) way.push_back(downTheGap(layout, *a, 0));
        way.push_back({place, loads ? kRight : kLeft, 0});
    }
    if (!passes && loads && flight.to.kind == Spot::Kind::Slot && flight.to.index < layout.slots.size()) {
        const QRectF& row = layout.slots[flight.to.index].grid.cells;
        if (row.left() > layout.globalRight) way.push_back({{row.left() - 10, b->center().y()}, kRight, 0});
    }
    if (isGlobal(flight.to, block) && layout.globalRight > b->right() && layout.globalRight < a->left())
        way.push_back(lanesEdge(*b, layout, kLeft, 0));
    way.push_back(to);
    // All flights are in the strait at half of the way, so that they pass it side by side.
    if (!passes) return alongAll(way, share);
    const auto middle = static_cast<std::ptrdiff_t>(loads ? way.size() - 2 : layout.product ? 2 : 1);
    if (share < 0.5) return alongAll(Way(way.begin(), way.begin() + middle + 1), share * 2);
    return alongAll(Way(way.begin() + middle, way.end()), share * 2 - 1);
}

void paintWay(QPainter& painter, const Way& way, const QColor& colour, double strength) {
    if (way.size() < 2) return;
    constexpr int kSteps = 22;  // of a bend
    std::vector<QPointF> one;
    std::vector<QPointF> other;
    for (std::size_t i = 0; i + 1 < way.size(); ++i) {
        const bool straight = way[i].direction == way[i + 1].direction &&
                              std::abs(QPointF::dotProduct(way[i + 1].at - way[i].at, normal(way[i].direction))) < 0.5;
        const int steps = straight ? 1 : kSteps;
        for (int k = 0; k <= steps; ++k) {
            const double t = static_cast<double>(k) / steps;
            const QPointF at = bezier(way[i], way[i + 1], t);
            QPointF direction = k == 0       ? way[i].direction
                                : k == steps ? way[i + 1].direction
                                             : bezier(way[i], way[i + 1], std::min(1.0, t + 0.01)) -
                                                   bezier(way[i], way[i + 1], std::max(0.0, t - 0.01));
            const double length = std::hypot(direction.x(), direction.y());
            direction = length > 0 ? direction / length : way[i].direction;
            const double smooth = t * t * (3 - 2 * t);
            const double width = way[i].width + (way[i + 1].width - way[i].width) * smooth;
            one.push_back(at - normal(direction) * (width / 2));
            other.push_back(at + normal(direction) * (width / 2));
        }
    }
    QPolygonF band;
    band.reserve(static_cast<qsizetype>(one.size() + other.size()));
    for (const QPointF& point : one) band << point;
    for (std::size_t i = other.size(); i-- > 0;) band << other[i];
    QPainterPath path;
    path.addPolygon(band);
    path.closeSubpath();
    path.setFillRule(Qt::WindingFill);
    QColor filled = colour;
    filled.setAlphaF(static_cast<float>(std::clamp(strength, 0.0, 1.0)));
    painter.fillPath(path, filled);
}

}  // namespace lanescope::tiles
