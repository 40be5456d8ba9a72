// SPDX-License-Identifier: GPL-3.0-or-later
// The measuring process (lanescope-cli worker) as seen from the window. JSON lines over its stdin and stdout, protocol
// version 1 as app/cli/worker.h describes it. A worker that dies takes nothing with it: what it was asked is answered
// with WorkerDied, and the next request starts a new one.
#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <optional>

#include "core/study/study.h"

namespace lanescope {

class WorkerClient final : public QObject {
    Q_OBJECT

public:
    /// What the worker says of the machine.
    struct Machine {
        QString gpu;              ///< name; empty if there is none
        QString gpuMissing;       ///< why
        QString countersMissing;  ///< why hardware counters cannot be read; empty if they can
    };

    explicit WorkerClient(QString program, QStringList arguments = {QStringLiteral("worker")},
                          QObject* parent = nullptr);
    /// Ends the worker.
    ~WorkerClient() override;

    /// Asks for the machine; the answer is machineChanged().
    void sayHello();
    /// Measures one configuration; the answer is measured() or failed(). One at a time: a second call is answered by
    /// failed() at once.
    void measure(const std::string& algorithm, const Parameters& parameters);
    /// The measurement ends with failed(Cancelled). A worker that does not obey in time is killed.
    void cancel();

    [[nodiscard]] bool isMeasuring() const { return m_measuring != 0; }
    /// Nothing before the first answer.
    [[nodiscard]] const std::optional<Machine>& machine() const { return m_machine; }
    /// 0 while none runs.
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }

Q_SIGNALS:
    void machineChanged();
    void measuringChanged();
    void progressed(double fraction);
    void measured(const lanescope::StudyEntry& entry);
    void failed(const lanescope::Error& error);

private:
    struct Answer;  ///< one parsed line
    void send(const std::string& line);
    void ensureStarted();
    void readLines();
    void readLine(const QByteArray& line);
    void readHello(const Answer& answer);
    void readMeasuring(const Answer& answer);
    void ended(const QString& reason);
    void finishMeasuring();
    void distrust(const QString& reason);

    QString m_program;
    QStringList m_arguments;
    QProcess m_process;
    QTimer m_grace;
    qint64 m_lastId = 0;
    qint64 m_hello = 0;      ///< id of the hello that is awaited; 0 = none
    qint64 m_measuring = 0;  ///< id of the measurement that is awaited; 0 = none
    bool m_cancelled = false;
    std::optional<Machine> m_machine;
};

}  // namespace lanescope
