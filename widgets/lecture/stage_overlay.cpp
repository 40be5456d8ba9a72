// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lecture/stage_overlay.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace lanescope {
namespace {

constexpr double kPointer = 22;
constexpr std::size_t kMostPoints = 4000;  // of a stroke
constexpr std::size_t kMostMarks = 200;

}  // namespace

StageOverlay::StageOverlay(const StageFrame& frame, QWidget* stage)
    : QWidget(stage->parentWidget()), m_theme(frame.theme), m_stage(stage) {
    setObjectName(QStringLiteral("overlay"));
    setAttribute(Qt::WA_NoSystemBackground);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setMouseTracking(true);
    stage->installEventFilter(this);
    const auto again = [this] {
        if (m_spotlight) redraw();
    };
    connect(&frame.playback, &Playback::positionChanged, this, again);
    connect(&frame.playback, &Playback::blocksChanged, this, again);
    connect(&frame.theme, &Theme::changed, this, &StageOverlay::redraw);
    cover();
    hide();
}

void StageOverlay::setView(StageView* view) {
    m_view = view;
    redraw();
}

void StageOverlay::setSpotlight(const std::optional<Spotlight>& spotlight) {
    if (spotlight == m_spotlight) return;
    m_spotlight = spotlight;
    redraw();
}

void StageOverlay::setMarks(std::vector<HandMark> marks) {
    m_marks = std::move(marks);
    m_drawing = false;
    redraw();
}

void StageOverlay::setTool(Tool tool) {
    if (tool == m_tool) return;
    m_tool = tool;
    m_drawing = false;
    m_pointer.reset();
    setAttribute(Qt::WA_TransparentForMouseEvents, tool == Tool::None);
    setCursor(tool == Tool::Pointer ? Qt::BlankCursor : tool == Tool::None ? Qt::ArrowCursor : Qt::CrossCursor);
    redraw();
    Q_EMIT toolChanged();
}

Lit StageOverlay::lit() const { return m_view && m_spotlight ? m_view->litBy(*m_spotlight, size()) : Lit{}; }

bool StageOverlay::misses() const { return m_spotlight && lit().empty(); }

void StageOverlay::cover() { setGeometry(m_stage->geometry()); }

void StageOverlay::redraw() {
    // Without anything to show it would cost the stage a second painting for nothing.
    setVisible(m_tool != Tool::None || m_spotlight || !m_marks.empty());
    raise();
    update();
    Q_EMIT repainted();
}

bool StageOverlay::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move) cover();
    return QWidget::eventFilter(watched, event);
}

void StageOverlay::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    paintSpotlight(painter, m_theme, size(), lit());
    paintMarks(painter, m_theme, size(), m_marks);
    if (!m_pointer) return;
    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = m_theme.scaled(kPointer);
    QColor light = m_theme.colour(Colour::Now);
    painter.setPen(QPen(m_theme.colour(Colour::Text), m_theme.scaled(3)));
    light.setAlphaF(0.6F);
    painter.setBrush(light);
    painter.drawEllipse(*m_pointer, radius, radius);
}

QPointF StageOverlay::shareAt(const QPointF& point) const {
    return {std::clamp(point.x() / std::max(1, width()), 0.0, 1.0),
            std::clamp(point.y() / std::max(1, height()), 0.0, 1.0)};
}

void StageOverlay::mousePressEvent(QMouseEvent* event) {
    if (m_tool == Tool::Pointer || event->button() != Qt::LeftButton || m_marks.size() >= kMostMarks) return;
    const QPointF at = shareAt(event->position());
    const bool box = m_tool == Tool::Box;
    m_marks.push_back(
        {box ? HandMark::Kind::Box : HandMark::Kind::Stroke, box ? std::vector{at, at} : std::vector{at}});
    m_drawing = true;
    redraw();
}

void StageOverlay::mouseMoveEvent(QMouseEvent* event) {
    if (m_tool == Tool::Pointer) m_pointer = event->position();
    if (m_drawing) {
        HandMark& mark = m_marks.back();
        const QPointF at = shareAt(event->position());
        if (mark.kind == HandMark::Kind::Box)
            mark.points.back() = at;
        else if (mark.points.size() < kMostPoints)
            mark.points.push_back(at);
    }
    if (m_drawing || m_pointer) redraw();
}

void StageOverlay::mouseReleaseEvent(QMouseEvent* /*event*/) {
    if (!m_drawing) return;
    m_drawing = false;
    Q_EMIT marksChanged();
}

void StageOverlay::leaveEvent(QEvent* /*event*/) {
    if (!m_pointer) return;
    m_pointer.reset();
    redraw();
}

}  // namespace lanescope
