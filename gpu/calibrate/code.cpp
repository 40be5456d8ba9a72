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

/// Cycles of the first round of `length` additions more than of the second, for each piece of its code.
double coldPiece(Rig& rig, int length, std::uint64_t blocks, bool flushed) {
    const auto launch = [&](const std::string& kernel, std::uint64_t count, int rounds) {
        return rig.prepare(kernel, count, 32, {Scalar(1.0F), Scalar(1.5F), Scalar(rounds), kBegin, kEnd, kSink});
    };
    const auto cycles = [&](int rounds) {
        rig.run(launch("straight<8192>", rig.multiprocessors(), 1));  // 128 KiB of other code
        if (flushed) rig.flushL2(kFlush, kFlushSink);
        return rig.cycles(launch("straight<" + std::to_string(length) + ">", blocks, rounds), kBegin, kEnd);
    };
    const double once = cycles(1);
    return (2 * once - cycles(2)) / (length * kInstruction / kPiece);
}

void measureCode(Rig& rig, Findings& findings) {
    constexpr int kLong = 2048;
    const std::uint64_t all = rig.multiprocessors();
    allocate(rig, 8, 0, all * 32, true);
    (void)coldPiece(rig, kLong, 1, true);  // kernels are loaded when they are first launched
    findings.found("cold_code_cycles",
                   samplesOf(rig.samples(kSamples), [&] { return coldPiece(rig, kLong, 1, true); }));
    for (const int length : {1024, kLong}) {
        const std::string of =
            std::to_string(length * 16) + " B of code, cycles for 128 B more than when it is there: ";
        for (int sample = 0; sample < rig.samples(kSamples / 3); ++sample) {
            findings.point(of + "from DRAM, by multiprocessors", 1, coldPiece(rig, length, 1, true));
            findings.point(of + "from DRAM, by multiprocessors", static_cast<double>(all),
                           coldPiece(rig, length, all, true));
            findings.point(of + "from L2, by multiprocessors", 1, coldPiece(rig, length, 1, false));
            findings.point(of + "from L2, by multiprocessors", static_cast<double>(all),
                           coldPiece(rig, length, all, false));
        }
    }
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
