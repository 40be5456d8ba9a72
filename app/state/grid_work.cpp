// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/grid_work.h"

#include "app/zones/explanation_text.h"
#include "core/run/counting_policy.h"

namespace lanescope {
namespace {

const QString kThreads = QStringLiteral("threads");

}  // namespace

QString noThreadsText(const Plan& plan) {
    return GridWork::tr("This algorithm launches no kernel, so there are no threads to be shown. %1")
        .arg(otherWork(plan));
}

GridWork::GridWork(JobRunner& jobs, QObject* parent) : QObject(parent), m_jobs(jobs) {}

std::shared_ptr<const Plan> GridWork::plan() const {
    return m_run ? std::shared_ptr<const Plan>(m_run, &m_run->plan) : nullptr;
}

QString GridWork::missing() const {
    if (!m_run) return tr("Nothing has been run yet.");
    if (m_run->launches.empty()) return noThreadsText(m_run->plan);
    if (!m_failed.isEmpty()) return tr("Where the threads work could not be found out: %1").arg(m_failed);
    if (m_launch >= m_run->launches.size()) return tr("This launch was not run: one before it stopped at a fault.");
    return tr("Looking where the threads work …");
}

void GridWork::setRun(std::shared_ptr<const Emulation> run, simt::Scheduling scheduling, std::size_t launch) {
    if (run == m_run && launch == m_launch) return;
    m_jobs.drop(kThreads);
    m_run = std::move(run);
    m_scheduling = scheduling;
    m_launch = launch;
    m_work.reset();
    m_failed.clear();
    Q_EMIT changed();
    start();
}

void GridWork::setWanted(bool wanted) {
    m_wanted = wanted;
    if (wanted)
        start();
    else
        m_jobs.drop(kThreads);
}

void GridWork::stop() { m_jobs.cancel(kThreads); }

void GridWork::start() {
    if (!m_wanted || m_work || !m_run || m_launch >= m_run->launches.size() || m_jobs.isBusy(kThreads)) return;
    ThreadWorkOptions options;
    options.maxBlocks = watchingOptions(m_run->plan).maxBlocks;
    options.scheduling = m_scheduling;
    m_jobs.start<ThreadWork>(
        kThreads, tr("Looking where the threads work"),
        [run = m_run, launch = m_launch, options](const JobContext& job) {
            return threadWorkOf(run->plan, launch, options, job);
        },
        [this](Result<ThreadWork> result) {
            if (result)
                m_work = std::make_shared<const ThreadWork>(std::move(*result));
            else
                m_failed = QString::fromStdString(describe(result.error()));
            Q_EMIT changed();
        });
}

}  // namespace lanescope
