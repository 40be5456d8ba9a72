// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/occupancy_page.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "app/pages/chart_theme.h"
#include "app/pages/page_list.h"
#include "app/state/baseline_run.h"
#include "app/state/block_sizes.h"
#include "core/gpus/multiprocessor.h"
#include "widgets/charts/measurement_text.h"
#include "widgets/stage/block/block_view.h"
#include "widgets/style/numbers.h"
#include "widgets/style/theme.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kChartLines = 21;  ///< height of a chart in lines of text

QString text(std::string_view string) {
    return QString::fromUtf8(string.data(), static_cast<qsizetype>(string.size()));
}

}  // namespace

OccupancyPage::OccupancyPage(const PageFrame& frame)
    : Page({.id = QStringLiteral("occupancy"),
            .title = tr("&Block"),
            .hint = tr("How many blocks a multiprocessor holds, and why not more")}),
      m_workbench(frame.workbench),
      m_theme(frame.theme),
      m_area(new QScrollArea(frame.parent)),
      m_block(new BlockStage(frame.stage(), m_area)) {
    buildLayout();
    connect(&m_theme, &Theme::changed, this, &OccupancyPage::showTheme);
    connect(&m_workbench, &Workbench::choiceChanged, this, &OccupancyPage::outdate);
    connect(&m_workbench, &Workbench::numbersChanged, this, &OccupancyPage::outdate);
    connect(&m_workbench, &Workbench::sidesChanged, this, &OccupancyPage::outdate);
    connect(&m_workbench, &Workbench::baselineChanged, this, &OccupancyPage::outdate);
    connect(m_block, &StageView::described, this, &OccupancyPage::described);
    connect(m_block, &BlockStage::sizeChosen, this, [this](std::size_t side, std::size_t other) {
        if (side == 0 && m_input) m_workbench.choose(m_input->others.at(other).parameters);
    });
    connect(&m_workbench.gpuChoice(), &GpuChoice::changed, this, [this] {
        showChosenGpu();
        outdate();
    });
    connect(m_gpus, &QComboBox::currentIndexChanged, this, &OccupancyPage::outdate);
    showChosenGpu();
    showTheme();
}

void OccupancyPage::buildLayout() {
    m_area->setAccessibleName(tr("Occupancy"));
    m_area->setFocusPolicy(Qt::NoFocus);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(m_area);
    auto* rows = new QVBoxLayout(content);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(6, 0, 6, 0);
    auto* label = plainLabel(tr("&Occupancy on"), content);
    m_gpus = new QComboBox(content);
    m_gpus->setAccessibleName(tr("GPU that the occupancy is of"));
    m_gpus->setToolTip(tr("The GPU that is chosen on the left, or any of a compute capability"));
    // A long name may be cut in the field, but the page must not be wider than its room: it scrolls up and down only.
    m_gpus->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_gpus->setMinimumContentsLength(6);
    m_gpus->addItem(QString());
    for (const Multiprocessor& known : multiprocessors())
        m_gpus->addItem(tr("any GPU of compute capability %1").arg(text(known.computeCapability)),
                        text(known.computeCapability));
    label->setBuddy(m_gpus);
    top->addWidget(label);
    top->addWidget(m_gpus, 1);
    m_answer = wordsLabel(tr("Occupancy of the watched launch"));
    m_details = wordsLabel(tr("What the occupancy comes from"));
    rows->addLayout(top);
    rows->addWidget(m_block);
    rows->addWidget(m_answer);
    m_area->viewport()->installEventFilter(this);
    for (const OccupancyAxis axis : kOccupancyAxes) {
        auto* chart = new Chart(content);
        m_charts[static_cast<std::size_t>(axis)] = chart;
        rows->addWidget(chart);
        connect(chart, &Chart::pointChosen, this, [this, axis](ChartPlace place) { choosePoint(axis, place); });
    }
    rows->addWidget(m_details);
    rows->addStretch(1);
    m_area->setWidget(content);
}

RichLabel* OccupancyPage::wordsLabel(const QString& name) {
    auto* label = new RichLabel(m_area);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setAccessibleName(name);
    return label;
}

