// SPDX-License-Identifier: GPL-3.0-or-later
// What mouse and keyboard do in the view of the code.
#include <QApplication>
#include <QClipboard>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "core/flow/alignment.h"
#include "widgets/stage/code/code_view.h"
#include "widgets/stage/code/code_words.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr double kZoomStep = 1.1;
constexpr double kRowsPerNotch = 3;

}  // namespace

Focus CodeStage::focusOf(std::size_t pane, std::size_t row) const {
    Focus focus;
    const code::Pane& of = m_picture.panes[pane];
    if (of.rows[row].closed > 0) return focus;
    const std::uint32_t line = of.rows[row].first;
    const std::uint32_t key = of.listing->key[line - 1];
    if (of.listing->language != CodeLanguage::Cuda) {
        const std::uint32_t ptx = of.listing->machine ? of.listing->ptxLine[line - 1] : line;
        if (ptx > 0) focus.ptxLine = of.listing->kernel->code().firstLine + ptx - 1;
        if (key > 0) focus.sourceLine = key;
    } else {
        focus.sourceLine = line;
    }
    return focus;
}

void CodeStage::say(const std::optional<code::PlaceInCode>& place) {
    if (!place) return Q_EMIT described({});
    const code::Pane& pane = m_picture.panes[place->pane];
    const code::Row& row = pane.rows[place->row];
    QString words =
        row.closed > 0
            ? tr("Lines %1 to %2 are closed: click to open them").arg(row.first).arg(row.first + row.closed - 1)
            : wordsOf(*pane.listing, row.first);
    if (place->inGutter && row.closed == 0)
        words = tr("Click: to the next time that line %1 runs").arg(row.first) + QStringLiteral(" · ") + words;
    Q_EMIT described(words);
}

void CodeStage::act(std::size_t pane, std::size_t row, bool backwards) {
    const code::Pane& of = m_picture.panes[pane];
    const code::Row what = of.rows[row];
    if (what.closed > 0) {
        m_opened[pane].push_back(what.first);
        rebuild();
        return;
    }
    const std::size_t side = of.listing->sides.front();
    const quint64 position = playback().positionOf(side);
    const auto event = backwards ? m_scene->previousRun(*of.listing, side, what.first, position > 0 ? position - 1 : 0)
                                 : m_scene->nextRun(*of.listing, side, what.first, position);
    if (of.listing->machine && !m_scene->runsMachineCode(side)) {
        Q_EMIT described(tr("PTX is watched: choose to watch machine code, to go to an instruction of it"));
        return;
    }
    if (!event) {
        Q_EMIT described(tr("Line %1 does not run in this block").arg(what.first));
        return;
    }
    playback().pause();
    const quint64 behind = *event + 1;
    playback().seek(side == 0 ? behind : flow::leadingPosition(playback().flow(0), playback().flow(side), behind));
}

QString CodeStage::selectedText() const {
    QStringList lines;
    for (const code::Pane& pane : m_picture.panes)
        for (std::size_t row = 0; row < pane.rows.size(); ++row) {
            const bool selected = pane.selectedFirst <= row && row < pane.selectedEnd;
            if (selected && pane.rows[row].closed == 0) lines += pane.listing->text[pane.rows[row].first - 1].text;
        }
    if (lines.isEmpty() && m_cursorPane < m_picture.panes.size()) {
        const code::Pane& pane = m_picture.panes[m_cursorPane];
        if (pane.cursor && *pane.cursor < pane.rows.size() && pane.rows[*pane.cursor].closed == 0)
            lines += pane.listing->text[pane.rows[*pane.cursor].first - 1].text;
    }
    return lines.join(QLatin1Char('\n'));
}

