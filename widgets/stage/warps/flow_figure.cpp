// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/warps/flow_figure.h"

#include <QFontMetricsF>
#include <algorithm>
#include <utility>

#include "widgets/paint/marks.h"
#include "widgets/stage/warps/flow_painter.h"
#include "widgets/stage/warps/warps_colours.h"
#include "widgets/stage/warps/warps_view.h"
#include "widgets/stage/warps/warps_words.h"
#include "widgets/style/numbers.h"

namespace lanescope::warps {
namespace {

constexpr double kLeastRank = 40;     ///< a box, and dots below it
constexpr std::size_t kMostRows = 4;  ///< of the stack, or groups
constexpr double kRankHeight = 84;

QString stateText(LanePlace::State state) {
    switch (state) {
        case LanePlace::State::Runs: return QObject::tr("run");
        case LanePlace::State::Parted: return QObject::tr("come next");
        case LanePlace::State::Waits: return QObject::tr("wait");
        case LanePlace::State::Barrier: return QObject::tr("at the barrier");
        case LanePlace::State::Ended: break;
    }
    return QObject::tr("ended");
}

}  // namespace

FlowFigure::FlowFigure(const WarpsView& view, const StageFrame& frame, QWidget* parent)
    : QWidget(parent), m_view(&view), m_frame(frame) {
    setAccessibleName(tr("Flow graph"));
    const auto draw = qOverload<>(&QWidget::update);
    connect(&frame.theme, &Theme::changed, this, draw);
    connect(&frame.motion, &Motion::changed, this, draw);
    connect(&frame.playback, &Playback::positionChanged, this, &FlowFigure::refresh);
    connect(&frame.playback, &Playback::blocksChanged, this, [this] {
        m_drawn.clear();
        refresh();
    });
    refresh();
}

FlowFigure::~FlowFigure() = default;

std::uint64_t FlowFigure::positionOf(std::size_t side) const { return m_frame.playback.positionOf(side); }

const WarpsScene* FlowFigure::scene(std::size_t side) const { return m_view.isNull() ? nullptr : m_view->scene(side); }

void FlowFigure::refresh() {
    m_drawn.resize(std::min<std::size_t>(2, m_frame.playback.sides()));
    for (std::size_t side = 0; side < m_drawn.size(); ++side)
        if (scene(side) != nullptr) look(side, m_drawn[side]);
    setAccessibleDescription(description());
    updateGeometry();
    update();
}

void FlowFigure::look(std::size_t side, Drawn& drawn) {
    const WarpsScene& what = *scene(side);
    const Timeline& timeline = m_frame.playback.timelineOf(side);
    const auto now = presentAt(what, timeline.position());
    const std::uint32_t instruction = now ? what.flow().trace().instruction(now->event) : 0;
    const auto at = drawn.graph.nodeOf(instruction);
    const bool shown =
        at && drawn.graph.nodes[*at].kind != FlowNode::Kind::Out && drawn.graph.nodes[*at].kind != FlowNode::Kind::Loop;
    const auto most = static_cast<std::size_t>(std::clamp(height() / m_frame.theme.scaled(kLeastRank) - 3, 6.0, 12.0));
    FlowGraph graph = flowGraphAround(what.code(), instruction, most);
    // The picture of a big graph stays as long as the step is in it.
    if (!shown || graph.nodes.size() < most) drawn.graph = std::move(graph);
    drawn.present = now ? now->warp : 0;
    drawn.node = now ? drawn.graph.nodeOf(instruction) : std::nullopt;
    drawn.warps = {drawn.present};
    if (what.warps() == 2) drawn.warps = {0, 1};
    drawn.before = std::move(drawn.now);
    drawn.now.clear();
    const auto& warps = timeline.state().warps;
    for (const std::uint32_t warp : drawn.warps)
        if (warp < warps.size()) drawn.now[warp] = lanePlacesOf(warps[warp]);
}

QSize FlowFigure::sizeHint() const {
    std::uint32_t ranks = 3;
    for (const Drawn& drawn : m_drawn) ranks = std::max(ranks, drawn.graph.ranks);
    const double height = ranks * kRankHeight + 180;
    return QSizeF(m_frame.theme.scaled(320), m_frame.theme.scaled(std::min(height, 560.0))).toSize();
}

QString FlowFigure::description() const {
    QStringList sentences;
    for (std::size_t side = 0; side < m_drawn.size(); ++side) {
        const WarpsScene* const what = scene(side);
        const auto& warps = m_frame.playback.timelineOf(side).state().warps;
        if (what == nullptr || m_drawn[side].present >= warps.size()) continue;
        QStringList parts;
        simt::LaneMask told = 0;  // an entry of the stack also has the lanes of those above it
        for (const Together& some : gatheringOf(warps[m_drawn[side].present]).all) {
            const simt::LaneMask lanes = some.lanes & ~std::exchange(told, told | some.lanes);
            if (lanes != 0) parts.append(tr("%1 lanes %2").arg(countText(simt::lanesIn(lanes)), stateText(some.state)));
        }
        sentences.append(tr("Warp %1: %2.").arg(countText(m_drawn[side].present), parts.join(QStringLiteral(", "))));
    }
    return sentences.join(QLatin1Char(' '));
}

void FlowFigure::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    paintTo(painter, size());
}

