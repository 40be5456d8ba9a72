// SPDX-License-Identifier: GPL-3.0-or-later
// Slides as pages of a PDF and as images: the picture, its caption below it.
#pragma once

#include <QImage>
#include <string>

#include "app/render/story_stage.h"

class QPainter;

namespace lanescope {

class Theme;

/// How a slide is shared out, in logical pixels.
struct SlideLayout {
    QSize page{1280, 720};
    [[nodiscard]] QSize picture() const { return {page.width(), page.height() - caption()}; }
    [[nodiscard]] int caption() const { return page.height() / 5; }
};

/// With its caption, number and where its numbers are from. `frame` of its frames.
void drawSlide(QPainter& painter, const Slide& slide, std::size_t frame, const QString& footer, const Theme& theme,
               const SlideLayout& layout);

/// A page a slide; captions are text, pictures stay vectors. The same bytes for the same slides, but for the date.
[[nodiscard]] std::string pdfOf(const std::vector<Slide>& slides, const QString& title, const Theme& theme,
                                const SlideLayout& layout);
[[nodiscard]] QImage imageOf(const Slide& slide, std::size_t frame, const QString& footer, const Theme& theme,
                             const SlideLayout& layout);
/// "Tiling  3 / 8"
[[nodiscard]] QString footerOf(const QString& title, std::size_t number, std::size_t count);

}  // namespace lanescope
