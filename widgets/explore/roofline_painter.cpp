// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/roofline_painter.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/number_format.h"
#include "core/base/words.h"
#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

using rules::Resource;
using rules::Roofline;
using rules::RooflinePoint;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::LimitsPicture)
};

QString text(const std::string& string) { return QString::fromStdString(string); }

double peakOf(const Roofline& roofline) {
    double peak = 0;
    for (const rules::Ceiling& each : roofline.peaks) peak = std::max(peak, each.rate);
    return peak;
}

QString workRate(double rate, const Roofline& roofline) {
    return roofline.work == Roofline::Work::Operations ? rateText(rate)
                                                       : text(numbers::shortValue(rate, "")) + Texts::tr(" instr./s");
}

double heightOf(const RooflinePoint& point, const Roofline& roofline) {
    return roofline.rate ? roofline.rate->value : point.attainable;
}

std::vector<std::size_t> pathOf(const LimitsPicture& picture) {
    if (!picture.path.empty()) return picture.path;
    std::vector<std::size_t> all(picture.sides.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (picture.baseline) std::erase(all, *picture.baseline);
    return all;
}

/// A range of powers of two or ten around values.
struct Range {
    double low = 1e300, high = 0;
    void take(double value) {
        if (!(value > 0)) return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    [[nodiscard]] double share(double value) const { return std::log(value / low) / std::log(high / low); }
};

class Painter {
public:
    Painter(QPainter& painter, const Theme& theme, const LimitsPicture& picture, const QRectF& room)
        : m_painter(painter), m_theme(theme), m_picture(picture), m_chosen(picture.sides.front().roofline) {
        const double grid = theme.scaled(paint::kGrid);
        const bool operations = m_chosen.work == Roofline::Work::Operations;
        const double head = paint::heading(
            painter, theme, room, Texts::tr("Roofline"),
            operations ? Texts::tr("floating-point operations a second over operations a byte, %1").arg(picture.gpu)
                       : Texts::tr("thread instructions a second over instructions a byte, %1").arg(picture.gpu));
        const QFontMetricsF metrics(theme.type(Type::Least));
        m_plot = room.adjusted(metrics.horizontalAdvance(workRate(1e13, m_chosen)) + 2 * grid, head + 2 * grid,
                               -2 * grid, -2 * metrics.height() - grid);
        ranges();
    }

    void axes() {
        m_painter.setFont(m_theme.type(Type::Least));
        const QFontMetricsF metrics(m_painter.font());
        for (double y = std::pow(10, std::ceil(std::log10(m_y.low))); y <= m_y.high; y *= 10) {
            const double at = place(m_x.low, y).y();
            m_painter.setPen(QPen(m_theme.colour(Colour::Hair), 1));
            m_painter.drawLine(QPointF(m_plot.left(), at), QPointF(m_plot.right(), at));
            m_painter.setPen(m_theme.colour(Colour::FaintText));
            m_painter.drawText(QRectF(m_plot.left() - 300, at - 20, 292, 40), Qt::AlignRight | Qt::AlignVCenter,
                               workRate(y, m_chosen));
        }
        double last = -1e9;
        for (double x = std::exp2(std::ceil(std::log2(m_x.low))); x <= m_x.high; x *= 2) {
            const double at = place(x, m_y.low).x();
            const QString words = x < 1 ? QStringLiteral("1/%1").arg(std::lround(1 / x)) : countText(x, 0);
            const double width = metrics.horizontalAdvance(words) + 12;
            if (at - last < width) continue;
            last = at;
            m_painter.drawText(QRectF(at - 60, m_plot.bottom() + 2, 120, metrics.height()), Qt::AlignCenter, words);
        }
        m_painter.drawText(
            QRectF(m_plot.left(), m_plot.bottom() + metrics.height() + 2, m_plot.width(), metrics.height()),
            Qt::AlignRight, Texts::tr("for each byte moved at that memory"));
        m_painter.setPen(QPen(m_theme.colour(Colour::GridLine), 1));
        m_painter.drawLine(m_plot.bottomLeft(), m_plot.bottomRight());
    }

    void roofs() {
        const double peak = peakOf(m_chosen);
        for (const rules::Ceiling& memory : m_chosen.bandwidths) {
            const double from = std::max(m_x.low, m_y.low / memory.rate);
            const double to = peak > 0 ? std::min(m_x.high, peak / memory.rate) : m_x.high;
            if (from >= to) continue;
            m_painter.setPen(QPen(levelColour(memory.resource, m_theme), m_theme.scaled(paint::kRing),
                                  memory.calibrated ? Qt::SolidLine : Qt::DashLine));
            m_painter.drawLine(place(from, from * memory.rate), place(to, to * memory.rate));
            along(place(from, from * memory.rate), place(to, to * memory.rate),
                  QStringLiteral("%1 %2").arg(text(inWords(nameOf(memory.resource))),
                                              text(numbers::shortValue(memory.rate, "B/s"))),
                  levelColour(memory.resource, m_theme), memory.resource != Resource::L1);
        }
        for (const rules::Ceiling& each : m_chosen.peaks) {
            double from = m_x.high;
            for (const rules::Ceiling& memory : m_chosen.bandwidths) from = std::min(from, each.rate / memory.rate);
            m_painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(paint::kRing),
                                  each.calibrated ? Qt::SolidLine : Qt::DashLine));
            m_painter.drawLine(place(std::max(from, m_x.low), each.rate), place(m_x.high, each.rate));
            m_painter.setFont(m_theme.type(Type::Least));
            const QPointF end = place(m_x.high, each.rate);
            m_painter.drawText(
                QRectF(end.x() - 600, end.y() - 30, 600, 26), Qt::AlignRight | Qt::AlignBottom,
                QStringLiteral("%1 %2").arg(text(inWords(nameOf(each.resource))), workRate(each.rate, m_chosen)));
        }
    }

    /// From version to version, at the memory that the chosen one is nearest to.
    void path() {
        const RooflinePoint* const nearest = rules::nearestRoof(m_chosen);
        if (nearest == nullptr || m_picture.sides.size() < 2) return;
        std::optional<QPointF> before;
        for (const std::size_t number : pathOf(m_picture)) {
            const LimitsSide& side = m_picture.sides[number];
            const auto point = std::ranges::find(side.roofline.points, nearest->level, &RooflinePoint::level);
            if (point == side.roofline.points.end() || !side.roofline.rate || side.roofline.work != m_chosen.work)
                continue;
            const QPointF at = place(point->intensity, side.roofline.rate->value);
            m_painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(paint::kSector), Qt::DashLine));
            if (before) m_painter.drawLine(*before, at);
            before = at;
            if (&side == &m_picture.sides.front()) continue;
            mark(at, m_theme.colour(Colour::FaintText), true);
            label(at, QStringLiteral("%1 %2").arg(side.name, side.seconds ? timeText(side.seconds->value) : QString()),
                  false);
        }
    }

    /// Where the baseline stands at each memory, and where it went from there.
    void baseline() {
        if (!m_picture.baseline) return;
        const LimitsSide& side = m_picture.sides[*m_picture.baseline];
        if (side.roofline.work != m_chosen.work) return;
        const QColor hue = m_theme.colour(Colour::Focus);
        QPointF named;
        for (const RooflinePoint& point : side.roofline.points) {
            const auto now = std::ranges::find(m_chosen.points, point.level, &RooflinePoint::level);
            if (now == m_chosen.points.end()) continue;
            const QPointF from = place(point.intensity, heightOf(point, side.roofline));
            arrow(from, place(now->intensity, heightOf(*now, m_chosen)), hue);
            mark(from, hue, false);
            named = from;
        }
        if (named.isNull()) return;
        const QString time = side.seconds ? QLatin1Char(' ') + timeText(side.seconds->value) : QString();
        label(named, Texts::tr("baseline: %1%2").arg(side.name, time), false);
    }

    void points() {
        const RooflinePoint* const nearest = rules::nearestRoof(m_chosen);
        if (m_chosen.rate && !m_chosen.points.empty()) {
            Range x;
            for (const RooflinePoint& point : m_chosen.points) x.take(point.intensity);
            m_painter.setPen(QPen(m_theme.colour(Colour::GridLine), 1, Qt::DashLine));
            m_painter.drawLine(place(x.low, m_chosen.rate->value), place(x.high, m_chosen.rate->value));
        }
        std::vector<const RooflinePoint*> sorted;
        for (const RooflinePoint& point : m_chosen.points) sorted.push_back(&point);
        std::ranges::sort(sorted, {}, [](const RooflinePoint* point) { return point->intensity; });
        std::size_t turn = 0;
        for (const RooflinePoint* point : sorted) {
            const QPointF at = place(point->intensity, heightOf(*point, m_chosen));
            mark(at, levelColour(point->level, m_theme), m_chosen.rate.has_value());
            if (point == nearest) {
                m_painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(paint::kRing)));
                m_painter.setBrush(Qt::NoBrush);
                m_painter.drawEllipse(at, m_theme.scaled(13), m_theme.scaled(13));
            }
            const QString name = text(inWords(nameOf(point->level)));
            const QString share =
                point->share ? text(numbers::plain(100 * *point->share, 2)) + QStringLiteral(" %") : QString();
            label(at + QPointF(0, m_theme.scaled(22) * static_cast<double>(turn % 3)),
                  share.isEmpty() ? Texts::tr("%1: at most").arg(name) : Texts::tr("%1: %2").arg(name, share), true);
            ++turn;
        }
        if (!m_chosen.rate) {
            m_painter.setPen(m_theme.colour(Colour::FaintText));
            m_painter.setFont(m_theme.type(Type::Least));
            m_painter.drawText(m_plot.adjusted(8, 0, -8, -8), Qt::AlignRight | Qt::AlignBottom | Qt::TextWordWrap,
                               text(inWords(m_chosen.rateMissing)));
        }
    }

