// SPDX-License-Identifier: GPL-3.0-or-later
// Who works where, as data: the blocks of all launches of a run in the order of their launch, and for each the elements
// of a buffer that its threads write, as their log says (core/trace/thread_work.h). No pixels.
//
// What is numbered is an item: a block; of a launch that has only one block, a pass of it (pass k: the k-th element
// that each of its threads writes); of a plan whose copies and calls of libraries have parts of their own, a step
// (map_steps.h); of a block whose threads gather something from each other, a round of that (map_rounds.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/plan.h"
#include "core/trace/thread_work.h"

namespace lanescope {

/// Elements of a buffer: a rectangle of rows × columns.
struct MapRect {
    std::uint32_t row = 0;
    std::uint32_t column = 0;
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
    friend bool operator==(const MapRect&, const MapRect&) = default;
};

enum class MapKind : std::uint8_t { Blocks, Passes, Steps, Rounds };

struct MapRounds;

struct MapItem {
    enum class Fate : std::uint8_t {
        Unknown,    ///< nobody knows what it writes: it was not run
        Wasted,     ///< no thread of it writes anything
        Elsewhere,  ///< it writes, but not to the buffer that is shown
        Writes
    };
    Fate fate = Fate::Unknown;
    /// Its neighbours in the grid lie the other way round among the elements: it is turned by 180°.
    bool turned = false;
    /// Its elements lie so far apart that only the box around them is told.
    bool boxed = false;
    std::uint16_t pieces = 0;      ///< of Writes: rectangles that its elements make, at least 1
    std::uint32_t group = 0;       ///< launch, or lane of steps
    std::uint32_t number = 0;      ///< in its group: Dim3::linear of the block; the pass; the place in the lane
    std::uint32_t firstPiece = 0;  ///< MapScene::pieces
    std::uint32_t firstRun = 0;    ///< MapScene::runs
    std::uint16_t runs = 0;        ///< of one piece that is not full, as a tile on a diagonal: rectangles that it has
    std::uint32_t elements = 0;    ///< of the buffer that it writes, each once
    std::uint32_t step = 0;        ///< of Plan::steps; Steps only
    std::uint32_t other = 0;       ///< BufferId; of a block that writes Elsewhere: where first
    MapRect box{};                 ///< around all of them
};

/// A launch's grid; of steps a lane: what the host does, or a stream.
struct MapGroup {
    std::string name;                       ///< of the kernel, without its template's arguments; empty for a lane
    std::optional<std::uint32_t> stream{};  ///< of a lane; none: of the host
    std::size_t launch = 0;
    Dim3 grid;
    Dim3 block;
    std::uint64_t first = 0;    ///< item; of lanes 0
    std::uint64_t items = 0;    ///< that are told of
    std::uint64_t columns = 1;  ///< in which the grid is laid out: x; of a grid in one line so many that it is square
};

class MapScene {
public:
    /// Beyond this a block's elements are told by their box alone.
    static constexpr std::size_t kMostPieces = 64;

    MapKind kind = MapKind::Blocks;
    std::shared_ptr<const MapRounds> rounds;  ///< of Rounds; items are rounds then, and have no place
    std::shared_ptr<const Plan> plan;
    std::optional<BufferId> buffer;  ///< that is shown; none: nothing is written
    std::vector<MapGroup> groups;
    std::vector<MapItem> items;
    std::vector<MapRect> pieces;
    std::vector<MapRect> runs;
    std::vector<BufferId> written;  ///< all buffers that are, the one that is written most first

    /// The lattice of cells of unitRows × unitColumns elements that all pieces are made of: most often each is one. 1 ×
    /// 1 where there is none.
    std::uint32_t unitRows = 1;
    std::uint32_t unitColumns = 1;
    std::uint32_t firstRow = 0;  ///< of the lattice; rows before it are nobody's
    std::uint32_t firstColumn = 0;
    std::uint32_t latticeRows = 0;
    std::uint32_t latticeColumns = 0;

