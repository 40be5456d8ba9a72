// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/choose_panel.h"

#include <QCheckBox>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include "app/zones/measure_queue.h"
#include "widgets/panels/algorithm_picker.h"
#include "widgets/panels/configuration_form.h"
#include "widgets/panels/correctness_badge.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

/// Scrolls up and down only: it is never narrower than what it holds.
class ColumnScroll final : public QScrollArea {
public:
    explicit ColumnScroll(QWidget* parent) : QScrollArea(parent) {
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setFocusPolicy(Qt::NoFocus);
    }
    [[nodiscard]] QSize minimumSizeHint() const override {
        const int bar = verticalScrollBar()->sizeHint().width();
        const int content = widget() ? widget()->minimumSizeHint().width() : 0;
        return {content + bar, fontMetrics().height() * 4};
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
        return QScrollArea::eventFilter(watched, event);
    }
};

}  // namespace

ChoosePanel::ChoosePanel(Workbench& workbench, WorkerClient& worker, QWidget* parent)
    : QWidget(parent),
      m_workbench(workbench),
      m_worker(worker),
      m_picker(new AlgorithmPicker(this)),
      m_form(new ConfigurationForm(this)),
      m_badge(new CorrectnessBadge(this)),
      m_findings(new QPushButton(this)),
      m_verdict(sentenceLabel(this)),
      m_measure(new QPushButton(tr("&Measure"), this)),
      m_allCounters(new QCheckBox(tr("A&ll counters"), this)),
      m_measureHint(sentenceLabel(this)),
      m_queue(new MeasureQueue(worker, this)) {
    m_picker->setAlgorithms(workbench.library().catalogue().algorithms());
    m_verdict->setAccessibleName(tr("What is known of this variant"));
    m_measureHint->setAccessibleName(tr("Whether measuring is possible"));
    m_verdict->setObjectName(QStringLiteral("verdict"));
    m_measureHint->setObjectName(QStringLiteral("measureHint"));
    m_measure->setAccessibleName(tr("Measure this configuration"));
    m_allCounters->setAccessibleName(tr("Read all counters when measuring"));
    m_allCounters->setToolTip(tr(
        "Read every hardware counter that the GPU has, not only those that are looked at most. Each further pass runs "
        "the launches again."));
    m_findings->setAccessibleName(tr("Show the findings"));
    m_findings->setToolTip(tr("Races and the like that a watched run has found: show them"));
    m_findings->hide();
    buildLayout();
    connectAll();
    showChoice();
    showMeasuring();
}

void ChoosePanel::buildLayout() {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 4, 4);
    layout->addWidget(m_picker, 2);
    auto* inner = new QWidget(this);
    auto* column = new QVBoxLayout(inner);
    column->setContentsMargins(0, 4, 6, 4);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_form, m_findings, m_badge, m_verdict, m_measure,
                                                           m_allCounters, m_measureHint, m_queue})
        column->addWidget(widget);
    column->addStretch(1);
    auto* scroll = new ColumnScroll(this);
    scroll->setWidget(inner);
    layout->addWidget(scroll, 3);
}

