// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/schedule_page.h"

#include <QPainter>
#include <sstream>

#include "app/pages/page_list.h"
#include "app/state/workbench.h"
#include "core/base/csv_cell.h"
#include "core/base/number_format.h"
#include "widgets/style/theme.h"

namespace lanescope {
namespace {

constexpr std::size_t kShownLines = 3;  ///< that take most time

}  // namespace

SchedulePage::SchedulePage(const PageFrame& frame)
    : Page({.id = QStringLiteral("schedule"),
            .title = tr("Sc&hedule"),
            .hint = tr("Where time goes: what each warp of a multiprocessor does from cycle to cycle, simulated")}),
      m_work(frame.workbench),
      m_playback(frame.playback),
      m_selection(frame.selection),
      m_chart(new ScheduleChart(frame.theme, frame.parent)),
      m_clock(new CycleClock(frame.playback, this)) {
    connect(&m_work, &ScheduleWork::changed, this, [this] {
        m_chart->setPicture(m_work.picture());
        join();
        Q_EMIT whyChanged();
    });
    connect(&m_playback, &Playback::blocksChanged, this, &SchedulePage::join);
    connect(m_clock, &Clock::positionChanged, this, &SchedulePage::showPlayhead);
    connect(&m_selection, &Selection::changed, this, &SchedulePage::showPlayhead);
    connect(m_chart, &ScheduleChart::picked, this, &SchedulePage::goTo);
    connect(m_chart, &ScheduleChart::described, this, &Page::described);
    m_chart->setPicture(m_work.picture());
}

void SchedulePage::setShown(bool shown) {
    m_shown = shown;
    if (!shown) m_clock->pause();
    m_work.setWanted(shown);
    join();
}

/// Of a long block that takes a walk through its trace: only while somebody looks.
void SchedulePage::join() {
    if (!m_shown) return;
    const SchedulePicture& picture = m_work.picture();
    const BlockTrace* const trace = m_playback.trace();
    const bool both = trace != nullptr && !picture.sides.empty();
    m_clock->setMap(both ? IssueMap(*trace, picture.sides.front()) : IssueMap(),
                    picture.missing.isEmpty() ? tr("not in this schedule") : QString());
    showPlayhead();
    Q_EMIT whyChanged();
}

void SchedulePage::showPlayhead() {
    const IssueMap& map = m_clock->map();
    if (map.empty()) return m_chart->setPlayhead(std::nullopt, false);
    SchedulePlayhead playhead{.rows = map.rows(), .cycle = {}, .row = {}, .selectedRows = {}};
    if (const IssueMap::Issue* const now = m_clock->issue()) {
        playhead.cycle = now->cycle;
        playhead.row = now->row;
    }
    if (const auto thread = m_selection.shown().thread)
        if (const auto row = map.rowOf(thread->warp)) playhead.selectedRows.push_back(*row);
    m_chart->setPlayhead(std::move(playhead), true);
}

/// To what the row's warp issued there, or last before.
void SchedulePage::goTo(std::size_t side, std::size_t row, double cycle) {
    const auto issue = side == 0 ? m_clock->map().issueAt(row, cycle) : std::nullopt;
    if (issue) return m_clock->goTo(*issue);
    Q_EMIT described(tr("This is no warp of the watched block: its rows have a bar in front of them"));
}

Why SchedulePage::why() const {
    const SchedulePicture& picture = m_work.picture();
    if (!picture.missing.isEmpty() || picture.sides.empty()) return {};
    std::vector<std::uint32_t> lines;
    for (const timing::LineTime& line : picture.sides.front().lines)
        if (line.line > 0 && lines.size() < kShownLines) lines.push_back(line.line);
    return {
        .sentence = scheduleSentence(picture),
        .detail = QStringLiteral("%1 %2").arg(scheduleDetail(picture.sides.front()), m_clock->map().words()).trimmed(),
        .metrics = {"achieved_occupancy", "warp_instructions", "global_load_sectors", "shared_load_wavefronts"},
        .lines = lines};
}

Picture SchedulePage::picture() {
    return {tr("Schedule of a multiprocessor, simulated"), m_chart->size(),
            [this](QPainter& painter, QSize size) { m_chart->paintTo(painter, size); }};
}

std::set<Origin> SchedulePage::origins() const { return {Origin::Simulated}; }

std::string SchedulePage::csv() {
    std::ostringstream rows;
    rows << "side,place,block,warp,state,from_cycle,to_cycle\n";
    for (const ScheduleSide& side : m_work.picture().sides)
        for (std::size_t place = 0; place < side.rows.size(); ++place)
            for (const timing::Interval& one : side.rows[place]) {
                if (one.to < m_chart->range().from || one.from > m_chart->range().to) continue;
                rows << csvCell(side.name.toStdString()) << ',' << place << ','
                     << side.simulated->run.blocks[one.block].index << ',' << one.warp << ','
                     << timing::nameOf(one.reason) << ',' << numbers::plain(one.from) << ',' << numbers::plain(one.to)
                     << '\n';
            }
    return rows.str();
}

std::unique_ptr<Page> schedulePage(const PageFrame& frame) { return std::make_unique<SchedulePage>(frame); }

}  // namespace lanescope
