// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/baseline_run.h"

#include <utility>

#include "app/state/ladder_work.h"
#include "app/state/workbench.h"
#include "core/base/words.h"
#include "core/run/counting_policy.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

const QString kBaseline = QStringLiteral("baseline");

QString text(std::string_view string) {
    return QString::fromUtf8(string.data(), static_cast<qsizetype>(string.size()));
}

/// Its counts; what it took to watch it would be held for as long as it is pinned.
std::shared_ptr<const Emulation> withoutTraces(const Emulation& run) {
    auto counts = std::make_shared<Emulation>(run);
    counts->traces.clear();
    counts->history.reset();
    counts->buffers = {};
    return counts;
}

Result<std::shared_ptr<const Emulation>> runOf(const PinnedChoice& choice, const sass::MachinePlans& plans,
                                               const JobContext& job) {
    Result<Plan> plan = choice.algorithm->plan(choice.parameters);
    if (!plan) return fail(plan.error());
    EmulationOptions options = watchingOptions(*plan);
    options.scheduling = choice.scheduling;
    if (!choice.machine.empty()) plan = plans.planFor(*plan, choice.machine, job);
    if (!plan) return fail(plan.error());
    Result<Emulation> run = emulate(std::move(*plan), options, job);
    if (!run) return fail(run.error());
    return withoutTraces(*run);
}

std::optional<GpuSpec> gpuOf(const PinnedChoice& choice, const Library& library) {
    const auto found = library.gpus().find(choice.gpu);
    if (!found || choice.gpu.empty()) return std::nullopt;
    GpuSpec gpu = **found;
    for (const auto& [id, value] : choice.whatIf)
        if (Result<GpuSpec> changed = withValue(gpu, id, value)) gpu = std::move(*changed);
    if (!choice.whatIf.empty()) gpu.title += BaselineRun::tr(", what if").toStdString();
    return gpu;
}

bool sameRun(const PinnedChoice& a, const PinnedChoice& b) {
    return a.algorithm == b.algorithm && a.parameters.sameAs(b.parameters) && a.scheduling == b.scheduling &&
           a.machine == b.machine;
}

}  // namespace

BaselineRun::BaselineRun(Workbench& workbench) : m_workbench(workbench) {
    connect(&workbench, &Workbench::choiceChanged, this, &BaselineRun::follow);
    connect(&workbench, &Workbench::numbersChanged, this, &BaselineRun::look);
}

QString BaselineRun::name() const {
    if (!m_choice) return {};
    QStringList parts{text(m_choice->algorithm->id())};
    for (const ParameterSpec& spec : m_choice->algorithm->parameters())
        if (m_choice->parameters.find(spec.name) != nullptr)
            parts += valueName(spec, m_choice->parameters.value(spec.name));
    if (!m_choice->machine.empty()) parts += text(m_choice->machine);
    return parts.join(QLatin1Char(' '));
}

bool BaselineRun::isChosen() const {
    return m_choice && m_workbench.algorithm() != nullptr && sameRun(*m_choice, pinned(m_workbench.chosen())) &&
           m_choice->launch == m_workbench.launch();
}

QString BaselineRun::shortName() const {
    if (!m_choice || isChosen() || m_workbench.algorithm() == nullptr) return {};
    const PinnedChoice now = pinned(m_workbench.chosen());
    QStringList parts;
    if (now.algorithm != m_choice->algorithm || !now.parameters.sameAs(m_choice->parameters))
        parts += namesOf({{now.algorithm, now.parameters}, {m_choice->algorithm, m_choice->parameters}}).back();
    if (now.machine != m_choice->machine) parts += m_choice->machine.empty() ? tr("PTX") : text(m_choice->machine);
    if (now.scheduling != m_choice->scheduling)
        parts += m_choice->scheduling == simt::Scheduling::ReconvergenceStack ? tr("lockstep") : tr("independent");
    if (parts.isEmpty()) parts += tr("launch %1").arg(m_choice->launch + 1);
    return parts.join(QStringLiteral(", "));
}

std::optional<BaselineRun::Line> BaselineRun::line() const {
    if (!m_before) return std::nullopt;
    const std::optional<rules::Fact>& time =
        m_before->times.hardware ? m_before->times.hardware : m_before->times.estimate;
    if (!time || time->value <= 0) return std::nullopt;
    const QString words =
        tr("baseline: %1, %2, %3")
            .arg(isChosen() ? tr("this") : shortName(), timeText(time->value), text(nameOf(time->origin)));
    const GpuSpec* const here = m_workbench.gpu();
    const std::string there = m_before->times.hardware ? m_before->measuredOn : m_gpu ? m_gpu->title : std::string();
    const bool elsewhere = here != nullptr && !there.empty() && there != here->title;
    return Line{time->value, elsewhere ? tr("%1, on %2").arg(words, text(there)) : words};
}

