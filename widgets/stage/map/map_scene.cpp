// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/map_scene.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>

namespace lanescope {
namespace {

using Fate = MapItem::Fate;
using State = ThreadWork::State;

std::string withoutTemplate(const std::string& entry) { return entry.substr(0, entry.find('<')); }

/// What threads [first, end) write to a buffer: elements ascending, each once.
std::vector<std::uint64_t> elementsOf(const ThreadWork& work, BufferId buffer, std::uint64_t first, std::uint64_t end) {
    const auto writes = work.writes();
    const auto byThread = [](const ThreadWork::Write& write) -> std::uint64_t { return write.thread; };
    const auto from = std::ranges::lower_bound(writes, first, {}, byThread);
    const auto to = std::ranges::lower_bound(from, writes.end(), end, {}, byThread);
    std::vector<std::uint64_t> elements;
    for (auto it = from; it != to; ++it)
        if (it->buffer == buffer) elements.push_back(it->element);
    std::ranges::sort(elements);
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
    return elements;
}

std::uint32_t firstWritten(const ThreadWork& work, std::uint64_t block) {
    const std::uint64_t threads = work.block().count();
    for (std::uint64_t i = 0; i < threads; ++i)
        if (const auto writes = work.writesOf(block * threads + i); !writes.empty()) return writes.front().buffer;
    return 0;
}

bool isWhole(const MapRect& piece, const Buffer& buffer) {
    return piece.rows == buffer.rows && piece.columns == buffer.columns;
}

bool anyThread(const ThreadWork& work, std::uint64_t block, State state) {
    const std::uint64_t threads = work.block().count();
    for (std::uint64_t i = 0; i < threads; ++i)
        if (work.state(block * threads + i) == state) return true;
    return false;
}

/// So many in a row that `count` cells make about a square.
std::uint64_t squareColumns(std::uint64_t count) {
    const auto root = static_cast<std::uint64_t>(std::ceil(std::sqrt(static_cast<double>(count))));
    return std::max<std::uint64_t>(1, root);
}

class BlocksMaker {
public:
    BlocksMaker(MapScene& scene, std::uint64_t columns) : m_scene(scene), m_columns(columns) {}

    void add(const ThreadWork& work, const Launch& launch) {
        constexpr std::uint64_t kLongestGridLine = 16;
        MapGroup group{.name = withoutTemplate(launch.kernel->entry),
                       .launch = work.launch(),
                       .grid = work.grid(),
                       .block = work.block(),
                       .first = m_scene.items.size(),
                       .columns = work.grid().x};
        const bool line = work.grid().count() == work.grid().x;
        if (line && work.grid().x > kLongestGridLine) group.columns = squareColumns(work.grid().x);
        const ThreadWork::Totals& totals = work.totals();
        m_scene.launched += totals.blocks;
        m_scene.known += totals.blocksKnown;
        m_scene.threads += totals.threads;
        m_scene.idleThreads += totals.idle;
        m_scene.cut = m_scene.cut || work.cut();
        const std::uint64_t threads = work.block().count();
        for (std::uint64_t block = 0; block < work.grid().count(); ++block) {
            // Blocks behind the last that is told of are left out, and launched says how many.
            if (block * threads >= work.threadsTold()) break;
            addBlock(work, block);
            ++group.items;
        }
        m_scene.groups.push_back(std::move(group));
    }

private:
    void addBlock(const ThreadWork& work, std::uint64_t block) {
        const std::uint64_t threads = work.block().count();
        MapItem item{.group = static_cast<std::uint32_t>(m_scene.groups.size()),
                     .number = static_cast<std::uint32_t>(block)};
        if (work.isWasted(block)) {
            item.fate = Fate::Wasted;
            ++m_scene.wasted;
        } else if (!anyThread(work, block, State::NotRun)) {
            item.fate = Fate::Elsewhere;
            if (m_scene.buffer) {
                const auto elements = elementsOf(work, *m_scene.buffer, block * threads, (block + 1) * threads);
                if (!elements.empty()) addPieces(m_scene, item, elements, m_columns);
                count(elements);
            }
            if (item.fate == Fate::Elsewhere) item.other = firstWritten(work, block);
        }
        m_scene.items.push_back(item);
    }

