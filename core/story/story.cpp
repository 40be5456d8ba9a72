// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/story.h"

namespace lanescope::story {
namespace {

constexpr double kLeastSeconds = 4;
/// Read aloud to a room, with a look at the picture between.
constexpr double kLettersPerSecond = 12;

}  // namespace

double secondsOf(const Bookmark& bookmark) {
    if (bookmark.seconds > 0) return bookmark.seconds;
    return kLeastSeconds + static_cast<double>(bookmark.caption.size()) / kLettersPerSecond;
}

}  // namespace lanescope::story
