// SPDX-License-Identifier: GPL-3.0-or-later
// Operations between the lanes of a warp (PTX ISA 9.7.9.6 shfl, 9.7.13 vote, activemask, bar.warp.sync). A warp runs in
// lockstep, so the lanes that take part are the active ones; the member mask only leaves lanes out.
#include "core/simt/lanes.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

/// Member mask as the first active lane has it (PTX wants it the same in all).
LaneMask members(const Machine& m, Place place) {
    return m.active == 0 ? 0 : m.at<const std::uint32_t>(place)[__builtin_ctz(m.active)] & m.active;
}

struct Shuffled {
    unsigned lane = 0;
    bool inRange = false;
};

/// Which lane `lane` reads (PTX ISA, pseudo code of shfl): c holds the clamp (bits 0-4) and the segment mask (8-12).
Shuffled shuffled(ptx::ShflMode mode, unsigned lane, std::uint32_t b, std::uint32_t c) {
    const int by = static_cast<int>(b & 0x1fU);
    const unsigned segment = c >> 8 & 0x1fU;
    const auto clamp = static_cast<int>(c & 0x1fU);
    const int last = static_cast<int>((lane & segment) | (static_cast<unsigned>(clamp) & ~segment & 0x1fU));
    const int start = static_cast<int>(lane & segment);
    const int self = static_cast<int>(lane);
    int from = self;
    bool inRange = false;
    switch (mode) {
        case ptx::ShflMode::Up:
            from = self - by;
            inRange = from >= last;
            break;
        case ptx::ShflMode::Down:
            from = self + by;
            inRange = from <= last;
            break;
        case ptx::ShflMode::Bfly:
            from = self ^ by;
            inRange = from <= last;
            break;
        case ptx::ShflMode::Idx:
            from = start | (by & static_cast<int>(~segment & 0x1fU));
            inRange = from <= last;
            break;
        case ptx::ShflMode::None: break;
    }
    return {static_cast<unsigned>(inRange ? from : self), inRange};
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

void vote(Machine& m, const Op& op) {
    const LaneMask taking = members(m, op.from[1]);
    const LaneMask yes = predicateSource(m, op, 0) & taking;
    bool outcome = false;
    switch (op.source->voteMode) {
        case ptx::VoteMode::All: outcome = yes == taking; break;
        case ptx::VoteMode::Any: outcome = yes != 0; break;
        case ptx::VoteMode::Uni: outcome = yes == 0 || yes == taking; break;
        case ptx::VoteMode::Ballot: {
            std::uint32_t* const to = m.at<std::uint32_t>(op.to);
            eachActive(m.active, [&](unsigned lane) { to[lane] = yes; });
            return;
        }
        case ptx::VoteMode::None: return;
    }
    setPredicate(m, op.to, outcome ? kAllLanes : 0);
}

void activemask(Machine& m, const Op& op) {
    std::uint32_t* const to = m.at<std::uint32_t>(op.to);
    eachActive(m.active, [&](unsigned lane) { to[lane] = m.active; });
}

void warpBarrier(Machine&, const Op&) {}  // in lockstep all lanes are here

}  // namespace

Handler pickWarp(const HandlerRequest& request) {
    switch (request.instruction->opcode) {
        case ptx::Opcode::Shfl: return &shfl;
        case ptx::Opcode::Vote: return &vote;
        case ptx::Opcode::Activemask: return &activemask;
        case ptx::Opcode::BarWarp: return &warpBarrier;
        default: return nullptr;
    }
}

}  // namespace lanescope::simt::LANESCOPE_ISA
