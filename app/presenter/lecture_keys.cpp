// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenter/lecture_keys.h"

#include <QApplication>
#include <QWidget>
#include <array>

namespace lanescope {
namespace {

/// Editable fields say so to input methods.
bool writes(const QWidget& widget) {
    return widget.testAttribute(Qt::WA_InputMethodEnabled) && widget.inputMethodQuery(Qt::ImEnabled).toBool();
}

/// What is drawn with the keys: the arrows and Space are its own.
bool isDrawnWith(const QWidget& widget, LectureAction action) {
    using enum LectureAction;
    return (action == StepOn || action == StepBack || action == Play) && widget.property("drawnWithKeys").toBool();
}

/// Whatever somebody writes in: it is no letter.
bool goesOut(LectureAction action) { return action == LectureAction::Leave || action == LectureAction::Wall; }

/// Does holding it down mean it again and again?
bool repeats(LectureAction action) { return action == LectureAction::StepOn || action == LectureAction::StepBack; }

}  // namespace

std::span<const LectureKey> lectureKeys() {
    using enum LectureAction;
    static const std::array kKeys{
        LectureKey{Play, LectureKeys::tr("Space"), LectureKeys::tr("play, pause")},
        LectureKey{StepOn, QStringLiteral("← →"), LectureKeys::tr("step")},
        LectureKey{Next, LectureKeys::tr("Page ↑ ↓"), LectureKeys::tr("bookmark before, next")},
        LectureKey{Bookmark, QStringLiteral("1 … 9"), LectureKeys::tr("bookmark")},
        LectureKey{Blank, QStringLiteral("B"), LectureKeys::tr("blank")},
        LectureKey{Spotlight, QStringLiteral("S"), LectureKeys::tr("spotlight")},
        LectureKey{Pointer, QStringLiteral("L"), LectureKeys::tr("light pointer")},
        LectureKey{Pen, QStringLiteral("P"), LectureKeys::tr("pen")},
        LectureKey{Box, QStringLiteral("R"), LectureKeys::tr("rectangle")},
        LectureKey{Wipe, QStringLiteral("C"), LectureKeys::tr("clear")},
        LectureKey{Keep, QStringLiteral("K"), LectureKeys::tr("keep with the bookmark")},
        LectureKey{Beside, QStringLiteral("A"), LectureKeys::tr("A | B")},
        LectureKey{Larger, QStringLiteral("Z"), LectureKeys::tr("larger")},
        LectureKey{Ask, QStringLiteral("Q"), LectureKeys::tr("ask the room, then show")},
        LectureKey{Presenter, QStringLiteral("W"), LectureKeys::tr("this window")},
        LectureKey{Swap, QStringLiteral("X"), LectureKeys::tr("swap the screens")},
        LectureKey{Leave, LectureKeys::tr("Esc"), LectureKeys::tr("leave")},
    };
    return kKeys;
}

std::optional<LectureCommand> commandOf(const QKeyEvent& key) {
    using enum LectureAction;
    const Qt::KeyboardModifiers modifiers = key.modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier);
    if (modifiers != Qt::NoModifier) return std::nullopt;
    if (key.key() >= Qt::Key_1 && key.key() <= Qt::Key_9) return LectureCommand{Bookmark, key.key() - Qt::Key_0};
    switch (key.key()) {
        case Qt::Key_0: return LectureCommand{Bookmark, 10};
        case Qt::Key_Space: return LectureCommand{Play};
        case Qt::Key_Right:
        case Qt::Key_Down: return LectureCommand{StepOn};
        case Qt::Key_Left:
        case Qt::Key_Up: return LectureCommand{StepBack};
        case Qt::Key_PageDown: return LectureCommand{Next};
        case Qt::Key_PageUp: return LectureCommand{Previous};
        case Qt::Key_Home: return LectureCommand{First};
        case Qt::Key_End: return LectureCommand{Last};
        case Qt::Key_B:
        case Qt::Key_Period: return LectureCommand{Blank};
        case Qt::Key_S: return LectureCommand{Spotlight};
        case Qt::Key_L: return LectureCommand{Pointer};
        case Qt::Key_P: return LectureCommand{Pen};
        case Qt::Key_R: return LectureCommand{Box};
        case Qt::Key_C: return LectureCommand{Wipe};
        case Qt::Key_K: return LectureCommand{Keep};
        case Qt::Key_A: return LectureCommand{Beside};
        case Qt::Key_Z: return LectureCommand{Larger};
        case Qt::Key_Q: return LectureCommand{Ask};
        case Qt::Key_W: return LectureCommand{Presenter};
        case Qt::Key_X: return LectureCommand{Swap};
        case Qt::Key_F11: return LectureCommand{Wall};
        case Qt::Key_Escape: return LectureCommand{Leave};
        default: return std::nullopt;
    }
}

LectureKeys::LectureKeys(std::function<bool(const QWidget& window)> hears,
                         std::function<bool(const LectureCommand&)> act, QObject* parent)
    : QObject(parent), m_hears(std::move(hears)), m_act(std::move(act)) {
    qApp->installEventFilter(this);
}

bool LectureKeys::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride) return false;
    const auto* widget = qobject_cast<QWidget*>(watched);
    if (widget == nullptr || !m_hears(*widget->window())) return false;
    if (QApplication::activePopupWidget() != nullptr || QApplication::activeModalWidget() != nullptr) return false;
    auto* key = static_cast<QKeyEvent*>(event);
    const std::optional<LectureCommand> command = commandOf(*key);
    if (!command || (writes(*widget) && !goesOut(command->action))) return false;
    if (event->type() == QEvent::ShortcutOverride) {
        // It comes again as a key, and is no shortcut of the window's meanwhile.
        event->accept();
        return true;
    }
    if (isDrawnWith(*widget, command->action)) return false;
    if (!key->isAutoRepeat() || repeats(command->action)) m_act(*command);
    return true;
}

}  // namespace lanescope
