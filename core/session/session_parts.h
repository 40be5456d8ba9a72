// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of a session's archive are called, and the one that the others hang on. Private to this room.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/file_reader.h"
#include "core/base/result.h"
#include "core/session/session.h"

namespace lanescope::session {

inline constexpr std::string_view kFormat = "lanescope-session";
/// First and unpacked, so that a desktop knows the file by its first bytes.
inline constexpr std::string_view kMimePart = "mimetype";
inline constexpr std::string_view kMainPart = "session.json";
inline constexpr std::string_view kMeasuredPart = "measured.json";
inline constexpr std::string_view kStoryPart = "story.json";
inline constexpr std::string_view kGpuPart = "gpu.json";
[[nodiscard]] std::string ptxPart(std::size_t kernel);
[[nodiscard]] std::string sourcePart(std::size_t kernel);

/// session.json. Of what is in parts of their own it says that they are there.
[[nodiscard]] std::string mainJson(const Session& session);

/// What session.json says: the session without the parts that are to be read, too.
struct MainPart {
    Session session{};
    bool measured = false;
    bool story = false;
    bool gpu = false;
};
/// Errors: those of sessionFrom().
[[nodiscard]] Result<MainPart> readMain(ByteSource& source, const std::string& file);

}  // namespace lanescope::session
