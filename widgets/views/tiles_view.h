// SPDX-License-Identifier: GPL-3.0-or-later
// The matrices and shared arrays of the traced block, at the cursor. Follows the block until the user zooms or pans; 0
// follows again. What is drawn and what is said of an element come from the same scene.
#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>
#include <vector>

#include "widgets/playback/playback.h"
#include "widgets/playback/selection.h"
#include "widgets/scenes/tiles_painter.h"
#include "widgets/scenes/touch_history.h"
#include "widgets/style/theme.h"

namespace lanescope {

class TilesView : public QWidget {
    Q_OBJECT
public:
    TilesView(const Theme* theme, const Playback* playback, Selection* selection, QWidget* parent = nullptr);
    ~TilesView() override;

    /// How the run's result compares with what it must be; nothing while that is not known.
    void setCheck(std::optional<CheckResult> check);

    /// What is said while there is no trace to be shown.
    void setMissing(const QString& why);

    /// All grids follow the block.
    [[nodiscard]] bool isFollowing() const;
    /// The whole trace has been gone through: what the block will touch is known too.
    [[nodiscard]] bool historyIsKnown() const { return m_history.known() >= m_playback->size(); }
    /// Draws what is shown, at another size: for export and film.
    void paintTo(QPainter& painter, const QSizeF& size);
    /// What is drawn now.
    [[nodiscard]] const TilesScene& scene();
    [[nodiscard]] const TilesLayout& layoutNow() const { return m_layout; }
    /// The words for an element, as in the tooltip.
    [[nodiscard]] QString describe(const ElementPick& pick) const;
    [[nodiscard]] std::optional<ElementPick> elementAt(const QPointF& point) const;
    [[nodiscard]] QSize sizeHint() const override { return {760, 600}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 260}; }

public Q_SLOTS:
    void zoomIn();
    void zoomOut();
    /// Follow the block again.
    void resetZoom();

Q_SIGNALS:
    void followingChanged(bool following);
    /// The element under the mouse or the keyboard's cursor in words, for a status line; empty for none.
    void elementDescribed(const QString& text);
    /// Double-clicked, or Ctrl+Return at the keyboard's cursor.
    void elementActivated(const lanescope::ElementPick& pick);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    /// What is kept of each grid between pictures.
    struct GridState {
        std::optional<Region> manual;  ///< where the user zoomed or panned to
        Region shown;
    };
    struct Drag {
        std::size_t grid = 0;
        QPointF from;
        Region region;
        bool moved = false;
    };

    void loadTrace();
    void invalidate();
    void rebuild();
    /// Rebuilds the scene if something has changed since.
    void freshen();
    [[nodiscard]] TilesScene build(const TilesLayout& layout, std::vector<Region>& shown) const;
    /// While the history is not yet known the picture says so.
    void paintProgress(QPainter& painter) const;
    [[nodiscard]] TilesStyle style() const;
    [[nodiscard]] TilesMarks marks() const;
    [[nodiscard]] std::optional<std::size_t> gridAt(const QPointF& point) const;
    /// As it is shown.
    [[nodiscard]] CellGeometry cellsOf(std::size_t grid) const;
    [[nodiscard]] std::optional<std::size_t> indexOf(ArrayRef array) const;
    void setManual(std::size_t grid, const Region& region);
    void zoom(std::size_t grid, double factor, const ElementPick& anchor);
    void pan(std::size_t grid, std::int64_t rows, std::int64_t columns);
    [[nodiscard]] Focus focusOf(const ElementPick& pick);
    void moveCursor(std::int64_t rows, std::int64_t columns);
    void cursorToGrid(int by);
    void showCursor();

    const Theme* m_theme;
    const Playback* m_playback;
    Selection* m_selection;
    std::optional<CheckResult> m_check;
    QString m_missing;
    TouchHistory m_history;
    std::vector<ArrayShape> m_shapes;
    std::vector<GridState> m_grids;
    TilesLayout m_layout;
    TilesScene m_scene;
    bool m_stale = true;
    QTimer m_learning;
    std::optional<ElementPick> m_cursor;
    std::optional<Drag> m_drag;
};

}  // namespace lanescope
