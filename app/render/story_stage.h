// SPDX-License-Identifier: GPL-3.0-or-later
// The real window shows a story's bookmarks, one after the other, and gives their pictures as drawing commands, which
// stay lines and text in PDF and SVG.
#pragma once

#include <QPicture>
#include <QString>
#include <vector>

#include "core/story/caption.h"
#include "core/story/reveal.h"

namespace lanescope {

class MainWindow;

struct Frame {
    QPicture picture;
    double seconds = 0;  ///< that it stays
};

struct Slide {
    QString caption;  ///< plain text, with its numbers
    QString note;
    QString origins;  ///< of its numbers, in a line
    QString question;
    QString answer;
    QString described;          ///< what the picture shows, for who does not see it
    std::vector<Frame> frames;  ///< one at least; of a range several, the last one is what it comes to
};

struct PictureLook {
    QSize size;          ///< of the picture alone, logical pixels
    bool print = false;  ///< on white, for paper; else as on screen
};

/// All bookmarks of the story. Waits for the window's jobs. Error: of the first bookmark that cannot be shown, with its
/// number in the story.
[[nodiscard]] Result<std::vector<Slide>> slidesOf(MainWindow& window, const story::Story& story,
                                                  const std::string& file, const PictureLook& look, bool ranges);

}  // namespace lanescope
