// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/race_checks.h"

#include <algorithm>
#include <numeric>

#include "core/run/race_check.h"

namespace lanescope {
namespace {

const QString kCheck = QStringLiteral("check");

using Reports = std::vector<simt::RaceReport>;

}  // namespace

RaceChecks::RaceChecks(QObject* parent) : QObject(parent), m_jobs(nullptr, JobRunner::Pace::Background) {
    connect(&m_jobs, &JobRunner::progressed, this, [this](quint64, double fraction) { Q_EMIT progressed(fraction); });
}

std::uint64_t RaceChecks::findings() const {
    return std::accumulate(m_reports.begin(), m_reports.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const simt::RaceReport& report) {
                               return sum + report.findings.size() + report.notKept;
                           });
}

bool RaceChecks::canLookFurther() const {
    if (!m_run || isLooking() || m_run->launches.empty()) return false;
    // A whole check that could not watch all memory finds no more the next time.
    return m_reports.empty() || std::ranges::any_of(m_reports, [](const simt::RaceReport& report) {
               return report.blocksChecked < report.blocks;
           });
}

void RaceChecks::setRun(std::shared_ptr<const Emulation> run, simt::Scheduling scheduling) {
    m_jobs.drop(kCheck);
    m_run = std::move(run);
    m_scheduling = scheduling;
    m_reports.clear();
    m_why.clear();
    m_state = State::NotLooked;
    if (m_run && !m_run->launches.empty())
        start(false);
    else
        Q_EMIT changed();
}

void RaceChecks::checkAll() {
    if (canLookFurther()) start(true);
}

void RaceChecks::stop() { m_jobs.cancel(kCheck); }

void RaceChecks::start(bool all) {
    m_state = State::Looking;
    m_jobs.start<Reports>(
        kCheck, tr("Looking for races"),
        [run = m_run, scheduling = m_scheduling, all](const JobContext& job) {
            return all ? checkRaces(run->plan, {.cost = ~std::uint64_t{0}}, job, scheduling)
                       : checkRacesQuickly(run->plan, job, scheduling);
        },
        [this](Result<Reports> result) { take(std::move(result)); });
    Q_EMIT changed();
}

void RaceChecks::take(Result<Reports> result) {
    if (result) {
        m_reports = std::move(*result);
        m_why.clear();
        m_state = State::Done;
    } else if (result.error().code == ErrorCode::Cancelled) {
        m_state = m_reports.empty() ? State::NotLooked : State::Done;
    } else {
        m_why = QString::fromStdString(describe(result.error()));
        m_state = State::Failed;
    }
    Q_EMIT changed();
}

}  // namespace lanescope
