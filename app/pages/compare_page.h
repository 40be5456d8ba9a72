// SPDX-License-Identifier: GPL-3.0-or-later
// The page of charts: shows a Comparison, and asks it about the point that is clicked.
#pragma once

#include <QWidget>

#include "app/state/comparison.h"
#include "widgets/charts/chart.h"
#include "widgets/export/export.h"

namespace lanescope {

class Theme;

class ComparePage final : public QWidget {
    Q_OBJECT

public:
    ComparePage(Comparison& comparison, Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] Chart* chart() const { return m_chart; }
    /// The chart as it is shown, up to date even when it is not seen.
    [[nodiscard]] Picture picture();
    [[nodiscard]] std::string csv();

Q_SIGNALS:
    /// A point was chosen; what is known of it is to be seen.
    void pointChosen();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void markPlace();
    void showTheme();

    Comparison& m_comparison;
    Theme& m_theme;
    Chart* m_chart;
    bool m_outdated = true;
};

/// Colours and sizes of charts, of the theme.
[[nodiscard]] ChartStyle chartStyleOf(const Theme& theme);

}  // namespace lanescope
