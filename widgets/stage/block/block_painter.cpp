// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/block/block_painter.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/playback/motion.h"
#include "widgets/style/numbers.h"

namespace lanescope::block {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::BlockPainter)
};

QString titleOf(Resource resource) {
    switch (resource) {
        case Resource::Warps: return Texts::tr("Warps");
        case Resource::Registers: return Texts::tr("Registers");
        case Resource::Shared: return Texts::tr("Shared memory");
        case Resource::Blocks: return Texts::tr("Block slots");
        case Resource::Barriers: return Texts::tr("Barriers");
    }
    return {};
}

/// Where there is no room for the whole one.
QString shortTitleOf(Resource resource) {
    if (resource == Resource::Shared) return Texts::tr("Shared");
    return resource == Resource::Blocks ? Texts::tr("Blocks") : titleOf(resource);
}

QString usedText(const Vessel& vessel, std::uint64_t blocks) {
    if (vessel.resource != Resource::Shared)
        return Texts::tr("%1 of %2").arg(countText(vessel.used(blocks)), countText(vessel.capacity));
    const auto kibibytes = [](std::uint64_t bytes) { return countText(static_cast<double>(bytes) / 1024, 1); };
    return Texts::tr("%1 of %2 KiB").arg(kibibytes(vessel.used(blocks)), kibibytes(vessel.capacity));
}

/// In percent, where there is no room for both numbers.
QString shortUsedText(const Vessel& vessel, std::uint64_t blocks) {
    return Texts::tr("%1 %").arg(
        countText(100 * static_cast<double>(vessel.used(blocks)) / static_cast<double>(vessel.capacity), 0));
}

/// Neighbouring blocks are told apart by their shade, the same in all vessels.
QColor shadeOf(const Theme& theme, std::uint64_t block) {
    return mix(theme.colour(Colour::Ground), theme.colour(Colour::D), block % 2 == 0 ? 0.72 : 0.46);
}

class Painter {
public:
    Painter(QPainter& painter, const Theme& theme, const BlockScene& scene, const SideGeometry& at,
            const BlockLook& look)
        : m_painter(painter), m_theme(theme), m_scene(scene), m_at(at), m_look(look) {}

    void paint() {
        const double head =
            paint::heading(m_painter, m_theme, m_at.all,
                           m_scene.input.name.isEmpty() ? Texts::tr("One multiprocessor") : m_scene.input.name,
                           QString::fromStdString(m_scene.input.gpu.title));
        paint::paragraph(m_painter, m_theme, m_at.all.adjusted(0, head + m_theme.scaled(2), 0, 0), Type::Least,
                         Colour::FaintText, launchWords(m_scene));
        number();
        for (std::size_t i = 0; i < m_at.vessels.size(); ++i) vessel(m_scene.vessels[i], m_at.vessels[i]);
        for (std::size_t i = 0; i < m_at.curves.size(); ++i) curve(m_scene.curves[i], m_at.curves[i], i == 0);
    }

private:
    [[nodiscard]] double grid() const { return m_theme.scaled(paint::kGrid); }

    void number() {
        const bool beside = m_at.number.height() > 20 * grid();
        QRectF rect = m_at.number;
        if (!m_scene.occupancy) {
            paint::paragraph(m_painter, m_theme, m_at.all.adjusted(0, rect.top() - m_at.all.top(), 0, 0), Type::Title,
                             Colour::Text, m_scene.impossible);
            return;
        }
        const Occupancy& occupancy = *m_scene.occupancy;
        const QString percent = Texts::tr("%1 %").arg(countText(occupancy.percent, 0));
        m_painter.setPen(m_theme.colour(Colour::Text));
        QFont large = m_theme.type(beside ? Type::Point : Type::Second);
        large.setBold(true);
        m_painter.setFont(large);
        const QFontMetricsF metrics(m_painter.font());
        const double height = std::ceil(metrics.height());
        m_painter.drawText(QRectF(rect.left(), rect.top(), rect.width(), height), Qt::AlignLeft | Qt::AlignVCenter,
                           percent);
        const QString of = Texts::tr("%1 of %2 warps").arg(countText(occupancy.warpsPerSm), countText(m_scene.warps));
        if (beside) {
            rect.setTop(rect.top() + height);
            rect.setTop(rect.top() + said(rect, Type::Name, Colour::Text, of) + grid() / 2);
        } else {
            m_painter.setFont(m_theme.type(Type::Name));
            m_painter.drawText(
                QRectF(rect.left() + metrics.horizontalAdvance(percent) + 2 * grid(), rect.top(), rect.width(), height),
                Qt::AlignLeft | Qt::AlignVCenter, of);
            rect.setTop(rect.top() + height);
        }
        QString limit = limitWords(m_scene);
        if (m_at.narrow)  // there is no room for it below the vessel
            for (const Vessel& vessel : m_scene.vessels)
                if (vessel.known && vessel.limits) {
                    limit.chop(1);
                    limit += Texts::tr(": %1.").arg(shortLackWords(vessel));
                    break;
                }
        rect.setTop(rect.top() + said(rect, Type::Least, Colour::FaintText, limit) + grid());
        for (const Achieved& achieved : m_scene.input.achieved) {
            if (!beside || rect.height() < 5 * grid()) break;
            const double side = paint::originSize(m_theme);
            paint::originSign(m_painter, m_theme, rect.topLeft() + QPointF(side / 2, side / 2), achieved.origin);
            said(rect.adjusted(side + grid(), 0, 0, 0), Type::Least, Colour::Text,
                 Texts::tr("%1 % achieved").arg(countText(achieved.percent, 1)));
            rect.setTop(rect.top() + side + grid() / 2);
        }
        if (beside) said(rect, Type::Least, Colour::FaintText, fewBlocksWords(m_scene));
    }

