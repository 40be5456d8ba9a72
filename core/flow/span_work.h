// SPDX-License-Identifier: GPL-3.0-or-later
// What is done in a span of events, counted. Private to this room.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/flow/phases.h"

namespace lanescope::flow {

enum class WorkKind : std::uint8_t {
    None,  ///< index arithmetic, branching, waiting
    GlobalLoad,
    GlobalStore,  ///< atomic operations too, wherever
    SharedLoad,
    SharedStore,
    Local,
    Multiply,
    Add,
    Choose,  ///< compares, selects, converts: arithmetic if there is no other
    Compute,
    Exchange
};

/// Tells what events do.
class WorkKinds {
public:
    explicit WorkKinds(const Activities& activities);
    [[nodiscard]] WorkKind of(std::uint64_t event) const;

private:
    const Activities& m_activities;
    std::vector<WorkKind> m_arithmetic;  ///< by instruction, if it is arithmetic
};

struct WorkCounts {
    std::uint64_t globalLoads = 0;
    std::uint64_t globalStores = 0;
    std::uint64_t sharedLoads = 0;
    std::uint64_t sharedStores = 0;
    std::uint64_t products = 0;
    std::uint64_t sums = 0;
    std::uint64_t choices = 0;
    std::uint64_t otherArithmetic = 0;
    std::uint64_t exchanges = 0;

    void add(WorkKind kind);
    [[nodiscard]] PhaseKind kind() const;
    [[nodiscard]] std::uint64_t arithmetic() const {
        const std::uint64_t clear = products + sums + otherArithmetic;
        return clear > 0 ? clear : choices;
    }
    [[nodiscard]] PhaseKind arithmeticKind() const;
};

/// What happens between two barriers.
class SpanWork {
public:
    struct InRound {
        std::uint32_t loop = 0;
        std::uint32_t round = 0;
        std::uint64_t work = 0;
    };

    /// The next event that works.
    void add(std::uint64_t event, std::uint32_t warp, WorkKind kind, std::uint32_t loop, std::uint32_t round);

    [[nodiscard]] const WorkCounts& counts() const { return m_counts; }
    /// Where most is done.
    [[nodiscard]] InRound mostly() const;
    /// Equal where the busiest warps do the same.
    [[nodiscard]] std::uint64_t signature() const;

    /// Of the only warp that works; nothing if several or none do.
    struct Course {
        std::uint64_t firstWork = 0;
        std::optional<std::uint64_t> lastGlobalLoad;
        std::optional<std::uint64_t> firstArithmetic;  ///< or exchange
        std::optional<std::uint64_t> lastArithmetic;
        std::optional<std::uint64_t> firstGlobalStore;
    };
    [[nodiscard]] const Course* course() const { return m_warps.size() == 1 ? &m_course : nullptr; }

private:
    struct Warp {
        std::uint32_t number = 0;
        std::uint64_t work = 0;
        std::uint64_t hash = 0;  ///< of the kinds in order
    };
    Warp& warpOf(std::uint32_t number);

    WorkCounts m_counts;
    std::vector<InRound> m_rounds;  ///< in the order in which they were come to
    std::vector<Warp> m_warps;      ///< that work
    Course m_course;
};

}  // namespace lanescope::flow
