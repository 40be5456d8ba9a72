// SPDX-License-Identifier: GPL-3.0-or-later
// DRAM by pattern: what it takes and gives when it is written, read in short runs, and how long a load waits that
// others stand before.
#include <algorithm>
#include <array>

#include "core/base/words.h"
#include "gpu/calibrate/chase.h"
#include "gpu/calibrate/micro_benchmark.h"
#include "gpu/calibrate/samples.h"
#include "gpu/cuda_error.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kThreads = 1024;

std::uint64_t grid(const Rig& rig) {
    return rig.multiprocessors() * std::max<std::uint64_t>(rig.limit("max_threads_per_sm") / kThreads, 1);
}

double rate(Rig& rig, const Launch& launch, std::uint64_t bytes) {
    return static_cast<double>(bytes) / rig.seconds(launch, 1);
}

void measureStreams(Rig& rig, Findings& findings) {
    constexpr std::uint64_t kMost = std::uint64_t{2} << 30;  // bytes of an array
    const std::uint64_t atOnce = grid(rig) * kThreads * 64;  // readTogether's
    const std::uint64_t size =
        std::max<std::uint64_t>(std::min(kMost, rig.limit("memory_size") / 16) / atOnce, 1) * atOnce;
    rig.allocate(std::array<std::uint64_t, 2>{3 * size, grid(rig) * kThreads * 4});
    rig.fill(0, 0);
    const auto launch = [&](const std::string& kernel, std::uint64_t bytes) {
        return rig.prepare(
            kernel, grid(rig), kThreads,
            {BufferId{0}, Scalar(ElementType::U64, bytes / 16), Scalar(ElementType::U32, 1), BufferId{1}});
    };
    const Launch reads = launch("readTogether", 3 * size);
    const Launch writes = launch("stream<0, 1>", size);
    const Launch copies = launch("stream<1, 1>", size);
    const Launch sums = launch("stream<2, 1>", size);
    std::vector<double> efficiency;
    std::vector<double> written;
    std::vector<double> copied;
    (void)rig.seconds(sums, 1);
    for (int sample = 0; sample < rig.samples(kSamples); ++sample) {
        const double read = rate(rig, reads, 3 * size);
        const double summed = rate(rig, sums, 3 * size);
        written.push_back(rate(rig, writes, size));
        copied.push_back(rate(rig, copies, 2 * size));
        efficiency.push_back(summed / read);
        findings.point("dram_reads_for_each_write/B/s", 0, written.back());
        findings.point("dram_reads_for_each_write/B/s", 1, copied.back());
        findings.point("dram_reads_for_each_write/B/s", 2, summed);
        findings.point("dram_reads_alone/B/s", sample, read);
    }
    findings.found("dram_write_bandwidth", written);
    findings.found("dram_copy_bandwidth", copied);
    findings.found("dram_efficiency", efficiency);
}

void measureRuns(Rig& rig, Findings& findings) {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 30;
    std::uint64_t size = kMost;
    while (size > rig.limit("memory_size") / 4 && size > (1U << 20)) size /= 2;
    rig.allocate(std::array<std::uint64_t, 2>{size, grid(rig) * kThreads * 4});
    rig.fill(0, 0);
    constexpr std::array<const char*, 3> kIds{"dram_run32_bandwidth", "dram_run64_bandwidth", "dram_run128_bandwidth"};
    for (std::uint32_t shift = 3; shift <= 6; ++shift) {
        const std::uint64_t runs = size / (std::uint64_t{4} << shift);
        const Launch launch =
            rig.prepare("readRuns", grid(rig), kThreads,
                        {BufferId{0}, Scalar(ElementType::U32, runs), Scalar(ElementType::U32, shift), BufferId{1}});
        (void)rig.seconds(launch, 1);
        std::vector<double> rates;
        for (int sample = 0; sample < rig.samples(kSamples / 3); ++sample) {
            rates.push_back(rate(rig, launch, size));
            findings.point("dram_runs_of_so_many_bytes/B/s", 4U << shift, rates.back());
        }
        if (shift - 3 < kIds.size()) findings.found(kIds.at(shift - 3), rates);
    }
}

// Arrays of a chase under load.
constexpr BufferId kCells = chase::kCells;
constexpr BufferId kOrder = chase::kOrder;
constexpr BufferId kBegin = chase::kBegin;
constexpr BufferId kEnd = chase::kEnd;
constexpr BufferId kSink = chase::kSink;
constexpr BufferId kFlush = chase::kFlush;
constexpr BufferId kFlushSink = chase::kFlushSink;
constexpr BufferId kData = 7;
constexpr BufferId kDone = 8;
constexpr BufferId kPasses = 9;

struct Loaded {
    double latency = 0;  ///< cycles
    double rate = 0;     ///< B/cycle, of the blocks that load
};

/// One thread follows a ring through DRAM while so many other blocks read.
Loaded underLoad(Rig& rig, std::uint64_t blocks, std::uint32_t first, std::uint64_t bytes) {
    constexpr int kBefore = 8;  // rounds
    constexpr int kRounds = 48;
    constexpr int kMostPasses = 20000;
    constexpr double kBytesOfPass = 64.0 * 32;  // of a warp
    constexpr std::uint64_t kWarps = kThreads / 32;
    rig.flushL2(kFlush, kFlushSink);
    rig.fill(kDone, 0);
    rig.run(
        rig.prepare("chaseUnderLoad", blocks + 1, kThreads,
                    {kCells, Scalar(ElementType::U32, first), Scalar(kBefore), Scalar(kRounds), kData,
                     Scalar(ElementType::U64, bytes / 16), Scalar(kMostPasses), kDone, kBegin, kEnd, kPasses, kSink}));
    const auto begin = rig.download<std::int64_t>(kBegin);
    const auto end = rig.download<std::int64_t>(kEnd);
    const auto passes = rig.download<std::uint32_t>(kPasses);
    Loaded loaded;
    loaded.latency = static_cast<double>(end[0] - begin[0]) / (kSteps * kRounds);
    for (std::uint64_t block = 1; block <= blocks; ++block) {
        double read = 0;
        std::int64_t from = begin[block * kWarps];
        std::int64_t to = end[block * kWarps];
        for (std::uint64_t warp = block * kWarps; warp < (block + 1) * kWarps; ++warp) {
            read += passes[warp] * kBytesOfPass;
            from = std::min(from, begin[warp]);
            to = std::max(to, end[warp]);
        }
        if (to > from) loaded.rate += read / static_cast<double>(to - from);
    }
    return loaded;
}