void OccupancyPage::showTheme() {
    for (Chart* chart : m_charts) {
        chart->setChartStyle(chartStyleOf(m_theme));
        chart->setMinimumHeight(kChartLines * QFontMetrics(m_theme.font()).height());
    }
}

void OccupancyPage::showChosenGpu() {
    const GpuSpec* const chosen = m_workbench.gpu();
    m_gpus->setItemText(0, chosen ? tr("%1, as chosen").arg(text(chosen->title)) : tr("no GPU is chosen"));
}

std::optional<GpuSpec> OccupancyPage::gpu() const {
    const std::string capability = m_gpus->currentData().toString().toStdString();
    if (const Multiprocessor* known = findMultiprocessor(capability)) return gpuOfCapability(*known);
    if (const GpuSpec* chosen = m_workbench.gpu()) return *chosen;
    return std::nullopt;
}

void OccupancyPage::setShown(bool shown) {
    m_shown = shown;
    if (shown) refresh();
}

void OccupancyPage::outdate() {
    m_outdated = true;
    if (m_shown) refresh();
}

/// The picture fills what is seen of the page; the curves are below it.
bool OccupancyPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_area->viewport() && event->type() == QEvent::Resize) {
        const QLayout* const rows = m_area->widget()->layout();
        const int above = rows->contentsMargins().top() + m_gpus->sizeHint().height() + rows->spacing();
        m_block->setFixedHeight(std::max(m_block->minimumSizeHint().height(), m_area->viewport()->height() - above));
    }
    return Page::eventFilter(watched, event);
}

StageView* OccupancyPage::view() const { return m_block; }

void OccupancyPage::refresh() {
    if (!m_outdated) return;
    m_outdated = false;
    m_input.reset();
    m_threads = {};
    showBlocks();
    const Algorithm* const algorithm = m_workbench.algorithm();
    if (algorithm == nullptr) return showNothing(tr("No algorithm is chosen."));
    tl::expected<OccupancyInput, QString> input = inputOf(0, *algorithm, *m_workbench.plan());
    if (!input) return showNothing(input.error());
    m_input = std::move(*input);
    m_input->baseline = baseline(m_input->gpu);
    m_answer->setText(occupancyHtml(*m_input));
    m_details->setText(occupancyDetailsHtml(*m_input));
    showCharts();
}

/// Every run that stands on the stage, on the GPU of the page.
void OccupancyPage::showBlocks() {
    const std::vector<StageSide>& sides = m_workbench.sides();
    std::vector<block::BlockInput> inputs;
    QString missing;
    for (std::size_t side = 0; side < sides.size(); ++side) {
        const Plan& plan = sides[side].run->plan;
        const auto algorithm = m_workbench.library().catalogue().find(plan.algorithm);
        if (!algorithm) continue;
        const tl::expected<OccupancyInput, QString> input = inputOf(side, **algorithm, plan);
        if (!input) {
            missing = input.error();
            break;
        }
        block::BlockInput& made =
            inputs.emplace_back(block::BlockInput{sides[side].name, input->gpu, input->launch, {}, {}});
        for (const OtherBlock& other : input->others) made.others.push_back({text(other.name), other.block});
        for (const AchievedOccupancy& achieved : input->achieved)
            if (achieved.gpu == input->gpu.title) made.achieved.push_back({achieved.percent, achieved.origin});
    }
    m_block->setMissing(missing);
    // What was there before is none of this choice.
    if (!missing.isEmpty()) inputs.clear();
    m_block->setSides(sides);
    m_block->setInputs(std::move(inputs));
}

tl::expected<OccupancyInput, QString> OccupancyPage::inputOf(std::size_t side, const Algorithm& algorithm,
                                                             const Plan& plan) const {
    const std::optional<GpuSpec> gpu = this->gpu();
    if (!gpu) return tl::unexpected(tr("No GPU is chosen."));
    const MetricsInput metrics = m_workbench.metricsOf(side);
    const Measurement* const measured = metrics.measurement ? &*metrics.measurement : nullptr;
    const std::vector<LaunchBlock> launches =
        launchBlocksOf(plan, measured, *gpu, &m_workbench.library().machineCodes());
    if (launches.empty())
        return tl::unexpected(
            tr("This algorithm launches no kernel of its own here, so there is no occupancy of one."));
    const std::size_t launch = std::min(m_workbench.launch(), launches.size() - 1);
    OccupancyInput input{
        .gpu = *gpu,
        .launch = launches[launch],
        .achieved = {},
        .achievedMissing = {},
        .others = blockSizes(algorithm, plan.parameters, launch, *gpu, m_workbench.library().recordings(),
                             &m_workbench.library().machineCodes())};
    fillAchieved(input, metrics);
    return input;
}

