// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/measure_popup.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/zones/measure_queue.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kWidth = 360;

}  // namespace

MeasurePopup::MeasurePopup(Workbench& workbench, WorkerClient& worker, const Theme& theme, QWidget* parent)
    : ChipPopup(theme, parent),
      m_workbench(workbench),
      m_worker(worker),
      m_measure(new QPushButton(tr("&Measure"), this)),
      m_allCounters(new QCheckBox(tr("A&ll counters"), this)),
      m_hint(sentenceLabel(this)),
      m_queue(new MeasureQueue(worker, this)) {
    m_measure->setAccessibleName(tr("Measure this configuration"));
    m_allCounters->setAccessibleName(tr("Read all counters when measuring"));
    m_allCounters->setToolTip(tr(
        "Read every hardware counter that the GPU has, not only those that are looked at most. Each further pass runs "
        "the launches again."));
    m_hint->setAccessibleName(tr("Whether measuring is possible"));
    m_hint->setObjectName(QStringLiteral("measureHint"));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    content->setMinimumWidth(kWidth);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_measure, m_allCounters, m_hint, m_queue})
        column->addWidget(widget);
    setContent(content, m_measure);
    connect(m_measure, &QPushButton::clicked, this, [this] {
        if (const Algorithm* algorithm = m_workbench.algorithm())
            m_worker.measure(std::string(algorithm->id()), m_workbench.parameters(), choice());
    });
    connect(&m_worker, &WorkerClient::machineChanged, this, &MeasurePopup::showMachine);
    connect(&m_worker, &WorkerClient::measuringChanged, this, &MeasurePopup::summaryChanged);
    showMachine();
}

MeasureChoice MeasurePopup::choice() const {
    MeasureChoice choice;
    if (m_allCounters->isEnabled() && m_allCounters->isChecked()) choice.counterSet = MetricSet::Whole;
    return choice;
}

QString MeasurePopup::hint() const { return m_hint->text(); }

QString MeasurePopup::summary() const {
    const auto& machine = m_worker.machine();
    if (!machine) return tr("Measure: looking for a GPU …");
    if (machine->gpu.isEmpty()) return tr("Measure: no GPU here");
    const std::size_t waiting = m_worker.queue().size();
    return waiting == 0 ? tr("Measure …") : tr("Measuring %1 …").arg(waiting);
}

void MeasurePopup::showMachine() {
    const auto& machine = m_worker.machine();
    const bool gpu = machine && !machine->gpu.isEmpty();
    m_measure->setEnabled(gpu);  // what comes later waits its turn
    m_allCounters->setEnabled(gpu && machine->countersMissing.isEmpty());
    if (!machine)
        m_hint->setText(tr("Looking for a GPU …"));
    else if (!gpu)
        m_hint->setText(tr("Not possible here: %1").arg(machine->gpuMissing));
    else if (!machine->countersMissing.isEmpty())
        m_hint->setText(tr("%1: times only. %2").arg(machine->gpu, machine->countersMissing));
    else
        m_hint->setText(tr("%1: times and hardware counters").arg(machine->gpu));
    m_measure->setToolTip(plainTip(m_hint->text()));
    m_measure->setAccessibleDescription(m_hint->text());
    Q_EMIT summaryChanged();
}

}  // namespace lanescope
