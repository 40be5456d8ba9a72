// SPDX-License-Identifier: GPL-3.0-or-later
// Copies between host and GPU, by the host's clock. Document 004, section 5.2.1.
#include <array>

#include "core/base/words.h"
#include "gpu/calibrate/micro_benchmark.h"
#include "gpu/calibrate/samples.h"

namespace lanescope {
namespace {

using Direction = Rig::Direction;

constexpr std::uint64_t kBytes = std::uint64_t{128} << 20;

std::vector<double> rates(Rig& rig, Direction direction, std::span<std::byte> host) {
    constexpr int kCopies = 21;
    (void)rig.copySeconds(direction, 0, host);
    return samplesOf(rig.samples(kCopies),
                     [&] { return static_cast<double>(host.size()) / rig.copySeconds(direction, 0, host); });
}

void measurePageable(Rig& rig, Findings& findings) {
    std::vector<std::byte> host(kBytes, std::byte{1});
    rig.allocate(std::array{kBytes});
    findings.found("copy_to_device", rates(rig, Direction::ToDevice, host));
    findings.found("copy_from_device", rates(rig, Direction::FromDevice, host));
}

void measurePinned(Rig& rig, Findings& findings) {
    std::vector<std::byte> host(kBytes, std::byte{1});
    rig.allocate(std::array{kBytes});
    const PinnedFor pinned(rig, host);
    findings.found("pinned_to_device", rates(rig, Direction::ToDevice, host));
    findings.found("pinned_from_device", rates(rig, Direction::FromDevice, host));
}

void measureSmall(Rig& rig, Findings& findings) {
    constexpr int kCopies = 201;
    std::array<std::byte, 4> host{};
    rig.allocate(std::array<std::uint64_t, 1>{host.size()});
    (void)rig.copySeconds(Direction::ToDevice, 0, host);
    findings.found("copy_latency",
                   samplesOf(rig.samples(kCopies), [&] { return rig.copySeconds(Direction::ToDevice, 0, host); }));
}

}  // namespace

std::vector<MicroBenchmark> copyBenchmarks() {
    const std::string_view kAfter = textOf("benchmark.after.004_copies"_id);
    return {
        {textOf("benchmark.pageable.name"_id),
         textOf("benchmark.copies.how"_id),
         kAfter,
         {"copy_to_device", "copy_from_device"},
         measurePageable},
        {textOf("benchmark.pinned.name"_id),
         textOf("benchmark.copies.how"_id),
         kAfter,
         {"pinned_to_device", "pinned_from_device"},
         measurePinned},
        {textOf("benchmark.small_copies.name"_id),
         textOf("benchmark.small_copies.how"_id),
         kAfter,
         {"copy_latency"},
         measureSmall},
    };
}

}  // namespace lanescope
