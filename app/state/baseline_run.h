// SPDX-License-Identifier: GPL-3.0-or-later
// The run that everything is held against: of the pinned configuration, made in the background, and its numbers beside
// those of the run that is shown.
#pragma once

#include <QObject>
#include <memory>
#include <optional>

#include "app/state/chosen.h"
#include "core/baseline/baseline.h"

namespace lanescope {

class Model;
class Workbench;

class BaselineRun final : public QObject {
    Q_OBJECT

public:
    /// `workbench` must outlive this.
    explicit BaselineRun(Workbench& workbench);

    /// What is pinned, as it was when it was looked at last; nothing: nothing is.
    [[nodiscard]] const std::optional<PinnedChoice>& choice() const { return m_choice; }
    /// "matmul.tiled n 1024 block 16"; empty: nothing is pinned.
    [[nodiscard]] QString name() const;
    /// What tells it from the chosen configuration: "block 8"; empty where they are the same.
    [[nodiscard]] QString shortName() const;
    /// The chosen configuration is the baseline itself.
    [[nodiscard]] bool isChosen() const;
    /// Without traces; nullptr while it is being made, or where missing() says why not.
    [[nodiscard]] const std::shared_ptr<const Emulation>& run() const { return m_run; }
    [[nodiscard]] const QString& missing() const { return m_missing; }
    /// That its estimates are of, with what was changed of it; nothing: a GPU that is not here.
    [[nodiscard]] const std::optional<GpuSpec>& gpu() const { return m_gpu; }
    /// The numbers of both; nothing before the baseline's run is there, or without a run that is shown.
    [[nodiscard]] const std::optional<baseline::Baseline>& before() const { return m_before; }
    [[nodiscard]] const std::optional<baseline::Baseline>& after() const { return m_after; }
    /// Its time, for charts of times, with what it is: "baseline: block 8, 425 µs, replayed", and on what other GPU.
    /// Nothing: not known.
    struct Line {
        double seconds = 0;
        QString words;
    };
    [[nodiscard]] std::optional<Line> line() const;
    /// How much faster or slower the shown run is, or what is not known; empty if nothing is pinned.
    [[nodiscard]] QString sentence() const;
    /// Asks what is being run to stop.
    void cancel();

Q_SIGNALS:
    /// What is pinned, or what is known of it.
    void changed();

private:
    /// What is found on another thread.
    struct Found {
        std::shared_ptr<const Emulation> run;
        baseline::Baseline before, after;  ///< of estimates alone
    };
    void follow();
    void look();
    void adoptShown();
    void compare();
    void start();
    void take(Found found);

    Workbench& m_workbench;
    std::optional<PinnedChoice> m_choice;
    std::optional<GpuSpec> m_gpu;
    std::shared_ptr<const Emulation> m_run;
    std::weak_ptr<const Emulation> m_adopted;  ///< the shown run that m_run is a copy of
    QString m_missing;
    std::optional<baseline::Baseline> m_before, m_after;
};

}  // namespace lanescope
