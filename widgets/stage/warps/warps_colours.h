// SPDX-License-Identifier: GPL-3.0-or-later
// Which colour a way has. One block alone has the families' hues in turn; of two beside each other each keeps to a hue
// of its own, and its second way is the kin of that.
#pragma once

#include <QColor>
#include <cstdint>

#include "widgets/style/theme.h"

namespace lanescope::warps {

/// What the hue of work says.
enum class Hue {
    Way,    ///< which way the lanes go
    Family  ///< nothing parts in the only block that is shown: which values are touched
};

[[nodiscard]] QColor wayColour(const Theme& theme, std::uint32_t way, std::size_t side, std::size_t sides);
/// Index arithmetic.
[[nodiscard]] QColor asksColour(const Theme& theme);
/// A lane that waits for others of its warp; a warp that goes past something whole.
[[nodiscard]] QColor waitsColour(const Theme& theme);
[[nodiscard]] QColor pastColour(const Theme& theme);

}  // namespace lanescope::warps
