// SPDX-License-Identifier: GPL-3.0-or-later
// Where in the picture it is to be seen what a sentence of an explanation says. Found in the run that is shown: a
// sentence about what does not happen there leads nowhere.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/flow/block_flow.h"
#include "widgets/playback/spotlight.h"

namespace lanescope {

struct PictureLink {
    QString page;                           ///< PageIdentity::id
    std::optional<std::uint64_t> position;  ///< events executed; nothing: the page has a clock of its own
    std::optional<Spotlight> spotlight;
    QString about;  ///< what is to be seen there, with its numbers: "32 wavefronts where 1 would do"
};

/// Part of a text that leads somewhere.
struct LinkedWords {
    qsizetype first = 0;
    qsizetype length = 0;
    PictureLink link;
};

/// Of each sentence at most one, and of all sentences each place once, where it is spoken of first. `flow`: nullptr
/// while no block is watched, and then nothing leads anywhere.
[[nodiscard]] std::vector<LinkedWords> linksOf(const QString& text, const flow::BlockFlow* flow);

}  // namespace lanescope
