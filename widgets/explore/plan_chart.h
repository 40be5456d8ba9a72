// SPDX-License-Identifier: GPL-3.0-or-later
// Plans in time as a widget: the wheel and + and - zoom, dragging and the arrow keys move, Home shows all; pointing at
// a span says which step it is of.
#pragma once

#include <QPixmap>
#include <QWidget>
#include <optional>

#include "widgets/explore/plan_painter.h"

namespace lanescope {

class PlanChart final : public QWidget {
    Q_OBJECT

public:
    /// `theme` must outlive this.
    explicit PlanChart(const Theme& theme, QWidget* parent = nullptr);

    void setPicture(PlanPicture picture);
    [[nodiscard]] const PlanPicture& shown() const { return m_picture; }
    [[nodiscard]] const ShownRange& range() const { return m_range; }
    /// Kept within what there is, and no shorter than kShortest.
    void setRange(ShownRange range);
    void paintTo(QPainter& painter, const QSizeF& size) const;
    [[nodiscard]] std::vector<PlanLayout> layouts() const { return layoutsIn(size()); }

    [[nodiscard]] QSize sizeHint() const override { return {1200, 700}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 200}; }

    static constexpr double kShortest = 100e-9;  ///< s

Q_SIGNALS:
    /// What is pointed at, for the status line; empty for nothing.
    void described(const QString& text);

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
    void point(const QPointF& at);
    [[nodiscard]] std::vector<PlanLayout> layoutsIn(const QSizeF& size) const;
    [[nodiscard]] QRectF inside(const QSizeF& size) const;

    const Theme& m_theme;
    PlanPicture m_picture;
    ShownRange m_range;
    std::optional<double> m_pointed;  ///< s
    std::optional<QPointF> m_dragged;
    QPixmap m_still;  ///< all but what is pointed at
};

}  // namespace lanescope
