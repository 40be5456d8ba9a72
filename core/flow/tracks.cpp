// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/tracks.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>

namespace lanescope::flow {
namespace {

/// What hides what in a column.
unsigned rankOf(Activity activity) {
    if (activity == Activity::Waits) return 0;
    return activity == Activity::Index ? 1 : 2;
}

}  // namespace

std::uint32_t Tracks::weightOf(Activity activity, program::Space space) {
    switch (activity) {
        case Activity::Load: return space == program::Space::Global ? 4 : 1;
        case Activity::Store: return space == program::Space::Global ? 4 : 2;
        case Activity::Compute:
        case Activity::Exchange: return 3;
        default: return 1;
    }
}

/// Weights of a column's events by warp and class.
class Tracks::Tally {
public:
    Tally(const std::vector<Kind>& kinds, std::uint32_t warps)
        : m_kinds(kinds), m_sums(std::size_t{warps} * kClasses, 0), m_best(warps) {}

    void add(std::uint32_t warp, Class what, std::uint64_t weight) {
        const std::uint32_t key = warp * kClasses + what;
        if (m_sums[key] == 0) m_used.push_back(key);
        m_sums[key] += weight;
    }
    /// Sets the cells of warps that do something, hands each sum to `next(warp, class, sum)`, and is empty again.
    template <typename F>
    void tell(std::span<Class> cells, F next) {
        for (const std::uint32_t key : m_used) {
            const std::uint32_t warp = key / kClasses;
            const auto what = static_cast<Class>(key % kClasses);
            const Found found{rankOf(m_kinds[what].activity), m_sums[key], what};
            if (cells[warp] == kNothing || found.before(m_best[warp])) {
                m_best[warp] = found;
                cells[warp] = what;
            }
            next(warp, what, m_sums[key]);
            m_sums[key] = 0;
        }
        m_used.clear();
    }

private:
    static constexpr std::uint32_t kClasses = 256;
    struct Found {
        unsigned rank = 0;
        std::uint64_t sum = 0;
        Class what = kNothing;
        [[nodiscard]] bool before(const Found& other) const {
            if (rank != other.rank) return rank > other.rank;
            if (sum != other.sum) return sum > other.sum;
            return what < other.what;
        }
    };
    const std::vector<Kind>& m_kinds;
    std::vector<std::uint64_t> m_sums;  ///< by warp and class
    std::vector<std::uint32_t> m_used;  ///< of m_sums, those that are not 0
    std::vector<Found> m_best;          ///< by warp
};

/// Makes the classes of events and the levels.
class TracksMaker {
public:
    TracksMaker(Tracks& tracks, const Activities& activities)
        : m_tracks(tracks), m_activities(activities), m_lastOf(tracks.m_trace.entry().instructions.size()) {}

    void make() {
        classify();
        numberArrays();
        const std::uint64_t count = m_tracks.events();
        if (count == 0) return;
        std::size_t levels = 1;
        while (std::uint64_t{1} << (Tracks::kFinest + levels - 1) < count) ++levels;
        m_tracks.m_levels.resize(levels);
        m_pending.reserve(levels);
        for (std::size_t level = 0; level < levels; ++level)
            m_pending.push_back({Tracks::Tally(m_tracks.m_kinds, m_tracks.m_warps),
                                 std::vector<std::uint64_t>(m_tracks.m_arrays.size(), 0)});
        for (std::uint64_t event = 0; event < count; ++event) {
            const Tracks::Class what = m_tracks.m_classes[event];
            m_pending[0].tally.add(m_tracks.m_trace.warp(event), what, m_tracks.m_kinds[what].weight);
            m_tracks.addMoved(m_pending[0].moved, event);
            if ((event + 1) % (std::uint64_t{1} << Tracks::kFinest) == 0) finishColumn(0);
        }
        // What is not full at the end.
        if (count % (std::uint64_t{1} << Tracks::kFinest) != 0) finishColumn(0);
        for (std::size_t level = 1; level < levels; ++level)
            if (m_tracks.m_levels[level - 1].cells.size() / m_tracks.m_warps % 2 != 0) finishColumn(level);
    }

private:
    struct Pending {
        Tracks::Tally tally;
        std::vector<std::uint64_t> moved;  ///< by array
    };
    struct Last {
        std::optional<Tracks::Kind> kind;
        Tracks::Class what = Tracks::kNothing;
    };
    /// Classes with an array; the rest is left to those without.
    static constexpr std::size_t kMostArrays = 200;
    /// Arrays whose bytes are told by themselves.
    static constexpr std::size_t kMostMoved = 16;
    static constexpr std::size_t kNotTold = ~std::size_t{0};

