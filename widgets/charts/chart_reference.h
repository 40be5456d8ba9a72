// SPDX-License-Identifier: GPL-3.0-or-later
// The line of what a chart's values are held against, with its words. Internal to the charts.
#pragma once

#include "widgets/charts/chart.h"
#include "widgets/charts/qcp.h"

namespace lanescope {

class ChartReferenceItem final : public QCPAbstractItem {
public:
    /// All must outlive it; it is the plot's.
    ChartReferenceItem(QCustomPlot* plot, const ChartData& data, const ChartStyle& style);
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override;

private:
    [[nodiscard]] QRectF freeOf(const QRectF& room, const QSizeF& size, double y) const;
    [[nodiscard]] bool isCrossed(const QRectF& place) const;

    const ChartData& m_data;
    const ChartStyle& m_style;
};

}  // namespace lanescope
