// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of machine code for sm_90 beside those of the H200's counters, launch by launch of the recording that ships.
#include <gtest/gtest.h>

#include <array>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/file_reader.h"
#include "core/base/gzip.h"
#include "core/plan/executor.h"
#include "core/sass/machine_plan.h"
#include "core/simt/emulator.h"
#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {
namespace {

const std::string kResources = LANESCOPE_SOURCE_DIR "/resources";
constexpr double kLargest = LANESCOPE_LARGEST;  ///< warp instructions of a launch that is tried

struct Counter {
    std::string_view name;
    std::uint64_t (*of)(const simt::LaunchCounts& counts);
};
constexpr std::array kCounters{
    Counter{"warp_instructions", [](const simt::LaunchCounts& c) { return c.warpInstructions; }},
    Counter{"branches", [](const simt::LaunchCounts& c) { return c.branches; }},
    Counter{"divergent_branches", [](const simt::LaunchCounts& c) { return c.divergentBranches; }},
    Counter{"global_load_requests", [](const simt::LaunchCounts& c) { return c.globalLoad.requests; }},
    Counter{"global_load_sectors", [](const simt::LaunchCounts& c) { return c.globalLoad.sectors; }},
    Counter{"global_store_requests", [](const simt::LaunchCounts& c) { return c.globalStore.requests; }},
    Counter{"global_store_sectors", [](const simt::LaunchCounts& c) { return c.globalStore.sectors; }},
    Counter{"shared_load_requests", [](const simt::LaunchCounts& c) { return c.sharedLoad.requests; }},
    Counter{"shared_load_wavefronts", [](const simt::LaunchCounts& c) { return c.sharedLoad.wavefronts; }},
    Counter{"shared_store_requests", [](const simt::LaunchCounts& c) { return c.sharedStore.requests; }},
    Counter{"shared_store_wavefronts", [](const simt::LaunchCounts& c) { return c.sharedStore.wavefronts; }},
    Counter{"atomic_requests", [](const simt::LaunchCounts& c) { return c.atomicRequests; }}};

std::string unpackedRecording() {
    const std::string path = kResources + "/recordings/h200.json.gz";
    auto file = FileReader::open(path).value();
    Unpacker unpacker(file, path);
    std::string text;
    for (;;) {
        const std::string_view piece = unpacker.next().value();
        if (piece.empty()) return text;
        text += piece;
    }
}

struct Comparison {
    int equal = 0;
    int launches = 0;
    std::map<std::string, std::pair<int, std::string>> different;  ///< by algorithm: how many, and the first
};

/// Its 116 registers a thread are too many for blocks of 1024 threads: the driver compiled it anew with 64 for the
/// recording, so that other code ran on the GPU than the kept one.
bool wasCompiledAnew(const std::string& algorithm, const Parameters& parameters) {
    return algorithm == "matmul.rect4-prefetch" && parameters.value("variant") == "published" &&
           parameters.value("block") == "32";
}

TEST(HardwareCounts, AreThoseOfTheRecording) {
    const std::string text = unpackedRecording();
    const sass::MachineCodes codes(kResources);
    const sass::MachinePlans plans(codes);
    std::map<std::string_view, Comparison> comparisons;
    const nlohmann::json recording = nlohmann::json::parse(text);
    for (const auto& entry : recording["entries"]) {
        const auto& measured = entry["measurement"]["counters"];
        double most = 0;
        for (const auto& launch : measured) most = std::max(most, launch.value("warp_instructions", 1e30));
        if (measured.empty() || most > kLargest) continue;
        Parameters parameters;
        for (const auto& [name, value] : entry["parameters"].items()) parameters.add(name, value.get<std::string>());
        const std::string id = entry["algorithm"];
        const auto plan = planFor(id, parameters);
        if (!plan) {
            std::cout << describe(plan.error()) << "\n";
            continue;
        }
        const auto machine = plans.planFor(*plan, "sm_90");
        ASSERT_TRUE(machine) << describe(machine.error());
        simt::Emulator emulator;
        const auto run = runPlan(*machine, emulator, {});
        if (!run) {
            std::cout << describe(run.error()) << "\n";
            continue;
        }
        for (std::size_t i = 0; i < std::min(measured.size(), emulator.reports().size()); ++i) {
            for (const Counter& counter : kCounters) {
                if (!measured[i].contains(std::string(counter.name))) continue;
                Comparison& comparison = comparisons[counter.name];
                const double wanted = measured[i][std::string(counter.name)];
                const auto had = static_cast<double>(counter.of(emulator.reports()[i].counts));
                ++comparison.launches;
                if (had == wanted) {
                    ++comparison.equal;
                    continue;
                }
                EXPECT_TRUE(wasCompiledAnew(id, parameters))
                    << id << " " << toString(parameters) << " " << counter.name;
                auto& [count, first] = comparison.different[id];
                if (count++ == 0)
                    first = toString(parameters) + ": " + std::to_string(had) + ", H200 " + std::to_string(wanted);
            }
        }
    }
    for (const auto& [name, comparison] : comparisons) {
        std::cout << name << ": equal in " << comparison.equal << " of " << comparison.launches << '\n';
        for (const auto& [id, example] : comparison.different)
            std::cout << "    " << example.first << " of " << id << ", " << example.second << '\n';
    }
    EXPECT_EQ(comparisons.size(), std::size(kCounters));
}

}  // namespace
}  // namespace lanescope
