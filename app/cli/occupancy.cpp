// SPDX-License-Identifier: GPL-3.0-or-later
// occupancy: how many blocks of a launch a multiprocessor can hold, what keeps it from holding more, and how that
// changes with the block's size, its registers and its shared memory.
#include "core/metrics/occupancy.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/number_option.h"
#include "app/cli/output.h"
#include "app/cli/plans.h"
#include "app/cli/presets.h"
#include "app/cli/verbs.h"
#include "core/base/number_format.h"
#include "core/gpus/multiprocessor.h"
#include "core/library/library.h"
#include "core/study/launch_blocks.h"
#include "core/study/study.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

struct OccupancyArguments {
    std::string algorithm;
    std::vector<std::string> words;
    std::uint64_t threads = 0;
    std::uint64_t registers = 0;  ///< 0 = not given
    std::uint64_t shared = 0;
    std::uint64_t barriers = 1;
    std::string gpu = "h200";
    std::string curve;
};

/// A preset, or a capability alone: "8.6".
Result<GpuSpec> gpuNamed(const std::string& name) {
    if (const Multiprocessor* known = findMultiprocessor(name)) return gpuOfCapability(*known);
    return presetNamed(name);
}

Result<std::vector<LaunchBlock>> launchesOf(const OccupancyArguments& arguments, const GpuSpec& gpu) {
    const auto library = openLibrary({LibraryPart::Catalogue});
    if (!library) return fail(library.error());
    const auto given = parametersFromWords(arguments.words);
    if (!given) return fail(given.error());
    const auto plan = planFor((*library)->catalogue(), arguments.algorithm, *given);
    if (!plan) return fail(plan.error());
    const Recordings& recordings = (*library)->recordings();

    std::vector<LaunchBlock> asked;
    for (LaunchBlock& one :
         launchBlocksOf(*plan, recordings.find(plan->algorithm, plan->parameters), gpu, &(*library)->machineCodes())) {
        if (arguments.registers > 0) {
            one.block.registersPerThread = arguments.registers;
            one.registersFrom = "given";
        }
        const bool again = std::ranges::any_of(
            asked, [&](const LaunchBlock& other) { return other.kernel == one.kernel && other.block == one.block; });
        if (!again) asked.push_back(std::move(one));
    }
    return asked;
}

LaunchBlock blockInNumbers(const OccupancyArguments& arguments) {
    LaunchBlock one{"a block of " + std::to_string(arguments.threads) + " threads",
                    {arguments.threads, arguments.shared, std::nullopt, arguments.barriers},
                    0,
                    {},
                    {}};
    if (arguments.registers > 0) {
        one.block.registersPerThread = arguments.registers;
        one.registersFrom = "given";
    }
    return one;
}

struct Axis {
    OccupancyAxis axis;
    const char* word;   ///< on the command line and in JSON
    const char* title;  ///< of the column
};
constexpr std::array kAxes{Axis{OccupancyAxis::Threads, "threads", "threads a block"},
                           Axis{OccupancyAxis::Registers, "registers", "registers a thread"},
                           Axis{OccupancyAxis::SharedMemory, "shared", "shared bytes a block"}};

Json blockJson(const LaunchBlock& asked) {
    Json json{{"kernel", asked.kernel},
              {"threads_per_block", asked.block.threads},
              {"shared_bytes_per_block", asked.block.sharedBytes},
              {"barriers", asked.block.barriers}};
    if (asked.block.registersPerThread) {
        json["registers_per_thread"] = *asked.block.registersPerThread;
        json["registers_from"] = asked.registersFrom;
    }
    if (asked.machineCode) {
        json["spill_store_bytes"] = asked.machineCode->spillStoreBytes;
        json["spill_load_bytes"] = asked.machineCode->spillLoadBytes;
        json["stack_bytes"] = asked.machineCode->stackBytes;
    }
    return json;
}

Json curveJson(const Axis& axis, const BlockResources& block, const GpuSpec& gpu) {
    Json points = Json::array();
    for (const OccupancyPoint& point : occupancyCurve(axis.axis, block, gpu))
        points.push_back({{axis.word, point.x},
                          {"blocks_per_sm", point.blocksPerSm},
                          {"percent", point.percent},
                          {"limited_by", point.limitedBy}});
    return points;
}

Result<Json> json(const LaunchBlock& asked, const GpuSpec& gpu) {
    const auto occupancy = theoreticalOccupancy(asked.kernel, asked.block, gpu);
    if (!occupancy) return fail(occupancy.error());
    Json json = blockJson(asked);
    json["percent"] = occupancy->percent;
    json["blocks_per_sm"] = occupancy->blocksPerSm;
    json["warps_per_sm"] = occupancy->warpsPerSm;
    json["limited_by"] = occupancy->limitedBy;
    json["blocks_by_limit"] = Json::object();
    for (const OccupancyLimit& limit : occupancy->limits) json["blocks_by_limit"][limit.resource] = limit.blocks;
    json["notes"] = occupancy->notes;
    json["curves"] = Json::object();
    for (const Axis& axis : kAxes) json["curves"][axis.word] = curveJson(axis, asked.block, gpu);
    return json;
}

