// SPDX-License-Identifier: GPL-3.0-or-later
// How a caption is laid out, on the wall and in what is taken home: large enough for the last row, in lines of which
// none ends within a number and its unit.
#pragma once

#include <QFont>
#include <QString>
#include <QStringList>

namespace lanescope {

class Theme;

/// Points: a caption is never smaller.
inline constexpr double kLeastCaptionPoints = 28;

/// No line ends within "62.5 %", "64 × 64" or "3 ms": their spaces become no-break ones.
[[nodiscard]] QString keptTogether(QString text);

/// A sentence in lines that are no wider than `width`; what is beyond `most` lines is cut, and … stands for it.
[[nodiscard]] QStringList brokenText(const QFont& font, double width, const QString& text, int most);

struct CaptionText {
    QFont font;
    QStringList lines;
};
/// Of two sizes the larger in which it takes no more than two lines, else the smaller one; at most so many lines,
/// as long as each other.
[[nodiscard]] CaptionText captionText(const Theme& theme, double width, const QString& sentence, int most);

/// The smaller of the two.
[[nodiscard]] QFont leastCaptionFont(const Theme& theme);

}  // namespace lanescope
