// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/roofline_painter.h"

#include <QCoreApplication>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "core/base/words.h"
#include "widgets/explore/roofline_layout.h"
#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"

namespace lanescope {
namespace {

using rules::Roofline;
using rules::RooflinePoint;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::LimitsPicture)
};

constexpr double kOnRoof = 0.06;  ///< of a roof's length, from its lower end

/// Levels of memory differ in shape too, so that they can be told apart in grey.
QPainterPath shapeOf(std::optional<rules::Resource> level, const QPointF& at, double radius) {
    QPainterPath path;
    if (level == rules::Resource::Shared)
        path.addPolygon(QPolygonF{at + QPointF(0, -1.2 * radius), at + QPointF(1.2 * radius, radius),
                                  at + QPointF(-1.2 * radius, radius)});
    else if (level == rules::Resource::L2)
        path.addRect(QRectF(at.x() - 0.9 * radius, at.y() - 0.9 * radius, 1.8 * radius, 1.8 * radius));
    else if (level == rules::Resource::Dram)
        path.addPolygon(QPolygonF{at + QPointF(0, -1.3 * radius), at + QPointF(1.3 * radius, 0),
                                  at + QPointF(0, 1.3 * radius), at + QPointF(-1.3 * radius, 0)});
    else
        path.addEllipse(at, radius, radius);
    path.closeSubpath();
    return path;
}

class Painter {
public:
    Painter(QPainter& painter, const Theme& theme, const LimitsPicture& picture, const QRectF& room)
        : m_painter(painter),
          m_theme(theme),
          m_picture(picture),
          m_chosen(picture.sides.front().roofline),
          m_layout(theme, picture, room) {
        paint::heading(painter, theme, room, Texts::tr("Roofline"), m_layout.about());
    }

    void draw() {
        grid();
        roofs();
        path();
        baseline();
        rate();
        for (const RooflineMark& each : m_layout.marks()) mark(each);
        for (const RooflineSwatch& each : m_layout.swatches()) {
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(each.colour);
            m_painter.drawPath(shapeOf(each.level, each.at, m_theme.scaled(5)));
        }
        paintLabels(m_painter, m_theme, m_layout.labels());
        if (!m_chosen.rate)
            paint::paragraph(m_painter, m_theme, m_layout.missing(), Type::Least, Colour::FaintText,
                             QString::fromStdString(inWords(m_chosen.rateMissing)));
    }

private:
    void grid() {
        const QRectF& plot = m_layout.plot();
        m_painter.setPen(QPen(m_theme.colour(Colour::Hair), 1));
        for (const double y : m_layout.heights()) m_painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        m_painter.setPen(QPen(m_theme.colour(Colour::GridLine), 1));
        m_painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    }
    void roofs() {
        const double width = m_theme.scaled(paint::kRing);
        for (const rules::Ceiling& memory : m_chosen.bandwidths) {
            m_painter.setPen(
                QPen(levelColour(memory.resource, m_theme), width, memory.calibrated ? Qt::SolidLine : Qt::DashLine));
            const auto line = m_layout.roof(memory);
            if (!line) continue;
            m_painter.drawLine(*line);
            // Which entry of the list it is, where nothing on it says so.
            if (!m_layout.isListed()) continue;
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(levelColour(memory.resource, m_theme));
            m_painter.drawPath(shapeOf(memory.resource, line->pointAt(kOnRoof), m_theme.scaled(5)));
        }
        m_painter.setBrush(Qt::NoBrush);
        for (const rules::Ceiling& peak : m_chosen.peaks) {
            m_painter.setPen(QPen(m_theme.colour(Colour::Text), width, peak.calibrated ? Qt::SolidLine : Qt::DashLine));
            m_painter.drawLine(m_layout.roofOfPeak(peak));
        }
    }
    /// From version to version, at the memory that the chosen one is nearest to.
    void path() {
        const RooflinePoint* const nearest = rules::nearestRoof(m_chosen);
        if (nearest == nullptr || m_picture.sides.size() < 2) return;
        std::optional<QPointF> before;
        m_painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(paint::kSector), Qt::DashLine));
        for (const std::size_t number : pathOf(m_picture)) {
            const Roofline& roofline = m_picture.sides[number].roofline;
            const auto point = std::ranges::find(roofline.points, nearest->level, &RooflinePoint::level);
            if (point == roofline.points.end() || !roofline.rate || roofline.work != m_chosen.work) continue;
            const QPointF at = m_layout.place(point->intensity, roofline.rate->value);
            if (before) m_painter.drawLine(*before, at);
            before = at;
        }
    }
    /// Where the baseline stands at each memory, and where it went from there.
    void baseline() {
        if (!m_picture.baseline) return;
        const Roofline& roofline = m_picture.sides[*m_picture.baseline].roofline;
        if (roofline.work != m_chosen.work) return;
        for (const RooflinePoint& point : roofline.points) {
            const auto now = std::ranges::find(m_chosen.points, point.level, &RooflinePoint::level);
            if (now == m_chosen.points.end()) continue;
            arrow(m_layout.place(point.intensity, heightOf(point, roofline)),
                  m_layout.place(now->intensity, heightOf(*now, m_chosen)), m_theme.colour(Colour::Focus));
        }
    }
    /// All levels have the same.
    void rate() {
        if (!m_chosen.rate || m_chosen.points.empty()) return;
        const auto [low, high] = std::ranges::minmax_element(m_chosen.points, {}, &RooflinePoint::intensity);
        m_painter.setPen(QPen(m_theme.colour(Colour::GridLine), 1, Qt::DashLine));
        m_painter.drawLine(m_layout.place(low->intensity, m_chosen.rate->value),
                           m_layout.place(high->intensity, m_chosen.rate->value));
    }
    void mark(const RooflineMark& mark) {
        const double radius = mark.nearest ? m_theme.scaled(7) : mark.radius;
        m_painter.setPen(QPen(mark.colour, m_theme.scaled(paint::kSector)));
        m_painter.setBrush(mark.filled ? mark.colour : m_theme.colour(Colour::Ground));
        m_painter.drawPath(shapeOf(mark.level, mark.at, radius));
        if (mark.nearest) {
            m_painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(paint::kRing)));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawEllipse(mark.at, mark.radius, mark.radius);
        }
        if (mark.number == 0) return;
        m_painter.setFont(m_theme.type(Type::Least));
        m_painter.setPen(m_theme.colour(Colour::Ground));
        const double half = 2 * radius;
        m_painter.drawText(QRectF(mark.at.x() - half, mark.at.y() - half, 2 * half, 2 * half), Qt::AlignCenter,
                           QString::number(mark.number));
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

    QPainter& m_painter;
    const Theme& m_theme;
    const LimitsPicture& m_picture;
    const Roofline& m_chosen;
    RooflineLayout m_layout;
};

}  // namespace

void paintRoofline(QPainter& painter, const Theme& theme, const LimitsPicture& picture, const QRectF& room) {
    Painter(painter, theme, picture, room).draw();
}

}  // namespace lanescope
