// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/map_rounds.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace lanescope {
namespace {

using flow::Move;
using flow::Place;

/// Blocks in which nothing was combined so far are given up here: matrix multiplications are long.
constexpr std::uint64_t kMostInVain = 20'000;
constexpr std::size_t kMostSources = 8;
constexpr std::uint64_t kStopAsked = 256;  // events between two looks at the stop token

/// An array, or with kind Register the threads' own values.
struct ArrayId {
    Place::Kind kind = Place::Kind::None;
    std::uint32_t array = 0;
    friend auto operator<=>(const ArrayId&, const ArrayId&) = default;
};

/// By element: the steps that lay behind it when it was read.
using Sources = std::map<std::uint32_t, std::uint32_t>;

/// What a register's value is made of.
struct Made {
    std::map<ArrayId, Sources> of;
    bool computed = false;
    void take(const Made& other) {
        for (const auto& [array, elements] : other.of) {
            Sources& mine = of[array];
            mine.insert(elements.begin(), elements.end());
            while (mine.size() > kMostSources) mine.erase(std::prev(mine.end()));
        }
    }
};

constexpr ArrayId kLanes{Place::Kind::Register, 0};

class Follower {
public:
    explicit Follower(const flow::BlockFlow& block) : m_block(block), m_trace(block.trace()) {}

    MapRounds run(const std::stop_token& stop) {
        const std::uint64_t end = std::min(m_trace.size(), MapRounds::kMostEvents);
        for (std::uint64_t event = 0; event < end; ++event) {
            if (event % kStopAsked == 0 && stop.stop_requested()) return {};
            if (event == kMostInVain &&
                std::ranges::all_of(m_found, [](const auto& one) { return one.second.additions == 0; }))
                return {};
            follow(event);
        }
        return best();
    }

private:
    struct Found {
        std::vector<MapRound> rounds;
        std::unordered_map<std::uint32_t, std::uint32_t> level;  ///< by element: steps behind it
        std::uint64_t additions = 0;
    };

    void follow(std::uint64_t event) {
        const flow::InstructionKind kind = m_block.moves().kind(event);
        if (kind == flow::InstructionKind::Branch || kind == flow::InstructionKind::Barrier ||
            kind == flow::InstructionKind::End)
            return;
        const std::uint32_t warp = m_trace.warp(event);
        std::map<std::uint64_t, Made> written;  // registers; what was read is what lay there before
        for (const Move& move : m_block.moves().of(event)) {
            if (move.to.kind == Place::Kind::Register) {
                Made& made = written[keyOf(move.to)];
                made.computed = made.computed || kind == flow::InstructionKind::Compute;
                made.take(madeOf(move, kind));
            } else if (move.to.isMemory() && move.from.kind == Place::Kind::Register) {
                stored(event, warp, move);
            }
        }
        for (auto& [reg, made] : written) {
            if (made.computed) combined(event, warp, reg, made);
            m_registers[reg] = std::move(made);
        }
    }

    /// What a move brings.
    Made madeOf(const Move& move, flow::InstructionKind kind) {
        Made made;
        if (move.from.kind == Place::Kind::Register) {
            const auto found = m_registers.find(keyOf(move.from));
            if (found != m_registers.end()) made = found->second;
            made.computed = false;
            if (kind == flow::InstructionKind::Exchange && move.from.lane != move.to.lane) {
                const std::uint32_t thread = move.from.warp * simt::kWarpSize + move.from.lane;
                made.of = {{kLanes, {{thread, m_found[kLanes].level[thread]}}}};
            }
        } else if (move.from.isMemory() && move.from.array != Place::kNoArray) {
            const ArrayId array = arrayOf(move.from);
            const std::uint32_t element = elementOf(move.from, move.bytes);
            const auto level = m_found[array].level.find(element);
            made.of[array] = {{element, level == m_found[array].level.end() ? 0 : level->second}};
        }
        return made;
    }

    void stored(std::uint64_t event, std::uint32_t warp, const Move& move) {
        if (move.to.array == Place::kNoArray || move.to.kind == Place::Kind::Local) return;
        const ArrayId array = arrayOf(move.to);
        const std::uint32_t target = elementOf(move.to, move.bytes);
        const auto value = m_registers.find(keyOf(move.from));
        Sources sources;
        if (value != m_registers.end())
            if (const auto from = value->second.of.find(array); from != value->second.of.end()) sources = from->second;
        const bool other = std::ranges::any_of(sources, [&](const auto& source) { return source.first != target; });
        if (other)
            note(array, event, warp * simt::kWarpSize + move.lane, target, sources);
        else if (!sources.contains(target))
            m_found[array].level.erase(target);  // it begins anew
    }

