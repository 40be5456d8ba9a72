// SPDX-License-Identifier: GPL-3.0-or-later
// The measuring process (lanescope-cli worker, here or on another machine by ssh) as seen from the window, in the words
// of core/worker/messages.h. What is to be measured waits here, and goes to the worker one by one. So a worker
// that dies, hangs or talks nonsense costs the measurement that it was at, and no other: a new one does the rest.
#pragma once

#include <QByteArray>
#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>

#include "core/study/study.h"
#include "core/worker/messages.h"

namespace lanescope {

class WorkerClient final : public QObject {
    Q_OBJECT

public:
    /// What the worker says of the machine, as it is shown.
    struct Machine {
        QString gpu;              ///< name; empty if there is none
        QString gpuMissing;       ///< why
        QString countersMissing;  ///< why hardware counters cannot be read; empty if they can
    };
    /// A measurement that was asked for and is not answered yet.
    struct Request : worker::Measure {
        qint64 id = 0;
        bool cancelled = false;  ///< the worker was asked to stop it, and has not answered: a kernel may be running
    };

    explicit WorkerClient(QString program, QStringList arguments = {QStringLiteral("worker")},
                          QObject* parent = nullptr);
    /// Ends the worker.
    ~WorkerClient() override;

    /// Asks for the machine; the answer is machineChanged().
    void sayHello();
    /// Has one configuration measured when those before it are done. The answer to the number that this gives is
    /// measured() or failed(), exactly once, and never from within this call.
    qint64 measure(const std::string& algorithm, const Parameters& parameters, const MeasureChoice& choice = {});
    /// That measurement ends with failed(Cancelled). A worker that does not obey in time is killed.
    void cancel(qint64 id);
    void cancelAll();

    [[nodiscard]] bool isMeasuring() const { return !m_queue.empty(); }
    /// What is being measured, first, and what waits.
    [[nodiscard]] std::vector<Request> queue() const;
    /// Nothing before the first answer.
    [[nodiscard]] const std::optional<Machine>& machine() const { return m_machine; }
    /// 0 while none runs.
    [[nodiscard]] qint64 processId() const { return m_process ? m_process->processId() : 0; }
    /// A worker that says nothing for so long while it measures is taken for dead, and killed.
    void setSilenceLimit(std::chrono::milliseconds limit) { m_silence.setInterval(limit); }

Q_SIGNALS:
    void machineChanged();
    /// What is measured, or what waits, is another than before.
    void measuringChanged();
    void progressed(const lanescope::worker::Progress& progress, qint64 id);
    /// The times of a measurement whose counters are still being read: measured() or failed() comes behind it; before
    /// failed() they come once more, with why there are no counters.
    void timed(const lanescope::StudyEntry& entry, qint64 id);
    void measured(const lanescope::StudyEntry& entry, qint64 id);
    void failed(const lanescope::Error& error, qint64 id);

private:
    struct Waiting : Request {
        bool begun = false;  ///< the worker has said something about it
        bool again = false;  ///< it was sent to a worker before that ended without having begun it
    };
    void start();
    void send(const worker::Request& request);
    /// Gives the worker the next measurement, unless it is at one or about to end.
    void goOn();
    void goOnSoon();
    void readLines();
    void readLine(const QByteArray& line);
    void readHello(const worker::Answer& answer);
    void readMeasuring(worker::Answer&& answer);
    void takeTimes(const worker::Progress& progress);
    void tell(const worker::Progress& progress);
    void finish(const Result<StudyEntry>& outcome);
    void failAll(const Error& error);
    /// Kills the worker, which then ends for this reason.
    void endFor(const Error& error);
    void ended(const Error& error);
    [[nodiscard]] QString lastWords();

    QString m_program;
    QStringList m_arguments;
    std::unique_ptr<QProcess> m_process;  ///< none = none runs
    QTimer m_grace;                       ///< a worker that was told to stop or to end may take so long
    QTimer m_silence;
    QElapsedTimer m_told;         ///< since progress was told
    std::deque<Waiting> m_queue;  ///< its first is the worker's if m_busy
    qint64 m_lastId = 0;
    qint64 m_hello = 0;  ///< id of the hello that is awaited; 0 = none
    bool m_busy = false;
    bool m_ending = false;  ///< nothing more is sent to this worker
    bool m_heard = false;   ///< this worker has answered something that can be read
    static constexpr int kDeafStarts = 2;
    int m_deaf = 0;  ///< workers in a row that have ended without a word; so many, and nobody is asked any more
    std::optional<StudyEntry> m_timed;  ///< of the measurement that runs: its times, once they are known
    QByteArray m_errors;                ///< the last of what it wrote to stderr
    std::optional<Error> m_reason;      ///< why it is being ended
    std::optional<Machine> m_machine;
};

}  // namespace lanescope
