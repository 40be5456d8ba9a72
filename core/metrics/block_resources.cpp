// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/block_resources.h"

#include <algorithm>

#include "core/plan/launch.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kAllBarriers = 16;

/// Barriers are numbered from 0, and all up to the highest are set aside; a number that is calculated may be any.
std::uint64_t barriersOf(const program::Entry& entry) {
    std::uint64_t barriers = 1;
    for (const program::Instruction& instruction : entry.instructions) {
        if (instruction.opcode != program::Opcode::Bar) continue;
        const program::Operand& number = instruction.sources[0];
        if (number.kind != program::Operand::Kind::Immediate) return kAllBarriers;
        barriers = std::max(barriers, (number.bits & 0xffffffffU) + 1);
    }
    return std::min(barriers, kAllBarriers);
}

}  // namespace

BlockResources resourcesOf(const Launch& launch) {
    const program::Entry& entry = launch.kernel->code();
    return {launch.block.count(), std::uint64_t{entry.staticSharedBytes} + launch.dynamicSharedBytes, std::nullopt,
            barriersOf(entry)};
}

}  // namespace lanescope