void FlowFigure::paintTo(QPainter& painter, const QSizeF& size) {
    const double grid = m_frame.theme.scaled(paint::kGrid);
    const std::size_t count = m_drawn.size();
    if (count == 0) return;
    const double between = 2 * grid;
    const double width = (size.width() - between * static_cast<double>(count - 1)) / static_cast<double>(count);
    const double line = QFontMetricsF(m_frame.theme.type(Type::Head)).height();
    const double below = line * static_cast<double>(kMostRows + 2);
    for (std::size_t side = 0; side < count; ++side) {
        if (scene(side) == nullptr) continue;
        const double left = 2 + static_cast<double>(side) * (width + between);
        paintSide(painter, side, QRectF(left, grid / 2, width, size.height() - below - grid / 2));
        paintGathering(painter, side, QRectF(left, size.height() - below + grid, width, below - grid));
    }
}

void FlowFigure::paintSide(QPainter& painter, std::size_t side, const QRectF& rect) {
    const WarpsScene& what = *scene(side);
    const Drawn& drawn = m_drawn[side];
    const SideOf of{side, m_drawn.size()};
    const Theme& theme = m_frame.theme;
    const QFont head = theme.type(Type::Head);
    const QFontMetricsF letters(head);
    const bool names = drawn.warps.size() > 1;
    const double beside = names ? letters.horizontalAdvance(QStringLiteral("w0")) + 4 : 0;
    const FlowLayout layout(theme, drawn.graph, rect.adjusted(theme.scaled(12), letters.height() + 4, -2, 0),
                            drawn.warps.size(), beside);
    painter.setFont(head);
    painter.setPen(theme.colour(Colour::FaintText));
    const QString title =
        m_drawn.size() > 1 && side < m_view->sides().size()
            ? tr("%1, %2").arg(m_view->sides()[side].name, what.nameOf(what.groupAt(positionOf(side))))
            : what.nameOf(what.groupAt(positionOf(side)));
    painter.drawText(QRectF(rect.left(), rect.top(), rect.width(), letters.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     letters.elidedText(title, Qt::ElideRight, rect.width()));
    paintGraph(painter, theme, what, drawn.graph, layout, what.groupAt(positionOf(side)), drawn.node, of);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double progress = m_frame.motion.progress();
    for (std::size_t row = 0; row < drawn.warps.size(); ++row) {
        const std::uint32_t warp = drawn.warps[row];
        const auto now = drawn.now.find(warp);
        if (now == drawn.now.end()) continue;
        const auto before = drawn.before.find(warp);
        // A lane that waits where ways meet, and came past by one that does nothing, stands on that way.
        const auto areaOf = [&](const LanePlace& place) -> std::optional<QRectF> {
            const auto node = drawn.graph.nodeOf(place.instruction);
            if (!node) return std::nullopt;
            if (place.state != LanePlace::State::Waits) return layout.dots(*node, row);
            for (const FlowEdge& edge : drawn.graph.edges)
                if (edge.to == *node && !edge.via.empty()) return layout.dotsOn(edge, row);
            return layout.dots(*node, row);
        };
        // Ways go behind the dots.
        std::vector<QRectF> areas;
        for (const LanePlace& place : now->second) {
            const auto area = place.state == LanePlace::State::Ended ? std::nullopt : areaOf(place);
            if (area && std::ranges::find(areas, *area) == areas.end()) areas.push_back(*area);
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.colour(Colour::Raised));
        for (const QRectF& area : areas) {
            painter.drawRect(area.adjusted(-2, -1, 2, 1));
            if (!names) continue;
            painter.save();
            painter.setPen(theme.colour(Colour::FaintText));
            painter.setFont(head);
            const double above = std::max(area.top() - 2, area.center().y() - letters.height() / 2);
            painter.drawText(QRectF(area.left() - beside, above, beside, letters.height()),
                             Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("w%1").arg(warp));
            painter.restore();
        }
        for (unsigned lane = 0; lane < simt::kWarpSize; ++lane) {
            const LanePlace& place = now->second[lane];
            if (place.state == LanePlace::State::Ended) continue;
            const auto area = areaOf(place);
            if (!area) continue;
            QPointF at = layout.dot(*area, lane);
            if (progress < 1 && before != drawn.before.end() && before->second[lane].state != LanePlace::State::Ended)
                if (const auto from = areaOf(before->second[lane])) {
                    const QPointF start = layout.dot(*from, lane);
                    at = start + (at - start) * progress;
                }
            const bool inCode = place.instruction < what.code().entry().instructions.size();
            const std::uint32_t way = inCode ? what.code().wayOf(what.code().blockOf(place.instruction)) : 0;
            paintDot(painter, theme, at, layout.pitch(), place.state, wayColour(theme, way, side, of.count));
        }
    }
    painter.restore();
}

void FlowFigure::paintGathering(QPainter& painter, std::size_t side, const QRectF& rect) {
    const Drawn& drawn = m_drawn[side];
    const Theme& theme = m_frame.theme;
    const WarpsScene& what = *scene(side);
    const auto& warps = m_frame.playback.timelineOf(side).state().warps;
    if (drawn.present >= warps.size()) return;
    const Gathering gathering = gatheringOf(warps[drawn.present]);
    QFont head = theme.type(Type::Head);
    const double line = QFontMetricsF(head).height();
    painter.save();
    head.setWeight(QFont::DemiBold);
    painter.setFont(head);
    painter.setPen(theme.colour(Colour::FaintText));
    const QString title =
        gathering.independent ? tr("warp %1: groups").arg(drawn.present) : tr("warp %1: stack").arg(drawn.present);
    painter.drawText(QRectF(rect.left(), rect.top(), rect.width(), line), Qt::AlignLeft | Qt::AlignVCenter, title);
    painter.setFont(theme.type(Type::Head));
    double y = rect.top() + line + 2;
    if (gathering.all.empty())
        painter.drawText(QRectF(rect.left(), y, rect.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                         stateText(LanePlace::State::Ended));
    const double strip = std::min(theme.scaled(112), rect.width() * 0.45);
    const double cell = strip / simt::kWarpSize;
    const auto instructions = what.code().entry().instructions.size();
    for (std::size_t i = 0; i < std::min(kMostRows, gathering.all.size()); ++i, y += line) {
        const Together& some = gathering.all[i];
        if (i + 1 == kMostRows && gathering.all.size() > kMostRows) {
            painter.drawText(QRectF(rect.left(), y, rect.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                             tr("… and %1 more").arg(gathering.all.size() - i));
            break;
        }
        painter.fillRect(QRectF(rect.left(), y + line * 0.5 - 0.5, strip, 1), theme.colour(Colour::GridLine));
        const QColor full = some.state == LanePlace::State::Runs ? wayColour(theme, 0, side, m_drawn.size())
                                                                 : theme.colour(Colour::Idle);
        for (unsigned lane = 0; lane < simt::kWarpSize; ++lane) {
            unsigned end = lane;
            while (end < simt::kWarpSize && (some.lanes >> end & 1) != 0) ++end;
            if (end == lane) continue;
            painter.fillRect(QRectF(rect.left() + lane * cell, y + line * 0.25, (end - lane) * cell, line * 0.5), full);
            lane = end;
        }
        QString text = stateText(some.state);
        const std::uint32_t at =
            some.instruction < instructions ? lineOf(what.code().entry().instructions[some.instruction]) : 0;
        if (at != 0) text += tr(", line %1").arg(at);
        const std::uint32_t until =
            some.until < instructions ? lineOf(what.code().entry().instructions[some.until]) : 0;
        QString whole = text;
        if (until != 0) whole += tr(", until %1").arg(until);
        const QRectF row(rect.left() + strip + 6, y, rect.width() - strip - 6, line);
        const QFontMetricsF metrics(painter.font());
        painter.setPen(theme.colour(i == 0 ? Colour::Text : Colour::FaintText));
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.horizontalAdvance(whole) <= row.width()
                             ? whole
                             : metrics.elidedText(text, Qt::ElideRight, row.width()));
    }
    painter.restore();
}

}  // namespace lanescope::warps