void measureLoad(Rig& rig, Findings& findings) {
    constexpr std::uint64_t kMost = std::uint64_t{2} << 30;
    constexpr std::uint64_t kRing = 1 << 15;
    constexpr std::uint32_t kPointers = 64;  // from a cell to the next
    // As the model has it: the constants dram_queue_room and dram_queue_limit.
    constexpr double kRoom = 1.05;
    constexpr double kLimit = 4;
    const std::uint64_t bytes = std::min(kMost, rig.limit("memory_size") / 4);
    const std::uint64_t blocks = rig.multiprocessors() + 1;
    const std::uint64_t warps = blocks * kThreads / 32;
    rig.allocate(std::array<std::uint64_t, 10>{kRing * kPointers * 8, kRing * 4, warps * 8, warps * 8,
                                               blocks * kThreads * 4, rig.flushBytes(), rig.flushSinkBytes(), bytes, 4,
                                               warps * 4});
    rig.fill(kFlush, 0);
    rig.fill(kData, 0);
    const std::vector<std::uint32_t> order = chase::shuffled(kRing);
    rig.upload(kOrder, order);
    rig.run(rig.prepare("link", kRing / 256, 256,
                        {kCells, kOrder, Scalar(ElementType::U32, kRing), Scalar(ElementType::U32, kPointers)}));
    const std::uint32_t first = order.front() * kPointers;
    std::vector<double> queue;
    for (int sample = 0; sample < rig.samples(kSamples / 3); ++sample) {
        std::vector<Loaded> all;
        for (const std::uint64_t percent : {0U, 8U, 15U, 20U, 25U, 30U, 35U, 45U, 60U, 99U}) {
            const std::uint64_t loading = percent * rig.multiprocessors() / 100;
            all.push_back(underLoad(rig, loading, first, bytes));
            findings.point("dram_latency_by_multiprocessors_that_read", static_cast<double>(loading),
                           all.back().latency);
            findings.point("dram_latency_by_B/cycle", all.back().rate, all.back().latency);
        }
        const double most =
            std::max_element(all.begin(), all.end(), [](auto& a, auto& b) { return a.rate < b.rate; })->rate;
        double above = 0;
        double below = 0;
        for (const Loaded& loaded : all) {
            const double load = loaded.rate / most;
            const double growth = std::min(kLimit, load * load / (kRoom - load));
            if (growth >= kLimit) continue;  // as full as it gets: how long the queue is says who reads, not what waits
            above += growth * (loaded.latency - all.front().latency);
            below += growth * growth;
        }
        queue.push_back(above / below);
    }
    findings.found("dram_queue_cycles", queue);
}

void measureOutstanding(Rig& rig, Findings& findings) {
    constexpr int kFew = 8;
    constexpr int kMany = 40;
    chase::allocate(rig, kMany * kSteps * kThreads * 4, 0, kThreads, true);
    rig.fill(kCells, 0);
    std::vector<double> outstanding;
    for (int sample = 0; sample < rig.samples(kSamples / 3); ++sample) {
        double alone = 0;
        double least = 0;
        for (std::uint64_t warps = 1; warps <= kThreads / 32; warps *= 2) {
            const auto cycles = [&](int rounds) {
                rig.flushL2(kFlush, kFlushSink);
                return rig.cycles(
                    rig.prepare("departures", 1, 32 * warps, {kCells, Scalar(rounds), kBegin, kEnd, kSink}), kBegin,
                    kEnd);
            };
            const double longer = cycles(kMany);
            const double line = (longer - cycles(kFew)) / static_cast<double>(kSteps * (kMany - kFew) * warps);
            findings.point("dram_cycles_of_a_line_by_lines_under_way", static_cast<double>(warps * kSteps), line);
            if (warps == 1) alone = line * kSteps;
            if (least == 0 || line < least) least = line;
        }
        outstanding.push_back(alone / least);
    }
    findings.found("outstanding_lines", outstanding);
}

}  // namespace

std::vector<MicroBenchmark> streamBenchmarks() {
    return {
        {textOf("benchmark.streams.name"_id),
         textOf("benchmark.streams.how"_id),
         "",
         {"dram_write_bandwidth", "dram_copy_bandwidth", "dram_efficiency"},
         measureStreams},
        {textOf("benchmark.runs.name"_id),
         textOf("benchmark.runs.how"_id),
         "",
         {"dram_run32_bandwidth", "dram_run64_bandwidth", "dram_run128_bandwidth"},
         measureRuns},
        {textOf("benchmark.under_load.name"_id),
         textOf("benchmark.under_load.how"_id),
         "",
         {"dram_queue_cycles"},
         measureLoad},
        {textOf("benchmark.outstanding.name"_id),
         textOf("benchmark.outstanding.how"_id),
         "",
         {"outstanding_lines"},
         measureOutstanding},
    };
}

}  // namespace lanescope
