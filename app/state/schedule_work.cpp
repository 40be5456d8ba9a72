// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/schedule_work.h"

#include "app/state/baseline_run.h"
#include "app/state/workbench.h"
#include "core/run/counting_policy.h"
#include "core/study/launch_blocks.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

const QString kSchedule = QStringLiteral("schedule");
constexpr std::size_t kMostSides = 2;  ///< more would be too narrow to be read

struct Asked {
    QString name;
    Plan plan;
    std::size_t launch = 0;
};

Result<ScheduleSide> sideOf(const Asked& asked, const GpuSpec& gpu, const Library& library, const JobContext& job) {
    const Result<timing::Parameters> parameters = timing::parametersOf(gpu);
    if (!parameters) return fail(parameters.error());
    EmulationOptions options = optionsForModels(asked.plan, gpu, kBlocksOfAPoint);
    options.machine = timing::machineKernelsFor(gpu, library.machinePlans());
    // What is watched may be machine code of another architecture than the GPU's.
    const Result<Emulation> run = emulate(library.machinePlans().ptxPlanOf(asked.plan), options, job);
    if (!run) return fail(run.error());
    ModelInput input = modelInputOf(*run);
    addRegisters(input, run->plan, gpu, &library.machineCodes());
    if (asked.launch >= input.launches.size() || !input.launches[asked.launch].sample)
        return fail(ErrorCode::KernelFault, {{"fault", run->check.note}, {"kind", "the launch did not run"}});
    const LaunchProfile& launch = input.launches[asked.launch];
    Result<timing::Simulated> simulated =
        timing::simulate(*launch.sample, launch.registersPerThread, gpu, *parameters, ScheduleWork::kMostIntervals);
    if (!simulated) return fail(simulated.error());
    ScheduleSide side;
    side.name = asked.name;
    side.kernel = shownName(launch.kernel);
    side.clock = parameters->clock;
    side.warpsPerBlock = launch.sample->warpsPerBlock();
    auto whole = std::make_shared<timing::Simulated>(std::move(*simulated));
    side.simulated = whole;
    side.sample = launch.sample;
    sortIntoRows(side, ScheduleWork::kMostIntervals);
    side.lines = timing::timeByLine(
        timing::timeByInstruction(whole->run, *launch.sample, *run->plan.launches()[asked.launch]->kernel));
    whole->run.intervals = {};  // rows have them
    return side;
}

}  // namespace

ScheduleWork::ScheduleWork(Workbench& workbench, QObject* parent) : QObject(parent), m_workbench(workbench) {
    connect(&m_workbench, &Workbench::sidesChanged, this, &ScheduleWork::outdate);
    connect(&m_workbench, &Workbench::emulationChanged, this, &ScheduleWork::outdate);
    connect(&m_workbench, &Workbench::baselineChanged, this, &ScheduleWork::followBaseline);
    connect(&m_workbench.gpuChoice(), &GpuChoice::changed, this, &ScheduleWork::outdate);
    m_picture.missing = tr("Nothing has been run yet.");
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
    if (!wanted)
        m_workbench.jobs().drop(kSchedule);
    else if (m_outdated)
        start();
}

void ScheduleWork::showNothing(const QString& why) {
    m_workbench.jobs().drop(kSchedule);
    m_picture = {};
    m_picture.missing = why;
    m_outdated = false;
    Q_EMIT changed();
}

void ScheduleWork::start() {
    const std::vector<StageSide>& sides = m_workbench.sides();
    const GpuSpec* const gpu = m_workbench.gpu();
    if (sides.empty() || gpu == nullptr) return showNothing(tr("Nothing has been run yet."));
    std::vector<Asked> all;
    for (const StageSide& side : sides) {
        if (all.size() == kMostSides) break;
        if (side.run->launches.empty())
            return showNothing(tr("This algorithm launches no kernel, so there is nothing to be simulated."));
        all.push_back({side.name, side.run->plan, side.launch});
    }
    // What is pinned stands where nobody was put beside.
    if (const BaselineRun& pinned = m_workbench.baselineRun();
        all.size() == 1 && pinned.run() && !pinned.isChosen() && !pinned.run()->launches.empty())
        all.push_back({tr("baseline: %1").arg(pinned.shortName()), pinned.run()->plan, pinned.choice()->launch});
    m_outdated = false;
    m_workbench.jobs().start<SchedulePicture>(
        kSchedule, tr("Simulating a multiprocessor"),
        [all = std::move(all), gpu = *gpu, &library = m_workbench.library()](const JobContext& job) {
            SchedulePicture picture;
            picture.gpu = shownName(gpu.title);
            for (const Asked& asked : all) {
                Result<ScheduleSide> side = sideOf(asked, gpu, library, job);
                if (!side) return Result<SchedulePicture>(fail(side.error()));
                picture.sides.push_back(std::move(*side));
            }
            return Result<SchedulePicture>(std::move(picture));
        },
        [this](Result<SchedulePicture> found) {
            if (!found && found.error().code == ErrorCode::Cancelled) {
                m_outdated = true;
                return;
            }
            if (!found) return showNothing(QString::fromStdString(describe(found.error())));
            m_picture = std::move(*found);
            Q_EMIT changed();
        });
}

}  // namespace lanescope
