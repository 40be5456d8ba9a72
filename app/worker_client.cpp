// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker_client.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <chrono>
#include <nlohmann/json.hpp>

namespace lanescope {
namespace {

using Json = nlohmann::json;
using namespace std::chrono_literals;

constexpr int kProtocol = 1;
constexpr qsizetype kLineLimit = qsizetype{16} << 20;
constexpr auto kGrace = 3s;

Error died(const QString& reason) { return Error(ErrorCode::WorkerDied, {{"reason", reason.toStdString()}}); }

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

}  // namespace

struct WorkerClient::Answer {
    const Json& json;
};

WorkerClient::WorkerClient(QString program, QStringList arguments, QObject* parent)
    : QObject(parent),
      m_program(std::move(program)),
      m_arguments(std::move(arguments)),
      m_process(this),
      m_grace(this) {
    m_process.setProcessChannelMode(QProcess::SeparateChannels);
    m_process.setStandardErrorFile(QProcess::nullDevice());
    m_grace.setSingleShot(true);
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &WorkerClient::readLines);
    connect(&m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        readLines();
        ended(status == QProcess::CrashExit ? tr("it was ended by a signal")
                                            : tr("it ended with exit code %1").arg(code));
    });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            ended(tr("%1 cannot be started: %2").arg(m_program, m_process.errorString()));
    });
    connect(&m_grace, &QTimer::timeout, this, [this] {
        if (m_measuring != 0 && m_cancelled) m_process.kill();
    });
}

WorkerClient::~WorkerClient() {
    disconnect(&m_process, nullptr, this, nullptr);
    if (m_process.state() == QProcess::NotRunning) return;
    // At the end of its input the worker ends by itself; a hung one is not waited for.
    m_process.closeWriteChannel();
    if (!m_process.waitForFinished(500)) {
        m_process.kill();
        m_process.waitForFinished(1000);
    }
}

void WorkerClient::ensureStarted() {
    if (m_process.state() == QProcess::NotRunning) m_process.start(m_program, m_arguments);
}

void WorkerClient::send(const std::string& line) { m_process.write((line + "\n").c_str()); }

void WorkerClient::sayHello() {
    if (m_hello != 0) return;
    m_hello = ++m_lastId;
    ensureStarted();
    send(Json{{"v", kProtocol}, {"id", m_hello}, {"verb", "hello"}}.dump());
}

void WorkerClient::measure(const std::string& algorithm, const Parameters& parameters) {
    if (isMeasuring())
        return Q_EMIT failed(Error(ErrorCode::WorkerProtocol, {{"reason", tr("it is still measuring").toStdString()}}));
    m_measuring = ++m_lastId;
    m_cancelled = false;
    Json values = Json::object();
    for (const auto& [name, value] : parameters) values[name] = value;
    const Json request{
        {"v", kProtocol}, {"id", m_measuring}, {"verb", "measure"}, {"algorithm", algorithm}, {"parameters", values}};
    Q_EMIT measuringChanged();
    ensureStarted();
    send(request.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void WorkerClient::cancel() {
    if (!isMeasuring()) return;
    m_cancelled = true;
    send(Json{{"v", kProtocol}, {"id", m_measuring}, {"verb", "cancel"}}.dump());
    m_grace.start(kGrace);
}

void WorkerClient::readLines() {
    while (m_process.canReadLine()) readLine(m_process.readLine());
    if (m_process.bytesAvailable() > kLineLimit) {
        distrust(tr("a line is longer than %1 bytes").arg(kLineLimit));
    }
}

void WorkerClient::readLine(const QByteArray& line) {
    try {
        const Json event = Json::parse(line.toStdString());
        if (event.value("v", 0) != kProtocol) return distrust(tr("a line is no answer of version 1"));
        const qint64 id = event.at("id").is_number_integer() ? event["id"].get<qint64>() : 0;
        if (id != 0 && id == m_hello)
            readHello({event});
        else if (id != 0 && id == m_measuring)
            readMeasuring({event});
        // Anything else answers a request that is no longer awaited.
    } catch (const Json::exception& exception) {
        distrust(QString::fromUtf8(exception.what()));
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
    Q_EMIT machineChanged();
}

void WorkerClient::readMeasuring(const Answer& answer) {
    const Json& event = answer.json;
    const std::string kind = event.at("event").get<std::string>();
    if (kind == "progress") {
        Q_EMIT progressed(event.at("fraction").get<double>());
        return;
    }
    finishMeasuring();
    if (kind == "error") {
        Q_EMIT failed(errorOf(event));
    } else if (const Result<StudyEntry> entry = entryOf(event)) {
        Q_EMIT measured(*entry);
    } else {
        Q_EMIT failed(entry.error());
    }
}

void WorkerClient::distrust(const QString& reason) {
    // Whoever speaks another language is not asked again; the next request starts a new worker.
    if (isMeasuring()) finishMeasuring();
    m_process.kill();
    m_process.waitForFinished(1000);
    Q_EMIT failed(Error(ErrorCode::WorkerProtocol, {{"reason", reason.toStdString()}}));
}

void WorkerClient::finishMeasuring() {
    m_grace.stop();
    m_measuring = 0;
    Q_EMIT measuringChanged();
}

void WorkerClient::ended(const QString& reason) {
    if (m_hello != 0) {
        m_hello = 0;
        m_machine = Machine{{}, QString::fromStdString(describe(died(reason))), {}};
        Q_EMIT machineChanged();
    }
    if (!isMeasuring()) return;
    const bool cancelled = m_cancelled;
    finishMeasuring();
    Q_EMIT failed(cancelled ? Error(ErrorCode::Cancelled) : died(reason));
}

}  // namespace lanescope
