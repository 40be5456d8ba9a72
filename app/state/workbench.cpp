// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/workbench.h"

#include <algorithm>

#include "app/state/metrics_input.h"
#include "app/state/sweep_values.h"
#include "core/run/counting_policy.h"
#include "core/trace/block_writes.h"

namespace lanescope {
namespace {

const QString kEmulate = QStringLiteral("emulate");
const QString kTrace = QStringLiteral("trace");

std::shared_ptr<const Plan> shared(Plan plan) { return std::make_shared<const Plan>(std::move(plan)); }

}  // namespace

Workbench::Workbench(std::shared_ptr<const Library> library, QObject* parent)
    : QObject(parent),
      m_library(std::move(library)),
      m_published(m_library, m_jobs),
      m_comparison(m_library, m_measured, m_gpu, m_jobs) {
    // The shipped recording's GPU, so that models and recording can be compared at once.
    const auto& gpus = m_library->gpus().all();
    if (const auto recorded = m_library->gpus().find("h200"))
        m_gpu.choose(*recorded);
    else if (!gpus.empty())
        m_gpu.choose(&gpus.front());
    // Whatever is changed of the GPU changes what the models say of the run.
    connect(&m_gpu, &GpuChoice::changed, this, &Workbench::numbersChanged);
}

Workbench::~Workbench() = default;

Dim3 Workbench::grid() const {
    const auto launches = m_emulation ? m_emulation->plan.launches() : std::vector<const Launch*>();
    return m_launch < launches.size() ? launches[m_launch]->grid : Dim3{};
}

std::size_t Workbench::launches() const { return m_emulation ? m_emulation->plan.launches().size() : 0; }

std::optional<RunHistory::Usage> Workbench::traceMemory() const {
    if (!m_emulation || !m_emulation->history) return std::nullopt;
    return m_emulation->history->usage();
}

bool Workbench::sampled() const {
    return m_emulation && std::ranges::any_of(m_emulation->launches, &simt::LaunchReport::sampled);
}

void Workbench::setProblem(std::optional<Error> problem) {
    if (problem == m_problem) return;
    m_problem = std::move(problem);
    Q_EMIT problemChanged();
}

void Workbench::chooseAlgorithm(const QString& id) {
    const auto found = m_library->catalogue().find(id.toStdString());
    if (!found) return setProblem(found.error());
    const Algorithm* algorithm = *found;
    if (algorithm == m_algorithm) return;
    // First with the values at hand; where they do not go together, with the algorithm's own defaults.
    for (const Parameters& start : {carriedOver(*algorithm, m_parameters), Parameters{}}) {
        Result<Parameters> complete = algorithm->complete(start);
        if (!complete) continue;
        Result<Plan> plan = algorithm->plan(*complete);
        if (plan) return accept(algorithm, std::move(*complete), shared(std::move(*plan)), {0, 0, 0});
        if (start.empty()) setProblem(plan.error());
    }
}

void Workbench::choose(const Parameters& parameters) {
    if (!m_algorithm) return;
    Result<Parameters> complete = m_algorithm->complete(parameters);
    if (!complete) return setProblem(complete.error());
    Result<Plan> plan = m_algorithm->plan(*complete);
    if (!plan) return setProblem(plan.error());
    accept(m_algorithm, std::move(*complete), shared(std::move(*plan)), m_block);
}

void Workbench::chooseBlock(Dim3 block) {
    if (!m_algorithm || block == m_block) return;
    m_block = block;
    m_wanted.reset();
    if (m_emulation) keepBlockInGrid(m_emulation->plan);
    Q_EMIT choiceChanged();
    startTrace();
}

void Workbench::chooseLaunch(int number) {
    if (number < 0 || static_cast<std::size_t>(number) >= launches() || static_cast<std::size_t>(number) == m_launch)
        return;
    watch(static_cast<std::size_t>(number), m_block);
}

void Workbench::watch(std::size_t launch, Dim3 block) {
    if (launch >= launches() || (launch == m_launch && block == m_block)) return;
    const bool another = launch != m_launch;
    m_launch = launch;
    m_block = block;
    m_wanted.reset();
    keepBlockInGrid(m_emulation->plan);
    Q_EMIT choiceChanged();
    if (another) Q_EMIT numbersChanged();
    startTrace();
}

void Workbench::chooseScheduling(simt::Scheduling scheduling) {
    if (scheduling == m_scheduling) return;
    m_scheduling = scheduling;
    if (!m_algorithm) return Q_EMIT choiceChanged();
    accept(m_algorithm, m_parameters, m_plan, m_block);
}

void Workbench::chooseWriterOf(const simt::ElementRef& element) {
    if (!trace()) return;
    const std::optional<Dim3> block = likelyWriter(*trace(), element);
    const Dim3 shown = m_block;
    if (block) chooseBlock(*block);
    m_wanted = element;
    if (m_block == shown) Q_EMIT traceChanged();
}

QString Workbench::wantedMissing() const {
    if (!m_wanted || !trace() || writes(*trace(), *m_wanted)) return {};
    const std::string name = m_emulation->plan.buffers.at(m_wanted->buffer).name;
    return tr("Block (%1, %2, %3) does not write %4[%5][%6]; which block does cannot be told from it.")
        .arg(trace()->block().x)
        .arg(trace()->block().y)
        .arg(trace()->block().z)
        .arg(QString::fromStdString(name))
        .arg(m_wanted->row)
        .arg(m_wanted->column);
}

/// A launch or a block that the plan does not have gives way to the nearest one that it has.
void Workbench::keepBlockInGrid(const Plan& plan) {
    const std::vector<const Launch*> launches = plan.launches();
    m_launch = std::min(m_launch, launches.empty() ? 0 : launches.size() - 1);
    const Dim3 grid = launches.empty() ? Dim3{} : launches[m_launch]->grid;
    m_block = {std::min(m_block.x, grid.x - 1), std::min(m_block.y, grid.y - 1), std::min(m_block.z, grid.z - 1)};
}

void Workbench::accept(const Algorithm* algorithm, Parameters parameters, std::shared_ptr<const Plan> plan,
                       Dim3 block) {
    m_block = block;
    m_wanted.reset();
    m_plan = std::move(plan);
    keepBlockInGrid(*m_plan);
    setProblem(std::nullopt);
    m_algorithm = algorithm;
    m_parameters = std::move(parameters);
    m_published.setChoice(m_algorithm, m_parameters);
    m_comparison.setChoice(m_algorithm, m_parameters);
    Q_EMIT choiceChanged();
    startEmulation();
}

/// Shows the watched block of the run that is there; a run that is on its way brings its own.
void Workbench::startTrace() {
    if (!m_emulation || !m_emulation->history || isEmulating()) return;
    m_jobs.start<WatchedBlock>(
        kTrace, tr("Recording block (%1, %2, %3)").arg(m_block.x).arg(m_block.y).arg(m_block.z),
        [history = m_emulation->history, launch = m_launch, block = m_block](const JobContext& job) {
            return watchBlock(*history, launch, block, job);
        },
        [this](Result<WatchedBlock> result) {
            if (!result) {
                // What was watched goes: it is not of the block that is chosen now.
                m_watched = {};
                if (result.error().code != ErrorCode::Cancelled) setProblem(result.error());
            } else {
                m_watched = std::move(*result);
                setProblem(std::nullopt);
            }
            Q_EMIT traceChanged();
        });
}

void Workbench::startEmulation() {
    // The picture comes first; the curves are taken up again when it is there.
    m_comparison.setPaused(true);
    m_jobs.drop(kTrace);
    m_checks.stop();
    EmulationOptions options = watchingOptions(*m_plan);
    options.tracedBlocks = {m_block};
    options.traceBudget = m_traceBudget;
    options.scheduling = m_scheduling;
    m_jobs.start<WatchedRun>(
        kEmulate, tr("Emulating %1").arg(QString::fromStdString(toString(m_parameters))),
        [plan = m_plan, options, launch = m_launch](const JobContext& job) {
            return runWatched(*plan, options, launch, job);
        },
        [this, scheduling = m_scheduling](Result<WatchedRun> result) {
            m_comparison.setPaused(false);
            if (!result) return setProblem(result.error());
            m_emulation = std::move(result->emulation);
            m_runScheduling = scheduling;
            m_watched = std::move(result->block);
            m_checks.setRun(m_emulation, scheduling);
            Q_EMIT emulationChanged();
            Q_EMIT numbersChanged();
            if (trace() && (trace()->block() != m_block || trace()->launchNumber() != m_launch))
                startTrace();  // chosen while this was running
        });
}

void Workbench::chooseGpu(const QString& id) {
    const auto found = m_library->gpus().find(id.toStdString());
    if (!found || *found == m_gpu.base()) return;
    m_gpu.choose(*found);
    Q_EMIT choiceChanged();
}

void Workbench::setDifferencesShown(bool shown) {
    m_differencesShown = shown;
    Q_EMIT differencesChanged();
}

void Workbench::cancel() {
    m_jobs.cancel(kEmulate);
    m_comparison.stop();
    m_jobs.cancel(kTrace);
    m_published.stop();
    m_checks.stop();
}

std::shared_ptr<const Kernel> Workbench::correctedKernel() const {
    if (!m_algorithm || m_algorithm->valueOf(ParameterRole::Variant, m_parameters) != kPublished) return nullptr;
    Parameters corrected = m_parameters;
    corrected.set(m_algorithm->nameOf(ParameterRole::Variant), std::string(kCorrected));
    const Result<Plan> plan = m_algorithm->plan(corrected);
    const auto launches = plan ? plan->launches() : std::vector<const Launch*>();
    return m_launch < launches.size() ? launches[m_launch]->kernel : nullptr;
}

void Workbench::addMeasurement(const StudyEntry& entry) {
    std::erase_if(m_measured, [&](const StudyEntry& old) {
        return old.algorithm == entry.algorithm && old.parameters.sameAs(entry.parameters);
    });
    m_measured.push_back(entry);
    Q_EMIT numbersChanged();
    m_comparison.measurementsChanged();
}

const Measurement* Workbench::measurement() const {
    if (!m_emulation) return nullptr;
    const Plan& plan = m_emulation->plan;
    for (const StudyEntry& entry : m_measured)
        if (entry.measurement && entry.algorithm == plan.algorithm && entry.parameters.sameAs(plan.parameters))
            return &*entry.measurement;
    return m_library->recordings().find(plan.algorithm, plan.parameters);
}

MetricsInput Workbench::metrics() const {
    return metricsInputOf(m_emulation.get(), m_launch, measurement(), *m_library);
}

Study Workbench::study() {
    Study study;
    if (!m_emulation || !m_algorithm) return study;
    StudyEntry entry;
    entry.algorithm = m_emulation->plan.algorithm;
    entry.parameters = m_emulation->plan.parameters;
    entry.emulatedSampled = sampled();
    entry.emulated = countersOf(*m_emulation);
    if (const Measurement* known = measurement()) entry.measurement = *known;
    // The chart runs all configurations with a reconvergence stack.
    const bool asCharted = m_runScheduling == simt::Scheduling::ReconvergenceStack;
    for (const Result<Estimate>& estimate : m_comparison.answersOfRun(*m_emulation, asCharted))
        if (estimate) entry.estimates.push_back(*estimate);
    study.title = entry.algorithm + " " + toString(entry.parameters);
    study.entries.push_back(std::move(entry));
    return study;
}

}  // namespace lanescope
