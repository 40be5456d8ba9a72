// SPDX-License-Identifier: GPL-3.0-or-later
// Where the threads of all launches work, of each of the runs that stand abreast: found out by runs of their own, one
// after the other, while somebody looks.
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "app/state/job_runner.h"
#include "core/run/emulation.h"
#include "core/trace/thread_work.h"
#include "widgets/stage/map/map_scene.h"

namespace lanescope {

class MapWork final : public QObject {
    Q_OBJECT
public:
    /// `jobs` must outlive this.
    explicit MapWork(JobRunner& jobs, QObject* parent = nullptr);

    /// Runs that stand abreast; nullptr: that side is not there yet. What is known of a run stays known while it is
    /// among them, wherever it stands; what comes of others later is dropped.
    void setRuns(const std::vector<std::shared_ptr<const Emulation>>& runs, simt::Scheduling scheduling);
    void setWanted(bool wanted);
    void stop();

    [[nodiscard]] std::size_t sides() const { return m_sides.size(); }
    /// From the first launch on; empty while nothing is known.
    [[nodiscard]] const MapLaunches& work(std::size_t side) const { return m_sides[side].work; }
    /// mapOfBlocks() of it; nullptr while nothing is known.
    [[nodiscard]] const std::shared_ptr<const MapScene>& blocks(std::size_t side) const { return m_sides[side].blocks; }
    /// Why there is none.
    [[nodiscard]] QString missing(std::size_t side) const;

Q_SIGNALS:
    /// work() or missing() of a side.
    void changed(std::size_t side);

private:
    struct Side {
        std::shared_ptr<const Emulation> run;
        MapLaunches work;
        std::shared_ptr<const MapScene> blocks;
        QString failed;
    };
    struct Found {
        MapLaunches work;
        std::shared_ptr<const MapScene> blocks;
    };
    void start();
    void take(const std::shared_ptr<const Emulation>& run, const Result<Found>& found);

    JobRunner& m_jobs;
    std::vector<Side> m_sides;
    simt::Scheduling m_scheduling = simt::Scheduling::ReconvergenceStack;
    bool m_wanted = false;
};

}  // namespace lanescope
