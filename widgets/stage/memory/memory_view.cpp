// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/memory/memory_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/memory/request_figure.h"
#include "widgets/stage/memory/request_words.h"

namespace lanescope {

MemoryView::MemoryView(const StageFrame& frame, QWidget* parent) : StageView(frame, parent) {
    setAccessibleName(tr("Memory"));
    setMouseTracking(true);
    connect(&frame.playback, &Playback::positionChanged, this, &MemoryView::follow);
    follow();
}

MemoryView::~MemoryView() = default;

void MemoryView::sidesChanged() { follow(); }

void MemoryView::follow() {
    m_scene = memoryScene(playback());
    QStringList words;
    for (std::size_t side = 0; side < m_scene.sides.size(); ++side) {
        const MemorySide& of = m_scene.sides[side];
        if (!of.request) continue;
        const QString name =
            m_scene.sides.size() > 1 && side < sides().size() ? sides()[side].name + QStringLiteral(": ") : QString();
        words.push_back(name + RequestWords::what(*of.request) + QStringLiteral(": ") +
                        RequestWords::cost(*of.request) + QStringLiteral(". ") + RequestWords::law(*of.request) +
                        QStringLiteral("."));
    }
    setAccessibleDescription(words.join(QLatin1Char(' ')));
    describe();
}

std::vector<flow::Finding> MemoryView::worst() const {
    const flow::BlockFlow* const flow = playback().flow();
    if (flow == nullptr) return {};
    const auto findings = flow->requests().findings();
    return {findings.begin(), findings.end()};
}

Why MemoryView::why() const {
    Why why;
    if (m_scene.sides.empty() || !m_scene.sides.front().request) {
        why.sentence = tr("No lane of this block accesses memory.");
        return why;
    }
    const MemorySide& lead = m_scene.sides.front();
    const RequestScene& request = *lead.request;
    why.sentence = RequestWords::sentence(request);
    for (std::size_t side = 1; side < m_scene.sides.size(); ++side) {
        const auto& other = m_scene.sides[side].request;
        const QString name = side < sides().size() ? sides()[side].name : QString();
        const QString more = other ? RequestWords::beside(request, *other, name) : QString();
        if (!more.isEmpty()) why.sentence += QLatin1Char(' ') + more;
    }
    if (lead.when == SeenAccess::When::Before)
        why.detail = tr("This step accesses nothing: the last access is shown, dimmed.");
    else if (lead.when == SeenAccess::When::Behind)
        why.detail = tr("Nothing has been accessed yet: the first access is shown, dimmed.");
    else if (lead.neighbour)
        why.detail = (lead.neighbourAfter ? tr("The values go on in a %1: %2.") : tr("The values came in a %1: %2."))
                         .arg(RequestWords::kind(*lead.neighbour), RequestWords::cost(*lead.neighbour));
    why.metrics = RequestWords::metrics(request);
    if (request.line > 0) why.lines.push_back(request.line);
    if (lead.neighbour && lead.neighbour->line > 0 && lead.neighbour->line != request.line)
        why.lines.push_back(lead.neighbour->line);
    return why;
}

QWidget* MemoryView::makeFigure(QWidget* parent) {
    return new RequestFigure({theme(), playback(), motion(), selection()}, parent);
}

std::optional<unsigned> MemoryView::shownLane() const {
    if (m_lane) return m_lane;
    const auto thread = selection().shown().thread;
    if (!thread || m_scene.sides.empty() || !m_scene.sides.front().request) return std::nullopt;
    return thread->warp == m_scene.sides.front().request->warp ? std::optional<unsigned>(thread->lane) : std::nullopt;
}

double MemoryView::narrowRatio() const { return sides().size() > 1 ? 1.5 : StageView::narrowRatio(); }

void MemoryView::paintTo(QPainter& painter, const QSizeF& size) {
    if (m_scene.sides.empty()) {
        const double margin = theme().scaled(3 * paint::kGrid);
        paint::paragraph(painter, theme(), QRectF(QPointF(0, 0), size).adjusted(margin, margin, -margin, -margin),
                         Type::Title, Colour::FaintText, tr("No block is watched: there is no request to show."));
        return;
    }
    MemoryLook look;
    look.progress = motion().progress();
    for (const MemorySide& side : m_scene.sides)
        if (side.request)
            look.levels = std::max({look.levels, side.request->cost.shared.wavefronts, side.request->cost.meeting});
    look.lane = shownLane();
    for (const StageSide& side : sides()) look.names.push_back(side.name);
    MemoryPainter(painter, theme(), size, m_scene, look).paint();
}

void MemoryView::pointAt(std::optional<unsigned> lane) {
    if (lane == m_lane) return;
    m_lane = lane;
    const bool known = !m_scene.sides.empty() && m_scene.sides.front().request;
    if (lane && known) {
        Focus focus;
        focus.thread = ThreadRef{m_scene.sides.front().request->warp, *lane};
        selection().setHovered(focus);
    } else {
        selection().clearHovered();
    }
    describe();
    update();
}

void MemoryView::describe() {
    QStringList words;
    for (std::size_t side = 0; m_lane && side < m_scene.sides.size(); ++side) {
        const auto& request = m_scene.sides[side].request;
        if (!request) continue;
        const QString name =
            m_scene.sides.size() > 1 && side < sides().size() ? sides()[side].name + QStringLiteral(": ") : QString();
        words.push_back(name + RequestWords::lane(*request, *m_lane));
    }
    Q_EMIT described(words.join(QStringLiteral("; ")));
}

void MemoryView::mouseMoveEvent(QMouseEvent* event) {
    pointAt(MemoryPainter::laneAt(theme(), size(), m_scene, event->position()));
}

void MemoryView::leaveEvent(QEvent* /*event*/) { pointAt(std::nullopt); }

void MemoryView::mousePressEvent(QMouseEvent* event) {
    pointAt(MemoryPainter::laneAt(theme(), size(), m_scene, event->position()));
    if (m_lane) selection().togglePinned(selection().hovered());
}

void MemoryView::keyPressEvent(QKeyEvent* event) {
    constexpr unsigned kLast = simt::kWarpSize - 1;
    const unsigned lane = shownLane().value_or(0);
    switch (event->key()) {
        case Qt::Key_Left: return pointAt(m_lane && lane > 0 ? lane - 1 : lane);
        case Qt::Key_Right: return pointAt(m_lane && lane < kLast ? lane + 1 : lane);
        case Qt::Key_Home: return pointAt(0);
        case Qt::Key_End: return pointAt(kLast);
        case Qt::Key_Escape: return pointAt(std::nullopt);
        default: StageView::keyPressEvent(event);
    }
}

}  // namespace lanescope
