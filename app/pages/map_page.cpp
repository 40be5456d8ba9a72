// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/map_page.h"

#include "app/pages/page_list.h"
#include "app/state/map_times.h"
#include "app/state/workbench.h"
#include "widgets/stage/map/map_strip.h"
#include "widgets/stage/map/map_view.h"

namespace lanescope {

MapPage::MapPage(const PageFrame& frame) : MapPage(frame, new MapView(frame.stage(), frame.parent)) {}

MapPage::MapPage(const PageFrame& frame, MapView* map)
    : StagePage(frame, {.id = QStringLiteral("map"), .title = tr("Ma&p"), .hint = tr("Which block works where")}, map),
      m_map(map),
      m_work(frame.workbench.jobs()) {
    for (const auto signal :
         {&Workbench::emulationChanged, &Workbench::countsChanged, &Workbench::traceChanged, &Workbench::sidesChanged})
        connect(&frame.workbench, signal, this, &MapPage::showRuns);
    connect(&m_work, &MapWork::changed, this, &MapPage::showWork);
    connect(m_map, &MapView::blockActivated, this, [this](std::size_t side, std::size_t launch, Dim3 block) {
        if (side == 0) workbench().watch(launch, block);
    });
    showRuns();
}

QWidget* MapPage::makeBar(QWidget* parent) { return m_map->makeStrip(parent); }

Clock* MapPage::clock() const { return &m_map->clock(); }

void MapPage::setShown(bool shown) {
    m_shown = shown;
    m_work.setWanted(shown);
    if (!shown) m_map->clock().pause();
    if (shown && m_timesAreOld) showTimes();
}

void MapPage::stop() { m_work.stop(); }

void MapPage::showRuns() {
    const std::vector<Playback::Block>& blocks = workbench().blocks();
    std::vector<MapWork::Run> runs;
    for (const StageSide& side : workbench().sides())
        runs.push_back({side.run, runs.size() < blocks.size() ? blocks[runs.size()] : nullptr});
    m_work.setRuns(runs, workbench().scheduling());
    for (std::size_t side = 0; side < m_work.sides(); ++side) showWork(side);
    m_timesAreOld = true;
    if (m_shown) showTimes();
}

void MapPage::showWork(std::size_t side) {
    if (side >= m_map->sides().size()) return;
    m_map->setRounds(side, m_work.rounds(side));
    if (!m_work.work(side).empty())
        m_map->setWork(side, m_work.work(side), m_work.blocks(side));
    else
        m_map->setWorkMissing(side, m_work.missing(side), m_work.isAwaited(side));
}

/// Recordings are read when somebody looks: there are many.
void MapPage::showTimes() {
    m_timesAreOld = false;
    const Library& library = workbench().library();
    std::vector<TimedSide> timed;
    for (const StageSide& side : workbench().sides())
        if (const auto algorithm = library.catalogue().find(side.run->plan.algorithm))
            timed.push_back({side.name, *algorithm, side.run->plan.parameters});
    m_map->setSpeedUps(timed.empty() ? SpeedUps{} : speedUpsOf(library.recordings().studies, timed));
}

std::unique_ptr<Page> mapPage(const PageFrame& frame) { return std::make_unique<MapPage>(frame); }

}  // namespace lanescope
