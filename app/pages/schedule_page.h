// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a multiprocessor in time: what each warp does from cycle to cycle, simulated.
#pragma once

#include "app/pages/page.h"
#include "app/pages/schedule_pane.h"
#include "app/state/plan_time_work.h"
#include "app/state/schedule_work.h"
#include "widgets/explore/cycle_clock.h"

namespace lanescope {

class SchedulePage final : public Page {
    Q_OBJECT

public:
    explicit SchedulePage(const PageFrame& frame);

    [[nodiscard]] QWidget* widget() const override { return m_pane; }
    [[nodiscard]] SchedulePane* pane() const { return m_pane; }
    [[nodiscard]] ScheduleChart* chart() const { return m_chart; }
    [[nodiscard]] const ScheduleWork& work() const { return m_work; }
    [[nodiscard]] Why why() const override;
    [[nodiscard]] Picture picture() override;
    [[nodiscard]] bool showsBeside() const override { return true; }
    [[nodiscard]] std::set<Origin> origins() const override;
    /// A row for each interval that is shown; of waves for each block, of the plan for each span.
    [[nodiscard]] std::string csv() override;
    /// Which view is shown, and what is asked of what if.
    [[nodiscard]] session::PageLook look() const override;
    QStringList setLook(const session::PageLook& look) override;
    void setShown(bool shown) override;
    /// A step is a cycle in which the watched block issues.
    [[nodiscard]] Clock* clock() const override { return m_clock; }
    [[nodiscard]] const CycleClock& cycles() const { return *m_clock; }

private:
    void showPicture();
    void followView();
    [[nodiscard]] Why whyOfPlan() const;
    void showDials();
    void join();
    void showPlayhead();
    void goTo(std::size_t side, std::size_t row, double cycle);

    Workbench& m_workbench;
    ScheduleWork m_work;
    PlanTimeWork m_planWork;
    Playback& m_playback;
    Selection& m_selection;
    SchedulePane* m_pane;
    ScheduleChart* m_chart;
    CycleClock* m_clock;
    bool m_shown = false;
};

}  // namespace lanescope
