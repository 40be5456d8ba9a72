// SPDX-License-Identifier: GPL-3.0-or-later
// Figures that hold the session that they were made in.
#pragma once

#include <QString>
#include <string>

#include "core/base/result.h"
#include "core/session/session.h"

namespace lanescope {

/// By its name: what may be a figure.
[[nodiscard]] bool isFigure(const QString& file);

/// Bytes of a session: the file itself, or what a figure holds. Errors: CannotOpen; MalformedFile, of a figure that
/// holds none.
[[nodiscard]] Result<std::string> sessionBytesIn(const std::string& file);
/// The same, read. Errors besides: those of session::sessionFrom().
[[nodiscard]] Result<session::Session> sessionIn(const std::string& file);

}  // namespace lanescope
