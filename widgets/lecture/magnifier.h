// SPDX-License-Identifier: GPL-3.0-or-later
// What the stage lies in: it shows all of it, or, magnified, a part of it. What is magnified is laid out larger, so
// that cells grow and words do not.
#pragma once

#include <QRect>
#include <QWidget>

namespace lanescope {

class Magnifier final : public QWidget {
    Q_OBJECT
public:
    static constexpr double kMost = 8;

    /// Where content lies that is magnified within `room`: its edges do not come into the picture.
    [[nodiscard]] static QRect placeIn(const QSize& room, double factor, const QPointF& centre);

    explicit Magnifier(QWidget* parent = nullptr);

    /// Is filled by it from now on; a child of this.
    void setContent(QWidget* content);
    [[nodiscard]] double factor() const { return m_factor; }
    /// The place of the content, as shares of its width and height, that is in the middle, as far as its edges allow.
    [[nodiscard]] QPointF centre() const { return m_centre; }
    /// `factor` is kept within 1 … kMost.
    void magnify(double factor, QPointF centre);
    /// By pixels.
    void scroll(QPointF by);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// Where the content lies.
    void moved();

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void place();

    QWidget* m_content = nullptr;
    double m_factor = 1;
    QPointF m_centre{0.5, 0.5};
};

}  // namespace lanescope
