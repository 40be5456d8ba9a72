// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/schedule_page.h"

#include <QPainter>
#include <sstream>

#include "app/pages/page_list.h"
#include "app/state/what_if_dials.h"
#include "app/state/workbench.h"
#include "core/base/csv_cell.h"
#include "core/base/number_format.h"
#include "widgets/style/theme.h"

namespace lanescope {
namespace {

constexpr std::size_t kShownLines = 3;  ///< that take most time

/// As a session keeps it.
std::string nameOf(ScheduleView view) { return view == ScheduleView::Waves ? "waves" : "plan"; }

/// What the host waits for or hands on is reckoned.
std::string_view originOf(const timing::PlanSpan& span, const timing::PlanTimeline& timeline) {
    const auto& origin = timeline.times[span.step].origin;
    return nameOf(span.doing == timing::PlanSpan::Doing::Work && origin ? *origin : Origin::Estimated);
}

std::string planCsv(const PlanPicture& picture) {
    std::ostringstream rows;
    rows << "side,step,does,track,doing,from_seconds,to_seconds,origin\n";
    for (const PlanSide& side : picture.sides)
        for (const timing::PlanSpan& span : side.timeline->spans)
            rows << csvCell(side.name.toStdString()) << ',' << span.step << ','
                 << csvCell(describe(side.plan->steps[span.step], *side.plan)) << ',' << timing::nameOf(span.track)
                 << ',' << timing::nameOf(span.doing) << ',' << numbers::plain(span.begin) << ','
                 << numbers::plain(span.end) << ',' << originOf(span, *side.timeline) << '\n';
    return rows.str();
}

}  // namespace

SchedulePage::SchedulePage(const PageFrame& frame)
    : Page({.id = QStringLiteral("schedule"),
            .title = tr("Sc&hedule"),
            .hint = tr("Where time goes: what each warp of a multiprocessor does from cycle to cycle, simulated")}),
      m_workbench(frame.workbench),
      m_work(frame.workbench),
      m_planWork(frame.workbench),
      m_playback(frame.playback),
      m_selection(frame.selection),
      m_pane(new SchedulePane(frame.theme, frame.parent)),
      m_chart(m_pane->chart()),
      m_clock(new CycleClock(frame.playback, this)) {
    WhatIfPanel* const whatIf = m_pane->whatIf();
    connect(&m_work, &ScheduleWork::changed, this, &SchedulePage::showPicture);
    connect(&m_work, &ScheduleWork::asked, this,
            [this, whatIf] { whatIf->setAnswer(m_work.answer(), m_work.isAnswering()); });
    connect(whatIf, &WhatIfPanel::changed, this, [this, whatIf] {
        m_work.setWhatIf(whatIf->words());
        Q_EMIT lookChanged();
    });
    connect(&m_planWork, &PlanTimeWork::changed, this, [this] {
        m_pane->plan()->setPicture(m_planWork.picture());
        Q_EMIT whyChanged();
    });
    connect(m_pane, &SchedulePane::viewChanged, this, [this] {
        followView();
        Q_EMIT whyChanged();
        Q_EMIT lookChanged();
    });
    connect(m_pane, &SchedulePane::roomChanged, this, [this] {
        if (m_work.hasChanged()) showPicture();
    });
    connect(&m_playback, &Playback::blocksChanged, this, &SchedulePage::join);
    connect(m_clock, &Clock::positionChanged, this, &SchedulePage::showPlayhead);
    connect(&m_selection, &Selection::changed, this, &SchedulePage::showPlayhead);
    connect(m_chart, &ScheduleChart::picked, this, &SchedulePage::goTo);
    connect(m_chart, &ScheduleChart::described, this, &Page::described);
    connect(m_pane->waves(), &WavesChart::described, this, &Page::described);
    connect(m_pane->plan(), &PlanChart::described, this, &Page::described);
    m_pane->plan()->setPicture(m_planWork.picture());
    showPicture();
}

void SchedulePage::showPicture() {
    SchedulePicture picture = m_work.picture();
    // What would come of it stands in place of what is, where both would be too narrow to be read.
    if (m_work.hasChanged() && m_pane->isNarrow()) picture.sides.erase(picture.sides.begin());
    m_chart->setPicture(picture);
    m_pane->waves()->setPicture(std::move(picture));
    showDials();
    join();
    Q_EMIT whyChanged();
}

void SchedulePage::showDials() {
    const GpuSpec* const gpu = m_workbench.gpu();
    const ScheduleWork::Sampled* const launch = m_work.sampled();
    WhatIfPanel* const whatIf = m_pane->whatIf();
    whatIf->setDials(gpu != nullptr && launch != nullptr ? whatIfDials(*gpu, *launch, m_workbench.library().catalogue())
                                                         : std::vector<WhatIfDial>());
    whatIf->setAnswer(m_work.answer(), m_work.isAnswering());
    // What another launch's dials do not have is not asked any more.
    if (launch != nullptr) m_work.setWhatIf(whatIf->words());
}

void SchedulePage::setShown(bool shown) {
    m_shown = shown;
    if (!shown) m_clock->pause();
    m_work.setWanted(shown);
    followView();
    join();
}

/// What nobody looks at is not reckoned.
void SchedulePage::followView() {
    m_work.setWavesWanted(m_pane->view() == ScheduleView::Waves);
    m_planWork.setWanted(m_shown && m_pane->view() == ScheduleView::Plan);
}

/// Of a long block that takes a walk through its trace: only while somebody looks.
void SchedulePage::join() {
    if (!m_shown) return;
    const SchedulePicture& picture = m_chart->shown();
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

Why SchedulePage::whyOfPlan() const {
    const PlanPicture& picture = m_planWork.picture();
    if (!picture.missing.isEmpty() || picture.sides.empty()) return {};
    return {.sentence = planSentence(picture.sides.front()),
            .detail = planDetail(picture.sides.front()),
            .metrics = {},
            .lines = {}};
}

Why SchedulePage::why() const {
    if (m_pane->view() == ScheduleView::Plan) return whyOfPlan();
    const SchedulePicture& picture = m_work.picture();
    if (!picture.missing.isEmpty() || picture.sides.empty()) return {};
    if (const auto& waves = picture.sides.front().waves; m_pane->view() == ScheduleView::Waves && waves)
        return {.sentence = wavesSentence(*waves),
                .detail = wavesDetail(picture.sides.front()),
                .metrics = {"achieved_occupancy", "warp_instructions"},
                .lines = {}};
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
    if (m_pane->view() == ScheduleView::Plan)
        return {tr("The whole plan in time, simulated and estimated"), m_pane->plan()->size(),
                [this](QPainter& painter, QSize size) { m_pane->plan()->paintTo(painter, size); }};
    if (m_pane->view() == ScheduleView::Waves)
        return {tr("Waves of blocks, simulated"), m_pane->waves()->size(),
                [this](QPainter& painter, QSize size) { m_pane->waves()->paintTo(painter, size); }};
    return {tr("Schedule of a multiprocessor, simulated"), m_chart->size(),
            [this](QPainter& painter, QSize size) { m_chart->paintTo(painter, size); }};
}

std::set<Origin> SchedulePage::origins() const {
    if (m_pane->view() == ScheduleView::Plan) return {Origin::Simulated, Origin::Estimated};
    return {Origin::Simulated};
}

std::string SchedulePage::csv() {
    std::ostringstream rows;
    if (m_pane->view() == ScheduleView::Plan) return planCsv(m_planWork.picture());
    if (m_pane->view() == ScheduleView::Waves) {
        rows << "side,block,multiprocessor,wave,steps,from_cycle,to_cycle\n";
        for (const ScheduleSide& side : m_work.picture().sides)
            for (std::size_t block = 0; side.waves && block < side.waves->blocks.size(); ++block) {
                const timing::DealtBlock& one = side.waves->blocks[block];
                rows << csvCell(side.name.toStdString()) << ',' << block << ',' << one.multiprocessor << ','
                     << side.waves->waveOf(block) + 1 << ',' << side.waves->steps[block] << ','
                     << numbers::plain(one.begin) << ',' << numbers::plain(one.end) << '\n';
            }
        return rows.str();
    }
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

session::PageLook SchedulePage::look() const {
    session::PageLook look;
    if (m_pane->view() != ScheduleView::Multiprocessor) look["view"] = nameOf(m_pane->view());
    std::string words;
    for (const std::string& word : m_pane->whatIf()->words()) words += (words.empty() ? "" : ",") + word;
    if (!words.empty()) look["what_if"] = words;
    return look;
}

QStringList SchedulePage::setLook(const session::PageLook& look) {
    QStringList unknown;
    std::vector<std::string> words;
    ScheduleView view = ScheduleView::Multiprocessor;
    for (const auto& [name, value] : look) {
        if (name == "view" && value == nameOf(ScheduleView::Waves)) {
            view = ScheduleView::Waves;
        } else if (name == "view" && value == nameOf(ScheduleView::Plan)) {
            view = ScheduleView::Plan;
        } else if (name == "what_if") {
            std::istringstream list(value);
            for (std::string word; std::getline(list, word, ',');) words.push_back(word);
        } else {
            unknown += QString::fromStdString(name);
        }
    }
    m_pane->setView(view);
    m_pane->setWhatIfOpen(!words.empty());
    m_pane->whatIf()->setWords(std::move(words));
    m_work.setWhatIf(m_pane->whatIf()->words());
    return unknown;
}

std::unique_ptr<Page> schedulePage(const PageFrame& frame) { return std::make_unique<SchedulePage>(frame); }

}  // namespace lanescope
