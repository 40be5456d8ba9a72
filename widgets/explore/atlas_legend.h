// SPDX-License-Identifier: GPL-3.0-or-later
// What the signs of an atlas mean, and where they stand below it.
#pragma once

#include <QPointF>
#include <QString>
#include <vector>

#include "widgets/explore/atlas_text.h"
#include "widgets/style/theme.h"

namespace lanescope {

enum class AtlasSign { Measured, Modelled, Best, WithinSpread, Optimum, OtherOccupancy };

struct AtlasLegend {
    struct Entry {
        AtlasSign sign;
        QString words;
        QString letter{};  ///< of a model's optimum
        QPointF at{};      ///< upper left, from the legend's
    };
    std::vector<Entry> entries;
    double side = 0;    ///< height of a sign
    double height = 0;  ///< of all lines
};

/// In lines of this width. Folded: occupancies stand below the rows' names, which the legend says then.
[[nodiscard]] AtlasLegend atlasLegend(const AtlasPicture& picture, const Theme& theme, double width, bool folded);

}  // namespace lanescope
