// SPDX-License-Identifier: GPL-3.0-or-later
// A picture as it lies on paper: at the size of a form, on white, its caption below it.
#pragma once

#include "app/figure/figure_form.h"
#include "widgets/style/theme.h"

namespace lanescope {

/// How somebody wants a figure.
struct FigureWishes {
    enum class Colours { Seen, Print };

    const FigureForm* form = &figureForms().front();
    Colours colours = Colours::Print;
    bool caption = true;
    bool outlines = false;  ///< letters of an SVG are paths
    friend bool operator==(const FigureWishes&, const FigureWishes&) = default;
};

/// What a figure is made of.
struct Figure {
    Picture picture;
    QString caption;
    std::string session;  ///< bytes that the file holds; empty: none
};

/// While it lives the theme is that of figures. What is drawn then is drawn so; the window has its own look back before
/// it is drawn again.
class FigureLook {
public:
    FigureLook(Theme& theme, const FigureWishes& wishes);
    ~FigureLook();
    FigureLook(const FigureLook&) = delete;
    FigureLook& operator=(const FigureLook&) = delete;

private:
    Theme& m_theme;
};

/// Picture and caption; to be painted while a FigureLook of the same wishes lives. `theme` must outlive it.
[[nodiscard]] Picture sheetOf(const Figure& figure, const FigureWishes& wishes, const Theme& theme);

/// Bytes of a PNG, SVG or PDF file: the same for the same figure.
[[nodiscard]] std::string render(const Figure& figure, const FigureWishes& wishes, Theme& theme, ExportFormat format);

/// Its measures: "85 × 64 mm, words from 6.5 pt; as PNG 2 008 × 1 512".
[[nodiscard]] QString measuresOf(const Picture& sheet, const FigureForm& form);

}  // namespace lanescope
