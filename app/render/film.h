// SPDX-License-Identifier: GPL-3.0-or-later
// A story as a film: GIF by ourselves, MP4 and WebM by ffmpeg where it is.
#pragma once

#include "app/render/story_pages.h"

namespace lanescope {

/// Error: Cancelled.
[[nodiscard]] Result<std::string> gifOf(const StoryPaper& paper, const std::vector<StoryPage>& pages,
                                        const JobContext& job);

/// Can films be made here? Error: CannotWrite, with what to do. `path` is for that.
[[nodiscard]] Result<void> checkFilm(const QString& path);
/// The bytes of an .mp4 or a .webm, by the ending of `path`, which is not written. Errors: CannotWrite, Cancelled.
[[nodiscard]] Result<std::string> filmOf(const StoryPaper& paper, const std::vector<StoryPage>& pages,
                                         const QString& path, const JobContext& job);

}  // namespace lanescope