QString BaselineRun::sentence() const {
    if (!m_choice || isChosen()) return {};
    if (!m_missing.isEmpty()) return tr("The baseline was not run: %1").arg(m_missing);
    if (!m_before || !m_after) return {};
    return QString::fromStdString(inWords(baseline::sentenceOf(*m_before, *m_after)));
}

void BaselineRun::cancel() { m_workbench.jobs().cancel(kBaseline); }

void BaselineRun::follow() {
    const std::optional<PinnedChoice>& wanted = m_workbench.baseline();
    if (wanted == m_choice) return;
    const bool another = !wanted || !m_choice || !sameRun(*wanted, *m_choice);
    m_choice = wanted;
    m_gpu = wanted ? gpuOf(*wanted, m_workbench.library()) : std::nullopt;
    m_missing.clear();
    if (another) {
        m_run.reset();
        m_adopted.reset();
        m_workbench.jobs().drop(kBaseline);
    }
    m_before.reset();
    m_after.reset();
    if (m_choice) return look();
    Q_EMIT changed();
}

void BaselineRun::look() {
    if (!m_choice) return;
    adoptShown();
    compare();
    Q_EMIT changed();
    start();
}

/// What is shown, if it is the pinned configuration: it is counted already.
void BaselineRun::adoptShown() {
    const std::shared_ptr<const Emulation> shown = m_workbench.emulation();
    if (!shown || m_adopted.lock() == shown || shown->plan.algorithm != m_choice->algorithm->id() ||
        !shown->plan.parameters.sameAs(m_choice->parameters) || m_workbench.runScheduling() != m_choice->scheduling ||
        m_workbench.runMachine() != m_choice->machine)
        return;
    m_adopted = shown;
    m_run = withoutTraces(*shown);
}

void BaselineRun::compare() {
    m_before.reset();
    m_after.reset();
    const auto shown = m_workbench.emulation();
    if (!m_run || !shown) return;
    m_before = baseline::baselineOf(*m_run, m_choice->launch, m_workbench.measurementOf(m_run.get()));
    m_after = baseline::baselineOf(*shown, m_workbench.launch(), m_workbench.measurementOf(shown.get()));
}

/// The run, where it is not there yet; estimates, where hardware does not tell both times.
void BaselineRun::start() {
    const auto shown = m_workbench.emulation();
    const bool timed = m_before && m_after && m_before->times.hardware && m_after->times.hardware;
    const GpuSpec* const gpu = m_workbench.gpu();
    if (m_run && (timed || !shown || gpu == nullptr || !m_gpu)) return;
    std::vector<const Model*> asked{modelAsked(m_workbench, false), findModel(kUsualModel).value_or(nullptr)};
    std::erase(asked, nullptr);
    m_workbench.jobs().start<Found>(
        kBaseline, tr("Running the baseline, %1").arg(name()),
        [choice = *m_choice, run = m_run, shown, before = m_gpu, now = gpu ? std::optional(*gpu) : std::nullopt, asked,
         &library = m_workbench.library()](const JobContext& job) -> Result<Found> {
            Found found{run, {}, {}};
            if (!found.run) {
                Result<std::shared_ptr<const Emulation>> made = runOf(choice, library.machinePlans(), job);
                if (!made) return fail(made.error());
                found.run = std::move(*made);
            }
            if (!shown || !before || !now) return found;
            // Both by one model.
            for (const Model* const model : asked) {
                baseline::Baseline old, here;
                baseline::addEstimate(old, *found.run, *before, &library.machineCodes(), *model);
                baseline::addEstimate(here, *shown, *now, &library.machineCodes(), *model);
                if (!old.times.estimate || !here.times.estimate) continue;
                found.before = std::move(old);
                found.after = std::move(here);
                break;
            }
            return found;
        },
        [this](Result<Found> found) {
            if (found) return take(std::move(*found));
            m_missing = QString::fromStdString(describe(found.error()));
            Q_EMIT changed();
        });
}

void BaselineRun::take(Found found) {
    m_missing.clear();
    if (!m_run) m_run = std::move(found.run);
    compare();
    for (const auto& [into, from] : {std::pair(&m_before, &found.before), std::pair(&m_after, &found.after)}) {
        if (!*into) continue;
        (*into)->times.estimate = from->times.estimate;
        (*into)->estimatedOn = from->estimatedOn;
    }
    Q_EMIT changed();
}

}  // namespace lanescope
