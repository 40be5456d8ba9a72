// SPDX-License-Identifier: GPL-3.0-or-later
// Makes ready what is likely to be asked for next: runs, on a thread of its own so that nobody waits for them, onto the
// workbench's shelf. What is wanted no longer is stopped.
#pragma once

#include <QObject>
#include <deque>
#include <optional>

#include "app/presenter/stop.h"
#include "app/state/job_runner.h"

namespace lanescope {

class Workbench;

class Preparation final : public QObject {
    Q_OBJECT
public:
    /// `workbench` must outlive this.
    explicit Preparation(Workbench& workbench, QObject* parent = nullptr);

    /// The likeliest first. What is shown from now on is kept, too, so that one can go back to it. None: nothing is
    /// kept any more, which a day of looking at large grids would fill the memory with.
    void want(const std::vector<Chosen>& wanted);
    void stop();
    /// All its runs are at hand.
    [[nodiscard]] bool isReady(const Chosen& chosen) const;
    [[nodiscard]] bool isBusy() const { return m_jobs.isBusy(); }
    /// Its runs, for pictures of it; none unless isReady().
    using Runs = StopRuns;
    [[nodiscard]] Runs runs(const Chosen& chosen) const;

Q_SIGNALS:
    /// Something more is at hand.
    void changed();

private:
    void keepShown();
    void start();

    Workbench& m_workbench;
    std::deque<StopRun> m_wanted;
    std::optional<RunKey> m_making;
    bool m_keeps = false;  ///< what is shown
    JobRunner m_jobs;      ///< last: joined before the rest goes
};

}  // namespace lanescope
