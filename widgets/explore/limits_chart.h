// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline of a launch, or where its bytes go.
#pragma once

#include <QWidget>

#include "widgets/explore/limits_picture.h"
#include "widgets/style/theme.h"

namespace lanescope {

class LimitsChart final : public QWidget {
    Q_OBJECT

public:
    enum class Part { Roofline, Bytes };
    /// `theme` must outlive this.
    LimitsChart(Part part, const Theme& theme, QWidget* parent = nullptr);

    /// `words`: the same for those who hear it.
    void setPicture(LimitsPicture picture, const QString& words);
    [[nodiscard]] const LimitsPicture& shown() const { return m_picture; }
    /// Where the picture is, with its heading: the widget without its margin.
    [[nodiscard]] QRectF inside() const { return inside(rect()); }
    /// Pixels that it needs at least at its width.
    [[nodiscard]] int leastHeight() const;
    [[nodiscard]] int leastHeightAt(int width) const;
    /// Both parts, one below the other.
    void paintTo(QPainter& painter, const QSizeF& size) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QRectF inside(const QRectF& room) const;
    void paintPart(QPainter& painter, Part part, const QRectF& room) const;

    Part m_part;
    const Theme& m_theme;
    LimitsPicture m_picture;
};

}  // namespace lanescope
