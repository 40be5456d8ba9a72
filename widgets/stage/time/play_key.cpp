// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/time/play_key.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QWidget>
#include <utility>

namespace lanescope {
namespace {

bool writes(const QWidget& widget) {
    // Editable fields say so to input methods: lines, texts, numbers, combo boxes that are typed into.
    return widget.testAttribute(Qt::WA_InputMethodEnabled) && widget.inputMethodQuery(Qt::ImEnabled).toBool();
}

}  // namespace

PlayKey::PlayKey(QWidget& beside, std::function<void()> play)
    : QObject(&beside), m_beside(beside), m_play(std::move(play)) {
    qApp->installEventFilter(this);
}

bool PlayKey::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return false;
    auto* widget = qobject_cast<QWidget*>(watched);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool space = key->key() == Qt::Key_Space;
    const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (widget == nullptr || (!space && !enter) || key->modifiers() != Qt::NoModifier) return false;
    if (QApplication::activePopupWidget() != nullptr || QApplication::activeModalWidget() != nullptr) return false;
    if (!m_beside.isVisible() || writes(*widget)) return false;
    if (space) {
        if (!key->isAutoRepeat()) m_play();
        return true;
    }
    if (auto* button = qobject_cast<QAbstractButton*>(widget)) {
        if (button->isEnabled() && !key->isAutoRepeat()) button->click();
        return true;
    }
    if (auto* choice = qobject_cast<QComboBox*>(widget)) {
        choice->showPopup();
        return true;
    }
    return false;
}

}  // namespace lanescope
