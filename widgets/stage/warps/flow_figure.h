// SPDX-License-Identifier: GPL-3.0-or-later
// The ways through the code around the present step, with one dot for each lane of the present warp, and of another if
// there are only two. Dots go where their lanes go. Below: who runs until where, who waits.
#pragma once

#include <QPointer>
#include <QWidget>
#include <map>
#include <optional>

#include "widgets/stage/stage_view.h"
#include "widgets/stage/warps/flow_graph.h"
#include "widgets/stage/warps/lane_places.h"

namespace lanescope {
class WarpsView;
}

namespace lanescope::warps {

class WarpsScene;

class FlowFigure : public QWidget {
    Q_OBJECT
public:
    /// What the frame lends must outlive this; the view need not.
    FlowFigure(const WarpsView& view, const StageFrame& frame, QWidget* parent);
    ~FlowFigure() override;

    void paintTo(QPainter& painter, const QSizeF& size);
    /// What is drawn, in words.
    [[nodiscard]] QString description() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 200}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// What is drawn of a side.
    struct Drawn {
        FlowGraph graph;
        std::vector<std::uint32_t> warps;                 ///< whose lanes are shown; the present one first
        std::uint32_t present = 0;                        ///< warp
        std::optional<std::uint32_t> node;                ///< of the present step
        std::map<std::uint32_t, LanePlaces> now, before;  ///< by warp
    };
    void refresh();
    void look(std::size_t side, Drawn& drawn);
    void paintSide(QPainter& painter, std::size_t side, const QRectF& rect);
    void paintGathering(QPainter& painter, std::size_t side, const QRectF& rect);
    [[nodiscard]] std::uint64_t positionOf(std::size_t side) const;
    [[nodiscard]] const WarpsScene* scene(std::size_t side) const;

    QPointer<const WarpsView> m_view;
    StageFrame m_frame;
    std::vector<Drawn> m_drawn;  ///< by side
};

}  // namespace lanescope::warps
