// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/warps/columns.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace lanescope::warps {
namespace {

/// Fewer columns than these are shown as they came.
constexpr std::size_t kManyColumns = 24;
constexpr std::size_t kLongestPeriod = 8;
constexpr std::uint32_t kFewestTimes = 3;

/// A column while it is made: which piece of which warp it has.
struct Draft {
    struct Part {
        std::uint32_t warp = 0;
        std::uint32_t piece = 0;
    };
    std::vector<Part> parts;
};

/// Lays sequences side by side, so that equal pieces share a column as far as no order is broken.
class Merge {
public:
    explicit Merge(const Pieces& pieces) : m_next(pieces.warps.size(), 0) {
        for (const std::vector<Piece>& warp : pieces.warps) {
            std::unordered_map<std::uint64_t, std::uint32_t> seen(warp.size());
            std::vector<std::uint32_t> keys;
            keys.reserve(warp.size());
            for (const Piece& piece : warp) {
                const std::uint32_t again = seen[piece.place]++;
                const std::uint64_t place = piece.place + 0x9e3779b97f4a7c15ULL * again;
                const auto [at, fresh] = m_ids.try_emplace(place, static_cast<std::uint32_t>(m_left.size()));
                if (fresh) m_left.push_back(0);
                ++m_left[at->second];
                keys.push_back(at->second);
            }
            m_keys.push_back(std::move(keys));
        }
    }

    std::vector<Draft> run() {
        std::vector<Draft> drafts;
        while (true) {
            const std::uint32_t warp = choose();
            if (warp == m_keys.size()) return drafts;
            drafts.push_back(take(m_keys[warp][m_next[warp]]));
        }
    }

private:
    [[nodiscard]] bool done(std::uint32_t warp) const { return m_next[warp] == m_keys[warp].size(); }

    /// A warp whose next piece is the next of all warps that still have it; else, as warps go different ways round, the
    /// first one that has anything.
    [[nodiscard]] std::uint32_t choose() const {
        const auto warps = static_cast<std::uint32_t>(m_keys.size());
        std::uint32_t any = warps;
        for (std::uint32_t warp = 0; warp < warps; ++warp) {
            if (done(warp)) continue;
            const std::uint32_t key = m_keys[warp][m_next[warp]];
            std::uint32_t heads = 0;
            for (std::uint32_t other = 0; other < warps; ++other)
                heads += !done(other) && m_keys[other][m_next[other]] == key ? 1 : 0;
            if (heads == m_left[key]) return warp;
            if (any == warps) any = warp;
        }
        return any;
    }

    Draft take(std::uint32_t key) {
        Draft draft;
        for (std::uint32_t warp = 0; warp < m_keys.size(); ++warp) {
            if (done(warp) || m_keys[warp][m_next[warp]] != key) continue;
            draft.parts.push_back({warp, m_next[warp]++});
            --m_left[key];
        }
        return draft;
    }

    std::unordered_map<std::uint64_t, std::uint32_t> m_ids;
    std::vector<std::uint32_t> m_left;               ///< by key: warps that have it before them
    std::vector<std::vector<std::uint32_t>> m_keys;  ///< by warp and piece
    std::vector<std::uint32_t> m_next;               ///< by warp
};

class Folder {
public:
    explicit Folder(const Pieces& pieces) : m_pieces(pieces) {}

    std::vector<Column> run(std::vector<Draft> drafts) {
        joinAsks(drafts);
        std::vector<Column> columns;
        const bool many = m_groups.size() > kManyColumns;
        for (std::size_t at = 0; at < m_groups.size();) {
            const auto [period, times] = repeatAt(at, many ? kLongestPeriod : 1);
            for (std::size_t i = 0; i < period; ++i)
                columns.push_back(columnOf(at + i, static_cast<std::uint32_t>(period), times));
            at += period * times;
        }
        return columns;
    }

    /// By column: where its pieces are, for who looks up events.
    [[nodiscard]] const std::vector<std::vector<Draft::Part>>& partsOf() const { return m_partsOf; }

private:
    [[nodiscard]] const Piece& piece(const Draft::Part& part) const { return m_pieces.warps[part.warp][part.piece]; }

    struct Group {
        std::vector<Draft::Part> parts;  ///< of all columns in it
        std::size_t width = 0;           ///< parts of one column
        PieceKind kind = PieceKind::Asks;
        bool whole = false;  ///< all live lanes of its warps do it
        std::uint64_t signature = 0;
    };

    [[nodiscard]] bool sameLanes(const Group& group, const Draft& draft) const {
        if (group.width != draft.parts.size()) return false;
        for (std::size_t i = 0; i < group.width; ++i) {
            const Draft::Part& a = group.parts[i];
            const Draft::Part& b = draft.parts[i];
            if (a.warp != b.warp || piece(a).running != piece(b).running || piece(a).live != piece(b).live)
                return false;
        }
        return true;
    }

