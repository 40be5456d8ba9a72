// SPDX-License-Identifier: GPL-3.0-or-later
// Where the threads of the watched launch work: found out by a run of its own, while somebody looks.
#pragma once

#include <QObject>
#include <memory>

#include "app/state/job_runner.h"
#include "core/run/emulation.h"
#include "core/trace/thread_work.h"

namespace lanescope {

/// Why a plan that launches no kernel has no threads, and what it does instead.
[[nodiscard]] QString noThreadsText(const Plan& plan);

class GridWork final : public QObject {
    Q_OBJECT

public:
    /// `jobs` must outlive this.
    explicit GridWork(JobRunner& jobs, QObject* parent = nullptr);

    /// nullptr: there is no run.
    void setRun(std::shared_ptr<const Emulation> run, simt::Scheduling scheduling, std::size_t launch);
    void setWanted(bool wanted);
    void stop();

    /// Of the run and launch that were set last; nullptr while that is not known.
    [[nodiscard]] std::shared_ptr<const ThreadWork> work() const { return m_work; }
    /// The plan that it is of.
    [[nodiscard]] std::shared_ptr<const Plan> plan() const;
    /// Why there is no work to be shown.
    [[nodiscard]] QString missing() const;

Q_SIGNALS:
    void changed();

private:
    void start();

    JobRunner& m_jobs;
    std::shared_ptr<const Emulation> m_run;
    simt::Scheduling m_scheduling = simt::Scheduling::ReconvergenceStack;
    std::size_t m_launch = 0;
    bool m_wanted = false;
    std::shared_ptr<const ThreadWork> m_work;
    QString m_failed;
};

}  // namespace lanescope
