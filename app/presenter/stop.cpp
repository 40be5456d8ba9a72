// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenter/stop.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "app/presenter/stop_stage.h"
#include "app/state/beside.h"
#include "core/story/position.h"

namespace lanescope {

quint64 positionIn(const story::Position& position, const Clock& clock, const flow::BlockFlow* flow) {
    if (position.clock) return std::min<quint64>(*position.clock, clock.size());
    if (flow != nullptr) return std::min<quint64>(story::find(position, *flow).event, clock.size());
    return static_cast<quint64>(std::llround(position.share * static_cast<double>(clock.size())));
}

std::vector<StopRun> runsOf(const Chosen& chosen) {
    if (chosen.algorithm == nullptr) return {};
    Result<Plan> plan = chosen.algorithm->plan(chosen.parameters);
    if (!plan) return {};
    const Beside::Named named = Beside::sidesOf({chosen, std::make_shared<const Plan>(std::move(*plan)), 0});
    std::vector<StopRun> runs{{keyOf(chosen), named.first}};
    for (const Beside::Side& side : named.sides)
        if (side.missing.isEmpty())
            runs.push_back(
                {{side.choice.algorithm, side.parameters, chosen.scheduling, side.launch, side.block, chosen.machine},
                 side.name});
    return runs;
}

QImage pictureOf(const Stop& stop, const std::vector<StageSide>& sides, const std::vector<Playback::Block>& blocks,
                 const Theme& theme, QSize size) {
    if (!StopStage::has(stop.page) || blocks.empty()) return {};
    QImage image(size, QImage::Format_RGB32);
    QPainter painter(&image);
    StopStage(stop, {sides, blocks}, theme, StopStage::kQuickBlocks).paint(painter, size);
    return image;
}

}  // namespace lanescope
