// SPDX-License-Identifier: GPL-3.0-or-later
// Code that is in no cache, and constants that are in theirs.
#include <array>

#include "core/base/words.h"
#include "gpu/calibrate/chase.h"
#include "gpu/calibrate/micro_benchmark.h"
#include "gpu/calibrate/samples.h"

namespace lanescope {
namespace {

using namespace chase;

constexpr double kPiece = 128;       ///< bytes of code
constexpr double kInstruction = 16;  ///< bytes

/// Cycles of the first round of a copy's code more than of a later one, for each piece of it. Each copy has one first
/// time.
double firstTime(Rig& rig, int copy, std::uint64_t blocks) {
    constexpr int kLength = 1024;  // additions
    const auto cycles = [&](int rounds) {
        return rig.cycles(rig.prepare("straight<" + std::to_string(kLength) + ", " + std::to_string(copy) + ">", blocks,
                                      32, {Scalar(1.0F), Scalar(1.5F), Scalar(rounds), kBegin, kEnd, kSink}),
                          kBegin, kEnd);
    };
    (void)cycles(0);
    rig.flushL2(kFlush, kFlushSink);
    const double first = cycles(1);
    return (first - cycles(1)) / (kLength * kInstruction / kPiece);
}

void measureCode(Rig& rig, Findings& findings) {
    constexpr int kAlone = 4;  // copies that one multiprocessor runs first
    constexpr int kTogether = 4;
    const std::uint64_t all = rig.multiprocessors();
    allocate(rig, 8, 0, all * 32, true);
    int copy = 0;
    findings.found("cold_code_cycles", samplesOf(kAlone, [&] { return firstTime(rig, copy++, 1); }));
    for (int i = 0; i < kTogether; ++i)
        findings.point("cold_code_of_all_multiprocessors/cycles_of_128_B", i, firstTime(rig, copy++, all));
}

void measureConstants(Rig& rig, Findings& findings) {
    constexpr int kFew = 16;
    constexpr int kMany = 144;
    rig.allocate(std::array<std::uint64_t, 3>{8, 8, 8});
    const auto cycles = [&](int rounds) {
        return rig.cycles(rig.prepare("chaseConstant", 1, 1, {Scalar(rounds), BufferId{0}, BufferId{1}, BufferId{2}}),
                          0, 1);
    };
    findings.found("constant_latency", samplesOf(rig.samples(kSamples), [&] {
                       const double longer = cycles(kMany);
                       return (longer - cycles(kFew)) / (kSteps * (kMany - kFew));
                   }));
}

}  // namespace

std::vector<MicroBenchmark> codeBenchmarks() {
    return {
        {textOf("benchmark.code.name"_id), textOf("benchmark.code.how"_id), "", {"cold_code_cycles"}, measureCode},
        {textOf("benchmark.constants.name"_id),
         textOf("benchmark.constants.how"_id),
         textOf("benchmark.after.wong"_id),
         {"constant_latency"},
         measureConstants},
    };
}

}  // namespace lanescope
