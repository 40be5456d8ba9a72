// SPDX-License-Identifier: GPL-3.0-or-later
// What launches and blocks cost that do nothing. Document 004, section 5.2.2.
#include <array>

#include "core/base/words.h"
#include "core/plan/launch.h"
#include "gpu/calibrate/micro_benchmark.h"
#include "gpu/calibrate/samples.h"

namespace lanescope {
namespace {

void measureLaunches(Rig& rig, Findings& findings) {
    constexpr int kLaunches = 51;
    constexpr unsigned kQueued = 500;
    const Launch launch = rig.prepare("nothing", 1, 32, {});
    (void)rig.seconds(launch, 1);
    findings.found("launch_overhead", samplesOf(rig.samples(kLaunches), [&] { return rig.seconds(launch, 1); }));
    findings.found("launch_interval", samplesOf(rig.samples(kSamples / 3), [&] {
                       const double many = rig.seconds(launch, kQueued + 1);
                       return (many - rig.seconds(launch, 1)) / kQueued;
                   }));
}

void measureBlocks(Rig& rig, Findings& findings) {
    constexpr std::uint64_t kFew = 1 << 18;
    constexpr std::uint64_t kMany = 1 << 21;
    constexpr std::uint64_t kThreads = 256;
    const Launch few = rig.prepare("nothing", kFew, kThreads, {});
    const Launch many = rig.prepare("nothing", kMany, kThreads, {});
    (void)rig.seconds(few, 1);
    findings.found("block_launch_rate", samplesOf(rig.samples(kSamples), [&] {
                       const double longer = rig.seconds(many, 1);
                       return static_cast<double>(kMany - kFew) / (longer - rig.seconds(few, 1));
                   }));
    const auto rate = [&](std::uint64_t threads, std::uint32_t shared) {
        Launch shorter = rig.prepare("nothing", kFew, threads, {});
        Launch longer = rig.prepare("nothing", kMany, threads, {});
        shorter.dynamicSharedBytes = longer.dynamicSharedBytes = shared;
        (void)rig.seconds(shorter, 1);
        const double more = rig.seconds(longer, 1);
        return static_cast<double>(kMany - kFew) / (more - rig.seconds(shorter, 1));
    };
    for (int sample = 0; sample < rig.samples(kSamples / 3); ++sample) {
        for (const std::uint64_t threads : {32U, 64U, 128U, 256U, 512U, 1024U})
            findings.point("blocks_of_nothing/1_a_s_by_threads", static_cast<double>(threads), rate(threads, 0));
        for (const std::uint32_t shared : {0U, 1U << 10, 8U << 10, 16U << 10, 32U << 10, kSharedWithoutOptIn})
            findings.point("blocks_of_nothing/1_a_s_by_bytes_of_shared_memory", shared, rate(kThreads, shared));
    }
}

}  // namespace

std::vector<MicroBenchmark> launchBenchmarks() {
    const std::string_view kAfter = textOf("benchmark.after.004_launches"_id);
    return {
        {textOf("benchmark.launches.name"_id),
         textOf("benchmark.launches.how"_id),
         kAfter,
         {"launch_overhead", "launch_interval"},
         measureLaunches},
        {textOf("benchmark.blocks.name"_id),
         textOf("benchmark.blocks.how"_id),
         "",
         {"block_launch_rate"},
         measureBlocks},
    };
}

}  // namespace lanescope
