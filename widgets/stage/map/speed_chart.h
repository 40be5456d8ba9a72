// SPDX-License-Identifier: GPL-3.0-or-later
// How many times faster than the first of the sides the others are, over their size: measured or replayed times.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "core/metrics/counters.h"
#include "widgets/style/theme.h"

namespace lanescope {

struct SpeedUps {
    struct Point {
        double n = 0;
        double factor = 0;  ///< time of the first side / time of this one
    };
    struct Line {
        QString name;
        std::vector<Point> points;  ///< ascending by n
    };
    QString over;  ///< name of the side that the others are held against: "bb"
    QString with;  ///< "block 16"
    Origin origin = Origin::Replayed;
    double present = 0;  ///< the size that is shown on the stage: a line stands there; 0: none
    std::vector<Line> lines{};
    /// Which times these are, and at which sizes, in a sentence or two; alone where there are no lines.
    QString said{};
};

class SpeedChart final : public QWidget {
    Q_OBJECT
public:
    /// The theme must outlive this.
    explicit SpeedChart(const Theme& theme, QWidget* parent = nullptr);

    void setSpeedUps(SpeedUps speedUps);
    [[nodiscard]] const SpeedUps& speedUps() const { return m_speedUps; }
    void paintTo(QPainter& painter, const QSizeF& size);
    /// Where a value stands in a picture of a size.
    [[nodiscard]] QPointF pointOf(const SpeedUps::Point& point, const QSizeF& size) const;

    /// Without lines it is as high as what is said instead.
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Axes {
        QRectF plot;
        double firstN = 1, lastN = 1;
        double least = 0, most = 1;
        double step = 0.5;
    };
    [[nodiscard]] Axes axesFor(const QSizeF& size) const;
    [[nodiscard]] static QPointF place(const Axes& axes, double n, double factor);
    void paintAxes(QPainter& painter, const Axes& axes) const;
    void paintLines(QPainter& painter, const Axes& axes, double right) const;

    const Theme& m_theme;
    SpeedUps m_speedUps;
};

}  // namespace lanescope
