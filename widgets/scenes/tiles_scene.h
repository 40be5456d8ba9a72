// SPDX-License-Identifier: GPL-3.0-or-later
// What the tiles view shows at one position of a trace, as data: every matrix and shared array as a grid of cells, and
// which lanes touch which elements now. "Now" is the last executed event, position - 1. No pixels here.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/plan/executor.h"
#include "core/trace/timeline.h"
#include "widgets/playback/selection.h"

namespace lanescope {

/// A rectangle of elements; empty when it has no rows or no columns.
struct Region {
    std::uint64_t row = 0;
    std::uint64_t column = 0;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;

    [[nodiscard]] bool empty() const { return rows == 0 || columns == 0; }
    [[nodiscard]] std::uint64_t cells() const { return rows * columns; }
    [[nodiscard]] bool contains(std::uint64_t r, std::uint64_t c) const {
        return r >= row && r - row < rows && c >= column && c - column < columns;
    }
    /// Grows to hold the element.
    void include(std::uint64_t r, std::uint64_t c);
    friend bool operator==(const Region&, const Region&) = default;
};

/// What is so of one element; a cell's byte is an OR of these.
enum CellFlag : std::uint8_t {
    kHasValue = 1,    ///< initialised: uploaded or stored by someone
    kReadBefore = 2,  ///< this block has read it, at some event before now
    kComputed = 4,    ///< this block has stored to it (buffers only)
    kReadNow = 8,
    kWrittenNow = 16,
    kWrong = 32,  ///< it has, or keeps to the end, a value that the plan's reference says is wrong
};

/// The one state that a cell is shown in; of several, the last in this list.
enum class CellState : std::uint8_t { Uninitialised, Untouched, ReadBefore, Computed, Wrong, ReadingNow, WritingNow };
[[nodiscard]] CellState stateOf(std::uint8_t flags);

/// One element that one active lane touches now.
struct LaneTouch {
    std::uint32_t lane = 0;
    std::uint64_t row = 0;
    std::uint64_t column = 0;
    friend bool operator==(const LaneTouch&, const LaneTouch&) = default;
};

/// Name and shape of something that is drawn as a grid.
struct ArrayShape {
    ArrayRef array;
    std::string name;
    ElementType type = ElementType::F32;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    [[nodiscard]] Region whole() const { return {0, 0, rows, columns}; }
    /// It has one dimension: a long one is drawn in several lines.
    [[nodiscard]] bool isVector() const { return rows == 1; }
    friend bool operator==(const ArrayShape&, const ArrayShape&) = default;
};

struct TileGrid {
    ArrayShape shape;
    Region visible;                   ///< the elements that `flags` and `values` are of
    Region touched;                   ///< smallest rectangle of all that the block touches, as far as known (buffers)
    std::vector<std::uint8_t> flags;  ///< CellFlags of the visible elements, row-major
    std::vector<std::string> values;  ///< their values as text, "" if uninitialised; none unless asked for
    std::vector<LaneTouch> now;       ///< by lane; visible or not

    [[nodiscard]] std::uint8_t flagsAt(std::uint64_t row, std::uint64_t column) const;
    [[nodiscard]] std::string_view valueAt(std::uint64_t row, std::uint64_t column) const;
};

struct TilesScene {
    std::vector<TileGrid> grids;  ///< buffers in the plan's order, then shared arrays
    std::uint64_t position = 0;
    std::uint64_t size = 0;
    Dim3 block{0, 0, 0};
    std::optional<simt::StepRecord> step;  ///< none at position 0
    bool anyWrong = false;                 ///< some visible element is kWrong
    bool historyKnown = true;              ///< false: kReadBefore and kComputed are still being gathered

    [[nodiscard]] const TileGrid* find(ArrayRef array) const;
};

/// The grids of a trace, in the order of TilesScene::grids.
[[nodiscard]] std::vector<ArrayShape> arraysOf(const Timeline& timeline);

/// What of a grid is wanted.
struct GridView {
    Region visible;
    bool values = false;
};

/// What the last executed event touches.
struct StepTouches {
    std::optional<simt::StepRecord> step;         ///< none at position 0
    std::vector<std::vector<LaneTouch>> byArray;  ///< one entry per arraysOf()
};
[[nodiscard]] StepTouches touchesNow(const Timeline& timeline);

class TouchHistory;

/// Pure: the same timeline position, history and views give the same scene. `views` has one entry per arraysOf(), and
/// `now` is of that position; `check` may be nullptr.
[[nodiscard]] TilesScene makeTilesScene(const Timeline& timeline, const TouchHistory& history,
                                        std::span<const GridView> views, const CheckResult* check, StepTouches now);

/// The last executed event; nothing at position 0.
[[nodiscard]] std::optional<simt::StepRecord> currentStep(const Timeline& timeline);

/// Elements of `array` that the active lanes of `step` touch.
[[nodiscard]] std::vector<LaneTouch> touchesOf(const simt::StepRecord& step, const Timeline& timeline,
                                               const ArrayShape& shape);

/// Value of an element at the timeline's position; nothing if it is uninitialised or out of range.
[[nodiscard]] std::optional<double> valueOf(const Timeline& timeline, const ArrayShape& shape, std::uint64_t row,
                                            std::uint64_t column);

/// Significant digits of an element's value; whole numbers are in full (numbers::plain).
inline constexpr int kElementDigits = 4;

}  // namespace lanescope
