// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/warps/flow_painter.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/stage/warps/source_text.h"
#include "widgets/stage/warps/warps_colours.h"
#include "widgets/stage/warps/warps_words.h"
#include "widgets/style/words.h"

namespace lanescope::warps {
namespace {

constexpr double kBoxHeight = 26;
constexpr double kWidestBox = 150;
constexpr double kWidestPitch = 7;
constexpr double kNarrowestPitch = 4;  ///< rather four lines than smaller dots

/// By rank, how many nodes and ways lie side by side.
std::vector<std::size_t> slotsOf(const FlowGraph& graph) {
    std::vector<std::size_t> slots(std::max(1U, graph.ranks), 0);
    for (const FlowNode& node : graph.nodes) ++slots[node.rank];
    for (const FlowEdge& edge : graph.edges)
        for (std::size_t i = 0; i < edge.via.size(); ++i) ++slots[graph.nodes[edge.from].rank + 1 + i];
    return slots;
}

}  // namespace

FlowLayout::FlowLayout(const Theme& theme, const FlowGraph& graph, const QRectF& rect, std::size_t warps, double beside)
    : m_graph(graph), m_rect(rect) {
    const double ranks = std::max(1U, graph.ranks);
    const std::vector<std::size_t> slots = slotsOf(graph);
    const double slot = rect.width() / static_cast<double>(std::max<std::size_t>(1, *std::ranges::max_element(slots)));
    m_step = std::min(rect.height() / ranks, theme.scaled(140));
    m_between = theme.scaled(5);
    m_beside = beside;
    m_box = std::min(theme.scaled(kBoxHeight), m_step * 0.45);
    const double rows = static_cast<double>(std::max<std::size_t>(1, warps));
    const double room = (m_step - m_box - 2 * m_between) / rows;
    for (const unsigned across : {16U, 8U}) {  // two lines a warp, or four
        const double pitch = std::min({theme.scaled(kWidestPitch), (slot * 0.94 - beside) / across,
                                       room / (simt::kWarpSize / static_cast<double>(across) + 0.8)});
        if (pitch <= m_pitch) continue;
        m_pitch = std::max(1.5, pitch);
        m_across = across;
        if (m_pitch >= theme.scaled(kNarrowestPitch)) break;
    }
    for (const std::size_t inRank : slots)
        m_widths.push_back(std::min(theme.scaled(kWidestBox),
                                    rect.width() / static_cast<double>(std::max<std::size_t>(1, inRank)) * 0.88));
}

QRectF FlowLayout::box(std::uint32_t node) const {
    const FlowNode& what = m_graph.nodes[node];
    const double width = m_widths[what.rank];
    return {x(what.x) - width / 2, top(what.rank), width, m_box};
}

QRectF FlowLayout::dotsAt(double middle, double top, std::size_t row) const {
    const double lines = static_cast<double>(simt::kWarpSize) / m_across;
    const double width = m_across * m_pitch;
    return {middle - width / 2 + m_beside / 2, top + static_cast<double>(row) * m_pitch * (lines + 0.8), width,
            m_pitch * lines};
}

QRectF FlowLayout::dots(std::uint32_t node, std::size_t row) const {
    const QRectF above = box(node);
    return dotsAt(above.center().x(), above.bottom() + m_between, row);
}

QRectF FlowLayout::dotsOn(const FlowEdge& edge, std::size_t row) const {
    if (edge.via.empty()) return dots(edge.to, row);
    const std::uint32_t rank = m_graph.nodes[edge.from].rank + static_cast<std::uint32_t>(edge.via.size());
    return dotsAt(x(edge.via.back()), top(rank) + m_between, row);
}

QPointF FlowLayout::dot(const QRectF& area, unsigned lane) const {
    return {area.left() + (lane % m_across + 0.5) * m_pitch, area.top() + (lane / m_across + 0.5) * m_pitch};
}

QPainterPath FlowLayout::way(const FlowEdge& edge) const {
    const QRectF from = box(edge.from);
    const QRectF to = box(edge.to);
    QPainterPath path;
    if (edge.back) {  // round the left side
        const double left = m_rect.left() - 2 * m_between;
        const double y = from.center().y();
        const double up = to.center().y();
        path.moveTo(from.left(), y);
        path.cubicTo(QPointF(left, y), QPointF(left, y), QPointF(left, y - std::min(12.0, std::abs(y - up) / 2 + 1)));
        path.lineTo(left, up + std::min(12.0, std::abs(y - up) / 2 + 1));
        path.cubicTo(QPointF(left, up), QPointF(left, up), QPointF(to.left(), up));
        return path;
    }
    QPointF at(from.center().x(), from.bottom());
    path.moveTo(at);
    const auto bend = [&](const QPointF& next) {
        const double half = (next.y() - at.y()) / 2;
        path.cubicTo(at + QPointF(0, half), next - QPointF(0, half), next);
        at = next;
    };
    const std::uint32_t rank = m_graph.nodes[edge.from].rank;
    for (std::size_t i = 0; i < edge.via.size(); ++i) {
        const double y = top(rank + 1 + static_cast<std::uint32_t>(i));
        bend({x(edge.via[i]), y});
        at.setY(y + m_box);
        path.lineTo(at);
    }
    bend({to.center().x(), to.top()});
    return path;
}

QString nameOf(const WarpsScene& scene, const FlowNode& node) {
    constexpr qsizetype kLongestCondition = 22;
    const program::Entry& entry = scene.code().entry();
    const Kernel& kernel = *scene.flow().trace().launch().kernel;
    if (node.kind == FlowNode::Kind::Out) return QObject::tr("on");
    if (node.kind == FlowNode::Kind::Barrier) return QObject::tr("barrier");
    if (node.kind == FlowNode::Kind::Loop) {
        std::uint32_t line = 0;
        for (const FlowNode::Range& range : node.ranges)
            for (std::uint32_t i = range.first; i < range.end; ++i) {
                const std::uint32_t at = lineOf(entry.instructions[i]);
                if (at != 0 && (line == 0 || at < line)) line = at;
            }
        return line == 0 ? QObject::tr("↻ loop") : QObject::tr("↻ line %1").arg(line);
    }
    for (const FlowNode::Range& range : node.ranges) {
        const Doing doing = doingOf(scene, range.first, range.end);
        if (doing != Doing::Nothing) return verbOf(doing, 2);
    }
    const std::uint32_t number = node.ranges.back().end - 1;
    const program::Instruction& last = entry.instructions[number];
    const std::uint32_t line = lineOf(last);
    if (scene.code().isConditionalBranch(number)) {
        const QString asked = shownName(conditionIn(sourceLineOf(kernel, line)));
        if (!asked.isEmpty() && asked.size() <= kLongestCondition) return asked + QLatin1Char('?');
        return line == 0 ? QStringLiteral("?") : QObject::tr("line %1?").arg(line);
    }
    if (last.opcode == program::Opcode::Ret || last.opcode == program::Opcode::Exit) return QObject::tr("end");
    return line == 0 ? QStringLiteral("·") : QObject::tr("line %1").arg(line);
}

QColor colourOf(const Theme& theme, const WarpsScene& scene, const FlowNode& node, std::size_t group, SideOf side) {
    if (node.kind == FlowNode::Kind::Out) return theme.colour(Colour::Hair);
    if (node.kind == FlowNode::Kind::Barrier) return theme.colour(Colour::Text);
    const auto works = std::ranges::find_if(node.ranges, [&](const FlowNode::Range& range) {
        for (std::uint32_t i = range.first; i < range.end; ++i)
            if (scene.code().isWork(i)) return true;
        return false;
    });
    if (works == node.ranges.end()) return mix(theme.colour(Colour::Ground), theme.colour(Colour::FaintText), 0.85);
    if (hueOf(scene, side.count) == Hue::Way)
        return wayColour(theme, scene.code().wayOf(scene.code().blockOf(works->first)), side.number, side.count);
    // As the columns of the phase have it; what did not come in it, as what the block computes.
    const Group& now = scene.group(group);
    for (std::uint64_t event = now.first; event < now.end; ++event) {
        const std::uint32_t instruction = scene.flow().trace().instruction(event);
        if (instruction < works->first || instruction >= works->end || !scene.code().isWork(instruction)) continue;
        const Column& column = now.columns[now.column(event)];
        if (column.kind != PieceKind::Works) continue;
        const flow::Family family = column.cells[scene.flow().trace().warp(event)].family;
        return familyColour(family.number, family.kin, theme.look());
    }
    const flow::Family family = scene.flow().families().ofOwned();
    return familyColour(family.number, family.kin, theme.look());
}

void paintGraph(QPainter& painter, const Theme& theme, const WarpsScene& scene, const FlowGraph& graph,
                const FlowLayout& layout, std::size_t group, std::optional<std::uint32_t> present, SideOf side) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const FlowEdge& edge : graph.edges) {
        QPen pen(theme.colour(Colour::Idle), theme.scaled(edge.back ? 1.5 : 2.5));
        if (edge.back) pen.setStyle(Qt::DotLine);
        painter.setPen(pen);
        painter.drawPath(layout.way(edge));
    }
    for (std::uint32_t node = 0; node < graph.nodes.size(); ++node) {
        const FlowNode& what = graph.nodes[node];
        QRectF box = layout.box(node);
        const QColor fill = colourOf(theme, scene, what, group, side);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawRoundedRect(box, theme.scaled(6), theme.scaled(6));
        QFont font = theme.type(Type::Head);
        font.setWeight(QFont::DemiBold);
        painter.setFont(font);
        painter.setPen(textOn(fill));
        painter.drawText(box, Qt::AlignCenter,
                         QFontMetricsF(font).elidedText(nameOf(scene, what), Qt::ElideRight, box.width() - 6));
        if (present == node) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(theme.colour(Colour::Now), theme.scaled(paint::kRing)));
            painter.drawRoundedRect(box.adjusted(-2.5, -2.5, 2.5, 2.5), theme.scaled(8), theme.scaled(8));
        }
    }
    painter.restore();
}

void paintDot(QPainter& painter, const Theme& theme, const QPointF& at, double pitch, LanePlace::State state,
              const QColor& colour) {
    const double radius = pitch * 0.4;
    if (state == LanePlace::State::Runs) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawEllipse(at, radius, radius);
        return;
    }
    painter.setPen(QPen(state == LanePlace::State::Parted ? colour : theme.colour(Colour::FaintText),
                        std::max(0.75, pitch * 0.14)));
    painter.setBrush(theme.colour(Colour::Raised));
    painter.drawEllipse(at, radius, radius);
}

}  // namespace lanescope::warps
