// SPDX-License-Identifier: GPL-3.0-or-later
// Departure delays: how soon one memory transaction can follow another from the same multiprocessor. In the model of
// Hong and Kim a request of k transactions takes latency + (k - 1) · departure_del_uncoal, and two warps' coalesced
// requests follow each other by departure_del_coal.
#include "core/base/words.h"
#include "gpu/calibrate/chase.h"
#include "gpu/calibrate/micro_benchmark.h"
#include "gpu/calibrate/samples.h"

namespace lanescope {
namespace {

using namespace chase;

void measureUncoalesced(Rig& rig, Findings& findings) {
    constexpr std::uint64_t kPages = 1024;
    constexpr std::uint64_t kPageBytes = 4096;
    constexpr int kFew = 4;
    constexpr int kMany = 28;  // 448 pages, each once
    allocate(rig, kPages * kPageBytes, kPages, 32, true);
    const std::vector<std::uint32_t> order = shuffled(kPages);
    rig.upload(kOrder, order);
    rig.run(rig.prepare("linkPages", kPages, 256, {kCells, kOrder, Scalar(ElementType::U32, kPages)}));

    const auto cycles = [&](int lines, int rounds) {
        rig.flushL2(kFlush, kFlushSink);
        return rig.cycles(rig.prepare("chaseWarp", 1, 32,
                                      {kCells, Scalar(ElementType::U32, order.front()), Scalar(lines), Scalar(rounds),
                                       kBegin, kEnd, kSink}),
                          kBegin, kEnd);
    };
    findings.found("departure_delay_uncoalesced", samplesOf(rig.samples(2 * kSamples), [&] {
                       std::vector<std::pair<double, double>> points;
                       for (const int lines : {1, 2, 4, 8, 16, 32}) {
                           const double longer = cycles(lines, kMany);
                           const double request = (longer - cycles(lines, kFew)) / (kSteps * (kMany - kFew));
                           points.emplace_back(lines, request);
                       }
                       return slopeOf(points);
                   }));
}

void measureCoalesced(Rig& rig, Findings& findings) {
    constexpr std::uint64_t kThreads = 1024;
    constexpr int kFew = 8;
    constexpr int kMany = 40;
    allocate(rig, kMany * kSteps * kThreads * 4, 0, kThreads, true);
    rig.fill(kCells, 0);
    const auto cycles = [&](int rounds) {
        rig.flushL2(kFlush, kFlushSink);
        return rig.cycles(rig.prepare("departures", 1, kThreads, {kCells, Scalar(rounds), kBegin, kEnd, kSink}), kBegin,
                          kEnd);
    };
    constexpr double kRequests = kSteps * (kMany - kFew) * (kThreads / 32.0);
    findings.found("departure_delay_coalesced", samplesOf(rig.samples(kSamples), [&] {
                       const double longer = cycles(kMany);
                       return (longer - cycles(kFew)) / kRequests;
                   }));
}

}  // namespace

std::vector<MicroBenchmark> departureBenchmarks() {
    const std::string_view kAfter = textOf("benchmark.after.hong_kim"_id);
    return {
        {textOf("benchmark.uncoalesced.name"_id),
         textOf("benchmark.uncoalesced.how"_id),
         kAfter,
         {"departure_delay_uncoalesced"},
         measureUncoalesced},
        {textOf("benchmark.coalesced.name"_id),
         textOf("benchmark.coalesced.how"_id),
         kAfter,
         {"departure_delay_coalesced"},
         measureCoalesced},
    };
}

}  // namespace lanescope