private:
    void ranges() {
        const double peak = peakOf(m_chosen);
        m_y.take(peak * 1.6);
        m_y.take(peak / 200);
        for (const LimitsSide& side : m_picture.sides)
            for (const RooflinePoint& point : side.roofline.points) {
                m_x.take(point.intensity / 3);
                m_x.take(point.intensity * 3);
                m_y.take(heightOf(point, side.roofline) / 3);
                m_y.take(heightOf(point, side.roofline) * 3);
            }
        for (const rules::Ceiling& memory : m_chosen.bandwidths) m_x.take(2.5 * peak / memory.rate);
        if (m_x.high <= m_x.low) m_x = {0.1, 100};
        if (m_y.high <= m_y.low) m_y = {1e9, 1e13};
    }
    [[nodiscard]] QPointF place(double x, double y) const {
        return {m_plot.left() + m_x.share(x) * m_plot.width(), m_plot.bottom() - m_y.share(y) * m_plot.height()};
    }
    void mark(const QPointF& at, const QColor& colour, bool filled) {
        m_painter.setPen(QPen(colour, m_theme.scaled(paint::kSector)));
        m_painter.setBrush(filled ? colour : m_theme.colour(Colour::Ground));
        m_painter.drawEllipse(at, m_theme.scaled(7), m_theme.scaled(7));
    }
    /// From rim to rim; none where one lies on the other.
    void arrow(const QPointF& from, const QPointF& to, const QColor& colour) {
        const QPointF way = to - from;
        const double length = std::hypot(way.x(), way.y()), rim = m_theme.scaled(9), head = m_theme.scaled(9);
        if (length <= 2 * rim + head) return;
        const QPointF along = way / length, across(-along.y(), along.x());
        const QPointF end = to - along * rim;
        m_painter.setPen(QPen(colour, m_theme.scaled(paint::kRing)));
        m_painter.drawLine(from + along * rim, end - along * head);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(colour);
        m_painter.drawPolygon(
            QPolygonF{end, end - along * head + across * head / 2, end - along * head - across * head / 2});
    }
    /// Beside a point, over ground, so that lines do not run through it.
    void label(const QPointF& at, const QString& words, bool below) {
        m_painter.setFont(m_theme.type(Type::Least));
        const QFontMetricsF metrics(m_painter.font());
        const double width = metrics.horizontalAdvance(words) + 8;
        QRectF room(at.x() - width / 2,
                    below ? at.y() + m_theme.scaled(14) : at.y() - m_theme.scaled(14) - metrics.height(), width,
                    metrics.height());
        if (room.right() > m_plot.right()) room.moveRight(m_plot.right());
        if (room.left() < m_plot.left()) room.moveLeft(m_plot.left());
        // Points may lie on each other; their names stand in a pile.
        constexpr int kMostMoves = 12;
        const auto isTaken = [&room](const QRectF& other) { return other.intersects(room); };
        for (int move = 0; move < kMostMoves && std::ranges::any_of(m_labels, isTaken); ++move)
            room.translate(0, below ? metrics.height() : -metrics.height());
        m_labels.push_back(room);
        QColor ground = m_theme.colour(Colour::Ground);
        ground.setAlphaF(0.85F);
        m_painter.fillRect(room, ground);
        m_painter.setPen(m_theme.colour(Colour::Text));
        m_painter.drawText(room, Qt::AlignCenter, words);
    }
    /// Along a line: shared memory and L1 give nearly the same, so that one stands above and one below.
    void along(const QPointF& from, const QPointF& to, const QString& words, const QColor& colour, bool above) {
        m_painter.save();
        m_painter.setFont(m_theme.type(Type::Least));
        const QFontMetricsF metrics(m_painter.font());
        const QPointF way = to - from;
        const double length = std::hypot(way.x(), way.y());
        if (metrics.horizontalAdvance(words) < length) {
            m_painter.translate(from + way * (above ? 0.5 : 0.42));
            m_painter.rotate(std::atan2(way.y(), way.x()) * 180 / 3.14159265358979);
            m_painter.setPen(mix(colour, m_theme.colour(Colour::Text), 0.4));
            m_painter.drawText(QRectF(-length / 2, above ? -metrics.height() - 4 : 4, length, metrics.height()),
                               Qt::AlignCenter, words);
        }
        m_painter.restore();
    }

    QPainter& m_painter;
    const Theme& m_theme;
    const LimitsPicture& m_picture;
    const Roofline& m_chosen;
    QRectF m_plot;
    std::vector<QRectF> m_labels;
    Range m_x, m_y;
};

}  // namespace

QColor levelColour(Resource level, const Theme& theme) {
    switch (level) {
        case Resource::Shared: return theme.colour(Colour::Shared0);
        case Resource::L1: return theme.colour(Colour::C);
        case Resource::L2: return theme.colour(Colour::A);
        default: return theme.colour(Colour::B);
    }
}

void paintRoofline(QPainter& painter, const Theme& theme, const LimitsPicture& picture, const QRectF& room) {
    Painter roofline(painter, theme, picture, room);
    roofline.axes();
    roofline.roofs();
    roofline.path();
    roofline.baseline();
    roofline.points();
}

}  // namespace lanescope
