// SPDX-License-Identifier: GPL-3.0-or-later
// What lies over the stage: the dimming of a spotlight with its ring, what is drawn by hand, and the pointer. The mouse
// goes through it to the stage unless something is to be drawn.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "widgets/lecture/marks.h"
#include "widgets/stage/stage_view.h"

namespace lanescope {

class StageOverlay final : public QWidget {
    Q_OBJECT
public:
    enum class Tool { None, Pointer, Pen, Box };

    /// All must outlive this. Lies over the whole of `stage`, whatever its size.
    StageOverlay(const StageFrame& frame, QWidget* stage);

    /// Whose picture lies below; nullptr: of a page that has no view.
    void setView(StageView* view);
    void setSpotlight(const std::optional<Spotlight>& spotlight);
    [[nodiscard]] const std::optional<Spotlight>& spotlight() const { return m_spotlight; }
    /// Is there a spotlight on something that this picture does not show?
    [[nodiscard]] bool misses() const;
    void setMarks(std::vector<HandMark> marks);
    [[nodiscard]] const std::vector<HandMark>& marks() const { return m_marks; }
    void setTool(Tool tool);
    [[nodiscard]] Tool tool() const { return m_tool; }

Q_SIGNALS:
    void toolChanged();
    /// Drawn or wiped out by hand.
    void marksChanged();
    /// Something else is to be seen.
    void repainted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void cover();
    void redraw();
    [[nodiscard]] Lit lit() const;
    [[nodiscard]] QPointF shareAt(const QPointF& point) const;

    const Theme& m_theme;
    QWidget* m_stage;
    StageView* m_view = nullptr;
    std::optional<Spotlight> m_spotlight;
    std::vector<HandMark> m_marks;
    Tool m_tool = Tool::None;
    bool m_drawing = false;
    std::optional<QPointF> m_pointer;  ///< where the light is
};

}  // namespace lanescope
