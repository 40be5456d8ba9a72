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
#include "widgets/playback/playback.h"
#include "widgets/stage/map/map_scene.h"

namespace lanescope {

class MapWork final : public QObject {
    Q_OBJECT
public:
    /// `jobs` must outlive this.
    explicit MapWork(JobRunner& jobs, QObject* parent = nullptr);

    /// A run that stands abreast of others, and the block of it that is watched.
    struct Run {
        std::shared_ptr<const Emulation> run;  ///< nullptr: it is not there yet
        Playback::Block block{};               ///< nullptr: there is none
    };
    /// What is known of a run stays known while it, or the same one counted further, is among them, wherever it stands;
    /// what comes of others later is dropped.
    void setRuns(const std::vector<Run>& runs, simt::Scheduling scheduling);
    void setWanted(bool wanted);
    void stop();

    [[nodiscard]] std::size_t sides() const { return m_sides.size(); }
    /// From the first launch on; empty while nothing is known.
    [[nodiscard]] const MapLaunches& work(std::size_t side) const { return m_sides[side].work; }
    /// mapOfBlocks() of it; nullptr while nothing is known.
    [[nodiscard]] const std::shared_ptr<const MapScene>& blocks(std::size_t side) const { return m_sides[side].blocks; }
    /// roundsIn() the side's block; nullptr while they are not known, or if there are none.
    [[nodiscard]] const std::shared_ptr<const MapScene>& rounds(std::size_t side) const { return m_sides[side].rounds; }
    /// Why there is none.
    [[nodiscard]] QString missing(std::size_t side) const;
    /// It is being looked for, or will be when the map is shown.
    [[nodiscard]] bool isAwaited(std::size_t side) const { return m_sides[side].needsWork(); }

Q_SIGNALS:
    /// work(), rounds() or missing() of a side.
    void changed(std::size_t side);

private:
    struct Side {
        std::shared_ptr<const Emulation> run;
        Playback::Block block;
        MapLaunches work;
        std::shared_ptr<const MapScene> blocks;
        std::shared_ptr<const MapScene> rounds;
        bool roundsKnown = false;  ///< that there are none, too
        QString failed;
        [[nodiscard]] bool needsWork() const;
        [[nodiscard]] bool needsRounds() const { return run && block && !roundsKnown; }
    };
    /// What was looked for; the rest is as it was.
    struct Found {
        MapLaunches work;
        std::shared_ptr<const MapScene> blocks;
        std::shared_ptr<const MapScene> rounds;
    };
    void start();
    void take(const Side& wanted, const Result<Found>& found);

    JobRunner& m_jobs;
    std::vector<Side> m_sides;
    simt::Scheduling m_scheduling = simt::Scheduling::ReconvergenceStack;
    bool m_wanted = false;
};

}  // namespace lanescope
