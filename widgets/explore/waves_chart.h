// SPDX-License-Identifier: GPL-3.0-or-later
// All multiprocessors over a launch as a widget: the mouse or the arrow keys point at one of them at a cycle, and what
// it does is said.
#pragma once

#include <QPixmap>
#include <QWidget>
#include <optional>

#include "widgets/explore/waves_painter.h"

namespace lanescope {

class WavesChart final : public QWidget {
    Q_OBJECT

public:
    /// `theme` must outlive this.
    explicit WavesChart(const Theme& theme, QWidget* parent = nullptr);

    void setPicture(SchedulePicture picture);
    [[nodiscard]] const SchedulePicture& shown() const { return m_picture; }
    void paintTo(QPainter& painter, const QSizeF& size) const;
    [[nodiscard]] std::vector<WavesLayout> layouts() const;

    [[nodiscard]] QSize sizeHint() const override { return {1200, 700}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 200}; }

Q_SIGNALS:
    /// What is pointed at, for the status line; empty for nothing.
    void described(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Pointed {
        std::size_t side = 0, multiprocessor = 0;
        double cycle = 0;
    };
    void point(std::optional<Pointed> at);
    [[nodiscard]] QRectF inside(const QSizeF& size) const;

    const Theme& m_theme;
    SchedulePicture m_picture;
    std::optional<Pointed> m_pointed;
    QPixmap m_still;  ///< all but what is pointed at
};

}  // namespace lanescope
