// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/worker_client.h"

#include <algorithm>
#include <utility>

#include "app/worker/worker_words.h"
#include "core/worker/codec.h"
#include "core/worker/protocol.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

using namespace std::chrono_literals;

constexpr auto kGrace = 3s;
constexpr auto kSilence = 30s;
constexpr auto kToldEvery = 40ms;
constexpr qsizetype kErrorsKept = 4096;

Error died(const QString& reason) { return Error(ErrorCode::WorkerDied, {{"reason", reason.toStdString()}}); }
Error nonsense(const QString& reason) { return Error(ErrorCode::WorkerProtocol, {{"reason", reason.toStdString()}}); }

}  // namespace

WorkerClient::WorkerClient(QString program, QStringList arguments, QObject* parent)
    : QObject(parent),
      m_program(std::move(program)),
      m_arguments(std::move(arguments)),
      m_grace(this),
      m_silence(this) {
    m_grace.setSingleShot(true);
    m_grace.setInterval(kGrace);
    m_silence.setSingleShot(true);
    m_silence.setInterval(kSilence);
    connect(&m_grace, &QTimer::timeout, this, [this] {
        if (m_process && !m_reason) return endFor(died(tr("it did not stop when it was told to")));
        if (!m_process) return;
        // Not even a kill ends it at once where the driver waits for the GPU. The window does not wait with it.
        m_process->disconnect(this);
        connect(m_process.get(), &QProcess::finished, m_process.get(), &QObject::deleteLater);
        QProcess* const left = m_process.release();
        left->setParent(nullptr);
        ended(*m_reason);
    });
    connect(&m_silence, &QTimer::timeout, this,
            [this] { endFor(died(tr("it has said nothing for %1 s").arg(m_silence.interval() / 1000.0))); });
}

WorkerClient::~WorkerClient() {
    if (!m_process) return;
    m_process->disconnect(this);
    // At the end of its input the worker ends by itself; a hung one is not waited for.
    m_process->closeWriteChannel();
    if (!m_process->waitForFinished(500)) {
        m_process->kill();
        m_process->waitForFinished(1000);
    }
}

void WorkerClient::start() {
    m_process = std::make_unique<QProcess>();
    m_ending = m_heard = false;
    m_reason.reset();
    m_errors.clear();
    QProcess* const process = m_process.get();
    connect(process, &QProcess::readyReadStandardOutput, this, &WorkerClient::readLines);
    connect(process, &QProcess::readyReadStandardError, this,
            [this] { m_errors = (m_errors + m_process->readAllStandardError()).right(kErrorsKept); });
    connect(process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        readLines();
        const QString how =
            status == QProcess::CrashExit ? tr("it was ended by a signal") : tr("it ended with exit code %1").arg(code);
        ended(m_reason.value_or(died(how + lastWords())));
    });
    connect(process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart) return;
        const Error missing = died(tr("%1 cannot be started: %2").arg(m_program, m_process->errorString()));
        m_deaf = kDeafStarts;
        ended(missing);
    });
    m_hello = ++m_lastId;
    process->start(m_program, m_arguments);
    if (m_process) send({m_hello, worker::Hello{}});  // else it could not even be started
}

void WorkerClient::send(const worker::Request& request) {
    const std::string line = worker::write(request);
    m_process->write(line.data(), static_cast<qint64>(line.size()));
}

void WorkerClient::sayHello() {
    if (m_hello != 0) return;
    if (!m_process) return start();
    m_hello = ++m_lastId;
    send({m_hello, worker::Hello{}});
}

qint64 WorkerClient::measure(const std::string& algorithm, const Parameters& parameters, const MeasureChoice& choice) {
    const qint64 id = ++m_lastId;
    m_queue.push_back(Waiting{{{algorithm, parameters, choice}, id}});
    goOnSoon();
    Q_EMIT measuringChanged();
    return id;
}

void WorkerClient::cancel(qint64 id) {
    const auto found = std::ranges::find(m_queue, id, [](const Waiting& waiting) { return waiting.id; });
    if (found == m_queue.end()) return;
    if (m_busy && found == m_queue.begin()) {
        found->cancelled = true;
        if (m_ending) return;
        send({id, worker::Cancel{}});
        m_grace.start();
        Q_EMIT measuringChanged();
        return;
    }
    m_queue.erase(found);
    Q_EMIT measuringChanged();
    Q_EMIT failed(Error(ErrorCode::Cancelled), id);
}

void WorkerClient::cancelAll() {
    std::vector<qint64> ids;  // the last first, so that none of them begins
    for (const Waiting& waiting : m_queue) ids.insert(ids.begin(), waiting.id);
    for (const qint64 id : ids) cancel(id);
}

std::vector<WorkerClient::Request> WorkerClient::queue() const { return {m_queue.begin(), m_queue.end()}; }

void WorkerClient::goOnSoon() { QMetaObject::invokeMethod(this, &WorkerClient::goOn, Qt::QueuedConnection); }

void WorkerClient::goOn() {
    if (m_busy || m_queue.empty() || (m_process && m_ending)) return;
    if (!m_process) start();
    if (!m_process) return;
    m_busy = true;
    m_told.invalidate();
    m_silence.start();
    send({m_queue.front().id, static_cast<const worker::Measure&>(m_queue.front())});
}

