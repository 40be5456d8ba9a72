// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/rounds/launch_manifest.h"

#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/base/file_reader.h"
#include "core/plan/launch_spec.h"
#include "core/ptx/parser.h"

namespace lanescope {
namespace {

using Modules = std::map<std::string, std::shared_ptr<const ptx::Module>>;

/// Each file is parsed once, so that the driver compiles it once.
Result<std::shared_ptr<const ptx::Module>> moduleOf(const std::string& file, Modules& known) {
    if (const auto found = known.find(file); found != known.end()) return found->second;
    Result<std::string> text = readFile(file);
    if (!text) return fail(text.error());
    Result<ptx::Module> module = ptx::parse(std::move(*text), file);
    if (!module) return fail(module.error());
    return known[file] = std::make_shared<const ptx::Module>(std::move(*module));
}

Result<Plan> planOfItem(const nlohmann::json& item, Modules& modules) {
    LaunchSpec spec;
    spec.entry = item.value("entry", "");
    spec.dynamicSharedBytes = item.value("shared", 0U);
    spec.arguments = item.at("args").get<std::vector<std::string>>();
    for (const auto& [key, size] : {std::pair("grid", &spec.grid), std::pair("block", &spec.block)}) {
        const Result<Dim3> given = dim3FromText(key, item.at(key).get<std::string>());
        if (!given) return fail(given.error());
        *size = *given;
    }
    const auto module = moduleOf(item.at("ptx").get<std::string>(), modules);
    if (!module) return fail(module.error());
    Result<Plan> plan = planOf(spec, *module);
    if (plan) std::erase_if(plan->steps, [](const Step& step) { return std::holds_alternative<DownloadStep>(step); });
    return plan;
}

}  // namespace

Result<LaunchManifest> readLaunchManifest(const std::filesystem::path& file) {
    const std::filesystem::path whole = std::filesystem::absolute(file);
    const Result<std::string> text = readFile(whole.string());
    if (!text) return fail(text.error());
    std::filesystem::current_path(whole.parent_path());
    const std::string folder = whole.parent_path().filename().string() + '/';
    try {
        LaunchManifest manifest;
        Modules modules;
        for (const nlohmann::json& item : nlohmann::json::parse(*text)) {
            const std::string name = folder + item.at("name").get<std::string>();
            Result<Plan> plan = planOfItem(item, modules);
            if (plan)
                manifest.launches.push_back({name, std::move(*plan)});
            else
                manifest.refused.emplace_back(name, describe(plan.error()));
        }
        return manifest;
    } catch (const nlohmann::json::exception& problem) {
        return fail(ErrorCode::MalformedFile, {{"file", whole.string()}, {"reason", problem.what()}});
    }
}

}  // namespace lanescope
