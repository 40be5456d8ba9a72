// SPDX-License-Identifier: GPL-3.0-or-later
// What branches that part a warp, and barriers, cost.
#include <array>

#include "core/base/words.h"
#include "gpu/calibrate/micro_benchmark.h"
#include "gpu/calibrate/samples.h"

namespace lanescope {
namespace {

constexpr BufferId kBegin = 0;
constexpr BufferId kEnd = 1;
constexpr BufferId kSink = 2;

/// Cycles of one round of branches whose ways are `length` additions long, with the lanes below `limit` on the one.
double branch(Rig& rig, int length, std::uint32_t limit) {
    constexpr int kFew = 64;
    constexpr int kMany = 576;
    const auto cycles = [&](int rounds) {
        const std::string kernel = "branches<" + std::to_string(length) + ">";
        return rig.cycles(
            rig.prepare(kernel, 1, 32,
                        {Scalar(ElementType::U32, limit), Scalar(1.5F), Scalar(rounds), kBegin, kEnd, kSink}),
            kBegin, kEnd);
    };
    const double longer = cycles(kMany);
    return (longer - cycles(kFew)) / (kMany - kFew);
}

void measureBranches(Rig& rig, Findings& findings) {
    constexpr int kShort = 32;
    constexpr int kLong = 64;
    constexpr std::uint32_t kNobody = 0;
    constexpr std::uint32_t kHalf = 16;
    constexpr std::uint32_t kAll = 32;
    rig.allocate(std::array<std::uint64_t, 3>{8, 8, 32 * 4});
    findings.found("divergent_branch_cycles", samplesOf(rig.samples(kSamples), [&] {
                       const double one = branch(rig, kShort, kAll);
                       const double other = branch(rig, kShort, kNobody);
                       // What a round takes besides its additions: the line through both lengths, at length 0.
                       const double emptyOne = 2 * one - branch(rig, kLong, kAll);
                       const double emptyOther = 2 * other - branch(rig, kLong, kNobody);
                       const double empty = (emptyOne + emptyOther) / 2;
                       return branch(rig, kShort, kHalf) - (one + other - empty);
                   }));
}

void measureBarriers(Rig& rig, Findings& findings) {
    constexpr std::uint64_t kThreads = 256;
    constexpr int kFew = 16;
    constexpr int kMany = 144;
    rig.allocate(std::array<std::uint64_t, 2>{kThreads / 32 * 8, kThreads / 32 * 8});
    const auto cycles = [&](int rounds) {
        return rig.cycles(rig.prepare("barriers", 1, kThreads, {Scalar(rounds), kBegin, kEnd}), kBegin, kEnd);
    };
    findings.found("barrier_cycles", samplesOf(rig.samples(kSamples), [&] {
                       const double longer = cycles(kMany);
                       return (longer - cycles(kFew)) / (kSteps * (kMany - kFew));
                   }));
}

}  // namespace

std::vector<MicroBenchmark> controlBenchmarks() {
    return {
        {textOf("benchmark.branches.name"_id),
         textOf("benchmark.branches.how"_id),
         textOf("benchmark.after.wong_004"_id),
         {"divergent_branch_cycles"},
         measureBranches},
        {textOf("benchmark.barriers.name"_id),
         textOf("benchmark.barriers.how"_id),
         textOf("benchmark.after.wong"_id),
         {"barrier_cycles"},
         measureBarriers},
    };
}

}  // namespace lanescope
