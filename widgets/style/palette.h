// SPDX-License-Identifier: GPL-3.0-or-later
// The colours, as pure functions of one table. One hue is one family of values in every view (core/flow/families.h),
// from the palette of Okabe and Ito (https://jfly.uni-koeln.de/color/), moved apart in lightness so that all pairs stay
// apart for each kind of colour blindness; a test simulates that. Amber is this moment and nothing else, red is wrong
// and nothing else. No state is told by colour alone: painters add rings, bars, hatches and signs.
#pragma once

#include <QColor>
#include <QPalette>
#include <cstddef>

namespace lanescope {

/// What pictures are drawn for.
enum class Look { Light, Dark, Print };

enum class Colour {
    // grounds
    Ground,  ///< of pictures
    Raised,  ///< of panels
    Window,  ///< behind both
    // text and lines
    Text,
    FaintText,
    GridLine,
    Hair,   ///< quiet fills and lines
    Idle,   ///< takes no part; always hatched or hollow, too
    Focus,  ///< of the keyboard
    // families of values, and what is staged of or gathered for them
    A,
    Shared0,
    B,
    Shared1,
    C,
    Sums,
    D,
    Shared3,
    E,
    Shared4,
    // states
    Now,      ///< is read or written at this moment: rings, bars, the playhead
    NowSoft,  ///< the line of code that runs
    Wrong,    ///< a value that is not what it must be, a fault; always with a sign
    // source text
    CodeKeyword,
    CodeType,
    CodeNumber,
    CodeComment,
    CodeDirective,
    CodeName,
    RelatedLine,
    DefectLine,    ///< wrong as published
    DifferingLine  ///< other than in the corrected kernel
};

/// Colour of a role.
[[nodiscard]] QColor colourOf(Colour role, Look look);

/// Hue of a family of values by its number, in turn; of its kin, a lighter one.
[[nodiscard]] QColor familyColour(std::size_t family, bool kin, Look look);

/// How much of its hue a cell shows.
struct Tint {
    static constexpr double kUntouched = 0.14;
    static constexpr double kUsed = 0.40;
    static constexpr double kInUse = 0.72;
    static constexpr double kValue = 0.92;  ///< the value itself
};

/// `share` of `top` laid over `ground`, opaque; share in [0, 1].
[[nodiscard]] QColor mix(const QColor& ground, const QColor& top, double share);

/// Contrast ratio of WCAG 2.1 (1.4.3), 1 … 21.
[[nodiscard]] double contrast(const QColor& a, const QColor& b);

/// Black or white, whichever reads better on `fill`; their contrast is at least 4.5.
[[nodiscard]] QColor textOn(const QColor& fill);

/// The whole application's palette.
[[nodiscard]] QPalette applicationPalette(bool dark);

}  // namespace lanescope
