// SPDX-License-Identifier: GPL-3.0-or-later
// The staircase as a widget: pointing at a step tells its numbers, a click or Enter chooses it; arrow keys go from step
// to step.
#pragma once

#include <QWidget>

#include "widgets/explore/ladder_picture.h"

namespace lanescope {

class LadderChart final : public QWidget {
    Q_OBJECT

public:
    /// `theme` must outlive this.
    explicit LadderChart(const Theme& theme, QWidget* parent = nullptr);

    void setPicture(LadderPicture picture);
    [[nodiscard]] const LadderPicture& shown() const { return m_picture; }
    /// The staircase, and beside it, or below where that is higher than wide, what changed on the watched step.
    void paintTo(QPainter& painter, const QSizeF& size) const;
    /// Where a step is in the widget.
    [[nodiscard]] QRectF rectOf(std::size_t step) const;

    [[nodiscard]] QSize sizeHint() const override { return {800, 500}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 160}; }

Q_SIGNALS:
    void stepChosen(std::size_t step);
    /// What is under the mouse or the keyboard's cursor, for the status line; empty for nothing.
    void described(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void point(std::optional<std::size_t> step);
    [[nodiscard]] std::optional<std::size_t> at(const QPointF& point) const;
    [[nodiscard]] LadderLayout layoutNow() const;

    const Theme& m_theme;
    LadderPicture m_picture;
    std::optional<std::size_t> m_pointed;
    std::optional<std::size_t> m_cursor;
};

}  // namespace lanescope
