// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/calibrate/turns.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/base/words.h"
#include "core/plan/launch.h"
#include "gpu/calibrate/micro_benchmark.h"
#include "gpu/calibrate/samples.h"
#include "gpu/cuda_error.h"

namespace lanescope {

namespace {

/// What was on a multiprocessor, in order.
struct Visits {
    std::vector<std::int64_t> begins;
    std::vector<std::int64_t> ends;
    std::size_t resident = 0;  ///< that began before any ended
};

std::vector<Visits> visitsOf(const std::vector<Stay>& stays) {
    std::map<std::uint32_t, Visits> places;
    for (const Stay& stay : stays) {
        places[stay.multiprocessor].begins.push_back(stay.begin);
        places[stay.multiprocessor].ends.push_back(stay.end);
    }
    std::vector<Visits> all;
    all.reserve(places.size());
    for (auto& [multiprocessor, here] : places) {
        std::ranges::sort(here.begins);
        std::ranges::sort(here.ends);
        here.resident =
            static_cast<std::size_t>(std::ranges::lower_bound(here.begins, here.ends.front()) - here.begins.begin());
        all.push_back(std::move(here));
    }
    return all;
}

}  // namespace

std::vector<double> turnsOf(const std::vector<Stay>& stays) {
    std::vector<double> turns;
    turns.reserve(stays.size());
    for (const Visits& here : visitsOf(stays))
        for (std::size_t i = here.resident; i < here.begins.size(); ++i)
            turns.push_back(static_cast<double>(here.begins[i] - here.ends[i - here.resident]));
    return turns;
}

std::vector<double> arrivalsOf(const std::vector<Stay>& stays) {
    std::vector<double> arrivals;
    for (const Visits& here : visitsOf(stays))
        if (here.resident > 1)
            arrivals.push_back(static_cast<double>(here.begins[here.resident - 1] - here.begins.front()) /
                               static_cast<double>(here.resident - 1));
    return arrivals;
}

namespace {

constexpr BufferId kBegin = 0;
constexpr BufferId kEnd = 1;
constexpr BufferId kWhere = 2;
constexpr BufferId kSink = 3;

/// A grid's blocks, and how long after each one's first warp its last began, for each warp between.
struct Came {
    std::vector<Stay> stays;
    std::vector<double> spacings;
};

Came blocksOf(Rig& rig, std::uint64_t threads, std::uint64_t blocks, std::uint32_t shared = 0) {
    constexpr int kRounds = 32;
    Launch launch = rig.prepare("turns", blocks, threads, {Scalar(kRounds), kBegin, kEnd, kWhere, kSink});
    launch.dynamicSharedBytes = shared;
    rig.run(launch);
    const auto begin = rig.download<std::int64_t>(kBegin);
    const auto end = rig.download<std::int64_t>(kEnd);
    const auto where = rig.download<std::uint32_t>(kWhere);
    const std::uint64_t warps = threads / 32;
    Came came;
    came.stays.reserve(blocks);
    for (std::uint64_t block = 0; block < blocks; ++block) {
        const auto first = static_cast<std::ptrdiff_t>(block * warps);
        const auto last = static_cast<std::ptrdiff_t>((block + 1) * warps);
        const auto [soonest, latest] = std::minmax_element(begin.begin() + first, begin.begin() + last);
        came.stays.push_back({where[block], *soonest, *std::max_element(end.begin() + first, end.begin() + last)});
        if (warps > 1)
            came.spacings.push_back(static_cast<double>(*latest - *soonest) / static_cast<double>(warps - 1));
    }
    return came;
}

/// Of at least one.
double medianOf(std::vector<double> cycles) {
    if (cycles.empty())
        throw cuda::CudaError(
            Error(ErrorCode::CudaFailure, {{"call", "turns"}, {"reason", textOf("benchmark.no_turn"_id)}}));
    return summaryOf(std::move(cycles)).median;
}

/// Median of the turns of a grid with several times as many blocks as have room.
double turn(Rig& rig, std::uint64_t threads, std::uint64_t blocks, std::uint32_t shared = 0) {
    return medianOf(turnsOf(blocksOf(rig, threads, blocks, shared).stays));
}

void measureTurns(Rig& rig, Findings& findings) {
    constexpr std::uint64_t kUsual = 256;
    constexpr std::uint64_t kRoundsOfBlocks = 6;
    constexpr std::uint64_t kMostBlocks = 32;  // that a multiprocessor has room for
    const std::uint64_t room = std::max<std::uint64_t>(rig.limit("max_threads_per_sm"), 1024);
    const auto count = [&](std::uint64_t threads) {
        return rig.multiprocessors() * std::min(kMostBlocks, room / threads) * kRoundsOfBlocks;
    };
    const std::uint64_t warps = rig.multiprocessors() * room / 32 * kRoundsOfBlocks;
    rig.allocate(std::array<std::uint64_t, 4>{warps * 8, warps * 8, count(32) * 4, 4});
    for (const std::uint64_t threads : {32U, 64U, 128U, 256U, 512U, 1024U}) {
        (void)turn(rig, threads, count(threads));
        const auto turns = samplesOf(rig.samples(kSamples), [&] { return turn(rig, threads, count(threads)); });
        for (const double cycles : turns) findings.point("block_turn_by_threads", static_cast<double>(threads), cycles);
        if (threads == kUsual) findings.found("block_turn_cycles", turns);
    }
    for (const std::uint32_t shared : {0U, 8U << 10, 16U << 10, 32U << 10, kSharedWithoutOptIn})
        for (int sample = 0; sample < rig.samples(kSamples / 3); ++sample)
            findings.point("block_turn_by_bytes_of_shared_memory", shared, turn(rig, kUsual, count(kUsual), shared));
}

/// As many blocks as have room, of one warp and of as many as a block can have.
void measureArrivals(Rig& rig, Findings& findings) {
    constexpr std::uint64_t kMostBlocks = 32;
    constexpr std::uint64_t kMostThreads = 1024;
    constexpr std::uint64_t kWarp = 32;
    const std::uint64_t room = std::max<std::uint64_t>(rig.limit("max_threads_per_sm"), kMostThreads);
    const std::uint64_t limit = rig.limit("max_blocks_per_sm");
    const std::uint64_t most = limit == 0 ? kMostBlocks : std::min(limit, kMostBlocks);
    const auto count = [&](std::uint64_t threads) { return rig.multiprocessors() * std::min(most, room / threads); };
    const std::uint64_t warps = rig.multiprocessors() * room / kWarp;
    rig.allocate(std::array<std::uint64_t, 4>{warps * 8, warps * 8, count(kWarp) * 4, 4});
    (void)blocksOf(rig, kWarp, count(kWarp));
    std::vector<double> fill;
    std::vector<double> warpFill;
    std::vector<double> spacing;
    for (int sample = 0; sample < rig.samples(kSamples); ++sample)
        for (const std::uint64_t threads : {32U, 64U, 256U, 512U, 1024U}) {
            const Came came = blocksOf(rig, threads, count(threads));
            if (threads == kMostThreads)
                spacing.push_back(medianOf(blocksOf(rig, threads, rig.multiprocessors()).spacings));
            // A multiprocessor with room for one block sees no second.
            const std::vector<double> arrivals = arrivalsOf(came.stays);
            if (arrivals.empty()) continue;
            const double cycles = medianOf(arrivals);
            findings.point("first_blocks/cycles_from_one_to_the_next_by_threads", static_cast<double>(threads), cycles);
            if (threads == kWarp) fill.push_back(cycles);
            if (threads == kMostThreads)
                warpFill.push_back(cycles * static_cast<double>(kWarp) / static_cast<double>(kMostThreads));
        }
    if (!fill.empty()) findings.found("block_fill_cycles", fill);
    if (!warpFill.empty()) findings.found("warp_fill_cycles", warpFill);
    findings.found("warp_spacing_cycles", spacing);
}

void measureGap(Rig& rig, Findings& findings) {
    constexpr unsigned kQueued = 100;
    constexpr int kBusyRounds = 12000;  // 4.7 ms on an H200: until all of them are queued
    rig.allocate(std::array<std::uint64_t, 3>{32 * 8, 32 * 8, 1024 * 4});
    const Launch busy =
        rig.prepare("arithmetic<Fp32, 96>", 1, 1024,
                    {Scalar(1.0F), Scalar(1.5F), Scalar(kBusyRounds), BufferId{0}, BufferId{1}, BufferId{2}});
    const auto gap = [&](std::uint64_t blocks, std::uint64_t threads) {
        const Launch launch = rig.prepare("nothing", blocks, threads, {});
        const double many = rig.secondsBehind(busy, launch, kQueued + 1);
        return (many - rig.secondsBehind(busy, launch, 1)) / kQueued;
    };
    (void)gap(1, 32);
    findings.found("queued_launch_interval", samplesOf(rig.samples(kSamples / 3), [&] { return gap(1, 32); }));
    for (const std::uint64_t of : {0U, 1U, 8U}) {  // each multiprocessor; 0: one in all
        const std::uint64_t blocks = std::max<std::uint64_t>(of * rig.multiprocessors(), 1);
        const auto gaps = samplesOf(rig.samples(kSamples / 3), [&] { return gap(blocks, 256); });
        for (const double seconds : gaps)
            findings.point("launch_gap_by_blocks_of_256_threads/s", static_cast<double>(blocks), seconds);
        if (of == 8) findings.found("launch_gap", gaps);
    }
}

}  // namespace

std::vector<MicroBenchmark> turnBenchmarks() {
    return {
        {textOf("benchmark.turns.name"_id), textOf("benchmark.turns.how"_id), "", {"block_turn_cycles"}, measureTurns},
        {textOf("benchmark.arrivals.name"_id),
         textOf("benchmark.arrivals.how"_id),
         "",
         {"block_fill_cycles", "warp_fill_cycles", "warp_spacing_cycles"},
         measureArrivals},
        {textOf("benchmark.gap.name"_id),
         textOf("benchmark.gap.how"_id),
         "",
         {"queued_launch_interval", "launch_gap"},
         measureGap},
    };
}

}  // namespace lanescope
