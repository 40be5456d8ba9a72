// SPDX-License-Identifier: GPL-3.0-or-later
// Axes of a curve over the values of a parameter: a place for each value from left to right, numbers from the foot to
// the top.
#pragma once

#include <QPainter>
#include <QStringList>
#include <optional>
#include <vector>

#include "widgets/lecture/guess_scale.h"

namespace lanescope {

struct CurveRange {
    QString over;  ///< the parameter
    QStringList values;
    ScaleRange numbers;
    QString unit;  ///< of the numbers
};

/// `theme` must outlive it. `all` is what axes and their words may take.
class CurveAxes {
public:
    CurveAxes(const Theme& theme, const CurveRange& range, const QRectF& all);

    [[nodiscard]] const QRectF& room() const { return m_room; }
    [[nodiscard]] QPointF placeOf(int value, double number) const;
    [[nodiscard]] double numberAt(double y) const;
    [[nodiscard]] int valueAt(double x) const;

    /// `current` is the value that the keys are at.
    void paint(QPainter& painter, std::optional<int> current = {}) const;
    /// With the painter's pen; a value without a number leaves a gap.
    void paintCurve(QPainter& painter, const std::vector<std::optional<double>>& curve) const;
    /// What is true: the curve in the hue of what was measured, with a square at each value.
    void paintTruth(QPainter& painter, const std::vector<double>& truth) const;
    /// From a curve's place to the words beside it.
    [[nodiscard]] double pointRadius() const;

private:
    const Theme& m_theme;
    CurveRange m_range;
    QRectF m_all;
    QRectF m_room;
};

}  // namespace lanescope