    /// By cell of the lattice, row by row: does an item write in it? Empty for more than kMostCells.
    std::vector<bool> owned;
    static constexpr std::uint64_t kMostCells = std::uint64_t{1} << 26;

    std::uint64_t launched = 0;  ///< blocks; passes, steps
    std::uint64_t known = 0;
    std::uint64_t wasted = 0;  ///< of those
    std::uint64_t threads = 0;
    std::uint64_t idleThreads = 0;  ///< of known blocks: write nothing
    std::uint64_t elements = 0;     ///< of the buffer that are written; of blocks
    std::uint64_t again = 0;        ///< times that a block writes what another has written

    /// Of the order in which passes come: that of the trace, or only that of the elements.
    bool ordered = true;
    bool cut = false;  ///< more is written than was kept

    [[nodiscard]] std::uint64_t useful() const { return known - wasted; }
    [[nodiscard]] bool hasTiles() const { return unitRows > 1 || unitColumns > 1; }
    /// Of a piece: row and column in the lattice.
    [[nodiscard]] std::uint32_t latticeRow(const MapRect& piece) const { return (piece.row - firstRow) / unitRows; }
    [[nodiscard]] std::uint32_t latticeColumn(const MapRect& piece) const {
        return (piece.column - firstColumn) / unitColumns;
    }
    [[nodiscard]] const MapRect* piecesOf(const MapItem& item) const { return pieces.data() + item.firstPiece; }
    /// Rows and columns of the lattice that a piece reaches over: [first, end).
    struct Span {
        std::uint32_t firstRow, firstColumn, endRow, endColumn;
    };
    [[nodiscard]] Span spanOf(const MapRect& piece) const {
        return {latticeRow(piece), latticeColumn(piece), (piece.row - firstRow + piece.rows - 1) / unitRows + 1,
                (piece.column - firstColumn + piece.columns - 1) / unitColumns + 1};
    }
    [[nodiscard]] bool isOwned(std::uint32_t row, std::uint32_t column) const {
        const std::uint64_t cell = std::uint64_t{row} * latticeColumns + column;
        return cell >= owned.size() || owned[cell];
    }
    /// Is it all of the buffer? Of a step: the plan does not say which part.
    [[nodiscard]] bool isWhole(const MapRect& piece) const {
        const Buffer& whole = plan->buffers[*buffer];
        return piece.rows == whole.rows && piece.columns == whole.columns;
    }
    /// Of an item that is a block.
    [[nodiscard]] Dim3 blockOf(const MapItem& item) const {
        return kind == MapKind::Blocks ? groups[item.group].grid.at(item.number) : Dim3{0, 0, 0};
    }
    /// Items that write an element of the buffer, ascending; at most `most`.
    [[nodiscard]] std::vector<std::uint64_t> writersOf(std::uint32_t row, std::uint32_t column, std::size_t most) const;
};

/// In which order the threads of the one block of a launch write their elements: by thread, the elements in order.
/// Empty: nobody knows.
using MapOrder = std::vector<std::vector<std::uint64_t>>;

using MapLaunches = std::vector<std::shared_ptr<const ThreadWork>>;

/// Buffers that are written, the one with the most elements written first, all launches together.
[[nodiscard]] std::vector<BufferId> writtenBuffers(const MapLaunches& launches);

/// `launches` are those of the plan, from the first on; the last may be missing. `buffer` is one of writtenBuffers(),
/// by default the first. `order` is used where the only launch has a single block. May take a second for a million
/// blocks.
[[nodiscard]] MapScene mapOfBlocks(std::shared_ptr<const Plan> plan, const MapLaunches& launches,
                                   std::optional<BufferId> buffer = {}, const MapOrder& order = {});

/// Finds the lattice, and which items are turned; for who fills a scene by himself.
void settle(MapScene& scene);
/// Adds an item's elements, ascending and each once, as rectangles of a buffer with so many columns.
void addPieces(MapScene& scene, MapItem& item, const std::vector<std::uint64_t>& elements, std::uint64_t columns);

}  // namespace lanescope
