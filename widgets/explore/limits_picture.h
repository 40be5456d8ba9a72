// SPDX-License-Identifier: GPL-3.0-or-later
// What limits a launch, to be drawn: its roofline and where its bytes go; of others beside it, where they stand.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/rules/memory_chart.h"
#include "core/rules/roofline.h"

namespace lanescope {

struct LimitsSide {
    QString name;
    std::optional<rules::Fact> seconds;
    rules::Roofline roofline;
    std::vector<rules::LevelTraffic> bytes;
    std::uint64_t sharedBytes = 0;  ///< of a block
};

struct LimitsPicture {
    std::vector<LimitsSide> sides;          ///< the chosen one first, the others in the order of the path
    std::vector<std::size_t> path{};        ///< sides in the order in which they are joined; empty: as they stand
    std::optional<std::size_t> baseline{};  ///< of sides: stands apart from the path, with an arrow to the chosen one
    QString gpu;
    double multiprocessors = 0;
    QString missing;  ///< in place of a picture; empty: there is one
};

}  // namespace lanescope
