// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures as SVG whose letters are outlines: a browser that does not have our fonts would set others, which are wider.
#pragma once

#include <QByteArray>
#include <QPicture>
#include <QSize>
#include <QString>

namespace lanescope {

[[nodiscard]] QByteArray outlinedSvg(const QPicture& picture, const QSize& size, const QString& title);

}  // namespace lanescope