    void count(const std::vector<std::uint64_t>& elements) {
        for (const std::uint64_t element : elements) {
            if (element >= m_seen.size()) m_seen.resize(std::max<std::uint64_t>(element + 1, 2 * m_seen.size()));
            (m_seen[element] ? m_scene.again : m_scene.elements) += 1;
            m_seen[element] = true;
        }
    }

    MapScene& m_scene;
    std::uint64_t m_columns;
    std::vector<bool> m_seen;  ///< by element: has an item written it?
};

/// The only block of the only launch, pass by pass.
void splitIntoPasses(MapScene& scene, const ThreadWork& work, std::uint64_t columns, const MapOrder& order) {
    MapOrder ascending;
    if (order.empty()) {
        ascending.resize(work.block().count());
        for (const ThreadWork::Write& write : work.writes())
            if (write.buffer == *scene.buffer) ascending[write.thread].push_back(write.element);
    }
    const MapOrder& byThread = order.empty() ? ascending : order;
    std::size_t passes = 0;
    for (const auto& elements : byThread) passes = std::max(passes, elements.size());
    if (passes < 2) return;
    scene.kind = MapKind::Passes;
    scene.ordered = !order.empty();
    scene.items.clear();
    scene.pieces.clear();
    scene.runs.clear();
    scene.launched = scene.known = passes;
    scene.wasted = 0;
    for (std::size_t pass = 0; pass < passes; ++pass) {
        std::vector<std::uint64_t> elements;
        for (const auto& of : byThread)
            if (pass < of.size()) elements.push_back(of[pass]);
        std::ranges::sort(elements);
        elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
        MapItem item{.group = 0, .number = static_cast<std::uint32_t>(pass)};
        addPieces(scene, item, elements, columns);
        scene.items.push_back(item);
    }
    scene.groups.front().items = passes;
}

/// Does every piece lie in one cell of a lattice with cells of this size?
bool fits(const MapScene& scene, std::uint32_t rows, std::uint32_t columns) {
    return std::ranges::all_of(scene.pieces, [&](const MapRect& piece) {
        const std::uint32_t row = piece.row - scene.firstRow, column = piece.column - scene.firstColumn;
        return row / rows == (row + piece.rows - 1) / rows &&
               column / columns == (column + piece.columns - 1) / columns;
    });
}

/// The largest cell of which all pieces have whole ones, but for those that end where the buffer does.
std::pair<std::uint32_t, std::uint32_t> commonCell(const MapScene& scene, const Buffer& buffer) {
    std::uint32_t rows = 0, columns = 0;
    for (const MapRect& piece : scene.pieces) {
        if (isWhole(piece, buffer)) continue;
        rows = std::gcd(rows, piece.row);
        columns = std::gcd(columns, piece.column);
        if (piece.row + piece.rows < buffer.rows) rows = std::gcd(rows, piece.rows);
        if (piece.column + piece.columns < buffer.columns) columns = std::gcd(columns, piece.columns);
    }
    return {std::max(1U, rows), std::max(1U, columns)};
}

void findLattice(MapScene& scene, const Buffer& buffer) {
    std::uint32_t rows = 1, columns = 1;
    if (!scene.pieces.empty() && scene.kind == MapKind::Steps) {
        std::tie(rows, columns) = commonCell(scene, buffer);
    } else if (!scene.pieces.empty()) {
        scene.firstRow = std::ranges::min_element(scene.pieces, {}, &MapRect::row)->row;
        scene.firstColumn = std::ranges::min_element(scene.pieces, {}, &MapRect::column)->column;
        rows = std::ranges::max_element(scene.pieces, {}, &MapRect::rows)->rows;
        columns = std::ranges::max_element(scene.pieces, {}, &MapRect::columns)->columns;
        // Rows and columns before the first that is written belong to the lattice if they could be a cell of it.
        if (scene.firstRow % rows == 0) scene.firstRow = 0;
        if (scene.firstColumn % columns == 0) scene.firstColumn = 0;
        if (!fits(scene, rows, columns)) {
            scene.firstRow = scene.firstColumn = 0;
            std::tie(rows, columns) = commonCell(scene, buffer);
        }
    }
    scene.unitRows = rows;
    scene.unitColumns = columns;
    const auto cells = [](std::uint64_t all, std::uint32_t first, std::uint32_t unit) {
        return static_cast<std::uint32_t>((all - first + unit - 1) / unit);
    };
    scene.latticeRows = cells(buffer.rows, scene.firstRow, rows);
    scene.latticeColumns = cells(buffer.columns, scene.firstColumn, columns);
}

void findOwned(MapScene& scene) {
    const std::uint64_t cells = std::uint64_t{scene.latticeRows} * scene.latticeColumns;
    if (cells > MapScene::kMostCells) return;
    scene.owned.assign(cells, false);
    for (const MapRect& piece : scene.pieces) {
        const MapScene::Span span = scene.spanOf(piece);
        for (std::uint32_t row = span.firstRow; row < span.endRow; ++row)
            for (std::uint32_t column = span.firstColumn; column < span.endColumn; ++column)
                scene.owned[std::uint64_t{row} * scene.latticeColumns + column] = true;
    }
}

/// Which way the next block in x (in y) lies: 1 = straight on by one cell, -1 = back by one, 0 = neither.
int direction(const MapScene& scene, const MapItem& from, const MapItem& to, bool alongX) {
    if (from.fate != Fate::Writes || to.fate != Fate::Writes) return 0;
    const auto cell = [&](const MapItem& item) {
        const MapRect& piece = *scene.piecesOf(item);
        return std::pair<std::int64_t, std::int64_t>(scene.latticeRow(piece), scene.latticeColumn(piece));
    };
    const auto [row, column] = cell(from);
    const auto [nextRow, nextColumn] = cell(to);
    const std::int64_t on = alongX ? nextColumn - column : nextRow - row;
    const std::int64_t aside = alongX ? nextRow - row : nextColumn - column;
    return aside == 0 && (on == 1 || on == -1) ? static_cast<int>(on) : 0;
}

void findTurned(MapScene& scene) {
    if (scene.kind != MapKind::Blocks) return;
    for (const MapGroup& group : scene.groups)
        for (std::uint64_t i = 0; i < group.items; ++i) {
            MapItem& item = scene.items[group.first + i];
            const Dim3 at = group.grid.at(i);
            int straight = 0, back = 0;
            const auto look = [&](std::uint64_t a, std::uint64_t b, bool alongX) {
                if (b >= group.items) return;
                const int way = direction(scene, scene.items[group.first + a], scene.items[group.first + b], alongX);
                straight += way == 1 ? 1 : 0;
                back += way == -1 ? 1 : 0;
            };
            const std::uint64_t width = group.grid.x;
            if (at.x > 0) look(i - 1, i, true);
            if (at.x + 1 < width) look(i, i + 1, true);
            if (at.y > 0) look(i - width, i, false);
            if (at.y + 1 < group.grid.y) look(i, i + width, false);
            item.turned = back > straight;
        }
}

}  // namespace

void addPieces(MapScene& scene, MapItem& item, const std::vector<std::uint64_t>& elements, std::uint64_t columns) {
    item.fate = Fate::Writes;
    item.elements = static_cast<std::uint32_t>(elements.size());
    std::uint32_t top = ~0U, left = ~0U, bottom = 0, right = 0;
    for (const std::uint64_t element : elements) {
        const auto row = static_cast<std::uint32_t>(element / columns);
        const auto column = static_cast<std::uint32_t>(element % columns);
        top = std::min(top, row);
        bottom = std::max(bottom, row);
        left = std::min(left, column);
        right = std::max(right, column);
    }
    item.box = {top, left, bottom - top + 1, right - left + 1};
    item.firstPiece = static_cast<std::uint32_t>(scene.pieces.size());
    // Runs of a row, each joined to the piece above that has the same columns.
    std::vector<MapRect> found;
    bool many = false;
    for (std::size_t i = 0; i < elements.size() && !many;) {
        std::size_t end = i + 1;
        while (end < elements.size() && elements[end] == elements[end - 1] + 1 && elements[end] % columns != 0) ++end;
        const MapRect run{static_cast<std::uint32_t>(elements[i] / columns),
                          static_cast<std::uint32_t>(elements[i] % columns), 1, static_cast<std::uint32_t>(end - i)};
        const auto above = std::ranges::find_if(found, [&](const MapRect& piece) {
            return piece.row + piece.rows == run.row && piece.column == run.column && piece.columns == run.columns;
        });
        if (above != found.end())
            ++above->rows;
        else
            found.push_back(run);
        many = found.size() > MapScene::kMostPieces;
        i = end;
    }
    // What fills much of its box without being one rectangle, as a tile on the diagonal does, is told by the box.
    const std::uint64_t area = std::uint64_t{item.box.rows} * item.box.columns;
    const bool ragged = found.size() > 1 && 2 * elements.size() >= area && found.size() + 2 >= item.box.rows;
    item.boxed = many;
    if (ragged && !many) {
        item.firstRun = static_cast<std::uint32_t>(scene.runs.size());
        item.runs = static_cast<std::uint16_t>(found.size());
        scene.runs.insert(scene.runs.end(), found.begin(), found.end());
    }
    if (many || ragged) found = {item.box};
    item.pieces = static_cast<std::uint16_t>(found.size());
    scene.pieces.insert(scene.pieces.end(), found.begin(), found.end());
}

std::vector<std::uint64_t> MapScene::writersOf(std::uint32_t row, std::uint32_t column, std::size_t most) const {
    std::vector<std::uint64_t> writers;
    for (std::uint64_t i = 0; i < items.size() && writers.size() < most; ++i)
        for (std::uint16_t p = 0; p < items[i].pieces; ++p) {
            const MapRect& piece = piecesOf(items[i])[p];
            if (row - piece.row < piece.rows && column - piece.column < piece.columns) {
                writers.push_back(i);
                break;
            }
        }
    return writers;
}

std::vector<BufferId> writtenBuffers(const MapLaunches& launches) {
    if (launches.size() == 1 && launches.front()) return launches.front()->buffers();
    std::map<BufferId, std::vector<std::uint64_t>> elements;
    for (const auto& work : launches)
        if (work)
            for (const ThreadWork::Write& write : work->writes()) elements[write.buffer].push_back(write.element);
    std::vector<std::pair<std::size_t, BufferId>> ranked;
    for (auto& [buffer, of] : elements) {
        std::ranges::sort(of);
        ranked.emplace_back(static_cast<std::size_t>(std::unique(of.begin(), of.end()) - of.begin()), buffer);
    }
    std::ranges::stable_sort(ranked, std::greater(), &std::pair<std::size_t, BufferId>::first);
    std::vector<BufferId> buffers;
    for (const auto& [count, buffer] : ranked) buffers.push_back(buffer);
    return buffers;
}

void settle(MapScene& scene) {
    if (scene.buffer) {
        findLattice(scene, scene.plan->buffers[*scene.buffer]);
        findOwned(scene);
    }
    findTurned(scene);
}

MapScene mapOfBlocks(std::shared_ptr<const Plan> plan, const MapLaunches& launches, std::optional<BufferId> buffer,
                     const MapOrder& order) {
    MapScene scene;
    scene.plan = std::move(plan);
    scene.written = writtenBuffers(launches);
    if (!buffer && !scene.written.empty()) buffer = scene.written.front();
    scene.buffer = buffer;
    const std::uint64_t columns = buffer ? std::max<std::uint64_t>(1, scene.plan->buffers[*buffer].columns) : 1;
    const std::vector<const Launch*> all = scene.plan->launches();
    BlocksMaker maker(scene, columns);
    for (std::size_t i = 0; i < launches.size() && i < all.size(); ++i) {
        if (!launches[i]) break;
        maker.add(*launches[i], *all[i]);
    }
    if (buffer && all.size() == 1 && scene.items.size() == 1 && scene.items.front().fate == Fate::Writes)
        splitIntoPasses(scene, *launches.front(), columns, order);
    settle(scene);
    return scene;
}

}  // namespace lanescope
