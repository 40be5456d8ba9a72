// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/schedule_work.h"

#include "app/state/baseline_run.h"
#include "app/state/workbench.h"
#include "core/models/bound_terms.h"
#include "core/run/counting_policy.h"
#include "core/study/launch_blocks.h"
#include "core/study/spread.h"
#include "core/timing/what_if.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

const QString kSchedule = QStringLiteral("schedule");
const QString kWhatIf = QStringLiteral("schedule-what-if");
constexpr int kSoon = 40;              ///< milliseconds
constexpr std::size_t kMostSides = 2;  ///< more would be too narrow to be read

using Sampled = ScheduleWork::Sampled;

/// What is asked of the launch of a plan, which is emulated for it.
Result<Sampled> sampledOf(Sampled asked, const GpuSpec& gpu, const Library& library, bool waves,
                          const JobContext& job) {
    EmulationOptions options = optionsForModels(asked.plan, gpu, kBlocksOfAPoint);
    options.machine = timing::machineKernelsFor(gpu, library.machinePlans());
    if (waves) options.sample->dealtLaunch = asked.launch;
    // What is watched may be machine code of another architecture than the GPU's.
    const Result<Emulation> run = emulate(library.machinePlans().ptxPlanOf(asked.plan), options, job);
    if (!run) return fail(run.error());
    ModelInput input = modelInputOf(*run);
    addRegisters(input, run->plan, gpu, &library.machineCodes());
    if (asked.launch >= input.launches.size() || !input.launches[asked.launch].sample)
        return fail(ErrorCode::KernelFault, {{"fault", run->check.note}, {"kind", "the launch did not run"}});
    asked.profile = std::move(input.launches[asked.launch]);
    asked.kernel = run->plan.launches()[asked.launch]->kernel;
    return asked;
}

/// What is asked of a launch.
struct Asked {
    const Library& library;
    bool waves = false;
    bool changed = false;  ///< ToldTime::changed
};

/// "usually within …" as sentences.
QString sentences(const std::string& words) {
    if (words.empty()) return {};
    const QString said = shownText(words).replace(QStringLiteral(" %"), QStringLiteral("\u00a0%"));
    return said.left(1).toUpper() + said.mid(1) + (said.endsWith(QLatin1Char('.')) ? QString() : QStringLiteral("."));
}

void addSpread(ScheduleSide& side, const Sampled& sampled, const GpuSpec& gpu, const timing::Parameters& parameters,
               const Asked& asked) {
    const RunCode code = runCodeOf({&sampled.profile, 1});
    side.launching = sampled.launch == 0 ? parameters.launch : parameters.furtherLaunch;
    const bool unseen = !asked.library.catalogue().find(sampled.plan.algorithm);
    ToldTime time = simulatedTime(side.seconds() + side.launching, boundId(side.bound), code, unseen);
    time.changed = asked.changed;
    if (const auto spread = spreadOf(time, gpu, asked.library.accuracies())) side.spread = sentences(describe(*spread));
    if (!code.isMachineCode()) side.code = sentences(describe(code));
}

Result<ScheduleSide> sideOf(const Sampled& sampled, const GpuSpec& gpu, const Asked& asked, const JobContext& job) {
    const Result<timing::Parameters> parameters = timing::parametersOf(gpu);
    if (!parameters) return fail(parameters.error());
    const LaunchProfile& launch = sampled.profile;
    Result<timing::Simulated> simulated =
        timing::simulate(*launch.sample, launch.registersPerThread, gpu, *parameters,
                         {.intervals = ScheduleWork::kMostIntervals, .stop = job.stop});
    if (!simulated) return fail(simulated.error());
    ScheduleSide side;
    side.name = sampled.name;
    side.kernel = shownName(launch.kernel);
    side.clock = parameters->clock;
    side.warpsPerBlock = launch.sample->warpsPerBlock();
    auto whole = std::make_shared<timing::Simulated>(std::move(*simulated));
    side.simulated = whole;
    side.sample = launch.sample;
    sortIntoRows(side, ScheduleWork::kMostIntervals);
    side.ptx = sampled.kernel;
    side.instructions = timing::timeByInstruction(whole->run, *launch.sample, *sampled.kernel);
    side.lines = timing::timeByLine(side.instructions);
    side.bound = timing::boundOf(whole->run, *parameters);
    addSpread(side, sampled, gpu, *parameters, asked);
    whole->run.intervals = {};  // rows have them
    if (asked.waves)
        if (auto dealt = timing::wavesOf(*launch.sample, *whole, *parameters, job.stop))
            side.waves = std::make_shared<timing::Waves>(std::move(*dealt));
    if (job.stopRequested()) return fail(ErrorCode::Cancelled);
    return side;
}

