// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/map_work.h"

#include <algorithm>
#include <utility>

#include "app/zones/explanation_text.h"
#include "core/run/counting_policy.h"
#include "core/run/watched_run.h"
#include "widgets/stage/map/map_rounds.h"

namespace lanescope {
namespace {

const QString kMap = QStringLiteral("map");

}  // namespace

MapWork::MapWork(JobRunner& jobs, QObject* parent) : QObject(parent), m_jobs(jobs) {}

bool MapWork::Side::needsWork() const {
    return run && work.empty() && failed.isEmpty() && !run->plan.launches().empty();
}

void MapWork::setRuns(const std::vector<Run>& runs, simt::Scheduling scheduling) {
    const bool otherRules = scheduling != m_scheduling;
    m_scheduling = scheduling;
    const std::vector<Side> before = std::exchange(m_sides, {});
    for (const Run& of : runs) {
        const auto known =
            std::ranges::find_if(before, [&](const Side& side) { return haveSamePlan(side.run.get(), of.run.get()); });
        Side side = known != before.end() && !otherRules ? *known : Side{};
        side.run = of.run;
        // Those of the block before stay until the others are there: the picture does not jump.
        if (side.block != of.block) side.roundsKnown = false;
        side.block = of.block;
        m_sides.push_back(std::move(side));
    }
    const bool same = !otherRules && std::ranges::equal(before, m_sides, [](const Side& one, const Side& other) {
        return haveSamePlan(one.run.get(), other.run.get()) && one.block == other.block;
    });
    if (same) return;
    m_jobs.drop(kMap);
    for (std::size_t i = 0; i < m_sides.size(); ++i) Q_EMIT changed(i);
    start();
}

void MapWork::setWanted(bool wanted) {
    m_wanted = wanted;
    if (wanted)
        start();
    else
        m_jobs.drop(kMap);
}

void MapWork::stop() { m_jobs.cancel(kMap); }

QString MapWork::missing(std::size_t side) const {
    const Side& of = m_sides[side];
    if (!of.run) return tr("Nothing has been run yet.");
    if (of.run->plan.launches().empty())
        return tr("This algorithm launches no kernel, so there are no blocks to be shown. %1")
            .arg(otherWork(of.run->plan));
    if (!of.failed.isEmpty()) return tr("Where the threads work could not be found out: %1").arg(of.failed);
    return tr("Looking where the threads work …");
}

/// The first side of which something is not known yet.
void MapWork::start() {
    if (!m_wanted || m_jobs.isBusy(kMap)) return;
    const auto next =
        std::ranges::find_if(m_sides, [](const Side& side) { return side.needsWork() || side.needsRounds(); });
    if (next == m_sides.end()) return;
    ThreadWorkOptions options;
    options.maxBlocks = watchingOptions(next->run->plan).maxBlocks;
    options.scheduling = m_scheduling;
    m_jobs.start<Found>(
        kMap, tr("Looking where the threads work"),
        // Of the run only its plan: what was counted is not kept while somebody looks, nor by what is found.
        [plan = std::make_shared<const Plan>(next->run->plan), block = next->needsRounds() ? next->block : nullptr,
         needsWork = next->needsWork(), options](const JobContext& job) -> Result<Found> {
            Found found;
            if (block) found.rounds = roundsIn(*block, plan, job.stop);
            if (job.stopRequested()) return fail(ErrorCode::Cancelled);
            if (!needsWork) return found;
            Result<std::vector<ThreadWork>> works = threadWorkOfAll(*plan, options, job);
            if (!works) return fail(works.error());
            for (ThreadWork& launch : *works)
                found.work.push_back(std::make_shared<const ThreadWork>(std::move(launch)));
            found.blocks = std::make_shared<const MapScene>(mapOfBlocks(plan, found.work));
            return found;
        },
        [this, wanted = *next](const Result<Found>& found) { take(wanted, found); });
}

void MapWork::take(const Side& wanted, const Result<Found>& found) {
    QString failed;
    if (!found) failed = QString::fromStdString(describe(found.error()));
    if (found && found->work.empty() && wanted.needsWork()) failed = tr("nothing of it ran");
    for (std::size_t i = 0; i < m_sides.size(); ++i) {
        Side& side = m_sides[i];
        if (!haveSamePlan(side.run.get(), wanted.run.get())) continue;
        if (wanted.needsWork()) {
            if (found) side.work = found->work;
            if (found) side.blocks = found->blocks;
            side.failed = failed;
        }
        if (wanted.needsRounds() && side.block == wanted.block) {
            if (found) side.rounds = found->rounds;
            side.roundsKnown = true;
        }
        Q_EMIT changed(i);
    }
    // Behind the job that is just ending.
    QMetaObject::invokeMethod(this, &MapWork::start, Qt::QueuedConnection);
}

}  // namespace lanescope
