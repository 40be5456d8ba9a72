// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/compare_page.h"

#include <QVBoxLayout>
#include <cmath>

#include "widgets/style/theme.h"

namespace lanescope {

ChartStyle chartStyleOf(const Theme& theme) {
    ChartStyle style;
    style.background = theme.colour(Colour::Ground);
    style.text = theme.colour(Colour::Text);
    style.grid = theme.colour(Colour::GridLine);
    style.fontPointSize = theme.font().pointSizeF();
    // On a dark ground the darker ones of Okabe and Ito's colours would be lost.
    if (theme.isDark())
        style.identities = {QColor(86, 180, 233), QColor(230, 159, 0),  QColor(0, 190, 140),  QColor(224, 150, 190),
                            QColor(240, 228, 66), QColor(240, 120, 60), QColor(190, 190, 190)};
    return style;
}

ComparePage::ComparePage(Comparison& comparison, Theme& theme, QWidget* parent)
    : QWidget(parent), m_comparison(comparison), m_theme(theme), m_chart(new Chart(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_chart);
    m_chart->setAccessibleName(tr("Chart of what was measured, estimated and published"));
    connect(&m_theme, &Theme::changed, this, &ComparePage::showTheme);
    connect(&m_comparison, &Comparison::changed, this, [this] {
        m_outdated = true;
        if (isVisible()) refresh();
    });
    connect(&m_comparison, &Comparison::placeChanged, this, &ComparePage::markPlace);
    connect(m_chart, &Chart::pointChosen, this, [this](ChartPlace place) {
        const ComparisonChart& chart = m_comparison.chart();
        if (place.series >= chart.keys.size()) return;
        const double x = chart.data.series[place.series].points[place.point].x;
        m_comparison.choosePlace({chart.keys[place.series].item, static_cast<std::uint64_t>(std::llround(x)),
                                  chart.keys[place.series].model});
        Q_EMIT pointChosen();
    });
    showTheme();
}

void ComparePage::showTheme() { m_chart->setChartStyle(chartStyleOf(m_theme)); }

void ComparePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void ComparePage::refresh() {
    if (!m_outdated) return;
    m_outdated = false;
    m_chart->setData(m_comparison.chart().data);
    markPlace();
}

/// The ring follows the point that is asked about, whatever series come and go around it.
void ComparePage::markPlace() {
    const ComparedPlace place = m_comparison.place();
    const ComparisonChart& chart = m_comparison.chart();
    if (m_outdated || m_chart->data().series.size() != chart.keys.size()) return;
    std::optional<ChartPlace> found;
    for (std::size_t s = 0; s < chart.keys.size() && !found; ++s) {
        if (chart.keys[s].item != place.item || chart.keys[s].model != place.model) continue;
        const auto& points = chart.data.series[s].points;
        for (std::size_t p = 0; p < points.size() && !found; ++p)
            if (std::llround(points[p].x) == static_cast<long long>(place.x)) found = ChartPlace{s, p};
    }
    m_chart->setCurrent(found);
}

Picture ComparePage::picture() {
    refresh();
    return {QString::fromStdString(m_chart->data().title), m_chart->wholeSize(),
            [chart = m_chart](QPaintDevice& device, QSize size, bool vector) { chart->paintOn(device, size, vector); }};
}

std::string ComparePage::csv() {
    refresh();
    return toCsv(m_chart->data());
}

}  // namespace lanescope
