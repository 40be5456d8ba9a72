// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/settings.h"

#include <QCoreApplication>
#include <QSettings>
#include <QStandardPaths>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/base/file_reader.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// States of windows and splitters take some hundred bytes.
constexpr qsizetype kMostStateBytes = 1 << 14;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::Settings)
};

fs::path pathOf(const QString& file) { return file.toStdString(); }

/// Not asked of QSettings, which reads the files that it falls back to as soon as it is made.
QString usersFile() {
    const QString organization = QCoreApplication::organizationName();
    return QStringLiteral("%1/%2/%3.conf")
        .arg(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation),
             organization.isEmpty() ? QStringLiteral("Lanescope") : organization, QCoreApplication::applicationName());
}

/// Why this cannot be a file of settings; empty if it can. Nothing is opened that could be waited for.
QString whyNoFile(const fs::path& path) {
    std::error_code problem;
    const fs::file_status status = fs::status(path, problem);
    if (status.type() == fs::file_type::not_found && !fs::is_symlink(fs::symlink_status(path, problem))) return {};
    if (status.type() != fs::file_type::regular) return Texts::tr("it is no plain file");
    if (fs::file_size(path, problem) > static_cast<std::uintmax_t>(Settings::kMostBytes) || problem)
        return Texts::tr("it is larger than %1 bytes").arg(Settings::kMostBytes);
    const Result<FileReader> file = FileReader::open(path.string());
    return file ? QString()
                : Texts::tr("it cannot be read: %1").arg(QString::fromStdString(file.error().arguments.at("reason")));
}

/// A name beside it that nothing has.
fs::path asideOf(const fs::path& path) {
    fs::path aside = path.string() + ".wrong";
    std::error_code problem;
    for (int i = 2; fs::symlink_status(aside, problem).type() != fs::file_type::not_found; ++i)
        aside = path.string() + ".wrong-" + std::to_string(i);
    return aside;
}

}  // namespace

Settings::Settings() : Settings(usersFile()) {}

Settings::Settings(const QString& file) : m_file(file) {
    QString why = whyNoFile(pathOf(m_file));
    if (why.isEmpty()) {
        open();
        (void)m_settings->allKeys();  // sections are not looked at before somebody asks for what they hold
        if (m_settings->status() == QSettings::NoError) return;
        const bool malformed = m_settings->status() == QSettings::FormatError;
        why = malformed ? Texts::tr("it is not written as one") : Texts::tr("it cannot be read");
        m_settings.reset();
    }
    putAside(why);
}

Settings::~Settings() = default;

void Settings::open() { m_settings = std::make_unique<QSettings>(m_file, QSettings::IniFormat); }

void Settings::putAside(const QString& why) {
    const fs::path path = pathOf(m_file);
    const fs::path aside = asideOf(path);
    std::error_code problem;
    fs::rename(path, aside, problem);
    if (problem) {
        m_problems += Texts::tr(
                          "The settings %1 cannot be used: %2. Nor could they be put aside (%3), so nothing is "
                          "remembered until that is mended.")
                          .arg(m_file, why, QString::fromStdString(problem.message()));
        return;
    }
    m_problems += Texts::tr("The settings %1 cannot be used: %2. They are kept as %3; the window begins anew.")
                      .arg(m_file, why, QString::fromStdString(aside.string()));
    open();
}

std::optional<QString> Settings::words(const QString& key) const {
    if (!m_settings || !m_settings->contains(key)) return std::nullopt;
    return m_settings->value(key).toString();
}

void Settings::complain(const QString& key, const QString& value, const std::string& range) {
    m_problems += Texts::tr("The setting %1 = \"%2\" in %3 is left out: it must be %4.")
                      .arg(key, value.left(60), m_file, QString::fromStdString(range));
}

std::optional<std::int64_t> Settings::whole(const QString& key, WholeRange range) {
    const auto text = words(key);
    if (!text) return std::nullopt;
    const auto number = wholeNumberFromText(text->toStdString(), range);
    if (!number) complain(key, *text, rangeText(range));
    return number;
}

std::optional<double> Settings::real(const QString& key, RealRange range) {
    const auto text = words(key);
    if (!text) return std::nullopt;
    const auto number = realNumberFromText(text->toStdString(), range);
    if (!number) complain(key, *text, rangeText(range));
    return number;
}

QByteArray Settings::state(const QString& key) {
    if (!m_settings) return {};
    const QByteArray state = m_settings->value(key).toByteArray();
    return state.size() <= kMostStateBytes ? state : QByteArray();
}

void Settings::setWhole(const QString& key, std::int64_t value) {
    if (m_settings) m_settings->setValue(key, static_cast<qlonglong>(value));
}

void Settings::setReal(const QString& key, double value) {
    Q_ASSERT(std::isfinite(value));
    if (m_settings) m_settings->setValue(key, value);
}

void Settings::setState(const QString& key, const QByteArray& state) {
    if (m_settings && state.size() <= kMostStateBytes) m_settings->setValue(key, state);
}

void Settings::clear() {
    if (m_settings) m_settings->clear();
}

bool Settings::save() {
    if (!m_settings) return false;
    m_settings->sync();
    return m_settings->status() == QSettings::NoError;
}

QStringList Settings::takeProblems() { return std::exchange(m_problems, {}); }

}  // namespace lanescope
