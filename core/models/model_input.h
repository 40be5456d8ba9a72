// SPDX-License-Identifier: GPL-3.0-or-later
// What a model needs to know of a program: its launches, its copies, and what the host and libraries do.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/element_type.h"
#include "core/metrics/counters.h"

namespace lanescope {
namespace timing {
struct LaunchSample;
}

/// Which counts go into a model. Lockstep: what the emulator's warps did, by PTX instruction. Predicted: what the
/// counters of hardware would read (core/metrics/predicted.h). Document: what a document counted by hand.
enum class CountSource : std::uint8_t { Lockstep, Predicted, Document };
[[nodiscard]] std::string_view nameOf(CountSource source);  ///< "lockstep"

/// One launch, or several alike one after the other. Counts are per thread, averages over all launched threads; where a
/// document did not count, a thread is taken to do what its warp does: requests and instructions of a warp. What nobody
/// counted is 0 or, where 0 would be an answer, nothing.
struct LaunchProfile {
    std::string kernel;
    std::uint64_t blocks = 0;
    std::uint64_t threadsPerBlock = 0;
    ElementType type = ElementType::F32;  ///< what is computed with and accessed
    double computeInstructions = 0;       ///< those that neither access memory nor wait at a barrier
    double globalLoads = 0;
    double globalStores = 0;
    std::optional<double> cacheable;  ///< global accesses that a cache may serve; nothing = all loads, no store
    /// Threads that one global memory transaction serves; 1 = not coalesced or unknown.
    double threadsPerTransaction = 1;
    double sharedAccesses = 0;  ///< shared loads + stores
    double sharedPasses = 1;    ///< passes over the banks that an access takes, over the fewest possible
    std::string countsFrom;     ///< a sentence

    CountSource counted = CountSource::Document;
    double barriers = 0;                    ///< waits for the whole block
    double atomics = 0;                     ///< atomic operations
    double divergentBranches = 0;           ///< branches at which the warp parts
    double serialised = 0;                  ///< of the compute instructions, those made again for lanes that parted
    double specialInstructions = 0;         ///< of the compute instructions, those of the special function units
    double fpOperations = 0;                ///< floating point operations of a thread; a fused multiply-add counts 2
    double uncoalesced = 0;                 ///< global accesses that take more sectors than their bytes fill
    double transactionsOfUncoalesced = 1;   ///< sectors of such an access
    std::optional<double> bytesPerRequest;  ///< of global memory, in whole sectors, of a warp's access
    std::optional<double> footprint;        ///< bytes of the buffers that the launch is given
    std::uint64_t arguments = 0;            ///< of the kernel
    std::uint64_t sharedBytesPerBlock = 0;  ///< static and dynamic
    std::optional<std::uint64_t> registersPerThread;
    std::string registersFrom{};      ///< who says so, as LaunchBlock::registersFrom has it; empty: nobody does
    std::optional<double> ilp;        ///< instructions that one warp could issue at once: core/models/parallelism.h
    std::optional<double> mlp;        ///< global loads that one warp has under way at once
    std::optional<double> warpShare;  ///< share of the warps that run the instruction that is looked at, on average
    Counters counters;                ///< of the whole launch, as `counted` says; empty if a document counted
    std::uint64_t times = 1;          ///< launches like this one
    /// What the warps of some blocks did, in order; nullptr if nobody recorded it.
    std::shared_ptr<const timing::LaunchSample> sample;

    [[nodiscard]] double globalAccesses() const { return globalLoads + globalStores; }
    [[nodiscard]] std::uint64_t warpsPerBlock() const { return (threadsPerBlock + 31) / 32; }
    [[nodiscard]] double warps() const { return static_cast<double>(blocks * warpsPerBlock()); }
};

/// Copies of one kind together.
struct CopyProfile {
    enum class Direction : std::uint8_t { ToDevice, FromDevice, OnDevice, Fill };
    Direction direction = Direction::ToDevice;
    bool pinned = false;  ///< page-locked memory of the host
    std::uint64_t bytes = 0;
    std::uint64_t times = 1;
};

/// Calls of one of a library's functions together: nobody counted its instructions.
struct LibraryProfile {
    std::string name;  ///< "cublasDgemm"
    ElementType type = ElementType::F64;
    double operations = 0;  ///< floating point operations by the textbook
    double bytes = 0;       ///< of its operands, each once
    std::uint64_t times = 1;
};

/// What the host does under one name.
struct HostProfile {
    std::string name;               ///< "dpotrf"
    double operations = 0;          ///< 0 = not known
    std::optional<double> seconds;  ///< all together, as measured; nothing = not measured
    std::uint64_t times = 1;
};

struct ModelInput {
    std::vector<LaunchProfile> launches{};  ///< in order
    std::vector<CopyProfile> copies{};
    std::vector<LibraryProfile> library{};
    std::vector<HostProfile> host{};
    bool wholeProgram = false;  ///< is the time of the plan that of all its steps (Timed::Steps)?

    /// Bytes of all copies that way.
    [[nodiscard]] std::uint64_t bytes(CopyProfile::Direction direction) const;
};

}  // namespace lanescope
