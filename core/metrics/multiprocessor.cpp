// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/multiprocessor.h"

#include <algorithm>
#include <array>

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

// clang-format off
// capability, threads a block, threads, blocks, registers, registers a thread, given to, unit, warp unit,
// shared, shared a block, if asked for, reserved, unit, barriers, source
constexpr std::array kMultiprocessors{
    Multiprocessor{"1.3", 512, 1024, 8, 16384, 124, kBlock, 512, 2,
                   16 * kKiB, 16 * kKiB, 16 * kKiB, 0, 512, 0, kOldGuide},
    Multiprocessor{"2.0", 1024, 1536, 8, 32768, 63, kWarp, 64, 2,
                   48 * kKiB, 48 * kKiB, 48 * kKiB, 0, 128, 0, kOldGuide},
    Multiprocessor{"2.1", 1024, 1536, 8, 32768, 63, kWarp, 64, 2,
                   48 * kKiB, 48 * kKiB, 48 * kKiB, 0, 128, 0, kOldGuide},
    Multiprocessor{"6.1", 1024, 2048, 32, 65536, 255, kWarp, 256, 4,
                   96 * kKiB, 48 * kKiB, 48 * kKiB, 0, 256, 0, kPascal},
    Multiprocessor{"7.5", 1024, 1024, 16, 65536, 255, kWarp, 256, 4,
                   64 * kKiB, 48 * kKiB, 64 * kKiB, 0, 256, 0, kNewGuide},
    Multiprocessor{"8.0", 1024, 2048, 32, 65536, 255, kWarp, 256, 4,
                   164 * kKiB, 48 * kKiB, 163 * kKiB, kKiB, 128, 0, kNewGuide},
    Multiprocessor{"8.6", 1024, 1536, 16, 65536, 255, kWarp, 256, 4,
                   100 * kKiB, 48 * kKiB, 99 * kKiB, kKiB, 128, 0, kNewGuide},
    Multiprocessor{"8.7", 1024, 1536, 16, 65536, 255, kWarp, 256, 4,
                   164 * kKiB, 48 * kKiB, 163 * kKiB, kKiB, 128, 0, kNewGuide},
    Multiprocessor{"8.9", 1024, 1536, 24, 65536, 255, kWarp, 256, 4,
                   100 * kKiB, 48 * kKiB, 99 * kKiB, kKiB, 128, 0, kNewGuide},
    Multiprocessor{"9.0", 1024, 2048, 32, 65536, 255, kWarp, 256, 4,
                   228 * kKiB, 48 * kKiB, 227 * kKiB, kKiB, 128, 64, kNewGuide},
    Multiprocessor{"10.0", 1024, 2048, 32, 65536, 255, kWarp, 256, 4,
                   228 * kKiB, 48 * kKiB, 227 * kKiB, kKiB, 128, 64, kNewGuide},
    Multiprocessor{"10.3", 1024, 2048, 32, 65536, 255, kWarp, 256, 4,
                   228 * kKiB, 48 * kKiB, 227 * kKiB, kKiB, 128, 64, kNewGuide},
    Multiprocessor{"11.0", 1024, 1536, 24, 65536, 255, kWarp, 256, 4,
                   228 * kKiB, 48 * kKiB, 227 * kKiB, kKiB, 128, 24, kNewGuide},
    Multiprocessor{"12.0", 1024, 1536, 24, 65536, 255, kWarp, 256, 4,
                   100 * kKiB, 48 * kKiB, 99 * kKiB, kKiB, 128, 24, kNewGuide},
    Multiprocessor{"12.1", 1024, 1536, 24, 65536, 255, kWarp, 256, 4,
                   100 * kKiB, 48 * kKiB, 99 * kKiB, kKiB, 128, 24, kNewGuide},
};
// clang-format on

}  // namespace

std::span<const Multiprocessor> multiprocessors() { return kMultiprocessors; }

const Multiprocessor* findMultiprocessor(std::string_view computeCapability) {
    const auto* const found =
        std::ranges::find(kMultiprocessors, computeCapability, &Multiprocessor::computeCapability);
    return found == kMultiprocessors.end() ? nullptr : found;
}

}  // namespace lanescope
