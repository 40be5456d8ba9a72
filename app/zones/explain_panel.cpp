// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/explain_panel.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QMenu>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/state/workbench.h"
#include "app/zones/compare_panels.h"
#include "app/zones/explanation_text.h"
#include "app/zones/machine_panel.h"
#include "app/zones/triangle_maps.h"
#include "app/zones/why_panel.h"
#include "widgets/paint/marks.h"
#include "widgets/panels/errors_panel.h"
#include "widgets/panels/findings_panel.h"
#include "widgets/panels/gpu_table.h"
#include "widgets/panels/maps_panel.h"
#include "widgets/panels/metrics_table.h"
#include "widgets/panels/models_panel.h"
#include "widgets/panels/output_panel.h"
#include "widgets/panels/published_table.h"
#include "widgets/style/numbers.h"
#include "widgets/views/step_view.h"

namespace lanescope {

ExplainPanel::ExplainPanel(Workbench& workbench, const StageFrame& frame, Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_workbench(workbench),
      m_theme(theme),
      m_chooser(new QToolButton(this)),
      m_fold(new QToolButton(this)),
      m_leadArea(new QScrollArea(this)),
      m_lead(sentenceLabel(this)),
      m_leadDetail(sentenceLabel(this)),
      m_stack(new QStackedWidget(this)),
      m_why(new WhyPanel(workbench, frame, this)),
      m_step(new StepView(&theme, &frame.playback, &frame.selection, this)),
      m_metrics(new MetricsTable(this)),
      m_findings(new FindingsPanel(this)),
      m_output(new OutputPanel(this)),
      m_about(new RichBrowser(this)),
      m_published(new PublishedTable(this)),
      m_compare(new ComparePanels(workbench.comparison(), this)),
      m_machines(new MachinePanel(workbench, this)),
      m_maps(new TriangleMaps(workbench, this)) {
    setAutoFillBackground(true);
    buildHead();
    m_about->setAccessibleName(tr("What the algorithm is"));
    m_about->setOpenLinks(false);
    add({m_why, tr("Why"), tr("What is to be seen now"), true, false});
    add({m_compare->models(), tr("Models"), tr("Why the chosen point is as it is: what each model says, term by term"),
         false, true});
    add({m_step, tr("This step"), tr("The step in words: lanes, instruction, access, cost"), true, false});
    add({m_metrics, tr("Metrics"), tr("All that was counted, predicted, measured and published"), true, true});
    add({m_compare->errors(), tr("Errors"),
         tr("How far the models are from what was measured, of all that the chart shows"), false, true});
    add({m_findings, tr("Findings"), tr("Faults, races, barriers that do not fit, wrong masks, divisions by zero"),
         true, true});
    add({m_output, tr("Output"), tr("What the kernels print with printf"), true, true});
    add({m_about, tr("About"), tr("What the algorithm does, and what is known of this variant"), true, true});
    add({m_published, tr("Published"), tr("What documents print of it, beside our own numbers"), true, true});
    add({m_compare->gpu(), tr("What if"), tr("Change numbers of the GPU that the models are asked about"), false,
         true});
    add({m_machines, tr("Machines"), tr("Steps and legality on abstract machines: PRAM, QRQW, BSP, LogP"), false,
         true});
    add({m_maps->panel(), tr("Maps"),
         tr("What the maps of triangles cost in operations, and how much faster they can be"), false, true});
    m_lastOfRun = m_why;
    m_lastOfModels = m_compare->models();
    connectAll();
    restyle();
    show(m_why);
    showChoice();
    showNumbers();
    showChecks();
    showOutput();
}

void ExplainPanel::buildHead() {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->addWidget(m_chooser);
    head->addStretch(1);
    head->addWidget(m_fold);
    rows->addLayout(head);
    auto* lead = new QWidget(m_leadArea);
    auto* sentences = new QVBoxLayout(lead);
    sentences->setContentsMargins(0, 0, 0, 0);
    sentences->setSpacing(0);
    sentences->addWidget(m_lead);
    sentences->addWidget(m_leadDetail);
    m_leadArea->setWidget(lead);
    m_leadArea->setWidgetResizable(true);
    m_leadArea->setFrameShape(QFrame::NoFrame);
    m_leadArea->setFocusPolicy(Qt::NoFocus);
    m_leadArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    rows->addWidget(m_leadArea);
    // Each panel scrolls; the highest of them is no reason for the window to grow.
    m_stack->setMinimumHeight(1);
    rows->addWidget(m_stack, 1);
    m_lead->setAccessibleName(tr("What is to be seen"));
    m_leadDetail->setAccessibleName(tr("What belongs to it"));
    setLead({});
    m_chooser->setObjectName(QStringLiteral("explained"));
    m_chooser->setPopupMode(QToolButton::InstantPopup);
    m_chooser->setMenu(new QMenu(m_chooser));
    m_chooser->setFocusPolicy(Qt::StrongFocus);
    m_fold->setFocusPolicy(Qt::StrongFocus);
    m_fold->setAutoRaise(true);
    m_chooser->setAutoRaise(true);
    connect(m_chooser->menu(), &QMenu::aboutToShow, this, &ExplainPanel::fillList);
    connect(m_fold, &QToolButton::clicked, this, [this] { setFolded(!m_folded); });
}

void ExplainPanel::add(const Entry& entry) {
    m_entries.push_back(entry);
    m_stack->addWidget(entry.panel);
}

void ExplainPanel::offer(QWidget* panel, const QString& title, const QString& tip) {
    add({panel, title, tip, true, true});
}

bool ExplainPanel::isOffered(const Entry& entry) const {
    if (entry.panel == m_maps->panel() && !m_maps->applies()) return false;
    return m_explained == Explained::Run ? entry.ofRun : entry.ofModels;
}

std::vector<QWidget*> ExplainPanel::offered() const {
    std::vector<QWidget*> panels;
    for (const Entry& entry : m_entries)
        if (isOffered(entry)) panels.push_back(entry.panel);
    return panels;
}

QString ExplainPanel::titleOf(const QWidget* panel) const {
    const auto at = std::ranges::find(m_entries, panel, &Entry::panel);
    return at == m_entries.end() ? QString() : at->title;
}

QWidget* ExplainPanel::shown() const { return m_stack->currentWidget(); }

void ExplainPanel::retitle(const QWidget* panel, const QString& title) {
    std::ranges::find(m_entries, panel, &Entry::panel)->title = title;
    if (shown() == panel) m_chooser->setText(withoutMnemonic(title));
}

void ExplainPanel::fillList() {
    QMenu& menu = *m_chooser->menu();
    menu.clear();
    menu.setToolTipsVisible(true);
    for (const Entry& entry : m_entries) {
        if (!isOffered(entry)) continue;
        QAction* const action =
            menu.addAction(withoutMnemonic(entry.title), this, [this, panel = entry.panel] { show(panel); });
        action->setToolTip(plainTip(entry.tip));
        action->setCheckable(true);
        action->setChecked(entry.panel == shown());
    }
}

void ExplainPanel::show(QWidget* panel) {
    const auto at = std::ranges::find(m_entries, panel, &Entry::panel);
    if (at == m_entries.end() || !isOffered(*at)) return;
    (m_explained == Explained::Run ? m_lastOfRun : m_lastOfModels) = panel;
    m_stack->setCurrentWidget(panel);
    m_chooser->setText(withoutMnemonic(at->title));
    m_chooser->setToolTip(plainTip(at->tip));
    m_chooser->setAccessibleName(tr("Beside the picture: %1").arg(at->title));
    m_workbench.published().setWanted(panel == m_published);
    setFolded(false);
}

void ExplainPanel::setExplained(Explained explained, StageView* view) {
    const bool folded = m_folded;
    m_explained = explained;
    m_why->setView(view);
    m_compare->setShown(explained == Explained::Models);
    show(explained == Explained::Run ? m_lastOfRun : m_lastOfModels);
    setFolded(folded);
}

void ExplainPanel::setLead(const Why& why) {
    m_lead->setText(why.sentence);
    m_leadDetail->setText(why.detail);
    showLead();
}

void ExplainPanel::showLead() {
    const bool any = !m_lead->text().isEmpty();
    m_leadDetail->setVisible(!m_leadDetail->text().isEmpty());
    m_leadArea->setVisible(any && !m_folded);
    if (!any) return;
    const int wanted =
        m_lead->heightForWidth(width()) + (m_leadDetail->text().isEmpty() ? 0 : m_leadDetail->heightForWidth(width()));
    m_leadArea->setFixedHeight(std::max(1, std::min(wanted, height() / 3)));
}

void ExplainPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showLead();
}

void ExplainPanel::connectAll() {
    RaceChecks& checks = m_workbench.checks();
    connect(&m_theme, &Theme::changed, this, &ExplainPanel::restyle);
    connect(&m_workbench, &Workbench::numbersChanged, this, &ExplainPanel::showNumbers);
    connect(&m_workbench, &Workbench::baselineChanged, this, &ExplainPanel::showNumbers);
    connect(&m_workbench, &Workbench::emulationChanged, this, &ExplainPanel::showOutput);
    connect(&m_workbench, &Workbench::countsChanged, this, &ExplainPanel::showOutput);
    connect(&m_workbench, &Workbench::choiceChanged, this, &ExplainPanel::showChoice);
    connect(&m_workbench.published(), &PublishedComparison::changed, this, &ExplainPanel::showPublished);
    connect(m_published, &PublishedTable::configurationChosen, &m_workbench, &Workbench::choose);
    connect(&checks, &RaceChecks::changed, this, &ExplainPanel::showChecks);
    connect(&checks, &RaceChecks::progressed, m_findings, &FindingsPanel::setProgress);
    connect(m_compare, &ComparePanels::gpuWanted, this, [this] { show(m_compare->gpu()); });
    connect(m_compare, &ComparePanels::metricWanted, this, &ExplainPanel::showMetric);
    for (const auto signal : {&Workbench::traceChanged, &Workbench::emulationChanged, &Workbench::outdatedChanged})
        connect(&m_workbench, signal, this, &ExplainPanel::showAbout);
    connect(m_about, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        const auto number = static_cast<std::size_t>(link.path().toUInt());
        if (link.scheme() == QStringLiteral("show") && number < m_links.size())
            Q_EMIT pictureWanted(PictureLink(m_links[number]));
    });
    connect(m_why, &WhyPanel::metricWanted, this, &ExplainPanel::showMetric);
    connect(m_findings, &FindingsPanel::checkAllWanted, &checks, &RaceChecks::checkAll);
    connect(m_findings, &FindingsPanel::stopWanted, &checks, &RaceChecks::stop);
}

