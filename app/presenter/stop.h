// SPDX-License-Identifier: GPL-3.0-or-later
// Where a bookmark leads, in the window's terms: what is chosen, which page, where on it. It says nothing of words.
#pragma once

#include <QImage>
#include <QPointF>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "app/state/run_shelf.h"
#include "core/story/story.h"
#include "widgets/lecture/marks.h"
#include "widgets/playback/playback.h"
#include "widgets/playback/spotlight.h"
#include "widgets/stage/stage_view.h"

namespace lanescope {

struct Stop {
    Chosen chosen;
    QString page;                            ///< PageIdentity::id
    story::Position position;                ///< of the page's clock
    std::optional<story::Position> until{};  ///< end of the range that playing goes round in
    double zoom = 1;                         ///< Magnifier::factor()
    QPointF centre{0.5, 0.5};
    std::optional<Spotlight> spotlight;
    std::vector<HandMark> marks;
};

/// Where a page's clock stands there: one of its own, or that of the watched block. Kept within the run.
[[nodiscard]] quint64 positionIn(const story::Position& position, const Clock& clock, const flow::BlockFlow* flow);

/// The runs of a stop, in the order of runsOf(), and the block of each that is watched; there may be none to be
/// watched.
struct StopRuns {
    std::vector<StageSide> sides;
    std::vector<Playback::Block> blocks;
};

/// What is run and watched of it, with what tells the runs apart, the leading one first; those beside it that cannot
/// be run are missing.
struct StopRun {
    RunKey key;
    QString name;
};
[[nodiscard]] std::vector<StopRun> runsOf(const Chosen& chosen);

/// Its picture, as the window would show it at this size, for who must not wait. Null if its page has no view that
/// stands alone.
[[nodiscard]] QImage pictureOf(const Stop& stop, const std::vector<StageSide>& sides,
                               const std::vector<Playback::Block>& blocks, const Theme& theme, QSize size);

}  // namespace lanescope
