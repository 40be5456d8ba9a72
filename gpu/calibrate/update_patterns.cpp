// SPDX-License-Identifier: GPL-3.0-or-later
// Atomic additions in global memory by the pattern of their addresses, by one multiprocessor and by all.
#include <array>

#include "core/base/words.h"
#include "gpu/calibrate/chase.h"
#include "gpu/calibrate/micro_benchmark.h"
#include "gpu/calibrate/patterns.h"
#include "gpu/calibrate/samples.h"

namespace lanescope {
namespace {

using namespace patterns;

constexpr std::uint32_t kBytes = 1U << 24;  ///< that additions all over memory are spread over
constexpr std::uint32_t kJump = 2080 * 4;   ///< from one address of a thread to its next: different lines
constexpr std::uint32_t kSector = 32;
constexpr std::uint32_t kLine = 128;
constexpr std::uint64_t kSome = 32;  ///< multiprocessors: neither one nor all

struct Kind {
    const char* kernel;
    const char* name;
    std::uint32_t bytes;  ///< of a number
};
constexpr std::array kKinds{Kind{"updates<RedInt>", "red.u32", 4}, Kind{"updates<RedFloat>", "red.f32", 4},
                            Kind{"updates<RedDouble>", "red.f64", 8}, Kind{"updates<AtomInt>", "atom.u32", 4},
                            Kind{"updates<AtomFloat>", "atom.f32", 4}};

struct Way {
    std::uint64_t blocks;
    std::uint32_t lanes = 32;  ///< of a warp, that add
    std::uint32_t stride = 0;  ///< bytes from an addition of a thread to its next
};

/// Cycles between two warps' requests, whole GPU.
double request(Rig& rig, const Kind& kind, const Way& way) {
    constexpr int kFew = 2;
    constexpr int kMany = 6;
    const double round = roundCycles(rig, kFew, kMany, [&](int rounds) {
        return rig.prepare(
            kind.kernel, way.blocks, kThreads,
            {kCells, kOffsets, Scalar(ElementType::U32, way.stride), Scalar(ElementType::U32, kBytes - 1),
             Scalar(ElementType::U32, way.lanes), Scalar(rounds), kBegin, kEnd, kSink});
    });
    return round / static_cast<double>(way.blocks * kWarps * kSteps);
}

/// All patterns of a kind on so many multiprocessors. Answers with the cycles of requests of 32 lanes.
struct Costs {
    double address = 0;  ///< at one address
    double sector = 0;   ///< all over one sector
    double spread = 0;   ///< at neighbouring addresses, each warp elsewhere
    double random = 0;   ///< each lane elsewhere
};
Costs costsOf(Rig& rig, const Kind& kind, std::uint64_t blocks, Findings& findings) {
    const std::string curve = std::string(kind.name) + (blocks == 1       ? "/one_multiprocessor/"
                                                        : blocks == kSome ? "/32_multiprocessors/"
                                                                          : "/all/");
    const auto at = [&](const auto& offset) {
        place(rig, blocks, [&](std::uint32_t block, std::uint32_t thread) { return offset(block, thread); });
    };
    const auto noted = [&](const std::string& pattern, const Way& way) {
        const double cycles = request(rig, kind, way);
        findings.point(curve + pattern, way.lanes, cycles);
        return cycles;
    };
    Costs costs;
    at([](std::uint32_t, std::uint32_t) { return 0U; });
    for (const std::uint32_t lanes : {1U, 2U, 4U, 8U, 16U, 32U}) costs.address = noted("one_address", {blocks, lanes});
    at([](std::uint32_t block, std::uint32_t) { return block * kLine; });
    (void)noted("one_address_a_multiprocessor", {blocks});
    at([&](std::uint32_t, std::uint32_t thread) { return thread * kind.bytes % kSector; });
    costs.sector = noted("one_sector", {blocks});
    at([&](std::uint32_t, std::uint32_t thread) { return thread * kind.bytes % kLine; });
    (void)noted("one_line", {blocks});
    at([&](std::uint32_t block, std::uint32_t thread) {
        return (block * static_cast<std::uint32_t>(kThreads) + thread) * kind.bytes;
    });
    const std::uint32_t grid = static_cast<std::uint32_t>(blocks * kThreads) * kind.bytes;
    costs.spread = noted("neighbours/each_warp_elsewhere", {blocks, 32, grid});
    const std::vector<std::uint32_t> order = chase::shuffled(blocks * kThreads);
    at([&](std::uint32_t block, std::uint32_t thread) {
        return order[block * kThreads + thread] * 128U % kBytes / kind.bytes * kind.bytes;
    });
    costs.random = noted("each_lane_elsewhere", {blocks, 32, kJump});
    return costs;
}

void measure(Rig& rig, Findings& findings) {
    constexpr double kSectors = 4;  // of a warp's neighbouring words
    constexpr double kLanes = 32;
    const std::uint64_t all = rig.multiprocessors();
    allocate(rig, kBytes, all);
    std::map<std::string, std::vector<double>> samples;
    for (int sample = 0; sample < rig.samples(kSamples / 3); ++sample) {
        const Costs whole = costsOf(rig, kKinds[0], all, findings);
        samples["atomic_spread_rate"].push_back(kSectors / whole.spread);
        samples["atomic_sector_cycles"].push_back(whole.sector);
        samples["atomic_random_rate"].push_back(kLanes / whole.random);
        samples["atomic_alone_rate"].push_back(kSectors / costsOf(rig, kKinds[0], 1, findings).spread);
        samples["atomic_lane_cycles"].push_back(whole.address / kLanes);
        samples["atomic_float_lane_cycles"].push_back(costsOf(rig, kKinds[1], all, findings).address / kLanes);
        samples["atomic_double_lane_cycles"].push_back(costsOf(rig, kKinds[2], all, findings).address / kLanes);
    }
    for (const auto& [id, values] : samples) findings.found(id, values);
    (void)costsOf(rig, kKinds[3], all, findings);
    (void)costsOf(rig, kKinds[4], all, findings);
    for (const Kind& kind : kKinds) {
        (void)costsOf(rig, kind, 1, findings);
        if (all > kSome) (void)costsOf(rig, kind, kSome, findings);
    }
}

}  // namespace

std::vector<MicroBenchmark> updateBenchmarks() {
    return {
        {textOf("benchmark.updates.name"_id),
         textOf("benchmark.updates.how"_id),
         "",
         {"atomic_spread_rate", "atomic_sector_cycles", "atomic_lane_cycles", "atomic_float_lane_cycles",
          "atomic_double_lane_cycles", "atomic_random_rate", "atomic_alone_rate"},
         measure},
    };
}

}  // namespace lanescope
