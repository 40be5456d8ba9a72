// SPDX-License-Identifier: GPL-3.0-or-later
// Writing what is on screen to a file. Everything is rendered in memory first and then put in place in one go, so that
// a failure loses neither the old file nor the picture.
#pragma once

#include <QSize>
#include <QString>
#include <functional>
#include <string>

#include "core/base/result.h"

class QPaintDevice;

namespace lanescope {

enum class ExportFormat { Png, Svg, Pdf, Csv, Json };

/// By the file name's ending. Error: CannotWrite, naming the endings that are known.
[[nodiscard]] Result<ExportFormat> exportFormatOf(const QString& path);

/// Something that can paint itself at any size: the same routine as on screen.
struct Picture {
    QString title;  ///< for the file's metadata
    QSize size;     ///< logical pixels
    std::function<void(QPaintDevice& device, QSize size, bool vector)> paint;
};

/// Bytes of a PNG (twice the resolution, for print and projectors), SVG or PDF file. Not for Csv and Json.
[[nodiscard]] std::string render(const Picture& picture, ExportFormat format);

/// Renders and writes. Error: CannotWrite.
[[nodiscard]] Result<void> exportPicture(const Picture& picture, const QString& path);

}  // namespace lanescope
