// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/folder_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/base/printable.h"

namespace lanescope {
namespace fs = std::filesystem;

namespace {

constexpr int kDeepest = 1;  // folders within the folder

bool isHidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

}  // namespace

Result<FolderFiles> filesIn(const std::string& folder, std::size_t most) {
    std::error_code error;
    FolderFiles found;
    const fs::path root(folder);
    const auto skip = fs::directory_options::skip_permission_denied;
    for (fs::recursive_directory_iterator entry(root, skip, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code unknown;  // of one entry is no reason to stop
        if (isHidden(entry->path()) || (entry->is_directory(unknown) && entry.depth() >= kDeepest))
            entry.disable_recursion_pending();
        if (isHidden(entry->path()) || entry->is_directory(unknown)) continue;
        found.files.push_back(
            {entry->path().string(), printable(entry->path().lexically_relative(root).generic_string())});
    }
    if (error) return fail(ErrorCode::CannotOpen, {{"file", folder}, {"reason", error.message()}});
    std::ranges::sort(found.files, {}, &FolderFile::path);
    if (found.files.size() > most) {
        found.more = found.files.size() - most;
        found.files.resize(most);
    }
    return found;
}

bool isJsonName(const std::string& name) {
    const fs::path path(name);
    return path.extension() == ".json" || (path.extension() == ".gz" && path.stem().extension() == ".json");
}

}  // namespace lanescope
