// SPDX-License-Identifier: GPL-3.0-or-later
// What the accesses of a straight line have in common: address patterns, and groups of loads.
#include <algorithm>
#include <map>
#include <tuple>

#include "core/simt/decode/decoder.h"

namespace lanescope::simt {
namespace {

/// Whole registers off an address register, in a space that is known.
bool maybeGrouped(const Op& op) {
    const bool space = op.space == program::Space::Shared || op.space == program::Space::Global;
    if (op.before + op.after != 0) return false;
    return op.source->opcode == program::Opcode::Ld && space && op.guard == kNowhere && op.vectorSize == 1 &&
           op.vector[0] != kNowhere && op.bytes >= 4 && op.bytes == op.registerBytes;
}

}  // namespace

void Decoder::sharePatterns(const Segment& segment) {
    // Accesses of the same width off the same base register have the same distances between lanes, until the
    // register is written or a guard leaves lanes out.
    std::map<std::tuple<Place, unsigned, program::Space>, std::uint32_t> known;
    const auto forget = [&known](Place place) {
        const auto first = known.lower_bound({place, 0, program::Space{}});
        auto last = first;
        while (last != known.end() && std::get<0>(last->first) == place) ++last;
        known.erase(first, last);
    };
    for (std::uint32_t index = segment.first; index < segment.straightEnd; ++index) {
        Op& op = m_program.m_ops[index];
        const bool plain = op.access == AccessKind::Load || op.access == AccessKind::Store;
        const bool learns =
            op.source->opcode != program::Opcode::CpAsync && op.space != program::Space::Local && !op.ownAddress;
        if (plain && learns && op.guard == kNowhere) {
            const auto [entry, isNew] = known.try_emplace({op.from[0], op.bytes, op.space}, op.pattern);
            op.samePattern = !isNew;
            op.pattern = entry->second;
        }
        if (op.to != kNowhere) forget(op.to);
        if (op.access != AccessKind::Store)
            for (const Place place : op.vector) forget(place);
        for (unsigned k = op.before; k < op.before + unsigned{op.after}; ++k) forget(op.rearrangements[k].to);
    }
}

/// Loads with one pattern, each as well aligned as the first, are a group.
void Decoder::formGroups(const Segment& segment) {
    // By pattern and where in a word they begin: the first, which leads.
    std::map<std::pair<std::uint32_t, std::int64_t>, std::uint32_t> leaders;
    for (std::uint32_t index = segment.first; index < segment.straightEnd; ++index) {
        Op& op = m_program.m_ops[index];
        if (!maybeGrouped(op)) continue;
        const auto bytes = static_cast<std::int64_t>(op.bytes);
        const auto [known, isFirst] = leaders.try_emplace({op.pattern, (op.offset % bytes + bytes) % bytes}, index);
        if (isFirst) continue;
        Op& leader = m_program.m_ops[known->second];
        const std::int64_t distance = op.offset - leader.offset;
        leader.leads = true;
        leader.reachDown = std::min(leader.reachDown, distance);
        leader.reachUp = std::max(leader.reachUp, distance);
    }
    // Numbered in the order of their leaders.
    for (std::uint32_t index = segment.first; index < segment.straightEnd; ++index) {
        Op& op = m_program.m_ops[index];
        if (!maybeGrouped(op)) continue;
        const auto bytes = static_cast<std::int64_t>(op.bytes);
        Op& leader = m_program.m_ops[leaders.at({op.pattern, (op.offset % bytes + bytes) % bytes})];
        if (!leader.leads) continue;
        if (&op == &leader) op.group = ++m_program.m_groupCount;
        op.group = leader.group;
    }
}

}  // namespace lanescope::simt