/// Of the pinned launch, with what the GPU of the page makes of it.
std::optional<OccupancyBaseline> OccupancyPage::baseline(const GpuSpec& gpu) const {
    const BaselineRun& pinned = m_workbench.baselineRun();
    if (!pinned.run() || pinned.isChosen()) return std::nullopt;
    const std::vector<LaunchBlock> launches = launchBlocksOf(
        pinned.run()->plan, m_workbench.measurementOf(pinned.run().get()), gpu, &m_workbench.library().machineCodes());
    if (pinned.choice()->launch >= launches.size()) return std::nullopt;
    const LaunchBlock& launch = launches[pinned.choice()->launch];
    const Result<Occupancy> occupancy = theoreticalOccupancy(launch.kernel, launch.block, gpu);
    if (!occupancy) return std::nullopt;
    return OccupancyBaseline{occupancy->percent,
                             tr("baseline: %1, %2")
                                 .arg(pinned.shortName(), shortValueText(occupancy->percent, QStringLiteral("%")))
                                 .toStdString()};
}

void OccupancyPage::fillAchieved(OccupancyInput& input, const MetricsInput& metrics) {
    input.achievedMissing = metrics.measurementMissing.toStdString();
    if (metrics.measurement) {
        const Measurement& m = *metrics.measurement;
        input.achievedMissing = m.countersMissing;
        if (metrics.launch < m.counters.size())
            if (const auto found = m.counters[metrics.launch].find("achieved_occupancy");
                found != m.counters[metrics.launch].end())
                input.achieved.push_back({found->second, m.origin, m.provenance.gpu, whereFrom(m).toStdString()});
    }
    for (const PublishedValue& value : metrics.published)
        if (value.metric == "achieved_occupancy")
            input.achieved.push_back({value.value, Origin::Published, value.gpu, value.document});
}

void OccupancyPage::showNothing(const QString& why) {
    m_answer->setText(escaped(why));
    m_details->clear();
    for (Chart* chart : m_charts) chart->hide();
}

void OccupancyPage::showCharts() {
    for (const OccupancyAxis axis : kOccupancyAxes) {
        OccupancyChart made = occupancyChart(axis, *m_input);
        chart(axis)->setData(made.data);
        chart(axis)->setCurrent(std::nullopt);
        chart(axis)->setAccessibleName(tr("Occupancy: %1").arg(text(made.data.title)));
        chart(axis)->show();
        if (axis == OccupancyAxis::Threads) m_threads = std::move(made);
    }
}

/// A size of blocks that the algorithm has is chosen.
void OccupancyPage::choosePoint(OccupancyAxis axis, ChartPlace place) {
    if (axis != OccupancyAxis::Threads || !m_input || !m_threads.others || place.series != *m_threads.others) return;
    m_workbench.choose(m_input->others.at(m_threads.places.at(place.point)).parameters);
}

Picture OccupancyPage::picture() {
    constexpr double kRatioOfColumn = 1.6;  // three charts one below the other
    refresh();
    std::vector<const Chart*> charts;
    QSize size(0, 0);
    for (const Chart* chart : m_charts) {
        charts.push_back(chart);
        size = {std::max(size.width(), chart->width()), size.height() + chart->height()};
    }
    return {tr("Theoretical occupancy"), size,
            [charts](QPainter& painter, QSize whole) { Chart::paintBelowEachOther(charts, painter, whole); },
            kRatioOfColumn};
}

std::set<Origin> OccupancyPage::origins() const {
    return {};  // theoretical: it follows from the launch and the GPU alone
}

std::string OccupancyPage::csv() {
    refresh();
    return m_input ? occupancyCsv(*m_input) : toCsv({});
}

std::unique_ptr<Page> occupancyPage(const PageFrame& frame) { return std::make_unique<OccupancyPage>(frame); }

}  // namespace lanescope
