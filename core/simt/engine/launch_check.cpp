// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/launch_check.h"

#include <algorithm>

#include "core/plan/arguments.h"

namespace lanescope::simt {
namespace {

// CUDA C++ programming guide, table "technical specifications per compute capability" (the same since 3.0).
constexpr std::uint32_t kMaxThreads = 1024;
constexpr Dim3 kMaxBlock{1024, 1024, 64};
constexpr Dim3 kMaxGrid{2147483647U, 65535, 65535};
/// 227 KiB is the most that any GPU of today gives a block that has asked for more than kSharedWithoutOptIn.
constexpr std::uint64_t kMaxShared = 227 << 10;

std::string text(const Dim3& d) {
    return std::to_string(d.x) + " × " + std::to_string(d.y) + " × " + std::to_string(d.z);
}

/// The first dimension that is beyond its limit, in words; empty if none is.
std::string dimensionProblem(const char* what, const Dim3& value, const Dim3& limit) {
    const auto problem = [what](char axis, std::uint32_t has, std::uint32_t allowed) {
        return std::string("the ") + what + "'s " + axis + " dimension is " + std::to_string(has) +
               ", and CUDA allows at most " + std::to_string(allowed);
    };
    if (value.x > limit.x) return problem('x', value.x, limit.x);
    if (value.y > limit.y) return problem('y', value.y, limit.y);
    if (value.z > limit.z) return problem('z', value.z, limit.z);
    return {};
}

/// What the kernel itself asks of its block: __launch_bounds__ (.maxntid) and .reqntid.
std::string boundsProblem(const Dim3& block, const program::Entry& entry) {
    const auto& most = entry.mostThreads;
    const std::uint64_t bound = std::uint64_t{most[0]} * std::max(most[1], 1U) * std::max(most[2], 1U);
    if (bound != 0 && block.count() > bound)
        return "a block of " + text(block) + " has " + std::to_string(block.count()) +
               " threads, and the kernel was compiled for at most " + std::to_string(bound) + " (__launch_bounds__)";
    const auto& required = entry.requiredThreads;
    const Dim3 wanted{required[0], std::max(required[1], 1U), std::max(required[2], 1U)};
    if (required[0] != 0 && block != wanted)
        return "a block of " + text(block) + " threads is not the " + text(wanted) + " that the kernel requires";
    return {};
}

/// What is wrong with the shape; empty if nothing.
std::string shapeProblem(const Launch& launch, const program::Entry& entry) {
    if (launch.block.count() == 0) return "a block of " + text(launch.block) + " threads has none";
    if (launch.grid.count() == 0) return "a grid of " + text(launch.grid) + " blocks has none";
    if (launch.block.count() > kMaxThreads)
        return "a block of " + text(launch.block) + " has " + std::to_string(launch.block.count()) +
               " threads, and CUDA allows at most " + std::to_string(kMaxThreads);
    if (std::string problem = dimensionProblem("block", launch.block, kMaxBlock); !problem.empty()) return problem;
    if (std::string problem = dimensionProblem("grid", launch.grid, kMaxGrid); !problem.empty()) return problem;
    if (std::string problem = boundsProblem(launch.block, entry); !problem.empty()) return problem;
    if (entry.staticSharedBytes > kSharedWithoutOptIn)
        return "its shared arrays take " + std::to_string(entry.staticSharedBytes) + " bytes, and a block may have " +
               std::to_string(kSharedWithoutOptIn);
    const std::uint64_t shared = sharedBytesOf(entry, launch);
    if (shared > kMaxShared)
        return "it asks for " + std::to_string(shared) + " bytes of shared memory, and a block may have " +
               std::to_string(kMaxShared);
    return {};
}

}  // namespace

std::uint64_t sharedBytesOf(const program::Entry& entry, const Launch& launch) {
    std::uint64_t start = entry.staticSharedBytes;
    for (const program::SharedVariable& variable : entry.shared)
        if (variable.size == 0) start = std::max<std::uint64_t>(start, variable.offset);
    return start + launch.dynamicSharedBytes;
}

Result<std::vector<std::byte>> checkLaunch(const Launch& launch, const program::Entry& entry,
                                           const DeviceMemory& memory) {
    const auto invalid = [&](const std::string& reason) {
        return fail(ErrorCode::InvalidLaunch, {{"kernel", entry.demangled}, {"reason", reason}});
    };
    if (const std::string problem = shapeProblem(launch, entry); !problem.empty()) return invalid(problem);
    return parameterBlock(launch, entry, [&](BufferId buffer) {
        const bool there = buffer < memory.size() && memory.allocation(buffer).buffer.place != Buffer::Place::Host;
        return there ? std::optional(memory.allocation(buffer).base) : std::nullopt;
    });
}

}  // namespace lanescope::simt