/// The same launch with other numbers, of the GPU's or its own.
Result<ScheduleSide> changedSideOf(Sampled sampled, const timing::WhatIf& what, const GpuSpec& gpu, Asked asked,
                                   const JobContext& job) {
    const Library& library = asked.library;
    asked.changed = asked.changed || what.changesNumbers();
    const Result<GpuSpec> other = timing::changed(gpu, what);
    if (!other) return fail(other.error());
    if (what.needsAnotherRun()) {
        const Result<const Algorithm*> algorithm = library.catalogue().find(sampled.plan.algorithm);
        Parameters parameters = sampled.plan.parameters;
        for (const auto& [name, value] : what.parameters) parameters.set(name, value);
        if (algorithm) {
            Result<Plan> plan = (*algorithm)->plan(parameters);
            if (!plan) return fail(plan.error());
            sampled.plan = std::move(*plan);
        }
        Result<Sampled> again = sampledOf(std::move(sampled), *other, library, asked.waves, job);
        if (!again) return fail(again.error());
        sampled = std::move(*again);
    }
    LaunchProfile& launch = sampled.profile;
    launch.registersPerThread = timing::changed(launch.registersPerThread, *launch.sample, what);
    if (what.shared) launch.sample = std::make_shared<timing::LaunchSample>(timing::changed(*launch.sample, what));
    return sideOf(sampled, *other, asked, job);
}

}  // namespace

ScheduleWork::ScheduleWork(Workbench& workbench, QObject* parent) : QObject(parent), m_workbench(workbench) {
    connect(&m_workbench, &Workbench::sidesChanged, this, &ScheduleWork::outdate);
    connect(&m_workbench, &Workbench::emulationChanged, this, &ScheduleWork::outdate);
    connect(&m_workbench, &Workbench::baselineChanged, this, &ScheduleWork::followBaseline);
    connect(&m_workbench.gpuChoice(), &GpuChoice::changed, this, &ScheduleWork::outdate);
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoon);
    connect(&m_soon, &QTimer::timeout, this, &ScheduleWork::startWhatIf);
    m_base.missing = tr("Nothing has been run yet.");
    compose();
}

/// What is known of it comes in several steps; only another run makes another picture.
void ScheduleWork::followBaseline() {
    const BaselineRun& pinned = m_workbench.baselineRun();
    const std::shared_ptr<const Emulation> now = pinned.isChosen() ? nullptr : pinned.run();
    if (now == m_baseline) return;
    m_baseline = now;
    if (m_workbench.sides().size() == 1) outdate();
}

void ScheduleWork::outdate() {
    m_outdated = true;
    if (m_wanted) start();
}

void ScheduleWork::setWanted(bool wanted) {
    m_wanted = wanted;
    if (!wanted) {
        m_workbench.jobs().drop(kSchedule);
        m_workbench.jobs().drop(kWhatIf);
    } else if (m_outdated) {
        start();
    } else {
        ask();
    }
}

void ScheduleWork::setWavesWanted(bool wanted) {
    if (wanted == m_waves) return;
    m_waves = wanted;
    if (wanted && (m_base.sides.empty() || !m_base.sides.front().waves)) outdate();
}

void ScheduleWork::showNothing(const QString& why) {
    m_workbench.jobs().drop(kSchedule);
    m_workbench.jobs().drop(kWhatIf);
    m_base = {};
    m_base.missing = why;
    m_sampled.clear();
    m_changed.reset();
    m_answer.clear();
    m_outdated = false;
    compose();
    Q_EMIT changed();
}

/// The models' GPU has other numbers than its file.
bool ScheduleWork::isChanged() const { return !m_workbench.gpuChoice().whatIf().empty(); }

