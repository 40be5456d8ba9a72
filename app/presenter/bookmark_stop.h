// SPDX-License-Identifier: GPL-3.0-or-later
// Bookmarks as files have them, and where they lead in the window: names on the one side, what they name on the other.
#pragma once

#include "app/presenter/stop.h"
#include "core/algorithms/algorithm.h"
#include "core/base/result.h"
#include "core/story/story.h"

namespace lanescope {

/// `gpu`: id of the models' GPU, where the bookmark names none. Errors: an algorithm, a parameter or a value that
/// the catalogue does not have, a page that there is not.
/// A configuration without what stands beside it, complete; whether there is a plan for it is not looked at.
[[nodiscard]] Result<PinnedChoice> pinnedOf(const story::Configuration& configuration, const Catalogue& catalogue);

[[nodiscard]] Result<Stop> stopOf(const story::Bookmark& bookmark, const Catalogue& catalogue, const std::string& gpu);

/// Takes on where it leads; caption, note and question stay.
void leadTo(story::Bookmark& bookmark, const Stop& stop);

}  // namespace lanescope
