// SPDX-License-Identifier: GPL-3.0-or-later
// Departure delays: how soon one memory transaction can follow another from the same multiprocessor. In the model of
// Hong and Kim a request of k transactions takes latency + (k - 1) · departure_del_uncoal, and two warps' coalesced
// requests follow each other by departure_del_coal.
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
    constexpr std::string_view kAfter = "Hong and Kim 2009";
    return {
        {"requests of one warp to more and more lines",
         "A warp reads places of which each is known only when the one before has arrived, from DRAM. Its lanes read "
         "from "
         "1, 2, 4, 8, 16 or 32 lines of 128 bytes; the slope of the time over the number of lines is the delay.",
         kAfter,
         {"departure_delay_uncoalesced"},
         measureUncoalesced},
        {"coalesced requests of 32 warps",
         "One block of 1024 threads reads lines of 128 bytes that nobody has read before, 16 at once in each warp: 512 "
         "requests are under way. The time over the number of requests is the delay.",
         kAfter,
         {"departure_delay_coalesced"},
         measureCoalesced},
    };
}

}  // namespace lanescope
