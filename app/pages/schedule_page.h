// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a multiprocessor in time: what each warp does from cycle to cycle, simulated.
#pragma once

#include "app/pages/page.h"
#include "app/pages/schedule_pane.h"
#include "app/state/schedule_work.h"

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
    [[nodiscard]] std::set<Origin> origins() const override;
    /// A row for each interval that is shown, or of waves for each block.
    [[nodiscard]] std::string csv() override;
    /// Whether waves are shown, and what is asked of what if.
    [[nodiscard]] session::PageLook look() const override;
    QStringList setLook(const session::PageLook& look) override;
    void setShown(bool shown) override;

private:
    void showPicture();
    void showDials();

    Workbench& m_workbench;
    ScheduleWork m_work;
    SchedulePane* m_pane;
    ScheduleChart* m_chart;
};

}  // namespace lanescope
