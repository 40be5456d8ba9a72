// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playback/selection.h"

namespace lanescope {

Selection::Selection(QObject* parent) : QObject(parent) {}
Selection::~Selection() = default;

Focus Selection::shown() const {
    Focus focus = m_hovered;
    if (!focus.thread) focus.thread = m_pinned.thread;
    if (!focus.gridThread) focus.gridThread = m_pinned.gridThread;
    if (!focus.element) focus.element = m_pinned.element;
    if (!focus.sourceLine) focus.sourceLine = m_pinned.sourceLine;
    if (!focus.ptxLine) focus.ptxLine = m_pinned.ptxLine;
    return focus;
}

void Selection::setHovered(const Focus& focus) {
    if (focus == m_hovered) return;
    m_hovered = focus;
    Q_EMIT hoveredChanged();
    Q_EMIT changed();
}

void Selection::clearHovered() { setHovered({}); }

void Selection::setPinned(const Focus& focus) {
    if (focus == m_pinned) return;
    m_pinned = focus;
    Q_EMIT pinnedChanged();
    Q_EMIT changed();
}

void Selection::clearPinned() { setPinned({}); }

void Selection::togglePinned(const Focus& focus) { setPinned(focus == m_pinned ? Focus{} : focus); }

void Selection::clear() {
    clearHovered();
    clearPinned();
}

}  // namespace lanescope
