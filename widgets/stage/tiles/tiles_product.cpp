// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/tiles/tiles_product.h"

#include <algorithm>
#include <map>

namespace lanescope::tiles {
namespace {

constexpr std::uint64_t kMostLooked = 80;         ///< loads of an instruction whose values are followed
constexpr std::uint64_t kReadWithin = 4'000;      ///< events
constexpr std::uint64_t kLeastRowsOrColumns = 2;  ///< of a plane: less has no shape

/// How what is read of an array goes with the places of the sums that it feeds.
struct Pattern {
    std::uint64_t events = 0;
    bool rows = true;     ///< row of the element − row of the sum is always the same
    bool columns = true;  ///< likewise, but for whole turns of the array's width
    bool oneColumn = true;
    bool oneRow = true;
    std::optional<std::int64_t> rowShift;
    std::optional<std::int64_t> columnShift;
    bool movesRows = false;  ///< the shifts differ by whole planes
    bool movesColumns = false;
    Box part;
};

using Patterns = std::map<std::size_t, Pattern>;

bool isLoad(flow::InstructionKind kind) {
    return kind == flow::InstructionKind::LoadGlobal || kind == flow::InstructionKind::LoadShared;
}

/// What the lanes read into one register by one event. A vector is as many of these as it has elements.
struct Here {
    std::optional<std::uint64_t> row;
    std::optional<std::uint64_t> column;
    std::optional<std::int64_t> rowShift;
    std::optional<std::int64_t> columnShift;
};

void look(const flow::BlockFlow& flow, const Arrays& arrays, const Sums& sums, std::uint64_t event,
          Patterns& patterns) {
    std::optional<std::uint32_t> value;
    std::map<program::RegisterId, Here> all;
    const std::int64_t planeRows = flow.owned().rows();
    const std::int64_t planeColumns = flow.owned().columns();
    for (const flow::Move& move : flow.moves().of(event)) {
        const auto element = arrays.at(move.from);
        if (!element || move.to.kind != flow::Place::Kind::Register) return;
        if (!value) value = fedBy(flow, sums, event, move.lane);
        if (!value) return;
        const auto sum = flow.owned().positionOf({move.to.warp, move.lane, *value});
        if (!sum) continue;
        const Array& array = arrays[element->array];
        const std::uint64_t r = element->number / array.columns;
        const std::uint64_t c = element->number % array.columns;
        Pattern& pattern = patterns[element->array];
        Here& here = all[move.to.reg];
        pattern.part.include(r, c);
        if (!here.row) ++pattern.events;
        pattern.oneRow = pattern.oneRow && (!here.row || *here.row == r);
        pattern.oneColumn = pattern.oneColumn && (!here.column || *here.column == c);
        here.row = r;
        here.column = c;
        const std::int64_t rowShift = static_cast<std::int64_t>(r) - sum->row;
        const std::int64_t columnShift = static_cast<std::int64_t>(c) - sum->column;
        const auto width = static_cast<std::int64_t>(array.isShared() ? array.columns : 1ULL << 40);
        if (!here.rowShift) here.rowShift = rowShift;
        if (!here.columnShift) here.columnShift = columnShift;
        if (!pattern.rowShift) pattern.rowShift = rowShift;
        if (!pattern.columnShift) pattern.columnShift = columnShift;
        const std::int64_t down = rowShift - *pattern.rowShift;
        const std::int64_t aside = (columnShift - *pattern.columnShift) % width;
        pattern.rows = pattern.rows && rowShift == *here.rowShift && down % planeRows == 0;
        pattern.columns =
            pattern.columns && (columnShift - *here.columnShift) % width == 0 && aside % planeColumns == 0;
        pattern.movesRows = pattern.movesRows || down != 0;
        pattern.movesColumns = pattern.movesColumns || aside != 0;
    }
}

}  // namespace

std::optional<std::uint32_t> fedBy(const flow::BlockFlow& flow, const Sums& sums, std::uint64_t event, unsigned lane) {
    for (const flow::Move& move : flow.moves().of(event)) {
        if (move.lane != lane || move.to.kind != flow::Place::Kind::Register) continue;
        const auto readers = flow.moves().readersOf(move.to, move.bytes, event, event + kReadWithin);
        for (const flow::Touch& reader : readers) {
            const auto value = sums.valueOf(flow.trace().instruction(reader.event));
            if (value) return value;
        }
        return std::nullopt;
    }
    return std::nullopt;
}

std::optional<Product> productOf(const flow::BlockFlow& flow, const Arrays& arrays, const Sums& sums) {
    const flow::Owned& owned = flow.owned();
    if (owned.rows() < kLeastRowsOrColumns || owned.columns() < kLeastRowsOrColumns) return std::nullopt;
    // What is done once is no sum; a sum whose loop is unrolled is one.
    if (owned.cells().empty() || sums.at(owned.cells().begin()->first, 0).all < 2) return std::nullopt;
    Patterns patterns;
    const std::uint64_t threads = flow.trace().launch().block.count();
    const auto last = static_cast<std::uint32_t>((threads + simt::kWarpSize - 1) / simt::kWarpSize - 1);
    const auto count = static_cast<std::uint32_t>(flow.entry().instructions.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        std::uint64_t looked = 0;
        for (const std::uint32_t warp : {0U, last}) {
            for (const std::uint32_t event : flow.moves().eventsOf(warp, i)) {
                if (!isLoad(flow.activities().kind(event)) || ++looked > kMostLooked) break;
                look(flow, arrays, sums, event, patterns);
            }
        }
    }
    std::optional<std::size_t> left;
    std::optional<std::size_t> above;
    const auto better = [&](const std::optional<std::size_t>& best, std::size_t array) {
        return !best || patterns[array].events > patterns[*best].events;
    };
    for (const auto& [array, pattern] : patterns) {
        // Only the plane's first place has been looked at as a whole: others may end beyond the matrix.
        const bool feedsRows =
            pattern.rows && pattern.oneColumn && (pattern.movesRows || pattern.part.rows == owned.rows());
        const bool feedsColumns = pattern.columns && pattern.oneRow && pattern.part.columns > 1 &&
                                  (pattern.movesColumns || owned.columns() % pattern.part.columns == 0);
        if (feedsRows && pattern.part.rows > 1 && !(pattern.columns && pattern.oneRow) && better(left, array))
            left = array;
        else if (feedsColumns && better(above, array))
            above = array;
    }
    if (!left || !above) return std::nullopt;
    Product product{*left, *above, patterns[*left].part, patterns[*above].part};
    // Of what a block reads of a whole matrix in the end, only the beginning has been looked at.
    const Array& a = arrays[*left];
    const Array& b = arrays[*above];
    product.moves = sums.comeInRounds();
    if (patterns[*left].movesRows) product.leftPart.rows = owned.rows();
    if (patterns[*above].movesColumns) product.abovePart.columns = owned.columns();
    product.leftPart.column = 0;
    product.leftPart.columns = a.columns;
    product.abovePart.row = 0;
    product.abovePart.rows = b.rows;
    return product;
}

std::optional<int> operandOf(const flow::BlockFlow& flow, const Arrays& arrays, const Product& product,
                             std::uint64_t event) {
    for (const flow::Move& move : flow.moves().of(event)) {
        const auto element = arrays.at(move.from);
        if (!element) return std::nullopt;
        // What goes to memory as it is belongs to no sum.
        if (flow.roles().role(move.to.reg) == flow::RegisterRole::Staged) return std::nullopt;
        if (element->array == product.left) return 0;
        if (element->array == product.above) return 1;
        return std::nullopt;
    }
    return std::nullopt;
}

std::optional<OperandParts> operandPartsAt(const Block& block, std::uint32_t warp, std::uint64_t position) {
    if (!block.product() || !block.product()->moves) return std::nullopt;
    const flow::BlockFlow& flow = block.flow();
    OperandParts parts{block.product()->leftPart, block.product()->abovePart};
    for (const std::uint32_t place : {Block::kLeft, Block::kAbove}) {
        std::optional<std::uint32_t> last;
        for (std::uint32_t i = 0; i < flow.entry().instructions.size(); ++i) {
            if (block.slotOf(i) != place) continue;
            const auto events = flow.moves().eventsOf(warp, i);
            const auto end = std::ranges::lower_bound(events, position);
            if (end != events.begin() && (!last || *last < *(end - 1))) last = *(end - 1);
        }
        if (!last) continue;
        for (const flow::Move& move : flow.moves().of(*last)) {
            const auto element = block.arrays().at(move.from);
            const auto value = fedBy(flow, block.sums(), *last, move.lane);
            if (!element || !value) break;
            const auto sum = flow.owned().positionOf({warp, move.lane, *value});
            if (!sum) continue;
            const std::uint64_t columns = block.arrays()[element->array].columns;
            const std::uint64_t row = element->number / columns;
            const std::uint64_t column = element->number % columns;
            if (place == Block::kLeft && row >= sum->row) parts.left.row = row - sum->row;
            if (place == Block::kAbove && column >= sum->column) parts.above.column = column - sum->column;
            break;
        }
    }
    return parts;
}

}  // namespace lanescope::tiles