bool CodeStage::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto place = code::placeAt(geometryFor(size()), help->pos());
        QString tip;
        if (place) {
            const code::Pane& pane = m_picture.panes[place->pane];
            const code::Row& row = pane.rows[place->row];
            if (row.closed == 0 && std::ranges::binary_search(pane.listing->defects, row.first))
                tip = tr("As published, this line is wrong. The corrected kernel has another one.");
            else if (row.closed == 0 && std::ranges::binary_search(pane.listing->differences, row.first))
                tip = tr("The other kernel has not this line.");
            else if (row.closed == 0 && pane.listing->machine)
                tip = wordsOf(*pane.listing, row.first).replace(QStringLiteral(" · "), QStringLiteral("\n"));
            else if (row.closed == 0)
                tip = timeWordsOf(*pane.listing, row.first).replace(QStringLiteral(" · "), QStringLiteral("\n"));
        }
        QToolTip::showText(help->globalPos(), plainTip(tip), this);
        return true;
    }
    return StageView::event(event);
}

void CodeStage::resizeEvent(QResizeEvent* event) {
    StageView::resizeEvent(event);
    if (m_threeFit != hasRoomForThree()) rebuild();
    placeButtons();
    follow(false);
}

void CodeStage::wheelEvent(QWheelEvent* event) {
    const double notches = event->angleDelta().y() / 120.0;
    if ((event->modifiers() & Qt::ControlModifier) != 0) return setZoom(m_zoom * std::pow(kZoomStep, notches));
    const code::CodeGeometry geometry = geometryFor(size());
    for (std::size_t pane = 0; pane < geometry.panes.size(); ++pane)
        if (geometry.panes[pane].all.contains(event->position()))
            scrollTo(pane, geometry.panes[pane].scrolled - notches * kRowsPerNotch, false);
}

void CodeStage::mouseMoveEvent(QMouseEvent* event) {
    const auto place = code::placeAt(geometryFor(size()), event->position());
    if (m_pressed && place && place->pane == m_pressed->pane && !m_pressed->inGutter && place->row != m_pressed->row) {
        code::Pane& pane = m_picture.panes[place->pane];
        pane.selectedFirst = std::min(place->row, m_pressed->row);
        pane.selectedEnd = std::max(place->row, m_pressed->row) + 1;
        update();
        return;
    }
    selection().setHovered(place ? focusOf(place->pane, place->row) : Focus{});
    setCursor(place && place->inGutter ? Qt::PointingHandCursor : Qt::ArrowCursor);
    say(place);
}

void CodeStage::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return StageView::mousePressEvent(event);
    // Lines may be scrolling: when the button goes up, another one may be under the mouse.
    m_pressed = code::placeAt(geometryFor(size()), event->position());
    for (code::Pane& pane : m_picture.panes) pane.selectedFirst = pane.selectedEnd = 0;
    if (m_pressed) moveCursor(m_pressed->pane, static_cast<std::ptrdiff_t>(m_pressed->row));
    update();
}

void CodeStage::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_pressed) return;
    const code::PlaceInCode pressed = *m_pressed;
    m_pressed.reset();
    const code::Pane& pane = m_picture.panes[pressed.pane];
    if (pane.selectedEnd > pane.selectedFirst) return;  // a selection is for copying
    if (pressed.inGutter || pane.rows[pressed.row].closed > 0)
        act(pressed.pane, pressed.row, (event->modifiers() & Qt::ShiftModifier) != 0);
    else
        selection().togglePinned(focusOf(pressed.pane, pressed.row));
}

void CodeStage::leaveEvent(QEvent* event) {
    StageView::leaveEvent(event);
    selection().clearHovered();
    Q_EMIT described({});
}

void CodeStage::moveCursor(std::size_t pane, std::ptrdiff_t row) {
    if (pane >= m_picture.panes.size() || m_picture.panes[pane].rows.empty()) return;
    for (code::Pane& each : m_picture.panes) each.cursor.reset();
    code::Pane& of = m_picture.panes[pane];
    const std::ptrdiff_t at = std::clamp<std::ptrdiff_t>(row, 0, static_cast<std::ptrdiff_t>(of.rows.size()) - 1);
    m_cursorPane = pane;
    of.cursor = static_cast<std::size_t>(at);
    const code::PaneGeometry geometry = geometryFor(size()).panes[pane];
    const QRectF seen = geometry.row(*of.cursor);
    if (seen.top() < geometry.body.top())
        scrollTo(pane, static_cast<double>(at), false);
    else if (seen.bottom() > geometry.body.bottom())
        scrollTo(pane, static_cast<double>(at) - std::floor(geometry.room()) + 1, false);
    update();
}