void ExplainPanel::showPlace() {
    show(m_compare->models());
    m_compare->openPlace();
}

void ExplainPanel::showMetric(const QString& id) {
    const int row = m_metrics->model()->rowOf(id.toStdString());
    if (row < 0) return;
    show(m_metrics);
    m_metrics->view()->setCurrentIndex(m_metrics->model()->index(row, MetricsModel::Emulated));
    m_metrics->view()->setFocus(Qt::OtherFocusReason);
}

void ExplainPanel::showChoice() {
    showAbout();
    showPublished();
    if (shown() == m_maps->panel() && !m_maps->applies()) show(m_compare->models());
}

/// Its links are those of the block that is watched, and none while that is of the choice before.
void ExplainPanel::showAbout() {
    const Algorithm* const algorithm = m_workbench.algorithm();
    if (algorithm == nullptr) return;
    const std::vector<Playback::Block>& blocks = m_workbench.blocks();
    const bool watched = !blocks.empty() && !m_workbench.isOutdated() && m_workbench.emulation() &&
                         m_workbench.emulation()->plan.algorithm == algorithm->id();
    m_links.clear();
    const QString told =
        explanationHtml(*algorithm, *m_workbench.plan(), watched ? blocks.front().get() : nullptr, m_links);
    // What is being read stays where it is.
    if (std::exchange(m_told, told) != told) m_about->setHtml(told);
}

