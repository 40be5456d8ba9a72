// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are compressed by gzip: a recording in JSON becomes a tenth of its size.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace lanescope {

[[nodiscard]] std::string gzip(std::string_view text);
/// `file` is who is named in an error: MalformedFile (the data are cut off or damaged), TooLarge (more than 1 GiB).
[[nodiscard]] Result<std::string> gunzip(std::string_view packed, const std::string& file);

/// readFile(), unpacked if gzip has packed it, whatever its name is. Errors: CannotOpen, and gunzip()'s.
[[nodiscard]] Result<std::string> readPackedFile(const std::string& path);
/// writeFile(), packed if the name ends in ".gz". Error: CannotWrite.
[[nodiscard]] Result<void> writePackedFile(const std::string& path, std::string_view text);

}  // namespace lanescope