    /// Arithmetic with what came from another lane.
    void combined(std::uint64_t event, std::uint32_t warp, std::uint64_t reg, Made& made) {
        const auto from = made.of.find(kLanes);
        if (from == made.of.end()) return;
        const std::uint32_t thread = warp * simt::kWarpSize + static_cast<std::uint32_t>(reg >> 32U & 0x1fU);
        Sources sources = std::move(from->second);
        made.of.erase(from);
        sources.emplace(thread, m_found[kLanes].level[thread]);
        if (sources.size() > 1) note(kLanes, event, thread, thread, sources);
    }

    void note(const ArrayId& array, std::uint64_t event, std::uint32_t thread, std::uint32_t target,
              const Sources& sources) {
        constexpr std::uint32_t kMostRounds = 4096;
        Found& found = m_found[array];
        MapAddition addition{event, thread, target, {}};
        std::uint32_t level = 0;
        for (const auto& [element, behind] : sources) {
            level = std::max(level, behind);
            addition.sources.push_back(element);
        }
        if (level >= kMostRounds) return;
        if (found.rounds.size() <= level) found.rounds.resize(level + 1);
        found.rounds[level].additions.push_back(std::move(addition));
        ++found.additions;
        found.level[target] = level + 1;
    }

    MapRounds best() {
        const auto most = std::ranges::max_element(m_found, {}, [](const auto& one) { return one.second.additions; });
        if (most == m_found.end() || most->second.rounds.size() < 2) return {};
        MapRounds rounds;
        const ArrayId& array = most->first;
        const program::Entry& entry = m_block.entry();
        if (array.kind == Place::Kind::Shared) rounds.array = entry.shared[array.array].shortName;
        if (array.kind == Place::Kind::Global)
            rounds.array = m_trace.memoryBefore().allocation(array.array).buffer.name;
        rounds.shared = array.kind == Place::Kind::Shared;
        rounds.number = array.array;
        rounds.threads = static_cast<std::uint32_t>(m_trace.launch().block.count());
        rounds.warps = (rounds.threads + simt::kWarpSize - 1) / simt::kWarpSize;
        for (MapRound& round : most->second.rounds) {
            std::set<std::uint32_t> threads, warps;
            for (const MapAddition& addition : round.additions) {
                threads.insert(addition.thread);
                warps.insert(addition.thread / simt::kWarpSize);
                rounds.elements = std::max({rounds.elements, addition.target + 1, addition.sources.back() + 1});
            }
            round.threadCount = static_cast<std::uint32_t>(threads.size());
            round.warpCount = static_cast<std::uint32_t>(warps.size());
        }
        rounds.rounds = std::move(most->second.rounds);
        return rounds;
    }

    static std::uint64_t keyOf(const Place& place) {
        return std::uint64_t{place.warp} << 37U | std::uint64_t{place.lane} << 32U | place.reg;
    }
    static ArrayId arrayOf(const Place& place) { return {place.kind, place.array}; }
    [[nodiscard]] std::uint32_t elementOf(const Place& place, unsigned bytes) const {
        std::uint64_t first = 0;
        std::uint64_t size = std::max(1U, bytes);
        if (place.kind == Place::Kind::Shared) first = m_block.entry().shared[place.array].offset;
        if (place.kind == Place::Kind::Global) {
            const auto& allocation = m_trace.memoryBefore().allocation(place.array);
            first = allocation.base;
            size = sizeOf(allocation.buffer.type);
        }
        return static_cast<std::uint32_t>((place.address - first) / size);
    }

    const flow::BlockFlow& m_block;
    const BlockTrace& m_trace;
    std::unordered_map<std::uint64_t, Made> m_registers;
    std::map<ArrayId, Found> m_found;
};

}  // namespace

MapScene mapOfRounds(std::shared_ptr<const Plan> plan, std::shared_ptr<const MapRounds> rounds) {
    MapScene scene;
    scene.kind = MapKind::Rounds;
    scene.plan = std::move(plan);
    for (std::uint32_t i = 0; i < rounds->rounds.size(); ++i)
        scene.items.push_back({.fate = MapItem::Fate::Writes,
                               .number = i,
                               .elements = static_cast<std::uint32_t>(rounds->rounds[i].additions.size())});
    scene.launched = scene.known = scene.items.size();
    scene.rounds = std::move(rounds);
    return scene;
}

MapRounds mapRoundsOf(const flow::BlockFlow& block, const std::stop_token& stop) { return Follower(block).run(stop); }

std::shared_ptr<const MapScene> roundsIn(const flow::BlockFlow& block, std::shared_ptr<const Plan> plan,
                                         const std::stop_token& stop) {
    auto rounds = std::make_shared<const MapRounds>(mapRoundsOf(block, stop));
    if (rounds->empty()) return nullptr;
    return std::make_shared<const MapScene>(mapOfRounds(std::move(plan), std::move(rounds)));
}

}  // namespace lanescope
