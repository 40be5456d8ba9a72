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
    EmulationOptions options = first;
    options.tracedBlocks.clear();
    options.maxBlocks = furtherOptions(*plan).maxBlocks;
    const bool more = first.maxBlocks > 0 && (options.maxBlocks == 0 || options.maxBlocks > first.maxBlocks);
    if (more) m_next = Next{plan, options, watched};
}

void FurtherCount::begin() {
    if (!m_next) return;
    Next next = std::move(*m_next);
    m_next.reset();
    const QString title = next.options.maxBlocks == 0 ? tr("A sample of the blocks is shown; counting all of them")
                                                      : tr("A sample of the blocks is shown; counting more of them");
    m_jobs.start<WatchedRun>(
        kind(), title,
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
