// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/launch_check.h"

#include <algorithm>
#include <optional>

#include "core/base/words.h"
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

/// The first dimension that is beyond its limit; nothing if none is.
std::optional<Message> dimensionProblem(bool ofGrid, const Dim3& value, const Dim3& limit) {
    const auto problem = [ofGrid](const char* axis, std::uint32_t has, std::uint32_t allowed) {
        return Message(ofGrid ? "simt.launch.grid_dimension"_id : "simt.launch.block_dimension"_id,
                       {{"axis", axis}, {"size", has}, {"most", allowed}});
    };
    if (value.x > limit.x) return problem("x", value.x, limit.x);
    if (value.y > limit.y) return problem("y", value.y, limit.y);
    if (value.z > limit.z) return problem("z", value.z, limit.z);
    return std::nullopt;
}

/// What the kernel itself asks of its block: __launch_bounds__ (.maxntid) and .reqntid.
std::optional<Message> boundsProblem(const Dim3& block, const program::Entry& entry) {
    const auto& most = entry.mostThreads;
    const std::uint64_t bound = std::uint64_t{most[0]} * std::max(most[1], 1U) * std::max(most[2], 1U);
    if (bound != 0 && block.count() > bound)
        return Message("simt.launch.bounds"_id, {{"block", text(block)}, {"threads", block.count()}, {"most", bound}});
    const auto& required = entry.requiredThreads;
    const Dim3 wanted{required[0], std::max(required[1], 1U), std::max(required[2], 1U)};
    if (required[0] != 0 && block != wanted)
        return Message("simt.launch.required"_id, {{"block", text(block)}, {"required", text(wanted)}});
    return std::nullopt;
}

/// What is wrong with the shape; nothing if nothing is.
std::optional<Message> shapeProblem(const Launch& launch, const program::Entry& entry) {
    if (launch.block.count() == 0) return Message("simt.launch.no_threads"_id, {{"block", text(launch.block)}});
    if (launch.grid.count() == 0) return Message("simt.launch.no_blocks"_id, {{"grid", text(launch.grid)}});
    if (launch.block.count() > kMaxThreads)
        return Message("simt.launch.threads"_id,
                       {{"block", text(launch.block)}, {"threads", launch.block.count()}, {"most", kMaxThreads}});
    if (auto problem = dimensionProblem(false, launch.block, kMaxBlock)) return problem;
    if (auto problem = dimensionProblem(true, launch.grid, kMaxGrid)) return problem;
    if (auto problem = boundsProblem(launch.block, entry)) return problem;
    if (entry.staticSharedBytes > kSharedWithoutOptIn)
        return Message("simt.launch.static_shared"_id,
                       {{"bytes", entry.staticSharedBytes}, {"most", kSharedWithoutOptIn}});
    const std::uint64_t shared = sharedBytesOf(entry, launch);
    if (shared > kMaxShared) return Message("simt.launch.shared"_id, {{"bytes", shared}, {"most", kMaxShared}});
    return std::nullopt;
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
    if (const auto problem = shapeProblem(launch, entry))
        return fail(ErrorCode::InvalidLaunch, {{"kernel", entry.demangled}, {"reason", inWords(*problem)}});
    return parameterBlock(launch, entry, [&](BufferId buffer) {
        const bool there = buffer < memory.size() && memory.allocation(buffer).buffer.place != Buffer::Place::Host;
        return there ? std::optional(memory.allocation(buffer).base) : std::nullopt;
    });
}

}  // namespace lanescope::simt
