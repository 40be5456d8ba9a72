// SPDX-License-Identifier: GPL-3.0-or-later
// Space plays and pauses wherever the focus is, but where a space is written or something is open in front of the
// window. Buttons, which would take it for a press, are pressed with Enter instead.
#pragma once

#include <QObject>
#include <functional>

class QWidget;

namespace lanescope {

class PlayKey final : public QObject {
    Q_OBJECT
public:
    /// `play` is called while `beside` is shown, for keys in its window and others that are no dialogs.
    PlayKey(QWidget& beside, std::function<void()> play);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& m_beside;
    std::function<void()> m_play;
};

}  // namespace lanescope
