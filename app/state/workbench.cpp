// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/workbench.h"

#include <algorithm>
#include <tuple>

#include "app/state/corrected_kernel.h"
#include "app/state/metrics_input.h"
#include "app/state/watched_code.h"
#include "core/run/counting_policy.h"
#include "core/trace/block_writes.h"

namespace lanescope {
namespace {

const QString kEmulate = QStringLiteral("emulate");
const QString kTrace = QStringLiteral("trace");

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

/// `given` over what pictures of the algorithm open with.
Parameters overShown(const Algorithm& algorithm, const Parameters& given) {
    Parameters values = given;
    for (const auto& [name, value] : algorithm.shown())
        if (given.find(name) == nullptr) values.add(name, value);
    return values;
}

}  // namespace

Workbench::Workbench(std::shared_ptr<const Library> library, QObject* parent)
    : QObject(parent),
      m_library(std::move(library)),
      m_published(m_library, m_jobs),
      m_comparison(m_library, m_measured, m_gpu, m_jobs),
      m_beside(m_jobs, m_shelf),
      m_baselineRun(*this) {
    // The shipped recording's GPU, so that models and recording can be compared at once.
    const auto& gpus = m_library->gpus().all();
    if (const auto recorded = m_library->gpus().find("h200"))
        m_gpu.choose(*recorded);
    else if (!gpus.empty())
        m_gpu.choose(&gpus.front());
    // Whatever is changed of the GPU changes what the models say of the run.
    connect(&m_gpu, &GpuChoice::changed, this, &Workbench::numbersChanged);
    connect(&m_gpu, &GpuChoice::changed, this, &Workbench::noteWhatIf);
    connect(&m_beside, &Beside::changed, this, [this] {
        if (!whatIsOutdated().isEmpty()) return;
        takeSides();
        Q_EMIT sidesChanged();
    });
    connect(&m_baselineRun, &BaselineRun::changed, this, &Workbench::baselineChanged);
    // One after the other: each takes the memory of a run.
    connect(&m_checks, &RaceChecks::changed, this, [this] {
        if (!m_checks.isLooking()) m_further.begin();
    });
    connect(&m_further, &FurtherCount::counted, this, &Workbench::takeCounted);
    connect(&m_further, &FurtherCount::failed, this, [this](const Error& error) {
        if (error.code != ErrorCode::Cancelled) setProblem(error);
    });
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

Chosen Workbench::chosen() const {
    const GpuSpec* const gpu = m_gpu.base();
    return {m_algorithm,     m_parameters,   m_launch,  m_block,   m_scheduling, gpu ? gpu->id : std::string(),
            m_besideChoices, m_gpu.whatIf(), m_machine, m_baseline};
}

void Workbench::chooseAlgorithm(const QString& id) {
    const auto found = m_library->catalogue().find(id.toStdString());
    if (!found) return setProblem(found.error());
    const Algorithm* algorithm = *found;
    if (algorithm == m_algorithm) return;
    Chosen next{.algorithm = algorithm, .parameters = algorithm->shown()};
    if (const auto changed = placesChangedWith(*algorithm))
        next = *changed;
    else if (const auto left = m_left.find(algorithm); left != m_left.end())
        next = left->second;
    next.scheduling = m_scheduling;
    next.machine = m_machine;
    next.baseline = m_baseline;
    Result<Plan> plan = algorithm->plan(next.parameters);
    if (!plan) return setProblem(plan.error());
    accept(std::move(next), std::move(*plan));
}

/// What is chosen if `algorithm`, which stands beside the present one, changes places with it; nothing if it does not.
std::optional<Chosen> Workbench::placesChangedWith(const Algorithm& algorithm) const {
    const auto& sides = m_beside.sides();
    const auto side = std::ranges::find_if(
        sides, [&](const Beside::Side& one) { return one.choice.algorithm == &algorithm && one.missing.isEmpty(); });
    if (side == sides.end()) return std::nullopt;
    Chosen next = chosen();
    next.algorithm = &algorithm;
    next.parameters = side->parameters;
    next.launch = side->launch;
    next.block = side->block;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const bool left = i == static_cast<std::size_t>(side - sides.begin());
        next.beside[i] = besideWith(left ? *m_algorithm : *sides[i].choice.algorithm,
                                    left ? m_parameters : sides[i].parameters, algorithm, next.parameters);
    }
    return next;
}

void Workbench::choose(const Parameters& parameters) {
    if (!m_algorithm) return;
    Result<Parameters> complete = m_algorithm->complete(overShown(*m_algorithm, parameters));
    if (!complete) return setProblem(complete.error());
    Result<Plan> plan = m_algorithm->plan(*complete);
    if (!plan) return setProblem(plan.error());
    Chosen next = chosen();
    next.beside = besideOf(*complete);
    next.parameters = std::move(*complete);
    accept(std::move(next), std::move(*plan));
}

void Workbench::chooseConfiguration(const QString& algorithm, const Parameters& parameters) {
    m_restoring = true;  // no step of its own
    chooseAlgorithm(algorithm);
    m_restoring = false;
    if (!m_algorithm || m_algorithm->id() != algorithm.toStdString()) return;
    choose(parameters);
    // With other parameters than these it may stand there all the same.
    m_history.note(chosen());
    Q_EMIT historyChanged();
}

/// What stands beside a run with these parameters: who is chosen of a list and stands there already, changes places.
/// What is a number is not, as it may only be passed on the way to another one.
std::vector<BesideChoice> Workbench::besideOf(const Parameters& parameters) const {
    std::vector<BesideChoice> beside = m_besideChoices;
    for (BesideChoice& choice : beside) {
        if (choice.algorithm != m_algorithm || !valuesBeside(choice, *m_algorithm, parameters).sameAs(parameters))
            continue;
        const bool ofLists = std::ranges::all_of(m_algorithm->parameters(), [&](const ParameterSpec& spec) {
            return !spec.values.empty() || choice.own.find(spec.name) == nullptr;
        });
        if (ofLists) choice = besideWith(*m_algorithm, m_parameters, *m_algorithm, parameters);
    }
    return beside;
}

void Workbench::chooseBlock(Dim3 block) {
    if (!m_algorithm || block == m_block) return;
    Chosen next = chosen();
    next.block = block;
    acceptOfRun(next);
}

void Workbench::chooseLaunch(int number) {
    if (number < 0 || static_cast<std::size_t>(number) >= launches() || static_cast<std::size_t>(number) == m_launch)
        return;
    watch(static_cast<std::size_t>(number), m_block);
}

void Workbench::watch(std::size_t launch, Dim3 block) {
    if (launch >= launches() || (launch == m_launch && block == m_block)) return;
    Chosen next = chosen();
    next.launch = launch;
    next.block = block;
    acceptOfRun(next);
}

void Workbench::chooseScheduling(simt::Scheduling scheduling) {
    if (scheduling == m_scheduling) return;
    if (!m_algorithm) {
        m_scheduling = scheduling;
        return Q_EMIT choiceChanged();
    }
    Chosen next = chosen();
    next.scheduling = scheduling;
    accept(std::move(next), Plan(*m_plan));
}

void Workbench::chooseMachine(const QString& architecture) {
    const std::string machine = architecture.toStdString();
    if (machine == m_machine) return;
    if (!m_algorithm) {
        m_machine = machine;
        return Q_EMIT choiceChanged();
    }
    Chosen next = chosen();
    next.machine = machine;
    accept(std::move(next), Plan(*m_plan));
}

void Workbench::setBeside(const std::vector<BesideChoice>& beside) {
    if (!m_algorithm) return;
    Chosen next = chosen();
    next.beside.assign(beside.begin(), beside.begin() + std::min(std::ssize(beside), std::ptrdiff_t{kMostBeside}));
    if (next.beside != m_besideChoices) acceptOfRun(next);
}

void Workbench::addBeside(const BesideChoice& beside) {
    std::vector<BesideChoice> all = m_besideChoices;
    if (std::ranges::find(all, beside) == all.end()) all.push_back(beside);
    setBeside(all);
}

void Workbench::removeBeside(const BesideChoice& beside) {
    std::vector<BesideChoice> all = m_besideChoices;
    std::erase(all, beside);
    setBeside(all);
}

std::vector<BesideChoice> Workbench::partners() const {
    return m_algorithm ? partnersOf(m_library->catalogue(), *m_algorithm, m_parameters) : std::vector<BesideChoice>();
}

void Workbench::setBaseline(std::optional<PinnedChoice> baseline) {
    if (!m_algorithm || baseline == m_baseline) return;
    Chosen next = chosen();
    next.baseline = std::move(baseline);
    acceptOfRun(next);
}

void Workbench::pinBaseline() {
    if (m_algorithm) setBaseline(pinned(chosen()));
}

void Workbench::removeBaseline() { setBaseline(std::nullopt); }

void Workbench::goToBaseline() {
    if (!m_algorithm || !m_baseline) return;
    if (const Result<void> gone = restore(withPinned(*m_baseline, chosen())); !gone) return setProblem(gone.error());
    m_history.note(chosen());
    Q_EMIT historyChanged();
}

void Workbench::undo() {
    if (m_history.canUndo()) std::ignore = restore(Chosen(m_history.undo()));
}

void Workbench::redo() {
    if (m_history.canRedo()) std::ignore = restore(Chosen(m_history.redo()));
}

Result<void> Workbench::goTo(const Chosen& wanted) { return restore(wanted); }

void Workbench::setHistory(std::vector<Chosen> choices, std::size_t at) {
    m_history.set(std::move(choices), at);
    Q_EMIT historyChanged();
}

Result<void> Workbench::restore(const Chosen& wanted) {
    const bool sameRun = wanted.algorithm == m_algorithm && wanted.parameters == m_parameters &&
                         wanted.scheduling == m_scheduling && wanted.machine == m_machine;
    Result<Plan> plan = sameRun ? Plan(*m_plan) : wanted.algorithm->plan(wanted.parameters);
    if (!plan) return fail(plan.error());
    m_restoring = true;
    if (const auto gpu = m_library->gpus().find(wanted.gpu); gpu && *gpu != m_gpu.base()) m_gpu.choose(*gpu);
    m_gpu.restoreWhatIf(wanted.whatIf);
    if (sameRun)
        acceptOfRun(wanted);
    else
        accept(wanted, std::move(*plan));
    m_restoring = false;
    Q_EMIT historyChanged();
    return {};
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

void Workbench::accept(Chosen next, Plan plan) {
    if (m_algorithm && next.algorithm != m_algorithm) m_left[m_algorithm] = chosen();
    m_algorithm = next.algorithm;
    m_parameters = std::move(next.parameters);
    m_scheduling = next.scheduling;
    m_machine = std::move(next.machine);
    m_launch = next.launch;
    m_block = next.block;
    m_besideChoices = std::move(next.beside);
    m_baseline = std::move(next.baseline);
    m_wanted.reset();
    m_plan = std::make_shared<const Plan>(std::move(plan));
    keepBlockInGrid(*m_plan);
    setProblem(std::nullopt);
    m_published.setChoice(m_algorithm, m_parameters);
    m_comparison.setChoice(m_algorithm, m_parameters);
    choiceIsMade();
    startEmulation();
}

void Workbench::acceptOfRun(const Chosen& next) {
    const bool anotherLaunch = next.launch != m_launch;
    const bool anotherBlock = anotherLaunch || next.block != m_block;
    m_launch = next.launch;
    m_block = next.block;
    m_besideChoices = next.beside;
    m_baseline = next.baseline;
    if (anotherBlock) m_wanted.reset();
    keepBlockInGrid(*m_plan);
    if (m_restoring) setProblem(std::nullopt);
    choiceIsMade();
    if (anotherLaunch) Q_EMIT numbersChanged();
    if (anotherBlock) startTrace();
}

void Workbench::choiceIsMade() {
    if (!m_restoring) {
        m_history.note(chosen());
        Q_EMIT historyChanged();
    }
    if (m_plan) m_beside.follow({chosen(), m_plan, m_traceBudget, &m_library->machinePlans()});
    Q_EMIT choiceChanged();
    if (whatIsOutdated().isEmpty()) m_beside.start();
}

/// What is there becomes what is shown.
void Workbench::takeSides() {
    m_sides.clear();
    m_blocks.clear();
    if (!m_emulation) return;
    m_sides.push_back({m_beside.nameOfFirst(), m_emulation, m_launch});
    if (!flow()) return;
    m_blocks.push_back(flow());
    for (const Beside::Side& side : m_beside.sides()) {
        if (!side.isReady()) continue;
        m_sides.push_back({side.name, side.run, side.launch});
        m_blocks.push_back(side.watched.flow);
    }
}

void Workbench::showOutdated() {
    const QString what = whatIsOutdated();
    if (what == m_outdated) return;
    m_outdated = what;
    Q_EMIT outdatedChanged();
}

QString Workbench::whatIsOutdated() const {
    if (!m_algorithm) return {};
    if (m_runPlan != m_plan || m_runScheduling != m_scheduling || m_runMachine != m_machine)
        return isEmulating() ? tr("Emulating %1 …").arg(configurationText())
                             : tr("Not emulated: %1").arg(configurationText());
    const bool another = trace() && (trace()->block() != m_block || trace()->launchNumber() != m_launch);
    return another || m_jobs.isBusy(kTrace)
               ? tr("Recording block (%1, %2, %3) …").arg(m_block.x).arg(m_block.y).arg(m_block.z)
               : QString();
}

/// "matmul.tiled, n 2048": its size, and in what it differs from the run that is shown.
QString Workbench::configurationText() const {
    const bool ofSame = m_emulation && m_emulation->plan.algorithm == m_algorithm->id();
    QStringList parts{text(m_algorithm->id())};
    for (const ParameterSpec& spec : m_algorithm->parameters()) {
        const std::string value = spec.valueIn(m_parameters);
        if (spec.role == ParameterRole::Size || (ofSame && spec.valueIn(m_emulation->plan.parameters) != value))
            parts += valueName(spec, value);
    }
    return parts.join(QStringLiteral(", "));
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
            takeSides();
            Q_EMIT traceChanged();
            showOutdated();
            m_beside.start();
        });
    showOutdated();
}

