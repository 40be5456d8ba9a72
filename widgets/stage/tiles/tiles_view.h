// SPDX-License-Identifier: GPL-3.0-or-later
// The view of tiles: how values travel between global memory, shared memory and registers, and what becomes of them.
// Two blocks are drawn beside each other at one scale.
#pragma once

#include <QImage>
#include <QTimer>
#include <memory>
#include <optional>

#include "widgets/stage/stage_view.h"
#include "widgets/stage/tiles/tiles_painter.h"

namespace lanescope {

class TilesStage : public StageView {
    Q_OBJECT
public:
    TilesStage(const StageFrame& frame, QWidget* parent);
    ~TilesStage() override;

    [[nodiscard]] bool isReady() const override { return historyIsKnown(); }
    [[nodiscard]] Why why() const override;
    [[nodiscard]] QWidget* makeFigure(QWidget* parent) override;
    [[nodiscard]] Lit litBy(const Spotlight& spotlight, const QSizeF& size) const override;
    [[nodiscard]] double valueCell(const QSizeF& size) const override;
    void paintTo(QPainter& painter, const QSizeF& size) override;
    /// Blocks lie one below the other then.
    [[nodiscard]] double narrowRatio() const override;
    [[nodiscard]] std::string csv() const override;

    /// ✗ on elements whose values are wrong in the end; on at first.
    void setDifferencesShown(bool shown);
    /// The whole trace has been gone through: what the block touches in all its rounds is known.
    [[nodiscard]] bool historyIsKnown() const;

    struct Pointed {
        std::size_t side = 0;
        tiles::Spot spot;
    };
    /// What lies under a point of the widget.
    [[nodiscard]] std::optional<Pointed> at(const QPointF& point) const;
    [[nodiscard]] QString describe(const Pointed& what) const;
    /// As it is drawn in the widget now.
    [[nodiscard]] const tiles::Scene& scene(std::size_t side = 0) const;
    [[nodiscard]] const tiles::Layout& layoutOf(std::size_t side = 0) const;
    [[nodiscard]] const tiles::Block& block(std::size_t side = 0) const;

Q_SIGNALS:
    /// Double-clicked, or Ctrl+Return at the keyboard's cursor.
    void elementActivated(const lanescope::ElementPick& pick);

protected:
    void sidesChanged() override;
    void countsChanged() override;
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct Side;
    /// What is kept of the blocks: made when somebody looks, so that a view that is not shown costs nothing.
    void load() const;
    /// Of long blocks that comes in a moment: together with what else a new run brings, it would hold the window.
    [[nodiscard]] bool comesLater() const { return !m_loaded && m_learning.isActive(); }
    [[nodiscard]] bool isLong() const;
    void takeChecks() const;
    void learn();
    /// Scenes of the present position.
    void freshen() const;
    void layOut(const QSizeF& size) const;
    void layOutFor(const QSizeF& size) const;
    void paintSides(QPainter& painter, const QSizeF& size, bool still, bool moving);
    [[nodiscard]] std::optional<ThreadRef> spotlit() const;
    [[nodiscard]] tiles::Pointers pointersOf(std::size_t side) const;
    [[nodiscard]] std::optional<tiles::Spot> spotOf(std::size_t side, const Focus& focus) const;
    [[nodiscard]] Focus focusOf(const Pointed& what) const;
    void moveCursor(int across, int down);
    void cursorToGroup(int by);
    void showCursor();
    void sayStep();

    mutable std::vector<std::unique_ptr<Side>> m_all;
    mutable bool m_loaded = false;
    mutable QSizeF m_laidOut;
    mutable bool m_stale = true;  ///< scenes are of another position
    mutable quint64 m_shown = 0;  ///< grows with every change of what stands still
    QImage m_still;               ///< opaque; of the size and the pixels that were asked for last
    quint64 m_stillOf = 0;
    quint64 m_begunOf = 0;  ///< a frame of it has been painted
    bool m_differences = true;
    mutable QTimer m_learning;
    std::optional<Pointed> m_cursor;
};

}  // namespace lanescope
