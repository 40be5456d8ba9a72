// SPDX-License-Identifier: GPL-3.0-or-later
// gpus: the GPUs of this machine, and the presets that estimates can be made for.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/cli/presets.h"
#include "app/cli/specs.h"
#include "app/cli/verbs.h"
#include "core/gpus/assumed_values.h"
#include "core/gpus/gpu_spec.h"
#include "core/library/library.h"
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

std::size_t measuredOf(const GpuSpec& gpu) {
    return static_cast<std::size_t>(std::count_if(gpu.values.begin(), gpu.values.end(),
                                                  [](const auto& value) { return !value.second.benchmark.empty(); }));
}

void printList(const GpuPresets& presets) {
    std::cout << "Presets for estimates (gpus ID tells all of one):\n";
    TextTable table({"id", "GPU", "compute capability", "values", "calibrated", "assumed", "file"});
    for (const GpuSpec& gpu : presets.all())
        table.add({gpu.id, gpu.title, gpu.computeCapability, std::to_string(gpu.values.size()),
                   std::to_string(measuredOf(gpu)), std::to_string(assumedOf(gpu)), gpu.file});
    std::cout << table.text(2);
}

Result<void> runOne(const std::string& name, bool markdown, bool json) {
    const Result<GpuSpec> gpu = presetNamed(name);
    if (!gpu) return fail(gpu.error());
    if (json)
        std::cout << toJson(*gpu);
    else if (markdown)
        printCalibration(*gpu);
    else
        printSpec(*gpu);
    return {};
}

Result<void> runGpus(bool json) {
    const auto library = openLibrary({LibraryPart::Gpus});
    if (!library) return fail(library.error());
    const auto devices = gpuDevices();
    const std::string missing = devices ? std::string() : describe(devices.error());

    if (json) {
        Json here = Json::array();
        if (devices)
            for (const GpuDevice& gpu : *devices) here.push_back(deviceToJson(gpu));
        Json all = Json::array();
        for (const GpuSpec& spec : (*library)->gpus().all()) all.push_back(specToJson(spec));
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
    printList((*library)->gpus());
    return {};
}

}  // namespace

void addGpus(CLI::App& program, Session& session) {
    struct Arguments {
        std::string name;
        bool markdown = false;
    };
    const auto arguments = std::make_shared<Arguments>();
    CLI::App* verb = program.add_subcommand("gpus", "List this machine's GPUs and the presets, or all of one");
    CLI::Option* name = verb->add_option("gpu", arguments->name, "A preset's id or title, or a file NAME.json");
    verb->add_flag("--markdown", arguments->markdown, "Its calibrated values as a Markdown table")->needs(name);
    verb->callback([arguments, &session] {
        session.action = [arguments, &session] {
            return arguments->name.empty() ? runGpus(session.json)
                                           : runOne(arguments->name, arguments->markdown, session.json);
        };
    });
}

}  // namespace lanescope::cli
