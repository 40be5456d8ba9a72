// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/plan_time_work.h"

#include "app/state/baseline_run.h"
#include "app/state/workbench.h"
#include "core/models/launch_profile.h"
#include "core/models/launch_seconds.h"
#include "core/run/counting_policy.h"
#include "core/study/launch_blocks.h"
#include "core/study/spread.h"
#include "widgets/style/sentences.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

const QString kPlanTime = QStringLiteral("plan-time");
constexpr std::size_t kMostSides = 2;

struct Asked {
    QString name;
    Plan plan;
};

/// What is simulated is sampled once more: the run that is shown was counted for the picture.
Result<PlanSide> sideOf(const Asked& asked, const GpuSpec& gpu, const Library& library, const JobContext& job) {
    Plan plan = library.machinePlans().ptxPlanOf(asked.plan);
    ModelInput input = withoutLaunches(plan);
    if (!plan.launches().empty()) {
        EmulationOptions options = optionsForModels(plan, gpu, kBlocksOfAPoint);
        options.machine = timing::machineKernelsFor(gpu, library.machinePlans());
        Result<Emulation> run = emulate(std::move(plan), options, job);
        if (!run) return fail(run.error());
        input = modelInputOf(*run);
        addRegisters(input, run->plan, gpu, &library.machineCodes());
        plan = std::move(run->plan);
    }
    const std::vector<Result<timing::LaunchSeconds>> launches = launchSecondsOf(input, gpu, job);
    if (job.stopRequested()) return fail(ErrorCode::Cancelled);
    PlanSide side{.name = asked.name, .plan = {}, .timeline = {}, .spread = {}};
    side.timeline =
        std::make_shared<timing::PlanTimeline>(timing::planTimeline(plan, timing::stepTimes(plan, launches, gpu), gpu));
    if (side.timeline->unknown.empty())
        if (const auto spread = spreadOf(planTime(side.timeline->seconds), gpu, library.accuracies()))
            side.spread = asSentences(describe(*spread));
    side.plan = std::make_shared<Plan>(std::move(plan));
    return side;
}

}  // namespace

PlanTimeWork::PlanTimeWork(Workbench& workbench, QObject* parent) : QObject(parent), m_workbench(workbench) {
    connect(&m_workbench, &Workbench::sidesChanged, this, &PlanTimeWork::outdate);
    connect(&m_workbench, &Workbench::emulationChanged, this, &PlanTimeWork::outdate);
    connect(&m_workbench, &Workbench::baselineChanged, this, &PlanTimeWork::outdate);
    connect(&m_workbench.gpuChoice(), &GpuChoice::changed, this, &PlanTimeWork::outdate);
    m_picture.missing = tr("Nothing has been run yet.");
}

void PlanTimeWork::outdate() {
    m_outdated = true;
    if (m_wanted) start();
}

void PlanTimeWork::setWanted(bool wanted) {
    m_wanted = wanted;
    if (!wanted)
        m_workbench.jobs().drop(kPlanTime);
    else if (m_outdated)
        start();
}

void PlanTimeWork::show(PlanPicture picture) {
    m_picture = std::move(picture);
    Q_EMIT changed();
}

void PlanTimeWork::showNothing(const QString& why) {
    m_workbench.jobs().drop(kPlanTime);
    m_outdated = false;
    PlanPicture nothing;
    nothing.missing = why;
    show(std::move(nothing));
}

void PlanTimeWork::start() {
    const std::vector<StageSide>& sides = m_workbench.sides();
    const GpuSpec* const gpu = m_workbench.gpu();
    if (sides.empty() || gpu == nullptr) return showNothing(tr("Nothing has been run yet."));
    std::vector<Asked> all;
    for (const StageSide& side : sides)
        if (all.size() < kMostSides) all.push_back({side.name, side.run->plan});
    // What is pinned stands where nobody was put beside.
    if (const BaselineRun& pinned = m_workbench.baselineRun(); all.size() == 1 && pinned.run() && !pinned.isChosen())
        all.push_back({tr("baseline: %1").arg(pinned.shortName()), pinned.run()->plan});
    m_outdated = false;
    m_workbench.jobs().start<PlanPicture>(
        kPlanTime, tr("Reckoning the plan's time"),
        [all = std::move(all), gpu = *gpu, &library = m_workbench.library()](const JobContext& job) {
            PlanPicture picture;
            picture.gpu = shownName(gpu.title);
            for (const Asked& asked : all) {
                Result<PlanSide> side = sideOf(asked, gpu, library, job);
                if (!side) return Result<PlanPicture>(fail(side.error()));
                picture.sides.push_back(std::move(*side));
            }
            return Result<PlanPicture>(std::move(picture));
        },
        [this](Result<PlanPicture> found) {
            if (!found && found.error().code == ErrorCode::Cancelled) {
                m_outdated = true;
                return;
            }
            if (!found) return showNothing(QString::fromStdString(describe(found.error())));
            show(std::move(*found));
        });
}

}  // namespace lanescope
