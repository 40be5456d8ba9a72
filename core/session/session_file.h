// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions as files, NAME.lanescope: a zip archive of JSON and of kernels' texts. docs/sessions.md lists its parts and
// names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/session/session.h"

namespace lanescope::session {

inline constexpr std::string_view kEnding = "lanescope";
inline constexpr std::string_view kMimeType = "application/x-lanescope-session";
/// No session is longer, packed.
inline constexpr std::uint64_t kLargestFile = std::uint64_t{64} << 20;

/// The same session gives the same bytes. Texts that are no UTF-8 get replacement signs.
[[nodiscard]] std::string toBytes(const Session& session);

/// `file` is who is named in an error. Whether there are such algorithms, values and pages is not looked at: that is
/// found when somebody goes there. Errors: MalformedFile with file, place and reason; UnsupportedVersion, which says
/// what a newer one needs.
[[nodiscard]] Result<Session> sessionFrom(std::string_view bytes, const std::string& file);
/// Of a regular file. Error besides: CannotOpen.
[[nodiscard]] Result<Session> sessionInFile(const std::string& path);

}  // namespace lanescope::session
