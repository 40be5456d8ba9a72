// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/time/time_scene.h"

#include <algorithm>

#include "core/flow/alignment.h"

namespace lanescope {
namespace {

using flow::Activity;
using flow::Segment;
using flow::Touched;

/// Which of several warps is told.
int rankOf(Activity activity) {
    switch (activity) {
        case Activity::Load:
        case Activity::Store:
        case Activity::Compute:
        case Activity::Exchange: return 3;
        case Activity::Index: return 2;
        case Activity::Waits: return 1;
        case Activity::NotBegun:
        case Activity::Ended: return 0;
    }
    return 0;
}

void append(std::vector<Segment>& row, const Segment& segment) {
    if (segment.first >= segment.end) return;
    if (!row.empty() && row.back().activity == segment.activity && row.back().touched == segment.touched)
        row.back().end = segment.end;
    else
        row.push_back(segment);
}

/// `when` with what a warp does while it runs as `what` has it, in wider columns.
std::vector<Segment> told(const std::vector<Segment>& when, const std::vector<Segment>& what) {
    std::vector<Segment> row;
    auto fact = what.begin();
    for (const Segment& piece : when) {
        if (!runs(piece.activity)) {
            append(row, piece);
            continue;
        }
        for (std::uint64_t at = piece.first; at < piece.end;) {
            while (fact->end <= at) ++fact;
            const std::uint64_t until = std::min(piece.end, fact->end);
            append(row, {at, until, fact->activity, fact->touched});
            at = until;
        }
    }
    return row;
}

std::vector<Segment> together(std::span<const std::vector<Segment>> warps, const EventRange& range) {
    if (warps.size() == 1) return warps.front();
    std::vector<Segment> row;
    std::vector<std::size_t> at(warps.size(), 0);
    for (std::uint64_t from = range.first; from < range.end;) {
        std::uint64_t until = range.end;
        const Segment* best = nullptr;
        for (std::size_t i = 0; i < warps.size(); ++i) {
            while (warps[i][at[i]].end <= from) ++at[i];
            const Segment& here = warps[i][at[i]];
            until = std::min(until, here.end);
            if (best == nullptr || rankOf(here.activity) > rankOf(best->activity)) best = &here;
        }
        append(row, {from, until, best->activity, best->touched});
        from = until;
    }
    return row;
}

std::vector<TimeRow> rowsOf(const flow::Tracks& tracks, const EventRange& range, const TimeDetail& detail) {
    const auto when = tracks.rows(range.first, range.end, detail.columns);
    const auto what = tracks.rows(range.first, range.end, std::min(detail.facts, detail.columns));
    std::vector<std::vector<Segment>> warps;
    warps.reserve(when.size());
    for (std::size_t warp = 0; warp < when.size(); ++warp) warps.push_back(told(when[warp], what[warp]));
    std::vector<TimeRow> rows;
    const std::uint32_t bundle = std::max(1U, detail.bundle);
    for (std::uint32_t first = 0; first < warps.size(); first += bundle) {
        const auto end = std::min(first + bundle, static_cast<std::uint32_t>(warps.size()));
        rows.push_back({first, end, together(std::span(warps).subspan(first, end - first), range)});
    }
    return rows;
}

void tellBytes(TimeSide& side, const TimeDetail& detail) {
    const flow::Tracks& tracks = side.flow->tracks();
    const auto all = tracks.arrays();
    const auto isGlobal = [](const Touched& array) { return array.space == program::Space::Global; };
    const bool anyGlobal = std::ranges::any_of(all, isGlobal);
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (isGlobal(all[i]) == anyGlobal) {
            numbers.push_back(i);
            side.arrays.push_back(all[i]);
        }
    const std::size_t columns = std::min(detail.bars, detail.columns);
    side.barWidth = tracks.columnWidth(side.range.first, side.range.end, columns);
    const auto moved = tracks.moved(side.range.first, side.range.end, columns);
    for (std::size_t column = 0; column * all.size() < moved.size(); ++column) {
        std::uint64_t sum = 0;
        for (const std::size_t number : numbers) {
            side.moved.push_back(moved[column * all.size() + number]);
            sum += side.moved.back();
        }
        side.mostMoved = std::max(side.mostMoved, sum);
    }
}

/// The leader's position beside one of another block. At stops and where parts of phases begin it is that of the clock;
/// between them it goes on evenly, so that what is between stops is seen, too.
double besideOf(const flow::BlockFlow& flow, std::uint64_t position, const flow::BlockFlow& lead) {
    const std::uint64_t size = flow.trace().size();
    if (position >= size) return static_cast<double>(lead.trace().size());
    const flow::Phase& part = flow.phases().partAt(position);
    const std::uint64_t before = std::max(flow.stops().previous(position + 1), part.first);
    const std::uint64_t after = std::min(flow.stops().next(position), part.end);
    const auto from = static_cast<double>(flow::alignedPosition(flow, before, lead));
    const auto to = static_cast<double>(flow::alignedPosition(flow, after, lead));
    return from + (to - from) * static_cast<double>(position - before) / static_cast<double>(after - before);
}

void findEdges(TimeSide& side, const flow::BlockFlow& lead) {
    const EventRange& range = side.range;
    double edge = besideOf(*side.flow, range.first, lead);
    const std::uint64_t width = side.columnWidth;
    for (std::uint64_t column = range.first / width; column * width < range.end; ++column) {
        // Of several phases of one side at the last one of the other, each begins there anew.
        if (column * width > range.first) edge = std::max(edge, besideOf(*side.flow, column * width, lead));
        side.edges.push_back(edge);
    }
    side.edges.push_back(std::max(edge, besideOf(*side.flow, range.end, lead)));
}

}  // namespace

bool runs(Activity activity) { return rankOf(activity) >= 2; }

double TimeSide::onAxis(std::uint64_t position) const {
    if (edges.empty()) return static_cast<double>(position);
    if (position >= range.end) return edges.back();
    if (position <= range.first) return edges.front();
    return edges[position / columnWidth - range.first / columnWidth];
}

std::uint64_t TimeSide::eventAt(double axis) const {
    const auto kept = [this](std::uint64_t event) {
        return std::clamp<std::uint64_t>(event, range.first, range.end - 1);
    };
    if (edges.empty()) return kept(static_cast<std::uint64_t>(std::max(0.0, axis)));
    const auto behind = std::ranges::upper_bound(edges, axis);
    const auto column = static_cast<std::uint64_t>(std::max<std::ptrdiff_t>(0, behind - edges.begin() - 1));
    return kept((range.first / columnWidth + column) * columnWidth);
}

TimeScene timeScene(std::span<const flow::BlockFlow* const> sides, EventRange range, const TimeDetail& detail) {
    TimeScene scene;
    if (sides.empty()) return scene;
    const flow::BlockFlow& lead = *sides.front();
    range.end = std::min<quint64>(range.end, lead.trace().size());
    range.first = std::min(range.first, range.end);
    scene.range = range;
    for (const flow::BlockFlow* flow : sides) {
        TimeSide& side = scene.sides.emplace_back();
        side.flow = flow;
        side.range = range;
        if (flow != &lead)
            side.range = {flow::alignedPosition(lead, range.first, *flow),
                          flow::alignedPosition(lead, range.end, *flow)};
        if (side.range.empty()) continue;
        side.rows = rowsOf(flow->tracks(), side.range, detail);
        side.columnWidth = flow->tracks().columnWidth(side.range.first, side.range.end, detail.columns);
        if (flow != &lead) findEdges(side, lead);
        tellBytes(side, detail);
    }
    return scene;
}

std::span<const flow::Phase> phasesIn(const flow::Phases& phases, EventRange range, std::size_t mostParts) {
    const auto within = [&range](std::span<const flow::Phase> all) {
        const auto first = std::ranges::upper_bound(all, range.first, {}, &flow::Phase::end);
        const auto end = std::ranges::lower_bound(first, all.end(), range.end, {}, &flow::Phase::first);
        return std::span(first, end);
    };
    const auto parts = within(phases.parts());
    return parts.size() <= mostParts ? parts : within(phases.all());
}

}  // namespace lanescope
