// SPDX-License-Identifier: GPL-3.0-or-later
// The schedule as a widget: the wheel and + and - zoom, dragging and the arrow keys move, Home shows all; pointing at a
// row says what its warp does.
#pragma once

#include <QPixmap>
#include <QWidget>

#include "widgets/explore/schedule_playhead.h"

namespace lanescope {

class ScheduleChart final : public QWidget {
    Q_OBJECT

public:
    /// `theme` must outlive this.
    explicit ScheduleChart(const Theme& theme, QWidget* parent = nullptr);

    void setPicture(SchedulePicture picture);
    [[nodiscard]] const SchedulePicture& shown() const { return m_picture; }
    [[nodiscard]] const CycleRange& range() const { return m_range; }
    /// Kept within what there is, and no shorter than kShortest.
    void setRange(CycleRange range);
    /// Where the cursor of the stage stands in the first side; moves what is shown there if `follow`.
    void setPlayhead(std::optional<SchedulePlayhead> playhead, bool follow);
    [[nodiscard]] const std::optional<SchedulePlayhead>& playhead() const { return m_playhead; }
    void paintTo(QPainter& painter, const QSizeF& size) const;
    [[nodiscard]] std::vector<ScheduleLayout> layouts() const;
    [[nodiscard]] std::vector<ScheduleLayout> layoutsIn(const QSizeF& size) const;

    [[nodiscard]] QSize sizeHint() const override { return {1200, 700}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 240}; }

    static constexpr double kShortest = 32;  ///< cycles

Q_SIGNALS:
    void rangeChanged();
    /// What is under the mouse, for the status line; empty for nothing.
    void described(const QString& text);
    /// A click on a row of a side.
    void picked(std::size_t side, std::size_t row, double cycle);

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void paintStill(QPainter& painter, const QSizeF& size) const;
    void pick(const QPointF& at);
    void zoom(double factor, double around);
    void point(const QPointF& at);
    [[nodiscard]] QRectF inside(const QSizeF& size) const;

    const Theme& m_theme;
    SchedulePicture m_picture;
    CycleRange m_range;
    std::optional<double> m_pointed;  ///< cycle
    std::optional<SchedulePlayhead> m_playhead;
    std::optional<QPointF> m_pressed;
    std::optional<QPointF> m_dragged;
    QPixmap m_still;  ///< all but the playhead and what is pointed at
};

}  // namespace lanescope
