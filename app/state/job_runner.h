// SPDX-License-Identifier: GPL-3.0-or-later
// Long work off the GUI thread: one job thread, a queue, a stop token and throttled progress. Each job has a number; a
// newer job of the same kind takes the older one's place, and what the older one still brings is dropped.
#pragma once

#include <QMap>
#include <QObject>
#include <QString>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/base/thrown.h"

namespace lanescope {

class JobRunner final : public QObject {
    Q_OBJECT

public:
    enum class Pace {
        Awaited,
        Background  ///< others go first: whatever else wants to run in this machine
    };
    explicit JobRunner(QObject* parent = nullptr, Pace pace = Pace::Awaited);
    /// Stops what runs and waits for it.
    ~JobRunner() override;

    /// Queues `work`; `done` is called on the GUI thread with its result, unless a newer job of this kind was started
    /// or the kind was dropped meanwhile. What a `work` throws is an Error: errorOfThrown(). `title` is for people.
    template <typename T>
    quint64 start(const QString& kind, const QString& title, std::function<Result<T>(const JobContext&)> work,
                  std::function<void(Result<T>)> done) {
        return enqueue(kind, title, [work = std::move(work), done = std::move(done)](const JobContext& job) {
            auto result = std::make_shared<Result<T>>(guarded<T>(work, job));
            return std::function<void()>([result, done] { done(std::move(*result)); });
        });
    }

    /// Asks the job of this kind to stop; its `done` is called with Cancelled.
    void cancel(const QString& kind);
    /// The same, and its `done` is not called.
    void drop(const QString& kind);
    [[nodiscard]] bool isBusy() const { return !m_current.isEmpty(); }
    [[nodiscard]] bool isBusy(const QString& kind) const { return m_current.contains(kind); }

Q_SIGNALS:
    void started(quint64 job, const QString& title);
    /// At most every 50 ms; in [0, 1].
    void progressed(quint64 job, double fraction);
    /// Its `done` has been called.
    void finished(quint64 job);
    /// Nothing is queued or running any more.
    void idle();

private:
    using Finish = std::function<void()>;
    using Work = std::function<Finish(const JobContext&)>;
    struct Job {
        quint64 number = 0;
        QString kind;
        std::stop_source stop;
        Work work;
    };

    template <typename T>
    static Result<T> guarded(const std::function<Result<T>(const JobContext&)>& work, const JobContext& job) {
        try {
            if (job.stopRequested()) return fail(ErrorCode::Cancelled);
            return work(job);
        } catch (const std::exception& exception) {
            return fail(errorOfThrown(exception));
        }
    }

    quint64 enqueue(const QString& kind, const QString& title, Work work);
    void stopJobs(const QString& kind);
    void loop(const std::stop_token& stop, Pace pace);
    void run(Job& job);
    void deliver(quint64 number, const QString& kind, const Finish& finish);
    void settle(const QString& kind);

    quint64 m_last = 0;
    QMap<QString, quint64> m_current;  ///< GUI thread only: the job of each kind whose result is awaited

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<Job> m_queue;       ///< guarded by m_mutex
    std::optional<Job> m_running;  ///< guarded by m_mutex; its work is empty

    std::jthread m_thread;  ///< last: it starts when all else is there and is joined first
};

}  // namespace lanescope
