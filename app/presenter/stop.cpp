// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenter/stop.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "app/state/beside.h"
#include "core/story/position.h"
#include "widgets/stage/code/code_view.h"
#include "widgets/stage/map/map_view.h"
#include "widgets/stage/memory/memory_view.h"
#include "widgets/stage/tiles/tiles_view.h"
#include "widgets/stage/warps/warps_view.h"

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

std::unique_ptr<StageView> viewOf(const QString& page, const StageFrame& frame) {
    if (page == u"tiles") return std::make_unique<TilesStage>(frame, nullptr);
    if (page == u"warps") return std::make_unique<WarpsView>(frame, nullptr);
    if (page == u"memory") return std::make_unique<MemoryView>(frame, nullptr);
    if (page == u"map") return std::make_unique<MapView>(frame, nullptr);
    if (page == u"code") return std::make_unique<CodeStage>(frame, nullptr);
    return nullptr;
}

namespace {

constexpr std::uint64_t kMostBlocks = 1024;  // that nobody has to wait for

/// Who writes what, which a map is of; of large grids it is left out.
void fillMap(MapView& map, const std::vector<StageSide>& sides, const story::Position& position) {
    for (std::size_t i = 0; i < sides.size(); ++i) {
        std::uint64_t blocks = 0;
        for (const Launch* launch : sides[i].run->plan.launches()) blocks += launch->grid.count();
        if (blocks > kMostBlocks) continue;
        const Result<std::vector<ThreadWork>> works = threadWorkOfAll(sides[i].run->plan, {}, {});
        MapLaunches known;
        if (works)
            for (const ThreadWork& work : *works) known.push_back(std::make_shared<const ThreadWork>(work));
        map.setWork(i, std::move(known));
    }
    map.clock().seek(positionIn(position, map.clock(), nullptr));
}

}  // namespace

QImage pictureOf(const Stop& stop, const std::vector<StageSide>& sides, const std::vector<Playback::Block>& blocks,
                 const Theme& theme, QSize size) {
    Playback playback;
    Motion motion(playback);
    Selection selection;
    const std::unique_ptr<StageView> view = viewOf(stop.page, {theme, playback, motion, selection});
    if (!view || blocks.empty()) return {};
    view->setSides(sides);
    playback.setBlocks(blocks);
    if (auto* const map = dynamic_cast<MapView*>(view.get()))
        fillMap(*map, sides, stop.position);
    else
        playback.seek(positionIn(stop.position, playback, playback.flow()));
    if (stop.spotlight) selection.setPinned(focusOf(*stop.spotlight));
    const QSizeF whole = QSizeF(size) * stop.zoom;
    QImage image(size, QImage::Format_RGB32);
    image.fill(theme.colour(Colour::Ground));
    QPainter painter(&image);
    painter.translate(size.width() / 2.0 - stop.centre.x() * whole.width(),
                      size.height() / 2.0 - stop.centre.y() * whole.height());
    view->paintTo(painter, whole);
    if (stop.spotlight) paintSpotlight(painter, theme, whole, view->litBy(*stop.spotlight, whole));
    paintMarks(painter, theme, whole, stop.marks);
    return image;
}

}  // namespace lanescope
