// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>

#include "core/base/resources.h"
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

}  // namespace

Result<GpuPresets> GpuPresets::load(const std::string& resources) {
    const fs::path folder = fs::path(resources) / "gpus";
    std::error_code error;
    std::vector<fs::path> paths;
    for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error))
        if (file->path().extension() == ".json") paths.push_back(file->path());
    if (error) return fail(ErrorCode::CannotOpen, {{"file", folder.string()}, {"reason", error.message()}});
    std::sort(paths.begin(), paths.end());

    GpuPresets presets;
    for (const fs::path& path : paths) {
        const Result<std::string> text = readFile(path.string());
        if (!text) return fail(text.error());
        Result<GpuSpec> gpu = parseGpuSpec(*text, path.string());
        if (!gpu) return fail(gpu.error());
        if (gpu->id != path.stem().string()) {
            return fail(ErrorCode::MalformedFile,
                        {{"file", path.string()},
                         {"place", "id"},
                         {"reason", "it must be the file's name, \"" + path.stem().string() + "\""}});
        }
        presets.m_gpus.push_back(std::move(*gpu));
    }
    return presets;
}

Result<const GpuSpec*> GpuPresets::find(std::string_view name) const {
    std::string known;
    for (const GpuSpec& gpu : m_gpus) {
        if (lowerCase(gpu.id) == lowerCase(name) || lowerCase(gpu.title) == lowerCase(name)) return &gpu;
        known += (known.empty() ? "" : ", ") + gpu.id;
    }
    return fail(ErrorCode::UnknownGpu, {{"gpu", std::string(name)}, {"known", known}});
}

}  // namespace lanescope
