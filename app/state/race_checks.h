// SPDX-License-Identifier: GPL-3.0-or-later
// Looking for races and the like in the run that is shown: a watched second run, beside everything else. It has a
// thread of its own, so that a long check keeps nobody from stepping through a block.
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "app/state/job_runner.h"
#include "core/run/emulation.h"

namespace lanescope {

class RaceChecks final : public QObject {
    Q_OBJECT

public:
    enum class State {
        NotLooked,  ///< there is no run, or the check was stopped
        Looking,
        Done,
        Failed  ///< why() says why
    };

    explicit RaceChecks(QObject* parent = nullptr);

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isLooking() const { return m_state == State::Looking; }
    /// One report per launch of the run; of the last check that ended. Empty if none did.
    [[nodiscard]] const std::vector<simt::RaceReport>& reports() const { return m_reports; }
    /// Findings in all reports, those included that are only counted.
    [[nodiscard]] std::uint64_t findings() const;
    /// More could be found by checkAll().
    [[nodiscard]] bool canLookFurther() const;
    [[nodiscard]] const QString& why() const { return m_why; }

    /// Checks this run, as far as that takes about a second. nullptr: there is no run any more.
    void setRun(std::shared_ptr<const Emulation> run, simt::Scheduling scheduling);
    /// The same run, counted further: what was found of it, or is being looked for, stays.
    void goOnWith(std::shared_ptr<const Emulation> run) { m_run = std::move(run); }
    /// Checks all blocks of it, however long that takes.
    void checkAll();
    /// What is looking stops; earlier reports stay.
    void stop();

Q_SIGNALS:
    void changed();
    void progressed(double fraction);

private:
    void start(bool all);
    void take(Result<std::vector<simt::RaceReport>> result);

    std::shared_ptr<const Emulation> m_run;
    simt::Scheduling m_scheduling = simt::Scheduling::ReconvergenceStack;
    State m_state = State::NotLooked;
    std::vector<simt::RaceReport> m_reports;
    QString m_why;
    JobRunner m_jobs;  ///< last: joined before the rest goes
};

}  // namespace lanescope
