// SPDX-License-Identifier: GPL-3.0-or-later
// A story as a film: GIF by ourselves, MP4 and WebM by ffmpeg where it is.
#pragma once

#include "app/render/slides.h"

namespace lanescope {

[[nodiscard]] std::string gifOf(const std::vector<Slide>& slides, const QString& title, const Theme& theme,
                                const SlideLayout& layout);

/// Writes `path` (.mp4 or .webm) by ffmpeg. Error: CannotWrite, with what to do where there is no ffmpeg.
[[nodiscard]] Result<void> writeFilm(const std::vector<Slide>& slides, const QString& title, const Theme& theme,
                                     const SlideLayout& layout, const QString& path);

}  // namespace lanescope
