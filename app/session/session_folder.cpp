// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session_folder.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <utility>

#include "core/base/file_writer.h"

namespace lanescope {

Result<void> OrderedFile::write(std::uint64_t number, std::string_view content) {
    const std::lock_guard lock(m_mutex);
    if (number <= m_last) return {};
    Result<void> written = writeFile(m_path, content);
    if (written) m_last = number;
    return written;
}

SessionFolder::SessionFolder()
    : m_folder(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + QStringLiteral("/sessions")) {}

std::shared_ptr<OrderedFile> SessionFolder::begin() {
    close();
    if (!QDir().mkpath(m_folder)) return nullptr;
    const QString name = QStringLiteral("%1-%2.lanescope")
                             .arg(QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd-HHmmss-zzz")))
                             .arg(QCoreApplication::applicationPid());
    const QString file = QDir(m_folder).filePath(name);
    auto lock = std::make_unique<QLockFile>(lockOf(file));
    lock->setStaleLockTime(0);  // as long as its process lives
    if (!lock->tryLock(0)) return nullptr;
    m_lock = std::move(lock);
    m_own = std::make_shared<OrderedFile>(file.toStdString());
    return m_own;
}

void SessionFolder::close() {
    m_lock.reset();
    m_own.reset();
}

std::vector<SessionFolder::Kept> SessionFolder::kept() {
    std::vector<Kept> found;
    const QDir folder(m_folder);
    for (const QFileInfo& file : folder.entryInfoList({QStringLiteral("*.lanescope")}, QDir::Files, QDir::Time)) {
        const QString path = file.absoluteFilePath();
        const bool locked = QFileInfo::exists(lockOf(path));
        QLockFile probe(lockOf(path));
        probe.setStaleLockTime(0);
        // The lock of a process that is gone can be had, and stays for settle() to take away.
        qint64 owner = 0;
        QString host, program;
        const bool known = locked && probe.getLockInfo(&owner, &host, &program);
        if (known && !probe.tryLock(0)) continue;
        if (probe.isLocked()) {
            probe.unlock();
            (void)writeFile(lockOf(path).toStdString(), {});  // still not closed
        }
        if (std::ssize(found) < kMost)
            found.push_back({path, file.lastModified(), locked});
        else if (QDir().remove(path))
            QDir().remove(lockOf(path));
    }
    return found;
}

void SessionFolder::settle(const Kept& kept) { QDir().remove(lockOf(kept.file)); }

}  // namespace lanescope
