// SPDX-License-Identifier: GPL-3.0-or-later
// What stays the same in the picture of a block while its run is gone through: its arrays, the rows in which the values
// show that a warp holds between memory and arithmetic, and how the arrays lie to the plane of what threads own.
#pragma once

#include <optional>
#include <vector>

#include "widgets/stage/tiles/tiles_arrays.h"
#include "widgets/stage/tiles/tiles_sums.h"

namespace lanescope::tiles {

/// Two arrays that feed a plane of sums as a product is written: one array's rows lie beside the plane's rows, and
/// one's columns above its columns.
struct Product {
    std::size_t left = 0;  ///< array
    std::size_t above = 0;
    Box leftPart;  ///< of the array: what feeds the plane, to begin with
    Box abovePart;
    bool moves = false;  ///< threads own one sum after the other, each as many rows or columns further on
    friend bool operator==(const Product&, const Product&) = default;
};

class Block {
public:
    /// `flow` must outlive it.
    explicit Block(const flow::BlockFlow& flow);

    [[nodiscard]] const flow::BlockFlow& flow() const { return m_flow; }
    [[nodiscard]] const Arrays& arrays() const { return m_arrays; }
    [[nodiscard]] const Sums& sums() const { return m_sums; }
    [[nodiscard]] std::uint32_t warps() const { return m_warps; }

    /// How the data flow has it; nothing for what is no product.
    [[nodiscard]] const std::optional<Product>& product() const { return m_product; }

    /// Rows of one value a lane: how many.
    static constexpr std::uint32_t kMostSlots = 3;
    [[nodiscard]] std::uint32_t slots() const { return m_slots; }
    /// Two more that stand at the edges of the plane of a product.
    static constexpr std::uint32_t kLeft = kMostSlots;
    static constexpr std::uint32_t kAbove = kMostSlots + 1;
    static constexpr std::uint32_t kPlaces = kMostSlots + 2;
    /// Where the result of an instruction shows: a row, kLeft or kAbove. Nothing for what is not shown there.
    [[nodiscard]] std::optional<std::uint32_t> slotOf(std::uint32_t instruction) const;
    /// The register whose value shows there.
    [[nodiscard]] program::RegisterId registerOf(std::uint32_t instruction) const { return m_registers[instruction]; }
    /// No thread owns a value, and nothing is loaded: rows show what is worked out.
    [[nodiscard]] bool showsComputed() const { return m_showsComputed; }

private:
    void findSlots();

    const flow::BlockFlow& m_flow;
    Arrays m_arrays;
    Sums m_sums;
    std::uint32_t m_warps = 0;
    std::optional<Product> m_product;
    std::uint32_t m_slots = 0;
    std::vector<std::uint8_t> m_slotOf;            ///< by instruction
    std::vector<program::RegisterId> m_registers;  ///< likewise
    bool m_showsComputed = false;
};

}  // namespace lanescope::tiles