void ChoosePanel::connectAll() {
    connect(m_picker, &AlgorithmPicker::chosen, &m_workbench, &Workbench::chooseAlgorithm);
    connect(m_form, &ConfigurationForm::edited, &m_workbench, &Workbench::choose);
    connect(m_form, &ConfigurationForm::blockChosen, &m_workbench, &Workbench::chooseBlock);
    connect(m_form, &ConfigurationForm::launchChosen, &m_workbench, &Workbench::chooseLaunch);
    connect(m_form, &ConfigurationForm::gpuChosen, &m_workbench, &Workbench::chooseGpu);
    connect(m_form, &ConfigurationForm::schedulingChosen, &m_workbench, &Workbench::chooseScheduling);
    connect(m_findings, &QPushButton::clicked, this, &ChoosePanel::findingsWanted);
    connect(&m_workbench.checks(), &RaceChecks::changed, this, &ChoosePanel::showChecks);
    connect(m_badge, &CorrectnessBadge::differencesToggled, &m_workbench, &Workbench::setDifferencesShown);
    connect(m_measure, &QPushButton::clicked, this, [this] {
        if (const Algorithm* algorithm = m_workbench.algorithm())
            m_worker.measure(std::string(algorithm->id()), m_workbench.parameters(), measureChoice());
    });
    connect(&m_workbench, &Workbench::choiceChanged, this, &ChoosePanel::showChoice);
    connect(&m_workbench, &Workbench::problemChanged, this, [this] { m_form->showProblem(m_workbench.problem()); });
    connect(&m_workbench, &Workbench::emulationChanged, this, &ChoosePanel::showEmulation);
    connect(&m_workbench, &Workbench::traceChanged, this, &ChoosePanel::showWatched);
    connect(&m_worker, &WorkerClient::machineChanged, this, &ChoosePanel::showMeasuring);
}

void ChoosePanel::showChoice() {
    const Algorithm* algorithm = m_workbench.algorithm();
    if (!algorithm) return;
    m_picker->setCurrent(QString::fromUtf8(algorithm->id().data(), static_cast<qsizetype>(algorithm->id().size())));
    // The form is made anew only for another algorithm: an edited field must not lose the keyboard's focus.
    if (algorithm != m_shown || m_form->parameters() != m_workbench.parameters())
        m_form->setAlgorithm(algorithm, m_workbench.parameters());
    m_shown = algorithm;
    const GpuSpec* gpu = m_workbench.gpuChoice().base();
    m_form->setGpus(m_workbench.library().gpus().all(), gpu ? QString::fromStdString(gpu->id) : QString());
    m_form->setScheduling(m_workbench.scheduling());
    m_verdict->setText(QString::fromStdString(algorithm->verdict(m_workbench.parameters())));
    m_form->showProblem(m_workbench.problem());
}

void ChoosePanel::showEmulation() {
    showWatched();
    if (const auto emulation = m_workbench.emulation()) m_badge->setResult(emulation->check, m_workbench.sampled());
}

void ChoosePanel::showWatched() {
    m_form->setLaunches(static_cast<int>(m_workbench.launches()), static_cast<int>(m_workbench.launch()));
    m_form->setGrid(m_workbench.grid(), m_workbench.block());
}

void ChoosePanel::showChecks() {
    const std::uint64_t found = m_workbench.checks().findings();
    m_findings->setVisible(found > 0);
    m_findings->setText(found == 1 ? tr("⚠ 1 finding …") : tr("⚠ %1 findings …").arg(countText(found)));
}

MeasureChoice ChoosePanel::measureChoice() const {
    MeasureChoice choice;
    if (m_allCounters->isEnabled() && m_allCounters->isChecked()) choice.counterSet = MetricSet::Whole;
    return choice;
}

void ChoosePanel::showMeasuring() {
    const auto& machine = m_worker.machine();
    const bool gpu = machine && !machine->gpu.isEmpty();
    m_measure->setEnabled(gpu);  // what comes later waits its turn
    m_allCounters->setEnabled(gpu && machine->countersMissing.isEmpty());
    if (!machine)
        m_measureHint->setText(tr("Looking for a GPU …"));
    else if (!gpu)
        m_measureHint->setText(tr("Not possible here: %1").arg(machine->gpuMissing));
    else if (!machine->countersMissing.isEmpty())
        m_measureHint->setText(tr("%1: times only. %2").arg(machine->gpu, machine->countersMissing));
    else
        m_measureHint->setText(tr("%1: times and hardware counters").arg(machine->gpu));
    m_measure->setToolTip(plainTip(m_measureHint->text()));
    m_measure->setAccessibleDescription(m_measureHint->text());
}

}  // namespace lanescope
