// SPDX-License-Identifier: GPL-3.0-or-later
// The 32 lanes of the warp that stepped last: which did the instruction, which were masked off, which do not exist.
#pragma once

#include <QWidget>
#include <optional>

#include "widgets/playback/playback.h"
#include "widgets/playback/selection.h"
#include "widgets/scenes/step_facts.h"
#include "widgets/style/theme.h"

namespace lanescope {

class LaneStrip : public QWidget {
    Q_OBJECT
public:
    enum class Lane { Active, Masked, Absent };

    LaneStrip(const Theme* theme, Selection* selection, QWidget* parent = nullptr);

    void setFacts(const StepFacts& facts, const Dim3& blockExtent);
    [[nodiscard]] Lane lane(unsigned index) const;
    /// "Warp 0: 32 lanes active": for screen readers and tests.
    [[nodiscard]] QString summary() const;
    /// Lane whose cell is at the point.
    [[nodiscard]] std::optional<unsigned> laneAt(const QPointF& point) const;
    [[nodiscard]] QRectF cellOf(unsigned lane) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QSizeF cell() const;
    [[nodiscard]] unsigned columns(int width) const;
    [[nodiscard]] QString describe(unsigned lane) const;
    [[nodiscard]] Focus focusOf(unsigned lane) const;
    void paintLane(QPainter& painter, unsigned lane) const;
    void moveCursor(int by);

    const Theme* m_theme;
    Selection* m_selection;
    StepFacts m_facts;
    Dim3 m_extent;
    unsigned m_cursor = 0;
};

}  // namespace lanescope
