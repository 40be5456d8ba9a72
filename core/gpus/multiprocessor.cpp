// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpus/multiprocessor.h"

#include <algorithm>
#include <array>

#include "core/base/words.h"

namespace lanescope {
namespace {

constexpr std::string_view kOldGuide =
    "NVIDIA CUDA C Programming Guide 4.2, technical specifications and hardware multithreading; register and warp "
    "units: CUDA Occupancy Calculator";
constexpr std::string_view kPascal =
    "NVIDIA CUDA C Programming Guide 9.0, technical specifications; units: cuda_occupancy.h of CUDA 13.0";
constexpr std::string_view kNewGuide =
    "NVIDIA CUDA C++ Programming Guide 13.0, technical specifications per compute capability; units, blocks and "
    "barriers: cuda_occupancy.h of CUDA 13.0";

constexpr auto kBlock = RegistersGivenTo::Block;
constexpr auto kWarp = RegistersGivenTo::Warp;
constexpr std::uint32_t kKiB = 1024;

// KiB of shared memory: the guide's chapter on each compute capability.
constexpr std::array<std::uint32_t, 2> kTuring{32, 64};
constexpr std::array<std::uint32_t, 8> kAmpere{0, 8, 16, 32, 64, 100, 132, 164};
constexpr std::array<std::uint32_t, 6> kSmall{0, 8, 16, 32, 64, 100};
constexpr std::array<std::uint32_t, 10> kHopper{0, 8, 16, 32, 64, 100, 132, 164, 196, 228};

// clang-format off
// capability, lanes, threads a block, threads, blocks, registers, registers a thread, given to, unit, warp unit,
// shared, shared a block, if asked for, reserved, unit, barriers, source, sizes of shared memory
constexpr std::array kMultiprocessors{
    Multiprocessor{"1.3", 8, 512, 1024, 8, 16384, 124, kBlock, 512, 2,
                   16 * kKiB, 16 * kKiB, 16 * kKiB, 0, 512, 0, kOldGuide},
    Multiprocessor{"2.0", 32, 1024, 1536, 8, 32768, 63, kWarp, 64, 2,
                   48 * kKiB, 48 * kKiB, 48 * kKiB, 0, 128, 0, kOldGuide},
    Multiprocessor{"2.1", 48, 1024, 1536, 8, 32768, 63, kWarp, 64, 2,
                   48 * kKiB, 48 * kKiB, 48 * kKiB, 0, 128, 0, kOldGuide},
    Multiprocessor{"6.1", 128, 1024, 2048, 32, 65536, 255, kWarp, 256, 4,
                   96 * kKiB, 48 * kKiB, 48 * kKiB, 0, 256, 0, kPascal},
    Multiprocessor{"7.5", 64, 1024, 1024, 16, 65536, 255, kWarp, 256, 4,
                   64 * kKiB, 48 * kKiB, 64 * kKiB, 0, 256, 0, kNewGuide, kTuring},
    Multiprocessor{"8.0", 64, 1024, 2048, 32, 65536, 255, kWarp, 256, 4,
                   164 * kKiB, 48 * kKiB, 163 * kKiB, kKiB, 128, 0, kNewGuide, kAmpere},
    Multiprocessor{"8.6", 128, 1024, 1536, 16, 65536, 255, kWarp, 256, 4,
                   100 * kKiB, 48 * kKiB, 99 * kKiB, kKiB, 128, 0, kNewGuide, kSmall},
    Multiprocessor{"8.7", 128, 1024, 1536, 16, 65536, 255, kWarp, 256, 4,
                   164 * kKiB, 48 * kKiB, 163 * kKiB, kKiB, 128, 0, kNewGuide, kAmpere},
    Multiprocessor{"8.9", 128, 1024, 1536, 24, 65536, 255, kWarp, 256, 4,
                   100 * kKiB, 48 * kKiB, 99 * kKiB, kKiB, 128, 0, kNewGuide, kSmall},
    Multiprocessor{"9.0", 128, 1024, 2048, 32, 65536, 255, kWarp, 256, 4,
                   228 * kKiB, 48 * kKiB, 227 * kKiB, kKiB, 128, 64, kNewGuide, kHopper},
    Multiprocessor{"10.0", 128, 1024, 2048, 32, 65536, 255, kWarp, 256, 4,
                   228 * kKiB, 48 * kKiB, 227 * kKiB, kKiB, 128, 64, kNewGuide, kHopper},
    Multiprocessor{"10.3", 128, 1024, 2048, 32, 65536, 255, kWarp, 256, 4,
                   228 * kKiB, 48 * kKiB, 227 * kKiB, kKiB, 128, 64, kNewGuide, kHopper},
    Multiprocessor{"11.0", 128, 1024, 1536, 24, 65536, 255, kWarp, 256, 4,
                   228 * kKiB, 48 * kKiB, 227 * kKiB, kKiB, 128, 24, kNewGuide, kHopper},
    Multiprocessor{"12.0", 128, 1024, 1536, 24, 65536, 255, kWarp, 256, 4,
                   100 * kKiB, 48 * kKiB, 99 * kKiB, kKiB, 128, 24, kNewGuide, kSmall},
    Multiprocessor{"12.1", 128, 1024, 1536, 24, 65536, 255, kWarp, 256, 4,
                   100 * kKiB, 48 * kKiB, 99 * kKiB, kKiB, 128, 24, kNewGuide, kSmall},
};
// clang-format on

}  // namespace

std::span<const Multiprocessor> multiprocessors() { return kMultiprocessors; }

const Multiprocessor* findMultiprocessor(std::string_view computeCapability) {
    const auto* const found =
        std::ranges::find(kMultiprocessors, computeCapability, &Multiprocessor::computeCapability);
    return found == kMultiprocessors.end() ? nullptr : found;
}

void addCapabilityLimits(GpuSpec& gpu) {
    const Multiprocessor* const known = findMultiprocessor(gpu.computeCapability);
    if (known == nullptr) return;
    const std::string source =
        inWords(Message("gpu.of_capability"_id, {{"capability", gpu.computeCapability}, {"source", known->source}}));
    const auto add = [&](const char* id, std::uint32_t value, const char* unit = "") {
        if (value > 0) gpu.values.try_emplace(id, GpuValue{static_cast<double>(value), unit, source});
    };
    add("cores_per_sm", known->lanes);
    add("registers_per_block", known->registers);
    add("max_registers_per_thread", known->registersPerThread);
    add("register_allocation_unit", known->registerUnit);
    add("warp_allocation_granularity", known->warpUnit);
    add("shared_allocation_unit", known->sharedUnit, "B");
    add("shared_reserved_per_block", known->sharedReserved, "B");
}

GpuSpec gpuOfCapability(const Multiprocessor& multiprocessor) {
    const std::string capability(multiprocessor.computeCapability);
    return {capability, inWords(Message("gpu.any_of_capability"_id, {{"capability", capability}})), capability, {}, {}};
}

}  // namespace lanescope
