// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/calibrate/turns.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/base/words.h"
#include "gpu/calibrate/micro_benchmark.h"
#include "gpu/calibrate/samples.h"
#include "gpu/cuda_error.h"

namespace lanescope {

std::vector<double> turnsOf(const std::vector<Stay>& stays) {
    std::map<std::uint32_t, std::vector<Stay>> places;
    for (const Stay& stay : stays) places[stay.multiprocessor].push_back(stay);
    std::vector<double> turns;
    turns.reserve(stays.size());
    for (auto& [multiprocessor, here] : places) {
        std::vector<std::int64_t> begins;
        std::vector<std::int64_t> ends;
        begins.reserve(here.size());
        ends.reserve(here.size());
        for (const Stay& stay : here) {
            begins.push_back(stay.begin);
            ends.push_back(stay.end);
        }
        std::sort(begins.begin(), begins.end());
        std::sort(ends.begin(), ends.end());
        const auto resident =
            static_cast<std::size_t>(std::lower_bound(begins.begin(), begins.end(), ends.front()) - begins.begin());
        for (std::size_t i = resident; i < begins.size(); ++i)
            turns.push_back(static_cast<double>(begins[i] - ends[i - resident]));
    }
    return turns;
}

namespace {

constexpr BufferId kBegin = 0;
constexpr BufferId kEnd = 1;
constexpr BufferId kWhere = 2;
constexpr BufferId kSink = 3;

/// Median of the turns of a grid with several times as many blocks as have room.
double turn(Rig& rig, std::uint64_t threads, std::uint64_t blocks) {
    constexpr int kRounds = 32;
    rig.run(rig.prepare("turns", blocks, threads, {Scalar(kRounds), kBegin, kEnd, kWhere, kSink}));
    const auto begin = rig.download<std::int64_t>(kBegin);
    const auto end = rig.download<std::int64_t>(kEnd);
    const auto where = rig.download<std::uint32_t>(kWhere);
    const std::uint64_t warps = threads / 32;
    std::vector<Stay> stays;
    stays.reserve(blocks);
    for (std::uint64_t block = 0; block < blocks; ++block) {
        const auto first = static_cast<std::ptrdiff_t>(block * warps);
        const auto last = static_cast<std::ptrdiff_t>((block + 1) * warps);
        stays.push_back({where[block], *std::min_element(begin.begin() + first, begin.begin() + last),
                         *std::max_element(end.begin() + first, end.begin() + last)});
    }
    const std::vector<double> turns = turnsOf(stays);
    if (turns.empty())
        throw cuda::CudaError(
            Error(ErrorCode::CudaFailure, {{"call", "turns"}, {"reason", textOf("benchmark.no_turn"_id)}}));
    return summaryOf(turns).median;
}

void measureTurns(Rig& rig, Findings& findings) {
    constexpr std::uint64_t kUsual = 256;
    constexpr std::uint64_t kRoundsOfBlocks = 6;
    constexpr std::uint64_t kMostBlocks = 32;  // that a multiprocessor has room for
    const std::uint64_t room = std::max<std::uint64_t>(rig.limit("max_threads_per_sm"), 1024);
    const auto blocksOf = [&](std::uint64_t threads) {
        return rig.multiprocessors() * std::min(kMostBlocks, room / threads) * kRoundsOfBlocks;
    };
    const std::uint64_t warps = rig.multiprocessors() * room / 32 * kRoundsOfBlocks;
    rig.allocate(std::array<std::uint64_t, 4>{warps * 8, warps * 8, blocksOf(32) * 4, 4});
    for (const std::uint64_t threads : {32U, 64U, 128U, 256U, 512U, 1024U}) {
        (void)turn(rig, threads, blocksOf(threads));
        const auto turns = samplesOf(rig.samples(kSamples), [&] { return turn(rig, threads, blocksOf(threads)); });
        for (const double cycles : turns) findings.point("block_turn_by_threads", static_cast<double>(threads), cycles);
        if (threads == kUsual) findings.found("block_turn_cycles", turns);
    }
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
    for (const std::uint64_t blocks : {std::uint64_t{1}, rig.multiprocessors(), 8 * rig.multiprocessors()})
        for (int sample = 0; sample < rig.samples(kSamples / 3); ++sample)
            findings.point("launch_gap_by_blocks_of_256_threads/s", static_cast<double>(blocks), gap(blocks, 256));
}

}  // namespace

std::vector<MicroBenchmark> turnBenchmarks() {
    return {
        {textOf("benchmark.turns.name"_id), textOf("benchmark.turns.how"_id), "", {"block_turn_cycles"}, measureTurns},
        {textOf("benchmark.gap.name"_id), textOf("benchmark.gap.how"_id), "", {"queued_launch_interval"}, measureGap},
    };
}

}  // namespace lanescope
