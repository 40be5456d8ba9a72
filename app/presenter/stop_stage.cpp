// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenter/stop_stage.h"

#include <QPainter>
#include <algorithm>

#include "app/state/corrected_kernel.h"
#include "app/zones/explanation_text.h"
#include "core/run/counting_policy.h"
#include "core/run/emulation.h"
#include "widgets/lecture/magnifier.h"
#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/code/code_view.h"
#include "widgets/stage/map/map_rounds.h"
#include "widgets/stage/map/map_view.h"
#include "widgets/stage/memory/memory_view.h"
#include "widgets/stage/tiles/tiles_view.h"
#include "widgets/stage/warps/warps_view.h"

namespace lanescope {
namespace {

std::unique_ptr<StageView> viewOf(const QString& page, const StageFrame& frame) {
    if (page == u"tiles") return std::make_unique<TilesStage>(frame, nullptr);
    if (page == u"warps") return std::make_unique<WarpsView>(frame, nullptr);
    if (page == u"memory") return std::make_unique<MemoryView>(frame, nullptr);
    if (page == u"map") return std::make_unique<MapView>(frame, nullptr);
    if (page == u"code") return std::make_unique<CodeStage>(frame, nullptr);
    return nullptr;
}

}  // namespace

bool StopStage::has(const QString& page) {
    const auto pages = {u"tiles", u"warps", u"memory", u"map", u"code"};
    return std::ranges::any_of(pages, [&page](const char16_t* one) { return page == one; });
}

StopStage::StopStage(const Stop& stop, const StopRuns& runs, const Theme& theme, std::uint64_t mostBlocks)
    : m_theme(theme),
      m_stop(stop),
      m_motion(m_playback),
      m_view(viewOf(stop.page, {theme, m_playback, m_motion, m_selection})),
      m_clock(&m_playback) {
    if (!m_view) return;
    m_view->setSides(runs.sides);
    m_playback.setBlocks(runs.blocks);
    if (auto* const map = dynamic_cast<MapView*>(m_view.get())) {
        fillMap(*map, runs, mostBlocks);
        m_clock = &map->clock();
    }
    const Chosen& chosen = stop.chosen;
    if (auto* const code = dynamic_cast<CodeStage*>(m_view.get()))
        code->setCorrected(correctedKernelOf(*chosen.algorithm, chosen.parameters, chosen.launch));
    if (runs.blocks.empty() && !runs.sides.empty() && !m_view->showsWithoutLaunch())
        m_missing = noThreadsText(runs.sides.front().run->plan);
    const flow::BlockFlow* const flow = m_clock == &m_playback ? m_playback.flow() : nullptr;
    m_range.first = m_range.end = positionIn(stop.position, *m_clock, flow);
    if (stop.until) m_range.end = std::max(m_range.first, positionIn(*stop.until, *m_clock, flow));
    m_clock->seek(m_range.first);
    if (stop.spotlight) m_selection.setPinned(focusOf(*stop.spotlight));
}

StopStage::~StopStage() = default;

Clock& StopStage::clock() { return *m_clock; }

Why StopStage::why() const {
    Why why;
    why.sentence = m_missing;
    return m_missing.isEmpty() ? m_view->why() : why;
}

/// Who writes what, and what the watched block gathers in rounds.
void StopStage::fillMap(MapView& map, const StopRuns& runs, std::uint64_t mostBlocks) const {
    for (std::size_t i = 0; i < runs.sides.size(); ++i) {
        const auto plan = std::make_shared<const Plan>(runs.sides[i].run->plan);
        if (i < runs.blocks.size()) map.setRounds(i, roundsIn(*runs.blocks[i], plan, {}));
        std::uint64_t blocks = 0;
        for (const Launch* launch : plan->launches()) blocks += launch->grid.count();
        if (blocks > mostBlocks) continue;
        ThreadWorkOptions options;
        options.maxBlocks = watchingOptions(*plan).maxBlocks;
        options.scheduling = m_stop.chosen.scheduling;
        const Result<std::vector<ThreadWork>> works = threadWorkOfAll(*plan, options, {});
        MapLaunches known;
        if (works)
            for (const ThreadWork& work : *works) known.push_back(std::make_shared<const ThreadWork>(work));
        map.setWork(i, std::move(known));
    }
}

void StopStage::paint(QPainter& painter, const QSize& size) {
    painter.save();
    painter.setClipRect(QRect(QPoint(0, 0), size), Qt::IntersectClip);
    painter.fillRect(QRect(QPoint(0, 0), size), m_theme.colour(Colour::Ground));
    if (!m_missing.isEmpty()) {
        const double margin = m_theme.scaled(3 * paint::kGrid);
        paint::paragraph(painter, m_theme, QRectF(QPointF(), size).adjusted(margin, margin, -margin, -margin),
                         Type::Title, Colour::FaintText, m_missing);
        painter.restore();
        return;
    }
    const QRect place = Magnifier::placeIn(size, m_stop.zoom, m_stop.centre);
    const QSizeF whole = place.size();
    painter.translate(place.topLeft());
    m_view->paintTo(painter, whole);
    if (m_stop.spotlight) paintSpotlight(painter, m_theme, whole, m_view->litBy(*m_stop.spotlight, whole));
    paintMarks(painter, m_theme, whole, m_stop.marks);
    painter.restore();
}

}  // namespace lanescope
