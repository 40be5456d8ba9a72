// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/further_count.h"

#include <utility>

#include "core/run/counting_policy.h"

namespace lanescope {

const QString& FurtherCount::kind() {
    static const QString kind = QStringLiteral("count");
    return kind;
}

FurtherCount::FurtherCount(QObject* parent) : QObject(parent), m_jobs(nullptr, JobRunner::Pace::Background) {}

void FurtherCount::prepare(const std::shared_ptr<const Plan>& plan, const EmulationOptions& first,
                           const WatchedBlock& watched) {
    stop();
    if (first.maxBlocks == 0 || !isCountedWhole(*plan)) return;
    EmulationOptions options = first;
    options.tracedBlocks.clear();
    options.maxBlocks = 0;
    m_next = Next{plan, options, watched};
}

void FurtherCount::begin() {
    if (!m_next) return;
    Next next = std::move(*m_next);
    m_next.reset();
    m_jobs.start<WatchedRun>(
        kind(), tr("A sample of the blocks is shown; counting all of them"),
        [next](const JobContext& job) { return runFurther(*next.plan, next.options, next.watched, job); },
        [this, before = next.watched.flow](const Result<WatchedRun>& result) {
            if (result)
                Q_EMIT counted(*result, before.get());
            else
                Q_EMIT failed(result.error());
        });
}

void FurtherCount::stop() {
    m_next.reset();
    m_jobs.drop(kind());
}

void FurtherCount::cancel() {
    m_next.reset();
    m_jobs.cancel(kind());
}

}  // namespace lanescope
