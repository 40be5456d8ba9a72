// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/resources.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace lanescope {
namespace fs = std::filesystem;

namespace {

fs::path programFolder() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::path() : program.parent_path();
}

std::string lastReason() { return std::strerror(errno != 0 ? errno : EIO); }

}  // namespace

Result<std::string> resourceFolder() {
    const auto holdsKernels = [](const fs::path& folder) {
        std::error_code error;
        return fs::is_directory(folder / "ptx", error);
    };
    // A folder that was asked for by name is used or refused, never silently replaced.
    if (const char* chosen = std::getenv("LANESCOPE_RESOURCES"); chosen != nullptr && *chosen != '\0') {
        if (holdsKernels(chosen)) return std::string(chosen);
        return fail(ErrorCode::CannotOpen, {{"file", std::string(chosen) + "/ptx"},
                                            {"reason", "LANESCOPE_RESOURCES names a folder without it"}});
    }
    const fs::path installed = programFolder() / ".." / "share" / "lanescope";
    for (const fs::path& folder : {installed, fs::path(LANESCOPE_SOURCE_RESOURCES)})
        if (holdsKernels(folder)) return folder.lexically_normal().string();
    return fail(ErrorCode::CannotOpen, {{"file", (installed / "ptx").lexically_normal().string()},
                                        {"reason", "the program's data files are missing"}});
}

Result<void> checkWritable(const std::string& path) {
    std::error_code error;
    if (fs::is_directory(path, error))
        return fail(ErrorCode::CannotWrite, {{"file", path}, {"reason", "it is a folder"}});
    const std::string temporary = path + ".part";
    errno = 0;
    const bool opened = std::ofstream(temporary, std::ios::binary | std::ios::trunc).is_open();
    const std::string reason = lastReason();
    if (!opened) return fail(ErrorCode::CannotWrite, {{"file", path}, {"reason", reason}});
    std::remove(temporary.c_str());
    return {};
}

Result<void> writeFile(const std::string& path, std::string_view content) {
    if (const auto able = checkWritable(path); !able) return able;
    const std::string temporary = path + ".part";
    errno = 0;
    {
        std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
        file.write(content.data(), static_cast<std::streamsize>(content.size()));
        file.flush();
        if (!file) {
            const std::string reason = lastReason();
            std::remove(temporary.c_str());
            return fail(ErrorCode::CannotWrite, {{"file", path}, {"reason", reason}});
        }
    }
    std::error_code error;
    fs::rename(temporary, path, error);
    if (error) {
        std::remove(temporary.c_str());
        return fail(ErrorCode::CannotWrite, {{"file", path}, {"reason", error.message()}});
    }
    return {};
}

}  // namespace lanescope