/// Who came by a link to a line goes on from there.
void CodeStage::goToPinned() {
    const std::optional<std::uint32_t> line = selection().pinned().sourceLine;
    for (std::size_t pane = 0; line && pane < m_picture.panes.size(); ++pane) {
        const code::Pane& each = m_picture.panes[pane];
        if (each.listing->language != CodeLanguage::Cuda) continue;
        const auto row = std::ranges::find_if(
            each.rows, [&](const code::Row& one) { return one.closed == 0 && one.first == *line; });
        if (row == each.rows.end()) continue;
        return moveCursor(pane, row - each.rows.begin());
    }
}

void CodeStage::keyPressEvent(QKeyEvent* event) {
    if (m_picture.panes.empty()) return StageView::keyPressEvent(event);
    m_cursorPane = std::min(m_cursorPane, m_picture.panes.size() - 1);
    code::Pane& pane = m_picture.panes[m_cursorPane];
    const auto row = static_cast<std::ptrdiff_t>(pane.cursor.value_or(0));
    const auto page = static_cast<std::ptrdiff_t>(geometryFor(size()).panes[m_cursorPane].room()) - 1;
    const bool shift = (event->modifiers() & Qt::ShiftModifier) != 0;
    const auto go = [&](std::ptrdiff_t to) {
        const std::size_t from =
            pane.selectedEnd > pane.selectedFirst ? pane.selectedFirst : static_cast<std::size_t>(row);
        moveCursor(m_cursorPane, to);
        pane.selectedFirst = pane.selectedEnd = 0;
        if (shift) {
            pane.selectedFirst = std::min(from, *pane.cursor);
            pane.selectedEnd = std::max(from, *pane.cursor) + 1;
        }
        say(code::PlaceInCode{m_cursorPane, *pane.cursor, false});
        if (const code::Row& at = pane.rows[*pane.cursor]; at.closed == 0)
            setAccessibleDescription(wordsOf(*pane.listing, at.first));
        selection().setHovered(focusOf(m_cursorPane, *pane.cursor));
    };
    if (event->matches(QKeySequence::Copy)) return QApplication::clipboard()->setText(selectedText());
    if (event->matches(QKeySequence::ZoomIn)) return setZoom(m_zoom * kZoomStep);
    if (event->matches(QKeySequence::ZoomOut)) return setZoom(m_zoom / kZoomStep);
    switch (event->key()) {
        case Qt::Key_Up: return go(row - 1);
        case Qt::Key_Down: return go(pane.cursor ? row + 1 : 0);
        case Qt::Key_PageUp: return go(row - page);
        case Qt::Key_PageDown: return go(row + page);
        case Qt::Key_Home: return go(0);
        case Qt::Key_End: return go(static_cast<std::ptrdiff_t>(pane.rows.size()) - 1);
        case Qt::Key_Left:
        case Qt::Key_Right: {
            const std::size_t to = event->key() == Qt::Key_Right ? m_cursorPane + 1 : m_cursorPane - 1;
            if (to >= m_picture.panes.size()) break;  // left of the first, too
            moveCursor(to, row);
            return;
        }
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (pane.cursor) act(m_cursorPane, *pane.cursor, shift);
            return;
        case Qt::Key_Escape: selection().clearPinned(); break;
        default: break;
    }
    StageView::keyPressEvent(event);
}

void CodeStage::focusInEvent(QFocusEvent* event) {
    StageView::focusInEvent(event);
    if (m_cursorPane < m_picture.panes.size() && !m_picture.panes[m_cursorPane].cursor) {
        // Where one looks already: at the line that runs.
        const code::Pane& pane = m_picture.panes[m_cursorPane];
        const auto now = std::ranges::find_if(pane.rows, [&](const code::Row& row) {
            return !pane.present.empty() && row.closed == 0 && row.first == pane.present.front().line;
        });
        moveCursor(m_cursorPane, now == pane.rows.end() ? 0 : now - pane.rows.begin());
    }
    goToPinned();
    update();
}

void CodeStage::focusOutEvent(QFocusEvent* event) {
    StageView::focusOutEvent(event);
    update();
}

}  // namespace lanescope
