// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/job_runner.h"

#include <sys/resource.h>
#include <unistd.h>

#include <QElapsedTimer>

namespace lanescope {
namespace {

constexpr qint64 kProgressMilliseconds = 50;
constexpr int kBackgroundNiceness = 10;

}  // namespace

JobRunner::JobRunner(QObject* parent, Pace pace)
    : QObject(parent), m_thread([this, pace](const std::stop_token& stop) { loop(stop, pace); }) {}

JobRunner::~JobRunner() {
    {
        const std::lock_guard lock(m_mutex);
        m_queue.clear();
        if (m_running) m_running->stop.request_stop();
    }
    m_thread.request_stop();
    m_thread.join();
}

quint64 JobRunner::enqueue(const QString& kind, const QString& title, Work work) {
    stopJobs(kind);
    const quint64 number = ++m_last;
    m_current[kind] = number;
    {
        const std::lock_guard lock(m_mutex);
        m_queue.push_back({number, kind, std::stop_source(), std::move(work)});
    }
    m_wake.notify_one();
    Q_EMIT started(number, title);
    return number;
}

void JobRunner::stopJobs(const QString& kind) {
    const std::lock_guard lock(m_mutex);
    for (Job& job : m_queue)
        if (job.kind == kind) job.stop.request_stop();
    if (m_running && m_running->kind == kind) m_running->stop.request_stop();
}

void JobRunner::cancel(const QString& kind) { stopJobs(kind); }

void JobRunner::drop(const QString& kind) {
    stopJobs(kind);
    settle(kind);
}

void JobRunner::loop(const std::stop_token& stop, Pace pace) {
    // Of Linux's threads each has its own; those that it starts have it, too.
    if (pace == Pace::Background) (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kBackgroundNiceness);
    for (;;) {
        std::optional<Job> job;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [this] { return !m_queue.empty(); })) return;
            job = std::move(m_queue.front());
            m_queue.pop_front();
            m_running = Job{job->number, job->kind, job->stop, {}};
        }
        run(*job);
        const std::lock_guard lock(m_mutex);
        m_running.reset();
    }
}

void JobRunner::run(Job& job) {
    QElapsedTimer sinceReport;
    JobContext context;
    context.stop = job.stop.get_token();
    context.progress = [this, number = job.number, &sinceReport](double fraction) {
        if (sinceReport.isValid() && sinceReport.elapsed() < kProgressMilliseconds) return;
        sinceReport.start();
        QMetaObject::invokeMethod(this, [this, number, fraction] { Q_EMIT progressed(number, fraction); });
    };
    Finish finish = job.work(context);
    QMetaObject::invokeMethod(
        this,
        [this, number = job.number, kind = job.kind, finish = std::move(finish)] { deliver(number, kind, finish); },
        Qt::QueuedConnection);
}

void JobRunner::deliver(quint64 number, const QString& kind, const Finish& finish) {
    if (m_current.value(kind) != number) return;  // late: a newer job has taken its place
    m_current.remove(kind);
    finish();
    Q_EMIT finished(number);
    if (m_current.isEmpty()) Q_EMIT idle();
}

void JobRunner::settle(const QString& kind) {
    if (m_current.remove(kind) > 0 && m_current.isEmpty()) Q_EMIT idle();
}

}  // namespace lanescope
