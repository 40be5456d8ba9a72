// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenter/story_export.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>

#include "core/base/file_writer.h"
#include "core/base/words.h"
#include "core/story/story_file.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kEndMilliseconds = 3000;

}  // namespace

StoryExport::StoryExport(QObject* parent) : QObject(parent), m_program(QCoreApplication::applicationFilePath()) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    m_process.setProcessEnvironment(environment);
    m_process.setProcessChannelMode(QProcess::ForwardedOutputChannel);
    m_process.setReadChannel(QProcess::StandardError);
    connect(&m_process, &QProcess::readyReadStandardError, this, &StoryExport::read);
    connect(&m_process, &QProcess::finished, this, &StoryExport::end);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) end();
    });
}

StoryExport::~StoryExport() {
    m_process.disconnect(this);
    if (!isBusy()) return;
    m_process.terminate();
    if (m_process.waitForFinished(kEndMilliseconds)) return;
    m_process.kill();
    m_process.waitForFinished(kEndMilliseconds);
}

void StoryExport::start(const story::Story& story, const QString& to, Theme::Mode mode) {
    if (isBusy()) return;
    m_to = to;
    m_told.clear();
    m_cancelled = false;
    m_folder = std::make_unique<QTemporaryDir>();
    const QString file = m_folder->filePath(QStringLiteral("story.json"));
    if (const Result<void> written = writeFile(file.toStdString(), toJson(story)); !written)
        return Q_EMIT finished(QString::fromStdString(describe(written.error())));
    QStringList arguments{QStringLiteral("--render"), file, QStringLiteral("--to"), to};
    const QString ending = QFileInfo(to).suffix().toLower();
    const bool paper = ending == u"pdf" || ending == u"html";
    if (!paper && mode != Theme::Mode::System)
        arguments +=
            {QStringLiteral("--theme"), mode == Theme::Mode::Dark ? QStringLiteral("dark") : QStringLiteral("light")};
    m_process.start(m_program, arguments);
    Q_EMIT started(tr("Writing %1").arg(shownName(QFileInfo(to).fileName())));
}

void StoryExport::cancel() {
    m_cancelled = isBusy();
    if (m_cancelled) m_process.terminate();
}

void StoryExport::read() {
    static const QRegularExpression kShare(QStringLiteral("^(\\d{1,3}) %$"));
    while (m_process.canReadLine()) {
        const QString line = QString::fromUtf8(m_process.readLine()).trimmed();
        if (const auto share = kShare.match(line); share.hasMatch())
            Q_EMIT progressed(share.captured(1).toInt() / 100.0);
        else if (m_told.size() < kMostShown)
            m_told += (m_told.isEmpty() ? QString() : QStringLiteral(" ")) + line;
    }
}

void StoryExport::end() {
    read();
    m_folder.reset();
    if (m_cancelled) return Q_EMIT finished({});
    const bool well = m_process.exitStatus() == QProcess::NormalExit && m_process.error() == QProcess::UnknownError;
    if (well && m_process.exitCode() == 0) return Q_EMIT finished(tr("Written: %1").arg(m_to));
    Q_EMIT finished(m_told.isEmpty() ? tr("%1 could not be written: %2").arg(m_to, m_process.errorString())
                                     : shownText(m_told));
}

}  // namespace lanescope
