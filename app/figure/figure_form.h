// SPDX-License-Identifier: GPL-3.0-or-later
// What figures are made for: how large they are on paper, and how large their least words.
#pragma once

#include <QSize>
#include <QString>
#include <span>

#include "widgets/export/export.h"

namespace lanescope {

/// A place where figures stand. A picture is laid out in as many logical pixels as make its least words (Type::Least,
/// 16 pixels) so large there: a narrow column shows less of it, and nothing becomes too small to be read.
struct FigureForm {
    const char* id;      ///< as the command line knows it: "column"
    double width;        ///< mm; 0: as large as the picture is shown, an inch for 96 logical pixels
    double height;       ///< mm; 0: as the picture needs
    double leastWords;   ///< points
    double dotsPerInch;  ///< of a PNG

    [[nodiscard]] QString title() const;
    /// Logical pixels on an inch of paper, of a picture that is so wide.
    [[nodiscard]] double pixelsPerInch(int across) const;
    /// Logical pixels that a picture has.
    [[nodiscard]] QSize layoutOf(const Picture& picture) const;
};

/// Shown, one column, two columns, a slide, a poster.
[[nodiscard]] std::span<const FigureForm> figureForms();
/// nullptr: there is none of that id.
[[nodiscard]] const FigureForm* findFigureForm(const QString& id);

}  // namespace lanescope
