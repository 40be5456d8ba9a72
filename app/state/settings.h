// SPDX-License-Identifier: GPL-3.0-or-later
// What the window remembers until it is opened again. The file is read as anything from outside is: it is looked at
// before Qt reads it, every value has a type and a range, and what is wrong is said and left out.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>

#include "core/base/number_text.h"

class QSettings;

namespace lanescope {

class Settings {
public:
    /// More is no file of settings.
    static constexpr qint64 kMostBytes = qint64{1} << 20;

    /// This user's; where Qt has them, $XDG_CONFIG_HOME/Lanescope/lanescope.conf.
    Settings();
    /// A file that is no file of settings (a folder, a FIFO, one that cannot be read, too large, or no INI) is put
    /// aside: its name gets ".wrong" behind it. If that cannot be done, nothing is read and nothing saved.
    explicit Settings(const QString& file);
    ~Settings();

    /// Nothing if there is no such value, or a wrong one.
    [[nodiscard]] std::optional<std::int64_t> whole(const QString& key, WholeRange range);
    [[nodiscard]] std::optional<double> real(const QString& key, RealRange range);
    /// What QSplitter::saveState() and the like gave. They look themselves whether they understand it.
    [[nodiscard]] QByteArray state(const QString& key);

    void setWhole(const QString& key, std::int64_t value);
    /// `value` is finite.
    void setReal(const QString& key, double value);
    void setState(const QString& key, const QByteArray& state);
    void clear();
    /// Writes what was set; whether that could be done.
    [[nodiscard]] bool save();

    /// What was wrong, in sentences for people; empty if all was well. Each is told once.
    [[nodiscard]] QStringList takeProblems();
    [[nodiscard]] const QString& file() const { return m_file; }

private:
    void open();
    void putAside(const QString& why);
    /// The value's words; nothing if it has none.
    [[nodiscard]] std::optional<QString> words(const QString& key) const;
    void complain(const QString& key, const QString& value, const std::string& range);

    QString m_file;
    std::unique_ptr<QSettings> m_settings;  ///< none = there are none, and none can be made
    QStringList m_problems;
};

}  // namespace lanescope
