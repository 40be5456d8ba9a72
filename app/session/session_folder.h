// SPDX-License-Identifier: GPL-3.0-or-later
// Where what is open is kept, so that neither a crash nor a window that is closed loses it: a file for each window. One
// that is open holds its file's lock. No widget.
#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QString>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace lanescope {

/// One file, which several threads write; what was begun earlier never replaces what was begun later.
class OrderedFile {
public:
    explicit OrderedFile(std::string path) : m_path(std::move(path)) {}
    [[nodiscard]] const std::string& path() const { return m_path; }
    /// From any thread. Error: CannotWrite.
    [[nodiscard]] Result<void> write(std::uint64_t number, std::string_view content);

private:
    std::string m_path;
    std::mutex m_mutex;
    std::uint64_t m_last = 0;
};

class SessionFolder {
public:
    /// Of this user's sessions.
    SessionFolder();
    explicit SessionFolder(QString folder) : m_folder(std::move(folder)) {}
    ~SessionFolder() { close(); }

    /// A file of its own from here on; that of before is one of kept() then. nullptr: there can be none.
    std::shared_ptr<OrderedFile> begin();
    void close();

    struct Kept {
        QString file;
        QDateTime written;
        bool crashed = false;  ///< its window was not closed
    };
    /// Those of no window that is open, the latest first; no more than kMost are left.
    static constexpr qsizetype kMost = 8;
    [[nodiscard]] std::vector<Kept> kept();
    /// From here on it counts as closed.
    void settle(const Kept& kept);
    /// When that was, by the clock on the wall.
    [[nodiscard]] static QString textOf(const QDateTime& when) {
        return when.toString(QStringLiteral("yyyy-MM-dd HH:mm"));
    }

private:
    [[nodiscard]] static QString lockOf(const QString& file) { return file + QStringLiteral(".lock"); }

    QString m_folder;
    std::shared_ptr<OrderedFile> m_own;
    std::unique_ptr<QLockFile> m_lock;  ///< of m_own
};

}  // namespace lanescope
