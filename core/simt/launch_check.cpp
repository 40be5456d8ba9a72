// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/launch_check.h"

#include <algorithm>
#include <cstring>

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

/// An argument as raw bits, with the parameter types that it fits.
struct Value {
    std::string_view name;
    std::uint64_t bits = 0;
    std::uint32_t bytes = 0;
    bool (*fits)(ptx::Type) = nullptr;
};

Value valueOf(std::int32_t value) {
    return {"an int", static_cast<std::uint32_t>(value), 4,
            [](ptx::Type type) { return type == ptx::Type::S32 || type == ptx::Type::U32 || type == ptx::Type::B32; }};
}
Value valueOf(float value) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    return {"a float", bits, 4, [](ptx::Type type) { return type == ptx::Type::F32 || type == ptx::Type::B32; }};
}
Value valueOf(double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    return {"a double", bits, 8, [](ptx::Type type) { return type == ptx::Type::F64 || type == ptx::Type::B64; }};
}
Value valueOfAddress(std::uint64_t address) {
    return {"a buffer", address, 8,
            [](ptx::Type type) { return type == ptx::Type::U64 || type == ptx::Type::B64 || type == ptx::Type::S64; }};
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
    if (launch.arguments.size() != entry.parameters.size())
        return invalid("it has " + std::to_string(entry.parameters.size()) + " parameters, and " +
                       std::to_string(launch.arguments.size()) + " arguments are given");
    std::vector<std::byte> block(entry.parameterBytes);
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        const std::string number = "argument " + std::to_string(i + 1);
        Value value;
        if (const auto* buffer = std::get_if<BufferId>(&launch.arguments[i])) {
            if (*buffer >= memory.size())
                return invalid(number + " names buffer " + std::to_string(*buffer) + ", which there is not");
            value = valueOfAddress(memory.allocation(*buffer).base);
        } else {
            std::visit(
                [&value](auto v) {
                    if constexpr (!std::is_same_v<decltype(v), BufferId>) value = valueOf(v);
                },
                launch.arguments[i]);
        }
        const ptx::Parameter& parameter = entry.parameters[i];
        if (parameter.size != value.bytes || !value.fits(parameter.type) ||
            parameter.offset + value.bytes > block.size())
            return invalid(number + " is " + std::string(value.name) + ", and parameter " + parameter.name + " is ." +
                           std::string(nameOf(parameter.type)) + " of " + std::to_string(parameter.size) + " bytes");
        std::memcpy(block.data() + parameter.offset, &value.bits, value.bytes);
    }
    return block;
}

}  // namespace lanescope::simt
