// SPDX-License-Identifier: GPL-3.0-or-later
// An atlas in words: what stands in a cell, and what is said of it when it is pointed at.
#pragma once

#include <QString>
#include <utility>
#include <vector>

#include "core/study/atlas.h"

namespace lanescope {

struct AtlasPicture {
    Atlas atlas;
    AtlasValues values;
    QString title;                          ///< "Time of the kernel"
    QString about;                          ///< "replayed from an NVIDIA H200"
    QString modelName;                      ///< that stands where nothing was measured; empty: none does
    std::optional<std::size_t> chosen;      ///< place of the cell that is watched
    std::optional<std::size_t> baseline{};  ///< place of the cell that speed-ups are over, instead of the chosen one
    std::vector<std::pair<std::string, QString>> models{};  ///< whose optima are marked: ids and names
    std::optional<AtlasRange> range{};                      ///< that is selected
    QString missing{};                                      ///< in place of a picture; empty: there is one
};

/// "block \\ n": what runs down and across.
[[nodiscard]] QString axesOf(const Atlas& atlas);
/// "1.43 ms", "≈ 21 µs" where modelled; empty where there is no number.
/// Short enough for a cell: what the title says of the unit is left out.
[[nodiscard]] QString cellText(const AtlasPicture& picture, std::size_t place);
/// What the palest and the darkest colour stand for; empty: all are the same.
[[nodiscard]] QString scaleWords(const AtlasPicture& picture);
/// By which a model's optimum is marked: a letter for each of the picture's, in their order.
[[nodiscard]] QString markOf(const AtlasPicture& picture, const std::string& model);
/// All that is known of it: configuration, number with origin and spread, occupancy, or why there is no number.
[[nodiscard]] QString cellWords(const AtlasPicture& picture, std::size_t place);

}  // namespace lanescope