    void classify() {
        const BlockTrace& trace = m_tracks.m_trace;
        m_tracks.m_classes.reserve(trace.size());
        for (std::uint64_t event = 0; event < trace.size(); ++event) {
            m_tracks.m_classes.push_back(classOf(event));
            const std::uint32_t warp = trace.warp(event);
            if (m_tracks.m_endsAt[warp] == 0) m_tracks.m_begins[warp] = event;
            m_tracks.m_endsAt[warp] = event + 1;
        }
    }

    void numberArrays() {
        std::vector<Touched>& arrays = m_tracks.m_arrays;
        std::vector<std::size_t>& numbers = m_tracks.m_arrayOf;
        for (const Tracks::Kind& kind : m_tracks.m_kinds) {
            Touched array = kind.touched;
            const bool isTold = array.space == program::Space::Global || array.space == program::Space::Shared;
            if (isTold && arrays.size() >= kMostMoved && std::ranges::find(arrays, array) == arrays.end())
                array.array = Touched::kNone;
            const auto known = std::ranges::find(arrays, array);
            numbers.push_back(isTold ? static_cast<std::size_t>(known - arrays.begin()) : kNotTold);
            if (isTold && known == arrays.end()) arrays.push_back(array);
        }
        std::ranges::replace(numbers, kNotTold, arrays.size());
    }

    Tracks::Class classOf(std::uint64_t event) {
        Tracks::Kind kind;
        kind.activity = m_activities.activity(event);
        if (kind.activity == Activity::Load || kind.activity == Activity::Store)
            kind.touched = m_activities.touched(event);
        kind.weight = Tracks::weightOf(kind.activity, kind.touched.space);
        Last& last = m_lastOf[m_tracks.m_trace.instruction(event)];  // mostly the same
        if (last.kind == kind) return last.what;
        last.kind = kind;
        if (!m_known.contains(kind) && m_tracks.m_kinds.size() >= kMostArrays) kind.touched.array = Touched::kNone;
        const auto [known, isNew] = m_known.try_emplace(kind, static_cast<Tracks::Class>(m_tracks.m_kinds.size()));
        if (isNew) m_tracks.m_kinds.push_back(kind);
        return last.what = known->second;
    }

    void finishColumn(std::size_t level) {
        Tracks::Level& made = m_tracks.m_levels[level];
        Pending& pending = m_pending[level];
        Pending* const next = level + 1 < m_pending.size() ? &m_pending[level + 1] : nullptr;
        made.cells.resize(made.cells.size() + m_tracks.m_warps, Tracks::kNothing);
        pending.tally.tell(std::span(made.cells).last(m_tracks.m_warps),
                           [next](std::uint32_t warp, Tracks::Class what, std::uint64_t sum) {
                               if (next != nullptr) next->tally.add(warp, what, sum);
                           });
        made.moved.insert(made.moved.end(), pending.moved.begin(), pending.moved.end());
        for (std::size_t array = 0; next != nullptr && array < pending.moved.size(); ++array)
            next->moved[array] += pending.moved[array];
        std::ranges::fill(pending.moved, 0);
        if (next != nullptr && made.cells.size() / m_tracks.m_warps % 2 == 0) finishColumn(level + 1);
    }

    Tracks& m_tracks;
    const Activities& m_activities;
    std::vector<Last> m_lastOf;  ///< by instruction
    std::map<Tracks::Kind, Tracks::Class> m_known;
    std::vector<Pending> m_pending;  ///< by level: the column that is being filled
};

Tracks::Tracks(const Activities& activities)
    : m_trace(activities.trace()),
      m_warps(static_cast<std::uint32_t>((m_trace.launch().block.count() + simt::kWarpSize - 1) / simt::kWarpSize)),
      m_whole(!m_trace.truncated() && !m_trace.fault()),
      m_begins(m_warps, m_trace.size()),
      m_endsAt(m_warps, 0) {
    TracksMaker(*this, activities).make();
    for (std::uint32_t warp = 0; warp < m_warps; ++warp)
        if (m_endsAt[warp] == 0) m_endsAt[warp] = m_trace.size();  // it has never begun
}

/// Puts columns together.
class Tracks::Rows {
public:
    Rows(const Tracks& tracks, std::uint64_t first, std::uint64_t end)
        : m_tracks(tracks), m_first(first), m_end(end), m_rows(tracks.m_warps) {}

