// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/resources.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "core/base/words.h"

namespace lanescope {
namespace fs = std::filesystem;

namespace {

fs::path programFolder() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::path() : program.parent_path();
}

}  // namespace

Result<std::string> resourceFolder() {
    const auto holdsKernels = [](const fs::path& folder) {
        std::error_code error;
        return fs::is_directory(folder / "ptx", error);
    };
    // A folder that was asked for by name is used or refused, never silently replaced.
    if (const char* chosen = std::getenv("LANESCOPE_RESOURCES"); chosen != nullptr && *chosen != '\0') {
        if (holdsKernels(chosen)) return std::string(chosen);
        return fail(ErrorCode::CannotOpen,
                    {{"file", std::string(chosen) + "/ptx"}, {"reason", textOf("reason.resources_without"_id)}});
    }
    const fs::path installed = programFolder() / ".." / "share" / "lanescope";
    for (const fs::path& folder : {installed, fs::path(LANESCOPE_SOURCE_RESOURCES)})
        if (holdsKernels(folder)) return folder.lexically_normal().string();
    return fail(ErrorCode::CannotOpen, {{"file", (installed / "ptx").lexically_normal().string()},
                                        {"reason", textOf("reason.data_missing"_id)}});
}

}  // namespace lanescope
