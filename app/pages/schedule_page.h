// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a multiprocessor in time: what each warp does from cycle to cycle, simulated.
#pragma once

#include "app/pages/page.h"
#include "app/state/schedule_work.h"
#include "widgets/explore/cycle_clock.h"
#include "widgets/explore/schedule_chart.h"

namespace lanescope {

class SchedulePage final : public Page {
    Q_OBJECT

public:
    explicit SchedulePage(const PageFrame& frame);

    [[nodiscard]] QWidget* widget() const override { return m_chart; }
    [[nodiscard]] ScheduleChart* chart() const { return m_chart; }
    [[nodiscard]] const ScheduleWork& work() const { return m_work; }
    [[nodiscard]] Why why() const override;
    [[nodiscard]] Picture picture() override;
    [[nodiscard]] std::set<Origin> origins() const override;
    /// A row for each interval that is shown.
    [[nodiscard]] std::string csv() override;
    void setShown(bool shown) override;
    /// A step is a cycle in which the watched block issues.
    [[nodiscard]] Clock* clock() const override { return m_clock; }
    [[nodiscard]] const CycleClock& cycles() const { return *m_clock; }

private:
    void join();
    void showPlayhead();
    void goTo(std::size_t side, std::size_t row, double cycle);

    ScheduleWork m_work;
    Playback& m_playback;
    Selection& m_selection;
    ScheduleChart* m_chart;
    CycleClock* m_clock;
    bool m_shown = false;
};

}  // namespace lanescope
