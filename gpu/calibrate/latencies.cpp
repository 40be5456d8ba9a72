// SPDX-License-Identifier: GPL-3.0-or-later
// Latencies of memory, by rings of pointers: each load needs what the one before has brought. Each ring is followed for
// two lengths, and the difference is what the further steps took.
#include <algorithm>
#include <array>

#include "core/base/words.h"
#include "gpu/calibrate/chase.h"
#include "gpu/calibrate/micro_benchmark.h"
#include "gpu/calibrate/samples.h"

namespace lanescope {
namespace {

using namespace chase;

struct Ring {
    int level = 1;  ///< of the first cache that may hold a cell
    std::uint64_t cells = 0;
    std::uint32_t pointers = 0;  ///< from a cell to the next in memory
    int before = 0;              ///< rounds that bring the ring into the cache
    int few = 0;                 ///< rounds of the shorter run
    int many = 0;                ///< of the longer
    bool flushed = false;        ///< before each run nothing of it is in the caches
};

void makeRing(Rig& rig, const Ring& ring) {
    allocate(rig, ring.cells * ring.pointers * 8, ring.cells, 1, ring.flushed);
    rig.upload(kOrder, shuffled(ring.cells));
    constexpr std::uint64_t kThreads = 256;
    rig.run(
        rig.prepare("link", (ring.cells + kThreads - 1) / kThreads, kThreads,
                    {kCells, kOrder, Scalar(ElementType::U32, ring.cells), Scalar(ElementType::U32, ring.pointers)}));
}

double cyclesOf(Rig& rig, const Ring& ring, std::uint32_t first, int rounds) {
    if (ring.flushed) rig.flushL2(kFlush, kFlushSink);
    const Launch launch = rig.prepare(
        ring.level == 1 ? "chase<1>" : "chase<2>", 1, 1,
        {kCells, Scalar(ElementType::U32, first), Scalar(ring.before), Scalar(rounds), kBegin, kEnd, kSink});
    return rig.cycles(launch, kBegin, kEnd);
}

std::vector<double> latencies(Rig& rig, const Ring& ring) {
    makeRing(rig, ring);
    const std::uint32_t first = shuffled(ring.cells).front() * ring.pointers;
    return samplesOf(rig.samples(kSamples), [&] {
        const double longer = cyclesOf(rig, ring, first, ring.many);
        return (longer - cyclesOf(rig, ring, first, ring.few)) / (kSteps * (ring.many - ring.few));
    });
}

void measureL1(Rig& rig, Findings& findings) {
    // 64 lines of 128 bytes: 8 KiB, in any L1.
    findings.found("l1_latency",
                   latencies(rig, {.level = 1, .cells = 64, .pointers = 16, .before = 8, .few = 32, .many = 160}));
}

void measureL2(Rig& rig, Findings& findings) {
    // Too large for an L1, and a fraction of the L2; once round brings all of it there.
    const std::uint64_t bytes = std::clamp<std::uint64_t>(rig.limit("l2_size") / 4, 1 << 16, 1 << 21);
    const std::uint64_t cells = bytes / 128;
    findings.found("l2_latency", latencies(rig, {.level = 2,
                                                 .cells = cells,
                                                 .pointers = 16,
                                                 .before = static_cast<int>(cells / kSteps),
                                                 .few = 64,
                                                 .many = 576}));
}

void measureDram(Rig& rig, Findings& findings) {
    // Each cell at most once after the flush. 16 MiB: their addresses are translated from what the TLB holds.
    findings.found(
        "dram_latency",
        latencies(
            rig,
            {.level = 2, .cells = 1 << 16, .pointers = 32, .before = 16, .few = 32, .many = 544, .flushed = true}));
}

void measureShared(Rig& rig, Findings& findings) {
    rig.allocate(std::array<std::uint64_t, 3>{8, 8, 8});
    const auto cycles = [&](int rounds) {
        return rig.cycles(
            rig.prepare("chaseShared", 1, 32,
                        {Scalar(ElementType::U32, 33), Scalar(rounds), BufferId{0}, BufferId{1}, BufferId{2}}),
            0, 1);
    };
    constexpr int kFew = 32;
    constexpr int kMany = 160;
    findings.found("shared_latency", samplesOf(rig.samples(kSamples), [&] {
                       const double longer = cycles(kMany);
                       return (longer - cycles(kFew)) / (kSteps * (kMany - kFew));
                   }));
}

}  // namespace

std::vector<MicroBenchmark> latencyBenchmarks() {
    const std::string_view kAfter = textOf("benchmark.after.wong_jia"_id);
    return {
        {textOf("benchmark.l1_ring.name"_id), textOf("benchmark.l1_ring.how"_id), kAfter, {"l1_latency"}, measureL1},
        {textOf("benchmark.l2_ring.name"_id), textOf("benchmark.l2_ring.how"_id), kAfter, {"l2_latency"}, measureL2},
        {textOf("benchmark.dram_ring.name"_id),
         textOf("benchmark.dram_ring.how"_id),
         kAfter,
         {"dram_latency"},
         measureDram},
        {textOf("benchmark.shared_ring.name"_id),
         textOf("benchmark.shared_ring.how"_id),
         kAfter,
         {"shared_latency"},
         measureShared},
    };
}

}  // namespace lanescope
