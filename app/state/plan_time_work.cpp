// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/plan_time_work.h"

#include "app/state/baseline_run.h"
#include "app/state/workbench.h"
#include "core/run/counting_policy.h"
#include "core/run/plan_in_time.h"
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
    const PlanInTimeOptions options{.blocks = kBlocksOfAPoint,
                                    .machine = timing::machineKernelsFor(gpu, library.machinePlans()),
                                    .addRegisters = [&](ModelInput& input, const Plan& of) {
                                        addRegisters(input, of, gpu, &library.machineCodes());
                                    }};
    Result<PlanInTime> found = planInTime(library.machinePlans().ptxPlanOf(asked.plan), gpu, options, job);
    if (!found) return fail(found.error());
    const timing::PlanTimeline& timeline = found->timeline;
    PlanSide side{.name = asked.name, .plan = {}, .timeline = {}, .spread = {}, .missing = {}};
    side.missing = QString::fromStdString(whatIsMissing(timeline, gpu));
    const RunCode code = runCodeOf(found->input.launches);
    const bool unseen = !library.catalogue().find(found->plan.algorithm);
    if (timeline.unknown.empty())
        if (const auto spread = spreadOf(planTime(timeline.seconds, code, unseen), gpu, library.accuracies()))
            side.spread = asSentences(describe(*spread));
    side.timeline = std::make_shared<timing::PlanTimeline>(std::move(found->timeline));
    side.plan = std::make_shared<Plan>(std::move(found->plan));
    return side;
}

}  // namespace

PlanTimeWork::PlanTimeWork(Workbench& workbench, QObject* parent) : QObject(parent), m_workbench(workbench) {
    connect(&m_workbench, &Workbench::sidesChanged, this, &PlanTimeWork::outdate);
    connect(&m_workbench, &Workbench::emulationChanged, this, &PlanTimeWork::outdate);
    connect(&m_workbench, &Workbench::baselineChanged, this, &PlanTimeWork::followBaseline);
    connect(&m_workbench.gpuChoice(), &GpuChoice::changed, this, &PlanTimeWork::outdate);
    m_picture.missing = tr("Nothing has been run yet.");
}

/// What is known of it comes in several steps; only another run makes another picture.
void PlanTimeWork::followBaseline() {
    const BaselineRun& pinned = m_workbench.baselineRun();
    const std::shared_ptr<const Emulation> now = pinned.isChosen() ? nullptr : pinned.run();
    if (now == m_baseline) return;
    m_baseline = now;
    if (m_workbench.sides().size() == 1) outdate();
}

void PlanTimeWork::outdate() {
    m_outdated = true;
    if (m_wanted) start();
}

void PlanTimeWork::setWanted(bool wanted) {
    m_wanted = wanted;
    if (wanted && m_outdated) return start();
    if (wanted || !m_workbench.jobs().isBusy(kPlanTime)) return;
    m_workbench.jobs().drop(kPlanTime);
    m_outdated = true;  // what was begun brings nothing any more
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
            if (!(found->end() > 0)) return showNothing(whyNothingIsKnown(*found));
            show(std::move(*found));
        });
}

}  // namespace lanescope