    double said(const QRectF& rect, Type type, Colour colour, const QString& words) {
        return words.isEmpty() || rect.height() < grid()
                   ? 0
                   : paint::paragraph(m_painter, m_theme, rect, type, colour, words);
    }

    void vessel(const Vessel& vessel, const VesselGeometry& at) {
        const std::uint64_t blocks = m_scene.occupancy->blocksPerSm;
        const double name = std::ceil(QFontMetricsF(m_theme.type(Type::Name)).height());
        m_painter.setFont(m_theme.type(Type::Name));
        m_painter.setPen(m_theme.colour(Colour::Text));
        QString title = titleOf(vessel.resource);
        if (QFontMetricsF(m_painter.font()).horizontalAdvance(title) > at.all.width())
            title = shortTitleOf(vessel.resource);
        m_painter.drawText(QRectF(at.all.left(), at.all.top(), at.all.width(), name), Qt::AlignLeft | Qt::AlignVCenter,
                           QFontMetricsF(m_painter.font()).elidedText(title, Qt::ElideRight, at.all.width()));
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_theme.colour(Colour::Hair));
        m_painter.drawRect(at.body);
        QRectF words(at.all.left(), at.body.bottom() + grid() / 2, at.all.width(), 0);
        words.setBottom(at.all.bottom());
        if (!vessel.known) {
            m_painter.setBrush(paint::hatch(m_theme));
            m_painter.drawRect(at.body);
            frame(at.body, false);
            said(words, Type::Least, Colour::FaintText,
                 vessel.unknown.isEmpty() ? Texts::tr("not known of this GPU") : vessel.unknown);
            return;
        }
        const std::uint64_t portions = portionsOf(vessel);
        for (std::uint64_t block = 0; block < blocks; ++block) fillBlock(vessel, at, block, portions);
        parts(vessel, at);
        frame(at.body, vessel.limits);
        if (m_look.landed >= static_cast<double>(blocks)) next(vessel, at, blocks, portions);
        if (m_look.pointed && *m_look.pointed <= blocks) spotlight(vessel, at, *m_look.pointed, portions);
        // As many as are seen to be in it.
        const auto landed = std::min(blocks, static_cast<std::uint64_t>(std::max(0.0, m_look.landed)));
        QString used = usedText(vessel, landed);
        m_painter.setFont(m_theme.type(Type::Name));
        if (QFontMetricsF(m_painter.font()).horizontalAdvance(used) > words.width())
            m_painter.setFont(m_theme.type(Type::Least));
        if (QFontMetricsF(m_painter.font()).horizontalAdvance(used) > words.width())
            used = shortUsedText(vessel, landed);
        m_painter.setPen(m_theme.colour(Colour::Text));
        m_painter.drawText(QRectF(words.left(), words.top(), words.width(), name), Qt::AlignLeft | Qt::AlignVCenter,
                           used);
        words.setTop(words.top() + name);
        // Why the next one does not fit is said when all others have landed.
        if (m_at.narrow || (vessel.limits && landed < blocks)) return;
        if (vessel.limits)
            said(words, Type::Least, Colour::Text, shortLackWords(vessel));
        else if (vessel.perBlock == 0)
            said(words, Type::Least, Colour::FaintText, Texts::tr("a block takes none"));
        else
            said(words, Type::Least, Colour::FaintText,
                 vessel.enoughFor == 1 ? Texts::tr("enough for 1 block")
                                       : Texts::tr("enough for %1 blocks").arg(countText(vessel.enoughFor)));
    }

    void frame(const QRectF& rect, bool limits) {
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_theme.colour(limits ? Colour::Text : Colour::Idle),
                              m_theme.scaled(limits ? paint::kBest : paint::kFrame)));
        m_painter.drawRect(rect);
    }

    /// Registers and warps belong to a part of the multiprocessor each.
    void parts(const Vessel& vessel, const VesselGeometry& at) {
        if (vessel.parts < 2) return;
        m_painter.setPen(QPen(m_theme.colour(Colour::Ground), m_theme.scaled(4)));
        for (unsigned part = 1; part < vessel.parts; ++part) {
            const double x = at.body.left() + at.body.width() * part / vessel.parts;
            m_painter.drawLine(QPointF(x, at.body.top()), QPointF(x, at.body.bottom()));
        }
    }

    /// A block comes from above and lands.
    void fillBlock(const Vessel& vessel, const VesselGeometry& at, std::uint64_t block, std::uint64_t portions) {
        const double come = m_look.landed - static_cast<double>(block);
        if (come <= 0 || portions == 0) return;
        const double share = easedOut(std::min(1.0, come));
        m_painter.save();
        m_painter.setClipRect(at.all);
        m_painter.translate(0, -(1 - share) * (at.all.height() / 4));
        m_painter.setOpacity(m_painter.opacity() * share);
        const double gap = at.unit > 6 ? 1 : 0;
        m_painter.setPen(Qt::NoPen);
        for (std::uint64_t index = block * portions; index < (block + 1) * portions; ++index) {
            const QRectF rect = portionRect(vessel, at, index).adjusted(gap, gap, -gap, -gap);
            m_painter.setBrush(shadeOf(m_theme, block));
            m_painter.drawRect(rect);
            // What is set aside beyond what was asked for: the driver's share, and the rounding.
            if (vessel.wanted >= vessel.perBlock) continue;
            const double idle = 1 - static_cast<double>(vessel.wanted) / static_cast<double>(vessel.perBlock);
            const QColor ground = m_theme.colour(Colour::Ground);
            const QRectF beyond(rect.left(), rect.top(), rect.width(), rect.height() * idle);
            m_painter.setBrush(beyond.height() < m_theme.scaled(paint::kGrid)
                                   ? QBrush(mix(shadeOf(m_theme, block), ground, 0.5))
                                   : paint::hatch(m_theme, ground));
            m_painter.drawRect(beyond);
        }
        const QRectF first = portionRect(vessel, at, block * portions);
        m_painter.setFont(m_theme.type(Type::Least));
        const QString number = countText(block + 1);
        // All of them, or none.
        const QString widest = countText(m_scene.occupancy->blocksPerSm);
        if (paint::valueFits(QFontMetricsF(m_painter.font()), widest, first.size(), m_theme)) {
            m_painter.setPen(textOn(shadeOf(m_theme, block)));
            m_painter.drawText(first, Qt::AlignCenter, number);
        }
        m_painter.restore();
    }

    /// The block that does not fit: where it would stand; what has no room stands above the rim.
    void next(const Vessel& vessel, const VesselGeometry& at, std::uint64_t block, std::uint64_t portions) {
        QPainterPath outline;
        const double top = at.all.top() + QFontMetricsF(m_theme.type(Type::Name)).height() + 2;
        for (std::uint64_t index = block * portions; index < (block + 1) * portions; ++index) {
            QRectF rect = portionRect(vessel, at, index);
            rect.setTop(std::max(rect.top(), top));
            if (rect.bottom() <= top) break;
            const double gap = at.unit > 6 ? 2 : 1;
            outline.addRect(rect.adjusted(gap, gap, -gap, -gap));
        }
        QPen pen(m_theme.colour(vessel.limits ? Colour::Text : Colour::Idle),
                 m_theme.scaled(vessel.limits ? paint::kSector : paint::kHair), Qt::CustomDashLine);
        pen.setDashPattern({4, 3});
        m_painter.setPen(pen);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawPath(outline);
    }

    void spotlight(const Vessel& vessel, const VesselGeometry& at, std::uint64_t block, std::uint64_t portions) {
        m_painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(paint::kRing)));
        m_painter.setBrush(Qt::NoBrush);
        QPainterPath outline;
        for (std::uint64_t index = block * portions; index < (block + 1) * portions; ++index)
            outline.addRect(portionRect(vessel, at, index));
        m_painter.save();
        m_painter.setClipRect(at.all);
        m_painter.drawPath(outline.simplified());
        m_painter.restore();
    }

    void curve(const Curve& curve, const CurveGeometry& at, bool chooses) {
        m_painter.setFont(m_theme.type(Type::Least));
        const QFontMetricsF metrics(m_painter.font());
        const double line = std::ceil(metrics.height());
        m_painter.setPen(m_theme.colour(Colour::Text));
        m_painter.drawText(QRectF(at.all.left(), at.all.top(), at.all.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                           metrics.elidedText(axisTitle(curve.axis), Qt::ElideRight, at.all.width()));
        if (curve.points.empty()) {
            said(at.plot, Type::Least, Colour::FaintText, Texts::tr("not known of this GPU"));
            return;
        }
        m_painter.setPen(QPen(m_theme.colour(Colour::GridLine), paint::kHair));
        for (const double percent : {0.0, 50.0, 100.0}) {
            const double y = pointOf(curve, at, 0, percent).y();
            m_painter.drawLine(QPointF(at.plot.left(), y), QPointF(at.plot.right(), y));
        }
        m_painter.setPen(m_theme.colour(Colour::FaintText));
        for (const double percent : {0.0, 50.0, 100.0})
            m_painter.drawText(QRectF(at.all.left(), pointOf(curve, at, 0, percent).y() - line / 2,
                                      at.plot.left() - at.all.left() - grid() / 2, line),
                               Qt::AlignRight | Qt::AlignVCenter, Texts::tr("%1 %").arg(percent));
        const std::uint64_t last = curve.points.back().x;
        for (const std::uint64_t x : {std::uint64_t{0}, last / 2, last}) {
            const double middle = pointOf(curve, at, x, 0).x();
            const QString words = x > 0 && curve.axis == OccupancyAxis::SharedMemory
                                      ? Texts::tr("%1 KiB").arg(countText(x / 1024))
                                      : countText(x);
            const double half = metrics.horizontalAdvance(words) / 2 + 1;
            const double left = std::min(middle - half, at.all.right() - 2 * half);
            m_painter.drawText(QRectF(left, at.plot.bottom() + 2, 2 * half, line), Qt::AlignCenter, words);
        }
        rises(curve, at);
        if (chooses) choices(curve, at);
        if (!curve.here || !m_scene.occupancy) return;
        // Where this launch stands.
        const QPointF own = pointOf(curve, at, *curve.here, m_scene.occupancy->percent);
        m_painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(paint::kBest)));
        m_painter.setBrush(m_theme.colour(Colour::Ground));
        m_painter.drawEllipse(own, m_theme.scaled(7), m_theme.scaled(7));
    }

    void rises(const Curve& curve, const CurveGeometry& at) {
        QPainterPath path;
        for (std::size_t i = 0; i < curve.points.size(); ++i) {
            const QPointF to = pointOf(curve, at, curve.points[i].x, curve.points[i].percent);
            // A block takes whole warps: between two numbers of threads it is the larger one.
            if (i == 0)
                path.moveTo(to);
            else if (curve.axis == OccupancyAxis::Threads)
                path.lineTo(path.currentPosition().x(), to.y());
            path.lineTo(to);
        }
        QPainterPath below = path;
        below.lineTo(path.currentPosition().x(), at.plot.bottom());
        below.lineTo(pointOf(curve, at, curve.points.front().x, 0));
        below.closeSubpath();
        m_painter.fillPath(below, mix(m_theme.colour(Colour::Ground), m_theme.colour(Colour::D), 0.16));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_theme.colour(Colour::D), m_theme.scaled(paint::kSector)));
        m_painter.drawPath(path);
    }

    void choices(const Curve& curve, const CurveGeometry& at) {
        for (std::size_t i = 0; i < curve.choices.size(); ++i) {
            const QPointF to = pointOf(curve, at, curve.choices[i].x, curve.choices[i].percent);
            const bool pointed = m_look.choice == i;
            m_painter.setPen(QPen(m_theme.colour(pointed && m_look.focused ? Colour::Focus : Colour::Text),
                                  m_theme.scaled(pointed ? paint::kRing : paint::kSector)));
            m_painter.setBrush(m_theme.colour(Colour::Ground));
            m_painter.drawEllipse(to, m_theme.scaled(pointed ? 7 : 4.5), m_theme.scaled(pointed ? 7 : 4.5));
        }
    }

    [[nodiscard]] static QString axisTitle(OccupancyAxis axis) {
        switch (axis) {
            case OccupancyAxis::Threads: return Texts::tr("Occupancy over threads of a block");
            case OccupancyAxis::Registers: return Texts::tr("over registers of a thread");
            case OccupancyAxis::SharedMemory: return Texts::tr("over shared memory of a block");
        }
        return {};
    }
    QPainter& m_painter;
    const Theme& m_theme;
    const BlockScene& m_scene;
    const SideGeometry& m_at;
    const BlockLook& m_look;
};

}  // namespace

void paint(QPainter& painter, const Theme& theme, const BlockScene& scene, const SideGeometry& at,
           const BlockLook& look) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    Painter(painter, theme, scene, at, look).paint();
    painter.restore();
}

}  // namespace lanescope::block
