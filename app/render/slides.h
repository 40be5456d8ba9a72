// SPDX-License-Identifier: GPL-3.0-or-later
// What a story's bookmarks are when they are taken home: pictures as drawing commands, which stay lines and text in PDF
// and lines in SVG, with captions, numbers' origins and questions as words.
#pragma once

#include <QPicture>
#include <QString>
#include <functional>
#include <optional>
#include <vector>

#include "app/presenter/stop.h"
#include "app/render/asked.h"
#include "core/base/job_context.h"
#include "core/library/library.h"

namespace lanescope {

class SlideLayout;

struct Frame {
    QPicture picture;
    QString described;   ///< what it shows, for who does not see it
    double seconds = 0;  ///< that it stays
};

struct Slide {
    QString caption;  ///< plain text, with its numbers
    QString note;
    QString origins;               ///< of its numbers, in a line
    std::optional<Error> problem;  ///< why there is no picture, which the frame then says
    std::optional<Asked> asked;
    QSize size;                 ///< of the picture, logical pixels
    std::vector<Frame> frames;  ///< one at least; of a range several, the last one is what it comes to
};

/// Draws the pages that show no view of the stage, of which a window is needed.
using OtherPage = std::function<Result<Frame>(const Stop& stop, const QSize& size)>;

struct SlideWishes {
    const Library& library;
    const Theme& theme;
    const SlideLayout& layout;
    std::string gpu;      ///< id of the models' GPU, where a bookmark names none
    bool ranges = false;  ///< a frame for each of a range's steps, as far as there are not too many
    OtherPage otherPage;  ///< empty: such a bookmark is one that cannot be shown
};

/// One slide a bookmark. What cannot be shown is a slide that says why. Error: Cancelled.
[[nodiscard]] Result<std::vector<Slide>> slidesOf(const story::Story& story, const SlideWishes& wishes,
                                                  const JobContext& job);

}  // namespace lanescope
