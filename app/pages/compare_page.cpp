// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/compare_page.h"

#include <QVBoxLayout>
#include <cmath>

#include "app/pages/chart_theme.h"
#include "app/pages/compare_look.h"
#include "app/pages/page_list.h"
#include "app/state/workbench.h"
#include "app/worker/worker_client.h"
#include "app/zones/compare_bar.h"
#include "widgets/style/theme.h"

namespace lanescope {

ComparePage::ComparePage(const PageFrame& frame)
    : Page({.id = QStringLiteral("compare"),
            .title = tr("C&ompare"),
            .hint = tr("Measured, estimated and published times"),
            .explained = Explained::Models}),
      m_workbench(frame.workbench),
      m_worker(frame.worker),
      m_comparison(frame.workbench.comparison()),
      m_theme(frame.theme),
      m_widget(new QWidget(frame.parent)),
      m_chart(new Chart(m_widget)) {
    auto* layout = new QVBoxLayout(m_widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_chart);
    m_chart->setAccessibleName(tr("Chart of what was measured, estimated and published"));
    connect(&m_theme, &Theme::changed, this, &ComparePage::showTheme);
    connect(&m_comparison, &Comparison::changed, this, [this] {
        m_outdated = true;
        if (m_shown) refresh();
        Q_EMIT whyChanged();
        Q_EMIT lookChanged();
    });
    connect(&m_workbench, &Workbench::baselineChanged, this, [this] {
        m_outdated = true;
        if (m_shown) refresh();
    });
    connect(&m_comparison, &Comparison::placeChanged, this, &ComparePage::markPlace);
    connect(m_chart, &Chart::pointChosen, this, &ComparePage::choosePoint);
    showTheme();
}

QWidget* ComparePage::makeBar(QWidget* parent) {
    m_bar = new CompareBar(m_comparison, m_workbench.library().catalogue(), parent);
    m_bar->setChartStyle(chartStyleOf(m_theme));
    connect(m_bar, &CompareBar::failed, this, &ComparePage::failed);
    connect(m_bar, &CompareBar::measureWanted, this, [this] { Q_EMIT measureWanted(m_comparison.sweep()); });
    connect(&m_worker, &WorkerClient::machineChanged, this, [this] {
        if (const auto& machine = m_worker.machine()) m_bar->setCanMeasure(!machine->gpu.isEmpty());
    });
    return m_bar;
}

void ComparePage::showTheme() {
    const ChartStyle style = chartStyleOf(m_theme);
    m_chart->setChartStyle(style);
    if (m_bar) m_bar->setChartStyle(style);
}

Why ComparePage::why() const {
    const ComparisonChart& chart = m_comparison.chart();
    return {.sentence = QString::fromStdString(chart.sentence),
            .detail = QString::fromStdString(chart.detail),
            .metrics = {},
            .lines = {}};
}

void ComparePage::setShown(bool shown) {
    m_shown = shown;
    if (shown) refresh();
    m_comparison.setWanted(shown);
}

void ComparePage::refresh() {
    if (!m_outdated) return;
    m_outdated = false;
    ChartData data = m_comparison.chart().data;
    const std::optional<BaselineRun::Line> line = m_workbench.baselineRun().line();
    if (line && m_comparison.view().y == ComparisonView::Quantity::Time)
        data.reference = ChartReference{line->seconds, line->words.toStdString(), "baseline"};
    m_chart->setData(std::move(data));
    markPlace();
}

void ComparePage::choosePoint(ChartPlace place) {
    const ComparisonChart& chart = m_comparison.chart();
    if (place.series >= chart.keys.size()) return;
    const double x = chart.data.series[place.series].points[place.point].x;
    m_comparison.choosePlace(
        {chart.keys[place.series].item, static_cast<std::uint64_t>(std::llround(x)), chart.keys[place.series].model});
    Q_EMIT explanationWanted();
}

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
    constexpr double kRatioOfColumn = 0.95;  // the large number has room below the labels
    refresh();
    return {QString::fromStdString(m_chart->data().title), m_chart->wholeSize(),
            [chart = m_chart](QPainter& painter, QSize size) { chart->paintTo(painter, size); }, kRatioOfColumn};
}

std::set<Origin> ComparePage::origins() const {
    std::set<Origin> origins;
    for (const ChartSeries& series : m_chart->data().series) origins.insert(series.origin);
    return origins;
}

std::string ComparePage::csv() {
    refresh();
    return toCsv(m_chart->data());
}

session::PageLook ComparePage::look() const { return lookOf(m_comparison); }

QStringList ComparePage::setLook(const session::PageLook& look) { return takeLook(m_comparison, look); }

std::unique_ptr<Page> comparePage(const PageFrame& frame) { return std::make_unique<ComparePage>(frame); }

}  // namespace lanescope
