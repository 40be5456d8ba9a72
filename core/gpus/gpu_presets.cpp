// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "core/base/file_reader.h"
#include "core/base/json_limits.h"
#include "core/base/name_list.h"
#include "core/base/words.h"
#include "core/gpus/gpu_spec.h"

namespace lanescope {
namespace fs = std::filesystem;

namespace {

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

/// The *.json of a folder, in the order of their names.
Result<std::vector<GpuSpec>> gpusIn(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::path> paths;
    for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error))
        if (file->path().extension() == ".json") paths.push_back(file->path());
    if (error) return fail(ErrorCode::CannotOpen, {{"file", folder.string()}, {"reason", error.message()}});
    std::sort(paths.begin(), paths.end());

    std::vector<GpuSpec> gpus;
    for (const fs::path& path : paths) {
        Result<GpuSpec> gpu = readGpuSpec(path.string());
        if (!gpu) return fail(gpu.error());
        if (gpu->id != path.stem().string()) {
            return fail(ErrorCode::MalformedFile,
                        {{"file", path.string()},
                         {"place", "id"},
                         {"reason", inWords(Message("gpu.file_name"_id, {{"name", path.stem().string()}}))}});
        }
        gpus.push_back(std::move(*gpu));
    }
    return gpus;
}

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : value;
}

}  // namespace

Result<GpuPresets> GpuPresets::load(const std::string& resources) {
    GpuPresets presets;
    if (const Result<void> added = presets.add((fs::path(resources) / "gpus").string()); !added)
        return fail(added.error());
    return presets;
}

Result<void> GpuPresets::add(const std::string& folder) {
    Result<std::vector<GpuSpec>> gpus = gpusIn(folder);
    if (!gpus) return fail(gpus.error());
    for (GpuSpec& gpu : *gpus) {
        const auto known = std::find_if(m_gpus.begin(), m_gpus.end(), [&](const GpuSpec& g) { return g.id == gpu.id; });
        if (known != m_gpus.end())
            *known = std::move(gpu);
        else
            m_gpus.push_back(std::move(gpu));
    }
    return {};
}

std::vector<std::string> userGpuFolders() {
    std::vector<std::string> folders;
    const std::string data = environment("XDG_DATA_HOME");
    const std::string home = environment("HOME");
    const fs::path base = !data.empty() ? fs::path(data) : fs::path(home) / ".local" / "share";
    std::error_code error;
    if (const fs::path folder = base / "lanescope" / "gpus"; base.is_absolute() && fs::is_directory(folder, error))
        folders.push_back(folder.string());
    std::istringstream named(environment("LANESCOPE_GPUS"));
    for (std::string folder; std::getline(named, folder, ':');)
        if (!folder.empty()) folders.push_back(folder);
    return folders;
}

Result<GpuSpec> readGpuSpec(const std::string& path) {
    const Result<std::string> text = readFile(path, kSmallFile.bytes);
    if (!text) return fail(text.error());
    Result<GpuSpec> gpu = parseGpuSpec(*text, path);
    if (gpu) gpu->file = path;
    return gpu;
}

Result<const GpuSpec*> GpuPresets::find(std::string_view name) const {
    std::vector<std::string_view> known;
    for (const GpuSpec& gpu : m_gpus) {
        if (lowerCase(gpu.id) == lowerCase(name) || lowerCase(gpu.title) == lowerCase(name)) return &gpu;
        known.push_back(gpu.id);
    }
    return fail(ErrorCode::UnknownGpu, {{"gpu", std::string(name)}, {"known", nameList(known, name)}});
}

}  // namespace lanescope
