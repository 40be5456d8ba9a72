// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a ThreadsScene: the threads on one side, the elements on the other, and what the selection lights up of both.
// Mouse and keys point at a thread or an element; the other side shows what belongs to it.
#pragma once

#include <QWidget>
#include <array>
#include <optional>
#include <vector>

#include "widgets/playback/selection.h"
#include "widgets/scenes/threads_scene.h"
#include "widgets/style/theme.h"

namespace lanescope {

class ThreadsCanvas final : public QWidget {
    Q_OBJECT

public:
    enum class Side { Threads, Data };
    /// Something that can be pointed at: a thread's number or an element's.
    struct Spot {
        Side side = Side::Threads;
        std::uint64_t number = 0;
        friend bool operator==(const Spot&, const Spot&) = default;
    };

    ThreadsCanvas(const Theme* theme, Selection* selection, QWidget* parent = nullptr);

    /// `plan` must outlive this or the next call. `watched` is the block that is stepped through.
    void setScene(std::optional<ThreadsScene> scene, std::shared_ptr<const Plan> plan, Dim3 watched);
    [[nodiscard]] const std::optional<ThreadsScene>& scene() const { return m_scene; }

    [[nodiscard]] std::optional<Spot> spotAt(const QPointF& point) const;
    [[nodiscard]] QRectF rectOf(const Spot& spot) const;
    /// What is lit up for a focus: threads and elements that belong together.
    struct Lit {
        std::vector<std::uint64_t> threads;
        std::vector<std::uint64_t> elements;
    };
    [[nodiscard]] Lit litBy(const Focus& focus) const;
    [[nodiscard]] QString describe(const Spot& spot) const;
    /// Draws what is shown, at another size: for export.
    void paintTo(QPainter& painter, const QSizeF& size);
    [[nodiscard]] QSize minimumSizeHint() const override { return {300, 200}; }

Q_SIGNALS:
    /// What is pointed at, in words; empty for nothing.
    void described(const QString& text);
    /// Double-clicked, or Ctrl+Return: the block of the thread, or of one that writes the element.
    void blockActivated(lanescope::Dim3 block);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    /// One side on screen.
    struct Panel {
        QRectF title;
        QRectF cells;     ///< all of them
        double size = 0;  ///< side of a cell in pixels
        QImage image;
    };
    void layOut(const QSizeF& size);
    [[nodiscard]] Panel placed(const QRectF& room, std::uint64_t rows, std::uint64_t columns) const;
    [[nodiscard]] QImage render(Side side, const Panel& panel, double ratio) const;
    void paintPanel(QPainter& painter, Side side) const;
    void paintLit(QPainter& painter, const Focus& focus, int width) const;
    void paintWatched(QPainter& painter) const;
    [[nodiscard]] const Panel& panel(Side side) const { return m_panels[side == Side::Threads ? 0 : 1]; }
    [[nodiscard]] ThreadSpace::Cell cellOf(const Spot& spot) const;
    [[nodiscard]] std::optional<Spot> at(Side side, const ThreadSpace::Cell& cell) const;
    [[nodiscard]] std::uint64_t rows(Side side) const;
    [[nodiscard]] std::uint64_t columns(Side side) const;
    [[nodiscard]] Focus focusOf(const Spot& spot) const;
    void activate(const Spot& spot);
    void moveCursor(std::int64_t rows, std::int64_t columns);
    void setCursorSpot(const Spot& spot);

    const Theme* m_theme;
    Selection* m_selection;
    std::optional<ThreadsScene> m_scene;
    std::shared_ptr<const Plan> m_plan;
    Dim3 m_watched{0, 0, 0};
    std::array<Panel, 2> m_panels;
    std::optional<Spot> m_cursor;
};

}  // namespace lanescope