/// Only where the curve changes: the rest is the same as the row above.
void printCurve(const Axis& axis, const BlockResources& block, const GpuSpec& gpu) {
    TextTable table({axis.title, "blocks", "occupancy", "limited by"});
    const std::vector<OccupancyPoint> points = occupancyCurve(axis.axis, block, gpu);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const OccupancyPoint& p = points[i];
        const bool same = i > 0 && i + 1 < points.size() && points[i - 1].blocksPerSm == p.blocksPerSm &&
                          points[i - 1].percent == p.percent && points[i - 1].limitedBy == p.limitedBy;
        if (same) continue;
        table.add({std::to_string(p.x), std::to_string(p.blocksPerSm), numbers::plain(p.percent) + " %",
                   p.blocksPerSm == 0 ? "too much: " + p.limitedBy : p.limitedBy});
    }
    std::cout << "  over " << axis.title << " (where it changes):\n" << table.text(4);
}

Result<void> print(const LaunchBlock& asked, const GpuSpec& gpu, const std::string& curve) {
    const auto occupancy = theoreticalOccupancy(asked.kernel, asked.block, gpu);
    if (!occupancy) return fail(occupancy.error());
    std::cout << asked.kernel << " on " << gpu.title << ": " << numbers::plain(occupancy->percent) << " % ("
              << occupancy->blocksPerSm << " blocks, " << occupancy->warpsPerSm
              << " warps a multiprocessor), limited by " << occupancy->limitedBy << '\n'
              << "  a block: " << asked.block.threads << " threads, " << asked.block.sharedBytes
              << " bytes of shared memory";
    if (asked.block.registersPerThread)
        std::cout << ", " << *asked.block.registersPerThread << " registers a thread (" << asked.registersFrom << ")";
    if (asked.machineCode) {
        const sass::Resources& code = *asked.machineCode;
        const std::uint32_t spilled = code.spillStoreBytes + code.spillLoadBytes;
        if (spilled == 0)
            std::cout << ", nothing spilled";
        else
            std::cout << ", " << code.spillStoreBytes << " bytes of spill stores and " << code.spillLoadBytes
                      << " of spill loads";
    }
    std::cout << '\n';
    TextTable table({"resource", "blocks"});
    for (const OccupancyLimit& limit : occupancy->limits) table.add({limit.resource, std::to_string(limit.blocks)});
    std::cout << table.text(2);
    for (const std::string& note : occupancy->notes) std::cout << "  " << note << '\n';
    for (const Axis& axis : kAxes)
        if (curve == axis.word || curve == "all") printCurve(axis, asked.block, gpu);
    return {};
}

Result<void> runOccupancy(const OccupancyArguments& arguments, bool asJson) {
    const auto gpu = gpuNamed(arguments.gpu);
    if (!gpu) return fail(gpu.error());
    std::vector<LaunchBlock> asked;
    if (arguments.algorithm.empty()) {
        asked.push_back(blockInNumbers(arguments));
    } else {
        auto launches = launchesOf(arguments, *gpu);
        if (!launches) return fail(launches.error());
        asked = std::move(*launches);
    }
    if (asked.empty() && !asJson) std::cout << "no kernel is launched, so there is no occupancy\n";
    Json all = Json::array();
    for (const LaunchBlock& one : asked) {
        if (!asJson) {
            if (const auto printed = print(one, *gpu, arguments.curve); !printed) return printed;
            continue;
        }
        const auto object = json(one, *gpu);
        if (!object) return fail(object.error());
        all.push_back(*object);
    }
    if (asJson)
        std::cout << Json{{"gpu", gpu->id}, {"compute_capability", gpu->computeCapability}, {"launches", all}}.dump(2)
                  << '\n';
    return {};
}

}  // namespace

void addOccupancy(CLI::App& program, Session& session) {
    const auto arguments = std::make_shared<OccupancyArguments>();
    CLI::App* verb =
        program.add_subcommand("occupancy", "Say how many blocks a multiprocessor holds, and why not more");
    CLI::Option* algorithm = verb->add_option("algorithm", arguments->algorithm, "Its id, see list; or --threads");
    verb->add_option("parameters", arguments->words, "name=value …")->needs(algorithm);
    CLI::Option* threads =
        addNumber(*verb, "--threads", arguments->threads, {1, 1024}, "Threads of a block, in place of an algorithm")
            ->excludes(algorithm);
    addNumber(*verb, "--shared", arguments->shared, {0, 1 << 24}, "Bytes of shared memory of a block, with --threads")
        ->needs(threads);
    addNumber(*verb, "--barriers", arguments->barriers, {1, 16},
              "Named barriers of a block, with --threads (default 1)")
        ->needs(threads);
    addNumber(*verb, "--registers", arguments->registers, {1, 255},
              "Registers of a thread (default: those of the recording made on this GPU, else of its machine code)");
    verb->add_option("--gpu", arguments->gpu, "A preset, see gpus, or a compute capability such as 8.6 (default h200)");
    verb->add_option("--curve", arguments->curve, "Also how it changes: threads, registers, shared or all")
        ->check(CLI::IsMember({"threads", "registers", "shared", "all"}));
    verb->callback([=, &session] {
        if (arguments->algorithm.empty() && arguments->threads == 0)
            throw CLI::ValidationError("Give an algorithm, or --threads");
        session.action = [=, &session] { return runOccupancy(*arguments, session.json); };
    });
}

}  // namespace lanescope::cli
