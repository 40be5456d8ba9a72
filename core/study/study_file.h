// SPDX-License-Identifier: GPL-3.0-or-later
// Studies from outside: files and what else comes piece by piece.
#pragma once

#include <string>

#include "core/base/file_reader.h"
#include "core/study/study.h"

namespace lanescope {

/// Unpacked if gzip has packed it. `file` is who is named in an error. Errors: MalformedFile with file and place,
/// UnsupportedVersion, and what the source says.
[[nodiscard]] Result<Study> studyFrom(ByteSource& source, const std::string& file);
/// Of a regular file, whatever its name is. Error besides: CannotOpen.
[[nodiscard]] Result<Study> studyInFile(const std::string& path);

}  // namespace lanescope
