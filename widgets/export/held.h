// SPDX-License-Identifier: GPL-3.0-or-later
// What a picture's file holds beside the picture, where its format has room for such: a text of a PNG, <metadata> of an
// SVG, the XMP packet of a PDF. In each it stands in base64 (RFC 4648).
#pragma once

#include <QByteArray>
#include <QString>
#include <optional>
#include <string>

class QImage;

namespace lanescope::held {

/// `session` must not be empty in any of these.
void addToPng(QImage& image, const std::string& session);
/// The element for <metadata>, or for a packet of XMP.
[[nodiscard]] QByteArray element(const std::string& session);
/// A whole packet of XMP (ISO 16684-1) that says the title and, if there is one, holds a session. Without any date.
[[nodiscard]] QByteArray xmp(const QString& title, const std::string& session);

/// What a PNG, SVG or PDF file holds, by its bytes; nothing: it holds none, or is none of these.
[[nodiscard]] std::optional<std::string> in(const std::string& file);

}  // namespace lanescope::held
