// SPDX-License-Identifier: GPL-3.0-or-later
// What lies in a folder that somebody else has filled: each student's file by itself, or in a folder of its own, as
// course systems hand them out.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace lanescope {

struct FolderFile {
    std::string path;
    std::string name;  ///< within the folder: "ada/results.json"; may be shown, whatever the file system calls it
};

struct FolderFiles {
    std::vector<FolderFile> files;  ///< by their names
    std::size_t more = 0;           ///< that are there besides, beyond the most that are taken
};

/// Files of a folder and of the folders in it. Left out are links to folders, what lies deeper, and names that begin
/// with a dot, which nobody has put there. Error: CannotOpen.
[[nodiscard]] Result<FolderFiles> filesIn(const std::string& folder, std::size_t most = 2000);

/// Does the name end as files of JSON do: .json, or .json.gz?
[[nodiscard]] bool isJsonName(const std::string& name);

}  // namespace lanescope
