// SPDX-License-Identifier: GPL-3.0-or-later
// Operations between the lanes of a warp (PTX ISA 9.7.9.6 shfl, 9.7.13 vote, match, redux, elect, activemask,
// bar.warp.sync). A warp runs in lockstep, so the lanes that take part are the active ones; the member mask only leaves
// lanes out.
#include "core/simt/handlers/lanes.h"
#include "core/simt/handlers/shuffle.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

/// Calls f(group, taking) for each set of active lanes that gave the same member mask: PTX wants it the same in all
/// lanes that it names, but several such sets may come to one instruction together.
template <typename F>
void eachGroup(const Machine& m, Place place, F f) {
    const std::uint32_t* const mask = m.at<const std::uint32_t>(place);
    for (LaneMask rest = m.active; rest != 0;) {
        const LaneMask members = mask[__builtin_ctz(rest)];
        LaneMask group = 0;
        for (unsigned lane = 0; lane < kWarpSize; ++lane) group |= mask[lane] == members ? 1U << lane : 0;
        group &= rest;
        f(group, members & m.active);
        rest &= ~group;
    }
}

/// A lane that reads from one that takes no part gets what that lane's register holds (PTX leaves it undefined).
void shfl(Machine& m, const Op& op) {
    const std::uint32_t* const a = m.at<const std::uint32_t>(op.from[0]);
    const std::uint32_t* const b = m.at<const std::uint32_t>(op.from[1]);
    const std::uint32_t* const c = m.at<const std::uint32_t>(op.from[2]);
    std::uint32_t result[kWarpSize] = {};
    LaneMask inRange = 0;
    eachActive(m.active, [&](unsigned lane) {
        const Shuffled from = shuffled(op.source->shflMode, lane, b[lane], c[lane]);
        result[lane] = a[from.lane];
        inRange |= from.inRange ? 1U << lane : 0;
    });
    if (op.to != kNowhere) {
        std::uint32_t* const to = m.at<std::uint32_t>(op.to);
        eachActive(m.active, [&](unsigned lane) { to[lane] = result[lane]; });
    }
    setPredicate(m, op.to2, inRange);
}

bool outcomeOf(program::VoteMode mode, LaneMask yes, LaneMask taking) {
    switch (mode) {
        case program::VoteMode::All: return yes == taking;
        case program::VoteMode::Any: return yes != 0;
        default: return yes == 0 || yes == taking;
    }
}
void vote(Machine& m, const Op& op) {
    const LaneMask predicate = predicateSource(m, op, 0);
    LaneMask holds = 0;
    eachGroup(m, op.from[1], [&](LaneMask group, LaneMask taking) {
        holds |= outcomeOf(op.source->voteMode, predicate & taking, taking) ? group : 0;
    });
    setPredicate(m, op.to, holds);
}
void ballot(Machine& m, const Op& op) {
    const LaneMask predicate = predicateSource(m, op, 0);
    std::uint32_t result[kWarpSize] = {};
    eachGroup(m, op.from[1], [&](LaneMask group, LaneMask taking) {
        eachActive(group, [&](unsigned lane) { result[lane] = predicate & taking; });
    });
    blend(m.active, m.at<std::uint32_t>(op.to), result);
}

/// Lanes of `among` whose value is that of `lane`.
template <typename T>
LaneMask lanesLike(const T* value, unsigned lane, LaneMask among) {
    LaneMask same = 0;
    eachActive(among, [&](unsigned other) { same |= value[other] == value[lane] ? 1U << other : 0; });
    return same;
}
/// any: the lanes that have this lane's value. all: all lanes and true if they have one value, else none and false.
template <typename T>
void match(Machine& m, const Op& op) {
    const T* const value = m.at<const T>(op.from[0]);
    const bool all = op.source->matchMode == program::MatchMode::All;
    std::uint32_t result[kWarpSize] = {};
    LaneMask equal = 0;
    eachGroup(m, op.from[1], [&](LaneMask group, LaneMask taking) {
        eachActive(group, [&](unsigned lane) {
            const LaneMask same = lanesLike(value, lane, taking);
            result[lane] = !all || same == taking ? same : 0;
            equal |= same == taking ? 1U << lane : 0;
        });
    });
    blend(m.active, m.at<std::uint32_t>(op.to), result);
    setPredicate(m, op.to2, equal);
}

