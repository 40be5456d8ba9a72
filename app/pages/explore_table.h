// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of an atlas as rows, for a table that can be sorted and for a file.
#pragma once

#include <QStandardItemModel>
#include <string>

#include "widgets/explore/atlas_text.h"

namespace lanescope {

/// What a row is sorted by is in this role; which cell it is, in the next one.
inline constexpr int kSortRole = Qt::UserRole;
inline constexpr int kPlaceRole = Qt::UserRole + 1;

void fillAtlasTable(QStandardItemModel& model, const AtlasPicture& picture);

/// Column names, then a line per cell that is possible: its values, seconds with quartiles and origin, each model's
/// seconds, occupancy.
[[nodiscard]] std::string atlasCsv(const AtlasPicture& picture);

}  // namespace lanescope
