// SPDX-License-Identifier: GPL-3.0-or-later
// Control codes of machine code as columns beside its instructions: how many cycles until the next one may go, who lets
// others go first, what scoreboards are raised and waited for; and lines from those who raise to those who wait.
#pragma once

#include <QPainter>
#include <cstdint>

#include "core/sass/listing.h"
#include "widgets/style/theme.h"

namespace lanescope::code {

struct Listing;
struct Pane;
struct PaneGeometry;

/// Left edges, in pixels; all 0 where a pane shows no machine code.
struct ControlColumns {
    double stall = 0, yields = 0, reuse = 0, sets = 0, waits = 0, awaits = 0, end = 0;
    [[nodiscard]] double width() const { return end - stall; }
};

/// With the left edge at 0. A column that no instruction has anything for has no width.
[[nodiscard]] ControlColumns controlColumns(const Theme& theme, const Listing& listing);

/// Heads of the columns, in the painter's font.
void paintControlHeads(QPainter& painter, const Theme& theme, const PaneGeometry& at);
void paintControl(QPainter& painter, const Theme& theme, const ControlColumns& columns, const QRectF& row,
                  const sass::Control& control);
/// Who waits for whom, of the rows that are seen; stronger where either is `pane.present` or pointed at.
void paintAwaits(QPainter& painter, const Theme& theme, const Pane& pane, const PaneGeometry& at);

}  // namespace lanescope::code
