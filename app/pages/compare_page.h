// SPDX-License-Identifier: GPL-3.0-or-later
// The page of charts: shows a Comparison, and asks it about the point that is clicked.
#pragma once

#include "app/pages/page.h"
#include "app/state/comparison.h"
#include "widgets/charts/chart.h"
#include "widgets/stage/stage_view.h"

namespace lanescope {

class CompareBar;

class ComparePage final : public Page {
    Q_OBJECT

public:
    explicit ComparePage(const PageFrame& frame);

    [[nodiscard]] Chart* chart() const { return m_chart; }
    [[nodiscard]] CompareBar* bar() const { return m_bar; }
    [[nodiscard]] QWidget* widget() const override { return m_widget; }
    [[nodiscard]] QWidget* makeBar(QWidget* parent) override;
    [[nodiscard]] Picture picture() override;
    [[nodiscard]] std::set<Origin> origins() const override;
    [[nodiscard]] std::string csv() override;
    [[nodiscard]] session::PageLook look() const override;
    QStringList setLook(const session::PageLook& look) override;
    void setShown(bool shown) override;
    /// What the chart comes to, in words.
    [[nodiscard]] Why why() const override;

private:
    void refresh();
    void markPlace();
    void showTheme();
    void choosePoint(ChartPlace place);

    Workbench& m_workbench;
    WorkerClient& m_worker;
    Comparison& m_comparison;
    Theme& m_theme;
    QWidget* m_widget;
    Chart* m_chart;
    CompareBar* m_bar = nullptr;
    bool m_shown = false;
    bool m_outdated = true;
};

}  // namespace lanescope
