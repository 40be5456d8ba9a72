// SPDX-License-Identifier: GPL-3.0-or-later
// The atlas as a widget: pointing at a cell tells all of it, a click or Enter chooses it; arrow keys go from cell to
// cell, and from panel to panel. Dragging, or arrow keys with Shift, select a rectangle of cells; a click elsewhere or
// Esc gives it up.
#pragma once

#include <QWidget>

#include "widgets/explore/atlas_layout.h"

namespace lanescope {

class AtlasChart final : public QWidget {
    Q_OBJECT

public:
    /// `theme` must outlive this.
    explicit AtlasChart(const Theme& theme, QWidget* parent = nullptr);

    void setPicture(AtlasPicture picture);
    [[nodiscard]] const AtlasPicture& shown() const { return m_picture; }
    void paintTo(QPainter& painter, const QSizeF& size) const;
    [[nodiscard]] const std::optional<AtlasRange>& range() const { return m_picture.range; }
    void setRange(std::optional<AtlasRange> range);
    /// Where a cell is in the widget.
    [[nodiscard]] QRectF rectOf(std::size_t place) const;

    [[nodiscard]] QSize sizeHint() const override { return {1200, 700}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 240}; }

Q_SIGNALS:
    void cellChosen(std::size_t place);
    /// Other cells are selected, or none.
    void rangeChanged();
    /// The cell that the mouse or the keyboard's cursor came to.
    void cellPointed(std::size_t place);
    /// What is under them, for the status line; empty for nothing.
    void described(const QString& text);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void point(std::optional<std::size_t> place);

    const Theme& m_theme;
    AtlasPicture m_picture;
    std::optional<std::size_t> m_pointed;
    std::optional<std::size_t> m_cursor;
    std::optional<std::size_t> m_pressed;  ///< where the button went down
    std::optional<std::size_t> m_anchor;   ///< where the keyboard's range began
    bool m_dragged = false;
};

}  // namespace lanescope
