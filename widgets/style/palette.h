// SPDX-License-Identifier: GPL-3.0-or-later
// The colours, as pure functions. One colour is one identity in every view. From the palette of Okabe and Ito
// (https://jfly.uni-koeln.de/color/), adapted so that all pairs stay apart for each kind of colour blindness, on a
// light and on a dark ground; a test simulates that. No state is told by colour alone: painters add marks and hatches.
#pragma once

#include <QColor>
#include <QPalette>
#include <cstddef>
#include <span>

namespace lanescope {

enum class Colour {
    A,
    B,
    C,  ///< the matrices: buffers 0, 1, 2 of a multiply
    Shared0,
    Shared1,   ///< a block's shared arrays
    Reading,   ///< being read in this step (a highlighter)
    Writing,   ///< being written in this step (ink)
    Idle,      ///< a lane or element that takes no part
    Computed,  ///< an element whose value was computed; the colour of C
    Wrong,     ///< an element whose value is not what it must be
    // ground and text
    Ground,
    Raised,
    GridLine,
    Text,
    FaintText,
    Focus,
    // source text
    CodeKeyword,
    CodeType,
    CodeNumber,
    CodeComment,
    CodeDirective,
    CodeName,
    CurrentLine,
    RelatedLine,
    DefectLine,    ///< wrong as published
    DifferingLine  ///< other than in the corrected kernel
};

/// Colour of a role on a light or a dark ground.
[[nodiscard]] QColor colourOf(Colour role, bool dark);

/// Identity of a plan's buffer, by BufferId: A, B, C, then again from A.
[[nodiscard]] QColor bufferColour(std::size_t id, bool dark);
/// Identity of a kernel's shared array, by its index.
[[nodiscard]] QColor sharedColour(std::size_t index, bool dark);

/// Identities of a chart's series, in turn: neighbours are far apart, and all are seen on that ground.
[[nodiscard]] std::span<const QColor> seriesColours(bool dark);
/// Identity of a term of an estimate, by its number, in turn; on both grounds.
[[nodiscard]] QColor termColour(std::size_t number);
/// A measured time beside the terms of estimates; on both grounds.
[[nodiscard]] QColor measuredColour();

/// `share` of `top` laid over `ground`, opaque; share in [0, 1].
[[nodiscard]] QColor mix(const QColor& ground, const QColor& top, double share);

/// Contrast ratio of WCAG 2.1 (1.4.3), 1 … 21.
[[nodiscard]] double contrast(const QColor& a, const QColor& b);

/// Black or white, whichever reads better on `fill`; their contrast is at least 4.5.
[[nodiscard]] QColor textOn(const QColor& fill);

/// The whole application's palette.
[[nodiscard]] QPalette applicationPalette(bool dark);

}  // namespace lanescope
