// SPDX-License-Identifier: GPL-3.0-or-later
// Where everything of a map lies: from the heading down the grids of its launches, the matrix whose cells they own, the
// formula, and what was launched. Maps that stand abreast have cells of one size, so that they can be compared.
#pragma once

#include <QRectF>
#include <optional>
#include <vector>

#include "widgets/stage/map/map_scene.h"
#include "widgets/style/theme.h"

namespace lanescope {

struct MapGridPlace {
    std::uint32_t group = 0;
    QRectF label;
    QRectF cells;
};

class MapLayout {
public:
    QRectF room;
    QRectF heading;
    std::vector<MapGridPlace> grids;  ///< of the launches that are shown; of lanes one each
    double gridCell = 0;              ///< side of a block; of lanes the width of a step
    QRectF matrixLabel;
    QRectF matrix;
    QSizeF cell;  ///< of the lattice
    std::uint32_t shownRows = 0;
    std::uint32_t shownColumns = 0;  ///< of the lattice; a single row or column is folded
    bool folded = false;
    QRectF formula;
    QRectF bar;
    QRectF counts;
    bool beside = false;          ///< the matrix stands beside the grids, not below them
    std::uint64_t firstStep = 0;  ///< of lanes: the first that is shown
    std::uint64_t shownSteps = 0;

    /// None for blocks of a launch that is not shown.
    [[nodiscard]] std::optional<QRectF> cellOf(const MapScene& scene, const MapItem& item) const;
    /// In the matrix; a piece that is folded has several.
    [[nodiscard]] std::vector<QRectF> rectsOf(const MapScene& scene, const MapRect& piece) const;
    [[nodiscard]] QRectF latticeRect(std::uint32_t row, std::uint32_t column) const;
    /// Of an element of the buffer.
    [[nodiscard]] QRectF elementRect(const MapScene& scene, std::uint32_t row, std::uint32_t column) const;
    /// The shown place of a cell of the lattice.
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> shown(std::uint32_t row, std::uint32_t column) const;
    /// So many or so small cells that each is a few pixels of an image.
    [[nodiscard]] bool isFine() const;
    [[nodiscard]] bool isFineGrid(const MapScene& scene, const MapGridPlace& place) const;

    [[nodiscard]] std::optional<std::uint64_t> itemAt(const MapScene& scene, const QPointF& point) const;
    struct Spot {
        std::uint32_t row = 0;
        std::uint32_t column = 0;
    };
    /// Cell of the lattice.
    [[nodiscard]] std::optional<Spot> latticeAt(const MapScene& scene, const QPointF& point) const;
    /// Element of the buffer; `in` is latticeAt() of the same point; none behind the buffer's end.
    [[nodiscard]] std::optional<Spot> elementAt(const MapScene& scene, const Spot& in, const QPointF& point) const;
};

/// Of maps abreast in `room`; `position` says which launches and steps are shown where not all can be.
[[nodiscard]] std::vector<MapLayout> layOutMaps(const Theme& theme, const std::vector<const MapScene*>& scenes,
                                                const QRectF& room, std::uint64_t position);

}  // namespace lanescope
