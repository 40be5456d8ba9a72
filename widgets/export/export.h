// SPDX-License-Identifier: GPL-3.0-or-later
// Writing what is on screen to a file. Everything is rendered in memory first and then put in place in one go, so that
// a failure loses neither the old file nor the picture.
#pragma once

#include <QSize>
#include <QString>
#include <functional>
#include <string>

#include "core/base/result.h"

class QPainter;

namespace lanescope {

enum class ExportFormat { Png, Svg, Pdf, Csv, Json };

/// By the file name's ending. Error: CannotWrite, naming the endings that are known.
[[nodiscard]] Result<ExportFormat> exportFormatOf(const QString& path);

/// Something that can paint itself at any size: the same routine as on screen.
struct Picture {
    QString title;  ///< for the file's metadata
    QSize size;     ///< logical pixels
    std::function<void(QPainter& painter, QSize size)> paint;
    double narrowRatio = 0.75;  ///< height by width that it needs where a column of a paper is all that it has
};

/// How a picture lies on paper.
struct Print {
    double pixelsPerInch = 96;  ///< logical ones
    double dotsPerInch = 192;   ///< of a PNG: twice the resolution of a screen, for print and projectors
    bool outlines = false;      ///< letters of an SVG are paths, for who does not have our fonts
    std::string session{};      ///< bytes that the file holds beside the picture (held.h); empty: none
};

/// Bytes of a PNG, SVG or PDF file: the same for the same picture. Not for Csv and Json.
[[nodiscard]] std::string render(const Picture& picture, ExportFormat format, const Print& print = {});

/// Renders and writes. Error: CannotWrite.
[[nodiscard]] Result<void> exportPicture(const Picture& picture, const QString& path, const Print& print = {});

}  // namespace lanescope
