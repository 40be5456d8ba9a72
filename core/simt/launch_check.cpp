// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/launch_check.h"

#include <algorithm>

#include "core/plan/arguments.h"

namespace lanescope::simt {
namespace {

// CUDA C++ programming guide, table "technical specifications per compute capability" (the same since 3.0).
constexpr std::uint32_t kMaxThreads = 1024;
constexpr Dim3 kMaxBlock{1024, 1024, 64};
constexpr Dim3 kMaxGrid{2147483647U, 65535, 65535};
constexpr std::uint64_t kMaxStaticShared = 48 << 10;
/// More than 48 KiB in all needs an opt-in; 227 KiB is the most that any GPU of today gives a block.
constexpr std::uint64_t kMaxShared = 227 << 10;

std::string text(const Dim3& d) {
    return std::to_string(d.x) + " × " + std::to_string(d.y) + " × " + std::to_string(d.z);
}

bool exceeds(const Dim3& value, const Dim3& limit) {
    return value.x > limit.x || value.y > limit.y || value.z > limit.z;
}

/// What is wrong with the shape; empty if nothing.
std::string shapeProblem(const Launch& launch, const ptx::Entry& entry) {
    if (launch.block.count() == 0) return "a block of " + text(launch.block) + " threads has none";
    if (launch.grid.count() == 0) return "a grid of " + text(launch.grid) + " blocks has none";
    if (exceeds(launch.block, kMaxBlock) || launch.block.count() > kMaxThreads)
        return "a block of " + text(launch.block) + " threads is beyond CUDA's limits (" + std::to_string(kMaxThreads) +
               " threads, at most " + text(kMaxBlock) + ")";
    if (exceeds(launch.grid, kMaxGrid))
        return "a grid of " + text(launch.grid) + " blocks is beyond CUDA's limits (" + text(kMaxGrid) + ")";
    if (entry.staticSharedBytes > kMaxStaticShared)
        return "its shared arrays take " + std::to_string(entry.staticSharedBytes) + " bytes, and a block may have " +
               std::to_string(kMaxStaticShared);
    const std::uint64_t shared = sharedBytesOf(entry, launch);
    if (shared > kMaxShared)
        return "it asks for " + std::to_string(shared) + " bytes of shared memory, and a block may have " +
               std::to_string(kMaxShared);
    return {};
}

}  // namespace

std::uint64_t sharedBytesOf(const ptx::Entry& entry, const Launch& launch) {
    std::uint64_t start = entry.staticSharedBytes;
    for (const ptx::SharedVariable& variable : entry.shared)
        if (variable.size == 0) start = std::max<std::uint64_t>(start, variable.offset);
    return start + launch.dynamicSharedBytes;
}

Result<std::vector<std::byte>> checkLaunch(const Launch& launch, const ptx::Entry& entry, const DeviceMemory& memory) {
    const auto invalid = [&](const std::string& reason) {
        return fail(ErrorCode::InvalidLaunch, {{"kernel", entry.demangled}, {"reason", reason}});
    };
    if (const std::string problem = shapeProblem(launch, entry); !problem.empty()) return invalid(problem);
    return parameterBlock(launch, entry, [&](BufferId buffer) {
        return buffer < memory.size() ? std::optional(memory.allocation(buffer).base) : std::nullopt;
    });
}

}  // namespace lanescope::simt
