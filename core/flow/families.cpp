// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/families.h"

#include <algorithm>
#include <map>

namespace lanescope::flow {
namespace {

/// Registers that a value goes through on its way from memory; further than that nobody sees it as the same.
constexpr int kMostHops = 16;

bool isLoad(Activity what) { return what == Activity::Load; }

}  // namespace

Families::Families(const Moves& moves, const Activities& activities) {
    numberBuffers(activities);
    findShared(moves, activities);
}

void Families::numberBuffers(const Activities& activities) {
    const BlockTrace& trace = activities.trace();
    const std::size_t buffers = trace.memoryBefore().size();
    constexpr std::uint32_t kNone = Touched::kNone;
    m_buffers.assign(buffers, kNone);
    std::vector<bool> loaded(buffers, false);
    std::vector<std::uint32_t> stored;
    for (std::uint64_t event = 0; event < trace.size(); ++event) {
        const Activity what = activities.activity(event);
        if (what != Activity::Load && what != Activity::Store) continue;
        const Touched touched = activities.touched(event);
        if (touched.space != program::Space::Global || touched.array >= buffers) continue;
        if (isLoad(what))
            loaded[touched.array] = true;
        else if (std::ranges::find(stored, touched.array) == stored.end())
            stored.push_back(touched.array);
    }
    // Compilers choose which of two operands is loaded first, so that it says nothing.
    std::uint32_t next = 0;
    for (std::size_t buffer = 0; buffer < buffers; ++buffer)
        if (loaded[buffer]) m_buffers[buffer] = next++;
    for (const std::uint32_t buffer : stored)
        if (m_buffers[buffer] == kNone) m_buffers[buffer] = next++;
    m_owned = stored.empty() ? 0 : m_buffers[stored.front()];
    for (std::uint32_t& number : m_buffers)
        if (number == kNone) number = next++;
}

void Families::findShared(const Moves& moves, const Activities& activities) {
    const BlockTrace& trace = activities.trace();
    const std::size_t arrays = trace.entry().shared.size();
    m_shared.assign(arrays, m_owned);
    std::vector<bool> known(arrays, false);
    std::size_t left = arrays;
    for (std::uint64_t event = 0; event < trace.size() && left > 0; ++event) {
        if (activities.bytes(event) == 0) continue;
        std::map<std::uint32_t, std::map<std::uint32_t, int>> found;  // by shared array: family → lanes
        for (const Move& move : moves.of(event)) {
            if (move.to.kind != Place::Kind::Shared || move.to.array >= arrays || known[move.to.array]) continue;
            const auto source = sourceOf(moves, move.from, move.bytes, event);
            if (!source) continue;  // a number of the code, as where a tile ends beyond its matrix, says nothing
            if (source->kind == Place::Kind::Global && source->array < m_buffers.size())
                ++found[move.to.array][m_buffers[source->array]];
            // What was staged before goes on in its family.
            else if (source->kind == Place::Kind::Shared && source->array < arrays && known[source->array])
                ++found[move.to.array][m_shared[source->array]];
        }
        for (const auto& [array, families] : found) {
            m_shared[array] =
                std::ranges::max_element(families, {}, [](const auto& family) { return family.second; })->first;
            known[array] = true;
            --left;
        }
    }
}

/// The memory that a value was read from, through copies and through arithmetic with values that come from nowhere.
std::optional<Place> Families::sourceOf(const Moves& moves, const Place& place, unsigned bytes,
                                        std::uint64_t event) const {
    Place at = place;
    for (int hop = 0; hop < kMostHops; ++hop) {
        if (at.isMemory()) return at;
        if (at.kind != Place::Kind::Register) return std::nullopt;
        const auto written = moves.writerOf(at, bytes, event);
        if (!written) return std::nullopt;
        Place from;
        for (const Move& move : moves.of(written->event))
            if (move.to == at && move.from.kind != Place::Kind::None) {
                from = move.from;
                bytes = move.bytes;
                break;
            }
        event = written->event;
        at = from;
    }
    return std::nullopt;
}

std::optional<Family> Families::ofRegister(const Moves& moves, const Place& place, unsigned bytes,
                                           std::uint64_t event) const {
    if (place.kind != Place::Kind::Register) return std::nullopt;
    const RegisterRole role = moves.roles().role(place.reg);
    if (role == RegisterRole::Sum || role == RegisterRole::Result) return ofOwned();
    const auto source = sourceOf(moves, place, bytes, event);
    if (!source) return std::nullopt;
    if (source->kind == Place::Kind::Global && source->array < m_buffers.size()) return ofBuffer(source->array);
    if (source->kind == Place::Kind::Shared && source->array < m_shared.size()) return ofShared(source->array);
    return std::nullopt;
}

}  // namespace lanescope::flow
