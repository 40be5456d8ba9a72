// SPDX-License-Identifier: GPL-3.0-or-later
// The one way in which files are written. What is there is replaced as a whole or stays as it is: the new content goes
// to a new file in the same folder, is synced, and takes the name of the old one. A program that is killed meanwhile
// leaves that file, .lanescope-….
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace lanescope {

/// The file that writeFile(path) replaces or makes: where symbolic links lead, also to what is not there yet.
/// Error: CannotWrite.
[[nodiscard]] Result<std::string> writtenFile(const std::string& path);

/// Could writeFile() write this file now? Nothing is left behind, and what is there stays. Error: CannotWrite.
[[nodiscard]] Result<void> checkWritable(const std::string& path);

/// Replaces the file's content or makes the file. What was there keeps its mode, and its owner, group and access
/// control list as far as this user may give them; other hard links to it keep the old content. Refused are folders,
/// devices, FIFOs and sockets, files that are read-only (for root too), and the file that this program prints to.
/// Error: CannotWrite; then what was there is untouched.
[[nodiscard]] Result<void> writeFile(const std::string& path, std::string_view content);

}  // namespace lanescope
