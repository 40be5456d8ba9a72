// SPDX-License-Identifier: GPL-3.0-or-later
// What the accesses of a straight line have in common: address patterns, and groups of loads.
#include <algorithm>
#include <map>
#include <tuple>

#include "core/simt/decoder.h"

namespace lanescope::simt {
namespace {

/// Whole registers off an address register, in a space that is known.
bool maybeGrouped(const Op& op) {
    const bool space = op.space == ptx::Space::Shared || op.space == ptx::Space::Global;
    return op.source->opcode == ptx::Opcode::Ld && space && op.guard == kNowhere && op.vectorSize == 1 &&
           op.vector[0] != kNowhere && op.bytes >= 4 && op.bytes == op.registerBytes;
}

}  // namespace

void Decoder::sharePatterns(const Segment& segment) {
    // Accesses of the same width off the same base register have the same distances between lanes, until the
    // register is written or a guard leaves lanes out.
    std::map<std::tuple<Place, unsigned, ptx::Space>, std::uint32_t> known;
    const auto forget = [&known](Place place) {
        std::erase_if(known, [place](const auto& entry) { return std::get<0>(entry.first) == place; });
    };
    for (std::uint32_t index = segment.first; index < segment.straightEnd; ++index) {
        Op& op = m_program.m_ops[index];
        const bool plain = op.access == AccessKind::Load || op.access == AccessKind::Store;
        const bool learns = op.source->opcode != ptx::Opcode::CpAsync && op.space != ptx::Space::Local;
        if (plain && learns && op.guard == kNowhere) {
            const auto [entry, isNew] = known.try_emplace({op.from[0], op.bytes, op.space}, op.pattern);
            op.samePattern = !isNew;
            op.pattern = entry->second;
        }
        if (op.to != kNowhere) forget(op.to);
        if (op.access != AccessKind::Store)
            for (const Place place : op.vector) forget(place);
    }
}

/// Loads with one pattern, each as well aligned as the first, are a group.
void Decoder::formGroups(const Segment& segment) {
    for (std::uint32_t first = segment.first; first < segment.straightEnd; ++first) {
        Op& leader = m_program.m_ops[first];
        if (!maybeGrouped(leader) || leader.group != 0) continue;
        for (std::uint32_t index = first + 1; index < segment.straightEnd; ++index) {
            Op& op = m_program.m_ops[index];
            const std::int64_t distance = op.offset - leader.offset;
            if (!maybeGrouped(op) || op.pattern != leader.pattern || distance % op.bytes != 0) continue;
            if (!leader.leads) leader.group = ++m_program.m_groupCount;
            leader.leads = true;
            leader.reachDown = std::min(leader.reachDown, distance);
            leader.reachUp = std::max(leader.reachUp, distance);
            op.group = leader.group;
        }
    }
}

}  // namespace lanescope::simt
