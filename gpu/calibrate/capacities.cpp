// SPDX-License-Identifier: GPL-3.0-or-later
// How much caches hold: constants, code, and what L2 keeps of reads at random.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/words.h"
#include "gpu/calibrate/micro_benchmark.h"
#include "gpu/calibrate/patterns.h"
#include "gpu/calibrate/samples.h"

namespace lanescope {
namespace {

using namespace patterns;

Scalar number(std::uint32_t value) { return {ElementType::U32, value}; }

/// Cycles of a step of a walk round so many bytes of constants, each of whose loads asks for so many addresses.
double step(Rig& rig, std::uint32_t bytes, std::uint32_t addresses, std::uint64_t warps) {
    constexpr int kFew = 16;
    constexpr int kMany = 80;
    constexpr int kBefore = 512;
    const double round = roundCycles(rig, kFew, kMany, [&](int rounds) {
        return rig.prepare(
            "walkConstants", 1, warps * 32,
            {number(bytes - 1), number(addresses), Scalar(kBefore), Scalar(rounds), kBegin, kEnd, kSink});
    });
    return round / kSteps;
}

void measureAddresses(Rig& rig, Findings& findings) {
    constexpr std::uint32_t kNear = 512;  ///< bytes
    constexpr std::array<std::uint32_t, 5> kAddresses{1, 2, 4, 8, 16};
    allocate(rig, 1, 1);
    std::vector<double> words;
    std::vector<double> later;
    for (int sample = 0; sample < rig.samples(kSamples); ++sample) {
        std::vector<std::pair<double, double>> together;
        std::vector<std::pair<double, double>> alone;
        for (const std::uint32_t addresses : kAddresses) {
            together.emplace_back(addresses, step(rig, kNear, addresses, kWarps) / static_cast<double>(kWarps));
            alone.emplace_back(addresses, step(rig, kNear, addresses, 1));
            findings.point("constants_by_addresses/cycles_of_32_warps", addresses, together.back().second);
            findings.point("constants_by_addresses/cycles_of_one_warp", addresses, alone.back().second);
        }
        words.push_back(slopeOf(together));
        later.push_back(slopeOf(alone));
    }
    findings.found("constant_word_cycles", words);
    findings.found("constant_word_latency", later);
}

/// The largest of growing sizes whose cost is nearer to that of the smallest than to that of the largest.
double lastNear(const std::vector<std::pair<double, double>>& costs) {
    const double middle = (costs.front().second + costs.back().second) / 2;
    double last = costs.front().first;
    for (const auto& [size, cost] : costs) {
        if (cost > middle) break;
        last = size;
    }
    return last;
}

void measureConstants(Rig& rig, Findings& findings) {
    constexpr std::uint32_t kMost = 8 << 10;
    allocate(rig, 1, 1);
    std::vector<double> bytes;
    std::vector<double> miss;
    for (int sample = 0; sample < rig.samples(kSamples / 3); ++sample) {
        std::vector<std::pair<double, double>> costs;
        for (std::uint32_t size = 512; size <= kMost; size *= 2) {
            costs.emplace_back(size, step(rig, size, 1, 1));
            findings.point("walk_round_constants/cycles_of_a_step_by_bytes", size, costs.back().second);
        }
        bytes.push_back(lastNear(costs));
        miss.push_back(costs.back().second - costs.front().second);
    }
    findings.found("indexed_constant_bytes", bytes);
    findings.found("indexed_constant_miss_cycles", miss);
}

void measureCode(Rig& rig, Findings& findings) {
    constexpr double kPiece = 2048;  ///< bytes: 128 additions
    constexpr double kAdditions = 128;
    constexpr double kFetched = 128;  ///< bytes of a cost
    constexpr int kFew = 2;
    constexpr int kMany = 10;
    constexpr std::array<int, 12> kPieces{1, 2, 4, 6, 8, 12, 16, 24, 32, 40, 48, 64};
    allocate(rig, 1, 1);
    std::vector<double> bytes;
    std::vector<double> fetch;
    for (int sample = 0; sample < rig.samples(kSamples / 3); ++sample) {
        std::vector<std::pair<double, double>> costs;
        for (const int pieces : kPieces) {
            const auto launch = [&](int rounds) {
                return rig.prepare("pieces", 1, 32,
                                   {Scalar(1.0F), Scalar(1.5F), Scalar(pieces), Scalar(rounds), kBegin, kEnd, kSink});
            };
            const double round = roundCycles(rig, kFew, kMany, launch);
            costs.emplace_back(pieces * kPiece, round / (pieces * kAdditions));
            findings.point("loops_of_code/cycles_of_an_addition_by_bytes", costs.back().first, costs.back().second);
        }
        bytes.push_back(lastNear(costs));
        fetch.push_back((costs.back().second - costs.front().second) * kAdditions * kFetched / kPiece);
    }
    findings.found("code_near_bytes", bytes);
    findings.found("code_fetch_cycles", fetch);
}

/// Of reads at random from F bytes a cache of C bytes holds C / F. Where what it does not hold makes the time, times of
/// two sizes tell C: t1 / t2 = (1 − C / F1) / (1 − C / F2).
void measureL2(Rig& rig, Findings& findings) {
    constexpr std::uint64_t kSector = 32;
    constexpr std::uint64_t kLargest = std::uint64_t{1} << 32;
    constexpr int kRounds = 64;
    constexpr int kWarmUp = 24;
    constexpr std::uint64_t kBlocks = 4;  ///< of a multiprocessor
    constexpr std::uint64_t kOfBlock = 512;
    constexpr double kNear = 2;  ///< of L2, for the smaller of the two sizes
    const auto l2 = static_cast<double>(std::max<std::uint64_t>(rig.limit("l2_size"), 1));
    const std::uint64_t most = std::max(std::min(kLargest, rig.limit("memory_size") / 4), std::uint64_t{1} << 20);
    const std::uint64_t blocks = kBlocks * rig.multiprocessors();
    rig.allocate(std::array<std::uint64_t, 2>{most, blocks * kOfBlock * 4});
    rig.fill(0, 0);
    const auto time = [&](double bytes) {
        const auto sectors = static_cast<std::uint32_t>(std::min(bytes, static_cast<double>(most)) / kSector);
        const auto launch = [&](int rounds) {
            return rig.prepare("randomReads", blocks, kOfBlock,
                               {BufferId{0}, number(sectors), Scalar(rounds), BufferId{1}});
        };
        const double longer = rig.seconds(launch(kWarmUp + kRounds), 1);
        return longer - rig.seconds(launch(kWarmUp), 1);
    };
    for (const double share : {0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 1.0, 1.5, 2.0, 4.0, 8.0})
        findings.point("random_reads/s_by_bytes", share * l2, time(share * l2));
    const double all = static_cast<double>(most);
    findings.found("l2_random_bytes", samplesOf(rig.samples(kSamples / 3), [&] {
                       const double far = time(all);
                       const double near = time(kNear * l2);
                       return std::round((far - near) / (far / (kNear * l2) - near / all));
                   }));
}

}  // namespace

std::vector<MicroBenchmark> capacityBenchmarks() {
    const std::string_view kAfter = textOf("benchmark.after.wong"_id);
    return {
        {textOf("benchmark.constant_addresses.name"_id),
         textOf("benchmark.constant_addresses.how"_id),
         "",
         {"constant_word_cycles", "constant_word_latency"},
         measureAddresses},
        {textOf("benchmark.constant_walk.name"_id),
         textOf("benchmark.constant_walk.how"_id),
         kAfter,
         {"indexed_constant_bytes", "indexed_constant_miss_cycles"},
         measureConstants},
        {textOf("benchmark.loops.name"_id),
         textOf("benchmark.loops.how"_id),
         kAfter,
         {"code_near_bytes", "code_fetch_cycles"},
         measureCode},
        {textOf("benchmark.random.name"_id), textOf("benchmark.random.how"_id), "", {"l2_random_bytes"}, measureL2},
    };
}

}  // namespace lanescope
