// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/map_work.h"

#include <algorithm>
#include <utility>

#include "app/zones/explanation_text.h"
#include "core/run/counting_policy.h"

namespace lanescope {
namespace {

const QString kMap = QStringLiteral("map");

}  // namespace

MapWork::MapWork(JobRunner& jobs, QObject* parent) : QObject(parent), m_jobs(jobs) {}

void MapWork::setRuns(const std::vector<std::shared_ptr<const Emulation>>& runs, simt::Scheduling scheduling) {
    const bool otherRules = scheduling != m_scheduling;
    m_scheduling = scheduling;
    const std::vector<Side> before = std::exchange(m_sides, {});
    for (const auto& run : runs) {
        const auto known = std::ranges::find(before, run, &Side::run);
        m_sides.push_back(known != before.end() && !otherRules ? *known : Side{run, {}, {}, {}});
    }
    const bool same = !otherRules && std::ranges::equal(before, m_sides, {}, &Side::run, &Side::run);
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

/// The first side of which nothing is known yet.
void MapWork::start() {
    if (!m_wanted || m_jobs.isBusy(kMap)) return;
    const auto next = std::ranges::find_if(m_sides, [](const Side& side) {
        return side.run && side.work.empty() && side.failed.isEmpty() && !side.run->plan.launches().empty();
    });
    if (next == m_sides.end()) return;
    ThreadWorkOptions options;
    options.maxBlocks = watchingOptions(next->run->plan).maxBlocks;
    options.scheduling = m_scheduling;
    m_jobs.start<Found>(
        kMap, tr("Looking where the threads work"),
        [run = next->run, options](const JobContext& job) -> Result<Found> {
            Result<std::vector<ThreadWork>> works = threadWorkOfAll(run->plan, options, job);
            if (!works) return fail(works.error());
            Found found;
            for (ThreadWork& launch : *works)
                found.work.push_back(std::make_shared<const ThreadWork>(std::move(launch)));
            found.blocks =
                std::make_shared<const MapScene>(mapOfBlocks(std::shared_ptr<const Plan>(run, &run->plan), found.work));
            return found;
        },
        [this, run = next->run](const Result<Found>& found) { take(run, found); });
}

void MapWork::take(const std::shared_ptr<const Emulation>& run, const Result<Found>& found) {
    QString failed;
    if (!found) failed = QString::fromStdString(describe(found.error()));
    if (found && found->work.empty()) failed = tr("nothing of it ran");
    for (std::size_t i = 0; i < m_sides.size(); ++i) {
        if (m_sides[i].run != run) continue;
        if (found) {
            m_sides[i].work = found->work;
            m_sides[i].blocks = found->blocks;
        }
        m_sides[i].failed = failed;
        Q_EMIT changed(i);
    }
    // Behind the job that is just ending.
    QMetaObject::invokeMethod(this, &MapWork::start, Qt::QueuedConnection);
}

}  // namespace lanescope
