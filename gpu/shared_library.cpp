// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/shared_library.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "core/base/words.h"

namespace lanescope {
namespace fs = std::filesystem;

namespace {

std::string lastLoaderError() {
    const char* text = dlerror();
    return text == nullptr ? textOf("gpu.unknown_reason"_id) : text;
}

/// /usr/local/cuda, then /usr/local/cuda-13.0, cuda-12.8 …, newest first.
std::vector<fs::path> toolkits() {
    std::vector<fs::path> found;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/usr/local", error))
        if (entry.path().filename().string().starts_with("cuda-")) found.push_back(entry.path());
    std::sort(found.rbegin(), found.rend());
    found.insert(found.begin(), "/usr/local/cuda");
    for (const char* variable : {"CUDA_PATH", "CUDA_HOME"})
        if (const char* value = std::getenv(variable); value != nullptr && *value != '\0')
            found.insert(found.begin(), value);
    return found;
}

}  // namespace

SharedLibrary SharedLibrary::openFirst(std::span<const char* const> names, const std::vector<std::string>& folders) {
    SharedLibrary library;
    const auto open = [&](const std::string& path) {
        library.m_handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        return library.m_handle != nullptr;
    };
    for (const char* name : names) {
        if (open(name)) return library;
        if (library.m_problem.empty()) library.m_problem = lastLoaderError();
        for (const std::string& folder : folders) {
            const fs::path path = fs::path(folder) / name;
            std::error_code error;
            if (!fs::exists(path, error)) continue;
            if (open(path.string())) {
                library.m_problem.clear();
                return library;
            }
            library.m_problem = lastLoaderError();  // it is there but does not load: the better reason
        }
    }
    return library;
}

void* SharedLibrary::symbol(const char* name) const { return m_handle == nullptr ? nullptr : dlsym(m_handle, name); }

std::vector<std::string> cudaLibraryFolders() {
    std::vector<fs::path> folders;
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
    if (!program.empty()) {
        folders.push_back(program);
        folders.push_back(program / ".." / "lib" / "lanescope");
    }
    const fs::path local = LANESCOPE_LOCAL_CUDA;
    for (const char* wheel : {"nvidia/cu13/lib", "nvidia/cuda_cupti/lib", "lib"}) folders.push_back(local / wheel);
    for (const fs::path& toolkit : toolkits())
        for (const char* part : {"extras/CUPTI/lib64", "lib64", "lib"}) folders.push_back(toolkit / part);
    std::vector<std::string> names;
    for (const fs::path& folder : folders) names.push_back(folder.lexically_normal().string());
    return names;
}

}  // namespace lanescope
