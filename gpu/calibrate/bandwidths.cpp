// SPDX-License-Identifier: GPL-3.0-or-later
// How fast the whole GPU reads: all threads load 16 bytes at a time, four loads under way in each.
#include <algorithm>
#include <array>

#include "core/base/words.h"
#include "gpu/calibrate/micro_benchmark.h"
#include "gpu/calibrate/samples.h"
#include "gpu/cuda_error.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kThreads = 1024;
constexpr std::uint64_t kBytesAtOnce = 64;  ///< of a thread: four loads of 16 bytes

std::uint64_t multiprocessors(const Rig& rig) {
    if (rig.limit("sm_count") == 0)
        throw cuda::CudaError(Error(ErrorCode::CudaFailure, {{"call", "cuDeviceGetAttribute"},
                                                             {"reason", textOf("benchmark.no_multiprocessors"_id)}}));
    return rig.limit("sm_count");
}

/// As many blocks as are resident at once.
std::uint64_t fullGrid(const Rig& rig) {
    return multiprocessors(rig) * std::max<std::uint64_t>(rig.limit("max_threads_per_sm") / kThreads, 1);
}

/// Bytes a second of a launch that reads so many; the first time does not count.
std::vector<double> rates(Rig& rig, const Launch& launch, std::uint64_t bytes) {
    (void)rig.seconds(launch, 1);
    return samplesOf(rig.samples(kSamples), [&] { return static_cast<double>(bytes) / rig.seconds(launch, 1); });
}

/// The grid reads about `bytes` together, `rounds` times.
std::vector<double> readTogether(Rig& rig, std::uint64_t bytes, int rounds) {
    const std::uint64_t blocks = fullGrid(rig);
    const std::uint64_t atOnce = blocks * kThreads * kBytesAtOnce;
    const std::uint64_t size = std::max<std::uint64_t>(bytes / atOnce, 1) * atOnce;
    rig.allocate(std::array<std::uint64_t, 2>{size, blocks * kThreads * 4});
    rig.fill(0, 0);
    const Launch launch = rig.prepare("readTogether", blocks, kThreads,
                                      {BufferId{0}, Scalar(ElementType::U64, size / 16), Scalar(rounds), BufferId{1}});
    return rates(rig, launch, size * static_cast<std::uint64_t>(rounds));
}

void measureDram(Rig& rig, Findings& findings) {
    constexpr std::uint64_t kMost = std::uint64_t{4} << 30;
    findings.found("dram_bandwidth", readTogether(rig, std::min(kMost, rig.limit("memory_size") / 4), 1));
}

void measureL2(Rig& rig, Findings& findings) {
    constexpr int kRounds = 400;
    findings.found("l2_bandwidth", readTogether(rig, rig.limit("l2_size") / 4, kRounds));
}

void measureL1(Rig& rig, Findings& findings) {
    constexpr std::uint64_t kBlock = 512;    // threads
    constexpr std::uint64_t kPieces = 2048;  // of 16 bytes, of each block
    constexpr int kRounds = 8192;
    const std::uint64_t blocks = multiprocessors(rig);
    rig.allocate(std::array<std::uint64_t, 2>{blocks * kPieces * 16, blocks * kBlock * 4});
    rig.fill(0, 0);
    const Launch launch = rig.prepare("readOwn", blocks, kBlock,
                                      {BufferId{0}, Scalar(ElementType::U32, kPieces), Scalar(ElementType::U32, kBlock),
                                       Scalar(kRounds), BufferId{1}});
    findings.found("l1_bandwidth", rates(rig, launch, blocks * kBlock * kBytesAtOnce * kRounds));
}

void measureShared(Rig& rig, Findings& findings) {
    constexpr int kFew = 64;
    constexpr int kMany = 576;
    constexpr int kRounds = 4096;
    const std::uint64_t blocks = multiprocessors(rig);
    const BufferId begin = 0;
    const BufferId end = 1;
    const BufferId sink = 2;
    rig.allocate(
        std::array<std::uint64_t, 3>{blocks * kThreads / 32 * 8, blocks * kThreads / 32 * 8, blocks * kThreads * 4});
    const auto launch = [&](std::uint64_t number, int rounds) {
        return rig.prepare("readShared", number, kThreads, {Scalar(rounds), begin, end, sink});
    };
    constexpr double kWavefronts = 4 * 4 * (kMany - kFew) * (kThreads / 32.0);  // a load of 16 bytes a lane is 4
    findings.found("shared_throughput", samplesOf(rig.samples(kSamples), [&] {
                       const double longer = rig.cycles(launch(1, kMany), begin, end);
                       return kWavefronts / (longer - rig.cycles(launch(1, kFew), begin, end));
                   }));
    findings.found("shared_bandwidth", rates(rig, launch(blocks, kRounds), blocks * kThreads * kBytesAtOnce * kRounds));
}

}  // namespace

std::vector<MicroBenchmark> bandwidthBenchmarks() {
    const std::string_view kAfter = textOf("benchmark.after.jia"_id);
    return {
        {textOf("benchmark.dram_reads.name"_id),
         textOf("benchmark.dram_reads.how"_id),
         kAfter,
         {"dram_bandwidth"},
         measureDram},
        {textOf("benchmark.l2_reads.name"_id),
         textOf("benchmark.l2_reads.how"_id),
         kAfter,
         {"l2_bandwidth"},
         measureL2},
        {textOf("benchmark.l1_reads.name"_id),
         textOf("benchmark.l1_reads.how"_id),
         kAfter,
         {"l1_bandwidth"},
         measureL1},
        {textOf("benchmark.shared_reads.name"_id),
         textOf("benchmark.shared_reads.how"_id),
         kAfter,
         {"shared_throughput", "shared_bandwidth"},
         measureShared},
    };
}

}  // namespace lanescope
