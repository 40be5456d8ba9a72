// SPDX-License-Identifier: GPL-3.0-or-later
// Atomic additions by the threads of one block: alone, and in each other's way. Document 004, section 5.2.5, which
// finds cycles = a + b · threads; here b is the slope over 256 … 1024 threads.
#include <array>

#include "core/base/words.h"
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
    const std::string_view kAfter = textOf("benchmark.after.004_atomics"_id);
    return {
        {textOf("benchmark.atomics.name"_id),
         textOf("benchmark.atomics.how"_id),
         kAfter,
         {"atomic_latency", "atomic_contended_cycles"},
         [](Rig& rig, Findings& findings) { measure(rig, findings, false); }},
        {textOf("benchmark.shared_atomics.name"_id),
         textOf("benchmark.shared_atomics.how"_id),
         kAfter,
         {"shared_atomic_latency", "shared_atomic_contended_cycles"},
         [](Rig& rig, Findings& findings) { measure(rig, findings, true); }},
    };
}

}  // namespace lanescope
