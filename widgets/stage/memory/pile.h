// SPDX-License-Identifier: GPL-3.0-or-later
// What is done one after the other, piled up: words of a bank by wavefront, lanes of an atomic operation by address. 32
// columns and 32 levels, always, so that two piles can be told apart by eye.
#pragma once

#include <QRectF>
#include <QString>
#include <vector>

#include "widgets/stage/memory/request_scene.h"

namespace lanescope {

struct PileCell {
    unsigned column = 0;
    unsigned level = 0;        ///< from 0, the first that is served
    simt::LaneMask lanes = 0;  ///< that are served then
    friend bool operator==(const PileCell&, const PileCell&) = default;
};

struct Pile {
    static constexpr unsigned kColumns = 32;
    static constexpr unsigned kLevels = 32;
    bool byBank = true;        ///< else by address
    unsigned firstColumn = 0;  ///< column of the first address; all of them stand in the middle
    std::vector<PileCell> cells;
    unsigned levels = 0;  ///< that have a cell
    /// Cells of the column that holds most, ascending; the first such column.
    [[nodiscard]] std::vector<PileCell> highest() const;
    /// Levels above which columns [first, end) are free.
    [[nodiscard]] unsigned heightOf(unsigned first, unsigned end) const;
};

/// Of a request of shared memory: by bank; of an atomic one: by address, ascending from the left.
[[nodiscard]] Pile pileOf(const RequestScene& scene);

/// Where the cells of a chart lie.
struct PilePlaces {
    QRectF field;    ///< of all columns and levels
    double row = 0;  ///< height of a level
    double column = 0;
    [[nodiscard]] QRectF cell(unsigned column, unsigned level) const;
};

}  // namespace lanescope
