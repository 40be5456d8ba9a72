// SPDX-License-Identifier: GPL-3.0-or-later
// What a chip opens: a small window below it that Escape, a click elsewhere or a choice closes. It stays on the screen;
// what does not fit is scrolled.
#pragma once

#include <QFrame>

#include "widgets/style/theme.h"

class QLabel;
class QScrollArea;

namespace lanescope {

class ChipPopup : public QFrame {
    Q_OBJECT

public:
    /// `theme` must outlive this.
    ChipPopup(const Theme& theme, QWidget* parent);
    ~ChipPopup() override;

    /// What is shown; taken over. `first` gets the keyboard's focus when it opens.
    void setContent(QWidget* content, QWidget* first);
    void setFirst(QWidget* first) { m_first = first; }
    void openBelow(const QWidget* anchor);

Q_SIGNALS:
    void aboutToOpen();
    void openChanged();

protected:
    [[nodiscard]] const Theme& theme() const { return m_theme; }
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool event(QEvent* event) override;

private:
    void place(const QRect& anchor, const QRect& room);
    void takeLook();

    const Theme& m_theme;
    QScrollArea* m_scroll;
    QWidget* m_first = nullptr;
    QRect m_anchor;
    QRect m_room;
};

/// "Block side": above what is chosen of it.
[[nodiscard]] QLabel* popupHeading(const Theme& theme, const QString& text, QWidget* parent);

}  // namespace lanescope
