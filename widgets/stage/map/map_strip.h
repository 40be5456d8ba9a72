// SPDX-License-Identifier: GPL-3.0-or-later
// The map's strip of time: a row a map, a cell a block, hatched where it is wasted. Stands where the tracks of the
// other views are while the map is shown. The playhead is dragged, or moved by the arrow keys.
#pragma once

#include <QImage>
#include <QWidget>
#include <vector>

#include "widgets/stage/map/map_clock.h"
#include "widgets/stage/map/map_picture.h"

namespace lanescope {

class MapStrip final : public QWidget {
    Q_OBJECT
public:
    /// Both must outlive this.
    MapStrip(const Theme& theme, MapClock& clock, QWidget* parent = nullptr);

    void setMaps(std::vector<ShownMap> maps);
    [[nodiscard]] QSize sizeHint() const override { return {1920, 144}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 72}; }
    void paintTo(QPainter& painter, const QSizeF& size);

    /// The item at a point, of whatever row; its cell in a row.
    [[nodiscard]] quint64 itemAt(double x) const;
    [[nodiscard]] QRectF cellOf(std::size_t row, quint64 item) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void layOut(const QSizeF& size);
    void paintRow(QPainter& painter, std::size_t row) const;
    void paintTicks(QPainter& painter) const;
    void paintPlayhead(QPainter& painter) const;
    void describeNow();
    [[nodiscard]] QString describe(quint64 item) const;

    const Theme& m_theme;
    MapClock& m_clock;
    std::vector<ShownMap> m_maps;
    QRectF m_cells;  ///< all rows
    double m_rowHeight = 0;
    double m_rowStep = 0;
    QImage m_rows;  ///< what does not move
    QSizeF m_painted;
};

}  // namespace lanescope
