// SPDX-License-Identifier: GPL-3.0-or-later
// Lane by time: what every warp of the watched blocks does, phase by phase, which of its lanes take part, where they
// part and meet. Columns are instructions, not time.
#pragma once

#include <QPixmap>
#include <memory>
#include <optional>
#include <vector>

#include "widgets/stage/stage_view.h"
#include "widgets/stage/warps/warps_layout.h"
#include "widgets/stage/warps/warps_painter.h"

namespace lanescope {

class WarpsView : public StageView {
    Q_OBJECT
public:
    WarpsView(const StageFrame& frame, QWidget* parent);
    ~WarpsView() override;

    [[nodiscard]] bool isReady() const override;
    [[nodiscard]] Why why() const override;
    [[nodiscard]] QWidget* makeFigure(QWidget* parent) override;
    [[nodiscard]] Lit litBy(const Spotlight& spotlight, const QSizeF& size) const override;
    void paintTo(QPainter& painter, const QSizeF& size) override;
    [[nodiscard]] std::string csv() const override;

    /// A cell of the picture.
    struct Cell {
        std::size_t side = 0;
        std::size_t group = 0;
        std::size_t column = 0;
        std::uint32_t warp = 0;
        friend bool operator==(const Cell&, const Cell&) = default;
    };
    [[nodiscard]] std::optional<Cell> cellAt(const QPointF& point) const;
    /// Where things lie at a size, by side that has a block. Valid until it is asked for again.
    [[nodiscard]] const std::vector<warps::Layout>& layoutsFor(const QSizeF& size) const;
    /// The scene of a side; nullptr while it has no block.
    [[nodiscard]] const warps::WarpsScene* scene(std::size_t side) const;

protected:
    void sidesChanged() override;
    bool event(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Still {
        warps::Layout layout;
        QSize pixels;
        double ratio = 0;
        double textScale = 0;
        Look look = Look::Light;
        bool compact = false;
        QPixmap picture;
    };
    /// What layouts were made for.
    struct Laid {
        QSizeF size;
        double textScale = 0;
        bool compact = false;
        std::size_t most = 1;       ///< groups on a page
        std::vector<QRectF> rects;  ///< of the sides
        std::vector<warps::Page> pages;
        std::vector<warps::Layout> layouts;
    };
    void refresh();
    void point(const std::optional<Cell>& cell, const QPointF* at);
    void moveCursor(int columns, int rows);
    void goTo(const Cell& cell);
    void paintSide(QPainter& painter, std::size_t side, const warps::Layout& layout, const QSizeF& size);
    const QPixmap& stillOf(std::size_t side, const warps::Layout& layout, const QSizeF& size, double ratio);
    [[nodiscard]] warps::Moment momentOf(std::size_t side) const;

    using Scenes = std::vector<std::unique_ptr<warps::WarpsScene>>;
    void makeScenes();
    void makeScenesBehind();

    std::vector<Playback::Block> m_blocks;  ///< that m_scenes are of, or are being made of
    Scenes m_scenes;                        ///< by side of Playback; none while they are being made
    std::stop_source m_making;
    std::vector<Still> m_stills;
    mutable Laid m_laid;
    std::optional<Cell> m_cursor;  ///< of the keyboard
};

}  // namespace lanescope
