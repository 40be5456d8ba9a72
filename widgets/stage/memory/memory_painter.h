// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the view of memory: one side beside the other, on the same scale.
#pragma once

#include <QPainter>
#include <optional>

#include "widgets/stage/memory/memory_scene.h"
#include "widgets/stage/memory/pile.h"
#include "widgets/style/theme.h"

namespace lanescope {

/// What is drawn beside the scene.
struct MemoryLook {
    double progress = 1;           ///< of the step's motion: so much of a pile has been served
    unsigned levels = 0;           ///< of the highest pile of all sides, which the motion lasts for
    std::optional<unsigned> lane;  ///< that somebody looks at
    std::vector<QString> names;    ///< of the sides; a single one has none
};

class MemoryPainter {
public:
    MemoryPainter(QPainter& painter, const Theme& theme, const QSizeF& size, const MemoryScene& scene,
                  const MemoryLook& look);
    void paint();

    /// Where the side's picture lies.
    [[nodiscard]] static QRectF sideRect(const Theme& theme, const QSizeF& size, std::size_t side, std::size_t sides);
    /// The lane whose place is at a point of the picture; nothing if there is none.
    [[nodiscard]] static std::optional<unsigned> laneAt(const Theme& theme, const QSizeF& size,
                                                        const MemoryScene& scene, const QPointF& at);

private:
    QPainter& m_painter;
    const Theme& m_theme;
    QSizeF m_size;
    const MemoryScene& m_scene;
    const MemoryLook& m_look;
};

}  // namespace lanescope
