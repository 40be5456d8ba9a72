// SPDX-License-Identifier: GPL-3.0-or-later
// What a multiprocessor of each compute capability has to give to blocks, and in what portions: the one table of it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/gpus/gpu_spec.h"

namespace lanescope {

/// Registers before 2.0 were given to whole blocks, since then to warps.
enum class RegistersGivenTo : std::uint8_t { Block, Warp };

struct Multiprocessor {
    std::string_view computeCapability;  ///< "9.0"
    std::uint32_t lanes;                 ///< for single-precision arithmetic
    std::uint32_t threadsPerBlock;       ///< the most of a block
    std::uint32_t threads;               ///< resident at most
    std::uint32_t blocks;                ///< resident at most
    std::uint32_t registers;             ///< 32-bit ones; a block can have as many
    std::uint32_t registersPerThread;    ///< the most of a thread
    RegistersGivenTo registersGivenTo;
    std::uint32_t registerUnit;    ///< registers are given in multiples of it
    std::uint32_t warpUnit;        ///< and to multiples of so many warps: the parts that a multiprocessor has
    std::uint32_t shared;          ///< bytes
    std::uint32_t sharedPerBlock;  ///< bytes that a block can have without asking for more
    std::uint32_t sharedAsked;     ///< bytes that a block can have that asks (cudaFuncSetAttribute)
    std::uint32_t sharedReserved;  ///< bytes of each block that the driver takes for itself
    std::uint32_t sharedUnit;      ///< bytes; shared memory is given in multiples of it
    std::uint32_t barriers;        ///< named barriers of all resident blocks; 0 = no limit (before 9.0)
    std::string_view source;
    /// KiB that the driver may give to shared memory, ascending; what is left is L1. None: L1 is apart from it, or its
    /// share is not known.
    std::span<const std::uint32_t> sharedSizes = {};
};

/// Those that are known, in the order of their capabilities.
[[nodiscard]] std::span<const Multiprocessor> multiprocessors();
/// nullptr if it is not known.
[[nodiscard]] const Multiprocessor* findMultiprocessor(std::string_view computeCapability);

/// Adds what follows from the compute capability and the driver does not tell: cores_per_sm, registers_per_block,
/// max_registers_per_thread, and in what units registers and shared memory are given. Values that are there already
/// stay; nothing is added for a capability that is not known.
void addCapabilityLimits(GpuSpec& gpu);

/// A GPU of which nothing is known but its compute capability, which is its id: "8.6".
[[nodiscard]] GpuSpec gpuOfCapability(const Multiprocessor& multiprocessor);

}  // namespace lanescope
