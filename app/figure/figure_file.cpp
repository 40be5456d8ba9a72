// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/figure_file.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <optional>

#include "core/base/file_reader.h"
#include "core/session/session_file.h"
#include "widgets/export/held.h"

namespace lanescope {
namespace {

/// Of a figure: a poster's pixels, and a session in base64.
constexpr std::uint64_t kLargestFigure = std::uint64_t{256} << 20;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::FigureFile)
};

}  // namespace

bool isFigure(const QString& file) {
    const QString ending = QFileInfo(file).suffix().toLower();
    return ending == u"png" || ending == u"svg" || ending == u"pdf";
}

Result<std::string> sessionBytesIn(const std::string& file) {
    const bool figure = isFigure(QString::fromStdString(file));
    Result<std::string> bytes = readFile(file, figure ? kLargestFigure : session::kLargestFile);
    if (!bytes || !figure) return bytes;
    if (std::optional<std::string> held = held::in(*bytes)) return std::move(*held);
    return fail(ErrorCode::MalformedFile,
                {{"file", file},
                 {"place", Texts::tr("beside its picture").toStdString()},
                 {"reason", Texts::tr("it holds no session: it was made by another program, or what it held was taken "
                                      "out when it was worked on")
                                .toStdString()}});
}

Result<session::Session> sessionIn(const std::string& file) {
    const Result<std::string> bytes = sessionBytesIn(file);
    if (!bytes) return fail(bytes.error());
    return session::sessionFrom(*bytes, file);
}

}  // namespace lanescope
