// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>
#include <string>

#include "app/figure/figure_sheet.h"
#include "core/plan/plan.h"
#include "widgets/style/theme.h"

namespace lanescope {

/// What the command line of the window asks for.
struct Options {
    QString algorithm = QStringLiteral("matmul.tiled");
    bool algorithmGiven = false;  ///< somebody asked for it, or for parameters of it
    Parameters parameters;        ///< those given as key=value
    std::optional<Theme::Mode> theme;
    std::optional<double> scale;
    std::optional<QSize> size;
    QString session;        ///< file to open; empty = none
    QString tour;           ///< folder; empty = no tour
    QString render;         ///< story, or with a figure a session, to be rendered; empty = none
    QString to;             ///< what it is rendered to
    QString figure;         ///< id of the page whose figure is rendered; empty = none
    FigureWishes wishes{};  ///< of that figure
    /// Program and arguments of the measuring process, "ssh HOST lanescope-cli worker" for one; none = this machine's.
    QStringList worker;
    /// To be printed instead of running: help, version, or what is wrong.
    QString message;
    int exitCode = 0;  ///< with a message: 0, or 2 for wrong usage
};

/// A command line in its words as a POSIX shell takes them apart: spaces part them but within quotes and behind \\.
/// Nothing is replaced in them. Nothing if a quote is not closed.
[[nodiscard]] std::optional<QStringList> wordsOfCommand(const QString& line);

/// `arguments` as main gets them, the program's name first.
[[nodiscard]] Options parseOptions(const QStringList& arguments);

}  // namespace lanescope
