// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that stand beside the first one: each with its own emulation and recorded block, made one after the other
// when the first one's block is there. A run that is still of what is chosen is kept; what is superseded is stopped.
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "app/state/beside_choice.h"
#include "app/state/job_runner.h"
#include "app/state/run_shelf.h"
#include "core/run/watched_run.h"
#include "core/sass/machine_plan.h"

namespace lanescope {

class Beside final : public QObject {
    Q_OBJECT

public:
    /// The run that the others stand beside.
    struct First {
        Chosen chosen;
        std::shared_ptr<const Plan> plan;                  ///< of it
        std::uint64_t traceBudget = 0;                     ///< EmulationOptions::traceBudget of the others
        const sass::MachinePlans* machinePlans = nullptr;  ///< where `chosen` asks for machine code; not owned
    };
    struct Side {
        BesideChoice choice;
        Parameters parameters;  ///< all of them
        QString name{};         ///< what tells it from the others
        QString missing{};      ///< why it is not run, or cannot be watched; empty if nothing is known against it
        std::shared_ptr<const Emulation> run{};
        std::size_t launch = 0;  ///< that is watched: the first one's, as far as it has so many
        Dim3 block{0, 0, 0};     ///< the one with the same number in its grid
        WatchedBlock watched{};
        /// Both its run and its block are there.
        [[nodiscard]] bool isReady() const { return run != nullptr && watched.flow != nullptr; }
    };

    /// What stands beside a run, in the order in which it was chosen, with nothing run of it yet.
    struct Named {
        QString first;  ///< what the run itself is called beside them; its algorithm if there are none
        std::vector<Side> sides{};
    };
    [[nodiscard]] static Named sidesOf(const First& first);

    /// Both must outlive this. What is on `shelf` is not run again.
    Beside(JobRunner& jobs, RunShelf& shelf, QObject* parent = nullptr);

    /// In the order in which they were chosen.
    [[nodiscard]] const std::vector<Side>& sides() const { return m_sides; }
    /// What the first one is called beside them; its algorithm while there are none.
    [[nodiscard]] const QString& nameOfFirst() const { return m_nameOfFirst; }
    [[nodiscard]] bool isRunning() const;

    /// What is chosen now, beside which run; stops what was being made. Of more than kMostBeside the first.
    void follow(const First& first);
    /// Makes what is missing; to be called when the first one's block is there.
    void start();
    void stop();
    /// The same; what was being made says that it was stopped, and is made again by the next follow() and start().
    void cancel();

Q_SIGNALS:
    /// Sides, or what is there of one.
    void changed();

private:
    void keepWhatIsThere(Side& side) const;
    [[nodiscard]] RunKey keyOf(const Side& side) const;
    void run(std::size_t number);
    void record(std::size_t number);
    void take(std::size_t number, Result<WatchedRun> result);

    First m_first;
    std::vector<Side> m_sides;
    simt::Scheduling m_scheduling = simt::Scheduling::ReconvergenceStack;  ///< of the runs in m_sides
    std::string m_machine;                                                 ///< Chosen::machine of the runs in m_sides
    QString m_nameOfFirst;
    JobRunner& m_jobs;
    RunShelf& m_shelf;
};

/// The block of a grid that has the same number as `block` of `from`, x first; the last one if there are not so many.
[[nodiscard]] Dim3 sameNumber(Dim3 block, Dim3 from, Dim3 grid);

}  // namespace lanescope