void Workbench::startEmulation() {
    // The picture comes first; the curves are taken up again when it is there.
    m_comparison.setPaused(true);
    m_jobs.drop(kTrace);
    m_checks.stop();
    m_further.stop();
    EmulationOptions options = firstLookOptions(*m_plan);
    options.tracedBlocks = {m_block};
    options.traceBudget = m_traceBudget;
    options.scheduling = m_scheduling;
    if (std::optional<WatchedRun> ready = m_shelf.take(keyOf(chosen()))) {
        m_jobs.drop(kEmulate);
        return take(m_plan, m_machine, options, std::move(*ready));
    }
    m_jobs.start<WatchedRun>(
        kEmulate, tr("Emulating %1").arg(QString::fromStdString(toString(m_parameters))),
        [plan = m_plan, options, launch = m_launch, machine = m_machine, plans = &m_library->machinePlans()](
            const JobContext& job) { return runWatchedAs(machine, plans, *plan, options, launch, job); },
        [this, plan = m_plan, machine = m_machine, options](Result<WatchedRun> result) {
            if (result) return take(plan, machine, options, std::move(*result));
            m_comparison.setPaused(false);
            setProblem(result.error());
            showOutdated();
        });
    showOutdated();
}

/// `options` are those of a first look, whatever the run was made by: what is a sample is counted further.
void Workbench::take(const std::shared_ptr<const Plan>& plan, const std::string& machine,
                     const EmulationOptions& options, WatchedRun run) {
    m_comparison.setPaused(false);
    m_emulation = std::move(run.emulation);
    m_runPlan = plan;
    m_runScheduling = options.scheduling;
    m_runMachine = machine;
    m_watched = std::move(run.block);
    // The plan as it runs: of machine code, if that is what is watched.
    if (sampled()) m_further.prepare(std::make_shared<const Plan>(m_emulation->plan), options, m_watched);
    m_checks.setRun(m_emulation, options.scheduling);
    takeSides();
    Q_EMIT emulationChanged();
    Q_EMIT numbersChanged();
    if (trace() && (trace()->block() != m_block || trace()->launchNumber() != m_launch))
        startTrace();  // chosen while this was running
    else
        m_beside.start();
    showOutdated();
}

