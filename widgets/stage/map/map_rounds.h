// SPDX-License-Identifier: GPL-3.0-or-later
// Which element each thread of a recorded block adds in each round: what threads combine within one array (shared, or
// global), or take from other lanes of their warp, told apart by how many such steps an element has behind it. Followed
// from load to store along the trace, by no rule about the code.
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/flow/block_flow.h"
#include "widgets/stage/map/map_scene.h"

namespace lanescope {

struct MapAddition {
    std::uint64_t event = 0;             ///< that stores the result, or computes it
    std::uint32_t thread = 0;            ///< of the block
    std::uint32_t target = 0;            ///< element
    std::vector<std::uint32_t> sources;  ///< elements that go into it, ascending
};

struct MapRound {
    std::vector<MapAddition> additions;  ///< by event, then thread
    std::uint32_t threadCount = 0;       ///< threads that add something
    std::uint32_t warpCount = 0;         ///< warps that have such threads
};

struct MapRounds {
    /// Blocks that do more are not looked at.
    static constexpr std::uint64_t kMostEvents = 200'000;

    std::string array;  ///< its name; empty: the threads' own values, and elements are threads
    bool shared = false;
    std::uint32_t number = 0;    ///< of the array: into Entry::shared, or BufferId
    std::uint32_t elements = 0;  ///< 0 … elements - 1 are those that are touched
    std::uint32_t threads = 0;   ///< of the block
    std::uint32_t warps = 0;
    std::vector<MapRound> rounds;  ///< round k has what is added to something that k steps lie behind
    [[nodiscard]] bool empty() const { return rounds.size() < 2; }
};

/// Empty where nothing is combined in at least two rounds, and if it was stopped.
[[nodiscard]] MapRounds mapRoundsOf(const flow::BlockFlow& block, const std::stop_token& stop = {});
/// As a map, whose items are the rounds.
[[nodiscard]] MapScene mapOfRounds(std::shared_ptr<const Plan> plan, std::shared_ptr<const MapRounds> rounds);
/// Both; nullptr where there are no rounds.
[[nodiscard]] std::shared_ptr<const MapScene> roundsIn(const flow::BlockFlow& block, std::shared_ptr<const Plan> plan,
                                                       const std::stop_token& stop = {});

}  // namespace lanescope
