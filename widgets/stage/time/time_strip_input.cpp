// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keys of the strip of time.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/stage/time/time_range.h"
#include "widgets/stage/time/time_strip.h"
#include "widgets/stage/time/time_words.h"

namespace lanescope {
namespace {

constexpr double kUnsteady = 4;       ///< pixels that a click may travel
constexpr double kNotch = 120;        ///< of a wheel: an eighth of a degree each
constexpr double kZoomOfNotch = 0.8;  ///< events that are left
constexpr double kZoomOfKey = 0.5;
constexpr double kPanOfNotch = 0.1;  ///< of what is shown
constexpr double kPanOfFrame = 0.06;

}  // namespace

quint64 TimeStrip::stopNear(double x) const {
    const Playback& playback = m_frame.playback;
    const double position = std::round(m_layout.position(std::clamp(x, m_layout.left, m_layout.right)));
    const auto at = std::min(static_cast<quint64>(std::max(0.0, position)), playback.size());
    if (at == 0 || playback.sides() == 0) return at;
    // A phase is too far to be dragged by; and what is between two events is not seen.
    switch (playback.stepBy()) {
        case StepBy::Event:
        case StepBy::Phase: return playback.flow(0).stops().next(at - 1);
        case StepBy::Operation: return playback.flow(0).operations().next(at - 1);
        default: return at;
    }
}

void TimeStrip::goTo(quint64 position) {
    m_wanted.reset();
    m_frame.playback.pause();
    m_frame.playback.seek(position);
}

void TimeStrip::choose(quint64 a, quint64 b) {
    m_frame.playback.setLoop(EventRange{std::min(a, b), std::max(a, b)});
    if (m_frame.playback.loop()) Q_EMIT described(TimeWords::ofRange(*m_frame.playback.loop()));
}

void TimeStrip::zoom(double around, double factor) {
    showRange(zoomed(m_shown, m_frame.playback.size(), around, factor));
}

const flow::Phase* TimeStrip::phaseAt(QPointF point) const {
    if (m_scene.range.empty() || !m_layout.phases.contains(point)) return nullptr;
    const auto event = static_cast<quint64>(m_layout.position(point.x()));
    const auto phases = TimePainter(m_frame.theme, m_layout).phases(m_scene);
    const auto found = std::ranges::find_if(
        phases, [event](const flow::Phase& phase) { return event >= phase.first && event < phase.end; });
    return found == phases.end() ? nullptr : &*found;
}

const FlagSign* TimeStrip::flagAt(QPointF point) const {
    if (!m_layout.flags.adjusted(-8, -2, 8, 2).contains(point)) return nullptr;
    const auto near = [&](const FlagSign& sign) { return std::abs(sign.x - point.x()) <= m_layout.flags.height() / 2; };
    const auto found = std::ranges::find_if(m_signs, near);
    return found == m_signs.end() ? nullptr : &*found;
}

void TimeStrip::mousePressEvent(QMouseEvent* event) {
    const QPointF point = event->position();
    if (m_frame.playback.sides() == 0 || m_scene.range.empty()) return;
    const bool left = event->button() == Qt::LeftButton;
    if (left && flagAt(point) != nullptr) {
        goTo(m_flags[flagAt(point)->first].event + 1);
        return;
    }
    if ((!left && event->button() != Qt::MiddleButton) || point.x() < m_layout.left) return;
    m_byKeyboard = false;
    Drag drag{Drag::What::Playhead, point, point, m_shown, stopNear(point.x()), false};
    if (!left || point.y() < m_layout.phases.bottom()) drag.what = Drag::What::Along;
    if (left && event->modifiers().testFlag(Qt::ShiftModifier)) drag.what = Drag::What::Range;
    m_drag = drag;
    if (drag.what == Drag::What::Playhead) goTo(drag.anchor);
    if (drag.what == Drag::What::Along) setCursor(Qt::ClosedHandCursor);
}

void TimeStrip::dragTo(QPointF point) {
    if (!m_drag->moved && (point - m_drag->from).manhattanLength() < kUnsteady) return;
    m_drag->moved = true;
    m_drag->to = point;
    switch (m_drag->what) {
        case Drag::What::Playhead:
            // However many moves come in a frame, the run goes to the last of them.
            m_wanted = stopNear(point.x());
            if (!m_frameTimer.isActive()) m_frameTimer.start();
            update();
            break;
        case Drag::What::Range:
            choose(m_drag->anchor, stopNear(point.x()));
            if (!m_frameTimer.isActive()) m_frameTimer.start();
            break;
        case Drag::What::Along: {
            const auto count = static_cast<double>(m_drag->shown.end - m_drag->shown.first);
            const double by = (m_drag->from.x() - point.x()) / m_layout.width() * count;
            showRange(panned(m_drag->shown, m_frame.playback.size(), by));
            break;
        }
    }
}

void TimeStrip::frame() {
    if (m_wanted) m_frame.playback.seek(*std::exchange(m_wanted, std::nullopt));
    if (!m_drag || m_drag->what == Drag::What::Along) return;
    // Held beyond an end, what is shown comes along.
    const double beyond = m_drag->to.x() < m_layout.left    ? m_drag->to.x() - m_layout.left
                          : m_drag->to.x() > m_layout.right ? m_drag->to.x() - m_layout.right
                                                            : 0;
    if (beyond == 0) return;
    const EventRange before = m_shown;
    const auto count = static_cast<double>(m_shown.end - m_shown.first);
    const double by = std::clamp(beyond / m_layout.width(), -kPanOfFrame, kPanOfFrame) * count;
    showRange(panned(m_shown, m_frame.playback.size(), by));
    if (m_shown == before) return;
    m_layout.range = m_shown;
    dragTo(m_drag->to);
}

void TimeStrip::mouseMoveEvent(QMouseEvent* event) {
    if (m_drag) {
        dragTo(event->position());
        return;
    }
    const QString words = wordsAt(event->position());
    if (words == m_said) return;
    m_said = words;
    Q_EMIT described(words);
}

void TimeStrip::mouseReleaseEvent(QMouseEvent* event) {
    if (!m_drag) return;
    const Drag drag = *m_drag;
    m_drag.reset();
    unsetCursor();
    if (m_wanted) goTo(*m_wanted);
    if (drag.moved) return;
    if (drag.what == Drag::What::Along && event->button() == Qt::LeftButton)
        if (const flow::Phase* phase = phaseAt(event->position())) goTo(phase->first);
    if (drag.what == Drag::What::Range) m_frame.playback.setLoop(std::nullopt);
    update();
}

void TimeStrip::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const flow::Phase* phase = phaseAt(event->position()))
        showRange(framing({phase->first, phase->end}, m_frame.playback.size()));
    else
        mousePressEvent(event);
}

