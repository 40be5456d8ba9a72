// SPDX-License-Identifier: GPL-3.0-or-later
// The way from one multiprocessor to L2 and back: what it takes of sectors and lines, how many stores wait there, and
// what one line of L2 gives to all.
#include <array>

#include "core/base/words.h"
#include "gpu/calibrate/micro_benchmark.h"
#include "gpu/calibrate/patterns.h"
#include "gpu/calibrate/samples.h"

namespace lanescope {
namespace {

using namespace patterns;

constexpr int kFew = 4;  ///< rounds
constexpr int kMany = 20;
constexpr std::uint32_t kLine = 128;
constexpr std::uint32_t kLines = 32;                                            ///< of a request all over memory
constexpr std::uint32_t kOfWarp = static_cast<std::uint32_t>(kSteps * kApart);  ///< bytes that a warp goes through

/// A line of each lane, or of each warp; each warp elsewhere.
std::uint32_t scattered(std::uint32_t thread) { return thread / 32 * kOfWarp + thread % 32 * kLine; }
std::uint32_t together(std::uint32_t thread) { return thread / 32 * kOfWarp + thread % 32 * 4; }

/// Cycles of a request of one multiprocessor.
double request(Rig& rig, bool stores) {
    const double round = roundCycles(rig, kFew, kMany, [&](int rounds) {
        return stores ? rig.prepare("stores", 1, kThreads, {kCells, kOffsets, Scalar(rounds), kBegin, kEnd})
                      : rig.prepare("loads<2, 4, 16>", 1, kThreads,
                                    {kCells, kCells, kOffsets, Scalar(ElementType::U32, 0), Scalar(ElementType::U32, 0),
                                     Scalar(rounds), kBegin, kEnd, kSink});
    });
    return round / static_cast<double>(kSteps * kWarps);
}

void measureWays(Rig& rig, Findings& findings) {
    constexpr double kSectors = 4;  ///< of a whole line
    allocate(rig, kWarps * kOfWarp + kLines * kLine, 1);
    std::vector<double> sectors;
    std::vector<double> lines;
    std::vector<double> loaded;
    for (int sample = 0; sample < rig.samples(kSamples); ++sample) {
        place(rig, 1, [](std::uint32_t, std::uint32_t thread) { return together(thread); });
        sectors.push_back(request(rig, true) / kSectors);
        place(rig, 1, [](std::uint32_t, std::uint32_t thread) { return scattered(thread); });
        lines.push_back(request(rig, true) / kLines);
        loaded.push_back(request(rig, false) / kLines);
    }
    findings.found("store_sector_cycles", sectors);
    findings.found("store_line_cycles", lines);
    findings.found("load_line_cycles", loaded);
}

/// Median over the warps of what each still waits for behind its last store.
double underWay(Rig& rig, std::uint64_t blocks, int rounds) {
    rig.run(rig.prepare("storesUnderWay", blocks, kThreads, {kCells, kOffsets, Scalar(rounds), kBegin, kEnd}));
    const auto begin = rig.download<std::int64_t>(kBegin);
    const auto end = rig.download<std::int64_t>(kEnd);
    std::vector<double> waits;
    waits.reserve(blocks * kWarps);
    for (std::uint64_t warp = 0; warp < blocks * kWarps; ++warp)
        waits.push_back(static_cast<double>(end[warp] - begin[warp]));
    return summaryOf(std::move(waits)).median;
}

void measureQueue(Rig& rig, Findings& findings) {
    constexpr int kRounds = 32;
    const std::uint64_t blocks = rig.multiprocessors();
    allocate(rig, blocks * kWarps * kLine + kOfWarp, blocks);
    place(rig, blocks, [](std::uint32_t block, std::uint32_t thread) {
        return (block * static_cast<std::uint32_t>(kWarps) + thread / 32) * kLine + thread % 32 * 4;
    });
    for (const int rounds : {1, 2, 4, 8, 16, 32})
        findings.point("stores_under_way/cycles_by_stores_of_a_warp", rounds * kSteps, underWay(rig, blocks, rounds));
    findings.found("stores_under_way_cycles", samplesOf(rig.samples(kSamples), [&] {
                       const double many = underWay(rig, blocks, kRounds);
                       return many - underWay(rig, blocks, 0);
                   }));
}

void measureOneLine(Rig& rig, Findings& findings) {
    const std::uint64_t blocks = rig.multiprocessors();
    allocate(rig, blocks * kLine, blocks);
    const auto rate = [&] {
        const double round = roundCycles(rig, kFew, kMany, [&](int rounds) {
            return rig.prepare("samePlace<1, 2>", blocks, kThreads,
                               {kCells, kOffsets, Scalar(ElementType::U32, 32), Scalar(rounds), kBegin, kEnd, kSink});
        });
        return static_cast<double>(blocks * kWarps * kSteps) / round;
    };
    place(rig, blocks, [](std::uint32_t, std::uint32_t) { return 0U; });
    findings.found("l2_one_line_rate", samplesOf(rig.samples(kSamples / 3), rate));
    place(rig, blocks, [](std::uint32_t block, std::uint32_t) { return block * kLine; });
    findings.point("l2_lines_of_their_own/requests_a_cycle", static_cast<double>(blocks), rate());
}

}  // namespace

std::vector<MicroBenchmark> wayBenchmarks() {
    return {
        {textOf("benchmark.ways.name"_id),
         textOf("benchmark.ways.how"_id),
         "",
         {"store_sector_cycles", "store_line_cycles", "load_line_cycles"},
         measureWays},
        {textOf("benchmark.store_queue.name"_id),
         textOf("benchmark.store_queue.how"_id),
         "",
         {"stores_under_way_cycles"},
         measureQueue},
        {textOf("benchmark.one_line.name"_id),
         textOf("benchmark.one_line.how"_id),
         "",
         {"l2_one_line_rate"},
         measureOneLine},
    };
}

}  // namespace lanescope
