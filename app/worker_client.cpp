// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker_client.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/worker_words.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

using Json = nlohmann::json;
using namespace std::chrono_literals;

constexpr auto kGrace = 3s;
constexpr auto kSilence = 30s;
constexpr auto kToldEvery = 40ms;
constexpr qsizetype kErrorsKept = 4096;

Error died(const QString& reason) { return Error(ErrorCode::WorkerDied, {{"reason", reason.toStdString()}}); }
Error nonsense(const QString& reason) { return Error(ErrorCode::WorkerProtocol, {{"reason", reason.toStdString()}}); }

/// The error of an "error" event. A code that we do not know keeps its sentence.
Error errorOf(const Json& event) {
    const std::string name = event.value("code", std::string());
    for (int i = 0; i <= static_cast<int>(ErrorCode::Internal); ++i) {
        const auto code = static_cast<ErrorCode>(i);
        if (codeName(code) != name) continue;
        Error error(code);
        const Json arguments = event.value("arguments", Json::object());
        for (const auto& [key, value] : arguments.items())
            if (value.is_string()) error.arguments[key] = value.get<std::string>();
        return error;
    }
    return Error(ErrorCode::WorkerProtocol, {{"reason", event.value("message", name)}});
}

Result<StudyEntry> entryOf(const Json& event) {
    StudyEntry entry;
    entry.algorithm = event.at("algorithm").get<std::string>();
    for (const auto& [name, value] : event.at("parameters").items())
        entry.parameters.emplace_back(name, value.get<std::string>());
    Result<Measurement> measurement = measurementFromJson(event.at("measurement").dump(), "worker");
    if (!measurement) return fail(measurement.error());
    entry.measurement = std::move(*measurement);
    return entry;
}

QString textOf(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? QString::fromStdString(found->get<std::string>()) : QString();
}

std::string helloLine(qint64 id) {
    return Json{{"v", worker::kProtocol}, {"id", id}, {"verb", "hello"}, {"versions", worker::kSpoken}}.dump();
}

std::string measureLine(const WorkerClient::Request& request) {
    Json values = Json::object();
    for (const auto& [name, value] : request.parameters) values[name] = value;
    const MeasureChoice& choice = request.choice;
    Json options{{"counters", choice.counters},
                 {"time_limit", choice.timeLimit},
                 {"l2", choice.warm ? "warm" : "flushed"},
                 {"hang_limit", choice.hangLimit}};
    if (choice.allCounters) options["all_counters"] = true;
    if (choice.samples > 0) options["samples"] = choice.samples;
    const Json line{{"v", worker::kProtocol},         {"id", request.id},     {"verb", "measure"},
                    {"algorithm", request.algorithm}, {"parameters", values}, {"options", options}};
    return line.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

struct WorkerClient::Answer {
    const Json& json;
};

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
    if (m_process) send(helloLine(m_hello));  // else it could not even be started
}

void WorkerClient::send(const std::string& line) { m_process->write((line + "\n").c_str()); }

void WorkerClient::sayHello() {
    if (m_hello != 0) return;
    if (!m_process) return start();
    m_hello = ++m_lastId;
    send(helloLine(m_hello));
}

qint64 WorkerClient::measure(const std::string& algorithm, const Parameters& parameters, const MeasureChoice& choice) {
    const qint64 id = ++m_lastId;
    m_queue.push_back(Waiting{{id, algorithm, parameters, choice, false}});
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
        send(Json{{"v", worker::kProtocol}, {"id", id}, {"verb", "cancel"}}.dump());
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
    send(measureLine(m_queue.front()));
}

void WorkerClient::readLines() {
    while (m_process && !m_reason && m_process->canReadLine()) readLine(m_process->readLine());
    constexpr auto kLimit = static_cast<qint64>(worker::kAnswerLimit);
    if (m_process && !m_reason && m_process->bytesAvailable() > kLimit)
        endFor(nonsense(tr("a line is longer than %1 bytes").arg(kLimit)));
}

void WorkerClient::readLine(const QByteArray& line) {
    if (m_busy) m_silence.start();
    try {
        const Json event = Json::parse(line.constData(), line.constData() + line.size());
        const Json version = event.at("v");
        if (version != worker::kProtocol)
            return endFor(nonsense(tr("it speaks version %1 of the worker's protocol, and this window version %2; both "
                                      "machines need the same Lanescope")
                                       .arg(QString::fromStdString(version.dump()))
                                       .arg(worker::kProtocol)));
        m_heard = true;
        m_deaf = 0;
        const qint64 id = event.at("id").is_number_integer() ? event["id"].get<qint64>() : 0;
        if (id != 0 && id == m_hello)
            readHello({event});
        else if (m_busy && id == m_queue.front().id)
            readMeasuring({event});
        // Anything else answers a request that is no longer awaited.
    } catch (const Json::exception& exception) {
        endFor(nonsense(QString::fromUtf8(exception.what())));
    }
}

void WorkerClient::readHello(const Answer& answer) {
    const Json& event = answer.json;
    m_hello = 0;
    const auto gpu = event.find("gpu");
    m_machine = Machine{gpu != event.end() && gpu->is_object() ? textOf(*gpu, "name") : QString(),
                        textOf(event, "gpu_missing"), textOf(event, "counters_missing")};
    if (event.value("event", std::string()) == "error")
        m_machine->gpuMissing = QString::fromStdString(describe(errorOf(event)));
    m_machine = shown(*m_machine);
    Q_EMIT machineChanged();
}

/// A worker that says it ten thousand times a second is not shown ten thousand times.
void WorkerClient::tell(const WorkerProgress& progress) {
    if (m_told.isValid() && m_told.elapsed() < kToldEvery.count()) return;
    m_told.start();
    Q_EMIT progressed(shown(progress));
}

void WorkerClient::readMeasuring(const Answer& answer) {
    const Json& event = answer.json;
    const std::string kind = event.at("event").get<std::string>();
    m_queue.front().begun = true;
    if (kind == "progress") {
        WorkerProgress progress{m_queue.front().id, textOf(event, "phase"), event.at("fraction").get<double>(), {}};
        if (const Json left = event.value("seconds_left", Json()); left.is_number())
            progress.secondsLeft = left.get<double>();
        tell(progress);
    } else if (kind == "error") {
        if (event.value("ends", false)) {
            m_ending = true;
            m_grace.start();
        }
        finish(fail(errorOf(event)));
    } else {
        finish(
            entryOf(event).and_then([this](StudyEntry&& entry) { return checked(std::move(entry), m_queue.front()); }));
    }
}

void WorkerClient::finish(const Result<StudyEntry>& outcome) {
    m_silence.stop();
    if (!m_ending) m_grace.stop();
    const Waiting done = std::move(m_queue.front());
    m_queue.pop_front();
    m_busy = false;
    goOnSoon();
    Q_EMIT measuringChanged();
    if (outcome)
        Q_EMIT measured(*outcome, done.id);
    else
        Q_EMIT failed(done.cancelled ? Error(ErrorCode::Cancelled) : outcome.error(), done.id);
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