void TimeStrip::wheelEvent(QWheelEvent* event) {
    // Shift turns a wheel sideways on some systems.
    const QPoint turned = event->angleDelta();
    const double notches = (turned.y() != 0 ? turned.y() : turned.x()) / kNotch;
    const bool along = event->modifiers().testFlag(Qt::ShiftModifier) || turned.y() == 0;
    event->accept();
    if (notches == 0 || m_shown.empty()) return;
    if (along)
        showRange(panned(m_shown, m_frame.playback.size(),
                         -notches * kPanOfNotch * static_cast<double>(m_shown.end - m_shown.first)));
    else
        zoom(m_layout.position(std::clamp(event->position().x(), m_layout.left, m_layout.right)),
             std::pow(kZoomOfNotch, notches));
}

void TimeStrip::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    if (m_said.isEmpty()) return;
    m_said.clear();
    Q_EMIT described({});
}

void TimeStrip::stepPhase(bool forward) {
    Playback& playback = m_frame.playback;
    if (playback.sides() == 0 || playback.size() == 0) return;
    const flow::Phases& phases = playback.flow(0).phases();
    const quint64 at = playback.position();
    if (forward)
        goTo(at < playback.size() ? phases.partAt(at).end : at);
    else
        goTo(at > 0 ? phases.partAt(at - 1).first : 0);
}

void TimeStrip::goToFlag(bool forward) {
    // Its event has happened where it is gone to.
    const quint64 now = m_frame.playback.position();
    const Flag* found = nullptr;
    for (const Flag& flag : m_flags) {
        if (forward && flag.event + 1 > now && found == nullptr) found = &flag;
        if (!forward && flag.event + 1 < now) found = &flag;
    }
    if (found == nullptr) return;
    goTo(found->event + 1);
    Q_EMIT described(TimeWords::ofFlags(m_flags, {0, static_cast<std::size_t>(found - m_flags.data()),
                                                  static_cast<std::size_t>(found - m_flags.data()) + 1}));
}

