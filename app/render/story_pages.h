// SPDX-License-Identifier: GPL-3.0-or-later
// Slides as pages of a PDF and as images, one after the other: a bookmark that asks is asked before its picture tells.
#pragma once

#include <QImage>
#include <string>

#include "app/render/slide_layout.h"
#include "app/render/slides.h"

class QPainter;

namespace lanescope {

struct StoryPage {
    enum class Kind { Question, Answer, Picture };
    Kind kind = Kind::Picture;
    std::size_t slide = 0;
    std::size_t frame = 0;  ///< of a Picture
    double seconds = 0;     ///< that it stays
};

/// Of a range each frame, or the last one alone.
[[nodiscard]] std::vector<StoryPage> pagesOf(const std::vector<Slide>& slides, bool everyFrame);

/// "Tiling   3 / 8"
[[nodiscard]] QString footerOf(const QString& title, std::size_t number, std::size_t count);

/// What is drawn: all of it outlives this.
struct StoryPaper {
    const std::vector<Slide>& slides;
    QString title;
    const SlideLayout& layout;

    void draw(QPainter& painter, const StoryPage& page) const;
    [[nodiscard]] QImage image(const StoryPage& page) const;
    /// Text stays text, pictures stay vectors. The same bytes for the same slides, but for the date.
    [[nodiscard]] std::string pdf(const std::vector<StoryPage>& pages) const;
};

}  // namespace lanescope
