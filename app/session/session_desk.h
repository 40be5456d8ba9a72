// SPDX-License-Identifier: GPL-3.0-or-later
// The session that the window shows: its file, what has changed since, opening and saving. What is open is kept at
// every change in a file of this user's, which is found again after a crash. Files are read and written by a thread of
// its own.
#pragma once

#include <QObject>
#include <QStringList>
#include <QTimer>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/session/session_folder.h"
#include "app/state/job_runner.h"
#include "core/session/session.h"

class QMenu;

namespace lanescope {

class MainWindow;
class Settings;
struct Stop;

class SessionDesk final : public QObject {
    Q_OBJECT
public:
    /// Both must outlive this.
    SessionDesk(MainWindow& window, Settings& settings);
    ~SessionDesk() override;

    /// By its name: a session, or a figure that may hold one.
    [[nodiscard]] static bool isSession(const QString& file);

    void fillMenu(QMenu& menu);
    /// From here on what is open is kept. Offers what a window that was not closed has left.
    void begin();
    /// The window closes.
    void close();

    /// As it is shown now. Without the kernels' texts, which are in plans().
    [[nodiscard]] session::Session now() const;
    /// Of what is shown, the first one first.
    [[nodiscard]] std::vector<std::shared_ptr<const Plan>> plans() const;
    /// Both as a file has them.
    [[nodiscard]] std::string bytes() const;

    /// Both return at once. What is wrong is said by the window, and nothing else changes then. Opened is a session, or
    /// a figure that holds one.
    void open(const QString& file);
    void save(const QString& file);
    /// Shows it; `name` is the file that it is saved to again, empty: none. isBusy() until all of it is there. Errors:
    /// what this program does not have of it; nothing changes then.
    [[nodiscard]] Result<void> take(const session::Session& session, const QString& name);
    /// That it was opened from or saved to last; empty: none.
    [[nodiscard]] const QString& file() const { return m_file; }
    /// Since it was opened, saved or begun.
    [[nodiscard]] bool isModified() const;
    /// A file is being read or written, or what was opened is not all there yet.
    [[nodiscard]] bool isBusy() const { return m_jobs.isBusy() || m_arriving || m_look.isActive(); }
    /// Opened or saved last, the latest first.
    [[nodiscard]] QStringList recent() const { return m_recent; }

Q_SIGNALS:
    void opened();
    void saved();

private:
    /// What a change is seen by: the session without its texts and measurements, and how many of those there are.
    struct Outline {
        session::Session session{};
        std::pair<std::size_t, double> measured{};
        [[nodiscard]] bool sameChoices(const Outline& other) const;
    };
    [[nodiscard]] Outline outline() const;
    void watch();
    void look();
    /// The outline that was seen last. A newer one of the same kind takes its place.
    void keep(const QString& kind);
    void read(const QString& file, bool named);
    void show(const session::Session& session, const Stop& stop);
    QStringList takeLooks(const session::View& view);
    [[nodiscard]] QString differences(const session::Session& session, std::size_t lost,
                                      const QStringList& unknown) const;
    void askOpen();
    void askSave();
    void fillRecent(QMenu& menu);
    void fillEarlier(QMenu& menu);
    void remember(const QString& file);
    void showTitle();

    MainWindow& m_window;
    Settings& m_settings;
    SessionFolder m_folder;
    std::shared_ptr<OrderedFile> m_own;  ///< where it is kept; none: nowhere yet
    std::uint64_t m_writes = 0;
    bool m_complained = false;
    QString m_file;
    QStringList m_recent;
    Outline m_seen;           ///< when it was looked at last
    Outline m_kept;           ///< in m_own
    Outline m_saved;          ///< in m_file
    bool m_arriving = false;  ///< what was opened is gone to, and not there yet
    QTimer m_look;            ///< soon
    QTimer m_rest;            ///< when the clock has come to rest
    JobRunner m_jobs;         ///< last: joined before the rest goes
};

}  // namespace lanescope