void TimeStrip::focusInEvent(QFocusEvent* event) {
    const Qt::FocusReason reason = event->reason();
    m_byKeyboard =
        reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
    QWidget::focusInEvent(event);
}

void TimeStrip::keyPressEvent(QKeyEvent* event) {
    m_byKeyboard = true;
    Playback& playback = m_frame.playback;
    const auto count = static_cast<double>(m_shown.end - m_shown.first);
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    const auto at = static_cast<double>(playback.position());
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Right: {
            const bool right = event->key() == Qt::Key_Right;
            if (shift)
                showRange(panned(m_shown, playback.size(), (right ? 1 : -1) * kPanOfNotch * count));
            else if (right)
                playback.stepForward();
            else
                playback.stepBack();
            break;
        }
        case Qt::Key_Home: playback.toStart(); break;
        case Qt::Key_End: playback.toEnd(); break;
        case Qt::Key_PageUp: stepPhase(false); break;
        case Qt::Key_PageDown: stepPhase(true); break;
        case Qt::Key_Plus:
        case Qt::Key_Equal: zoom(at, kZoomOfKey); break;
        case Qt::Key_Minus: zoom(at, 1 / kZoomOfKey); break;
        case Qt::Key_0:
            if (!event->modifiers().testFlag(Qt::ControlModifier)) return QWidget::keyPressEvent(event);
            showAll();
            break;
        case Qt::Key_Z:
            if (playback.sides() > 0 && playback.size() > 0) {
                const flow::Phase& phase =
                    playback.flow(0).phases().partAt(playback.position() > 0 ? playback.position() - 1 : 0);
                showRange(framing({phase.first, phase.end}, playback.size()));
            }
            break;
        case Qt::Key_N: goToFlag(!shift); break;
        case Qt::Key_I: {
            const quint64 end = playback.loop() ? playback.loop()->end : playback.size();
            choose(playback.position(), end > playback.position() ? end : playback.size());
            break;
        }
        case Qt::Key_O: {
            const quint64 first = playback.loop() ? playback.loop()->first : 0;
            choose(first < playback.position() ? first : 0, playback.position());
            break;
        }
        case Qt::Key_Escape:
            if (!playback.loop()) return QWidget::keyPressEvent(event);
            playback.setLoop(std::nullopt);
            break;
        default: return QWidget::keyPressEvent(event);
    }
    event->accept();
}

bool TimeStrip::event(QEvent* event) {
    // Esc stops what runs, and Ctrl+0 may be the window's, unless they mean something here.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool all = key->key() == Qt::Key_0 && key->modifiers().testFlag(Qt::ControlModifier);
        if (all || (key->key() == Qt::Key_Escape && m_frame.playback.loop())) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

QString TimeStrip::wordsAt(QPointF point) const {
    if (const FlagSign* sign = flagAt(point)) return TimeWords::ofFlags(m_flags, *sign);
    if (m_scene.range.empty() || point.x() < m_layout.left || point.x() >= m_layout.right) return {};
    if (const flow::Phase* phase = phaseAt(point)) return TimeWords::ofPhase(m_frame.playback.flow(0), *phase);
    const double position = m_layout.position(point.x());
    const auto nameOf = [this](std::size_t side) {
        return m_scene.sides.size() > 1 && side < m_names.size() ? m_names[side] : QString();
    };
    if (m_layout.bytes.contains(point)) {
        const std::size_t number = m_scene.sides.size() > 1 && point.y() > m_layout.bytes.center().y() ? 1 : 0;
        const TimeSide& side = m_scene.sides[number];
        return side.range.empty() ? QString() : TimeWords::ofBytes(side, nameOf(number), side.eventAt(position));
    }
    const TimeLayout::Row* place = m_layout.rowAt(point.y());
    if (place == nullptr || place->side >= m_scene.sides.size()) return {};
    const TimeSide& side = m_scene.sides[place->side];
    const auto row = std::ranges::find(side.rows, place->firstWarp, &TimeRow::firstWarp);
    return row == side.rows.end() ? QString()
                                  : TimeWords::ofRow(side, nameOf(place->side), *row, side.eventAt(position));
}

}  // namespace lanescope
