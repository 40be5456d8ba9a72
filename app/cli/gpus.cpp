// SPDX-License-Identifier: GPL-3.0-or-later
// gpus: the GPUs of this machine, and the presets that estimates can be made for.
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/cli/specs.h"
#include "app/cli/verbs.h"
#include "core/base/resources.h"
#include "core/gpus/gpu_spec.h"
#include "gpu/cuda_session.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

Json specToJson(const GpuSpec& spec) { return Json::parse(toJson(spec)); }

Json deviceToJson(const GpuDevice& gpu) {
    Json json = specToJson(gpu.spec);
    json["ordinal"] = gpu.ordinal;
    json["driver"] = gpu.driverVersion;
    json["cuda"] = gpu.cudaVersion;
    return json;
}

Result<void> runGpus(bool json) {
    const Result<std::string> resources = resourceFolder();
    if (!resources) return fail(resources.error());
    const Result<GpuPresets> presets = GpuPresets::load(*resources);
    if (!presets) return fail(presets.error());
    const auto devices = gpuDevices();
    const std::string missing = devices ? std::string() : describe(devices.error());

    if (json) {
        Json here = Json::array();
        if (devices)
            for (const GpuDevice& gpu : *devices) here.push_back(deviceToJson(gpu));
        Json all = Json::array();
        for (const GpuSpec& spec : presets->all()) all.push_back(specToJson(spec));
        std::cout << Json{{"devices", here}, {"devices_missing", missing}, {"presets", all}}.dump(2) << '\n';
        return {};
    }
    std::cout << "In this machine:\n";
    if (!missing.empty()) std::cout << "  none. " << missing << '\n';
    if (devices)
        for (const GpuDevice& gpu : *devices) {
            std::cout << gpu.ordinal << ", driver " << gpu.driverVersion << ", CUDA " << gpu.cudaVersion << ": ";
            printSpec(gpu.spec);
        }
    std::cout << "Presets for estimates:\n";
    TextTable table({"id", "GPU", "compute capability"});
    for (const GpuSpec& spec : presets->all()) table.add({spec.id, spec.title, spec.computeCapability});
    std::cout << table.text(2);
    return {};
}

}  // namespace

void addGpus(CLI::App& program, Session& session) {
    CLI::App* verb = program.add_subcommand("gpus", "List this machine's GPUs and the presets");
    verb->callback([&session] { session.action = [&session] { return runGpus(session.json); }; });
}

}  // namespace lanescope::cli
