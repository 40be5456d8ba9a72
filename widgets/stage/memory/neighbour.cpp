// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/memory/neighbour.h"

#include <algorithm>

namespace lanescope {
namespace {

using flow::Move;
using flow::Moves;
using flow::Place;

/// Registers, and places of shared memory, that a value goes through.
constexpr int kMostHops = 8;
/// Events behind an access in which its values are looked for.
constexpr std::uint64_t kReach = 4096;

struct At {
    Place place;
    unsigned bytes = 0;
    std::uint64_t event = 0;  ///< that has put it there, or is about to read it
};

bool isEnd(const Place& place, bool globalOnly) {
    return globalOnly ? place.kind == Place::Kind::Global : place.isMemory();
}

/// The event that puts the value of a register into memory.
std::optional<std::uint64_t> storeOf(const Moves& moves, At at, std::uint64_t end, bool globalOnly) {
    for (int hop = 0; hop < kMostHops; ++hop) {
        const std::uint64_t until = std::min(end, at.event + kReach);
        std::optional<At> copied;
        for (const flow::Touch& reader : moves.readersOf(at.place, at.bytes, at.event, until)) {
            for (const Move& move : moves.of(reader.event)) {
                if (move.lane != reader.lane || move.from != at.place || move.how != Move::How::Copy) continue;
                if (isEnd(move.to, globalOnly)) return reader.event;
                if (move.to.kind == Place::Kind::Register && !copied) copied = At{move.to, move.bytes, reader.event};
            }
        }
        if (!copied) return std::nullopt;
        at = *copied;
    }
    return std::nullopt;
}

/// The event that read from memory what lies in a place before `event`.
std::optional<std::uint64_t> loadOf(const Moves& moves, At at, bool globalOnly) {
    for (int hop = 0; hop < kMostHops; ++hop) {
        const auto written = moves.writerOf(at.place, at.bytes, at.event);
        if (!written) return std::nullopt;
        const Move* from = nullptr;
        const std::vector<Move> all = moves.of(written->event);
        for (const Move& move : all)
            if (move.to == at.place && move.how == Move::How::Copy && move.lane == written->lane) from = &move;
        if (from == nullptr) return std::nullopt;
        if (isEnd(from->from, globalOnly)) return written->event;
        at = {from->from, from->bytes, written->event};
    }
    return std::nullopt;
}

}  // namespace

std::optional<Neighbour> neighbourOf(const flow::BlockFlow& flow, std::uint64_t event) {
    const Moves& moves = flow.moves();
    const std::vector<Move> all = moves.of(event);
    const auto first = std::ranges::find_if(all, [](const Move& move) {
        return move.how == Move::How::Copy && (move.from.isMemory() || move.to.isMemory());
    });
    if (first == all.end()) return std::nullopt;
    const bool load = first->from.isMemory();
    const bool globalOnly = (load ? first->from : first->to).kind == Place::Kind::Shared;
    if (load && first->to.kind == Place::Kind::Register)
        if (const auto store = storeOf(moves, {first->to, first->bytes, event}, flow.trace().size(), globalOnly))
            return Neighbour{*store, true};
    if (const auto source = loadOf(moves, {first->from, first->bytes, event}, globalOnly))
        return Neighbour{*source, false};
    return std::nullopt;
}

}  // namespace lanescope
