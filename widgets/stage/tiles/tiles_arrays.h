// SPDX-License-Identifier: GPL-3.0-or-later
// The arrays that a recorded block works with, by one numbering: those in global memory, then those in shared memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/flow/block_flow.h"
#include "widgets/playback/selection.h"

namespace lanescope::tiles {

/// A rectangle of elements; empty when it has no rows or no columns.
struct Box {
    std::uint64_t row = 0;
    std::uint64_t column = 0;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;

    [[nodiscard]] bool empty() const { return rows == 0 || columns == 0; }
    [[nodiscard]] bool contains(std::uint64_t r, std::uint64_t c) const {
        return r >= row && r - row < rows && c >= column && c - column < columns;
    }
    /// Grows to hold the element.
    void include(std::uint64_t r, std::uint64_t c);
    friend bool operator==(const Box&, const Box&) = default;
};

struct Array {
    ArrayRef ref;
    std::uint32_t place = 0;  ///< flow::Place::array
    std::string name;
    ElementType type = ElementType::F32;
    std::uint64_t rows = 1;
    std::uint64_t columns = 1;
    std::uint64_t base = 0;  ///< of addresses as flow::Place has them
    flow::Family family;
    bool stored = false;  ///< by the block
    bool loaded = false;

    [[nodiscard]] bool isShared() const { return ref.kind == ArrayRef::Kind::Shared; }
    [[nodiscard]] bool isVector() const { return rows == 1 || columns == 1; }
    [[nodiscard]] std::uint64_t elements() const { return rows * columns; }
    [[nodiscard]] std::uint64_t bytes() const { return elements() * sizeOf(type); }
};

/// An element of one of them.
struct Element {
    std::size_t array = 0;
    std::uint64_t number = 0;  ///< row-major
    friend auto operator<=>(const Element&, const Element&) = default;
};

class Arrays {
public:
    /// Those that the launch is given or the block touches.
    explicit Arrays(const flow::BlockFlow& flow);

    [[nodiscard]] const std::vector<Array>& all() const { return m_arrays; }
    [[nodiscard]] const Array& operator[](std::size_t array) const { return m_arrays[array]; }
    [[nodiscard]] std::size_t size() const { return m_arrays.size(); }
    [[nodiscard]] std::size_t globals() const { return m_globals; }

    /// The element that a place lies in; nothing for registers, and for memory that is in none of the arrays.
    [[nodiscard]] std::optional<Element> at(const flow::Place& place) const;
    [[nodiscard]] std::optional<std::size_t> find(ArrayRef array) const;
    /// The buffer whose values an array, or what threads own, is kin of.
    [[nodiscard]] std::optional<std::size_t> bufferOf(flow::Family family) const;

private:
    void addBuffers(const flow::BlockFlow& flow);
    void addShared(const flow::BlockFlow& flow);

    std::vector<Array> m_arrays;
    std::size_t m_globals = 0;
};

}  // namespace lanescope::tiles
