// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/explain_panel.h"

#include <QListWidget>
#include <QResizeEvent>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include "app/state/workbench.h"
#include "app/zones/compare_panels.h"
#include "app/zones/explanation_text.h"
#include "app/zones/machine_panel.h"
#include "app/zones/triangle_maps.h"
#include "widgets/panels/errors_panel.h"
#include "widgets/panels/findings_panel.h"
#include "widgets/panels/gpu_table.h"
#include "widgets/panels/maps_panel.h"
#include "widgets/panels/metrics_table.h"
#include "widgets/panels/models_panel.h"
#include "widgets/panels/output_panel.h"
#include "widgets/panels/published_table.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"
#include "widgets/views/code_view.h"
#include "widgets/views/step_view.h"

namespace lanescope {
namespace {

/// Characters of code that are to be seen of both listings before they stand beside each other.
constexpr int kColumnsBeside = 110;

}  // namespace

CodeSplitter::CodeSplitter(QWidget* parent) : QSplitter(Qt::Vertical, parent) { setChildrenCollapsible(false); }

void CodeSplitter::resizeEvent(QResizeEvent* event) {
    const int wanted = fontMetrics().averageCharWidth() * kColumnsBeside;
    setOrientation(event->size().width() >= wanted ? Qt::Horizontal : Qt::Vertical);
    QSplitter::resizeEvent(event);
}

ExplainPanel::ExplainPanel(Workbench& workbench, Playback& playback, Selection& selection, Theme& theme,
                           QWidget* parent)
    : QWidget(parent),
      m_workbench(workbench),
      m_splitter(new QSplitter(Qt::Vertical, this)),
      m_top(new QTabWidget(this)),
      m_code(new CodeSplitter(this)),
      m_cuda(new CodeView(CodeLanguage::Cuda, &theme, &playback, &selection, this)),
      m_ptx(new CodeView(CodeLanguage::Ptx, &theme, &playback, &selection, this)),
      m_step(new StepView(&theme, &playback, &selection, this)),
      m_tabs(new QTabWidget(this)),
      m_metrics(new MetricsTable(this)),
      m_findings(new FindingsPanel(this)),
      m_output(new OutputPanel(this)),
      m_about(new RichBrowser(this)),
      m_published(new PublishedTable(this)),
      m_compare(new ComparePanels(workbench.comparison(), this)),
      m_machines(new MachinePanel(workbench, this)),
      m_maps(new TriangleMaps(workbench, this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 8, 4);
    layout->addWidget(m_splitter);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_top, m_step, m_tabs}) m_splitter->addWidget(widget);
    m_splitter->setChildrenCollapsible(false);
    // Of a small screen's height the code takes what the step and some metrics leave.
    m_splitter->setSizes({270, 160, 170});
    for (const auto& [index, stretch] : {std::pair{0, 3}, {1, 1}, {2, 2}}) m_splitter->setStretchFactor(index, stretch);
    buildTop();
    buildTabs();
    connectAll();
    showChoice();
    showNumbers();
    showChecks();
    showOutput();
}

void ExplainPanel::buildTop() {
    m_code->addWidget(m_cuda);
    m_code->addWidget(m_ptx);
    for (QWidget* listing : {static_cast<QWidget*>(m_cuda), static_cast<QWidget*>(m_ptx)})
        listing->setMinimumHeight(1);  // more than that, but on the smallest screens, is the splitters' business
    m_about->setAccessibleName(tr("What the algorithm is"));
    m_about->setOpenLinks(false);
    m_top->setDocumentMode(true);
    m_top->setAccessibleName(tr("The algorithm"));
    m_top->tabBar()->setAccessibleName(tr("The algorithm"));
    m_top->addTab(m_code, tr("Code"));
    m_top->addTab(m_about, tr("About"));
    m_top->addTab(m_published, tr("Published"));
    m_top->addTab(m_compare->models(), tr("Models"));
    m_top->addTab(m_compare->gpu(), tr("What if"));
    m_top->addTab(m_machines, tr("Machines"));
    m_top->setTabToolTip(1, tr("What the algorithm does, and what is known of this variant"));
    m_top->setTabToolTip(2, tr("What documents print of it, beside our own numbers"));
    m_top->setTabToolTip(3, tr("Why the chosen point is as it is: what each model says, term by term"));
    m_top->setTabToolTip(4, tr("Change numbers of the GPU that the models are asked about"));
    m_top->setTabToolTip(5, tr("Steps and legality on abstract machines: PRAM, QRQW, BSP, LogP"));
    m_top->addTab(m_maps->panel(), tr("Maps"));
    m_top->setTabToolTip(6, tr("What the maps of triangles cost in operations, and how much faster they can be"));
    for (const int tab : {3, 4, 5, 6}) m_top->setTabVisible(tab, false);
}

void ExplainPanel::buildTabs() {
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("What is known of the run"));
    m_tabs->tabBar()->setAccessibleName(tr("What is known of the run"));
    m_tabs->addTab(m_metrics, tr("Metrics"));
    m_tabs->addTab(m_findings, tr("Findings"));
    m_tabs->addTab(m_output, tr("Output"));
    m_tabs->addTab(m_compare->errors(), tr("Errors"));
    m_tabs->setTabVisible(3, false);
    m_tabs->setTabToolTip(3, tr("How far the models are from what was measured, of all that the chart shows"));
    m_tabs->setTabToolTip(1, tr("Faults, races, barriers that do not fit, wrong masks, divisions by zero"));
    m_tabs->setTabToolTip(2, tr("What the kernels print with printf"));
}

