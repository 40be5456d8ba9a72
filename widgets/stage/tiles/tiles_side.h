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
        : trace(flow.sharedTrace()),
          block(flow),
          history(flow, block.arrays()),
          before(std::make_unique<Timeline>(flow.sharedTrace())) {}

    [[nodiscard]] bool isOf(const flow::BlockFlow& flow) const {
        return &flow == &block.flow() && flow.sharedTrace() == trace;
    }

    void setRun(std::shared_ptr<const Emulation> what, bool differences) {
        if (what == run) return;
        run = std::move(what);
        // A result that comes with a run of another plan is of another block, which comes behind it.
        const bool mine = run && run->plan.launches().size() > trace->launchNumber() &&
                          run->plan.launches()[trace->launchNumber()]->kernel == trace->launch().kernel &&
                          run->plan.launches()[trace->launchNumber()]->grid == trace->launch().grid;
        check = mine ? &run->check : nullptr;
        setDifferences(differences);
    }

    void setDifferences(bool shown) {
        if (check == nullptr) return;
        for (std::size_t array = 0; array < block.arrays().globals(); ++array) {
            const bool mine = shown && block.arrays()[array].name == check->buffer;
            history.setWrong(array, mine ? check->wrongElements : std::vector<bool>());
        }
    }

    std::shared_ptr<const BlockTrace> trace;  ///< so that no other one comes to lie in its place
    tiles::Block block;
    tiles::History history;
    std::unique_ptr<Timeline> before;  ///< for what lay where before an event
    std::shared_ptr<const Emulation> run;
    const CheckResult* check = nullptr;  ///< of it
    tiles::Scene scene;
    tiles::Layout layout;
    std::vector<tiles::CellImage> images;
};

}  // namespace lanescope
