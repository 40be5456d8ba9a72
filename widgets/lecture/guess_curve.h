// SPDX-License-Identifier: GPL-3.0-or-later
// A curve that a room draws over an axis before it sees the measured one: with the mouse from value to value, or with
// the arrow keys. Then what was measured stands beside it, with how far off each point is.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "widgets/lecture/curve_axes.h"

namespace lanescope {

class GuessCurve final : public QWidget {
    Q_OBJECT
public:
    /// `theme` must outlive this.
    GuessCurve(const Theme& theme, const CurveRange& range, QWidget* parent);

    /// What was drawn, once there is a point for each value; nothing before.
    [[nodiscard]] std::vector<double> drawn() const;
    /// Curves that were handed in.
    void setOthers(std::vector<std::vector<double>> others);
    void reveal(std::vector<double> truth);

    [[nodiscard]] QSize sizeHint() const override;
    /// Where a number of a value stands.
    [[nodiscard]] QPointF placeOf(int value, double number) const;

Q_SIGNALS:
    void changed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] CurveAxes axes() const;
    void set(int value, double number);
    void paintDistances(QPainter& painter, const CurveAxes& axes) const;

    const Theme& m_theme;
    CurveRange m_range;
    std::vector<std::optional<double>> m_drawn;
    std::vector<std::vector<double>> m_others;
    std::vector<double> m_truth;
    int m_current = 0;  ///< value that the keys are at
    std::optional<QPointF> m_last;
};

}  // namespace lanescope
