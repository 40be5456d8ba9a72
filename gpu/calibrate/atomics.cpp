// SPDX-License-Identifier: GPL-3.0-or-later
// Atomic additions by the threads of one block: alone, and in each other's way. Document 004, section 5.2.5, which
// finds cycles = a + b · threads; here b is the slope over 256 … 1024 threads.
#include <array>

#include "gpu/calibrate/micro_benchmark.h"
#include "gpu/calibrate/samples.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kMostThreads = 1024;
constexpr BufferId kCells = 0;
constexpr BufferId kOffsets = 1;
constexpr BufferId kBegin = 2;
constexpr BufferId kEnd = 3;
constexpr BufferId kSink = 4;
constexpr std::uint32_t kWords = 1 << 20;  ///< 4 MiB
constexpr std::uint32_t kStride = 2080;    ///< words from one address to the next: all over them, in different lines

struct Runs {
    std::uint64_t threads;
    std::uint32_t stride;  ///< 0: always the same address
    int few;               ///< rounds of the shorter run
    int many;
};

/// Cycles of one addition by each of the threads.
double addition(Rig& rig, bool shared, const Runs& runs) {
    const auto cycles = [&](int rounds) {
        std::vector<Argument> arguments{kOffsets, Scalar(rounds), kBegin, kEnd, kSink};
        if (!shared)
            arguments = {kCells,
                         kOffsets,
                         Scalar(ElementType::U32, runs.stride),
                         Scalar(ElementType::U32, kWords - 1),
                         Scalar(rounds),
                         kBegin,
                         kEnd,
                         kSink};
        const std::string kernel = shared ? "sharedAtomicAdds" : "atomicAdds";
        return rig.cycles(rig.prepare(kernel, 1, runs.threads, std::move(arguments)), kBegin, kEnd);
    };
    const double longer = cycles(runs.many);
    return (longer - cycles(runs.few)) / (runs.many - runs.few);
}

void measure(Rig& rig, Findings& findings, bool shared) {
    const std::string prefix = shared ? "shared_atomic_" : "atomic_";
    rig.allocate(std::array<std::uint64_t, 5>{shared ? 0 : kWords * 4, kMostThreads * 4, kMostThreads / 32 * 8,
                                              kMostThreads / 32 * 8, kMostThreads * 4});
    if (!shared) rig.fill(kCells, 0);
    rig.upload(kOffsets, std::vector<std::uint32_t>(kMostThreads, 0));
    findings.found(prefix + "latency", samplesOf(rig.samples(kSamples), [&] {
                       return addition(rig, shared, {1, kStride, 64, 576});
                   }));
    findings.found(prefix + "contended_cycles", samplesOf(rig.samples(kSamples), [&] {
                       std::vector<std::pair<double, double>> points;
                       for (std::uint64_t threads = 256; threads <= kMostThreads; threads += 256)
                           points.emplace_back(threads, addition(rig, shared, {threads, 0, 16, 80}));
                       return slopeOf(points);
                   }));
}

}  // namespace

std::vector<MicroBenchmark> atomicBenchmarks() {
    constexpr std::string_view kAfter = "document 004, section 5.2.5";
    return {
        {"atomic additions in global memory",
         "Additions of single-precision numbers whose old value is used. Alone: one thread, 512 further additions one "
         "after the other, at addresses all over 4 MiB that lie in L2, since some of its parts are nearer than others. "
         "Contended: all threads of one block add at the same address, then meet at a barrier; the slope of the time "
         "over "
         "256, 512, 768 and 1024 threads.",
         kAfter,
         {"atomic_latency", "atomic_contended_cycles"},
         [](Rig& rig, Findings& findings) { measure(rig, findings, false); }},
        {"atomic additions in shared memory",
         "The same in shared memory, at one address, of whole numbers: GPUs have no instruction for it in floating "
         "point.",
         kAfter,
         {"shared_atomic_latency", "shared_atomic_contended_cycles"},
         [](Rig& rig, Findings& findings) { measure(rig, findings, true); }},
    };
}

}  // namespace lanescope
