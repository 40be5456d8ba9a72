// SPDX-License-Identifier: GPL-3.0-or-later
// What branches that part a warp, jumps, comparisons and barriers cost.
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

/// A loop of additions of which each needs the one before: the last of a round is followed at once by the jump, and the
/// first of the next round could follow the last after the latency of an addition; so a round is the others and, from
/// the last addition on, one cycle and the jump.
double jump(Rig& rig) {
    constexpr int kFew = 16;
    constexpr int kMany = 144;
    constexpr int kShort = 32;
    constexpr int kLong = 96;
    const auto round = [&](int length) {
        const auto cycles = [&](int rounds) {
            return rig.cycles(rig.prepare("arithmetic<Fp32, " + std::to_string(length) + ">", 1, 32,
                                          {Scalar(1.0F), Scalar(1.5F), Scalar(rounds), kBegin, kEnd, kSink}),
                              kBegin, kEnd);
        };
        const double longer = cycles(kMany);
        return (longer - cycles(kFew)) / (kMany - kFew);
    };
    const double shorter = round(kShort);
    const double addition = (round(kLong) - shorter) / (kLong - kShort);
    return shorter - (kShort - 1) * addition - 1;
}

/// Cycles of a round of addition, comparison and jump.
double countUp(Rig& rig) {
    constexpr int kFew = 64;
    constexpr int kMany = 1088;
    const auto cycles = [&](int limit) {
        return rig.cycles(rig.prepare("countUp", 1, 1, {Scalar(1), Scalar(limit), kBegin, kEnd, kSink}), kBegin, kEnd);
    };
    const double longer = cycles(kMany);
    return (longer - cycles(kFew)) / (kMany - kFew);
}

/// Cycles from a whole number's addition to one that needs it.
double wholeAddition(Rig& rig) {
    const auto cycles = [&](int rounds) {
        return rig.cycles(
            rig.prepare("arithmetic<Int32, 96>", 1, 32, {Scalar(1), Scalar(3), Scalar(rounds), kBegin, kEnd, kSink}),
            kBegin, kEnd);
    };
    const auto shorter = [&](int rounds) {
        return rig.cycles(
            rig.prepare("arithmetic<Int32, 32>", 1, 32, {Scalar(1), Scalar(3), Scalar(rounds), kBegin, kEnd, kSink}),
            kBegin, kEnd);
    };
    constexpr int kFew = 16;
    constexpr int kMany = 144;
    constexpr double kFurther = (96 - 32) * (kMany - kFew);
    const double longer = cycles(kMany) - cycles(kFew);
    return (longer - (shorter(kMany) - shorter(kFew))) / kFurther;
}

void measureJumps(Rig& rig, Findings& findings) {
    rig.allocate(std::array<std::uint64_t, 3>{8, 8, 32 * 4});
    std::vector<double> jumps;
    std::vector<double> predicates;
    for (int sample = 0; sample < rig.samples(kSamples); ++sample) {
        jumps.push_back(jump(rig));
        const double round = countUp(rig);
        findings.point("addition/comparison_and_jump", sample, round);
        predicates.push_back(round - jumps.back() - wholeAddition(rig));
    }
    findings.found("taken_branch_cycles", jumps);
    findings.found("predicate_latency", predicates);
}

void measureRelease(Rig& rig, Findings& findings) {
    constexpr int kFew = 16;
    constexpr int kMany = 144;
    constexpr std::uint64_t kMostWarps = 32;
    constexpr std::uint64_t kSchedulers = 4;
    rig.allocate(std::array<std::uint64_t, 2>{kMostWarps * 8, kMostWarps * 8});
    std::vector<double> none;
    std::vector<double> further;
    for (int sample = 0; sample < rig.samples(kSamples); ++sample) {
        std::vector<std::pair<double, double>> points;
        for (std::uint64_t warps = 1; warps <= kMostWarps; warps *= 2) {
            const auto cycles = [&](int rounds) {
                return rig.cycles(rig.prepare("barriers", 1, warps * 32, {Scalar(rounds), kBegin, kEnd}), kBegin, kEnd);
            };
            const double longer = cycles(kMany);
            const double barrier = (longer - cycles(kFew)) / (kSteps * (kMany - kFew));
            findings.point("barrier_by_warps", static_cast<double>(warps), barrier);
            if (warps >= kSchedulers) points.emplace_back(warps, barrier);
        }
        further.push_back(slopeOf(points));
        double rest = 0;
        for (const auto& [warps, barrier] : points)
            rest += (barrier - further.back() * warps) / static_cast<double>(points.size());
        none.push_back(rest);
    }
    findings.found("barrier_base_cycles", none);
    findings.found("barrier_warp_cycles", further);
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
        {textOf("benchmark.jumps.name"_id),
         textOf("benchmark.jumps.how"_id),
         "",
         {"taken_branch_cycles", "predicate_latency"},
         measureJumps},
        {textOf("benchmark.barrier_warps.name"_id),
         textOf("benchmark.barrier_warps.how"_id),
         "",
         {"barrier_base_cycles", "barrier_warp_cycles"},
         measureRelease},
    };
}

}  // namespace lanescope