void ScheduleWork::start() {
    const std::vector<StageSide>& sides = m_workbench.sides();
    const GpuSpec* const gpu = m_workbench.gpu();
    if (sides.empty() || gpu == nullptr) return showNothing(tr("Nothing has been run yet."));
    std::vector<Sampled> all;
    for (const StageSide& side : sides) {
        if (all.size() == kMostSides) break;
        if (side.run->launches.empty())
            return showNothing(tr("This algorithm launches no kernel, so there is nothing to be simulated."));
        all.push_back({side.name, side.run->plan, side.launch, {}});
    }
    // What is pinned stands where nobody was put beside.
    if (const BaselineRun& pinned = m_workbench.baselineRun();
        all.size() == 1 && pinned.run() && !pinned.isChosen() && !pinned.run()->launches.empty())
        all.push_back({tr("baseline: %1").arg(pinned.shortName()), pinned.run()->plan, pinned.choice()->launch, {}});
    m_outdated = false;
    struct Made {
        SchedulePicture picture;
        std::vector<Sampled> sampled;
    };
    m_workbench.jobs().drop(kWhatIf);
    m_workbench.jobs().start<Made>(
        kSchedule, tr("Simulating a multiprocessor"),
        [all = std::move(all), gpu = *gpu,
         asking = Asked{m_workbench.library(), m_waves, isChanged()}](const JobContext& job) {
            Made made;
            made.picture.gpu = shownName(gpu.title);
            for (const Sampled& asked : all) {
                Result<Sampled> sampled = sampledOf(asked, gpu, asking.library, asking.waves, job);
                if (!sampled) return Result<Made>(fail(sampled.error()));
                Result<ScheduleSide> side = sideOf(*sampled, gpu, asking, job);
                if (!side) return Result<Made>(fail(side.error()));
                made.picture.sides.push_back(std::move(*side));
                made.sampled.push_back(std::move(*sampled));
            }
            return Result<Made>(std::move(made));
        },
        [this](Result<Made> found) {
            if (!found && found.error().code == ErrorCode::Cancelled) {
                m_outdated = true;
                return;
            }
            if (!found) return showNothing(QString::fromStdString(describe(found.error())));
            m_base = std::move(found->picture);
            m_sampled = std::move(found->sampled);
            m_changed.reset();
            m_answer.clear();
            compose();
            Q_EMIT changed();
            ask();
        });
}

void ScheduleWork::setWhatIf(const std::vector<std::string>& words) {
    if (words == m_words) return;
    m_words = words;
    ask();
}

bool ScheduleWork::isAnswering() const { return m_soon.isActive() || m_workbench.jobs().isBusy(kWhatIf); }

/// What was asked before is of no use any more.
void ScheduleWork::ask() {
    if (m_words.empty()) {
        m_soon.stop();
        m_workbench.jobs().drop(kWhatIf);
        const bool had = m_changed || !m_answer.isEmpty();
        m_changed.reset();
        m_answer.clear();
        compose();
        if (had) Q_EMIT changed();
    } else if (m_wanted && !m_sampled.empty() && !m_soon.isActive()) {
        m_soon.start();
    }
    Q_EMIT asked();
}

void ScheduleWork::startWhatIf() {
    const GpuSpec* const gpu = m_workbench.gpu();
    if (gpu == nullptr || m_sampled.empty() || m_words.empty() || m_outdated) return;
    if (m_workbench.jobs().isBusy(kSchedule)) return;  // asked again when that is there
    const Result<timing::WhatIf> what = timing::whatIfFrom(m_words);
    if (!what) return;
    const auto take = [this](Result<ScheduleSide> side) {
        if (!side && side.error().code == ErrorCode::Cancelled) return;
        m_changed.reset();
        if (side) {
            m_changed = std::move(*side);
            // The scale is cycles, so that another clock must be said.
            m_changed->name = m_changed->clock == m_base.sides.front().clock
                                  ? tr("what if")
                                  : tr("what if, at %1 GHz").arg(m_changed->clock / 1e9, 0, 'f', 2);
            m_answer = whatIfSentence(m_base.sides.front(), *m_changed);
        } else {
            m_answer = tr("Not possible: %1").arg(QString::fromStdString(describe(side.error())));
        }
        compose();
        Q_EMIT changed();
        Q_EMIT asked();
    };
    m_workbench.jobs().start<ScheduleSide>(
        kWhatIf, tr("Simulating what if"),
        [sampled = m_sampled.front(), what = *what, gpu = *gpu,
         asked = Asked{m_workbench.library(), m_waves, isChanged()}](const JobContext& job) {
            return changedSideOf(sampled, what, gpu, asked, job);
        },
        take);
    Q_EMIT asked();
}

void ScheduleWork::compose() {
    m_picture = m_base;
    if (!m_changed || m_base.sides.empty()) return;
    m_picture.sides.resize(1);
    m_picture.sides.push_back(*m_changed);
}

}  // namespace lanescope