void WorkerClient::readLines() {
    while (m_process && !m_reason && m_process->canReadLine()) readLine(m_process->readLine());
    constexpr auto kLimit = static_cast<qint64>(worker::kAnswerLimit);
    if (m_process && !m_reason && m_process->bytesAvailable() > kLimit)
        endFor(nonsense(tr("a line is longer than %1 bytes").arg(kLimit)));
}

void WorkerClient::readLine(const QByteArray& line) {
    if (m_busy) m_silence.start();
    Result<worker::Answer> answer = worker::readAnswer({line.constData(), static_cast<std::size_t>(line.size())});
    if (!answer) return endFor(answer.error());
    m_heard = true;
    m_deaf = 0;
    // Anything else answers a request that is no longer awaited.
    if (m_hello != 0 && answer->id == m_hello)
        readHello(*answer);
    else if (m_busy && answer->id == m_queue.front().id)
        readMeasuring(std::move(*answer));
}

void WorkerClient::readHello(const worker::Answer& answer) {
    m_hello = 0;
    worker::Machine machine;
    if (const auto* known = std::get_if<worker::Machine>(&answer.event))
        machine = *known;
    else if (const auto* failure = std::get_if<worker::Failure>(&answer.event))
        machine.gpuMissing = describe(failure->error);
    m_machine = shown(machine);
    Q_EMIT machineChanged();
}

void WorkerClient::readMeasuring(worker::Answer&& answer) {
    m_queue.front().begun = true;
    if (const auto* progress = std::get_if<worker::Progress>(&answer.event)) {
        takeTimes(*progress);
        tell(*progress);
    } else if (const auto* failure = std::get_if<worker::Failure>(&answer.event)) {
        if (failure->ends) {
            m_ending = true;
            m_grace.start();
        }
        finish(fail(failure->error));
    } else if (auto* result = std::get_if<worker::Measured>(&answer.event)) {
        finish(checked(std::move(*result), m_queue.front()));
    } else {
        endFor(nonsense(tr("it greets where a measurement is awaited")));
    }
}

/// Known before its counters are. What is wrong with it is wrong with the result, too, and is told then.
void WorkerClient::takeTimes(const worker::Progress& progress) {
    if (!progress.timed || m_queue.front().cancelled) return;
    worker::Measured timed = *progress.timed;
    const Result<StudyEntry> entry = checked(std::move(timed), m_queue.front());
    if (!entry) return;
    m_timed = *entry;
    Q_EMIT this->timed(*entry, m_queue.front().id);
}

/// A worker that says it ten thousand times a second is not shown ten thousand times.
void WorkerClient::tell(const worker::Progress& progress) {
    if (m_told.isValid() && m_told.elapsed() < kToldEvery.count()) return;
    m_told.start();
    Q_EMIT progressed(shown(progress), m_queue.front().id);
}

void WorkerClient::finish(const Result<StudyEntry>& outcome) {
    m_silence.stop();
    if (!m_ending) m_grace.stop();
    const Waiting done = std::move(m_queue.front());
    m_queue.pop_front();
    m_busy = false;
    goOnSoon();
    Q_EMIT measuringChanged();
    std::optional<StudyEntry> times = std::exchange(m_timed, {});
    if (outcome) return Q_EMIT measured(*outcome, done.id);
    const Error error = done.cancelled ? Error(ErrorCode::Cancelled) : outcome.error();
    if (times) {
        times->measurement->countersMissing = describe(error);
        Q_EMIT timed(*times, done.id);
    }
    Q_EMIT failed(error, done.id);
}

void WorkerClient::endFor(const Error& error) {
    m_ending = true;
    m_reason = error;
    m_silence.stop();
    m_process->kill();
    m_grace.start();
}

void WorkerClient::ended(const Error& error) {
    m_grace.stop();
    m_silence.stop();
    if (m_process) m_process.release()->deleteLater();
    if (!m_heard) ++m_deaf;
    if (m_hello != 0) {
        m_hello = 0;
        m_machine = Machine{{}, QString::fromStdString(describe(error)), {}};
        Q_EMIT machineChanged();
    }
    if (m_deaf >= kDeafStarts) return failAll(error);  // as will the next one
    if (!m_busy) return goOnSoon();
    Waiting& front = m_queue.front();
    if (front.begun || front.again || front.cancelled) return finish(fail(error));
    front.again = true;
    m_busy = false;
    goOnSoon();
}

void WorkerClient::failAll(const Error& error) {
    m_deaf = 0;
    m_busy = false;
    const std::deque<Waiting> all = std::exchange(m_queue, {});
    if (all.empty()) return;
    Q_EMIT measuringChanged();
    for (const Waiting& one : all) Q_EMIT failed(one.cancelled ? Error(ErrorCode::Cancelled) : error, one.id);
}

QString WorkerClient::lastWords() {
    constexpr qsizetype kShown = 300;
    const QByteArray all = m_errors + m_process->readAllStandardError();
    const QString text = shownText(std::string_view(all.right(kErrorsKept)), kErrorsKept).trimmed();
    return text.isEmpty() ? QString() : QStringLiteral(": ") + text.right(kShown);
}

}  // namespace lanescope
