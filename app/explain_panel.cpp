// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/explain_panel.h"

#include <QListWidget>
#include <QResizeEvent>
#include <QTabBar>
#include <QTabWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "app/estimates_text.h"
#include "app/workbench.h"
#include "widgets/panels/findings_panel.h"
#include "widgets/panels/metrics_table.h"
#include "widgets/panels/output_panel.h"
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
      m_code(new CodeSplitter(this)),
      m_cuda(new CodeView(CodeLanguage::Cuda, &theme, &playback, &selection, this)),
      m_ptx(new CodeView(CodeLanguage::Ptx, &theme, &playback, &selection, this)),
      m_step(new StepView(&theme, &playback, &selection, this)),
      m_tabs(new QTabWidget(this)),
      m_metrics(new MetricsTable(this)),
      m_findings(new FindingsPanel(this)),
      m_output(new OutputPanel(this)),
      m_models(new QTextBrowser(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 8, 4);
    layout->addWidget(m_splitter);
    m_code->addWidget(m_cuda);
    m_code->addWidget(m_ptx);
    m_models->setAccessibleName(tr("What the models say"));
    m_models->setOpenLinks(false);
    m_models->hide();
    for (QWidget* widget : std::initializer_list<QWidget*>{m_code, m_models, m_step, m_tabs})
        m_splitter->addWidget(widget);
    m_splitter->setChildrenCollapsible(false);
    // Of a small screen's height the code takes what the step and some metrics leave.
    m_splitter->setSizes({250, 250, 170, 170});
    for (const auto& [index, stretch] : {std::pair{0, 3}, {1, 3}, {2, 1}, {3, 2}})
        m_splitter->setStretchFactor(index, stretch);
    buildTabs();
    connectAll();
    showNumbers();
    showChecks();
    showOutput();
}

void ExplainPanel::buildTabs() {
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("What is known of the run"));
    m_tabs->tabBar()->setAccessibleName(tr("What is known of the run"));
    m_tabs->addTab(m_metrics, tr("Metrics"));
    m_tabs->addTab(m_findings, tr("Findings"));
    m_tabs->addTab(m_output, tr("Output"));
    m_tabs->setTabToolTip(1, tr("Faults, races, barriers that do not fit, wrong masks, divisions by zero"));
    m_tabs->setTabToolTip(2, tr("What the kernels print with printf"));
}

void ExplainPanel::connectAll() {
    RaceChecks& checks = m_workbench.checks();
    connect(&m_workbench, &Workbench::numbersChanged, this, &ExplainPanel::showNumbers);
    connect(&m_workbench, &Workbench::emulationChanged, this, &ExplainPanel::showOutput);
    connect(&checks, &RaceChecks::changed, this, &ExplainPanel::showChecks);
    connect(&checks, &RaceChecks::progressed, m_findings, &FindingsPanel::setProgress);
    connect(m_findings, &FindingsPanel::checkAllWanted, &checks, &RaceChecks::checkAll);
    connect(m_findings, &FindingsPanel::stopWanted, &checks, &RaceChecks::stop);
}

void ExplainPanel::showModels(bool models) {
    m_models->setVisible(models);
    m_code->setVisible(!models);
    m_step->setVisible(!models);
}

void ExplainPanel::showNumbers() {
    const MetricsInput input = m_workbench.metrics();
    m_models->setHtml(estimatesHtml(m_workbench.estimates(), m_workbench.gpu(), input.measurement));
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
    m_tabs->setTabText(1, found == 0 ? tr("Findings") : tr("Findings (%1)").arg(found));
    m_findings->setInput(std::move(input));
}

void ExplainPanel::showOutput() {
    m_output->setRun(m_workbench.emulation());
    const std::size_t printed = m_output->printed();
    m_tabs->setTabText(2, printed == 0 ? tr("Output") : tr("Output (%1)").arg(printed));
}

void ExplainPanel::showFindings() {
    m_tabs->setCurrentWidget(m_findings);
    m_findings->list()->setFocus(Qt::OtherFocusReason);
}

}  // namespace lanescope
