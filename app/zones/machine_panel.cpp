// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/machine_panel.h"

#include <QCoreApplication>

#include "core/models/abstract/machine_models.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

const QString kMachines = QStringLiteral("machines");
/// What is watched, so that nobody waits long; the answer says if that was not all.
constexpr std::uint64_t kSteps = 2'000'000;
constexpr std::uint64_t kAccesses = 1'000'000;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::MachinePanel)
};

template <typename Number>
QString count(Number value) {
    return countText(static_cast<double>(value), 1);
}

/// Title and source of a machine model, by its id.
QString heading(std::string_view id) {
    for (const MachineModel& model : machineModels())
        if (model.description.id == id)
            return QStringLiteral("<h4>%1</h4><p><i>%2</i></p>")
                .arg(escaped(model.description.title), escaped(model.description.source));
    return QStringLiteral("<h4>%1</h4>").arg(escaped(id));
}

QString pramHtml(const PramAnswer& pram) {
    QString html = heading("pram");
    html += Texts::tr(
                "<p><b>%1 steps</b> on %2 processors; in %3 of them shared memory is used; %4 phases; %5 "
                "instructions in all.</p>")
                .arg(count(pram.steps), count(pram.processors), count(pram.accessSteps), count(pram.phases),
                     count(pram.work));
    html += QStringLiteral("<table cellspacing=4>");
    for (const PramVerdict& verdict : pram.verdicts) {
        const bool legal = verdict.legality == Legality::Legal;
        html += QStringLiteral("<tr><td>%1 %2</td><td>%3</td></tr>")
                    .arg(legal ? QStringLiteral("✓") : QStringLiteral("✗"), escaped(nameOf(verdict.variant)),
                         escaped(nameOf(verdict.legality)));
        if (verdict.first)
            html += QStringLiteral("<tr><td></td><td>%1</td></tr>").arg(escaped(describe(*verdict.first)));
    }
    return html + QStringLiteral("</table>");
}

QString queueText(const Queue& queue) {
    if (queue.cell.empty()) return Texts::tr("no queue");
    return Texts::tr("longest queue %1, at %2").arg(count(queue.length), escaped(queue.cell));
}

QString qrqwHtml(const QrqwAnswer& qrqw) {
    QString html = heading("qrqw") + QStringLiteral("<table cellspacing=4>");
    const auto row = [&](const QString& what, std::uint64_t steps, const Queue& queue) {
        html += Texts::tr("<tr><td>%1</td><td align=right>%2 steps</td><td>%3</td></tr>")
                    .arg(what, count(steps), queueText(queue));
    };
    row(Texts::tr("in lockstep"), qrqw.lockstep, qrqw.lockstepQueue);
    row(Texts::tr("synchronous"), qrqw.synchronous, qrqw.synchronousQueue);
    row(Texts::tr("asynchronous"), qrqw.asynchronous, qrqw.asynchronousQueue);
    return html + QStringLiteral("</table>");
}

QString bspHtml(const BspAnswer& bsp, const std::optional<BspOnGpu>& gpu) {
    QString html = heading("bsp");
    html += Texts::tr("<p><b>%1 supersteps</b> in %2 launches: w = %3, h = %4 (largest %5).</p>")
                .arg(count(bsp.supersteps), count(bsp.launches), count(bsp.work), count(bsp.messages),
                     count(bsp.longestMessages));
    if (gpu)
        html += Texts::tr(
                    "<p>With the GPU's multiprocessors as components: %1 cycles = w %2 + h %3 words · g %4 + %5 "
                    "barriers · L %6 + %7 launches · L %8.</p>")
                    .arg(count(gpu->cycles), count(gpu->work), count(gpu->words), count(gpu->gap), count(gpu->barriers),
                         count(gpu->barrierCycles), count(gpu->launches))
                    .arg(count(gpu->launchCycles));
    return html;
}

QString logpHtml(const MachineAnswers& answers) {
    const LogpAnswer& logp = answers.logp;
    QString html = heading("logp");
    html +=
        Texts::tr("<p><b>%1 messages</b>: %2 to the device (%3 B), %4 from it (%5 B), %6 commands.</p>")
            .arg(count(logp.toDevice + logp.fromDevice + logp.launches), count(logp.toDevice),
                 count(logp.bytesToDevice), count(logp.fromDevice), count(logp.bytesFromDevice), count(logp.launches));
    if (answers.logpMachine && answers.logpCost)
        html += Texts::tr("<p>L = %1, o = %2 cycles: %3 cycles if the host waits for each, %4 if for none.</p>")
                    .arg(count(answers.logpMachine->latency), count(answers.logpMachine->overhead),
                         count(answers.logpCost->cycles), count(answers.logpCost->pipelined));
    return html;
}

}  // namespace

QString machineHtml(const MachineAnswers& answers) {
    QString html = Texts::tr("<h3>What the abstract machines say: steps, not seconds</h3>");
    if (!answers.complete())
        html += Texts::tr("<p>⚠ Not all of the run was watched: %1 of %2 launches, of their blocks %3 of %4.</p>")
                    .arg(count(answers.launchesSeen), count(answers.launches), count(answers.blocksSeen),
                         count(answers.blocks));
    if (!answers.fault.empty()) html += QStringLiteral("<p>⚠ %1</p>").arg(escaped(answers.fault));
    html +=
        pramHtml(answers.pram) + qrqwHtml(answers.qrqw) + bspHtml(answers.bsp, answers.bspOnGpu) + logpHtml(answers);
    for (const std::string& note : answers.notes) html += QStringLiteral("<p>%1</p>").arg(escaped(note));
    for (const Error& problem : answers.gpuProblems)
        html += QStringLiteral("<p>%1</p>").arg(escaped(describe(problem)));
    return html;
}

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
            options.limits = {.steps = kSteps, .accesses = kAccesses};
            options.gpu = gpu ? &*gpu : nullptr;
            return machineAnswers(*plan, options, job);
        },
        [this](Result<MachineAnswers> result) {
            m_known = result.has_value();
            setHtml(result ? machineHtml(*result) : QStringLiteral("<p>%1</p>").arg(escaped(describe(result.error()))));
        });
}

}  // namespace lanescope
