// SPDX-License-Identifier: GPL-3.0-or-later
// What the page Schedule fills its zone with: one multiprocessor, all of them or the whole plan, and beside the first
// two what if, which folds.
#pragma once

#include <QWidget>

#include "widgets/explore/plan_chart.h"
#include "widgets/explore/schedule_chart.h"
#include "widgets/explore/waves_chart.h"
#include "widgets/panels/segments.h"
#include "widgets/panels/what_if_panel.h"

class QStackedWidget;
class QToolButton;

namespace lanescope {

/// In the order of their buttons.
enum class ScheduleView : std::uint8_t { Multiprocessor, Waves, Plan };

class SchedulePane final : public QWidget {
    Q_OBJECT

public:
    /// `theme` must outlive this.
    explicit SchedulePane(const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] ScheduleChart* chart() const { return m_chart; }
    [[nodiscard]] WavesChart* waves() const { return m_waves; }
    [[nodiscard]] WhatIfPanel* whatIf() const { return m_whatIf; }
    [[nodiscard]] Segments* views() const { return m_views; }
    [[nodiscard]] QToolButton* whatIfButton() const { return m_open; }
    [[nodiscard]] PlanChart* plan() const { return m_plan; }
    [[nodiscard]] ScheduleView view() const { return static_cast<ScheduleView>(m_views->current()); }
    void setView(ScheduleView view) { m_views->setCurrent(static_cast<int>(view)); }
    void setWhatIfOpen(bool open);
    /// There is no room for two pictures beside each other.
    [[nodiscard]] bool isNarrow() const { return m_narrow; }

Q_SIGNALS:
    /// view()
    void viewChanged();
    /// isNarrow()
    void roomChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    bool m_narrow = false;
    const Theme& m_theme;
    Segments* m_views;
    QToolButton* m_open;
    QStackedWidget* m_stack;
    ScheduleChart* m_chart;
    WavesChart* m_waves;
    PlanChart* m_plan;
    WhatIfPanel* m_whatIf;
};

}  // namespace lanescope
