// SPDX-License-Identifier: GPL-3.0-or-later
// One of a few, in a row: the one that is chosen is filled with ink. Where the row has no room it is one button that
// opens the list.
#pragma once

#include <QWidget>
#include <vector>

#include "widgets/style/theme.h"

class QButtonGroup;
class QHBoxLayout;
class QToolButton;

namespace lanescope {

class Segments final : public QWidget {
    Q_OBJECT

public:
    /// `theme` must outlive this.
    explicit Segments(const Theme& theme, QWidget* parent = nullptr);

    /// `tip` says what it is, with its key.
    void add(const QString& title, const QString& tip);
    [[nodiscard]] int count() const { return static_cast<int>(m_buttons.size()); }
    [[nodiscard]] int current() const { return m_current; }
    void setCurrent(int index);
    [[nodiscard]] QToolButton* button(int index) const { return m_buttons[static_cast<std::size_t>(index)]; }
    /// One button instead of the row.
    void setFolded(bool folded);
    [[nodiscard]] bool isFolded() const { return m_folded; }
    /// Of the row, whether it is folded or not.
    [[nodiscard]] int rowWidth() const;

Q_SIGNALS:
    void currentChanged(int index);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void restyle();
    void showCurrent();

    const Theme& m_theme;
    QHBoxLayout* m_row;
    QButtonGroup* m_group;
    QToolButton* m_one;
    std::vector<QToolButton*> m_buttons;
    int m_current = 0;
    bool m_folded = false;
};

}  // namespace lanescope