void ExplainPanel::showPublished() {
    PublishedComparison& published = m_workbench.published();
    m_published->setLines(published.lines(), published.missing());
    const Algorithm* algorithm = m_workbench.algorithm();
    m_published->setClaims(algorithm ? claimsAbout(m_workbench.library().claims(), algorithm->id())
                                     : std::vector<AccuracyClaim>());
}

void ExplainPanel::showNumbers() { m_metrics->setInput(m_workbench.metrics()); }

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
    retitle(m_findings, found == 0 ? tr("Findings") : tr("Findings (%1)").arg(countText(found)));
    m_findings->setInput(std::move(input));
}

void ExplainPanel::showOutput() {
    m_output->setRun(m_workbench.emulation());
    const std::size_t printed = m_output->printed();
    retitle(m_output, printed == 0 ? tr("Output") : tr("Output (%1)").arg(countText(printed)));
}

void ExplainPanel::showFindings() {
    show(m_findings);
    m_findings->list()->setFocus(Qt::OtherFocusReason);
}

int ExplainPanel::railWidth() const { return qRound(m_theme.scaled(5 * paint::kGrid)); }

void ExplainPanel::setFolded(bool folded) {
    m_fold->setText(folded ? QStringLiteral("‹") : QStringLiteral("›"));
    m_fold->setToolTip(plainTip(folded ? tr("Unfold (F7)") : tr("Fold, so that the picture has the whole width (F7)")));
    m_fold->setAccessibleName(folded ? tr("Unfold what stands beside the picture")
                                     : tr("Fold what stands beside the picture"));
    m_stack->setVisible(!folded);
    m_chooser->setVisible(!folded);
    const bool changed = folded != m_folded;
    m_folded = folded;
    showLead();
    if (!changed) return;
    Q_EMIT foldedChanged(folded);
}

void ExplainPanel::restyle() {
    QPalette raised = palette();
    raised.setColor(QPalette::Window, m_theme.colour(Colour::Raised));
    setPalette(raised);
    for (QToolButton* button : {m_chooser, m_fold}) button->setFont(m_theme.type(Type::Least));
    const int grid = qRound(m_theme.scaled(paint::kGrid));
    layout()->itemAt(0)->layout()->setContentsMargins(grid, grid / 2, grid / 2, 0);
    m_fold->setMinimumSize(3 * grid, 3 * grid);
    m_lead->setFont(m_theme.type(Type::Why));
    m_leadDetail->setFont(m_theme.type(Type::Body));
    for (QLabel* label : {m_lead, m_leadDetail}) label->setContentsMargins(2 * grid, grid, 2 * grid, 0);
}

}  // namespace lanescope
