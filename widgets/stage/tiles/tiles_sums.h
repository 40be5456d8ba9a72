// SPDX-License-Identifier: GPL-3.0-or-later
// How far the values that threads own have come: of the instructions that go into each, how many are done.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/flow/block_flow.h"

namespace lanescope::tiles {

struct SumProgress {
    std::uint32_t done = 0;
    std::uint32_t all = 0;
    [[nodiscard]] double level() const { return all == 0 ? 0 : static_cast<double>(done) / all; }
    friend bool operator==(const SumProgress&, const SumProgress&) = default;
};

class Sums {
public:
    /// Looks up which events write the registers of Owned; keeps 8 bytes for each.
    explicit Sums(const flow::BlockFlow& flow);

    /// After the first `position` events: of the sum that the thread is at, where it gathers one after the other.
    [[nodiscard]] SumProgress at(const flow::Owned::Cell& cell, std::uint64_t position) const;
    /// The register in which arithmetic before `position` left the value last; none before the first.
    [[nodiscard]] std::optional<flow::Place> placeOf(const flow::Owned::Cell& cell, std::uint64_t position) const;
    /// The value that an instruction's result is; nothing if it is none.
    [[nodiscard]] std::optional<std::uint32_t> valueOf(std::uint32_t instruction) const;
    /// Of the values' numbers, as the first arithmetic with them has it.
    [[nodiscard]] program::Type typeOf(std::uint32_t value) const { return m_types[value]; }

    /// Do products go into them, rather than numbers as they are?
    [[nodiscard]] bool areOfProducts() const { return m_products; }
    /// Does a thread gather one sum after the other, and store each?
    [[nodiscard]] bool comeInRounds() const { return m_rounds; }

private:
    struct Written {
        std::uint32_t event = 0;
        simt::LaneMask lanes = 0;
    };
    struct OfWarp {
        std::vector<Written> written;  ///< ascending
        std::vector<Written> stored;   ///< likewise: to global memory, of sums
        simt::LaneMask all = 0;        ///< lanes of any of them
        bool even = true;              ///< each is done by all of these lanes
    };
    void findStores(std::uint32_t warps);
    [[nodiscard]] const OfWarp& ofWarp(std::uint32_t warp, std::uint32_t value) const {
        return m_ofWarp[std::size_t{warp} * m_values + value];
    }

    const flow::BlockFlow& m_flow;
    std::size_t m_values;
    std::vector<OfWarp> m_ofWarp;                   ///< by warp, then value
    std::vector<std::uint32_t> m_valueOf;           ///< by instruction
    std::vector<program::RegisterId> m_registerOf;  ///< by instruction
    std::vector<program::Type> m_types;
    bool m_products = false;
    bool m_rounds = false;
};

}  // namespace lanescope::tiles