void ExplainPanel::connectAll() {
    RaceChecks& checks = m_workbench.checks();
    connect(&m_workbench, &Workbench::numbersChanged, this, &ExplainPanel::showNumbers);
    connect(&m_workbench, &Workbench::emulationChanged, this, &ExplainPanel::showOutput);
    connect(&m_workbench, &Workbench::emulationChanged, this, &ExplainPanel::showCorrected);
    connect(&m_workbench, &Workbench::choiceChanged, this, &ExplainPanel::showChoice);
    connect(&m_workbench.published(), &PublishedComparison::changed, this, &ExplainPanel::showPublished);
    connect(m_published, &PublishedTable::configurationChosen, &m_workbench, &Workbench::choose);
    connect(m_top, &QTabWidget::currentChanged, this,
            [this] { m_workbench.published().setWanted(m_top->currentWidget() == m_published); });
    connect(&checks, &RaceChecks::changed, this, &ExplainPanel::showChecks);
    connect(&checks, &RaceChecks::progressed, m_findings, &FindingsPanel::setProgress);
    connect(m_compare, &ComparePanels::gpuWanted, this, [this] { m_top->setCurrentWidget(m_compare->gpu()); });
    connect(m_compare, &ComparePanels::metricWanted, this, &ExplainPanel::showMetric);
    connect(m_findings, &FindingsPanel::checkAllWanted, &checks, &RaceChecks::checkAll);
    connect(m_findings, &FindingsPanel::stopWanted, &checks, &RaceChecks::stop);
}

void ExplainPanel::setExplained(Explained explained) {
    const bool models = explained == Explained::Models;
    QWidget* const panel = m_compare->models();
    const bool front = m_top->currentWidget() != m_about && m_top->currentWidget() != m_published;
    m_modelsShown = models;
    for (QWidget* widget : {panel, static_cast<QWidget*>(m_compare->gpu()), static_cast<QWidget*>(m_machines)})
        m_top->setTabVisible(m_top->indexOf(widget), models);
    m_top->setTabVisible(m_top->indexOf(m_code), !models);
    showMaps();
    if (front) m_top->setCurrentWidget(models ? panel : m_code);
    const bool numbers = m_tabs->currentWidget() == m_metrics || m_tabs->currentWidget() == m_compare->errors();
    m_tabs->setTabVisible(m_tabs->indexOf(m_compare->errors()), models);
    if (numbers) m_tabs->setCurrentWidget(models ? static_cast<QWidget*>(m_compare->errors()) : m_metrics);
    m_step->setVisible(!models);
    m_compare->setShown(models);
}

void ExplainPanel::showMaps() {
    m_top->setTabVisible(m_top->indexOf(m_maps->panel()), m_modelsShown && m_maps->applies());
}

void ExplainPanel::showPlace() {
    m_top->setCurrentWidget(m_compare->models());
    m_compare->openPlace();
}

void ExplainPanel::showMetric(const QString& id) {
    const int row = m_metrics->model()->rowOf(id.toStdString());
    if (row < 0) return;
    m_tabs->setCurrentWidget(m_metrics);
    m_metrics->view()->setCurrentIndex(m_metrics->model()->index(row, MetricsModel::Emulated));
    m_metrics->view()->setFocus(Qt::OtherFocusReason);
}

void ExplainPanel::showChoice() {
    if (const Algorithm* algorithm = m_workbench.algorithm())
        m_about->setHtml(explanationHtml(*algorithm, *m_workbench.plan()));
    showPublished();
    showMaps();
}

void ExplainPanel::showCorrected() { m_cuda->setCorrected(m_workbench.correctedKernel()); }

void ExplainPanel::showPublished() {
    PublishedComparison& published = m_workbench.published();
    m_published->setLines(published.lines(), published.missing());
    const Algorithm* algorithm = m_workbench.algorithm();
    m_published->setClaims(algorithm ? claimsAbout(m_workbench.library().claims(), algorithm->id())
                                     : std::vector<AccuracyClaim>());
}

void ExplainPanel::showNumbers() {
    const MetricsInput input = m_workbench.metrics();
    m_metrics->setInput(input);
}

void ExplainPanel::showChecks() {
    const RaceChecks& checks = m_workbench.checks();
    FindingsInput input;
    if (const auto emulation = m_workbench.emulation())
        for (const simt::LaunchReport& launch : emulation->launches) input.faults.push_back(launch.fault);
    input.reports = checks.reports();
    input.looking = checks.isLooking();
    input.canLookFurther = checks.canLookFurther();
    input.failed = checks.why();
    const std::uint64_t found = countOf(input);
    m_tabs->setTabText(1, found == 0 ? tr("Findings") : tr("Findings (%1)").arg(countText(found)));
    m_findings->setInput(std::move(input));
}

void ExplainPanel::showOutput() {
    const auto emulation = m_workbench.emulation();
    m_output->setRun(emulation);
    const bool launches = !emulation || !emulation->launches.empty();
    for (CodeView* code : {m_cuda, m_ptx})
        code->setPlaceholderText(launches ? tr("Nothing to show yet")
                                          : tr("This algorithm launches no kernel: it works on the CPU"));
    const std::size_t printed = m_output->printed();
    m_tabs->setTabText(2, printed == 0 ? tr("Output") : tr("Output (%1)").arg(countText(printed)));
}

void ExplainPanel::showFindings() {
    m_tabs->setCurrentWidget(m_findings);
    m_findings->list()->setFocus(Qt::OtherFocusReason);
}

}  // namespace lanescope
