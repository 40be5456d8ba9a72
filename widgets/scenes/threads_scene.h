// SPDX-License-Identifier: GPL-3.0-or-later
// The threads view as data: a grid of blocks of threads on one side, the elements of a buffer on the other. A thread
// has the colour of the place where it writes, so that equal colours are the same place. No widget.
#pragma once

#include <QColor>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/trace/thread_work.h"
#include "widgets/style/palette.h"

namespace lanescope {

/// Things numbered row by row, laid out with so many in a row.
struct Folded {
    std::uint64_t count = 0;
    std::uint64_t columns = 1;
    [[nodiscard]] std::uint64_t rows() const { return (count + columns - 1) / columns; }
};

/// The threads of a launch as cells: blocks side by side, each a rectangle of threads. What has one dimension only is
/// folded: 32 threads, a warp, in a row of a block; blocks in rows so that the whole is about as high as wide. What has
/// three stands layer under layer.
struct ThreadSpace {
    Dim3 grid;
    Dim3 block;
    Folded blocks;
    Folded threads;            ///< of one block
    bool foldedBlock = false;  ///< its rows are warps
    bool foldedGrid = false;

    struct Cell {
        std::uint64_t row = 0;
        std::uint64_t column = 0;
        friend bool operator==(const Cell&, const Cell&) = default;
    };
    [[nodiscard]] std::uint64_t columns() const { return blocks.columns * threads.columns; }
    [[nodiscard]] std::uint64_t rows() const { return blocks.rows() * threads.rows(); }
    /// Cell of a thread's number, as ThreadWork numbers them.
    [[nodiscard]] Cell cellOf(std::uint64_t thread) const;
    /// The thread at a cell; nothing where a folded row is not full.
    [[nodiscard]] std::optional<std::uint64_t> threadAt(const Cell& cell) const;
};
[[nodiscard]] ThreadSpace threadSpaceOf(const Dim3& grid, const Dim3& block);

/// A buffer's elements as cells: as it is shaped; a single row or column is folded.
struct DataSpace {
    std::uint64_t bufferRows = 1;
    std::uint64_t bufferColumns = 1;
    Folded elements;
    [[nodiscard]] ThreadSpace::Cell cellOf(std::uint64_t element) const {
        return {element / elements.columns, element % elements.columns};
    }
    [[nodiscard]] std::optional<std::uint64_t> elementAt(const ThreadSpace::Cell& cell) const;
    [[nodiscard]] bool folded() const { return elements.columns != bufferColumns; }
};
[[nodiscard]] DataSpace dataSpaceOf(const Buffer& buffer);

/// What a cell looks like besides its colour, so that it is told without it.
enum class Pattern : std::uint8_t {
    Plain,    ///< writes; is written
    Dots,     ///< a thread that writes to shared memory only, or to other buffers
    Hatch,    ///< a thread that writes nothing; an element that nobody writes
    Cross,    ///< a thread of a block that writes nothing at all; an element that several threads write
    Unknown,  ///< not run
    Outside   ///< no thread, no element
};
struct CellLook {
    QRgb colour = 0;
    Pattern pattern = Pattern::Outside;
};

/// What is shown of one launch and one of its buffers.
struct ThreadsScene {
    std::shared_ptr<const ThreadWork> work;
    BufferId buffer = 0;
    ThreadSpace threads;
    DataSpace data;
    /// By element of the buffer: threads that write it, at most 2. Empty for a buffer of more than kMostElements.
    std::vector<std::uint8_t> writers;
    static constexpr std::uint64_t kMostElements = 1U << 26;

    [[nodiscard]] CellLook lookOfThread(std::uint64_t thread, Look look) const;
    [[nodiscard]] CellLook lookOfElement(std::uint64_t element, Look look) const;
    [[nodiscard]] QRgb placeOf(std::uint64_t element) const;
    /// Elements of the buffer that a thread writes, at most `most`.
    [[nodiscard]] std::vector<std::uint64_t> elementsOf(std::uint64_t thread, std::size_t most) const;
};
/// `plan` is the one that `work` is of, and `buffer` one of its buffers.
[[nodiscard]] ThreadsScene makeThreadsScene(std::shared_ptr<const ThreadWork> work, const Plan& plan, BufferId buffer);

/// The colour of a place: from blue at the left to orange at the right, light above and dark below. u and v in [0, 1].
[[nodiscard]] QColor placeColour(double u, double v);

}  // namespace lanescope
