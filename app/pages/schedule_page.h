// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a multiprocessor in time: what each warp does from cycle to cycle, simulated.
#pragma once

#include "app/pages/page.h"
#include "app/state/schedule_work.h"
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

private:
    ScheduleWork m_work;
    ScheduleChart* m_chart;
};

}  // namespace lanescope
