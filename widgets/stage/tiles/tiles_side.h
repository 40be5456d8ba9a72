// SPDX-License-Identifier: GPL-3.0-or-later
// What the tiles view keeps of each block that it shows.
#pragma once

#include <memory>
#include <vector>

#include "core/plan/executor.h"
#include "widgets/stage/tiles/tiles_view.h"

namespace lanescope {

struct TilesStage::Side {
    explicit Side(const flow::BlockFlow& flow)
        : block(flow), history(flow, block.arrays()), before(std::make_unique<Timeline>(flow.sharedTrace())) {}

    void setDifferences(bool shown) {
        if (check == nullptr) return;
        for (std::size_t array = 0; array < block.arrays().globals(); ++array) {
            const bool mine = shown && block.arrays()[array].name == check->buffer;
            history.setWrong(array, mine ? check->wrongElements : std::vector<bool>());
        }
    }

    tiles::Block block;
    tiles::History history;
    std::unique_ptr<Timeline> before;  ///< for what lay where before an event
    const CheckResult* check = nullptr;
    tiles::Scene scene;
    tiles::Layout layout;
    std::vector<tiles::CellImage> images;
};

}  // namespace lanescope
