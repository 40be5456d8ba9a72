// SPDX-License-Identifier: GPL-3.0-or-later
// A list of launches of any kernels, for rounds of comparison with code that is not ours and stays out of this
// repository: a JSON list of objects with
//   name    unique in the list
//   ptx     the file, relative to the list's folder
//   entry   PTX or demangled name; may be left out where the file has one kernel
//   grid, block   "4,2,1" as emulate --ptx takes them
//   shared  bytes of dynamic shared memory; may be left out
//   args    the arguments as LaunchSpec takes them; paths of file= relative to the list's folder
// Whatever else an object holds (source, commit, …) is left to its readers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/plan/plan.h"

namespace lanescope {

struct ListedLaunch {
    std::string name;  ///< "FOLDER/NAME", where FOLDER is the list's
    Plan plan;         ///< uploads and the launch: nothing comes back
};

/// What can be launched of a list, and why the rest cannot.
struct LaunchManifest {
    std::vector<ListedLaunch> launches;
    std::vector<std::pair<std::string, std::string>> refused;  ///< name, a sentence
};

/// Changes the process's working folder to the list's, so that relative paths are found. Errors: CannotOpen,
/// MalformedFile.
[[nodiscard]] Result<LaunchManifest> readLaunchManifest(const std::filesystem::path& file);

}  // namespace lanescope
