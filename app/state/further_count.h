// SPDX-License-Identifier: GPL-3.0-or-later
// The second step of a run whose grid is long to count: a sample of its blocks was shown at once, and all of them are
// counted behind it, on a thread that lets others go first.
#pragma once

#include <QObject>
#include <memory>
#include <optional>

#include "app/state/job_runner.h"
#include "core/run/watched_run.h"

namespace lanescope {

class FurtherCount final : public QObject {
    Q_OBJECT

public:
    explicit FurtherCount(QObject* parent = nullptr);

    /// Makes ready to count all blocks of the run that `watched` was recorded in, if it was sampled and
    /// isCountedWhole(); what was being counted is superseded.
    void prepare(const std::shared_ptr<const Plan>& plan, const EmulationOptions& first, const WatchedBlock& watched);
    /// Counts what was prepared, if that has not begun.
    void begin();
    /// What is being counted, or waits for it, is superseded.
    void stop();
    /// Asks it to stop; failed() says that it was.
    void cancel();
    [[nodiscard]] bool isCounting() const { return m_next.has_value() || m_jobs.isBusy(kind()); }
    /// For what it says of its progress.
    [[nodiscard]] const JobRunner& jobs() const { return m_jobs; }

Q_SIGNALS:
    /// `before` is what was watched in the sample: another object than that of `run` if it was recorded again.
    void counted(const lanescope::WatchedRun& run, const lanescope::flow::BlockFlow* before);
    /// What was shown stays a sample.
    void failed(const lanescope::Error& error);

private:
    [[nodiscard]] static const QString& kind();

    struct Next {
        std::shared_ptr<const Plan> plan;
        EmulationOptions options;
        WatchedBlock watched;
    };
    std::optional<Next> m_next;
    JobRunner m_jobs;
};

}  // namespace lanescope