std::uint32_t combined(const program::Instruction& i, std::uint32_t a, std::uint32_t b) {
    const bool less =
        i.type == program::Type::S32 ? static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b) : a < b;
    switch (i.atomOp) {
        case program::AtomOp::Add: return a + b;
        case program::AtomOp::Min: return less ? a : b;
        case program::AtomOp::Max: return less ? b : a;
        case program::AtomOp::And: return a & b;
        case program::AtomOp::Or: return a | b;
        default: return a ^ b;
    }
}
void redux(Machine& m, const Op& op) {
    const std::uint32_t* const value = m.at<const std::uint32_t>(op.from[0]);
    std::uint32_t result[kWarpSize] = {};
    eachGroup(m, op.from[1], [&](LaneMask group, LaneMask taking) {
        if (taking == 0) return;
        std::uint32_t sum = value[__builtin_ctz(taking)];
        eachActive(taking & (taking - 1), [&](unsigned lane) { sum = combined(*op.source, sum, value[lane]); });
        eachActive(group, [&](unsigned lane) { result[lane] = sum; });
    });
    blend(m.active, m.at<std::uint32_t>(op.to), result);
}
/// PTX leaves open which lane is elected; it is the lowest.
void elect(Machine& m, const Op& op) {
    std::uint32_t result[kWarpSize] = {};
    LaneMask leaders = 0;
    eachGroup(m, op.from[0], [&](LaneMask group, LaneMask taking) {
        if (taking == 0) return;
        const auto leader = static_cast<unsigned>(__builtin_ctz(taking));
        leaders |= 1U << leader;
        eachActive(group, [&](unsigned lane) { result[lane] = leader; });
    });
    blend(m.active, m.at<std::uint32_t>(op.to), result);
    setPredicate(m, op.to2, leaders);
}

void activemask(Machine& m, const Op& op) {
    std::uint32_t* const to = m.at<std::uint32_t>(op.to);
    eachActive(m.active, [&](unsigned lane) { to[lane] = m.active; });
}

/// The lanes that leave, those for which a predicate holds if there is one, are no longer among those that meet.
void leave(Machine& m, const Op& op) {
    std::uint32_t* const meeting = m.at<std::uint32_t>(op.from[0]);
    const LaneMask leaving = op.source->sourceCount < 2 ? m.active : m.active & predicateSource(m, op, 1);
    LaneMask others = 0;
    eachActive(leaving, [&](unsigned lane) { others |= meeting[lane]; });
    eachActive(others, [&](unsigned lane) { meeting[lane] &= ~leaving; });
}

void warpBarrier(Machine&, const Op&) {}  // in lockstep all lanes are here

}  // namespace

Handler pickWarp(const HandlerRequest& request) {
    const program::Instruction& i = *request.instruction;
    switch (i.opcode) {
        case program::Opcode::Shfl: return &shfl;
        case program::Opcode::Vote: return i.voteMode == program::VoteMode::Ballot ? &ballot : &vote;
        case program::Opcode::Match:
            return program::bitsOf(i.type) == 64 ? &match<std::uint64_t> : &match<std::uint32_t>;
        case program::Opcode::Redux:
            return program::bitsOf(i.type) == 32 && i.type != program::Type::F32 ? &redux : nullptr;
        case program::Opcode::Elect: return &elect;
        case program::Opcode::Activemask: return &activemask;
        case program::Opcode::BarWarp:
        case program::Opcode::Meet: return &warpBarrier;
        case program::Opcode::Leave: return &leave;
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