/// What is watched stays as far as it is the same; if another block was chosen meanwhile, that.
void Workbench::takeCounted(const WatchedRun& run, const flow::BlockFlow* before) {
    m_emulation = run.emulation;
    m_checks.goOnWith(m_emulation);
    const bool stayed = m_watched.flow.get() == before;
    const bool again = stayed && run.block.flow.get() != before;
    if (stayed) m_watched = run.block;
    const bool sampledOne = !stayed && !isOfAnySample(m_watched.traced, m_emulation->plan);
    if (!stayed && !sampledOne) m_emulation->history->adopt(m_watched.traced);
    takeSides();
    Q_EMIT countsChanged();
    if (again) Q_EMIT traceChanged();
    Q_EMIT numbersChanged();
    if (sampledOne || m_jobs.isBusy(kTrace)) startTrace();
}

/// Of the same GPU as before: another one is noted by who chooses it.
void Workbench::noteWhatIf() {
    const GpuSpec* const gpu = m_gpu.base();
    if (m_restoring || !m_algorithm || gpu == nullptr || m_history.now().gpu != gpu->id) return;
    m_history.note(chosen());
    Q_EMIT historyChanged();
}

void Workbench::chooseGpu(const QString& id) {
    const auto found = m_library->gpus().find(id.toStdString());
    if (!found || *found == m_gpu.base()) return;
    m_gpu.choose(*found);
    choiceIsMade();
}

