// SPDX-License-Identifier: GPL-3.0-or-later
// A line of code on the stage, and the signs that lines carry.
#pragma once

#include <QPainter>
#include <QString>
#include <vector>

#include "widgets/scenes/tokens.h"
#include "widgets/style/theme.h"

namespace lanescope::code {

/// Text in the painter's font, which has glyphs of one width: vertically in the middle of `rect`, with its tokens'
/// colours, the rest in `ink`. What has no room is cut, and … stands for it.
void codeText(QPainter& painter, const Theme& theme, const QRectF& rect, const QString& text,
              const std::vector<CodeToken>& tokens, const QColor& ink);

/// The ground of the line that runs: amber, with a bar at its left; a hollow bar if it is the latest line known of.
void presentLine(QPainter& painter, const Theme& theme, const QRectF& line, bool exact = true);

/// What a line that differs from the corrected kernel carries in the room of a sign: ✗ if it is wrong as published, a
/// bar if it is merely other.
void differenceSign(QPainter& painter, const Theme& theme, const QRectF& room, bool wrong);

}  // namespace lanescope::code
