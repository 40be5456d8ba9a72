// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/machine_panel.h"

#include "app/zones/machine_html.h"

namespace lanescope {
namespace {

const QString kMachines = QStringLiteral("machines");

}  // namespace

MachinePanel::MachinePanel(Workbench& workbench, QWidget* parent) : RichBrowser(parent), m_workbench(&workbench) {
    setAccessibleName(tr("What the machine models say"));
    setOpenLinks(false);
    connect(&workbench, &Workbench::choiceChanged, this, &MachinePanel::outdate);
    connect(&workbench.gpuChoice(), &GpuChoice::changed, this, &MachinePanel::outdate);
    connect(&workbench, &Workbench::emulationChanged, this, &MachinePanel::start);
}

void MachinePanel::outdate() {
    m_known = false;
    m_workbench->jobs().drop(kMachines);
    // A choice that needs a run of its own is looked at when that is done.
    if (!m_workbench->isEmulating()) start();
}

void MachinePanel::stop() { m_workbench->jobs().cancel(kMachines); }

void MachinePanel::showEvent(QShowEvent* event) {
    RichBrowser::showEvent(event);
    start();
}

void MachinePanel::hideEvent(QHideEvent* event) {
    RichBrowser::hideEvent(event);
    if (!m_workbench) return;
    if (m_workbench->jobs().isBusy(kMachines)) m_known = false;
    m_workbench->jobs().drop(kMachines);
}

void MachinePanel::start() {
    if (m_known || !isVisible() || !m_workbench || !m_workbench->algorithm()) return;
    m_known = true;
    setHtml(tr("<p>The run is being watched …</p>"));
    std::optional<GpuSpec> gpu;
    if (const GpuSpec* chosen = m_workbench->gpu()) gpu = *chosen;
    m_workbench->jobs().start<MachineAnswers>(
        kMachines, tr("Watching for the machine models"),
        [plan = m_workbench->plan(), gpu = std::move(gpu)](const JobContext& job) {
            MachineOptions options;
            options.limits = kWindowLimits;
            options.gpu = gpu ? &*gpu : nullptr;
            return machineAnswers(*plan, options, job);
        },
        [this](Result<MachineAnswers> result) {
            m_known = result.has_value();
            setHtml(result ? machineHtml(*result) : QStringLiteral("<p>%1</p>").arg(escaped(describe(result.error()))));
        });
}

}  // namespace lanescope
