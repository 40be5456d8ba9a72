// SPDX-License-Identifier: GPL-3.0-or-later
// The list of rules. Internal to core/rules.
#pragma once

#include <optional>
#include <string>

#include "core/rules/rules.h"

namespace lanescope::rules {

/// A launch with its bounds.
struct Case {
    const LaunchFacts& facts;
    const std::vector<Bound>& bounds;
    double whole = 0;  ///< as Advices::whole
    bool ofTime = false;

    /// Share of the whole that a resource is busy; 0 where nothing is known.
    [[nodiscard]] double busy(Resource resource) const;
    /// The busiest; nullptr without bounds.
    [[nodiscard]] const Bound* longest() const;
    /// The share that no resource explains: waiting.
    [[nodiscard]] double waiting() const;
};

using Rule = std::optional<Advice> (*)(const Case& launch);

// rules_memory.cpp
[[nodiscard]] std::optional<Advice> unusedLoads(const Case& launch);
[[nodiscard]] std::optional<Advice> unusedStores(const Case& launch);
[[nodiscard]] std::optional<Advice> bankConflicts(const Case& launch);
[[nodiscard]] std::optional<Advice> loadedAgain(const Case& launch);
[[nodiscard]] std::optional<Advice> spills(const Case& launch);
[[nodiscard]] std::optional<Advice> meetingAtomics(const Case& launch);
// rules_execution.cpp
[[nodiscard]] std::optional<Advice> busiestPart(const Case& launch);
[[nodiscard]] std::optional<Advice> partialWarps(const Case& launch);
[[nodiscard]] std::optional<Advice> divergence(const Case& launch);
[[nodiscard]] std::optional<Advice> barrierWaits(const Case& launch);
// rules_parallelism.cpp
[[nodiscard]] std::optional<Advice> fewBlocks(const Case& launch);
[[nodiscard]] std::optional<Advice> lastWave(const Case& launch);
[[nodiscard]] std::optional<Advice> lowOccupancy(const Case& launch);
[[nodiscard]] std::optional<Advice> idleSlots(const Case& launch);
[[nodiscard]] std::optional<Advice> launchCost(const Case& launch);

/// "12.5 %" of 0.125.
[[nodiscard]] std::string percent(double share);
/// "3.1": how many times.
[[nodiscard]] std::string times(double factor);

}  // namespace lanescope::rules
