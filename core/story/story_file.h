// SPDX-License-Identifier: GPL-3.0-or-later
// Stories as files: one JSON object of "format": "lanescope-story", versioned; docs/manual/stories.md lists its names.
#pragma once

#include <string>
#include <string_view>

#include "core/base/file_reader.h"
#include "core/base/result.h"
#include "core/story/story.h"

namespace lanescope::story {

/// In lines, so that two versions can be compared; what is as usual is left out. What is no UTF-8 becomes a replacement
/// sign.
[[nodiscard]] std::string toJson(const Story& story);

/// `file` is who is named in an error. Whether there are such algorithms, parameters and views is not looked at: that
/// is found bookmark by bookmark when they are to be shown, so that one that is missing does not hide the others.
/// Errors: MalformedFile with file, place ("bookmark 3, caption") and what to do; UnsupportedVersion.
[[nodiscard]] Result<Story> storyFromJson(std::string_view json, const std::string& file);
[[nodiscard]] Result<Story> storyFrom(ByteSource& source, const std::string& file);
/// Of a regular file. Error besides: CannotOpen.
[[nodiscard]] Result<Story> storyInFile(const std::string& path);

}  // namespace lanescope::story