    void add(std::uint32_t warp, std::uint64_t first, std::uint64_t end, Class what) {
        Segment segment{std::max(first, m_first), std::min(end, m_end), Activity::Waits, {}};
        if (what != kNothing) {
            segment.activity = m_tracks.m_kinds[what].activity;
            segment.touched = m_tracks.m_kinds[what].touched;
        } else if (end <= m_tracks.m_begins[warp]) {
            segment.activity = Activity::NotBegun;
        } else if (first >= m_tracks.m_endsAt[warp] && m_tracks.m_whole) {
            segment.activity = Activity::Ended;
        }
        std::vector<Segment>& row = m_rows[warp];
        if (!row.empty() && row.back().activity == segment.activity && row.back().touched == segment.touched)
            row.back().end = segment.end;
        else
            row.push_back(segment);
    }
    [[nodiscard]] std::vector<std::vector<Segment>> take() { return std::move(m_rows); }

private:
    const Tracks& m_tracks;
    std::uint64_t m_first;
    std::uint64_t m_end;
    std::vector<std::vector<Segment>> m_rows;
};

std::uint64_t Tracks::columnWidth(std::uint64_t first, std::uint64_t end, std::size_t columns) const {
    end = std::min(end, events());
    std::uint64_t width = 1;
    while (first < end && (end - 1) / width - first / width >= std::max<std::size_t>(columns, 1)) width *= 2;
    return width;
}

std::vector<std::vector<Segment>> Tracks::rows(std::uint64_t first, std::uint64_t end, std::size_t columns) const {
    end = std::min(end, events());
    if (first >= end) return std::vector<std::vector<Segment>>(m_warps);
    const std::uint64_t width = columnWidth(first, end, columns);
    Rows rows(*this, first, end);
    Tally tally(m_kinds, m_warps);
    std::vector<Class> made(m_warps);
    std::size_t level = 0;
    while (std::uint64_t{1} << (kFinest + level) < width) ++level;
    for (std::uint64_t from = first / width * width; from < end; from += width) {
        const std::uint64_t to = std::min(from + width, events());
        std::span<const Class> cells(made);
        if (width >> kFinest != 0) {
            cells = std::span(m_levels[level].cells).subspan(from / width * m_warps, m_warps);
        } else {
            std::ranges::fill(made, kNothing);
            for (std::uint64_t event = from; event < to; ++event)
                tally.add(m_trace.warp(event), m_classes[event], m_kinds[m_classes[event]].weight);
            tally.tell(made, [](std::uint32_t, Class, std::uint64_t) {});
        }
        for (std::uint32_t warp = 0; warp < m_warps; ++warp) rows.add(warp, from, to, cells[warp]);
    }
    return rows.take();
}

void Tracks::addMoved(std::span<std::uint64_t> column, std::uint64_t event) const {
    const std::size_t array = m_arrayOf[m_classes[event]];
    if (array == m_arrays.size()) return;
    column[array] += std::uint64_t{m_trace.access(event).bytesPerLane} * simt::lanesIn(m_trace.active(event));
}

std::vector<std::uint64_t> Tracks::moved(std::uint64_t first, std::uint64_t end, std::size_t columns) const {
    end = std::min(end, events());
    if (first >= end) return {};
    const std::uint64_t width = columnWidth(first, end, columns);
    const std::size_t arrays = m_arrays.size();
    const std::uint64_t firstColumn = first / width;
    const std::uint64_t count = (end - 1) / width - firstColumn + 1;
    if (width >> kFinest != 0) {
        std::size_t level = 0;
        while (std::uint64_t{1} << (kFinest + level) < width) ++level;
        const auto kept = std::span(m_levels[level].moved).subspan(firstColumn * arrays, count * arrays);
        return {kept.begin(), kept.end()};
    }
    std::vector<std::uint64_t> all(count * arrays, 0);
    for (std::uint64_t column = 0; column < count; ++column) {
        const std::uint64_t from = (firstColumn + column) * width;
        for (std::uint64_t event = from; event < std::min(from + width, events()); ++event)
            addMoved(std::span(all).subspan(column * arrays, arrays), event);
    }
    return all;
}

std::uint64_t Tracks::bytes() const {
    std::uint64_t bytes = m_classes.size();
    for (const Level& level : m_levels) bytes += level.cells.size() + level.moved.size() * sizeof(std::uint64_t);
    return bytes;
}

}  // namespace lanescope::flow
