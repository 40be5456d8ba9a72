// SPDX-License-Identifier: GPL-3.0-or-later
// The view of memory: what the present request costs. Words of shared memory pile up in their banks, lanes of atomic
// operations at their addresses, and lanes of global accesses are joined to the sectors that are moved for them.
#pragma once

#include "widgets/stage/memory/memory_painter.h"
#include "widgets/stage/stage_view.h"

namespace lanescope {

class MemoryView : public StageView {
    Q_OBJECT
public:
    MemoryView(const StageFrame& frame, QWidget* parent);
    ~MemoryView() override;

    [[nodiscard]] Why why() const override;
    [[nodiscard]] QWidget* makeFigure(QWidget* parent) override;
    [[nodiscard]] Lit litBy(const Spotlight& spotlight, const QSizeF& size) const override;
    void paintTo(QPainter& painter, const QSizeF& size) override;
    [[nodiscard]] std::string csv() const override;

    /// At the cursor.
    [[nodiscard]] const MemoryScene& scene() const { return m_scene; }
    /// What the leading block's requests cost beyond need, the worst first: for flags, and to go there. The event's
    /// request is seen at position `event + 1`.
    [[nodiscard]] std::vector<flow::Finding> worst() const;

protected:
    [[nodiscard]] double narrowRatio() const override;
    void sidesChanged() override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void follow();
    void describe();
    void pointAt(std::optional<unsigned> lane);
    [[nodiscard]] std::optional<unsigned> shownLane() const;

    MemoryScene m_scene;
    std::optional<unsigned> m_lane;  ///< under the mouse or the keyboard's cursor
};

}  // namespace lanescope