void Workbench::setDifferencesShown(bool shown) {
    m_differencesShown = shown;
    Q_EMIT differencesChanged();
}

void Workbench::cancel() {
    m_jobs.cancel(kEmulate);
    m_further.cancel();
    m_baselineRun.cancel();
    m_comparison.stop();
    m_jobs.cancel(kTrace);
    m_beside.cancel();
    m_published.stop();
    m_checks.stop();
}

std::shared_ptr<const Kernel> Workbench::correctedKernel() const {
    return m_algorithm ? correctedKernelOf(*m_algorithm, m_parameters, m_launch) : nullptr;
}

void Workbench::addMeasurement(const StudyEntry& entry) {
    std::erase_if(m_measured, [&](const StudyEntry& old) {
        return old.algorithm == entry.algorithm && old.parameters.sameAs(entry.parameters);
    });
    m_measured.push_back(entry);
    Q_EMIT numbersChanged();
    m_comparison.measurementsChanged();
}

void Workbench::setMeasured(std::vector<StudyEntry> entries) {
    m_measured = std::move(entries);
    Q_EMIT numbersChanged();
    m_comparison.measurementsChanged();
}

const Measurement* Workbench::measurementOf(const Emulation* run) const {
    if (run == nullptr) return nullptr;
    const Plan& plan = run->plan;
    for (const StudyEntry& entry : m_measured)
        if (entry.measurement && entry.algorithm == plan.algorithm && entry.parameters.sameAs(plan.parameters))
            return &*entry.measurement;
    return m_library->recordings().find(plan.algorithm, plan.parameters);
}

