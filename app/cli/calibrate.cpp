// SPDX-License-Identifier: GPL-3.0-or-later
// calibrate: measures what models need to know of this machine's GPU, and writes it as a file like those of
// resources/gpus.
#include "gpu/calibrate/calibrate.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/specs.h"
#include "app/cli/verbs.h"
#include "core/base/file_writer.h"
#include "core/base/resources.h"

namespace lanescope::cli {
namespace {

struct CalibrateArguments {
    std::string output;
    std::string points;
    std::vector<std::string> only;
    bool explain = false;
};

std::string listOf(const std::vector<std::string_view>& words) {
    std::string text;
    for (const std::string_view word : words) text += (text.empty() ? "" : ", ") + std::string(word);
    return text;
}

nlohmann::ordered_json explanation() {
    auto json = nlohmann::ordered_json::array();
    for (const MicroBenchmark& benchmark : microBenchmarks())
        json.push_back({{"benchmark", benchmark.name},
                        {"quantities", benchmark.quantities},
                        {"how", benchmark.how},
                        {"after", benchmark.after}});
    return json;
}

void explain() {
    for (const MicroBenchmark& benchmark : microBenchmarks()) {
        std::cout << benchmark.name << "\n  gives: " << listOf(benchmark.quantities) << "\n  " << benchmark.how << '\n';
        if (!benchmark.after.empty()) std::cout << "  After: " << benchmark.after << ".\n";
    }
}

std::string textOfCurves(const Curves& curves) {
    nlohmann::ordered_json json;
    for (const auto& [name, points] : curves) json[name] = points;
    return json.dump(1) + "\n";
}

Result<void> runCalibrate(const CalibrateArguments& arguments, bool json) {
    if (arguments.explain) {
        if (json)
            std::cout << explanation().dump(2) << '\n';
        else
            explain();
        return {};
    }
    const Result<std::string> resources = resourceFolder();
    if (!resources) return fail(resources.error());
    for (const std::string& file :
         {arguments.output, arguments.points})  // found before minutes of measuring, not after
        if (!file.empty())
            if (const auto able = checkWritable(file); !able) return able;
    const InterruptWatcher interrupt;
    const Progress progress("calibrating");
    Curves curves;
    auto gpu =
        calibrateGpu(*resources, arguments.only, JobContext{interrupt.token(), progress.job().progress}, &curves);
    progress.clear();
    if (!arguments.points.empty())
        if (const auto written = writeFile(arguments.points, textOfCurves(curves)); !written) return written;
    if (!gpu) return fail(gpu.error());
    if (!arguments.output.empty())
        gpu->id = std::filesystem::path(arguments.output).stem().string();  // presets are named as their files are
    if (json)
        std::cout << toJson(*gpu);
    else
        printSpec(*gpu);
    return arguments.output.empty() ? Result<void>() : writeFile(arguments.output, toJson(*gpu));
}

}  // namespace

void addCalibrate(CLI::App& program, Session& session) {
    const auto arguments = std::make_shared<CalibrateArguments>();
    CLI::App* verb = program.add_subcommand("calibrate", "Measure what models need to know of this machine's GPU");
    verb->add_option("--output", arguments->output, "Write it to this file, NAME.json; --gpu NAME.json then takes it");
    verb->add_option("--points", arguments->points,
                     "Write what stands behind each quantity to this file: {curve: [[x, y], …]}");
    verb->add_option("--only", arguments->only, "Just these quantities: id,id,…")->delimiter(',');
    verb->add_flag("--explain", arguments->explain, "Say what is measured and how; needs no GPU");
    verb->callback(
        [arguments, &session] { session.action = [=, &session] { return runCalibrate(*arguments, session.json); }; });
}

}  // namespace lanescope::cli