    /// Index arithmetic of one block after the other, by the same lanes, is one column; and so is all that some lanes
    /// do while others of their warps wait for them.
    void joinAsks(std::vector<Draft>& drafts) {
        for (Draft& draft : drafts) {
            const PieceKind kind = piece(draft.parts.front()).kind;
            const bool joins = !m_groups.empty() && kind != PieceKind::Barrier &&
                               m_groups.back().kind != PieceKind::Barrier && sameLanes(m_groups.back(), draft) &&
                               (!m_groups.back().whole ? m_groups.back().kind != kind || kind == PieceKind::Asks
                                                       : m_groups.back().kind == kind && kind == PieceKind::Asks);
            if (joins) {
                Group& group = m_groups.back();
                if (kind == PieceKind::Works) group.kind = kind;
                group.signature = group.signature * 31 + signatureOf(draft);
                group.parts.insert(group.parts.end(), draft.parts.begin(), draft.parts.end());
            } else {
                const std::size_t width = draft.parts.size();
                const std::uint64_t signature = signatureOf(draft);
                const bool whole = std::ranges::all_of(
                    draft.parts, [&](const Draft::Part& part) { return piece(part).running == piece(part).live; });
                m_groups.push_back({std::move(draft.parts), width, kind, whole, signature});
            }
        }
    }

    [[nodiscard]] std::uint64_t signatureOf(const Draft& draft) const {
        std::uint64_t hash = 0;
        const auto add = [&hash](std::uint64_t value) { hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL + (hash >> 29); };
        for (const Draft::Part& part : draft.parts) {
            const Piece& what = piece(part);
            add(part.warp);
            add(std::uint64_t{what.block} << 16 | std::uint64_t{what.part} << 8 |
                static_cast<std::uint64_t>(what.kind));
            add(std::uint64_t{what.live} << 32 | what.running);
            add(std::uint64_t{what.way} << 32 | what.events);
        }
        return hash;
    }

    struct Repeat {
        std::size_t period = 1;
        std::uint32_t times = 1;
    };
    [[nodiscard]] Repeat repeatAt(std::size_t at, std::size_t longest) const {
        for (std::size_t period = 1; period <= longest; ++period) {
            std::uint32_t times = 1;
            while (same(at, at + times * period, period)) ++times;
            if (times >= (period == 1 ? 2 : kFewestTimes)) return {period, times};
        }
        return {};
    }
    [[nodiscard]] bool same(std::size_t a, std::size_t b, std::size_t length) const {
        if (b + length > m_groups.size()) return false;
        for (std::size_t i = 0; i < length; ++i)
            if (m_groups[a + i].signature != m_groups[b + i].signature) return false;
        return true;
    }

    Column columnOf(std::size_t at, std::uint32_t period, std::uint32_t times) {
        Column column;
        const Piece& first = piece(m_groups[at].parts.front());
        column.kind = m_groups[at].kind;
        column.block = first.block;
        column.times = times;
        column.period = period;
        column.cells.resize(m_pieces.warps.size());
        std::vector<Draft::Part> parts;
        for (std::uint32_t time = 0; time < times; ++time) {
            const std::vector<Draft::Part>& these = m_groups[at + std::size_t{time} * period].parts;
            parts.insert(parts.end(), these.begin(), these.end());
        }
        for (const Draft::Part& part : parts) {
            const Piece& what = piece(part);
            Cell& cell = column.cells[part.warp];
            // Where asking was joined with working, the work says which way it is and what it touches.
            if (what.kind == PieceKind::Works && column.kind == PieceKind::Works && !cell.empty()) {
                cell.way = what.way;
                cell.family = what.family;
            }
            if (what.kind == column.kind) column.block = what.block;
            if (cell.empty()) cell = {what.running, what.live, what.first, what.end, 0, what.way, what.family};
            cell.end = std::max(cell.end, what.end);
            cell.events += what.events;
        }
        for (const Cell& cell : column.cells) column.instructions = std::max(column.instructions, cell.events / times);
        m_partsOf.push_back(std::move(parts));
        return column;
    }

    const Pieces& m_pieces;
    std::vector<Group> m_groups;
    std::vector<std::vector<Draft::Part>> m_partsOf;
};

}  // namespace

Columns columnsOf(const Pieces& pieces, const std::vector<std::uint16_t>& owners) {
    Columns columns;
    Folder folder(pieces);
    columns.all = folder.run(Merge(pieces).run());
    columns.of.assign(owners.size(), 0);
    for (std::uint32_t column = 0; column < columns.all.size(); ++column)
        for (const auto& part : folder.partsOf()[column]) {
            const Piece& piece = pieces.warps[part.warp][part.piece];
            for (std::uint32_t event = piece.first; event < piece.end; ++event)
                if (owners[event] == part.warp) columns.of[event] = column;
        }
    return columns;
}

}  // namespace lanescope::warps