MetricsInput Workbench::metricsOf(std::size_t side) const {
    const bool beside = side > 0 && side < m_sides.size();
    const Emulation* const run = beside ? m_sides[side].run.get() : side == 0 ? m_emulation.get() : nullptr;
    MetricsInput input = metricsInputOf(run, beside ? m_sides[side].launch : m_launch, measurementOf(run), *m_library);
    const Emulation* const pinnedRun = m_baselineRun.run().get();
    if (side > 0 || run == nullptr || pinnedRun == nullptr || m_baselineRun.isChosen()) return input;
    input.baseline = std::make_shared<const MetricsInput>(
        metricsInputOf(pinnedRun, m_baselineRun.choice()->launch, measurementOf(pinnedRun), *m_library));
    input.baselineName = m_baselineRun.name();
    return input;
}

Study Workbench::study() {
    Study study;
    if (!m_emulation || !m_algorithm) return study;
    StudyEntry entry;
    entry.algorithm = m_emulation->plan.algorithm;
    entry.parameters = m_emulation->plan.parameters;
    entry.emulatedSampled = sampled();
    // What documents call emulated is of the PTX.
    if (m_runMachine.empty()) entry.emulated = countersOf(*m_emulation);
    if (const Measurement* known = measurementOf(m_emulation.get())) entry.measurement = *known;
    // The chart runs all configurations with a reconvergence stack.
    const bool asCharted = m_runScheduling == simt::Scheduling::ReconvergenceStack;
    // Models are told what the PTX does.
    if (m_runMachine.empty())
        for (const Result<Estimate>& estimate : m_comparison.answersOfRun(*m_emulation, asCharted))
            if (estimate) entry.estimates.push_back(*estimate);
    study.title = entry.algorithm + " " + toString(entry.parameters);
    study.entries.push_back(std::move(entry));
    return study;
}

}  // namespace lanescope
