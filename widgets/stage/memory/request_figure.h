// SPDX-License-Identifier: GPL-3.0-or-later
// The request of the present step, for beside a picture: its sectors line by line, its banks, or the addresses that
// atomic operations meet at. A step that loads several arrays of one memory shows up to two of them.
#pragma once

#include <QWidget>

#include "widgets/stage/memory/request_scene.h"
#include "widgets/stage/stage_view.h"

namespace lanescope {

/// What the figure shows.
struct RequestsShown {
    std::vector<RequestScene> requests;  ///< in order of events; none: the block accesses nothing
    SeenAccess::When when = SeenAccess::When::Now;
};
/// The last request of a step, and the one before it of another array if it is of the same warp, kind and memory.
[[nodiscard]] RequestsShown requestsShown(const flow::BlockFlow& flow, EventRange step);

/// Draws them into `rect`; what has no room is said. What it took in height.
double paintRequests(QPainter& painter, const Theme& theme, const QRectF& rect, const RequestsShown& shown);

class RequestFigure : public QWidget {
    Q_OBJECT
public:
    RequestFigure(const StageFrame& frame, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void follow();

    StageFrame m_frame;
    RequestsShown m_shown;
};

}  // namespace lanescope
